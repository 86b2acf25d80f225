#!/usr/bin/env python3
"""Tunes the piece-square tables on the engine's own games (Texel's method).

    scripts/tune_psqt.py openings 7000 > openings.epd
    scripts/match.py target/release/ox88 target/release/ox88 --nodes 2000 \\
        --games 14000 --openings openings.epd --pgn games.pgn
    scripts/tune_psqt.py fit games.pgn

`openings` prints positions after seven to nine random plies with about even
material. `fit` reads the games, keeps their quiet positions, and finds the
tables whose value, through a logistic curve, best predicts result and search
score. It prints them as they stand in src/eval/psqt_tables.rs, and the losses on
standard error. Games with the same moves count once: at fixed nodes an engine
against itself plays each opening's two games alike. Needs python-chess and
numpy.

https://www.chessprogramming.org/Texel%27s_Tuning_Method
"""

import random
import sys

from failure import fail, needs, run

needs("chess", "numpy")
import chess  # noqa: E402
import numpy as np  # noqa: E402

from arguments import bounded, positive, script_parser  # noqa: E402
from fit_wdl import SCORE  # noqa: E402
from searches import distinct_games, expected_score  # noqa: E402

KINDS = ["PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING"]
PHASES = {chess.KNIGHT: 1, chess.BISHOP: 1, chess.ROOK: 2, chess.QUEEN: 4}
START = [(90, 110), (325, 300), (340, 310), (480, 530), (960, 970), (0, 0)]
PIECES = 32
FEATURES = 6 * 64


def print_openings(count, seed):
    values = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
    rng = random.Random(seed)
    found = set()
    while len(found) < count:
        board = chess.Board()
        for _ in range(rng.choice((7, 8, 9))):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        balance = sum(values[p.piece_type] * (1 if p.color else -1) for p in board.piece_map().values())
        if abs(balance) <= 1 and not board.is_game_over() and board.epd() not in found:
            found.add(board.epd())
            print(board.epd())


def quiet_positions(paths, skip_plies=2):
    """Yields (board, search score in centipawns for White, result)."""
    results = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
    for game, board in distinct_games(paths):
        result = results.get(game.headers.get("Result"))
        if result is None:
            continue
        for ply, node in enumerate(game.mainline()):
            quiet = not board.is_capture(node.move) and not node.move.promotion
            if ply >= skip_plies and quiet and not board.is_check():
                found = SCORE.match(node.comment)
                if found:
                    score = round(float(found[1]) * 100)
                    yield board, score if board.turn else -score, result
            board.push(node.move)


def load(paths, score_share, scale):
    index, sign, phase, target = [], [], [], []
    for board, score, result in quiet_positions(paths):
        if abs(score) > 1500:
            continue
        row = np.zeros(PIECES, np.int16)
        signs = np.zeros(PIECES, np.float32)
        total = 0
        for i, (square, piece) in enumerate(board.piece_map().items()):
            seen = square if piece.color else chess.square_mirror(square)
            row[i] = (piece.piece_type - 1) * 64 + seen
            signs[i] = 1 if piece.color else -1
            total += PHASES.get(piece.piece_type, 0)
        index.append(row)
        sign.append(signs)
        phase.append(min(total, 24) / 24)
        target.append((1 - score_share) * result + score_share * expected_score(score, scale))
    return np.array(index), np.array(sign), np.array(phase, np.float32), np.array(target, np.float32)


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
        fail(f"{len(target)} scored quiet positions in {' '.join(paths)}: too few")
    print(f"{len(target)} positions", file=sys.stderr)
    weights = np.repeat(np.array(START, np.float32), 64, axis=0)  # FEATURES x 2
    shares = np.stack([phase, 1 - phase], axis=1)
    # The last tenth: whole games except one at the border, since positions of one game are alike.
    held_out = np.arange(len(target)) >= len(target) * 9 // 10
    mean, square = np.zeros_like(weights), np.zeros_like(weights)

    def predict(rows):
        value = (weights[index[rows]] * sign[rows][:, :, None]).sum(axis=1)
        return 1 / (1 + np.exp(-(value * shares[rows]).sum(axis=1) / scale))

    def loss(rows):
        return float(((predict(rows) - target[rows]) ** 2).mean())

    rng = np.random.default_rng(88)
    train = np.flatnonzero(~held_out)
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
        print(f"round {number + 1}: loss {loss(train[:100000]):.6f}, held out {loss(np.flatnonzero(held_out)):.6f}",
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
    commands = parser.add_subparsers(dest="command", required=True)
    openings = commands.add_parser("openings", help="print random start positions")
    openings.add_argument("count", type=positive)
    openings.add_argument("--seed", type=int, default=1)
    fitting = commands.add_parser("fit", help="fit the tables to games")
    fitting.add_argument("pgn", nargs="+")
    fitting.add_argument("--rounds", type=positive, default=20)
    fitting.add_argument("--scale", type=bounded(float, 0, above=True), default=170.0,
                         help="centipawns per logistic unit")
    fitting.add_argument("--score-share", type=bounded(float, 0, 1), default=0.5, help="weight of score against result")
    fitting.add_argument("--pull", type=bounded(float, 0), default=1.5e-8, help="pull towards neighbouring squares")
    args = parser.parse_args()
    if args.command == "openings":
        print_openings(args.count, args.seed)
    else:
        print_tables(fit(args.pgn, args.rounds, args.scale, args.score_share, args.pull))


if __name__ == "__main__":
    run(main)
