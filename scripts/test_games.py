"""Tests of scripts/games.py: python3 -m unittest discover -s scripts"""

import argparse
import math
import os
import tempfile
import unittest
from unittest import mock

import match
import self_match
from games import elo_difference, endings, games_of, times, turns

FASTCHESS = "Fastchess Tournament"


def game(moves, event=FASTCHESS, **tags):
    tags = {"White": "A", "Black": "B", "Result": "*", **tags}
    lines = [f'[Event "{event}"]', *(f'[{name} "{value}"]' for name, value in tags.items())]
    return "\n".join(lines) + f"\n\n{moves}\n\n"


class Clocks(unittest.TestCase):
    def check(self, text, expected):
        """Compares the engine and the seconds of each turn."""
        self.assertEqual([(engine, round(seconds, 3)) for engine, seconds in turns(text)], expected)

    def test_increments(self):
        moves = "1. e4 {+0.31/14 0.500s} e5 {-0.2/9 0.250s} 2. Nf3 {+0.30/12 1.000s} *"
        self.check(game(moves, TimeControl="2+0.02"), [("A", 1.52), ("B", 1.77), ("A", 0.54)])
        self.check(game(moves, event="?", TimeControl="2+0.02"), [("A", 1.5), ("B", 1.75), ("A", 0.52)])

    def test_periods(self):
        moves = "1. e4 {0.9s} e5 {0.1s} 2. Nf3 {1.2s} Nc6 {0.1s} 3. Bc4 {0.5s} *"
        self.check(game(moves, TimeControl="2/2"), [("A", 1.1), ("B", 1.9), ("A", -0.1), ("B", 1.8), ("A", 1.4)])

    def test_black_may_begin(self):
        text = game("1... e5 {0.5s} 2. Nf3 {0.25s} *", FEN="8/8/8/8/8/8/8/8 b - - 0 1", TimeControl="1")
        self.check(text, [("B", 0.5), ("A", 0.75)])

    def test_book_moves_cost_nothing(self):
        moves = "1. e4 {book} e5 {book} 2. Nf3 {0.5s} Nc6 {0.25s} 3. Bc4 Bc5 {0.5s} *"
        self.check(game(moves, TimeControl="1"), [("A", 0.5), ("B", 0.75)])

    def test_a_margin_is_not_owed(self):
        moves = "1. e4 {1.015s} e5 {0.5s} 2. Nf3 {0.015s} *"
        self.check(game(moves, TimeControl="1"), [("A", -0.015), ("B", 0.5), ("A", -0.015)])
        self.check(game(moves, event="?", TimeControl="1"), [("A", -0.015), ("B", 0.5), ("A", -0.03)])

    def test_without_a_clock_there_are_no_turns(self):
        for control in ["-", "inf", "0.1/move"]:
            self.check(game("1. e4 {0.5s} *", TimeControl=control), [])
        self.check(game("1. e4 {0.5s} *"), [])

    def test_the_last_comment_tells_more(self):
        self.assertEqual(times("1. e4 {+0.00/1 0.130s, White loses on time (5ms overrun)} 0-1"), [0.13])

    def test_what_a_move_is(self):
        self.assertEqual(len(times("1. e4 e5 2. O-O exd8=Q+ 3... Nf6 1/2-1/2")), 5)
        for result in ["*", "1-0", "0-1", "1/2-1/2", "1.", "1..."]:
            self.assertEqual(times(result), [], result)

    def test_the_least_of_each(self):
        text = game("1. e4 {0.5s} e5 {0.25s} 2. Nf3 {0.25s} *", TimeControl="1")
        self.assertEqual(match.least_clocks(2 * text), {"A": 250, "B": 750})


class Differences(unittest.TestCase):
    def test_pairs_are_one_observation(self):
        def pair(number, first, second):
            tags = {"Round": number, "FEN": f"8/8/8/8/8/8/8/8 w - - 0 {number}"}
            return game("*", Result=first, **tags) + game("*", Result=second, White="B", Black="A", **tags)

        # Each side wins with White: the difference and its error are 0.
        even = "".join(pair(number, "1-0", "1-0") for number in range(10))
        self.assertEqual(elo_difference(even, "A"), (0, 0))
        # Every second pair is won, the others are even.
        text = "".join(pair(number, "1-0", "0-1" if number % 2 else "1-0") for number in range(10))
        elo, error = elo_difference(text, "A")
        self.assertAlmostEqual(elo, -elo_difference(text, "B")[0])
        self.assertAlmostEqual(elo, 400 * math.log10(3))
        self.assertTrue(100 < error < 200)
        alike = "".join(pair(number, "1-0", "1/2-1/2") for number in range(10))
        for text in ("", pair(1, "1-0", "0-1"), even[:len(even) // 2], alike):
            self.assertIsNone(elo_difference(text, "A"))


class Keeping(unittest.TestCase):
    def test_whole_games_are_copied_once(self):
        with tempfile.TemporaryDirectory() as folder:
            source, target = (os.path.join(folder, name) for name in ("source", "target"))
            keeper = match.Keeper(source, target)
            keeper.keep()
            games = [game(f"1. e4 {number}s *") for number in range(3)]
            expected = ["", games[0], games[0] + games[1]]
            for number, text in enumerate(games):
                with open(source, "a", encoding="utf-8") as file:
                    file.write(text)
                keeper.keep()
                with open(target, encoding="utf-8") as file:
                    self.assertEqual(file.read(), expected[number])
            keeper.keep(is_over=True)
            with open(target, encoding="utf-8") as file:
                self.assertEqual(file.read(), "".join(games))
            self.assertIsNone(keeper.error)


class Runners(unittest.TestCase):
    def test_cutechess_does_as_fastchess_does(self):
        """Engines run where the script runs, and find EvalFile=new.nnue there; games that are cut off are no games."""
        def run_games(command, **settings):
            self.assertIn(f"dir={os.getcwd()}", command)
            self.assertNotIn("cwd", settings)
            self.assertIn("fi", command)
            return 130

        args = argparse.Namespace(engine="engine", hash=16, concurrency=1, openings="openings.epd")
        with mock.patch.object(match, "run_games", run_games), self.assertRaises(KeyboardInterrupt):
            self_match.play("cutechess-cli", args, {}, {}, nodes=1, tc=None, margin=0, games=2, seed=1, chess960=False)


class Endings(unittest.TestCase):
    def test_who_lost_and_why(self):
        text = "".join([
            game("1. e4 {A wins} 1-0", Result="1-0", Termination="time forfeit"),
            game("1. e4 {White makes an illegal move: e1e9} 0-1", Result="0-1"),
            game("1. e4 {White disconnects} 0-1", Result="0-1", Termination="abandoned"),
            game("1. e4 1/2-1/2", Result="1/2-1/2", Termination="time forfeit"),
            game("1. e4 {Draw by adjudication} 1/2-1/2", Result="1/2-1/2", Termination="adjudication"),
        ])
        self.assertEqual(dict(endings(text)), {
            "games": 5, "time losses": 2, "time losses by B": 1, "time losses by ?": 1, "illegal moves": 1,
            "illegal moves by A": 1, "disconnects": 1, "disconnects by A": 1,
        })

    def test_scores_of_one_side(self):
        up, down = self_match.UP, self_match.DOWN
        text = "".join([
            game("1. e4 1-0", White=up, Black=down, Result="1-0"),
            game("1. e4 1-0", White=down, Black=up, Result="1-0"),
            game("1. e4 0-1", White=down, Black=up, Result="0-1"),
            game("1. e4 1/2-1/2", White=down, Black=up, Result="1/2-1/2"),
            game("1. e4 *", White=up, Black=down),
        ])
        self.assertEqual(self_match.score_of_up(text), [2, 1, 1])
        self.assertEqual([tags["White"] for tags, _ in games_of(text)], [up, down, down, down, up])


if __name__ == "__main__":
    unittest.main()
