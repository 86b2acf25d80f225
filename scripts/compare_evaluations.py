#!/usr/bin/env python3
"""Measures how far evaluations are from deep searches of another engine, in positions of real
games. The searches only judge; nothing is trained on them.

    pip install chess
    scripts/compare_evaluations.py truth GAMES.pgn... --out truth.tsv
    scripts/compare_evaluations.py judge OX88 truth.tsv OLD.nnue NEW.nnue...

`truth` draws positions from games, some from each, and writes each with the other engine's
score for White and the number of its game. `judge` prints, for each network, the root mean
square of the difference in expected score, 1 / (1 + exp(-cp / unit)), with the unit from
25 to 1000 that suits the network best. It also prints the difference to the first network,
with one standard error, for which positions of one game depend on each other; in a file
without numbers of games, all positions count as independent. Only quiet positions count: no
check, no promotion, and no capture of a piece that is undefended or worth more than the one
that takes it. In such positions a search relies on the evaluation. With --all the others
count, too.
"""

import collections
import math
import os
import random
import re

from failure import fail, needs, run
from games import key_of

needs("chess")
import chess  # noqa: E402
import chess.engine  # noqa: E402
import chess.pgn  # noqa: E402

from arguments import positive, script_parser  # noqa: E402
from output import written_whole  # noqa: E402
from searches import side_by_side  # noqa: E402
from uci_engine import Engine, Fault  # noqa: E402

STATIC = re.compile(r"Static evaluation: cp (-?\d+) for White")
WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 100}
# The centipawns of a mate, and the bound of all scores.
MOST = 3000
# Plies at the start of a game whose positions are not drawn.
OPENING = 4
# The centipawns of a logistic unit for scores of the other engine, and those that are tried for each network.
UNIT = 120
UNITS = range(25, 1001, 5)


def distinct_games(paths):
    """Yields the games of PGN files with their start positions. Leaves out games whose start is invalid, and games
    with the start and the moves of an earlier one: at fixed nodes an engine may play a game twice."""
    keys = set()
    for path in paths:
        with open(path, encoding="utf-8", errors="replace") as file:
            while game := chess.pgn.read_game(file):
                try:
                    board = game.board()
                except ValueError:
                    continue
                key = key_of(game.headers, game.mainline_moves())
                if key not in keys:
                    keys.add(key)
                    yield game, board


def drawn(paths, count):
    """Draws `count` positions from each game; returns the number of its game for each FEN."""
    random.seed(1)
    fens = {}
    for number, (game, board) in enumerate(distinct_games(paths), 1):
        seen = []
        for move in game.mainline_moves():
            board.push(move)
            seen.append(board.fen())
        seen = seen[OPENING:-1]
        for fen in random.sample(seen, min(count, len(seen))):
            fens.setdefault(fen, number)
    return fens


def searched(command, nodes, fens, threads):
    """Returns the score for White of each FEN, from a search with an empty table."""

    def work(engine, share):
        engine.configure({"Hash": 16})
        found = {}
        for fen in share:
            info = engine.analyse(chess.Board(fen), chess.engine.Limit(nodes=nodes), game=fen)
            found[fen] = max(-MOST, min(MOST, info["score"].white().score(mate_score=MOST)))
        return found

    return side_by_side(command, work, fens, threads)


def is_quiet(board):
    """Returns whether there is no check, no promotion, and no capture that obviously wins material."""
    if board.is_check():
        return False
    for move in board.legal_moves:
        if move.promotion:
            return False
        if board.is_capture(move):
            victim = board.piece_type_at(move.to_square) or chess.PAWN
            if WORTH[victim] > WORTH[board.piece_type_at(move.from_square)]:
                return False
            if not board.attackers(not board.turn, move.to_square):
                return False
    return True


def evaluated(command, network, fens):
    """Returns the static evaluation of each position for White."""
    engine = Engine(command)

    def answer(question):
        return "\n".join(engine.ask(f"{question}\nisready", "readyok")[:-1])

    try:
        told = answer(f"setoption name EvalFile value {network}").removeprefix("info string ")
        if told.startswith("EvalFile"):
            fail(told)
        values = []
        for fen in fens:
            told = STATIC.search(answer(f"position fen {fen}\neval"))
            if not told:
                fail(f"{command}: no static evaluation of {fen}")
            values.append(int(told[1]))
        return values
    except Fault as error:
        fail(f"{command}: {error}")
    finally:
        engine.quit()


def expected_score(centipawns, unit=UNIT):
    """Returns 1 / (1 + exp(-centipawns / unit)), in a form that does not overflow."""
    return (1 + math.tanh(centipawns / unit / 2)) / 2


def errors(values, truth):
    """Returns the squared differences in expected score with the best unit, and that unit."""

    def squares(unit):
        return [(expected_score(value, unit) - true) ** 2 for value, true in zip(values, truth)]

    unit = min(UNITS, key=lambda unit: sum(squares(unit)))
    return squares(unit), unit


def clustered_error(values, games):
    """Returns the standard error of the mean of values; those of one game depend on each other."""
    mean = sum(values) / len(values)
    sums = collections.defaultdict(float)
    for value, game in zip(values, games):
        sums[game] += value - mean
    return math.sqrt(sum(of_game**2 for of_game in sums.values())) / len(values)


def write_truth(args):
    if os.path.isfile(args.out) and not args.force:
        fail(f"{args.out} exists (--force overwrites it)")
    with written_whole(args.out) as file:
        fens = drawn(args.games, args.positions)
        if not fens:
            fail(f"no positions in {' '.join(args.games)}")
        scores = searched(args.engine, args.nodes, list(fens), args.threads)
        try:
            file.writelines(f"{fen}\t{scores[fen]}\t{game}\n" for fen, game in fens.items())
            file.flush()
        except OSError as error:
            fail(f"{args.out}: {error.strerror}")
    print(f"{len(fens)} positions")


def read_truth(path):
    """Reads a file of `truth`; returns its positions as boards, each with its score and game."""
    positions = []
    with open(path, encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            fields = line.rstrip("\n").split("\t")
            try:
                # A position without a game's number counts as a game of its own.
                fen, score, game = fields if len(fields) > 2 else [*fields, number]
                positions.append((chess.Board(fen), int(score), game))
            except ValueError:
                fail(f"{path}, line {number}: wants FEN, score and number of the game, with tabs between")
    return positions


def judge(args):
    positions = read_truth(args.truth)
    positions = [(board.fen(), score, game) for board, score, game in positions if args.all or is_quiet(board)]
    kind = "positions" if args.all else "quiet positions"
    games = [game for _, _, game in positions]
    if len(set(games)) < 2:
        fail(f"{args.truth}: {kind} of fewer than two games")
    truth = [expected_score(score) for _, score, _ in positions]
    print(f"{len(truth)} {kind}")
    first = None
    for network in args.networks:
        squares, unit = errors(evaluated(args.engine, network, [fen for fen, _, _ in positions]), truth)
        gap = math.sqrt(sum(squares) / len(squares))
        # Delta method: the root changes by the change of the mean, divided by twice the root.
        parts = [square / (2 * gap) for square in squares]
        first = first or (gap, parts)
        error = clustered_error([part - other for part, other in zip(parts, first[1])], games)
        bound = " (at the bound of those tried)" if unit in (UNITS[0], UNITS[-1]) else ""
        print(f"{gap:.4f}  {gap - first[0]:+.4f} +/- {error:.4f}  unit {unit}{bound}  {network}", flush=True)


def main():
    parser = script_parser()
    tasks = parser.add_subparsers(required=True)
    task = tasks.add_parser("truth", help="draw positions from games and search them")
    task.add_argument("games", nargs="+", metavar="GAMES.pgn")
    task.add_argument("--out", required=True, metavar="FILE")
    task.add_argument("--force", action="store_true", help="overwrite FILE if it exists")
    task.add_argument("--positions", type=positive, default=15, help="of each game (default: %(default)s)")
    task.add_argument("--engine", default="stockfish")
    task.add_argument("--nodes", type=positive, default=30_000, help="of a search (default: %(default)s)")
    task.add_argument("--threads", type=positive, default=2, help="searches at a time (default: %(default)s)")
    task.set_defaults(run=write_truth)
    task = tasks.add_parser("judge", help="compare networks")
    task.add_argument("engine")
    task.add_argument("truth")
    task.add_argument("networks", nargs="+", metavar="NETWORK")
    task.add_argument("--all", action="store_true", help="count positions that are not quiet, too")
    task.set_defaults(run=judge)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    run(main)
