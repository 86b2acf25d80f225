"""Readers of the PGN that match runners write: tags, endings and clocks of games."""

import collections
import math
import re

TAG = re.compile(r'^\[(\w+) "(.*)"\]$', re.M)
CONTROL = re.compile(r"(?:(\d+)/)?(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?")
# A comment, or a word outside comments.
TOKEN = re.compile(r"\{([^}]*)\}|([^\s{}]+)")
MOVE = re.compile(r"(\d+\.+)?[a-hKQRBNO]")
SPENT = re.compile(r"\b(\d+(?:\.\d+)?)s\b")

# With fewer pairs of games, no Elo difference is given.
LEAST_PAIRS = 10


def games_of(pgn_text):
    """Yields the tags and the text of each game."""
    for game in re.split(r"^(?=\[Event )", pgn_text, flags=re.M):
        if tags := dict(TAG.findall(game)):
            yield tags, game


def key_of(tags, moves):
    """Returns a key that is the same for games with the same start and moves."""
    return hash((tags.get("FEN"), tuple(moves)))


def endings(pgn_text):
    """Returns the number of games, and counts of those that ended neither by rule nor by adjudication."""
    counts = collections.Counter()
    for tags, game in games_of(pgn_text):
        counts["games"] += 1
        ending = (tags.get("Termination", "") + " " + " ".join(re.findall(r"\{[^}]*\}", game)[-1:])).lower()
        for kind, sign in [
            ("time losses", r"time forfeit|loses on time"),
            ("illegal moves", r"illegal"),
            ("disconnects", r"abandoned|disconnect|stall|crash"),
        ]:
            if re.search(sign, ending):
                loser = {"1-0": "Black", "0-1": "White"}.get(tags.get("Result"), "")
                counts[kind] += 1
                counts[f"{kind} by {tags.get(loser, '?')}"] += 1
    return counts


def elo_difference(pgn_text, name):
    """Returns the Elo difference of an engine and half the width of its 95 % interval, or None if the games
    are too few or too one-sided. The two games of an opening are not independent, so each pair counts as one
    observation."""
    pairs = collections.defaultdict(list)
    for tags, _ in games_of(pgn_text):
        for_white = {"1-0": 1, "1/2-1/2": 0.5, "0-1": 0}.get(tags.get("Result"))
        if for_white is not None:
            pairs[tags.get("Round"), tags.get("FEN")].append(for_white if tags.get("White") == name else 1 - for_white)
    games = sum(map(len, pairs.values()))
    mean = sum(map(sum, pairs.values())) / max(games, 1)
    spread = sum((sum(pair) - mean * len(pair)) ** 2 for pair in pairs.values())
    if len(pairs) < LEAST_PAIRS or (spread == 0 and mean != 0.5):
        return None
    error = 1.96 * math.sqrt(spread * len(pairs) / (len(pairs) - 1)) / games
    if not 0 < mean - error <= mean + error < 1:
        return None
    low, middle, high = (-400 * math.log10(1 / score - 1) for score in (mean - error, mean, mean + error))
    # The addition turns minus 0 into 0.
    return middle + 0.0, (high - low) / 2


def turns(pgn_text):
    """Yields the engine of each move and the seconds on its clock after it, without the increment for it. Moves
    need comments with seconds, as fastchess and cutechess-cli write them ("{+0.31/14 0.123s}"), and games a time
    control in their tags. Moves before a side's first time count as book moves, which take no time. A later move
    without a time ends the game's turns."""
    for tags, game in games_of(pgn_text):
        control = CONTROL.fullmatch(tags.get("TimeControl", ""))
        if not control:
            continue
        period, first, increment = int(control[1] or 0), float(control[2]), float(control[3] or 0)
        is_black_first = tags.get("FEN", " w ").split()[1:2] == ["b"]
        names = [tags.get("White", "White"), tags.get("Black", "Black")]
        is_fastchess = tags.get("Event", "").startswith("Fastchess")
        # fastchess adds the increment before the first move, too.
        seconds = [first + increment * is_fastchess] * 2
        has_begun = [False] * 2
        for index, spent in enumerate(times(TAG.sub("", game))):
            side = (index + is_black_first) % 2
            ends_period = period and (index // 2 + 1) % period == 0
            if spent is not None:
                has_begun[side] = True
                after = seconds[side] - spent
                yield names[side], after
                # After an overrun within the margin, fastchess sets the clock to 0.
                forgets = is_fastchess and not ends_period
                seconds[side] = (max(after, 0) if forgets else after) + increment
            elif has_begun[side]:
                break
            if ends_period:
                seconds[side] += first


def times(moves):
    """Returns the seconds of each move, None for a move without a time."""
    spent = []
    for comment, word in TOKEN.findall(moves):
        if MOVE.match(word):
            spent.append(None)
        elif spent and spent[-1] is None and (seconds := SPENT.search(comment)):
            spent[-1] = float(seconds[1])
    return spent
