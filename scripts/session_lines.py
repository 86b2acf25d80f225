"""The lines that scripts/fuzz_session.py sends: plausible ones, and others."""

import os

import chess

from legal_lines import spell
from places import TABLES
from uci_options import declared

# A search ends by itself (bound), only by `stop` or `ponderhit` (held), or in either way (open).
BOUND, HELD, OPEN = "bound", "held", "open"
# Larger values may exceed the memory and the processors of the machine.
MOST = {"Hash": 32, "Threads": 3, "MultiPV": 6, "Move Overhead": 100}
FENS = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/8/8/2k5/8/KQ6 w - - 0 1",
    "4k3/P6P/8/8/8/8/p6p/4K3 b - - 98 60",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
)
GARBAGE = (
    lambda rng: b"",
    lambda rng: b"joho",
    lambda rng: bytes(rng.randrange(128, 256) for _ in range(rng.randrange(1, 40))),
    lambda rng: b"x" * rng.randrange(1, 50_000),
    lambda rng: b"\0\t \x7f",
    lambda rng: b"debug maybe",
    lambda rng: b"setoption",
    lambda rng: b"setoption name",
    lambda rng: b"setoption name Nothing value 1",
    lambda rng: b"position",
    lambda rng: b"position fen",
    lambda rng: b"register later",
    lambda rng: b"bench -1",
)


class LineMaker:
    """Makes lines at random, with the options that the engine has declared."""

    def __init__(self, answer_to_uci):
        self.options = declared(answer_to_uci)
        self.paths = ["<empty>", "/nowhere", "<embedded>", os.path.abspath(__file__), TABLES]

    def option(self, rng):
        """Returns a valid `setoption`, with the name and the value of the option."""
        name = rng.choice(list(self.options))
        option = self.options[name]
        if option.kind == "button":
            return f"setoption name {name}", name, None
        if option.kind == "check":
            value = rng.random() < 0.5
            text = str(value).lower()
        elif option.kind == "spin":
            least = option.least
            most = min(option.greatest, max(least, MOST.get(name, option.greatest)))
            value = rng.choice((least, most, rng.randint(least, most)))
            text = str(value)
        elif option.kind == "combo":
            value = text = rng.choice(option.values)
        elif name == "Debug Log File":
            value = text = rng.choice(("<empty>", "/nowhere/log", os.devnull))
        else:
            value = text = rng.choice(self.paths)
        return f"setoption name {rng.choice((name, name.lower(), name.upper()))} value {text}", name, value

    def bad_option(self, rng):
        """Returns an invalid `setoption`."""
        names = [name for name, option in self.options.items() if option.kind in ("spin", "check", "combo")]
        value = rng.choice(("-1", "99999999999", "1e3", "maybe", "", "1 2", "\u265a", "-" + "9" * 40))
        return f"setoption name {rng.choice(names)} value {value}"

    def start(self, rng):
        """Returns a board in Chess960 mode, and the words of `position` that set it up."""
        choice = rng.random()
        if choice < 0.4:
            return chess.Board(chess960=True), "startpos"
        if choice < 0.7:
            board = chess.Board(rng.choice(FENS), chess960=True)
        else:
            board = chess.Board.from_chess960_pos(rng.randrange(960))
        fields = board.fen(shredder=rng.random() < 0.5).split()
        fen = " ".join(fields[: rng.choice((4, 6, 6))])
        return chess.Board(fen, chess960=True), f"fen {fen}"

    def position(self, rng):
        """Returns a `position`, and the board that it leads to, by the moves before the
        first illegal one."""
        board, text = self.start(rng)
        moves = []
        for _ in range(rng.choice((0, 1, 4, 20, 80, 200))):
            legal = list(board.legal_moves)
            if not legal:
                break
            move = rng.choice(legal)
            # In Chess960 the two squares of the king may also be an ordinary move.
            is_plain = text == "startpos" or not board.is_castling(move)
            moves.append(spell(board, move, chess960=not is_plain or rng.random() < 0.5))
            board.push(move)
        if rng.random() < 0.15:
            played = rng.randrange(len(moves) + 1)
            while len(board.move_stack) > played:
                board.pop()
            moves.insert(played, rng.choice(("a1a1", "e9e4", "O-O", "0000", "a7a8k", "\u265a")))
        return f"position {text}" + (" moves " + " ".join(moves) if moves else ""), board

    def strange_fen(self, rng):
        """Returns a FEN with some random letters, which may still be valid."""
        letters = list(self.start(rng)[0].fen())
        for _ in range(rng.choice((1, 1, 2, 5))):
            at = rng.randrange(len(letters))
            letters[at] = rng.choice("rnbqkpRNBQKP12345678/ wb-KQkqah0\u265a")
        return "".join(letters)

    def go(self, rng, board):
        """Returns a `go`, and how its search ends without and with a `ponderhit`."""
        bound = rng.choice(
            (
                f"depth {rng.randrange(0, 6)}",
                f"nodes {rng.choice((0, 1, 100, 5000))}",
                f"movetime {rng.choice((-5, 0, 1, 20, 100))}",
                f"wtime {rng.choice((-3, 0, 1, 100, 1000))} btime {rng.choice((0, 50, 1000))} winc 0 binc 10",
                f"wtime {rng.choice((1, 500))}",
                f"btime 500 binc 3 movestogo {rng.choice((0, 1, 40, 300))}",
                "depth 4 nodes 3000 movetime 100",
            )
        )
        loose = rng.choice(("depth 240", "depth 99999", "nodes 18446744073709551616", "mate 3", "mate 300", "movetime 999999"))
        choice = rng.random()
        if choice < 0.5:
            words, end, after_hit = bound, BOUND, BOUND
        elif choice < 0.6:
            words, end, after_hit = loose, OPEN, OPEN
        elif choice < 0.75:
            words, end, after_hit = rng.choice(("infinite", "", f"infinite {bound}")), HELD, HELD
        elif choice < 0.9:
            words, end, after_hit = f"ponder {bound}", HELD, BOUND
        elif choice < 0.97:
            words, end, after_hit = f"ponder {loose}", HELD, OPEN
        else:
            words, end, after_hit = "infinite ponder", HELD, HELD
        legal = [spell(board, move, True) for move in board.legal_moves]
        if legal and rng.random() < 0.15:
            words += " searchmoves " + " ".join(rng.choices([*legal, "a1a1"], k=rng.randrange(1, 4)))
        return f"go {words}".rstrip(), end, after_hit
