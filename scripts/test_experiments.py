"""Tests of scripts/experiments.py: python3 -m unittest discover -s scripts"""

import contextlib
import datetime
import io
import os
import tempfile
import unittest
from unittest import mock

import experiments
import failure
import match
from arguments import CLOCK
from places import ROOT


class Rows(unittest.TestCase):
    def test_every_row_is_whole(self):
        for row in experiments.read():
            with self.subTest(row["idea"]):
                datetime.date.fromisoformat(row["date"])
                self.assertRegex(row["commit"], "^[0-9a-f]{7}$")
                self.assertIn(row["verdict"], experiments.VERDICTS)
                self.assertTrue(row["idea"] and row["step"] or row["verdict"] == "open")
                self.assertRegex(row["limit"], rf"^(|speed|\d+ nodes|{CLOCK.pattern})$")
                self.assertRegex(row["games"], r"^\d*$")
                self.assertRegex(row["elo"], r"^([+-]\d+(\.\d+)?)?$")
                self.assertRegex(row["error"], r"^(\d+(\.\d+)?)?$")

    def test_rows_stand_in_the_order_in_which_they_were_added(self):
        for path in (experiments.EXPERIMENTS, experiments.GENERATIONS):
            dates = [row["date"] for row in experiments.read(path)]
            self.assertEqual(dates, sorted(dates), path)

    def test_other_tables_have_figures(self):
        matches = os.path.join(ROOT, "benches", "matches.tsv")
        for path, games in [(experiments.GENERATIONS, "played"), (matches, "games")]:
            rows = experiments.read(path)
            self.assertTrue(rows)
            for row in rows:
                with self.subTest(path=path, date=row["date"]):
                    datetime.date.fromisoformat(row["date"])
                    self.assertRegex(row["commit"], "^([0-9a-f]{7})?$")
                    self.assertRegex(row[games], r"^\d+$")
                    self.assertRegex(row["elo"], r"^([+-]\d+)?$")
                    self.assertRegex(row["error"], r"^\d*$")

    def test_a_missing_table_ends_the_script(self):
        told = io.StringIO()
        with contextlib.redirect_stderr(told), self.assertRaises(SystemExit) as end:
            failure.run(lambda: experiments.read("/nowhere"))
        self.assertEqual(end.exception.code, 2)
        self.assertIn("/nowhere: No such file or directory", told.getvalue())

    def test_a_row_is_appended(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "experiments.tsv")
            with open(experiments.EXPERIMENTS, encoding="utf-8") as file, open(path, "w", encoding="utf-8") as copy:
                # The last line has no end, as after a killed run.
                copy.write("".join(file.readlines()[:2]).rstrip("\n"))
            with mock.patch.object(experiments, "EXPERIMENTS", path):
                experiments.append("an idea\twith a tab", "8000 nodes", 400, (3.21, 9.8), "Zen 4")
                # The games are worth a row also where there is no Git.
                with mock.patch.dict(os.environ, PATH=""):
                    experiments.append("another", "2+0.02", 10, None)
            rows = experiments.read(path)
        self.assertEqual(len(rows), 3)
        cells = [rows[1][column] for column in ("idea", "limit", "games", "elo", "error", "verdict", "note")]
        self.assertEqual(cells, ["an idea with a tab", "8000 nodes", "400", "+3.2", "9.8", "open", "Zen 4"])
        self.assertEqual([rows[2][column] for column in ("commit", "elo", "error")], ["", "", ""])

    def test_rows_are_found_by_words(self):
        row = {"idea": "a continuation history of distance 3", "note": "Zen 3", "games": "2496"}
        self.assertTrue(experiments.contains(row, ["distance 3", "zen"]))
        self.assertFalse(experiments.contains(row, ["distance 4"]))
        self.assertFalse(experiments.contains(row, ["2496"]))
        generation = {"generation": "8", "games": "886,051 by generation 7 (Chess960)", "played": "1000"}
        self.assertTrue(experiments.contains(generation, ["chess960"]))
        self.assertFalse(experiments.contains(generation, ["1000"]))

    def answer(self, *words):
        """Returns what the script prints."""
        output = io.StringIO()
        with mock.patch("sys.argv", ["experiments.py", *words]), contextlib.redirect_stdout(output):
            experiments.main()
        return output.getvalue()

    def test_a_question_is_answered(self):
        told = self.answer("continuation history of distance 3")
        self.assertIn("-4.6 ± 8.4 Elo; 2496 games; 0.5+0.005", told)

    def test_rows_of_another_verdict_are_not_denied(self):
        told = io.StringIO()
        with contextlib.redirect_stderr(told), self.assertRaises(SystemExit):
            self.answer("--verdict", "untried", "continuation history of distance 3")
        self.assertIn("no row of verdict 'untried'", told.getvalue())

    def test_the_newest_row_comes_first(self):
        numbers = [int(line.split()[-1]) for line in self.answer("--generations", "version").split("\n")
                   if line.startswith("generation: ")]
        self.assertTrue(numbers)
        self.assertEqual(numbers, sorted(numbers, reverse=True))

    def test_a_match_without_games_is_no_row(self):
        arguments = ["match.py", "a", "b", "--openings", __file__, "--record", "an idea"]
        stopped = mock.Mock(return_value=130)
        replaced = mock.patch.multiple(match, find_runner=mock.Mock(return_value="fastchess"), run_games=stopped,
                                       check_options=mock.DEFAULT, handle_ends=mock.DEFAULT)
        with mock.patch("sys.argv", arguments), replaced, mock.patch.object(experiments, "append") as append:
            with contextlib.redirect_stdout(io.StringIO()), self.assertRaises(SystemExit):
                match.main()
        stopped.assert_called_once()
        append.assert_not_called()


if __name__ == "__main__":
    unittest.main()
