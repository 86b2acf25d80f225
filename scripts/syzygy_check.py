#!/usr/bin/env python3
"""Checks an engine's play in endings against python-chess and the same tables.

    pip install chess
    scripts/syzygy_check.py target/release/ox88 ../shared/syzygy

The positions are random ones of all tables in the folder (or those of --only), most
of them with a halfmove clock above 0. The engine's move must keep the result under
the fifty-move rule. Then it plays out some of the wins against the longest defence
by the tables' distances, and has to mate.
"""

import random
import sys

from failure import SYSTEM_ERRORS, fail, fail_by, needs, run

needs("chess")
import chess  # noqa: E402
import chess.engine  # noqa: E402
import chess.syzygy  # noqa: E402

from arguments import positive, script_parser  # noqa: E402

KINDS = {letter: chess.PIECE_SYMBOLS.index(letter.lower()) for letter in "KQRBNP"}
"""The piece types by their letters in names of tables."""

LONGEST = 300
"""Plies after which a game counts as not won."""


def scattered(name, chance):
    """Returns a random legal position with the pieces of a table, for either colour, in which the side
    to move has a move."""
    sides = [chess.WHITE, chess.BLACK]
    chance.shuffle(sides)
    while True:
        board = chess.Board(None)
        squares = iter(chance.sample(range(64), len(name) - 1))
        for color, letters in zip(sides, name.split("v")):
            for letter in letters:
                board.set_piece_at(next(squares), chess.Piece(KINDS[letter], color))
        board.turn = chance.random() < 0.5
        if chance.random() < 0.7:
            board.halfmove_clock = chance.randrange(100)
        if board.is_valid() and any(board.legal_moves):
            return board


def results(tables, board):
    """Returns the possible results under the fifty-move rule, as -1, 0 or 1. There are two if the
    rounded distances leave the result open."""
    if board.is_checkmate():
        return {-1}
    drawn = board.is_stalemate() or board.is_insufficient_material()
    if drawn or board.halfmove_clock >= 100:
        return {0}
    distance = tables.probe_dtz(board)
    sign = (distance > 0) - (distance < 0)
    if board.halfmove_clock == 0:
        return {sign if abs(tables.probe_wdl(board)) == 2 else 0}
    left = abs(distance) + board.halfmove_clock
    if left < 100 or distance == 0:
        return {sign}
    return {0} if left > 101 else {sign, 0}


def keeps(tables, board, move):
    """Returns whether a move keeps the result, or may keep it as far as the tables tell."""
    before = results(tables, board)
    board.push(move)
    after = {-result for result in results(tables, board)}
    board.pop()
    return max(after) >= min(before)


def longest_defence(tables, board):
    """Returns the reply after which the win takes longest, or one that draws if there is one."""

    def value(move):
        board.push(move)
        over = board.is_stalemate() or board.is_insufficient_material()
        distance = 1000 if over else tables.probe_dtz(board)
        board.pop()
        return distance if distance > 0 else 1000

    return max(board.legal_moves, key=value)


def play_out(engine, tables, board, limit):
    """Plays out a win; returns the plies to mate, or the reason why there was no mate."""
    winner = board.turn
    game = object()
    for plies in range(LONGEST):
        outcome = board.outcome()
        if outcome:
            return plies if outcome.winner == winner else outcome.termination.name
        if board.is_repetition():
            return "threefold repetition"
        if board.halfmove_clock >= 100:
            return "fifty moves"
        if board.turn == winner:
            board.push(engine.play(board, limit, game=game).move)
        else:
            board.push(longest_defence(tables, board))
    return "too long"


def main():
    parser = script_parser()
    parser.add_argument("engine")
    parser.add_argument("tables", help="directory of the tables")
    parser.add_argument("--positions", type=positive, default=2000)
    parser.add_argument("--games", type=positive, default=100)
    parser.add_argument("--nodes", type=positive, default=2000)
    parser.add_argument("--seed", type=int, default=88)
    parser.add_argument("--only", help="names of tables, with commas between")
    conclude(check, parser.parse_args())


def conclude(check, arguments):
    """Runs a check with tables, and ends the script, with status 1 if there were faults."""
    try:
        faults = check(arguments)
    except chess.syzygy.MissingTableError as error:
        fail(f"{arguments.tables}: {error.args[0]}")
    except (chess.engine.EngineError, *SYSTEM_ERRORS) as error:
        fail_by(error, "the engine or the tables failed")
    sys.exit(1 if faults else 0)


def check(arguments):
    """Returns the number of faults."""
    chance = random.Random(arguments.seed)
    limit = chess.engine.Limit(nodes=arguments.nodes)
    faults = 0
    with (
        chess.syzygy.open_tablebase(arguments.tables) as tables,
        chess.engine.SimpleEngine.popen_uci(arguments.engine) as engine,
    ):
        # Tables have two names each, with either side first.
        names = sorted(filter(chess.syzygy.is_tablename, tables.wdl.keys() & tables.dtz.keys()))
        if not names:
            fail(f"{arguments.tables}: no tables")
        if arguments.only:
            wanted = arguments.only.split(",")
            if unknown := [name for name in wanted if name not in names]:
                fail(f"{arguments.tables}: no tables of {', '.join(unknown)}")
            names = wanted
        engine.configure({"SyzygyPath": arguments.tables})
        wins = []
        counts = {-1: 0, 0: 0, 1: 0}
        for number in range(arguments.positions):
            board = scattered(chance.choice(names), chance)
            found = results(tables, board)
            counts[max(found)] += 1
            move = engine.play(board, limit, game=number).move
            if not keeps(tables, board, move):
                faults += 1
                print(f"{board.fen()}: {move} does not keep {max(found)}")
            if found == {1} and tables.probe_dtz(board) > 2:
                wins.append(board)
        print(f"{arguments.positions} positions ({counts[1]} won, {counts[0]} drawn, "
              f"{counts[-1]} lost), {faults} moves that lost the result")

        lengths = []
        for board in chance.sample(wins, min(arguments.games, len(wins))):
            start = board.fen()
            end = play_out(engine, tables, board, limit)
            if isinstance(end, int):
                lengths.append(end)
            else:
                faults += 1
                print(f"{start}: {end}")
        print(f"{len(lengths)} of {min(arguments.games, len(wins))} wins end in mate, "
              f"after {max(lengths, default=0)} plies at most")
    return faults


if __name__ == "__main__":
    run(main)
