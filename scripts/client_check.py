#!/usr/bin/env python3
"""Plays and analyses through python-chess, a client that checks what the engine says.

    pip install chess
    scripts/client_check.py target/release/ox88

Prints one line for each check. Exit status 1 if any fails, 2 for wrong arguments.
python-chess raises an error at an illegal move or line, so most checks only have to
end without one.
"""

import argparse
import shutil
import sys
import time

from failure import SYSTEM_ERRORS, needs, run

needs("chess")
import chess  # noqa: E402
import chess.engine  # noqa: E402

MATES_IN_TWO = [
    "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 10",
    "1rb4r/pkPp3p/1b1P3n/1Q6/N3Pp2/8/P1P3PP/7K w - - 1 20",
    "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16",
]
MOST_PLIES = 600


def play_out(engine, board, limit, **options):
    """Lets the engine play both sides to the end; returns how the game ended."""
    game = object()
    while not board.is_game_over(claim_draw=True) and board.ply() < MOST_PLIES:
        move = engine.play(board, limit, game=game, **options).move
        assert move in board.legal_moves, f"{move} is not legal in {board.fen()}"
        board.push(move)
    return f"{board.result(claim_draw=True)} after {board.ply()} plies"


def whole_game(engine):
    return play_out(engine, chess.Board(), chess.engine.Limit(time=0.05))


def clock_game(engine):
    """Plays a game on chess clocks of 3+0.05, which must not run out."""
    board, game = chess.Board(), object()
    clocks = {chess.WHITE: 3.0, chess.BLACK: 3.0}
    least = 3.0
    while not board.is_game_over(claim_draw=True) and board.ply() < MOST_PLIES:
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE],
            black_clock=clocks[chess.BLACK],
            white_inc=0.05,
            black_inc=0.05,
        )
        start = time.perf_counter()
        move = engine.play(board, limit, game=game).move
        left = clocks[board.turn] - (time.perf_counter() - start)
        assert left > 0, f"time forfeit at ply {board.ply()}"
        least = min(least, left)
        clocks[board.turn] = left + 0.05
        board.push(move)
    result = board.result(claim_draw=True)
    return f"{result} after {board.ply()} plies, never less than {least:.3f} s left"


def pondering_game(engine):
    """Plays a game with pondering: hits and some misses."""
    board, game = chess.Board(), object()
    limit = chess.engine.Limit(white_clock=5, black_clock=5, white_inc=0.1, black_inc=0.1)
    hits = 0
    for number in range(10):
        result = engine.play(board, limit, game=game, ponder=True)
        board.push(result.move)
        replies = list(board.legal_moves)
        expected = result.ponder
        assert expected is None or expected in replies
        others = [move for move in replies if move != expected]
        if expected is not None and (number % 3 != 2 or not others):
            hits += 1
            board.push(expected)
        else:
            board.push(others[0])
    # Ends the last pondering.
    engine.play(board, chess.engine.Limit(depth=1), game=object())
    return f"{hits} ponder hits"


def infinite_analysis(engine):
    """Stops an analysis without limit after a while."""
    with engine.analysis(chess.Board(), chess.engine.Limit()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 10 and "pv" in info:
                break
        analysis.stop()
        best = analysis.wait()
    assert best.move in chess.Board().legal_moves
    assert analysis.info["pv"][0] == best.move
    return f"depth {analysis.info['depth']}, best {best.move}"


def chess960_games(engine):
    ends = []
    for number in (0, 342, 518, 959):
        board = chess.Board.from_chess960_pos(number)
        board.chess960 = True
        ends.append(play_out(engine, board, chess.engine.Limit(nodes=3000)))
    return "; ".join(ends)


def multipv_analysis(engine):
    board = chess.Board()
    infos = engine.analyse(board, chess.engine.Limit(depth=10), multipv=5)
    assert [info["multipv"] for info in infos] == [1, 2, 3, 4, 5]
    assert len({info["pv"][0] for info in infos}) == 5
    scores = [info["score"].relative.score(mate_score=100_000) for info in infos]
    assert scores == sorted(scores, reverse=True), scores
    return " ".join(f"{info['pv'][0]} {info['score'].relative}" for info in infos)


def root_moves(engine):
    wanted = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    move = engine.play(chess.Board(), chess.engine.Limit(depth=8), root_moves=wanted).move
    assert move in wanted
    return str(move)


def mates_in_two(engine):
    """Checks that `go mate 2` finds a mate in two that works against every reply."""
    for fen in MATES_IN_TWO:
        board = chess.Board(fen)
        info = engine.analyse(board, chess.engine.Limit(mate=2))
        assert info["score"].relative == chess.engine.Mate(2), f"{info['score']} in {fen}"
        board.push(info["pv"][0])
        for reply in list(board.legal_moves):
            board.push(reply)
            assert any(is_mate(board, move) for move in board.legal_moves), fen
            board.pop()
    return f"{len(MATES_IN_TWO)} positions"


def is_mate(board, move):
    board.push(move)
    mate = board.is_checkmate()
    board.pop()
    return mate


def all_options(engine):
    """Sets every option to its default. Ox88 sends an `info string` only if it refuses a value; other
    engines also confirm there what they have set."""
    names, lines = [], []
    engine.protocol.line_received = lines.append
    for name, option in engine.options.items():
        if not option.is_managed() and option.type != "button":
            # python-chess does not send a value that it believes to be set already.
            engine.protocol.config.pop(name, None)
            engine.configure({name: option.default})
            names.append(name)
    engine.ping()
    refusals = [line for line in lines if line.startswith("info string")]
    assert not refusals or not engine.id.get("name", "").startswith("Ox88"), refusals
    return ", ".join(names)


CHECKS = [
    all_options,
    whole_game,
    clock_game,
    pondering_game,
    infinite_analysis,
    chess960_games,
    multipv_analysis,
    root_moves,
    mates_in_two,
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", help="path of the program")
    arguments = parser.parse_args()
    if not shutil.which(arguments.engine):
        parser.error(f"{arguments.engine} cannot be run")
    failed = 0
    for check in CHECKS:
        try:
            with chess.engine.SimpleEngine.popen_uci(arguments.engine, timeout=60) as engine:
                print(f"ok    {check.__name__}: {check(engine)}", flush=True)
        # LookupError: an `info` of the engine has no score, line number or moves.
        except (AssertionError, LookupError, chess.engine.EngineError, *SYSTEM_ERRORS) as error:
            failed += 1
            print(f"FAIL  {check.__name__}: {type(error).__name__} {error}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    run(main)
