#!/usr/bin/env python3
"""Prints the tunable numbers of the search in the format of OpenBench's SPSA tests.

    cargo build --release --features tune
    scripts/openbench/parameters.py target/release/ox88 --only 'futility|reduction'

Each line is "name, int, value, min, max, C_end, R_end", for the field "SPSA
Input". C_end and R_end have the meaning and the defaults of --step-share and
--r-end of scripts/spsa.py. The branch that is tuned sets FEATURES in
scripts/openbench/Makefile. Exit status 2 for wrong arguments.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import spsa  # noqa: E402  (the scripts above this one)
from arguments import bounded, pattern, script_parser  # noqa: E402
from failure import run  # noqa: E402


def arguments():
    parser = script_parser()
    parser.add_argument("engine", help="the engine, built with --features tune")
    parser.add_argument("--only", type=pattern, default="", metavar="REGEX", help="these numbers (default all)")
    parser.add_argument("--skip", type=pattern, metavar="REGEX", help="but not these")
    parser.add_argument("--step-share", type=bounded(float, 0, 0.5, above=True), metavar="SHARE",
                        default=spsa.SETTINGS["step_share"],
                        help="C_end as a share of a number's range (default 0.05), at least half a unit")
    parser.add_argument("--r-end", type=bounded(float, 0, above=True), default=spsa.SETTINGS["r_end"],
                        help="last gain (default %(default)s, good for 20000 games)")
    return parser.parse_args()


def main():
    args = arguments()
    numbers = spsa.chosen_numbers(spsa.numbers_of(args.engine), args.only, args.skip)
    for name, number in numbers.items():
        step = spsa.last_step(number, args.step_share)
        print(f"{name}, int, {number['default']}, {number['min']}, {number['max']}, {step:g}, {args.r_end:g}")


if __name__ == "__main__":
    run(main)
