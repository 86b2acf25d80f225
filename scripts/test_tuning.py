"""Tests of scripts/spsa.py and scripts/factorial.py: python3 -m unittest discover -s scripts"""

import argparse
import contextlib
import importlib.util
import io
import json
import os
import tempfile
import unittest

import factorial
import spsa


class Spsa(unittest.TestCase):
    def test_numbers_that_do_not_matter_move_by_chance(self):
        args = argparse.Namespace(**{**dict.fromkeys(spsa.SETTINGS), "iterations": 100})
        state = spsa.begin(args, {f"n{i}": {"default": 50, "min": 0, "max": 100} for i in range(100)})
        for k in range(100):
            directions, up, down = spsa.perturbed(state)
            # Most pairs of games are won by both sides.
            spsa.update(state, directions, 5 - k % 2, 0, 4 + k % 2)
        self.assertTrue(all(up[name] - down[name] == 10 * directions[name] for name in up))
        self.assertAlmostEqual(spsa.distance_by_chance(state), 1, delta=0.25)

    def test_gains_are_those_of_the_literature(self):
        settings = {**spsa.SETTINGS, "iterations": 1000}
        self.assertEqual(spsa.gains(settings, 1000), (1, 0.005))
        step, gain = spsa.gains(settings, 10)
        self.assertAlmostEqual(step, 100**0.101)
        self.assertAlmostEqual(gain * step**2, 0.005 * 10**0.602)


class Factorial(unittest.TestCase):
    @unittest.skipUnless(importlib.util.find_spec("numpy"), "needs numpy")
    def test_an_effect_and_its_error(self):
        told = io.StringIO()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(told):
            path = os.path.join(folder, "games.jsonl")
            with open(path, "w", encoding="utf-8") as file:
                # The scores of the idea are 0.75, 0.75, 0.625 and 0.625.
                for on, score in [(["a"], [10, 4, 2]), ([], [2, 4, 10]), (["a"], [8, 4, 4]), ([], [4, 4, 8])]:
                    match = {"ideas": {"a": {"x": "1"}}, "base": {}, "limit": "1+0", "on": on, "score": score}
                    file.write(json.dumps(match) + "\n")
            factorial.show([path], None)
        self.assertRegex(told.getvalue(), r"\na +\+130\.3 \+- 25\.1 +64 games")


if __name__ == "__main__":
    unittest.main()
