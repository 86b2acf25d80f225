#!/usr/bin/env python3
"""Measures many ideas of the search in the same games (a factorial experiment).

    cargo build --release --features tune
    scripts/factorial.py target/release/ox88 ideas.json games.jsonl --nodes 8000 --openings FILE.epd
    scripts/factorial.py --show games.jsonl

An idea is a set of options of the tune build that switches it on; ideas.json is
{"name": {"option": value, ...}, ...}. In each match of a few games a random half of the ideas
plays against the other half. With --base, ideas that are off have the values of that file instead
of the build's: a value above the present one against a value below it shows twice the effect in
the same games. Least squares over all matches gives the effect of each idea, on against off, in
Elo with its standard error.

Control-C ends the run. Each match is kept as soon as it is over, and its line counts the games
that ended by time losses, illegal moves or disconnects. Files of several runs, also with
different ideas, can be shown together, unless an idea has other options, another base or another
limit in some of them.

Uses fastchess or cutechess-cli as scripts/match.py --adjudicate does; --show needs numpy. Exit
status 1 if games cannot be played or kept or are too few, 2 for wrong arguments, 130 if the run
was stopped.
https://en.wikipedia.org/wiki/Fractional_factorial_design
"""

import json
import math
import random
import sys

import experiments
import match
import self_match
from arguments import clock, positive, script_parser
from failure import fail, handle_ends, needs, run
from output import end_last_line
from places import OPENINGS
from uci_engine import Fault

# The entries of a match in a file of games.
ENTRIES = {"ideas", "base", "limit", "on", "score"}


def arguments():
    parser = script_parser()
    parser.add_argument("engine", nargs="?", help="the engine, built with --features tune")
    parser.add_argument("ideas", nargs="?", help="JSON file of the ideas")
    parser.add_argument("games", nargs="?", help="file that a line for each match is added to")
    parser.add_argument("--show", nargs="+", metavar="GAMES", help="print the effects, and play nothing")
    parser.add_argument("--record", metavar="TEXT",
                        help="with --show: add a row for each idea to src/search/experiments.tsv, with this note")
    parser.add_argument("--pairs", type=positive, default=8, help="pairs of games in a match (default 8)")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--nodes", type=positive, default=8000, help="fixed nodes a move (default 8000)")
    limit.add_argument("--tc", type=clock, help="seconds+increment instead of fixed nodes")
    parser.add_argument("--hash", type=positive, default=16, help="MB for each side (default 16)")
    parser.add_argument("--concurrency", type=positive, default=2, help="games at a time (default 2)")
    parser.add_argument("--openings", default=OPENINGS, help="EPD file of start positions")
    parser.add_argument("--base", help="JSON file of options that both sides have")
    args = parser.parse_args()
    if not args.show and not args.games:
        parser.error("wants an engine, ideas and a file for the games, or --show GAMES")
    if args.show and args.engine:
        parser.error("--show stands alone")
    if args.record and not args.show:
        parser.error("--record wants --show GAMES")
    return args


def options(ideas, names, base):
    chosen = dict(base)
    for name in names:
        chosen.update(ideas[name])
    return chosen


def read_json(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except ValueError as error:
        fail(f"{path}: {error}")


def checked_options(path, chosen):
    """Returns a set of options from a file, with values as text for `setoption`."""
    if not isinstance(chosen, dict):
        fail(f"{path}: wants options with their values, not {json.dumps(chosen)}")
    for option, value in chosen.items():
        if not isinstance(value, (bool, int, float, str)):
            fail(f"{path}: option '{option}' wants a number, a string, true or false, not {json.dumps(value)}")
    return {option: str(value).lower() if isinstance(value, bool) else str(value) for option, value in chosen.items()}


def warn_of_overlaps(path, ideas):
    """Warns of ideas that give an option different values: their effects are not those of each alone."""
    first = {}
    for name, chosen in ideas.items():
        for option, value in chosen.items():
            other = first.setdefault(option, name)
            if ideas[other][option] != value:
                print(f"{path}: '{other}' and '{name}' both set '{option}': where both are on, the last counts",
                      file=sys.stderr)


def ask_engine(args, path, sets):
    """Ends the script if the engine does not accept an option from a file."""
    given = [f"{option}={value}" for chosen in sets for option, value in chosen.items()]
    try:
        match.check_options(args.engine, given, args.hash)
    except (OSError, ValueError, Fault) as error:
        fail(f"{args.engine}, options of {path}: {error}")


def read_matches(path):
    """Returns the matches of a file; a broken line is left out if a killed run or a full disk may have left it."""
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = [line.strip() for line in file]
    found = []
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        try:
            each = json.loads(line)
        except json.JSONDecodeError as error:
            if not line.startswith("{"):
                fail(f"{path}, line {number}: {error}")
            print(f"{path}, line {number}: left out, not complete", file=sys.stderr)
            continue
        if not isinstance(each, dict) or not ENTRIES <= each.keys():
            fail(f"{path}, line {number}: no match of factorial.py")
        found.append(each)
    return found


def check_meanings(matches):
    """Ends the script if an idea differs between the matches that have its options."""
    first = {}
    for each in matches:
        for name, chosen in each["ideas"].items():
            meaning = each["limit"], chosen, {option: each["base"].get(option) for option in chosen}
            if first.setdefault(name, meaning) != meaning:
                fail(f"'{name}' has other options, another base or another limit in some matches: show them apart")


def show(paths, record):
    """Prints the effects, and adds them to the table of experiments with the note `record`."""
    needs("numpy")
    import numpy

    matches = [each for path in paths for each in read_matches(path)]
    matches = [each for each in matches if sum(each["score"])]
    check_meanings(matches)
    names = sorted({name for each in matches for name in each["ideas"]})
    if len(matches) <= len(names):
        fail(f"{len(matches)} matches cannot tell {len(names)} ideas apart yet", 1)
    # An idea that did not take part was off on both sides.
    sides = numpy.array([[(name in each["ideas"]) * (1 if name in each["on"] else -1) for name in names]
                         for each in matches])
    games = numpy.array([sum(each["score"]) for each in matches])
    scores = numpy.array([each["score"][0] + each["score"][1] / 2 for each in matches]) / games - 0.5
    root = numpy.sqrt(games)
    # A small multiple of the identity, so that ideas that were always on together can be solved.
    normal = (sides * games[:, None]).T @ sides + 1e-6 * numpy.eye(len(names))
    effects = numpy.linalg.solve(normal, (sides * games[:, None]).T @ scores)
    rest = (scores - sides @ effects) * root
    variance = rest @ rest / (len(matches) - len(names))
    errors = numpy.sqrt(numpy.diag(numpy.linalg.inv(normal)) * variance)
    elo = 1600 / math.log(10)
    taken_part = numpy.abs(sides).T @ games
    print(f"{games.sum()} games; Elo, on against off, and one standard error")
    for at in numpy.argsort(-effects):
        print(f"{names[at]:28} {effects[at] * elo:+6.1f} +- {errors[at] * elo:4.1f} {taken_part[at]:7} games")
        if record is not None:
            limits = {each["limit"] for each in matches if names[at] in each["ideas"]}
            difference = effects[at] * elo, 1.96 * errors[at] * elo
            experiments.append(names[at], ", ".join(sorted(limits)), taken_part[at], difference, record)


def main():
    args = arguments()
    if args.show:
        return show(args.show, args.record)
    ideas = read_json(args.ideas)
    base = read_json(args.base) if args.base else {}
    runner = match.find_runner()
    self_match.find_files(args)
    if not isinstance(ideas, dict) or not ideas:
        fail(f"{args.ideas}: wants names of ideas with their options")
    handle_ends()
    base = checked_options(args.base, base)
    ideas = {name: checked_options(args.ideas, chosen) for name, chosen in ideas.items()}
    for name, chosen in ideas.items():
        if not chosen:
            fail(f"{args.ideas}: '{name}' has no options")
    warn_of_overlaps(args.ideas, ideas)
    if args.base:
        ask_engine(args, args.base, [base])
    ask_engine(args, args.ideas, ideas.values())
    told = {"ideas": ideas, "base": base, "limit": args.tc or f"{args.nodes} nodes"}
    end_last_line(args.games)
    while True:
        on = [name for name in ideas if random.random() < 0.5]
        off = [name for name in ideas if name not in on]
        score, odd = self_match.play(
            runner, args, options(ideas, on, base), options(ideas, off, base), nodes=None if args.tc else args.nodes,
            tc=args.tc, margin=0, games=2 * args.pairs, seed=random.randrange(1 << 30), chess960=False,
        )
        try:
            with open(args.games, "a", encoding="utf-8") as file:
                file.write(json.dumps({**told, "on": on, "score": score}) + "\n")
        except OSError as error:
            fail(f"{args.games}: {error.strerror}", 1)
        line = f"+{score[0]} ={score[1]} -{score[2]}"
        print("; ".join([line, *(f"{count} {kind}" for kind, count in odd.items())]), flush=True)


if __name__ == "__main__":
    run(main)
