#!/usr/bin/env python3
"""Plays many very short games and checks every line.

    pip install chess
    scripts/soak.py target/release/ox88 --games 5000 --pgn soak.pgn

The engine plays itself. All options that change its play differ from game to game:
threads, hash, pondering, several lines, limited strength, the evaluation, the book,
endgame tables, Chess960, and the time control. Now and then it analyses without
limit and is stopped, or its table is cleared. Every move, every line to its last
move, the clock, and the number of answers are checked at once. Each game is added to
the PGN file. Games that the file has are not played again, so that a stopped run can
be continued. A part of a game that a killed run has left at the end is removed.

A game keeps one or two threads busy. If the machine has other work, too, some time
losses are not the engine's fault.

At the end python-chess reads the file, and the totals are of all games in it. Exit
status 1 if there was any fault, 2 for wrong arguments or if the games cannot be
written, 130 if the run was stopped without a fault.
"""

import collections
import math
import multiprocessing
import os
import random
import re
import signal
import sys
import tempfile
import time

from failure import fail, handle_ends, needs, run

needs("chess")
import chess  # noqa: E402
import chess.pgn  # noqa: E402

from arguments import bounded, clock, positive, script_parser  # noqa: E402
from legal_lines import check_lines  # noqa: E402
from output import lock  # noqa: E402
from places import OPENINGS, ROOT, TABLES  # noqa: E402
from searches import positions  # noqa: E402
from uci_engine import Engine, Fault  # noqa: E402

NETWORK = os.path.join(ROOT, "src", "eval", "nnue", "ox88.nnue")
MOST_PLIES = 300
FIRST_TAG = b'[Event "soak"]\n'
# Tags and moves, each with a blank line after it.
WHOLE_GAME = re.compile(rb"\[.*\]\n\n[^\n].*\n\n", re.DOTALL)

# A time control: seconds, increment, and moves of a period (0: none).
Pace = collections.namedtuple("Pace", "seconds increment moves")
PERIODS = (Pace(0.1, 0, 1), Pace(0.5, 0, 10), Pace(1, 0, 40))


def draw_pace(rng, usual):
    """Draws the time control of a game, which is the usual one in most games."""
    return rng.choice(PERIODS) if rng.random() < 0.1 else usual


def draw_options(rng, tables):
    """Draws the options of one side in a game; those that are missing have their defaults."""
    options = {
        "Threads": rng.choice((1, 1, 1, 2)),
        "Hash": rng.choice((1, 16, 64)),
        "UCI_ShowWDL": rng.choice(("true", "false")),
    }
    seldom = [
        (0.2, {"Ponder": "true"}),
        (0.1, {"MultiPV": rng.choice((2, 5))}),
        (0.1, {"UCI_LimitStrength": "true", "UCI_Elo": rng.choice((1000, 1800, 2400))}),
        (0.05, {"Skill Level": rng.choice((0, 10, 19))}),
        (0.1, {"Evaluation": "classical"}),
        (0.1, {"EvalFile": NETWORK}),
        (0.2, {"OwnBook": "true", "BookDepth": rng.choice((4, 20)), "BookSeed": rng.randrange(1000)}),
        (0.1, {"Move Overhead": rng.choice((0, 30))}),
    ]
    if tables:
        choices = {
            "SyzygyPath": tables,
            "SyzygyProbeDepth": rng.choice((1, 6)),
            "SyzygyProbeLimit": rng.choice((3, 7)),
            "Syzygy50MoveRule": rng.choice(("true", "false")),
        }
        seldom.append((0.3, choices))
    for chance, choices in seldom:
        if rng.random() < chance:
            options.update(choices)
    return options


def launch(path):
    """Starts the engine, and waits for its `uciok`."""
    engine = Engine(path)
    try:
        engine.ask("uci", "uciok")
    except Fault:
        engine.quit()
        raise
    return engine


def set_options(engine, options):
    for name, value in options.items():
        engine.send(f"setoption name {name} value {value}")
    for line in engine.ask("isready", "readyok"):
        # Messages about loaded files, and about more threads than processors, are expected.
        starts = ("info string found ", "info string loaded ")
        is_note = line.startswith(starts) or "may take more than their time" in line
        if line != "readyok" and not is_note:
            raise Fault(f"unasked line: {line}")


def placement(board, moves, chess960):
    """Returns the `position` command for a game that began at `board`."""
    fen = board.fen(shredder=True) if chess960 else board.fen()
    return f"position fen {fen}" + (" moves " + " ".join(moves) if moves else "")


def analyse(player, board, start, moves, chess960, rng):
    """Starts a search without limit, and stops it after a moment."""
    engine = player.engine
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
    set_options(engine, {"MultiPV": player.lines})


class Player:
    """One side of a game."""

    def __init__(self, engine, options, pace):
        self.engine, self.pace, self.clock, self.moves = engine, pace, pace.seconds, 0
        # The least seconds that were left on the clock.
        self.least = pace.seconds
        self.ponders = options.get("Ponder") == "true"
        self.lines = options.get("MultiPV", 1)
        self.expected = None

    def go(self, command, clocks):
        times = " ".join(f"{name} {int(value * 1000)}" for name, value in clocks.items())
        left = f" movestogo {self.pace.moves - self.moves % self.pace.moves}" if self.pace.moves else ""
        self.engine.send(f"go {command}{times}{left}")

    def move(self, start, board, moves, clocks, chess960):
        """Plays a move; the clock runs from the `go` or the `ponderhit` on."""
        began = time.perf_counter()
        if self.expected is not None and moves[-1] == self.expected:
            self.engine.send("ponderhit")
            self.expected = None
        else:
            self.rest()
            began = time.perf_counter()
            self.engine.send(placement(start, moves, chess960))
            self.go("", clocks)
        lines, arrival = self.engine.wait("bestmove")
        self.clock -= arrival - began
        self.least = min(self.least, self.clock)
        if self.clock < 0:
            raise Fault(f"time loss by {-1000 * self.clock:.0f} ms")
        self.clock += self.pace.increment
        self.moves += 1
        if self.pace.moves and self.moves % self.pace.moves == 0:
            self.clock += self.pace.seconds
        return check_lines(board, lines, self.lines, chess960)

    def ponder(self, start, moves, guess, clocks, chess960):
        if self.ponders and guess is not None:
            self.expected = guess
            self.engine.send(placement(start, moves + [guess], chess960))
            self.go("ponder ", clocks)

    def rest(self):
        """Ends pondering."""
        if self.expected is not None:
            self.engine.ask("stop", "bestmove")
            self.expected = None


def clocks(white, black):
    """Returns the arguments of `go` for the present clocks, in seconds."""
    increment = white.pace.increment
    return {"wtime": white.clock, "btime": black.clock, "winc": increment, "binc": increment}


def limit_threads(both):
    """Gives each side one thread if one of them ponders, so that a game uses at most two."""
    if any(options.get("Ponder") == "true" for options in both):
        for options in both:
            options["Threads"] = 1


def play(job):
    """Plays one game; returns it as PGN, with its fault or None."""
    path, fen, number, usual, tables = job
    rng = random.Random(number)
    chess960 = rng.random() < 0.2
    if chess960:
        start = chess.Board.from_chess960_pos(rng.randrange(960))
    else:
        start = chess.Board(fen)
    pace = draw_pace(rng, usual)
    both = [{**draw_options(rng, tables), "UCI_Chess960": str(chess960).lower()} for _ in range(2)]
    limit_threads(both)
    board, moves, analyses, engines, players, fault = start.copy(), [], 0, [], [], None
    try:
        for options in both:
            engine = launch(path)
            engines.append(engine)
            set_options(engine, options)
            engine.send("ucinewgame")
            players.append(Player(engine, options, pace))
        white, black = players if start.turn else reversed(players)
        while not board.is_game_over(claim_draw=True) and len(moves) < MOST_PLIES:
            player = players[len(moves) % 2]
            move, guess = player.move(start, board, moves, clocks(white, black), chess960)
            moves.append(board.uci(move, chess960=chess960))
            board.push(move)
            if guess is not None and not board.is_game_over(claim_draw=True):
                player.ponder(start, moves, board.uci(guess, chess960=chess960), clocks(white, black), chess960)
            if rng.random() < 0.01 and not board.is_game_over():
                for player in players:
                    player.rest()
                analyse(players[0], board, start, moves, chess960, rng)
                players[1].engine.send("setoption name Clear Hash")
                analyses += 1
        for player in players:
            player.rest()
    except Fault as trouble:
        fault = str(trouble)
    finally:
        for engine in engines:
            engine.quit()
    for engine in engines:
        errors = engine.errors()
        if errors and not fault:
            fault = f"said on standard error: {errors[:300]}"
    least = min((player.least for player in players), default=pace.seconds)
    return to_pgn(number, board, pace, both, analyses, least, fault), fault


def to_pgn(number, board, pace, both, analyses, least, fault):
    """Returns a game as PGN; a fault that ended it is in the tag Termination."""
    game = chess.pgn.Game.from_board(board)
    outcome = board.outcome(claim_draw=True)
    ended = "normal" if outcome else "adjudication"
    white, black = both if game.board().turn else reversed(both)
    game.headers.update(
        {
            "Event": "soak",
            "Round": str(number),
            "Result": "*" if fault else outcome.result() if outcome else "1/2-1/2",
            "TimeControl": (f"{pace.moves}/" if pace.moves else "") + f"{pace.seconds}+{pace.increment}",
            "WhiteOptions": ", ".join(f"{name}={value}" for name, value in white.items()),
            "BlackOptions": ", ".join(f"{name}={value}" for name, value in black.items()),
            "Analyses": str(analyses),
            "LeastClock": f"{1000 * least:.0f} ms",
            "Termination": " ".join(fault.split()).replace('"', "'") if fault else ended,
        }
    )
    return str(game)


def read_back(path):
    """Yields all games of a file."""
    with open(path, encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            yield game


def cut_unfinished(path):
    """Removes the last game if a killed run has left only a part of it."""
    with open(path, "rb+") as file:
        text = file.read()
        start = text.rfind(b"\n\n[") + 2 if b"\n\n[" in text else 0
        last = text[start:]
        is_own = last.startswith(FIRST_TAG) or FIRST_TAG.startswith(last)
        if last and is_own and not WHOLE_GAME.fullmatch(last):
            file.truncate(start)
            print(f"{path}: the last game was not complete, and is removed")


def number_of(game):
    """Returns the number of a game. Raises ValueError for games of other programs."""
    if missing := {"Analyses", "LeastClock", "Termination", "WhiteOptions", "BlackOptions"} - set(game.headers):
        raise ValueError(f"a game without {', '.join(sorted(missing))}")
    return int(game.headers["Round"])


def report(path):
    """Prints a summary of a file; returns the number of faults."""
    totals, settings, faults = collections.Counter(), collections.Counter(), collections.Counter()
    least = {}
    for game in read_back(path):
        board = game.end().board()
        outcome = board.outcome(claim_draw=True)
        totals["games"] += 1
        totals["plies"] += board.ply() - game.board().ply()
        totals["analyses"] += int(game.headers["Analyses"])
        totals[outcome.termination.name.lower().replace("_", " ") if outcome else "not ended by rule"] += 1
        control = game.headers["TimeControl"]
        settings[f"clock {control}"] += 2
        left = int(game.headers["LeastClock"].split()[0])
        least[control] = min(left, least.get(control, left))
        for side in ("WhiteOptions", "BlackOptions"):
            for option in game.headers[side].split(", "):
                name, _, value = option.partition("=")
                has_many = name in ("BookSeed", "EvalFile", "SyzygyPath")
                settings[name if has_many else f"{name} {value}"] += 1
        ended = game.headers["Termination"]
        if ended not in ("normal", "adjudication"):
            faults[ended.split(": ")[0].split(" by ")[0]] += 1
    print(", ".join(f"{count} {name}" for name, count in totals.items()))
    print("Sides:", ", ".join(f"{count} {name}" for name, count in sorted(settings.items())))
    print("Least left on a clock:", ", ".join(f"{left} ms of {control}" for control, left in sorted(least.items())))
    print(f"Faults: {sum(faults.values())}", *(f"({count} {name})" for name, count in faults.items()))
    return sum(faults.values())


def read_openings(path):
    """Returns the positions of a file, by default ../shared/openings/match.epd if it is there."""
    if not path and not os.path.exists(OPENINGS):
        print(f"no openings at {OPENINGS}: all games begin at the start")
        return [chess.STARTING_FEN]
    boards = positions(path or OPENINGS, math.inf)
    if not boards:
        fail(f"{path or OPENINGS}: no positions")
    return [board.fen() for board in boards]


def main():
    parser = script_parser()
    parser.add_argument("engine", help="path of the program")
    parser.add_argument("--games", type=positive, default=200, help="in all (default 200)")
    parser.add_argument("--tc", type=clock, default="0.2+0.004", help="seconds+increment of most games (default 0.2+0.004)")
    parser.add_argument("--concurrency", type=positive, default=os.cpu_count() or 1,
                        help="games at a time; some keep two threads busy (default %(default)s: as many as processors)")
    parser.add_argument("--openings", help="EPD file of start positions (default ../shared/openings/match.epd)")
    parser.add_argument("--syzygy", help="folder of endgame tables (default ../shared/syzygy)")
    parser.add_argument("--seed", type=bounded(int, 0), default=88, help="number of the first game (default 88)")
    parser.add_argument("--pgn", help="file for the games; where it has some, these count")
    args = parser.parse_args()
    if re.search("[/:]", args.tc):
        parser.error(f"--tc wants seconds+increment, without moves or minutes, not '{args.tc}'")
    seconds, _, increment = args.tc.partition("+")
    usual = Pace(float(seconds), float(increment or 0), 0)
    fens = read_openings(args.openings)
    if args.syzygy and not os.path.isdir(args.syzygy):
        parser.error(f"{args.syzygy} is no folder")
    tables = args.syzygy or TABLES
    tables = os.path.abspath(tables) if os.path.isdir(tables) else None
    path = os.path.abspath(args.engine)
    try:
        launch(path).quit()
    except Fault as error:
        parser.error(f"{args.engine}: {error}")
    with tempfile.TemporaryDirectory() as folder:
        pgn = args.pgn or os.path.join(folder, "soak.pgn")
        try:
            # It stays open, and so locked, to the end of the script: two runs would play the same games.
            games = open(pgn, "a", encoding="utf-8")
            lock(games, pgn)
            # A worker may outlive a killed run, and must not keep the lock.
            os.register_at_fork(after_in_child=games.close)
            cut_unfinished(pgn)
            played = {number_of(game) for game in read_back(pgn)}
        except (OSError, ValueError) as error:
            parser.error(f"{pgn}: {error}")
        numbers = [number for number in range(args.seed, args.seed + args.games) if number not in played]
        jobs = [(path, fens[number % len(fens)], number, usual, tables) for number in numbers]
        is_stopped = soak(jobs, args.concurrency, pgn)
        sys.exit(1 if report(pgn) else 130 if is_stopped else 0)


def leave_stopping():
    """Ignores control-C and the end of the terminal in a worker; the parent process handles them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def add_game(pgn, text):
    try:
        with open(pgn, "a", encoding="utf-8") as file:
            print(text, end="\n\n", file=file)
    except OSError as error:
        fail(f"{pgn}: {error.strerror}")


def soak(jobs, concurrency, pgn):
    """Plays games and adds them to a file; returns whether it was stopped."""
    # A script in the background ignores control-C, but can be stopped by SIGTERM.
    handle_ends()
    with multiprocessing.Pool(concurrency, leave_stopping) as pool:
        try:
            for done, (text, fault) in enumerate(pool.imap_unordered(play, jobs), 1):
                add_game(pgn, text)
                if fault:
                    print(f"fault: {fault}\n{text}", flush=True)
                if done % 50 == 0:
                    print(f"{done} of {len(jobs)} games", flush=True)
        except KeyboardInterrupt:
            print("stopped")
            return True
    return False


if __name__ == "__main__":
    run(main)
