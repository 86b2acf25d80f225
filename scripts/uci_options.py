"""The options that an engine declares in its answer to `uci`."""

import collections
import math
import re

LINE = re.compile(r"option name (.+?) type (button|check|combo|spin|string)\b(.*)")
# `least` and `greatest` are of spins, `values` of combos. The default of a spin is a number, others are text.
Option = collections.namedtuple("Option", "kind default least greatest values")


def declared(lines):
    """Returns the options that the lines declare, by their names."""
    found = (LINE.fullmatch(line.strip()) for line in lines)
    return {match[1]: read(match[2], match[3]) for match in found if match}


def read(kind, rest):
    """Reads the words behind the type of an option."""
    if kind == "spin":
        number = float if "." in rest else int
        fields = {name: number(word) for name, word in re.findall(r" (default|min|max) (-?[\d.]+)", rest)}
        return Option(kind, fields.get("default", 0), fields.get("min", -math.inf), fields.get("max", math.inf), [])
    head, *values = rest.split(" var ") if kind == "combo" else [rest]
    return Option(kind, head.partition(" default ")[2].strip(), -math.inf, math.inf, list(map(str.strip, values)))
