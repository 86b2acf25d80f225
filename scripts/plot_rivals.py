#!/usr/bin/env python3
"""Draws the speeds of Ox88 and other chess libraries, as the bench measured them.

    pip install matplotlib
    cargo bench --bench rivals -- --csv rates.csv
    scripts/plot_rivals.py rates.csv

Draws a group of bars for each task: the length of a bar is the ratio to the
reference library, the number at its end is in millions of moves a second. Exit
status 2 for wrong arguments or a file that cannot be used.
"""

import csv
import math
import os

from arguments import script_parser
from failure import fail, needs, run

needs("matplotlib")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.patches import Patch  # noqa: E402

from plot_style import FAINT_INK, INK, PLOTS, STYLE, save  # noqa: E402

# They differ in lightness, too, for the colour-blind.
COLOURS = ["#d55e00", "#0b4f7d", "#56b4e9", "#a9b1b8"]
BAR = 0.2


def read(path):
    """Returns the names of the libraries, and each task with their rates. Ends the script if the file is not one
    that `cargo bench --bench rivals -- --csv` writes."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            heads, *lines = list(csv.reader(file)) or [[]]
    except OSError as error:
        fail(f"{path}: {error.strerror}")
    except (UnicodeDecodeError, csv.Error) as error:
        fail(f"{path}: {error}")
    if heads[:1] != ["task"] or not 2 < len(heads) <= 1 + len(COLOURS):
        fail(f"{path}: the first line must be task and two to {len(COLOURS)} libraries")
    if not lines:
        fail(f"{path}: no tasks")
    tasks = []
    for number, line in enumerate(lines, 2):
        if len(line) != len(heads):
            fail(f"{path}: line {number}: {len(line)} cells instead of {len(heads)}")
        try:
            tasks.append((line[0], [rate(cell) for cell in line[1:]]))
        except ValueError as error:
            fail(f"{path}: line {number}: {error}")
    return heads[1:], tasks


def rate(cell):
    value = float(cell)
    if not 0 < value < math.inf:
        raise ValueError(f"{cell} is no rate")
    return value


def draw(libraries, tasks, reference):
    figure, axes = plt.subplots(figsize=(8, 1.1 + 0.68 * len(tasks)))
    figure.set_layout_engine("constrained", w_pad=0.1, h_pad=0.1)
    for place, (library, colour) in enumerate(zip(libraries, COLOURS)):
        ours = {"color": INK, "weight": "bold"} if place == 0 else {}
        for row, (_, rates) in enumerate(tasks):
            length = rates[place] / rates[reference]
            height = row + (place - (len(libraries) - 1) / 2) * BAR
            axes.barh(height, length, 0.9 * BAR, color=colour)
            axes.annotate(
                readable(rates[place]), (length, height), (3, 0), textcoords="offset points",
                va="center_baseline", **{"fontsize": 7.5, "color": FAINT_INK, **ours},
                # It hides the line of the reference behind the number.
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5},
            )
    axes.axvline(1, color="#8c959f", linewidth=0.8, zorder=0)
    axes.set_yticks(range(len(tasks)), [two_lines(task) for task, _ in tasks])
    axes.set_ylim(len(tasks) - 0.45, -0.55)
    axes.margins(x=0.07)
    axes.set_xlim(left=0)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(
        f"speed beside {libraries[reference]} = 1; numbers: millions of moves a second", fontsize=9
    )
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color("#d0d7de")
    patches = [Patch(color=colour, label=name) for name, colour in zip(libraries, COLOURS)]
    figure.legend(
        handles=patches, loc="outside upper center", ncols=len(libraries), frameon=False
    )
    return figure


def two_lines(task):
    """Breaks a name after its first comma."""
    return task.replace(", ", "\n", 1)


def readable(rate):
    """Returns the number with three significant digits."""
    return f"{rate:.{2 if rate < 9.995 else 1 if rate < 99.95 else 0}f}"


def main():
    parser = script_parser()
    default = os.path.join("scripts", "plots", "rivals.svg")
    parser.add_argument("file", help="CSV file that the benches wrote")
    parser.add_argument(
        "--out", default=os.path.join(PLOTS, "rivals.svg"), metavar="FILE",
        help=f"where the drawing goes (default {default})",
    )
    parser.add_argument(
        "--reference", default="cozy-chess", metavar="NAME",
        help="the library whose speed is 1 (default cozy-chess)",
    )
    arguments = parser.parse_args()

    libraries, tasks = read(arguments.file)
    if arguments.reference not in libraries:
        fail(f"{arguments.file}: no library {arguments.reference}, only {', '.join(libraries)}")
    reference = libraries.index(arguments.reference)

    with plt.rc_context(STYLE):
        figure = draw(libraries, tasks, reference)
        save(figure, arguments.out)
    print(arguments.out)


if __name__ == "__main__":
    run(main)
