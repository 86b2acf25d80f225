#!/usr/bin/env python3
"""Draws how engines spend their time: what is left on their clocks, move by move.

    pip install matplotlib
    scripts/match.py target/release/ox88 stockfish --tc 2+0.02 --games 200 --pgn games.pgn
    scripts/plot_clocks.py games.pgn

Reads games in which the comment of each move has its seconds, as fastchess and
cutechess-cli write them ("{+0.31/14 0.123s}"), and which all have the same tag
TimeControl. Moves before a side's first time count as book moves, which take no time;
a game counts up to a later move without a time. Writes scripts/plots/clocks.svg, and
prints a table: the mean seconds on each engine's clock before the moves of some
numbers, over the games that lasted that long.

Exit status 2 for wrong arguments or games that cannot be drawn.

https://www.chessprogramming.org/Time_Management
"""

import collections
import os
from statistics import fmean

from arguments import positive, script_parser
from failure import fail, needs, run
from games import turns

needs("matplotlib")
import matplotlib.pyplot as plt  # noqa: E402

from plot_style import PLOTS, STYLE, save  # noqa: E402

COLOURS = ["#0b4f7d", "#b35900", "#3c7a3c", "#7a3c70"]
ROWS = (1, 5, 10, 15, 20, 25, 30, 40, 50, 60, 80)
# A move number that fewer games reach is left out.
LEAST_GAMES = 5


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def clocks(text):
    """Returns {engine: {move number: clocks before the move}}, in seconds, and the time control."""
    left = collections.defaultdict(lambda: collections.defaultdict(list))
    controls = set()
    for turn in turns(text):
        controls.add(turn.control)
        left[turn.engine][turn.number].append(turn.before)
    if len(controls) > 1:
        raise ValueError(f"games of several time controls: {', '.join(sorted(controls))}")
    if not left:
        raise ValueError("no game tells a time control and the seconds of its moves")
    if len(left) > len(COLOURS):
        raise ValueError(f"{len(left)} engines, of which {len(COLOURS)} can be drawn: {', '.join(sorted(left))}")
    return left, controls.pop()


def draw(left, control, last):
    figure, axes = plt.subplots(figsize=(7, 3.6))
    figure.set_layout_engine("constrained", w_pad=0.1, h_pad=0.1)
    for colour, (name, moves) in zip(COLOURS, sorted(left.items())):
        numbers = [number for number in sorted(moves) if number <= last and len(moves[number]) >= LEAST_GAMES]
        axes.plot(numbers, [fmean(moves[number]) for number in numbers], color=colour, label=name)
    axes.set_xlabel("own moves played from the start position of the game")
    axes.set_ylabel(f"seconds left at {control}")
    axes.set_ylim(bottom=0)
    axes.set_xlim(left=1)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    return figure


def main():
    parser = script_parser()
    parser.add_argument("games", nargs="+", help="PGN files")
    parser.add_argument("--svg", default=os.path.join(PLOTS, "clocks.svg"), help="default: scripts/plots/clocks.svg")
    parser.add_argument("--last", type=positive, default=80, help="last move number to draw (default 80)")
    args = parser.parse_args()
    try:
        left, control = clocks("\n".join(read(path) for path in args.games))
    except ValueError as error:
        fail(error)
    with plt.rc_context(STYLE):
        figure = draw(left, control, args.last)
        save(figure, args.svg)
    names = sorted(left)
    print("| move | " + " | ".join(names) + " |")
    print("|---|" + "---|" * len(names))
    for number in ROWS:
        if all(len(left[name][number]) >= LEAST_GAMES for name in names):
            print(f"| {number} | " + " | ".join(f"{fmean(left[name][number]):.2f}" for name in names) + " |")


if __name__ == "__main__":
    run(main)
