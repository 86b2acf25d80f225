#!/usr/bin/env python3
"""Draws the results of matches, and prints them as the table of README.md.

    pip install matplotlib
    scripts/plot_strength.py

Reads the rows of benches/matches.tsv whose column `shown` says yes. Writes scripts/plots/strength.svg, with the
Elo difference of each score and its 95 % interval. Exit status 2 for wrong arguments or a table or drawing that
cannot be used.

The intervals of the drawing treat games as independent; games in pairs from one opening are a little less
uncertain than that. The table has the errors of the rows where there are some. If the interval reaches a score of
0 or 1, only its other end is known. If all games were won or all lost, only a bound is known: with 95 % certainty
the loser would score less than three points in as many games ("rule of three").

https://www.chessprogramming.org/Match_Statistics
"""

import math
import os

from arguments import script_parser
from failure import fail, needs, run

needs("matplotlib")
import experiments  # noqa: E402
import matplotlib.pyplot as plt  # noqa: E402

from places import ROOT  # noqa: E402
from plot_style import PLOTS, STYLE, save  # noqa: E402

RESULTS = os.path.join(ROOT, "benches", "matches.tsv")
CERTAIN = 1.96  # standard errors on each side of a 95 % interval
COLOUR = "#0b4f7d"


def elo(share):
    """Returns the Elo difference of a score, which is infinite at and beyond 0 and 1."""
    if not 0 < share < 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


class Match:
    def __init__(self, row):
        self.against, self.build, self.clock = row["against"], row["build"], row["limit"]
        self.known_error = row["error"]
        counts = [int(row[column]) for column in ("won", "drawn", "lost")]
        self.games = sum(counts)
        if self.games == 0 or min(counts) < 0:
            raise ValueError("no games")
        shares = [count / self.games for count in counts]
        self.share = shares[0] + shares[1] / 2
        spread = sum(share * (points - self.share) ** 2 for share, points in zip(shares, [1, 0.5, 0]))
        margin = CERTAIN * math.sqrt(spread / self.games)
        self.bound = {0: "<", 1: ">"}.get(self.share, "")
        if self.bound:
            self.elo = self.low = self.high = elo(abs(self.share - min(3 / self.games, 0.5)))
            return
        self.elo = elo(self.share)
        self.low, self.high = elo(self.share - margin), elo(self.share + margin)

    def label(self):
        return f"{self.bound} {self.elo:+.0f}".lstrip()

    def error(self):
        """Returns the error of the row, or else that of the drawing, as text behind the Elo difference."""
        if self.bound:
            return ""
        if self.known_error:
            return f" ± {self.known_error}"
        if math.isfinite(self.high - self.low):
            return f" ± {(self.high - self.low) / 2:.0f}"
        if math.isfinite(self.low):
            return f", at least {self.low:+.0f}"
        return f", at most {self.high:+.0f}" if math.isfinite(self.high) else ""

    def row(self):
        return (
            f"| {self.against} | {self.build} | {self.clock} | {self.games} "
            f"| {self.share * 100:.1f} % | {self.label()}{self.error()} |"
        )


def read_matches():
    matches = []
    for row in experiments.read(RESULTS):
        try:
            if row["shown"] == "yes":
                matches.append(Match(row))
        except ValueError as error:
            fail(f"{RESULTS}: {row['date']}, {row['against']}: {error}")
    return matches


def draw(matches):
    """Draws a point and its range for each match, the first on top."""
    figure, axes = plt.subplots(figsize=(8, 0.9 + 0.46 * len(matches)))
    figure.set_layout_engine("constrained", w_pad=0.1, h_pad=0.1)
    places = range(len(matches))
    values = [match.elo for match in matches]
    finite = [end for match in matches for end in (match.low, match.elo, match.high) if math.isfinite(end)]
    least, most = min(0, *finite), max(0, *finite)
    margin = 0.05 * (most - least) or 1
    # A bar whose end is not known goes beyond the frame.
    left = [match.elo - max(match.low, least - 2 * margin) for match in matches]
    right = [min(match.high, most + 2 * margin) - match.elo for match in matches]
    axes.set_xlim(least - margin, most + margin)
    axes.axvline(0, color="#a9b1b8", linewidth=1)
    axes.errorbar(values, places, xerr=[left, right], fmt="o", color=COLOUR, capsize=3)
    for place, match in zip(places, matches):
        axes.annotate(
            match.label(), (match.elo, place), xytext=(0, 6), textcoords="offset points", ha="center", fontsize=8
        )
    axes.set_yticks(places, [f"{match.against}, {match.clock}\n{match.build}" for match in matches], fontsize=8)
    for label in axes.get_yticklabels():
        label.set_multialignment("right")
    axes.set_ylim(len(matches) - 0.5, -0.7)
    axes.set_xlabel("Elo of Ox88 beside its opponent")
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    return figure


def main():
    parser = script_parser()
    parser.add_argument("--svg", default=os.path.join(PLOTS, "strength.svg"),
                        help="default: scripts/plots/strength.svg")
    args = parser.parse_args()
    matches = read_matches()
    with plt.rc_context(STYLE):
        figure = draw(matches)
        save(figure, args.svg)
    print("| against | its build | clock | games | score | Elo |\n|---|---|---|---|---|---|")
    for match in matches:
        print(match.row())


if __name__ == "__main__":
    run(main)
