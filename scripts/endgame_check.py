#!/usr/bin/env python3
"""Checks how an engine without tablebases plays endings, by the tables of python-chess.

    pip install chess
    scripts/endgame_check.py target/release/ox88 ../shared/syzygy

The engine gets no tables; python-chess judges by them. In random endings of
king and pawn against king, the engine's score must be 0 in a draw and above
three pawns in a win, and its move must keep the result. Then it has to mate a
bare king with queen, rook, two bishops, bishop and knight, or pawn, within fifty
moves, against the longest defence by the tables' distances.
"""

import random

from failure import fail, needs, run

needs("chess")
import chess  # noqa: E402
import chess.engine  # noqa: E402
import chess.syzygy  # noqa: E402

from arguments import positive, script_parser  # noqa: E402
from syzygy_check import conclude, keeps, play_out, results, scattered

GAMES = {"KBNvK": 100, "KQvK": 30, "KRvK": 30, "KBBvK": 30, "KPvK": 30}
"""Wins of each ending that are played out."""

SURE = 300
"""Centipawns beyond which a score counts as a win."""


def ending(name, chance):
    """Returns a legal position with these pieces and a halfmove clock of 0."""
    board = scattered(name, chance)
    board.halfmove_clock = 0
    return board


def fault(tables, engine, board, limit, game):
    """Returns the error in the engine's score or move, or None."""
    played = engine.play(board, limit, game=game, info=chess.engine.INFO_SCORE)
    if "score" not in played.info:
        raise chess.engine.EngineError(f"no score in {board.fen()}")
    score = played.info["score"].relative
    (result,) = results(tables, board)
    told = score.score(mate_score=100_000)
    if result == 0 and score != chess.engine.Cp(0):
        return f"a draw is told as {score}"
    if result * told < abs(result) * SURE:
        return f"a result of {result} is told as {score}"
    if not keeps(tables, board, played.move):
        return f"{played.move} does not keep {result}"
    return None


def main():
    parser = script_parser()
    parser.add_argument("engine")
    parser.add_argument("tables", help="directory of the tables")
    parser.add_argument("--positions", type=positive, default=1000)
    parser.add_argument("--nodes", type=positive, default=1000, help="for each position")
    parser.add_argument("--game-nodes", type=positive, default=100_000, help="for each move of the games")
    parser.add_argument("--evaluation", choices=("network", "classical"), default="network", help="default: network")
    parser.add_argument("--seed", type=int, default=88)
    conclude(check, parser.parse_args())


def check(arguments):
    """Returns the number of faults."""
    chance = random.Random(arguments.seed)
    faults = 0
    with (
        chess.syzygy.open_tablebase(arguments.tables) as tables,
        chess.engine.SimpleEngine.popen_uci(arguments.engine) as engine,
    ):
        missing = GAMES.keys() - tables.wdl.keys()
        if missing:
            fail(f"{arguments.tables}: no tables of {', '.join(sorted(missing))}")
        engine.configure({"Evaluation": arguments.evaluation})

        limit = chess.engine.Limit(nodes=arguments.nodes)
        counts = {-1: 0, 0: 0, 1: 0}
        wrong = 0
        for number in range(arguments.positions):
            board = ending("KPvK", chance)
            counts[max(results(tables, board))] += 1
            problem = fault(tables, engine, board, limit, number)
            if problem:
                wrong += 1
                print(f"{board.fen()}: {problem}")
        print(f"KPvK: {arguments.positions} positions ({counts[1]} won, {counts[0]} drawn, "
              f"{counts[-1]} lost), {wrong} of them wrong", flush=True)
        faults += wrong

        limit = chess.engine.Limit(nodes=arguments.game_nodes)
        for name, number in GAMES.items():
            lengths = []
            while number:
                board = ending(name, chance)
                if results(tables, board) != {1}:
                    continue
                number -= 1
                start = board.fen()
                end = play_out(engine, tables, board, limit)
                if isinstance(end, int):
                    lengths.append((end + 1) // 2)
                else:
                    faults += 1
                    print(f"{start}: {end}")
            print(f"{name}: {len(lengths)} of {GAMES[name]} wins end in mate, after "
                  f"{max(lengths, default=0)} moves at most, "
                  f"{sum(lengths) / max(len(lengths), 1):.1f} on average", flush=True)
    return faults


if __name__ == "__main__":
    run(main)
