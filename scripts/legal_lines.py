"""Checks of the moves in an engine's lines, by the rules of python-chess."""

import chess

from uci_engine import Fault


def spell(board, move, chess960):
    """Returns a legal move as an engine must write it: castling as the king taking its rook in Chess960,
    and otherwise as the king's move of two squares. The board is in Chess960 mode."""
    if not chess960 and board.is_castling(move):
        file = 6 if chess.square_file(move.to_square) > chess.square_file(move.from_square) else 2
        move = chess.Move(move.from_square, chess.square(file, chess.square_rank(move.from_square)))
    return move.uci()


def follow(boards, text, chess960):
    """Returns each board after a move, with the move. There are two for a board where the king's move may be
    castling or an ordinary move."""
    try:
        plain = {chess.Move.from_uci(text)}
    except ValueError:
        # Castling in which the king stays on its square is no move to python-chess.
        plain = set()
    after = []
    for board in boards:
        for move in {*filter(board.is_legal, plain), *board.generate_castling_moves()}:
            if spell(board, move, chess960) == text:
                after.append((board.copy(stack=False), move))
                after[-1][0].push(move)
    return after


def check_lines(board, lines, multi_pv, chess960):
    """Checks the lines of one search of this position; returns its best move and the reply that it expects.
    Raises Fault if a line is wrong."""
    try:
        return judge_lines(board, lines, multi_pv, chess960)
    except (ValueError, IndexError) as error:
        raise Fault(f"malformed line: {error} in {lines}") from error


def judge_lines(board, lines, multi_pv, chess960):
    """Does the work of `check_lines`; missing words and wrong numbers raise ValueError or IndexError."""
    *infos, answer = lines
    words = answer.split()
    root = board.copy(stack=False)
    root.chess960 = True
    best, move, reply = words[1], None, None
    if best != "0000" or any(root.legal_moves):
        after = follow([root], best, chess960)
        if not after:
            raise Fault(f"illegal move: {answer} in {board.fen()}")
        move = after[0][1]
        if len(words) > 3:
            replies = follow([board for board, _ in after], words[3], chess960)
            if not replies:
                raise Fault(f"illegal ponder move: {answer} in {board.fen()}")
            reply = replies[0][1]
    last_first = None
    for line in infos:
        words = line.split()
        if not line.startswith("info ") or line.startswith("info string") or "pv" not in words:
            continue
        boards = [root]
        pv = words[words.index("pv") + 1 :]
        for text in pv:
            boards = [board for board, _ in follow(boards, text, chess960)]
            if not boards:
                raise Fault(f"illegal line: {line} in {board.fen()}")
        rank = int(words[words.index("multipv") + 1])
        if not 1 <= rank <= multi_pv:
            raise Fault(f"line too many: {line}")
        if rank == 1:
            last_first = pv[0]
    if last_first is not None and last_first != best:
        raise Fault(f"plays {best} but its line begins with {last_first} in {board.fen()}")
    return move, reply
