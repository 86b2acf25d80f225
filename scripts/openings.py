#!/usr/bin/env python3
"""Packs the list of opening names that the program holds.

    scripts/openings.py eco.tsv > src/knowledge/openings/names.txt

The list is that of https://github.com/lichess-org/chess-openings (CC0): its files a.tsv to e.tsv,
joined, with code, name and moves in each line, separated by tabs. A packed line leaves out what it
has in common with the line before it. Exit status 2 for wrong arguments or another file.
"""

import os
import sys

from arguments import script_parser
from failure import fail, run

HEAD = """\
# Names of openings, of https://github.com/lichess-org/chess-openings (CC0), packed by
# scripts/openings.py. Each is that of the position behind its moves.
#
#   PLIES MOVES|CODE|BYTES NAME
#
# A line begins with so many moves of the line before it; its name with so many bytes
# of that name. Without a code it has that of the line before it.
"""


def shared(one, other):
    """Returns the length of the common prefix; of names, up to and including its last blank."""
    common = os.path.commonprefix([one, other])
    return common.rfind(" ") + 1 if isinstance(common, str) else len(common)


def main():
    parser = script_parser()
    parser.add_argument("list", help="file of the list")
    path = parser.parse_args().list
    try:
        with open(path, encoding="utf-8") as file:
            rows = [line.rstrip("\n").split("\t")[:3] for line in file]
        lines = [([word for word in moves.split() if not word.endswith(".")], code, name)
                 for code, name, moves in rows if code != "eco"]
    except ValueError:
        fail(f"{path}: wants code, name and moves in each line, with tabs between")
    sys.stdout.write(HEAD)
    last_moves, last_code, last_name = [], "", ""
    for moves, code, name in sorted(lines):
        plies, letters = shared(moves, last_moves), shared(name, last_name)
        size = len(name[:letters].encode())
        print(plies, *moves[plies:], end="|")
        print("" if code == last_code else code, f"{size} {name[letters:]}", sep="|")
        last_moves, last_code, last_name = moves, code, name


if __name__ == "__main__":
    run(main)
