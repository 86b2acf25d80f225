#!/usr/bin/env python3
"""Compares the speed of programs by the nodes a second of searches in the same positions.

    pip install chess
    scripts/compare_speed.py NEW OLD [MORE ...] --positions FILE.epd --nodes 200000

In each position every program searches the given nodes, with an empty hash table and one thread. In
several rounds the programs take turns; the one that begins a round is the last of the next. The
fastest search of each program counts, since other load only adds time. Nodes and time are those of
its last line, which leaves out what comes before and after the search. The ratio to the last program
is the geometric mean over the positions, with its standard error. Nothing else should run meanwhile.
On Linux the programs can be kept on one processor: taskset -c 1 scripts/compare_speed.py ...
"""

import math
import statistics

from arguments import positive, script_parser
from failure import fail, run
from match import refusal
from searches import positions
from uci_engine import PATIENCE, Engine, Fault
from uci_options import declared

# Below this speed, in nodes a second, a program counts as hanging.
SLOWEST = 10_000


def search(engine, board, nodes):
    """Returns nodes, milliseconds (at least one) and depth of one search."""
    engine.send("ucinewgame")
    engine.ask("isready", "readyok")
    engine.send(f"position fen {board.fen()}")
    for line in reversed(engine.ask(f"go nodes {nodes}", "bestmove")):
        words = line.split()
        if line.startswith("info ") and {"nodes", "time", "depth"} <= set(words):
            visited, time, depth = (int(words[words.index(name) + 1]) for name in ("nodes", "time", "depth"))
            if visited == 0:
                raise Fault(f"no nodes searched in {board.fen()}")
            return visited, max(time, 1), depth
    raise Fault(f"no line tells nodes, time and depth in {board.fen()}")


def launch(engine, megabytes):
    """Starts the protocol, and sets the size of the hash table."""
    if reason := refusal(declared(engine.ask("uci", "uciok")), "Hash", megabytes):
        raise Fault(reason)
    engine.send(f"setoption name Hash value {megabytes}")


def main():
    parser = script_parser()
    parser.add_argument("engines", nargs="+", help="the programs")
    parser.add_argument("--positions", required=True, help="a FEN or EPD to a line")
    parser.add_argument("--count", type=positive, default=50, help="how many of them (default 50)")
    parser.add_argument("--nodes", type=positive, default=200_000, help="nodes a search (default 200000)")
    parser.add_argument("--rounds", type=positive, default=3, help="searches of each position (default 3)")
    parser.add_argument("--hash", type=positive, default=16, help="MB (default 16)")
    args = parser.parse_args()
    boards = positions(args.positions, args.count)
    if len(boards) < 2:
        fail(f"{args.positions}: fewer than two positions")

    engines = []
    results = [[] for _ in args.engines]
    try:
        for path in args.engines:
            engines.append(Engine(path, PATIENCE + args.nodes / SLOWEST))
            launch(engines[-1], args.hash)
        for board in boards:
            rounds = [[] for _ in engines]
            for first in range(args.rounds):
                for place in range(len(engines)):
                    turn = (first + place) % len(engines)
                    path = args.engines[turn]
                    rounds[turn].append(search(engines[turn], board, args.nodes))
            for result, searches in zip(results, rounds):
                result.append(max(searches, key=lambda each: each[0] / each[1]))
    except (Fault, OSError) as error:
        fail(f"{path}: {error}")
    finally:
        for engine in engines:
            engine.quit()

    for path, result in zip(args.engines, results):
        nodes, milliseconds, depths = zip(*result)
        ratios = [math.log(mine[0] / mine[1] * other[1] / other[0]) for mine, other in zip(result, results[-1])]
        mean, error = statistics.fmean(ratios), statistics.stdev(ratios) / math.sqrt(len(ratios))
        print(
            f"{path}: {1000 * sum(nodes) / sum(milliseconds):,.0f} nodes a second, median depth "
            f"{statistics.median(depths):g}, {math.exp(mean):.3f} +- {math.exp(mean) * error:.3f} times {args.engines[-1]}"
        )


if __name__ == "__main__":
    run(main)
