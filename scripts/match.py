#!/usr/bin/env python3
"""Plays a match between two UCI engines and tells what it proves.

Uses fastchess or cutechess-cli, whichever is on the PATH. Each opening is
played twice, with colours changed. Prints Elo with its error bar, and counts
games that ended by anything but chess: time losses, illegal moves,
disconnects. Control-C ends the match; what was played by then counts. Exit
status 1 if there was any ending of that kind, 2 for wrong arguments or if no
game could be played, 130 if the match was stopped.

    scripts/match.py target/release/ox88 OLD --tc 1+0.01 --games 400
    scripts/match.py target/release/ox88 OLD --nodes 20000 --sprt 0 5 --games 20000
    scripts/match.py target/release/ox88 stockfish \\
        --option-b UCI_LimitStrength=true --option-b UCI_Elo=2200
"""

import argparse
import collections
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from failure import fail

HERE = os.path.dirname(os.path.abspath(__file__))
SHARED_OPENINGS = os.path.join(HERE, "..", "..", "shared", "openings", "match.epd")


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("engine_a", help="command of the engine under test")
    parser.add_argument("engine_b", help="command of its opponent")
    parser.add_argument("--name-a", default="A")
    parser.add_argument("--name-b", default="B")
    parser.add_argument("--option-a", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--option-b", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--hash", type=int, default=16, help="MB for each (default 16)")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--tc", default="1+0.01", help="seconds+increment (default 1+0.01)")
    limit.add_argument("--nodes", type=int, help="fixed nodes a move instead of a clock")
    parser.add_argument("--games", type=int, default=400, help="at most (default 400)")
    parser.add_argument("--concurrency", type=int, default=2, help="games at a time (default 2)")
    parser.add_argument("--openings", default=SHARED_OPENINGS, help="EPD file of start positions")
    parser.add_argument("--seed", type=int, default=88, help="order of the openings (default 88)")
    parser.add_argument("--chess960", action="store_true", help="play Chess960")
    parser.add_argument(
        "--sprt", nargs=2, type=float, metavar=("ELO0", "ELO1"),
        help="stop as soon as one of these Elo differences is proven",
    )
    parser.add_argument("--alpha", type=float, default=0.05, help="SPRT's error (default 0.05)")
    parser.add_argument("--beta", type=float, default=0.05, help="SPRT's error (default 0.05)")
    parser.add_argument("--pgn", help="file to keep the games in (added to)")
    parser.add_argument("--margin", type=int, default=0, help="ms a clock may be overrun (default 0)")
    return parser.parse_args()


def runner_command(runner, args, pgn):
    """The command line; the two runners differ in few words."""
    is_fastchess = os.path.basename(runner) == "fastchess"
    command = [runner]
    engines = [
        (args.engine_a, args.name_a, args.option_a),
        (args.engine_b, args.name_b, args.option_b),
    ]
    for program, name, options in engines:
        program = os.path.abspath(program) if os.path.exists(program) else program
        command += ["-engine", f"cmd={program}", f"name={name}"]
        command += [f"option.{option}" for option in options]
        if not is_fastchess:
            command += ["proto=uci"]
    command += ["-each", f"option.Hash={args.hash}"]
    command += ["tc=inf", f"nodes={args.nodes}"] if args.nodes else [f"tc={args.tc}"]
    if not args.nodes:
        command += [f"timemargin={args.margin}"]
    command += ["-openings", f"file={args.openings}", "format=epd", "order=random"]
    command += ["-srand", str(args.seed), "-repeat", "-recover"]
    command += ["-rounds", str((args.games + 1) // 2), "-games", "2"]
    command += ["-concurrency", str(args.concurrency)]
    if args.chess960:
        command += ["-variant", "fischerandom"]
    if args.sprt:
        low, high = args.sprt
        command += ["-sprt", f"elo0={low}", f"elo1={high}"]
        command += [f"alpha={args.alpha}", f"beta={args.beta}"]
        if is_fastchess:
            # Its default is normalised Elo.
            command += ["model=logistic"]
    if is_fastchess:
        command += ["-pgnout", f"file={pgn}", "-ratinginterval", "50", "-scoreinterval", "0"]
        command += ["-config", "outname=" + os.path.join(os.path.dirname(pgn), "resume.json")]
    else:
        command += ["-pgnout", pgn, "-ratinginterval", "50"]
    return command


def endings(pgn_text):
    """Counts of games that did not end by the rules of chess."""
    counts = collections.Counter()
    for game in re.split(r"\n(?=\[Event )", pgn_text):
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]', game, re.M))
        if not tags:
            continue
        counts["games"] += 1
        ending = (tags.get("Termination", "") + " " + " ".join(re.findall(r"\{[^}]*\}", game)[-1:])).lower()
        for kind, sign in [
            ("time losses", r"time forfeit|loses on time"),
            ("illegal moves", r"illegal"),
            ("disconnects", r"abandoned|disconnect|stall|crash"),
            ("unfinished", r"unterminated"),
        ]:
            if re.search(sign, ending):
                loser = {"1-0": "Black", "0-1": "White"}.get(tags.get("Result"), "")
                counts[kind] += 1
                counts[f"{kind} by {tags.get(loser, '?')}"] += 1
    return counts


def run(command):
    """Runs a command; returns its exit status, or 130 after control-C, when the command
    gets time to end by itself."""
    # In a session of its own: control-C would reach the engines and disconnect them.
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        return process.wait()
    except KeyboardInterrupt:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(10)
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            process.kill()
            process.wait()
        return 130


def stop(*_):
    raise KeyboardInterrupt


def main():
    args = arguments()
    runner = shutil.which("fastchess") or shutil.which("cutechess-cli")
    if not runner:
        fail("neither fastchess nor cutechess-cli is on the PATH")
    if not os.path.exists(args.openings):
        fail(f"no openings at {args.openings}: name an EPD file with --openings")
    try:
        if args.pgn:
            open(args.pgn, "a", encoding="utf-8").close()
    except OSError as error:
        fail(f"{args.pgn}: {error.strerror}")
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, stop)
    with tempfile.TemporaryDirectory() as folder:
        pgn = os.path.join(folder, "match.pgn")
        command = runner_command(runner, args, pgn)
        print(" ".join(command), flush=True)
        status = run(command)
        text = ""
        if os.path.exists(pgn):
            with open(pgn, encoding="utf-8", errors="replace") as file:
                text = file.read()
        if args.pgn:
            with open(args.pgn, "a", encoding="utf-8") as file:
                file.write(text)
    counts = endings(text)
    if status not in (0, 130) and not counts["games"]:
        fail(f"no game was played: {os.path.basename(runner)} ended with status {status}")
    print(f"\nGames: {counts.pop('games', 0)}")
    for kind in ["time losses", "illegal moves", "disconnects", "unfinished"]:
        total = counts.pop(kind, 0)
        by = ", ".join(f"{key.split(' by ')[1]} {n}" for key, n in counts.items() if key.startswith(kind))
        print(f"{kind.capitalize()}: {total}" + (f" ({by})" if by else ""))
    sys.exit(130 if status == 130 else 1 if counts or status else 0)


if __name__ == "__main__":
    main()
