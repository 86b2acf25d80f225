#!/usr/bin/env python3
"""Shows whether an idea was tried, when, in which games, and with what result.

    scripts/experiments.py "null move" tt_pv
    scripts/experiments.py --verdict open "reverse futility"
    scripts/experiments.py --generations chess960

Prints the rows of src/search/experiments.tsv that contain all the words, the newest first. The case
of letters does not matter; a quoted phrase is one word. --generations searches
src/eval/nnue/generations.tsv instead. Exit status 1 if there is no such row. scripts/match.py,
scripts/factorial.py and scripts/spsa.py append rows with --record.
"""

import datetime
import os
import shutil
import subprocess

from arguments import script_parser
from failure import fail, run
from output import end_last_line
from places import ROOT

EXPERIMENTS = os.path.join(ROOT, "src", "search", "experiments.tsv")
GENERATIONS = os.path.join(ROOT, "src", "eval", "nnue", "generations.tsv")
# Columns of figures, in which no word is looked for. In the table of generations, `games` is a text.
FIGURES = ("games", "played", "elo", "error")
VERDICTS = ["in", "out", "open", "untried", "measured"]


def read(path=EXPERIMENTS):
    """Reads a table; returns each row as a dictionary by the names of the columns."""
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file]
    header = lines[0].split("\t")
    rows = []
    for line in lines[1:]:
        cells = line.split("\t")
        if len(cells) != len(header):
            fail(f"{path}: {len(cells)} cells instead of {len(header)}: {line[:80]}", 1)
        rows.append(dict(zip(header, cells)))
    return rows


def append(idea, limit, games, difference, note=""):
    """Appends a row with today's date, the commit that is checked out (none where Git does not tell), and the
    verdict "open", which is edited by hand. `difference` is Elo and half the width of its 95 % interval, or None."""
    elo, error = (f"{difference[0]:+.1f}", f"{difference[1]:.1f}") if difference else ("", "")
    git = ["git", "-C", ROOT, "rev-parse", "--short=7", "HEAD"]
    commit = subprocess.run(git, capture_output=True, text=True).stdout.strip() if shutil.which("git") else ""
    cells = {
        "date": datetime.date.today().isoformat(), "commit": commit, "idea": idea, "limit": limit,
        "games": str(games), "elo": elo, "error": error, "verdict": "open", "note": note,
    }
    try:
        with open(EXPERIMENTS, encoding="utf-8") as file:
            header = file.readline().rstrip("\n").split("\t")
        end_last_line(EXPERIMENTS)
        with open(EXPERIMENTS, "a", encoding="utf-8") as file:
            file.write("\t".join(" ".join(cells.get(column, "").split()) for column in header) + "\n")
    except OSError as error:
        fail(f"{EXPERIMENTS}: {error.strerror}", 1)


def contains(row, words):
    """Returns whether the cells of the row that are no figures contain all the words."""
    text = " ".join(cell for column, cell in row.items() if column not in FIGURES or " " in cell).lower()
    return all(word in text for word in words)


def worded(row):
    """Returns a row of the experiments as text."""
    figures = [f"{row['elo']} ± {row['error']} Elo" if row["error"] else f"{row['elo']} Elo"] if row["elo"] else []
    figures += [f"{row['games']} games"] if row["games"] else []
    figures += [row["limit"]] if row["limit"] not in ("", row["step"]) else []
    origin = [f"from {row['from']}"] if row["from"] else []
    head = f"{row['date']}  {row['verdict']:8}  {row['idea']}"
    return "\n    ".join([head, "; ".join(filter(None, [*figures, *origin, row["step"], f"commit {row['commit']}"])),
                          *([row["note"]] if row["note"] else [])])


def main():
    parser = script_parser()
    parser.add_argument("words", nargs="+", metavar="WORD", help="a word or a part of one")
    table = parser.add_mutually_exclusive_group()
    table.add_argument("--verdict", choices=VERDICTS, help="only rows with this verdict")
    table.add_argument("--generations", action="store_true", help="search the generations of the network")
    args = parser.parse_args()
    words = [word.lower() for word in args.words]
    rows = [row for row in read(GENERATIONS if args.generations else EXPERIMENTS) if contains(row, words)]
    if args.verdict:
        rows = [row for row in rows if row.get("verdict") == args.verdict]
    if not rows:
        kind = f"no row of verdict '{args.verdict}'" if args.verdict else "no row"
        fail(f"{kind} contains {' and '.join(map(repr, words))}", 1)
    # Rows of one day stand in the order in which they were added.
    for row in sorted(reversed(rows), key=lambda row: row["date"], reverse=True):
        print("\n    ".join(f"{name}: {cell}" for name, cell in row.items() if cell)
              if args.generations else worded(row))


if __name__ == "__main__":
    run(main)
