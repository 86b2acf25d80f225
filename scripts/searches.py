"""A reader of positions, and searches by several engines at a time."""

import concurrent.futures
import contextlib

from failure import SYSTEM_ERRORS, fail, fail_by, needs

needs("chess")
import chess  # noqa: E402
import chess.engine  # noqa: E402


def positions(path, count):
    """Returns the first `count` positions of a file of EPDs or FENs. Each must be valid and have a legal move."""
    boards = []
    with open(path, encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            if line.strip() and not line.startswith("#") and len(boards) < count:
                try:
                    board = chess.Board(" ".join(line.split()[:4]) + " 0 1")
                except ValueError as error:
                    fail(f"{path}, line {number}: {error}")
                if not board.is_valid():
                    faults = [fault.name.lower() for fault in chess.Status if fault & board.status()]
                    fail(f"{path}, line {number}: impossible position: {', '.join(faults).replace('_', ' ')}")
                if not any(board.legal_moves):
                    fail(f"{path}, line {number}: no legal move")
                boards.append(board)
    return boards


def side_by_side(command, work, items, threads, timeout=10):
    """Calls `work` with an engine and a share of the items on each thread, and joins the dictionaries that it
    returns. An error or control-C closes the engines, which ends the threads. An error of an engine also ends
    the script."""
    shares = [items[i::threads] for i in range(min(threads, len(items)))]
    results = {}
    try:
        with concurrent.futures.ThreadPoolExecutor(threads) as pool, contextlib.ExitStack() as stack:
            start = chess.engine.SimpleEngine.popen_uci
            engines = [stack.enter_context(start(command, timeout=timeout)) for _ in shares]
            for result in pool.map(work, engines, shares):
                results |= result
    except (chess.engine.EngineError, *SYSTEM_ERRORS) as error:
        fail_by(error, "the engine failed")
    return results
