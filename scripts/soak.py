#!/usr/bin/env python3
"""Plays many very short games and forgives nothing.

    pip install chess
    scripts/soak.py target/release/ox88 --games 2000 --openings FILE.epd

The engine plays itself. From game to game the options change: one or two
threads, pondering, several lines, weaker play, Chess960 castling; now and then
it analyses without limit and is stopped. Every move, every line to its last
move, the clock, and the number of answers are checked. Prints a line for each
fault and the totals; exit status 1 if there was any, 2 for wrong arguments.
"""

import argparse
import collections
import multiprocessing
import os
import random
import sys
import time

import chess

from uci_engine import Engine, Fault, check_lines

SHARED_OPENINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "shared", "openings", "match.epd")
MOST_PLIES = 400


def launch(path):
    """The engine, ready for options."""
    engine = Engine(path)
    engine.send("uci")
    engine.wait("uciok")
    return engine


def set_options(engine, options):
    for name, value in options.items():
        engine.send(f"setoption name {name} value {value}")
    engine.send("isready")
    for line in engine.wait("readyok")[0]:
        if line != "readyok":
            raise Fault(f"unasked line: {line}")


def placement(board, moves, chess960):
    """The `position` command for a game that began at `board`."""
    fen = board.fen(shredder=True) if chess960 else board.fen()
    return f"position fen {fen}" + (" moves " + " ".join(moves) if moves else "")


def analyse(engine, board, start, moves, chess960, rng):
    """A search without limit, stopped after a moment."""
    count = rng.choice((1, 3, 5))
    set_options(engine, {"MultiPV": count})
    engine.send(placement(start, moves, chess960))
    engine.send("go infinite")
    time.sleep(rng.choice((0, 0.001, 0.02, 0.1)))
    stopped = time.perf_counter()
    engine.send("stop")
    lines, arrival = engine.wait("bestmove")
    if arrival - stopped > 0.5:
        raise Fault(f"slow stop: {arrival - stopped:.3f} s")
    check_lines(board, lines, count, chess960)
    set_options(engine, {"MultiPV": 1})


class Player:
    """One side of a game."""

    def __init__(self, engine, clock, increment, ponders):
        self.engine, self.clock, self.increment, self.ponders = engine, clock, increment, ponders
        self.expected = None

    def go(self, command, clocks):
        times = " ".join(f"{name} {int(value * 1000)}" for name, value in clocks.items())
        self.engine.send(f"go {command}{times}")

    def move(self, start, board, moves, clocks, chess960):
        """Plays a move; the clock runs from the moment when it is asked."""
        began = time.perf_counter()
        if self.expected is not None and moves and moves[-1] == self.expected:
            self.engine.send("ponderhit")
        else:
            if self.expected is not None:
                self.engine.send("stop")
                self.engine.wait("bestmove")
                began = time.perf_counter()
            self.engine.send(placement(start, moves, chess960))
            self.go("", clocks)
        self.expected = None
        lines, arrival = self.engine.wait("bestmove")
        self.clock -= arrival - began
        if self.clock < 0:
            raise Fault(f"time loss by {-1000 * self.clock:.0f} ms")
        self.clock += self.increment
        return check_lines(board, lines, 1, chess960)

    def ponder(self, start, moves, guess, clocks, chess960):
        if self.ponders and guess is not None:
            self.expected = guess
            self.engine.send(placement(start, moves + [guess], chess960))
            self.go("ponder ", clocks)

    def rest(self):
        if self.expected is not None:
            self.engine.send("stop")
            self.engine.wait("bestmove")
            self.expected = None


def play(job):
    """One game; what was seen in it, and its fault if there was one."""
    path, epd, seed, seconds, increment = job
    rng = random.Random(seed)
    chess960 = rng.random() < 0.2
    if chess960:
        start = chess.Board.from_chess960_pos(rng.randrange(960))
    else:
        start = chess.Board(" ".join(epd.split()[:4]) + " 0 1")
    board, moves, seen = start.copy(), [], collections.Counter()
    engines = []
    try:
        players = []
        for _ in range(2):
            engine = launch(path)
            engines.append(engine)
            threads, ponders = rng.choice((1, 2)), rng.random() < 0.4
            options = {"Threads": threads, "Ponder": str(ponders).lower(), "UCI_Chess960": str(chess960).lower()}
            options["Hash"] = rng.choice((1, 16))
            options["UCI_ShowWDL"] = rng.choice(("true", "false"))
            if rng.random() < 0.1:
                options["UCI_LimitStrength"], options["UCI_Elo"] = "true", rng.choice((1000, 1800, 2400))
            set_options(engine, options)
            engine.send("ucinewgame")
            seen[f"threads {threads}"] += 1
            seen["pondering"] += ponders
            players.append(Player(engine, seconds, increment, ponders))
        while not board.is_game_over(claim_draw=True) and len(moves) < MOST_PLIES:
            player = players[len(moves) % 2]
            white = players[0] if start.turn else players[1]
            black = players[1] if start.turn else players[0]
            clocks = {"wtime": white.clock, "btime": black.clock, "winc": increment, "binc": increment}
            move, guess = player.move(start, board, moves, clocks, chess960)
            moves.append(board.uci(move, chess960=chess960))
            board.push(move)
            if guess is not None and not board.is_game_over(claim_draw=True):
                player.ponder(start, moves, board.uci(guess, chess960=chess960), clocks, chess960)
            if rng.random() < 0.01 and not board.is_game_over():
                for player in players:
                    player.rest()
                analyse(players[0].engine, board, start, moves, chess960, rng)
                seen["analyses"] += 1
        for player in players:
            player.rest()
        outcome = board.outcome(claim_draw=True)
        seen[outcome.termination.name.lower() if outcome else "adjourned"] += 1
        fault = None
    except Fault as trouble:
        fault = f"game {seed}, ply {len(moves)}: {trouble}"
    finally:
        for engine in engines:
            engine.quit()
    for engine in engines:
        errors = engine.errors()
        if errors and not fault:
            fault = f"game {seed}: said on standard error: {errors[:300]}"
    seen["games"], seen["plies"] = 1, len(moves)
    return seen, fault


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", help="path of the program")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--tc", default="0.5+0.005", help="seconds+increment (default 0.5+0.005)")
    parser.add_argument("--concurrency", type=int, default=2, help="games at a time (default 2)")
    parser.add_argument("--openings", default=SHARED_OPENINGS, help="EPD file of start positions")
    parser.add_argument("--seed", type=int, default=88, help="number of the first game (default 88)")
    args = parser.parse_args()
    try:
        seconds, increment = (float(part) for part in args.tc.split("+"))
    except ValueError:
        parser.error("--tc wants seconds+increment")
    try:
        with open(args.openings, encoding="utf-8") as file:
            epds = [line for line in file if line.strip()]
    except OSError as error:
        parser.error(f"{args.openings}: {error.strerror}")
    path = os.path.abspath(args.engine)
    if not os.access(path, os.X_OK):
        parser.error(f"{args.engine} cannot be run")
    seeds = range(args.seed, args.seed + args.games)
    jobs = [(path, epds[seed % len(epds)], seed, seconds, increment) for seed in seeds]
    totals, faults = collections.Counter(), collections.Counter()
    with multiprocessing.Pool(args.concurrency) as pool:
        for done, (seen, fault) in enumerate(pool.imap_unordered(play, jobs), 1):
            totals.update(seen)
            if fault:
                print(fault, flush=True)
                faults[fault.split(": ")[1].split(" by ")[0]] += 1
            if done % 50 == 0:
                print(f"{done} of {args.games} games, {sum(faults.values())} faults", flush=True)
    print(", ".join(f"{count} {name}" for name, count in sorted(totals.items())))
    print(f"Faults: {sum(faults.values())}", *(f"({count} {name})" for name, count in faults.items()))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
