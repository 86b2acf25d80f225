#!/usr/bin/env python3
"""Tunes the piece-square tables on the engine's own games (Texel's method).

    pip install numpy
    ox88 datagen --games 14000 --nodes 2000 --standard -o games.vf
    ox88 data filter games.vf --skip 2 --max-score 1500 -o samples.bin
    scripts/tune_psqt.py samples.bin

Finds the tables whose value, through a logistic curve, best predicts results and
search scores of the positions. Prints them as they stand in
src/eval/psqt_tables.rs, and the losses on standard error. Exit status 2 for wrong
arguments or a file that cannot be used.

https://www.chessprogramming.org/Texel%27s_Tuning_Method
"""

import sys

from failure import fail, needs, run

needs("numpy")
import numpy as np  # noqa: E402

from arguments import bounded, positive, script_parser  # noqa: E402

# A position in bulletformat, seen by the side to move: a bit for each square with a piece, and half a byte for each
# piece, which is its type, and 8 more for the other side's.
SAMPLE = np.dtype([("squares", np.uint8, 8), ("pieces", np.uint8, 16), ("score", "<i2"), ("result", np.uint8),
                   ("rest", np.uint8, 5)])
KINDS = ["PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING"]
PHASES = np.array([0, 1, 1, 2, 4, 0])
START = [(90, 110), (325, 300), (340, 310), (480, 530), (960, 970), (0, 0)]
PIECES = 32
FEATURES = 6 * 64


def read(path):
    """Returns the samples of a file."""
    with open(path, "rb") as file:
        data = file.read()
    if not data or len(data) % SAMPLE.itemsize:
        fail(f"{path}: no file of `ox88 data filter`")
    return np.frombuffer(data, SAMPLE)


def load(paths, score_share, scale):
    """Returns the features of each position, their signs, its phase, and the expected score to learn."""
    samples = np.concatenate([read(path) for path in paths])
    is_occupied = np.unpackbits(samples["squares"], axis=1, bitorder="little").astype(bool)
    codes = np.stack([samples["pieces"] & 15, samples["pieces"] >> 4], axis=2).reshape(-1, PIECES).astype(np.int16)
    counts = is_occupied.sum(axis=1)
    is_piece = np.arange(PIECES) < counts[:, None]
    kinds, is_own = codes & 7, codes < 8
    if counts.max() > PIECES or kinds[is_piece].max() >= len(KINDS) or samples["result"].max() > 2:
        fail(f"{' '.join(paths)}: no files of `ox88 data filter`")
    squares = np.zeros_like(codes)
    squares[is_piece] = np.nonzero(is_occupied)[1]
    index = kinds * 64 + np.where(is_own, squares, squares ^ 56)
    sign = np.where(is_own, 1, -1).astype(np.float32) * is_piece
    phase = np.minimum((PHASES[kinds] * is_piece).sum(axis=1), 24) / 24
    by_score = (1 + np.tanh(samples["score"] / scale / 2)) / 2
    target = (1 - score_share) * samples["result"] / 2 + score_share * by_score
    return index, sign, phase.astype(np.float32), target.astype(np.float32)


def smoothed(weights):
    """Returns the weights with each square's value replaced by the mean of its four neighbours."""
    boards = np.pad(weights.reshape(6, 8, 8, 2), ((0, 0), (1, 1), (1, 1), (0, 0)), mode="edge")
    # Pawns never stand on the edge ranks, which must not influence their neighbours.
    boards[0, :2], boards[0, 8:] = boards[0, 2], boards[0, 7]
    shifts = [(0, 1), (2, 1), (1, 0), (1, 2)]
    return sum(boards[:, r : r + 8, f : f + 8] for r, f in shifts).reshape(-1, 2) / 4


def fit(paths, rounds, scale, score_share, pull):
    index, sign, phase, target = load(paths, score_share, scale)
    if len(target) < 10:
        fail(f"{len(target)} positions in {' '.join(paths)}: too few")
    print(f"{len(target)} positions", file=sys.stderr)
    weights = np.repeat(np.array(START, np.float32), 64, axis=0)  # FEATURES x 2
    shares = np.stack([phase, 1 - phase], axis=1)
    # The last tenth: whole games except one at the border, since positions of one game are alike.
    train, held_out = np.split(np.arange(len(target)), [len(target) * 9 // 10])
    mean, square = np.zeros_like(weights), np.zeros_like(weights)

    def predict(rows):
        value = (weights[index[rows]] * sign[rows][:, :, None]).sum(axis=1)
        return 1 / (1 + np.exp(-(value * shares[rows]).sum(axis=1) / scale))

    def loss(rows):
        return float(((predict(rows) - target[rows]) ** 2).mean())

    rng = np.random.default_rng(88)
    step = 0
    for number in range(rounds):
        rng.shuffle(train)
        rate = 2.0 * (1 - number / rounds) + 0.05
        for rows in np.array_split(train, max(1, len(train) // 16384)):
            step += 1
            value = predict(rows)
            error = (value - target[rows]) * value * (1 - value) / scale
            pulls = error[:, None, None] * sign[rows][:, :, None] * shares[rows][:, None, :]
            flat = index[rows].ravel()
            gradient = np.stack(
                [np.bincount(flat, pulls[:, :, k].ravel(), FEATURES) for k in range(2)], axis=1
            ) / len(rows)
            # Values of squares with little data are pulled towards those of their neighbours.
            gradient += pull * (weights - smoothed(weights))
            mean = 0.9 * mean + 0.1 * gradient
            square = 0.999 * square + 0.001 * gradient**2
            unbiased = mean / (1 - 0.9**step), square / (1 - 0.999**step)
            weights -= (rate * unbiased[0] / (np.sqrt(unbiased[1]) + 1e-9)).astype(np.float32)
        print(f"round {number + 1}: loss {loss(train[:100000]):.6f}, held out {loss(held_out):.6f}",
              file=sys.stderr)
    return weights


def print_tables(weights):
    tables = np.rint(weights).astype(int).reshape(6, 64, 2)
    tables[0, :8] = tables[0, 56:] = 0
    for name, table in zip(KINDS, tables):
        print(f"#[rustfmt::skip]\nstatic {name}: SquareTable = SquareTable {{")
        for phase, title in enumerate(["middlegame", "endgame"]):
            print(f"    {title}: [")
            for rank in reversed(range(8)):
                row = table[rank * 8 : rank * 8 + 8, phase]
                print("        " + ", ".join(f"{cell:4d}" for cell in row) + ",")
            print("    ],")
        print("};\n")


def main():
    parser = script_parser()
    parser.add_argument("samples", nargs="+", help="files of `ox88 data filter`")
    parser.add_argument("--rounds", type=positive, default=20, help="passes over the positions (default 20)")
    parser.add_argument("--scale", type=bounded(float, 0, above=True), default=170.0,
                        help="centipawns per logistic unit (default 170)")
    parser.add_argument("--score-share", type=bounded(float, 0, 1), default=0.5,
                        help="weight of score against result (default 0.5)")
    parser.add_argument("--pull", type=bounded(float, 0), default=1.5e-8,
                        help="pull towards neighbouring squares (default 1.5e-8)")
    args = parser.parse_args()
    print_tables(fit(args.samples, args.rounds, args.scale, args.score_share, args.pull))


if __name__ == "__main__":
    run(main)
