"""Matches of an engine against itself with different options."""

import argparse
import os
import shutil
import subprocess
import tempfile

import match
from failure import fail
from games import endings, games_of

# The names of the two sides.
UP, DOWN = "up", "down"


def find_files(args):
    """Ends the script if there are no openings or no such program; makes the program a path."""
    if not os.path.exists(args.openings):
        fail(f"no openings at {args.openings}: name an EPD file with --openings")
    engine = shutil.which(args.engine)
    if not engine:
        fail(f"{args.engine} is no program")
    args.engine = os.path.abspath(engine)


def play(runner, args, up, down, **settings):
    """Plays a match between two sides, each with a dictionary of options, and returns its `result`. `args` has
    engine, hash, openings and concurrency; `settings` are the other arguments of scripts/match.py. Decided and
    drawish games end early, as with --adjudicate, to save time. Raises KeyboardInterrupt after control-C."""
    up, down = ([f"{name}={value}" for name, value in side.items()] for side in (up, down))
    match_args = argparse.Namespace(
        engine_a=args.engine, name_a=UP, option_a=up,
        engine_b=args.engine, name_b=DOWN, option_b=down,
        hash=args.hash, concurrency=args.concurrency, openings=args.openings, sprt=None, adjudicate=True, **settings,
    )
    with tempfile.TemporaryDirectory() as folder:
        pgn, log = os.path.join(folder, "games.pgn"), os.path.join(folder, "log")
        command = match.runner_command(runner, match_args, pgn)
        with open(log, "wb") as output:
            status = match.run_games(command, stdout=output, stderr=subprocess.STDOUT)
        if status == 130:
            raise KeyboardInterrupt
        return result(pgn, match_args.games, log)


def result(pgn, games, log):
    """Returns wins, draws and losses of UP, and the number of games that ended by time losses and other
    faults, by kind. Ends the script with the last lines of the log if the runner did not play all games."""
    text = match.read_text(pgn)
    score = score_of_up(text)
    if sum(score) != games:
        words = " ".join(match.read_text(log).split("\n")[-6:]).strip()
        fail(f"{sum(score)} of {games} games were played: {words}", 1)
    counts = endings(text)
    del counts["games"]
    return score, {kind: count for kind, count in counts.items() if " by " not in kind}


def score_of_up(pgn_text):
    """Returns the wins, draws and losses of UP."""
    score = [0, 0, 0]
    for tags, _ in games_of(pgn_text):
        for_white = {"1-0": 0, "1/2-1/2": 1, "0-1": 2}.get(tags.get("Result"))
        if for_white is not None:
            score[for_white if tags.get("White") == UP else 2 - for_white] += 1
    return score
