#!/usr/bin/env python3
"""Fits the chances of win, draw and loss to the engine's own games.

    pip install chess numpy matplotlib
    scripts/match.py target/release/ox88 target/release/ox88 --tc 1+0.01 \\
        --games 2000 --openings FILE.epd --pgn games.pgn
    scripts/fit_wdl.py games.pgn --svg fit.svg

Reads the scores for the side that moved from the comments of the moves, as
fastchess and cutechess-cli write them. With m the material of both sides before
the move (1, 3, 3, 5 and 9 for each piece) and x the score, the model is

    win = 1 / (1 + exp((half(m) - x) / spread(m))), and loss the same with -x,

where half and spread are polynomials of m / 78. It is fitted by maximum
likelihood. The constants are printed as they stand in src/eval/win_model.rs, and
the numbers of games and the quality of the fit on standard error. Mates are not
fitted: they are certain. Games that did not end on the board (time, crashes) are
left out, and games with the moves of an earlier one: at fixed nodes an engine
against itself plays each opening's two games alike. Exit status 2 for wrong
arguments or a file that cannot be used.

https://www.chessprogramming.org/Pawn_Advantage,_Win_Percentage,_and_Elo
"""

import collections
import re
import sys

from failure import fail, needs, run
from games import key_of

needs("chess", "numpy")
import chess  # noqa: E402
import chess.pgn  # noqa: E402
import numpy as np  # noqa: E402

from arguments import bounded, pattern, script_parser  # noqa: E402

FULL = 78  # the material of the start position
COEFFICIENTS = 4  # the coefficients of each polynomial in win_model.rs
RESULTS = {"1-0": (0, 2), "1/2-1/2": (1, 1), "0-1": (2, 0)}  # the indices in OUTCOMES for White and for Black
OUTCOMES = ["win", "draw", "loss"]
COLOURS = ["#0b4f7d", "#a9b1b8", "#d55e00"]
SCORE = re.compile(r"\s*([+-]?\d+\.\d+)/")
UNSOUND = re.compile(r"time|illegal|infraction|abandon|disconnect|stall|crash|untermin", re.I)


class Game(chess.pgn.BaseVisitor):
    """Collects the scored positions of a game, without building the tree of its moves."""

    def __init__(self):
        self.tags = {}
        self.error = None
        self.moves = []
        self.before = None
        self.positions = []

    def visit_header(self, name, value):
        self.tags[name] = value

    def end_headers(self):
        sound = self.tags.get("Result") in RESULTS and not UNSOUND.search(self.tags.get("Termination", ""))
        return None if sound else chess.pgn.SKIP

    def begin_variation(self):
        return chess.pgn.SKIP

    def visit_move(self, board, move):
        self.before = (len(self.moves), material(board), board.turn)
        self.moves.append(move)

    def visit_comment(self, comment):
        found = SCORE.match(comment)
        if found and self.before:
            self.positions.append((*self.before, round(float(found[1]) * 100)))
        self.before = None

    def handle_error(self, error):
        self.error = self.error or error

    def result(self):
        return self

    def is_by(self, color, name):
        """Returns whether a side's name matches a regular expression: that in the match, or the engine's own."""
        side = "White" if color else "Black"
        return any(re.search(name, self.tags.get(tag, "")) for tag in (side, f"Engine{side}Name"))


def material(board):
    """Returns the material of both sides in pawns."""
    values = (
        (board.pawns, 1), (board.knights | board.bishops, 3), (board.rooks, 5), (board.queens, 9)
    )
    return sum(chess.popcount(pieces) * value for pieces, value in values)


def count(paths, name, skip, max_score):
    """Returns how often each outcome followed, by material and score, and how many games were read or left out."""
    counts = np.zeros((FULL + 1, 2 * max_score + 1, 3), np.int64)
    seen, notes = set(), collections.Counter()
    for path in paths:
        with open(path, encoding="utf-8", errors="replace") as file:
            while game := chess.pgn.read_game(file, Visitor=Game):
                kind, key = "read", key_of(game.tags, game.moves)
                if game.error:
                    kind = "that cannot be read"
                elif not game.moves:
                    kind = "without an end on the board"
                elif key in seen:
                    kind = "that were there before"
                notes[kind] += 1
                if kind == "read":
                    seen.add(key)
                    add(counts, game, name, skip, max_score)
    return counts, notes


def add(counts, game, name, skip, max_score):
    wanted = {color: game.is_by(color, name) for color in chess.COLORS}
    white, black = RESULTS[game.tags["Result"]]
    for ply, material, color, score in game.positions:
        if ply >= skip and wanted[color] and abs(score) <= max_score:
            counts[min(material, FULL), score + max_score, white if color else black] += 1


class Sample:
    """The counts that are not zero, one row for each material and score."""

    def __init__(self, counts):
        by_material = counts.sum(axis=(1, 2))
        shares = np.cumsum(by_material) / by_material.sum()
        # The polynomials are not used where there is hardly any data, since they are arbitrary there.
        self.low = int(np.searchsorted(shares, 0.005))
        self.high = int(np.searchsorted(shares, 0.995))
        rows, columns = np.nonzero(counts.sum(axis=2))
        self.material = np.clip(rows, self.low, self.high)
        self.score = columns - (counts.shape[1] - 1) // 2
        self.counts = counts[rows, columns]
        self.total = int(self.counts.sum())


def powers(materials, degree):
    """Returns the powers of m / 78 up to the degree, a row for each material."""
    return np.vander(np.asarray(materials) / FULL, degree + 1, increasing=True)


def chances(half, spread, score):
    """Returns the probabilities of win, draw and loss; that of a draw in a closed form, for precision."""
    s, z = half / spread, score / spread
    win, loss = 1 / (1 + np.exp(s - z)), 1 / (1 + np.exp(s + z))
    return np.stack([win, np.sinh(s) / (np.cosh(s) + np.cosh(z)), loss], axis=1)


def slopes(half, spread, score, probability):
    """Returns the derivatives of the three probabilities by half and by spread."""
    win, _, loss = probability.T
    steep_win, steep_loss = win * (1 - win) / spread, loss * (1 - loss) / spread
    by_half = np.stack([-steep_win, steep_win + steep_loss, -steep_loss], axis=1)
    far_win, far_loss = steep_win * (half - score) / spread, steep_loss * (half + score) / spread
    by_spread = np.stack([far_win, -far_win - far_loss, far_loss], axis=1)
    return by_half, by_spread


def log_likelihood(sample, terms, weights):
    """Returns the mean log likelihood of a position; minus infinity for invalid weights."""
    half, spread = (terms @ weights).T
    if half.min() <= 0 or spread.min() <= 0:
        return -np.inf
    with np.errstate(all="ignore"):
        logs = np.log(chances(half, spread, sample.score))
        mean = np.sum(np.where(sample.counts > 0, sample.counts * logs, 0)) / sample.total
    return mean if np.isfinite(mean) else -np.inf


def fit(sample, degree):
    """Returns the coefficients (a column for half, one for spread) by Fisher scoring, and their log likelihood."""
    terms = powers(sample.material, degree)
    weights = np.zeros((degree + 1, 2))
    weights[0] = 200, 150
    value = log_likelihood(sample, terms, weights)
    for _ in range(200):
        half, spread = (terms @ weights).T
        probability = np.maximum(chances(half, spread, sample.score), 1e-300)
        derivatives = slopes(half, spread, sample.score, probability)
        totals = sample.counts.sum(axis=1, keepdims=True)
        uphill = [np.sum(sample.counts / probability * d, axis=1) for d in derivatives]
        gradient = np.stack([terms.T @ u for u in uphill])
        blocks = [
            [(terms * np.sum(totals / probability * a * b, axis=1)[:, None]).T @ terms for b in derivatives]
            for a in derivatives
        ]
        step = np.linalg.lstsq(np.block(blocks), gradient.ravel(), rcond=None)[0]
        step = step.reshape(2, degree + 1).T
        better = -np.inf
        for halvings in range(40):
            trial = weights + step / 2**halvings
            better = log_likelihood(sample, terms, trial)
            if better > value:
                break
        if not better > value + 1e-12:
            return weights, value
        weights, value = trial, better
    fail("no fit found in 200 steps: try more games, or a lower --degree")


def print_constants(sample, weights):
    print(f"const MATERIAL: (i32, i32) = ({sample.low}, {sample.high});")
    for name, column in zip(["HALF", "SPREAD"], weights.T):
        column = np.pad(column, (0, COEFFICIENTS - len(column)))
        print(f"const {name}: [f64; {COEFFICIENTS}] = [{', '.join(f'{c:.3f}' for c in column)}];")


def print_findings(sample, notes, weights, value, degree):
    def say(text):
        print(text, file=sys.stderr)

    for kind, number in notes.items():
        say(f"games {kind}: {number}")
    shares = sample.counts.sum(axis=0) / sample.total
    say(f"positions: {sample.total}, " + ", ".join(f"{n} {s:.3f}" for n, s in zip(OUTCOMES, shares)))
    blind = float(np.sum(shares[shares > 0] * np.log(shares[shares > 0])))
    say(f"log likelihood of a position: {value:.5f} (without score and material {blind:.5f})")
    for material in np.linspace(sample.low, sample.high, 6).round().astype(int):
        half, spread = (powers([material], degree) @ weights)[0]
        say(f"material {material:2d}: half {half:6.1f}, spread {spread:6.1f}")


def draw(sample, weights, degree, path):
    """Draws the model as lines, and the games as dots where there are enough positions."""
    import matplotlib.pyplot as plt

    from plot_style import FAINT_INK, INK, STYLE, save

    half, spread = (powers(sample.material, degree) @ weights).T
    expected = chances(half, spread, sample.score) * sample.counts.sum(axis=1, keepdims=True)
    edges = np.linspace(sample.low, sample.high + 1, 6).round().astype(int)
    with plt.rc_context({**STYLE, "font.size": 9}):
        figure, axes = plt.subplots(2, 3, figsize=(9, 5.4), layout="constrained")
        for panel, low, high in zip(axes.flat, edges, edges[1:]):
            rows = (sample.material >= low) & (sample.material < high)
            draw_band(panel, sample, expected, rows)
            panel.set_title(f"material {low} to {high - 1}", fontsize=9)
        axes[0, 0].legend(frameon=False)
        last, material = axes[1, 2], np.arange(sample.low, sample.high + 1)
        lines = last.plot(material, powers(material, degree) @ weights)
        for line, name, colour in zip(lines, ["half", "spread"], [INK, FAINT_INK]):
            line.set(label=name, color=colour)
        last.set_title("centipawns, by material", fontsize=9)
        last.set_ylim(bottom=0)
        last.legend(frameon=False)
        save(figure, path)


def draw_band(panel, sample, expected, rows, width=50, enough=40):
    """Draws the chances by score for one range of material, in bins of `width` centipawns."""
    bins = np.round(sample.score[rows] / width).astype(int)
    if not len(bins):
        return
    first = bins.min()
    for column, (name, colour) in enumerate(zip(OUTCOMES, COLOURS)):
        total = np.bincount(bins - first, sample.counts[rows].sum(axis=1))
        kept = np.flatnonzero(total >= enough)
        scores = (kept + first) * width
        found = np.bincount(bins - first, sample.counts[rows, column])[kept] / total[kept]
        model = np.bincount(bins - first, expected[rows, column])[kept] / total[kept]
        panel.plot(scores, found, ".", color=colour, markersize=4)
        panel.plot(scores, model, color=colour, linewidth=1, label=name)
    panel.set_ylim(0, 1)


def arguments():
    parser = script_parser()
    parser.add_argument("pgn", nargs="+")
    parser.add_argument(
        "--engine", type=pattern, default="", metavar="REGEX",
        help="only moves of engines with such a name (default all)",
    )
    parser.add_argument(
        "--skip", type=bounded(int, 0), default=0, metavar="N", help="plies at a game's start that are left out"
    )
    parser.add_argument(
        "--max-score", type=bounded(int, 0, 32000), default=1000, metavar="CP",
        help="beyond it, a score is left out (default 1000)",
    )
    parser.add_argument(
        "--degree", type=int, choices=range(COEFFICIENTS), default=3, help="of the polynomials (default 3)"
    )
    parser.add_argument("--svg", metavar="FILE", help="draws the model beside the games")
    return parser.parse_args()


def main():
    args = arguments()
    if args.svg:
        needs("matplotlib")
    counts, notes = count(args.pgn, args.engine, args.skip, args.max_score)
    if not counts.any():
        fail(f"no scored moves to fit to in {' '.join(args.pgn)}")
    if not counts.any(axis=(0, 1)).all():
        fail("no model without wins, draws and losses: more games are needed")
    sample = Sample(counts)
    weights, value = fit(sample, args.degree)
    everywhere = powers(np.arange(sample.low, sample.high + 1), args.degree) @ weights
    if everywhere.min() <= 0:
        fail("half or spread is below 0 somewhere: try more games, or a lower --degree")
    print_constants(sample, weights)
    print_findings(sample, notes, weights, value, args.degree)
    if args.svg:
        draw(sample, weights, args.degree, args.svg)


if __name__ == "__main__":
    run(main)
