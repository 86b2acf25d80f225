"""Tests of scripts/uci_options.py: python3 -m unittest discover -s scripts"""

import math
import os
import tempfile
import unittest

import match
from uci_engine import Fault
from uci_options import Option, declared

LINES = """\
id name Ox88
option name Hash type spin default 16 min 1 max 1048576
option name Weight type spin max 1 min -1 default 0.5
option name Evaluation type combo default network var network var classical
option name Debug Log File type string default C:\\my files var log
option name Ponder type check default false
option name Clear Hash type button
uciok""".splitlines()


class Options(unittest.TestCase):
    def test_every_type_is_read(self):
        self.assertEqual(declared(LINES), {
            "Hash": Option("spin", 16, 1, 1048576, []),
            "Weight": Option("spin", 0.5, -1, 1, []),
            "Evaluation": Option("combo", "network", -math.inf, math.inf, ["network", "classical"]),
            "Debug Log File": Option("string", "C:\\my files var log", -math.inf, math.inf, []),
            "Ponder": Option("check", "false", -math.inf, math.inf, []),
            "Clear Hash": Option("button", "", -math.inf, math.inf, []),
        })

    def test_wrong_values_are_refused(self):
        known = declared(LINES)
        for name, value in [("Hash", "1"), ("Weight", "0.2"), ("Ponder", "true"), ("Evaluation", "classical"),
                            ("Clear Hash", "true"), ("Debug Log File", "any")]:
            self.assertIsNone(match.refusal(known, name, value), name)
        for name, value in [("Hash", "0"), ("Hash", "1.5"), ("Weight", "2"), ("Ponder", "yes"),
                            ("Evaluation", "none"), ("Hashes", "1")]:
            self.assertIn(f"'{name}'", match.refusal(known, name, value))

    def test_an_engine_is_asked_for_its_options(self):
        with tempfile.TemporaryDirectory() as folder:
            engine = os.path.join(folder, "engine")
            with open(engine, "w", encoding="utf-8") as file:
                lines = "\n".join(LINES)
                file.write(f"""#!/bin/sh
                    while read -r line; do case $line in
                        uci) echo '{lines}' ;;
                        *Ponder*) note='info string no memory for Ponder' ;;
                        isready) echo "$note"; echo readyok ;;
                        quit) exit ;;
                    esac; done""")
            os.chmod(engine, 0o755)
            match.check_options(engine, ["Evaluation=classical"], 16)
            for option, megabytes, reason in [("Hashes=1", 16, "Hashes"), ("Weight=0", 0, "Hash"),
                                              ("Ponder=true", 16, "no memory")]:
                with self.assertRaisesRegex(ValueError, reason):
                    match.check_options(engine, [option], megabytes)
        with self.assertRaises(OSError):
            match.check_options(engine, [], 16)
        with self.assertRaisesRegex(Fault, "disconnect"):
            match.check_options("true", [], 16)


if __name__ == "__main__":
    unittest.main()
