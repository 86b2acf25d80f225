#!/usr/bin/env python3
"""Plays games in one process of the engine, and watches its memory, files and threads.

    pip install chess
    scripts/endurance.py target/release/ox88 --minutes 60

The engine plays itself, game after game, with `ucinewgame` between them. Before each
game its options change, as in soak.py. After the game they are set to their defaults
again, and the memory, open files and threads of the process are noted (Linux only).
They must not grow: in the last third of the games the median of the memory may be 2%
above that of the second third, and the other numbers may not be above those of the
first two thirds. Exit status 1 if they grow, or after a fault of the engine.
"""

import os
import random
import statistics
import time

from failure import fail, needs, run

needs("chess")
import chess  # noqa: E402

from arguments import bounded, script_parser  # noqa: E402
from legal_lines import check_lines  # noqa: E402
from places import TABLES  # noqa: E402
from soak import draw_options, launch, placement, set_options  # noqa: E402
from uci_engine import Fault  # noqa: E402
from uci_options import declared  # noqa: E402

MOST_PLIES = 60
LIMITS = ("nodes 500", "depth 4", "movetime 2", "wtime 100 btime 100", "infinite", "ponder wtime 100 btime 100")


def play(engine, rng, options):
    """Plays one game; returns the number of its plies."""
    chess960 = options["UCI_Chess960"] == "true"
    start = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
    board, moves = start.copy(), []
    engine.send("ucinewgame")
    while not board.is_game_over() and len(moves) < MOST_PLIES:
        limit = rng.choice(LIMITS)
        engine.send(placement(start, moves, chess960))
        engine.send(f"go {limit}")
        if limit.startswith(("infinite", "ponder")):
            time.sleep(0.002)
            engine.send("ponderhit" if limit.startswith("ponder") and rng.random() < 0.5 else "stop")
        lines, _ = engine.wait("bestmove")
        move, _ = check_lines(board, lines, options.get("MultiPV", 1), chess960)
        moves.append(board.uci(move, chess960=chess960))
        board.push(move)
    return len(moves)


def measure(engine):
    """Returns the memory in KiB, the open files and the threads of the process."""
    process = f"/proc/{engine.process.pid}"
    with open(f"{process}/status", encoding="ascii") as status:
        memory = next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))
    return memory, len(os.listdir(f"{process}/fd")), len(os.listdir(f"{process}/task"))


def verdict(notes):
    """Prints the memory, open files and threads in each third of the games; returns whether they grew."""
    size = len(notes) // 3
    thirds = [list(zip(*notes[size * third : size * (third + 1)])) for third in range(3)]
    memory = [statistics.median(third[0]) / 1024 for third in thirds]
    files, threads = ([max(third[kind]) for third in thirds] for kind in (1, 2))
    for name, values in (("memory (MiB)", memory), ("open files", files), ("threads", threads)):
        print(f"{name:14}", *(f"{value:8.1f}" if name.startswith("memory") else f"{value:8}" for value in values))
    grown = memory[2] > 1.02 * memory[1] or any(values[2] > max(values[:2]) for values in (files, threads))
    print("GROWN" if grown else "flat")
    return grown


def main():
    parser = script_parser()
    parser.add_argument("engine", help="path of the program")
    parser.add_argument("--minutes", type=bounded(float, 0, above=True), default=5, help="default 5")
    parser.add_argument("--seed", type=bounded(int, 0), default=88, help="of the options and limits (default 88)")
    args = parser.parse_args()
    if not os.path.isdir("/proc/self/fd"):
        fail("only Linux tells what a process takes")
    rng = random.Random(args.seed)
    tables = os.path.abspath(TABLES) if os.path.isdir(TABLES) else None
    notes, plies, end = [], 0, time.monotonic() + 60 * args.minutes
    try:
        engine = launch(os.path.abspath(args.engine))
        known = declared(engine.ask("uci", "uciok"))
        while time.monotonic() < end or len(notes) < 3:
            options = {**draw_options(rng, tables), "UCI_Chess960": rng.choice(("true", "false", "false"))}
            set_options(engine, options)
            plies += play(engine, rng, options)
            set_options(engine, {name: known[name].default for name in options})
            engine.send("ucinewgame")
            set_options(engine, {})
            notes.append(measure(engine))
        engine.quit()
    except (OSError, Fault) as error:
        fail(f"after {len(notes)} games: {error}", 1)
    print(f"{len(notes)} games, {plies} moves")
    if engine.errors() or verdict(notes):
        fail(f"it grows, or wrote to standard error: {engine.errors()[:300]}", 1)


if __name__ == "__main__":
    run(main)
