#!/usr/bin/env python3
"""Tunes the numbers of the search by games of the engine against itself (SPSA).

    cargo build --release --features tune
    scripts/spsa.py target/release/ox88 tune.json --nodes 10000 \\
        --only 'futility|reduction' --iterations 2000 --log tune.log
    scripts/spsa.py --show tune.json

Each iteration moves every number a step up or down at random, plays a few pairs
of games against the engine with all steps reversed, and moves the numbers
towards the winner. The numbers and their ranges are the engine's own: all its
spin options whose names are lower case. Clocks must be played for those of
time (--tc, --only '^time_'); with --nodes leave them out (--skip '^time_').

The checkpoint is written after every iteration. If it exists, the run goes on from
it with the settings that it was begun with; only engine, openings, hash, margin, log
and the number of games at a time may differ. Ctrl-C ends the run after the present
iteration; a second Ctrl-C ends it at once, and only that iteration is lost. `--show`
prints the numbers as they stand in src/search/params.rs.

    step(k) = step * (N / k)^gamma
    gain(k) = r_end * ((A + N) / (A + k))^alpha * (k / N)^(2 gamma)
    number += gain(k) * step(k) * direction * (wins - losses)

for the k-th of N iterations. So `step` is the last step, and `r_end` is the share
of it by which a win moves a number at the end: the fewer the games, the larger it
should be. The result has to be tested in games: scripts/match.py --sprt.

Uses fastchess or cutechess-cli as scripts/match.py --adjudicate does. Exit status 1
if games cannot be played, or checkpoint or log cannot be written, 2 for wrong
arguments, 130 if the run was stopped before its end.

Spall, "An Overview of the Simultaneous Perturbation Method for Efficient
Optimization" (1998); https://www.chessprogramming.org/Automated_Tuning
"""

import argparse
import json
import math
import os
import random
import re
import signal
import sys
import time

import experiments
import match
import self_match
from arguments import bounded, clock, pattern, positive, script_parser
from failure import fail, handle_ends, run
from output import locked, replace
from places import OPENINGS
from uci_engine import Engine, Fault
from uci_options import declared

# The settings that a resumed run may not change, with their defaults.
SETTINGS = {
    "iterations": 1000, "pairs": 8, "nodes": None, "tc": None, "seed": 88, "chess960": False,
    "only": "", "skip": None, "step_share": 0.05, "step": [], "r_end": 0.005,
    "stability": 0.1, "alpha": 0.602, "gamma": 0.101,
}


def named_step(text):
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"wants NAME=STEP, not '{text}'")
    return name, bounded(float, 0, above=True)(value)


def arguments():
    parser = script_parser()
    parser.add_argument("engine", nargs="?", help="the engine, built with --features tune")
    parser.add_argument("checkpoint", nargs="?", help="JSON file of the run: gone on with, or begun")
    parser.add_argument("--show", metavar="CHECKPOINT", help="print the numbers of a run, and play nothing")
    parser.add_argument("--record", metavar="IDEA",
                        help="with --show: add the run to src/search/experiments.tsv as a row of this idea")
    run = parser.add_argument_group("the run (fixed when it is begun)")
    run.add_argument("--iterations", type=positive, help="default 1000")
    run.add_argument("--pairs", type=positive, help="pairs of games an iteration (default 8; each takes half a second besides its games)")
    limit = run.add_mutually_exclusive_group()
    limit.add_argument("--nodes", type=positive, help="fixed nodes a move (default 10000)")
    limit.add_argument("--tc", type=clock, help="seconds+increment instead")
    run.add_argument("--only", type=pattern, metavar="REGEX", help="tune these numbers (default all)")
    run.add_argument("--skip", type=pattern, metavar="REGEX", help="but not these")
    run.add_argument("--step-share", type=bounded(float, 0, 0.5, above=True), metavar="SHARE",
                     help="last step as a share of a number's range (default 0.05), at least half a unit")
    run.add_argument("--step", type=named_step, action="append", metavar="NAME=STEP", help="last step of one number")
    run.add_argument("--r-end", type=bounded(float, 0, above=True),
                     help="last gain (default 0.005, good for 20000 games; for 100000 rather 0.002, for 2000 0.015)")
    run.add_argument("--stability", type=bounded(float, 0), metavar="SHARE", help="A as a share of N (default 0.1)")
    run.add_argument("--alpha", type=bounded(float, 0), help="default 0.602")
    run.add_argument("--gamma", type=bounded(float, 0), help="default 0.101")
    run.add_argument("--seed", type=bounded(int, 0), help="of directions and openings (default 88)")
    run.add_argument("--chess960", action="store_true", default=None, help="play Chess960")
    parser.add_argument("--hash", type=positive, default=16, help="MB for each side (default 16)")
    parser.add_argument("--concurrency", type=positive, default=2, help="games at a time (default 2)")
    parser.add_argument("--openings", default=OPENINGS, help="EPD file of start positions")
    parser.add_argument("--log", help="file to add the lines to as well")
    parser.add_argument("--margin", type=bounded(int, 0), default=0, help="ms a clock may be overrun (default 0)")
    args = parser.parse_args()
    if not args.show and not args.checkpoint:
        parser.error("wants an engine and a checkpoint, or --show CHECKPOINT")
    if args.show and args.engine:
        parser.error("--show stands alone")
    if args.record and not args.show:
        parser.error("--record wants --show CHECKPOINT")
    return args


def options_of(engine):
    """Returns the options that the engine declares, by their names."""
    try:
        running = Engine(engine)
        try:
            return declared(running.ask("uci", "uciok"))
        finally:
            running.quit()
    except (OSError, Fault) as error:
        fail(f"{engine} does not run: {error}")


def numbers_of(engine):
    """Returns the engine's tunable numbers in its order, each name with default, min and max."""
    numbers = {
        name: {"default": option.default, "min": option.least, "max": option.greatest}
        for name, option in options_of(engine).items() if option.kind == "spin" and name.islower()
    }
    if not numbers:
        fail(f"{engine} has no numbers to tune: build it with --features tune")
    return numbers


def chosen_numbers(numbers, only, skip):
    """Returns the numbers whose names match `only`, and do not match `skip` if it is given."""
    chosen = {
        name: number for name, number in numbers.items()
        if re.search(only, name) and not (skip is not None and re.search(skip, name))
    }
    if not chosen:
        fail("--only and --skip leave no number to tune")
    return chosen


def last_step(number, share):
    """Returns the last step of a number: a share of its range, at least 0.5."""
    # With smaller steps both sides would often have the same value.
    return max(0.5, share * (number["max"] - number["min"]))


def begin(args, numbers):
    """Returns the state of a new run."""
    settings = {key: default if getattr(args, key) is None else getattr(args, key) for key, default in SETTINGS.items()}
    if not settings["nodes"] and not settings["tc"]:
        settings["nodes"] = 10000
    steps = dict(settings["step"])
    chosen = chosen_numbers(numbers, settings["only"], settings["skip"])
    for name in steps:
        if name not in chosen:
            fail(f"--step {name}: no such number is tuned")
    for name, number in chosen.items():
        step = steps.get(name, last_step(number, settings["step_share"]))
        number.update(step=step, value=float(number["default"]))
    settings["step"] = sorted(steps.items())
    return {
        "settings": settings, "numbers": chosen, "iteration": 0,
        "wins": 0, "draws": 0, "losses": 0, "chance": 0.0, "seconds": 0.0,
    }


def load(path):
    try:
        with open(path, encoding="utf-8") as file:
            state = json.load(file)
        if set(state["settings"]) != set(SETTINGS):
            raise ValueError("of another version")
    except (ValueError, KeyError, TypeError) as error:
        fail(f"{path} is no checkpoint: {error}")
    return state


def check_resumed(args, state, numbers):
    """Ends the script if given settings differ from those that the run was begun with."""
    for key in SETTINGS:
        given, begun = getattr(args, key), state["settings"][key]
        if key == "step" and given is not None:
            given, begun = sorted(map(list, given)), sorted(begun)
        if given is not None and given != begun:
            option = f"--{key.replace('_', '-')}"
            fail(f"{args.checkpoint} was begun with another {option} ({begun}): leave it out, or name a new checkpoint")
    for name, number in state["numbers"].items():
        if any(numbers.get(name, {}).get(key) != number[key] for key in ("default", "min", "max")):
            fail(f"{args.checkpoint} is of another engine: {name} differs")


def save(path, state):
    try:
        replace(path, json.dumps(state, indent=1) + "\n")
    except OSError as error:
        fail(f"{path} cannot be written: {error.strerror}", 1)


def clipped(value, number):
    return min(max(value, number["min"]), number["max"])


def gains(settings, k):
    """Returns the step of the k-th iteration (from 1) as a multiple of the last step, and the share
    of its step by which a won game moves a number."""
    total = settings["iterations"]
    stability = settings["stability"] * total
    step = (total / k) ** settings["gamma"]
    gain = settings["r_end"] * ((stability + total) / (stability + k)) ** settings["alpha"] / step**2
    return step, gain


def perturbed(state):
    """Returns the directions of the next iteration, and the integers of both sides. They are the same
    in a resumed run."""
    k = state["iteration"] + 1
    rng = random.Random(f"{state['settings']['seed']}/{k}")
    scale, _ = gains(state["settings"], k)
    directions, up, down = {}, {}, {}
    for name, number in state["numbers"].items():
        directions[name] = rng.choice((-1, 1))
        # One random number for both sides: unbiased rounding that keeps each step of
        # at least half a unit.
        chance = rng.random()
        for side, sign in ((up, 1), (down, -1)):
            wanted = number["value"] + sign * directions[name] * scale * number["step"]
            side[name] = clipped(math.floor(wanted + chance), number)
    return directions, up, down


def update(state, directions, wins, draws, losses):
    """Moves the numbers towards the side that won."""
    state["iteration"] += 1
    step, gain = gains(state["settings"], state["iteration"])
    steps = gain * step * (wins - losses)
    for name, number in state["numbers"].items():
        number["value"] = clipped(number["value"] + steps * number["step"] * directions[name], number)
    # Runs that an older version began do not have it.
    if "chance" in state:
        state["chance"] += steps**2
    state["wins"] += wins
    state["draws"] += draws
    state["losses"] += losses


class Ends:
    """Handles signals: the first Ctrl-C asks for an end after the present iteration; others raise KeyboardInterrupt."""

    def __init__(self):
        self.is_asked = False
        signal.signal(signal.SIGINT, self.handle)
        handle_ends(self.handle)

    def handle(self, number, _frame):
        if self.is_asked or number != signal.SIGINT:
            raise KeyboardInterrupt
        print("ending after this iteration; once more to drop it", file=sys.stderr)
        self.is_asked = True


def duration(seconds):
    minutes, seconds = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def say(args, line):
    print(line, flush=True)
    try:
        if args.log:
            with open(args.log, "a", encoding="utf-8") as file:
                file.write(line + "\n")
    except OSError as error:
        fail(f"the log cannot be written: {error.strerror}", 1)


def progress(state, score, odd):
    """Returns the line about an iteration, with the four numbers that have moved most."""
    done, total = state["iteration"], state["settings"]["iterations"]
    wins, draws, losses = score
    games = state["wins"] + state["draws"] + state["losses"]
    line = f"{done}/{total}: +{wins} ={draws} -{losses}, {games} games, {duration(state['seconds'])}"
    line += f", {duration(state['seconds'] / done * (total - done))} left"
    if odd:
        line += "; " + ", ".join(f"{count} {kind}" for kind, count in odd.items())

    def distance(item):
        return -abs(item[1]["value"] - item[1]["default"]) / item[1]["step"]

    farthest = sorted(state["numbers"].items(), key=distance)[:4]
    line += "; " + ", ".join(f"{name} {number['default']} -> {number['value']:.1f}" for name, number in farthest)
    return line


def distance_by_chance(state):
    """Returns how far the numbers have moved, as a multiple of the distance if no number mattered."""
    # Then the squares of the distances of all iterations, in random directions, would add up.
    moved = [(number["value"] - number["default"]) / number["step"] for number in state["numbers"].values()]
    return math.sqrt(sum(distance**2 for distance in moved) / len(moved) / state["chance"])


def grouped(number):
    """Returns a whole number as text, with underscores if it has five digits or more."""
    return f"{number:_}" if abs(number) >= 10000 else str(number)


def show(state):
    """Prints the numbers as lines of params.rs."""
    lines = []
    for name, number in state["numbers"].items():
        default, value = number["default"], round(number["value"])
        line = f"    {name} = {grouped(value)} in {grouped(number['min'])}..={grouped(number['max'])};"
        lines.append((line, f"// {grouped(default)} -> {grouped(value)}" if value != default else ""))
    width = max(len(line) for line, _ in lines)
    for line, change in lines:
        print(f"{line:{width}} {change}".rstrip())
    done, total = state["iteration"], state["settings"]["iterations"]
    games = state["wins"] + state["draws"] + state["losses"]
    print(f"after {done} of {total} iterations, {games} games", file=sys.stderr)
    if state.get("chance"):
        print(f"the numbers moved {distance_by_chance(state):.2f} times as far as chance moves them", file=sys.stderr)


def record(idea, state):
    """Appends the run to the table of experiments; the match that tests its numbers is another row."""
    settings, games = state["settings"], state["wins"] + state["draws"] + state["losses"]
    changes = [f"{name} {number['default']} -> {round(number['value'])}" for name, number in state["numbers"].items()
               if round(number["value"]) != number["default"]]
    limit = f"{settings['nodes']} nodes" if settings["nodes"] else settings["tc"]
    experiments.append(idea, limit, games, None, f"SPSA of {len(state['numbers'])} numbers: " + ", ".join(changes))


def main():
    args = arguments()
    if args.show:
        state = load(args.show)
        show(state)
        if args.record:
            record(args.record, state)
        return
    self_match.find_files(args)
    numbers = numbers_of(args.engine)
    # It stays open, and so locked, to the end. The checkpoint itself is replaced, and cannot be locked.
    held = locked(f"{args.checkpoint}.lock", "w")  # noqa: F841
    if os.path.exists(args.checkpoint):
        state = load(args.checkpoint)
        check_resumed(args, state, numbers)
    else:
        state = begin(args, numbers)
    settings = state["settings"]
    if settings["nodes"] and args.margin:
        fail("--margin is of clocks: with --nodes there are none")
    runner, ends = match.find_runner(), Ends()
    # The log is tried before the first checkpoint, which would bind the next run to these settings.
    if args.log:
        open(args.log, "a", encoding="utf-8").close()
    save(args.checkpoint, state)
    limit = f"{settings['nodes']} nodes" if settings["nodes"] else settings["tc"]
    steps = ", ".join(f"{name} ±{number['step']:g}" for name, number in state["numbers"].items())
    say(args, f"{len(state['numbers'])} numbers, {settings['pairs']} pairs an iteration at {limit}, "
              f"from iteration {state['iteration'] + 1}; last steps {steps}")
    while state["iteration"] < settings["iterations"] and not ends.is_asked:
        start = time.monotonic()
        directions, up, down = perturbed(state)
        try:
            score, odd = self_match.play(
                runner, args, up, down, nodes=settings["nodes"], tc=settings["tc"], margin=args.margin,
                games=2 * settings["pairs"], seed=settings["seed"] + state["iteration"], chess960=settings["chess960"],
            )
        except KeyboardInterrupt:
            break
        update(state, directions, *score)
        state["seconds"] += time.monotonic() - start
        save(args.checkpoint, state)
        say(args, progress(state, score, odd))
    if state["iteration"] < settings["iterations"]:
        say(args, f"stopped after iteration {state['iteration']}; the same command goes on")
        sys.exit(130)
    say(args, f"done: scripts/spsa.py --show {args.checkpoint}")


if __name__ == "__main__":
    run(main)
