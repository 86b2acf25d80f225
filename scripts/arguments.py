"""The parser of arguments, and types of arguments, that several scripts share."""

import argparse
import math
import re
import sys

NUMBER = r"(\d+(\.\d*)?|\.\d+)"
CLOCK = re.compile(rf"(\d+/)?(\d+:)?{NUMBER}(\+{NUMBER})?")


def script_parser():
    """Returns a parser whose help begins with the docstring of the script that runs."""
    return argparse.ArgumentParser(
        description=sys.modules["__main__"].__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def bounded(kind, least, greatest=math.inf, above=False):
    """Returns a reader of numbers from `least` (or above it, if `above`) to `greatest`."""
    def read(text):
        try:
            value = kind(text)
            is_finite = math.isfinite(value)
        except (ValueError, OverflowError):
            is_finite = False
        if not is_finite or not least <= value <= greatest or (above and value == least):
            what = "a whole number" if kind is int else "a number"
            bounds = f"above {least}" if above else f"from {least}"
            bounds += f" to {greatest}" if greatest < math.inf else "" if above else " on"
            raise argparse.ArgumentTypeError(f"wants {what} {bounds}, not '{text}'")
        return value
    return read


positive = bounded(int, 1)


def clock(text):
    """Reads a clock: [moves/][minutes:]seconds[+increment]."""
    if not CLOCK.fullmatch(text) or not re.search("[1-9]", text):
        raise argparse.ArgumentTypeError(f"wants seconds+increment, not '{text}'")
    return text


def option(text):
    """Reads a UCI option with its value, NAME=VALUE."""
    if not re.match("[^=]+=", text):
        raise argparse.ArgumentTypeError(f"wants NAME=VALUE, not '{text}'")
    return text


def pattern(text):
    """Reads a regular expression."""
    try:
        re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"'{text}' is no regular expression: {error}")
    return text
