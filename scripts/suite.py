#!/usr/bin/env python3
"""Counts the positions of a test suite that an engine solves.

    pip install chess
    scripts/suite.py target/release/ox88 ../shared/suites/wac.epd --movetime 100

The file is EPD; each position has `bm` (best moves), `am` (moves to avoid) or
`dm` (moves to a mate). `ox88 suite` judges in the same way; this script runs any
UCI engine.
"""

import re

from failure import fail, needs, run

needs("chess")
import chess  # noqa: E402
import chess.engine  # noqa: E402

from arguments import positive, script_parser  # noqa: E402
from searches import side_by_side  # noqa: E402


# The two counters of a FEN, before the operations.
COUNTERS = re.compile(r"\d+ +\d+ +")
# A string may contain semicolons; if it is not closed, it ends with the line.
OPERATION = re.compile(r'(\w+)((?:\s+"[^"]*"?|[^;])*)')


def read(path):
    """Returns the positions of a file, each with its operations."""
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = [line.strip() for line in file]
    positions = []
    for number, line in enumerate(lines, 1):
        if not line or line.startswith("#"):
            continue
        try:
            positions.append(parse(line, f"line {number}"))
        except ValueError as error:
            fail(f"{path}, line {number}: {error}")
    if not positions:
        fail(f"{path}: no positions")
    return positions


def parse(line, name):
    """Returns the position of a line, and its operations `bm`, `am`, `dm` and `id`. Other operations are
    skipped: python-chess refuses the unquoted words in some files."""
    *fields, operations = line.split(maxsplit=4)
    board = chess.Board(" ".join(fields) + " 0 1")
    found = {"id": name}
    counters = COUNTERS.match(operations)
    for opcode, operand in OPERATION.findall(operations, counters.end() if counters else 0):
        if opcode == "id":
            found["id"] = operand.strip().strip('"')
        elif opcode == "dm":
            found["dm"] = int(operand)
        elif opcode in ("bm", "am"):
            found[opcode] = [read_move(board, text.rstrip(",")) for text in operand.split()]
    if not found.keys() & {"bm", "am", "dm"}:
        raise ValueError("neither bm, am nor dm")
    return board, found


def read_move(board, text):
    """Reads a move in SAN or else UCI notation."""
    try:
        return board.parse_san(text)
    except ValueError as error:
        try:
            return board.parse_uci(text)
        except ValueError:
            raise error from None


def is_solved(played, operations):
    """Returns whether the move is one of `bm` and none of `am`, and its score a mate in at most `dm`
    moves, as far as the position has these operations."""
    best = operations.get("bm")
    score = played.info.get("score")
    mate = score.relative.mate() if score else None
    return (
        (best is None or played.move in best)
        and played.move not in operations.get("am", [])
        and ("dm" not in operations or mate is not None and 0 < mate <= operations["dm"])
    )


def expected(board, operations):
    wanted = [board.san(move) for move in operations.get("bm", [])]
    avoided = ["not " + board.san(move) for move in operations.get("am", [])]
    mate = [f"mate in {operations['dm']}"] if "dm" in operations else []
    return ", ".join(wanted + avoided + mate)


def solve(arguments, positions):
    """Returns the engine's wrong moves by the numbers of their positions."""
    limit = chess.engine.Limit(time=arguments.movetime / 1000)

    def work(engine, share):
        engine.configure({"Hash": arguments.hash})
        failures = {}
        for number in share:
            board, operations = positions[number]
            # Each position is a new game, with an empty table.
            played = engine.play(board, limit, game=number, info=chess.engine.INFO_SCORE)
            if not is_solved(played, operations):
                failures[number] = played.move
        return failures

    return side_by_side(arguments.engine, work, range(len(positions)), arguments.jobs, timeout=60)


def main():
    parser = script_parser()
    parser.add_argument("engine", help="path of the program")
    parser.add_argument("file", help="EPD file")
    option = parser.add_argument
    option("--movetime", type=positive, default=100, metavar="MS", help="time for each position (default 100)")
    option("--jobs", type=positive, default=2, metavar="N", help="positions solved at once (default 2)")
    option("--hash", type=positive, default=16, metavar="MB", help="hash table (default 16)")
    arguments = parser.parse_args()

    positions = read(arguments.file)
    failures = solve(arguments, positions)
    for number, move in sorted(failures.items()):
        board, operations = positions[number]
        print(f"{operations['id']}: {board.san(move)}, expected {expected(board, operations)}")
    solved = len(positions) - len(failures)
    print(f"{solved} of {len(positions)} solved at {arguments.movetime} ms")


if __name__ == "__main__":
    run(main)
