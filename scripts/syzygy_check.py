#!/usr/bin/env python3
"""Checks an engine's play in endings by python-chess and endgame tables.

    pip install chess
    scripts/syzygy_check.py target/release/ox88 ../shared/syzygy
    scripts/syzygy_check.py target/release/ox88 ../shared/syzygy --without-tables

The engine has the same tables. The positions are random ones of all tables in the
folder (or those of --only), most of them with a halfmove clock above 0. The engine's
move must keep the result under the fifty-move rule. Then it plays out some of the wins
against the longest defence by the tables' distances, and has to mate.

With --without-tables the engine has none. In random endings of king and pawn against
king, its score, too, must be 0 in a draw and above three pawns in a win. Then it has to
mate a bare king with bishop and knight, queen, rook, two bishops, or pawn.
"""

import collections
import random
import sys

from failure import SYSTEM_ERRORS, fail, fail_by, needs, run

needs("chess")
import chess  # noqa: E402
import chess.engine  # noqa: E402
import chess.syzygy  # noqa: E402

from arguments import positive, script_parser  # noqa: E402

# The endings that are played out without tables.
ENDINGS = ("KBNvK", "KQvK", "KRvK", "KBBvK", "KPvK")
# Centipawns beyond which a score counts as a win.
SURE = 300
# Plies after which a game counts as not won.
LONGEST = 300


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
                board.set_piece_at(next(squares), chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), color))
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


def fault(tables, board, played, with_score):
    """Returns the error in the engine's move or score, or None."""
    found = results(tables, board)
    if with_score:
        if "score" not in played.info:
            raise chess.engine.EngineError(f"no score in {board.fen()}")
        score, result = played.info["score"].relative, max(found)
        if result == 0 and score != chess.engine.Cp(0):
            return f"a draw is told as {score}"
        if result * score.score(mate_score=100_000) < abs(result) * SURE:
            return f"a result of {result} is told as {score}"
    return None if keeps(tables, board, played.move) else f"{played.move} does not keep {max(found)}"


def check_positions(engine, tables, boards, arguments):
    """Lets the engine move in each position; returns the number of faults."""
    limit = chess.engine.Limit(nodes=arguments.nodes)
    counts, faults = collections.Counter(), 0
    for number, board in enumerate(boards):
        counts[max(results(tables, board))] += 1
        played = engine.play(board, limit, game=number, info=chess.engine.INFO_SCORE)
        if problem := fault(tables, board, played, arguments.without_tables):
            faults += 1
            print(f"{board.fen()}: {problem}")
    print(f"{len(boards)} positions ({counts[1]} won, {counts[0]} drawn, {counts[-1]} lost), {faults} faults", flush=True)
    return faults


def play_wins(engine, tables, boards, nodes, name):
    """Plays out wins; returns the number of those that do not end in mate."""
    limit = chess.engine.Limit(nodes=nodes)
    lengths = []
    for board in boards:
        start = board.fen()
        end = play_out(engine, tables, board, limit)
        if isinstance(end, int):
            lengths.append((end + 1) // 2)
        else:
            print(f"{start}: {end}")
    print(f"{name}{len(lengths)} of {len(boards)} wins end in mate, after {max(lengths, default=0)} moves at most, "
          f"{sum(lengths) / max(len(lengths), 1):.1f} on average", flush=True)
    return len(boards) - len(lengths)


def check_with_tables(engine, tables, names, arguments, chance):
    """Returns the number of faults of an engine that has the tables."""
    engine.configure({"SyzygyPath": arguments.tables})
    boards = [scattered(chance.choice(names), chance) for _ in range(arguments.positions)]
    faults = check_positions(engine, tables, boards, arguments)
    wins = [board for board in boards if results(tables, board) == {1} and tables.probe_dtz(board) > 2]
    wins = chance.sample(wins, min(arguments.games, len(wins)))
    return faults + play_wins(engine, tables, wins, arguments.game_nodes or arguments.nodes, "")


def check_without_tables(engine, tables, arguments, chance):
    """Returns the number of faults of an engine without tables."""
    def ending(name):
        board = scattered(name, chance)
        board.halfmove_clock = 0
        return board

    boards = [ending("KPvK") for _ in range(arguments.positions)]
    faults = check_positions(engine, tables, boards, arguments)
    for name in ENDINGS:
        wins = []
        while len(wins) < arguments.games:
            board = ending(name)
            if results(tables, board) == {1}:
                wins.append(board)
        faults += play_wins(engine, tables, wins, arguments.game_nodes or 100_000, f"{name}: ")
    return faults


def check(arguments):
    """Returns the number of faults."""
    chance = random.Random(arguments.seed)
    with (
        chess.syzygy.open_tablebase(arguments.tables) as tables,
        chess.engine.SimpleEngine.popen_uci(arguments.engine) as engine,
    ):
        # Tables have two names each, with either side first.
        known = sorted(filter(chess.syzygy.is_tablename, tables.wdl.keys() & tables.dtz.keys()))
        if not known:
            fail(f"{arguments.tables}: no tables")
        names = ENDINGS if arguments.without_tables else arguments.only.split(",") if arguments.only else known
        if unknown := [name for name in names if name not in known]:
            fail(f"{arguments.tables}: no tables of {', '.join(unknown)}")
        if arguments.evaluation:
            engine.configure({"Evaluation": arguments.evaluation})
        if arguments.without_tables:
            return check_without_tables(engine, tables, arguments, chance)
        return check_with_tables(engine, tables, names, arguments, chance)


def main():
    parser = script_parser()
    parser.add_argument("engine")
    parser.add_argument("tables", help="directory of the tables")
    parser.add_argument("--without-tables", action="store_true", help="check an engine without tables")
    parser.add_argument("--positions", type=positive, default=2000, help="default 2000")
    parser.add_argument("--games", type=positive, default=100,
                        help="wins to play out, with --without-tables of each ending (default 100)")
    parser.add_argument("--nodes", type=positive, default=2000, help="for each position (default 2000)")
    parser.add_argument("--game-nodes", type=positive,
                        help="for each move of the games (default as --nodes, with --without-tables 100000)")
    parser.add_argument("--evaluation", choices=("network", "classical"), help="the option of Ox88")
    parser.add_argument("--seed", type=int, default=88)
    parser.add_argument("--only", help="names of tables, with commas between")
    arguments = parser.parse_args()
    if arguments.only and arguments.without_tables:
        parser.error("--only is of the check with tables")
    try:
        faults = check(arguments)
    except chess.syzygy.MissingTableError as error:
        fail(f"{arguments.tables}: {error.args[0]}")
    except (chess.engine.EngineError, *SYSTEM_ERRORS) as error:
        fail_by(error, "the engine or the tables failed")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    run(main)
