#!/usr/bin/env python3
"""Tells what results of games say of material that the scores of their positions do not.

    pip install numpy
    ox88 data filter games.vf -o samples.bin
    scripts/label_bias.py samples.bin more.bin

The scores that a network learns from are searches with the network before it, so what it
believes of material comes back to it. Results do not depend on it as much. A logistic model
of the result has the score (in units of --scale centipawns) as it is, and beside it, with a
weight each, and another for the share of pieces on the board: the differences of piece counts, a
bishop pair and any queen, the score itself and its hyperbolic tangent. The weights are what the
scores lack; all would be zero if scores were right.

Prints them in centipawns, with few pieces and with all, and the mean squared error of results before
and after on games that were not fitted. With --calibrated FILE also writes all samples with
corrected scores (those beyond --most centipawns stay). Samples are bulletformat. Exit status 2 for
wrong arguments or a file that cannot be used.
"""

import argparse
import sys

import numpy as np

SIZE = 32  # bytes of a sample
FULL = 32  # pieces on a full board
# Rows of a fit, to bound its memory.
MOST_FITTED = 2_000_000
AT_ONCE = 500_000
PIECES = ["pawn", "knight", "bishop", "rook", "queen"]
TERMS = PIECES + ["bishop pair", "any queen", "score", "tanh of the score"]
BITS = np.array([bin(byte).count("1") for byte in range(256)], np.uint8)


def fail(message):
    print(f"label_bias.py: {message}", file=sys.stderr)
    sys.exit(2)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("samples", nargs="+", help="files of `ox88 data filter`")
    parser.add_argument("--scale", type=float, default=200, help="centipawns of a logistic unit (default 200)")
    parser.add_argument("--most", type=float, default=1500, help="scores beyond are left as they are (default 1500)")
    parser.add_argument("--calibrated", metavar="FILE", help="where samples with corrected scores go")
    args = parser.parse_args()
    if args.scale <= 0 or args.most <= 0:
        parser.error("--scale and --most want numbers above 0")
    return args


def read(path):
    try:
        numbers = np.fromfile(path, dtype=np.uint8)
    except OSError as error:
        fail(f"{path}: {error.strerror}")
    if len(numbers) == 0 or len(numbers) % SIZE:
        fail(f"{path}: not a file of training samples")
    return numbers.reshape(-1, SIZE)


def scores(samples):
    """In centipawns, for the side to move, whose pieces the format shows as White's."""
    return samples[:, 24:26].copy().view("<i2")[:, 0].astype(float)


def terms(samples, scale):
    """A row for each sample: the terms, and each times the share of pieces."""
    on_board = BITS[samples[:, :8]].sum(1).astype(int)
    codes = np.empty((len(samples), 2 * 16), np.uint8)
    codes[:, 0::2], codes[:, 1::2] = samples[:, 8:24] & 15, samples[:, 8:24] >> 4
    codes[np.arange(2 * 16) >= on_board[:, None]] = 15
    counts = [[(codes == piece + side).sum(1) for side in (0, 8)] for piece in range(len(PIECES))]
    columns = [own - other for own, other in counts]
    for piece, least in ((2, 2), (4, 1)):
        own, other = counts[piece]
        columns.append((own >= least).astype(int) - (other >= least).astype(int))
    units = scores(samples) / scale
    columns += [units, np.tanh(units)]
    table = np.stack(columns, 1).astype(float)
    return np.hstack([table, table * (on_board / FULL)[:, None]])


def expected(units):
    return 1 / (1 + np.exp(-np.clip(units, -30, 30)))


def fitted(table, units, results):
    """The weights of greatest likelihood, by Newton's method."""
    weights = np.zeros(table.shape[1])
    ridge = 10 * np.eye(len(weights))
    for _ in range(8):
        said = expected(units + table @ weights)
        slopes = table * (said * (1 - said))[:, None]
        weights += np.linalg.solve(slopes.T @ table + ridge, table.T @ (results - said) - ridge @ weights)
    return weights


def main():
    args = arguments()
    files = [read(path) for path in args.samples]
    # The end of each file is not fitted: whole games, but for one.
    fit = np.concatenate([samples[: len(samples) * 9 // 10] for samples in files])
    rest = np.concatenate([samples[len(samples) * 9 // 10 :] for samples in files])
    fit, rest = (part[:: max(1, -(-len(part) // MOST_FITTED))] for part in (fit, rest))
    if len(rest) < 1000:
        fail("too few samples: 10,000 at least")
    weights = fitted(terms(fit, args.scale), scores(fit) / args.scale, fit[:, 26] / 2)

    print(f"{len(fit)} samples fitted; in centipawns, beside the score")
    print(f"{'':18} 4 pieces  all pieces")
    for at, name in enumerate(TERMS):
        few, full = (args.scale * (weights[at] + weights[len(TERMS) + at] * pieces / FULL) for pieces in (4, FULL))
        print(f"{name:18} {few:+8.1f}  {full:+10.1f}")
    units, results = scores(rest) / args.scale, rest[:, 26] / 2
    before, after = (np.mean((expected(u) - results) ** 2) for u in (units, units + terms(rest, args.scale) @ weights))
    print(f"squared error of the results of {len(rest)} others: {before:.6f} before, {after:.6f} after")

    if args.calibrated:
        if args.calibrated in args.samples:
            fail(f"{args.calibrated}: is read, and cannot be written too")
        try:
            file = open(args.calibrated, "wb")
        except OSError as error:
            fail(f"{args.calibrated}: {error.strerror}")
        with file:
            for samples in (part for whole in files for part in np.array_split(whole, -(-len(whole) // AT_ONCE))):
                old = scores(samples)
                new = np.clip(old + args.scale * (terms(samples, args.scale) @ weights), -32000, 32000)
                samples[:, 24:26] = np.where(abs(old) > args.most, old, new).round().astype("<i2").view(np.uint8).reshape(-1, 2)
                samples.tofile(file)


if __name__ == "__main__":
    main()
