#!/usr/bin/env python3
"""Plays a match between two UCI engines, and prints the Elo difference.

Uses fastchess or cutechess-cli, whichever is on the PATH. Each opening is
played twice, with colours changed. Prints the Elo difference with half of its
95 % interval, the number of games that ended by time losses, illegal moves or
disconnects, and the least time that was left on each clock. Control-C ends the
match; the games that are over count. Finished games are added to --pgn every
few seconds. Options that an engine does not declare, or values that it refuses,
are errors. Exit status 1 if a game ended by such a fault or the games could not
be kept, 2 for wrong arguments or if no game could be played, 130 if the match
was stopped.

    scripts/match.py target/release/ox88 OLD --tc 1+0.01 --games 400
    scripts/match.py target/release/ox88 OLD --nodes 20000 --sprt 0 5 --games 20000 --openings FILE.epd
    scripts/match.py target/release/ox88 stockfish \\
        --option-b UCI_LimitStrength=true --option-b UCI_Elo=2200
"""

import argparse
import difflib
import math
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

import experiments
from arguments import bounded, clock, option, positive, script_parser
from failure import end_group, fail, handle_ends, run
from games import elo_difference, endings, turns
from places import OPENINGS
from uci_engine import Engine, Fault
from uci_options import declared

# The seconds that an engine has for its answers before the match.
PATIENCE = 60
# The seconds between two looks for finished games.
KEEP_INTERVAL = 5


def arguments():
    parser = script_parser()
    parser.add_argument("engine_a", help="command of the engine under test")
    parser.add_argument("engine_b", help="command of its opponent")
    parser.add_argument("--name-a", default="A")
    parser.add_argument("--name-b", default="B")
    parser.add_argument("--option-a", type=option, action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--option-b", type=option, action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--hash", type=positive, default=16, help="MB for each (default 16)")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--tc", type=clock, default="1+0.01", help="seconds+increment (default 1+0.01)")
    limit.add_argument("--nodes", type=positive, help="fixed nodes a move instead of a clock")
    parser.add_argument("--games", type=positive, default=400, help="at most, rounded up to pairs (default 400)")
    parser.add_argument("--concurrency", type=positive, default=2,
                        help="games at a time (default 2); with more than processors, engines wait while their "
                             "clocks run")
    parser.add_argument("--openings", default=OPENINGS, help="EPD file of start positions")
    parser.add_argument("--seed", type=bounded(int, 0), default=88, help="order of the openings (default 88)")
    parser.add_argument("--chess960", action="store_true", help="play Chess960")
    parser.add_argument(
        "--sprt", nargs=2, type=bounded(float, -1000, 1000), metavar=("ELO0", "ELO1"),
        help="stop as soon as one of these Elo differences is proven, with 5 %% of either error",
    )
    parser.add_argument("--pgn", help="file to keep the games in (added to)")
    parser.add_argument("--margin", type=bounded(int, 0), default=0, help="ms a clock may be overrun (default 0)")
    parser.add_argument("--adjudicate", action="store_true",
                        help="end games early: lost when both engines' scores say so by 6 pawns for 3 moves, drawn from "
                             "move 40 on when they are within 0.1 pawns for 8 moves")
    parser.add_argument("--record", metavar="IDEA", help="add the result to src/search/experiments.tsv as a row of this idea")
    args = parser.parse_args()
    if args.name_a == args.name_b:
        parser.error(f"both engines have the name '{args.name_a}': --name-a and --name-b must differ")
    if args.nodes and args.margin:
        parser.error("--margin is of clocks: with --nodes there are none")
    if args.sprt and args.sprt[0] >= args.sprt[1]:
        parser.error(f"--sprt wants ELO0 below ELO1, not {args.sprt[0]:g} and {args.sprt[1]:g}")
    return args


def find_runner():
    """Returns the path of fastchess or cutechess-cli."""
    runner = shutil.which("fastchess") or shutil.which("cutechess-cli")
    if not runner:
        fail("neither fastchess nor cutechess-cli is on the PATH")
    return runner


def program_path(program):
    return os.path.abspath(program) if os.path.isfile(program) else program


def all_options(options, megabytes):
    """Returns a side's options, with the size of the hash table if they do not have one."""
    return options if any(option.startswith("Hash=") for option in options) else [*options, f"Hash={megabytes}"]


def runner_command(runner, args, pgn):
    """Returns the command line of the match for the runner, which is fastchess or cutechess-cli."""
    is_fastchess = os.path.basename(runner) == "fastchess"
    command = [runner]
    engines = [
        (args.engine_a, args.name_a, args.option_a),
        (args.engine_b, args.name_b, args.option_b),
    ]
    for program, name, options in engines:
        command += ["-engine", f"cmd={program_path(program)}", f"name={name}"]
        command += [f"option.{option}" for option in all_options(options, args.hash)]
        if not is_fastchess:
            # Its engines would run in the folder for temporary files, and not find files that options name.
            command += ["proto=uci", f"dir={os.getcwd()}"]
    command += ["-each"]
    command += ["tc=inf", f"nodes={args.nodes}"] if args.nodes else [f"tc={args.tc}"]
    if not args.nodes:
        command += [f"timemargin={args.margin}"]
    command += ["-openings", f"file={args.openings}", "format=epd", "order=random"]
    command += ["-srand", str(args.seed), "-repeat", "-recover"]
    command += ["-rounds", str((args.games + 1) // 2), "-games", "2"]
    command += ["-concurrency", str(args.concurrency)]
    if args.adjudicate:
        command += ["-resign", "movecount=3", "score=600", "twosided=true"]
        command += ["-draw", "movenumber=40", "movecount=8", "score=10"]
    if args.chess960:
        command += ["-variant", "fischerandom"]
    if args.sprt:
        low, high = args.sprt
        command += ["-sprt", f"elo0={low}", f"elo1={high}", "alpha=0.05", "beta=0.05"]
        if is_fastchess:
            # The default of fastchess is normalised Elo.
            command += ["model=logistic"]
    if is_fastchess:
        command += ["-pgnout", f"file={pgn}", "-ratinginterval", "50", "-scoreinterval", "0"]
        if args.concurrency > (os.cpu_count() or 1):
            command += ["-force-concurrency"]
        command += ["-config", "outname=" + os.path.join(os.path.dirname(pgn), "resume.json")]
    else:
        # With "fi", games that the end of the match cuts off are not written.
        command += ["-pgnout", pgn, "fi", "-ratinginterval", "50"]
    return command


def refusal(known, name, value):
    """Returns the reason why an engine with these options would refuse a value, or None."""
    if name not in known:
        similar = difflib.get_close_matches(name, known, 1)
        tune = "; is it built with --features tune?" if name.islower() else ""
        return f"there is no option '{name}'" + (f"; did you mean '{similar[0]}'?" if similar else tune)
    option = known[name]
    if option.kind == "spin":
        try:
            bounded(type(option.default), option.least, option.greatest)(value)
        except argparse.ArgumentTypeError as error:
            return f"option '{name}' {error}"
        return None
    values = {"check": ["true", "false"], "button": ["true"], "combo": option.values}.get(option.kind)
    if values and value not in values:
        return f"option '{name}' wants {' or '.join(values)}, not '{value}'"
    return None


def check_options(program, options, megabytes):
    """Raises ValueError if an engine does not accept all options (NAME=VALUE): the runners would leave out the
    others, and play. Raises OSError or Fault if the engine does not run."""
    engine = Engine(program_path(program), PATIENCE)
    try:
        answer = engine.ask("uci", "uciok")
        known = declared(answer)
        wanted = all_options(options, megabytes) if "Hash" in known else options
        pairs = [option.partition("=")[::2] for option in wanted]
        for name, value in pairs:
            if reason := refusal(known, name, value):
                raise ValueError(reason)
        commands = [f"setoption name {name}" + ("" if known[name].kind == "button" else f" value {value}")
                    for name, value in pairs]
        notes = engine.ask("\n".join([*commands, "isready"]), "readyok")
        # Other engines also confirm here what they have set.
        if any(line.startswith("id name Ox88") for line in answer):
            names = "|".join(re.escape(name) for name, _ in pairs)
            for line in notes:
                # A refusal names the option, also "no memory for a hash table"; a warning of many threads is none.
                if "may take more than their time" in line or line.startswith("info string loaded "):
                    continue
                if re.match(rf"info string .*\b({names})\b", line, re.I):
                    raise ValueError(line.removeprefix("info string "))
    finally:
        engine.quit()


def positions_in(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return sum(1 for line in file if line.strip())


def read_text(path):
    """Returns the text of a file of a match; it is empty if there is none."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def least_clocks(pgn_text):
    """Returns the least time of each engine after a move, without the increment, in ms; it is empty if the games
    have no times. It is below 0 without a time loss where fastchess overlooks an overrun, as at the last move of a
    period. A move that never came is in no game. cutechess-cli rounds times above 0.1 s."""
    least = {}
    for engine, seconds in turns(pgn_text):
        least[engine] = min(least.get(engine, math.inf), 1000 * seconds)
    return least


class Keeper:
    """Appends the games of a file that is still being written to another file."""

    def __init__(self, source, target):
        self.source, self.target = source, target
        self.copied = 0
        self.error = None

    def keep(self, is_over=False):
        """Copies new games; the last one only if the match is over, since it may be incomplete before."""
        if not self.target or self.error or not os.path.exists(self.source):
            return
        with open(self.source, "rb") as file:
            file.seek(self.copied)
            games = file.read()
        if not is_over:
            games = games[:games.rfind(b"\n[Event ") + 1]
        try:
            with open(self.target, "ab") as file:
                file.write(games)
            self.copied += len(games)
        except OSError as error:
            self.error = error


def run_games(command, keep=lambda: None, **settings):
    """Runs a command, and calls `keep` now and then; returns the command's exit status, or 130 after
    control-C, after which it has ten seconds to end by itself."""
    # It has a session of its own: otherwise control-C would reach the engines, and disconnect them.
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True, **settings)
    try:
        while True:
            try:
                return process.wait(KEEP_INTERVAL)
            except subprocess.TimeoutExpired:
                keep()
    except KeyboardInterrupt:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(10)
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            pass
        return 130
    finally:
        end_group(process)
        process.wait()


def main():
    args = arguments()
    runner = find_runner()
    if not os.path.exists(args.openings):
        fail(f"no openings at {args.openings}: name an EPD file with --openings")
    count = positions_in(args.openings)
    if args.nodes and args.games > 2 * count:
        print(f"match.py: {args.openings} has {count} positions: after {2 * count} games, engines that play with one "
              "thread and no chance play the same ones again, which prove nothing", file=sys.stderr)
    handle_ends()
    for name, program, options in [
        (args.name_a, args.engine_a, args.option_a), (args.name_b, args.engine_b, args.option_b),
    ]:
        try:
            check_options(program, options, args.hash)
        except (OSError, ValueError, Fault) as error:
            fail(f"engine {name} ({program}): {getattr(error, 'strerror', error)}")
    if args.pgn:
        open(args.pgn, "a", encoding="utf-8").close()
    with tempfile.TemporaryDirectory() as folder:
        pgn = os.path.join(folder, "match.pgn")
        command = runner_command(runner, args, pgn)
        print(shlex.join(command), flush=True)
        keeper = Keeper(pgn, args.pgn)
        status = run_games(command, keeper.keep)
        keeper.keep(is_over=True)
        text = read_text(pgn)
        if keeper.error:
            os.rename(pgn, f"{folder}.pgn")
            print(f"match.py: {args.pgn}: {keeper.error.strerror}; the games are in {folder}.pgn", file=sys.stderr)
    counts = endings(text)
    played = counts.pop("games", 0)
    if status not in (0, 130) and not played:
        fail(f"no game was played: {os.path.basename(runner)} ended with status {status}")
    if status == 130:
        print("\nThe match was stopped; it cannot be resumed.")
    print(f"\nGames: {played}")
    difference = elo_difference(text, args.name_a)
    if difference:
        print(f"Elo difference of {args.name_a}: {difference[0]:+.0f} +- {difference[1]:.0f}")
    for kind in ["time losses", "illegal moves", "disconnects"]:
        total = counts.pop(kind, 0)
        by = ", ".join(f"{key.split(' by ', 1)[1]} {n}" for key, n in counts.items() if key.startswith(kind))
        print(f"{kind.capitalize()}: {total}" + (f" ({by})" if by else ""))
    if least := least_clocks(text):
        print("Least on the clock: " + ", ".join(f"{name} {least[name]:.0f} ms" for name in sorted(least)))
    if args.record and played:
        sprt = f"SPRT [{args.sprt[0]:g}, {args.sprt[1]:g}]" if args.sprt else ""
        experiments.append(args.record, f"{args.nodes} nodes" if args.nodes else args.tc, played, difference, sprt)
    sys.exit(130 if status == 130 else 1 if counts or status or keeper.error else 0)


if __name__ == "__main__":
    run(main)
