#!/usr/bin/env python3
"""Compares the moves of two engines (or of one with two settings): where they differ,
deep searches of a third engine tell what each move is worth.

    pip install chess
    scripts/compare_moves.py NEW OLD --positions FILE.epd --nodes 40000 --values values.jsonl

Each engine plays one move in each position, with an empty hash table. The judge searches
the position after it; its score counts as expected score, 1 / (1 + exp(-cp / 120)). The
result is the mean difference of the two engines, over all positions, with its standard
error. It knows nothing of clocks, and takes the judge's word.

With --values the judge's values are kept in a file, and found there the next time: most of
the time goes into them.
"""

import argparse
import json
import math

import match
from checked import option, positive
from failure import SYSTEM_ERRORS, fail, fail_by, needs, run

needs("chess")
import chess  # noqa: E402
import chess.engine  # noqa: E402

from output import end_last_line, read_json_lines  # noqa: E402
from searches import HASH, expected_score, positions, side_by_side  # noqa: E402


class FileError(Exception):
    """The file of values cannot be written."""


def play(command, settings, nodes, boards, threads):
    """By index of the position, the engine's move."""

    def work(engine, share):
        engine.configure({"Hash": HASH} | dict(setting.split("=", 1) for setting in settings))
        limit = chess.engine.Limit(nodes=nodes)
        return {index: engine.play(board, limit, game=index).move for index, board in share}

    return side_by_side(command, work, list(enumerate(boards)), threads)


def judge(command, nodes, moves, values, path, threads):
    """Adds the values of moves, given with their boards, to those by position and move."""

    def value(engine, board, move):
        after = board.copy()
        after.push(move)
        if (outcome := after.outcome()) is not None:
            return 1.0 if outcome.winner is not None else 0.5
        info = engine.analyse(after, chess.engine.Limit(nodes=nodes), game=object())
        return expected_score(info["score"].pov(board.turn).score(mate_score=10_000))

    def work(engine, share):
        engine.configure({"Hash": HASH})
        found = {}
        for board, move in share:
            place = (board.epd(), move.uci())
            found[place] = value(engine, board, move)
            if path:
                add_value(path, place, found[place])
        return found

    missing = {(board.epd(), move.uci()): (board, move) for board, move in moves}
    values |= side_by_side(command, work, [missing[place] for place in missing if place not in values], threads)


def add_value(path, place, value):
    try:
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps([*place, round(value, 5)]) + "\n")
    except OSError as error:
        # An OSError would be taken for one of an engine.
        raise FileError(f"{path}: {error.strerror}") from error


def known_values(path):
    """The values in a file, by position and move."""
    if not path:
        return {}
    try:
        # Before the engines play, as it may fail.
        end_last_line(path)
        return dict(read_json_lines(path, checked_value, "[", "[position, move, value]"))
    except OSError as error:
        fail(f"{path}: {error.strerror}")


def checked_value(line):
    epd, move, value = line
    if not isinstance(epd, str) or not isinstance(move, str):
        raise ValueError
    return (epd, move), float(value)


def ask_engine(command, settings):
    """Ends the script where an engine does not take its options: it would play without them."""
    try:
        match.check_options(command, settings, HASH)
    except (OSError, ValueError) as error:
        fail(f"{command}: {getattr(error, 'strerror', error)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("new")
    parser.add_argument("old")
    parser.add_argument("--positions", required=True, metavar="FILE")
    parser.add_argument("--count", type=positive, default=5000, help="how many of them at most (default: %(default)s)")
    parser.add_argument("--nodes", type=positive, default=40_000, help="of the engines (default: %(default)s)")
    parser.add_argument("--option-new", type=option, action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--option-old", type=option, action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--judge", default="stockfish", metavar="ENGINE")
    parser.add_argument("--judge-nodes", type=positive, default=150_000, help="(default: %(default)s)")
    parser.add_argument("--values", metavar="FILE",
                        help="where the judge's values are kept; of one judge and one number of nodes")
    parser.add_argument("--threads", type=positive, default=2, help="searches at a time (default: %(default)s)")
    args = parser.parse_args()

    boards = positions(args.positions, args.count)
    if len(boards) < 2:
        fail(f"{args.positions}: fewer than two positions")
    values = known_values(args.values)
    ask_engine(args.new, args.option_new)
    ask_engine(args.old, args.option_old)
    try:
        new = play(args.new, args.option_new, args.nodes, boards, args.threads)
        old = play(args.old, args.option_old, args.nodes, boards, args.threads)
        differing = [index for index in new if new[index] != old[index]]
        moves = [(boards[index], side[index]) for index in differing for side in (new, old)]
        judge(args.judge, args.judge_nodes, moves, values, args.values, args.threads)
    except FileError as error:
        fail(error)
    except (chess.engine.EngineError, *SYSTEM_ERRORS) as error:
        fail_by(error, "an engine failed")
    differences = [0.0] * len(boards)
    for index in differing:
        epd = boards[index].epd()
        differences[index] = values[epd, new[index].uci()] - values[epd, old[index].uci()]
    mean = sum(differences) / len(boards)
    variance = sum((difference - mean) ** 2 for difference in differences) / (len(boards) - 1)
    error = math.sqrt(variance / len(boards))
    print(f"{len(boards)} positions, {len(differing)} with other moves")
    print(f"expected score a move: {mean:+.5f} +/- {error:.5f} (one standard error)")


if __name__ == "__main__":
    run(main)
