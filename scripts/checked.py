"""Readers of arguments that several scripts have, for argparse."""

import argparse
import math
import re

NUMBER = r"(\d+(\.\d*)?|\.\d+)"
CLOCK = re.compile(rf"(\d+/)?(\d+:)?{NUMBER}(\+{NUMBER})?")


def bounded(kind, least, greatest=math.inf, above=False):
    """A number not below `least` (or above it), and not above `greatest`."""
    def read(text):
        try:
            value = kind(text)
        except ValueError:
            value = math.nan
        if not least <= value <= greatest or not math.isfinite(value) or (above and value == least):
            what = "a whole number" if kind is int else "a number"
            bounds = f"above {least}" if above else f"from {least}"
            bounds += f" to {greatest}" if greatest < math.inf else "" if above else " on"
            raise argparse.ArgumentTypeError(f"wants {what} {bounds}, not '{text}'")
        return value
    return read


positive = bounded(int, 1)


def clock(text):
    """[moves/][minutes:]seconds[+increment]"""
    if not CLOCK.fullmatch(text) or not re.search("[1-9]", text):
        raise argparse.ArgumentTypeError(f"wants seconds+increment, not '{text}'")
    return text
