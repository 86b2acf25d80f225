"""A running engine whose output is checked, for scripts that test engines."""

import io
import os
import queue
import subprocess
import threading
import time

import chess

# Seconds to wait for an answer, without the time in which no processor is free.
PATIENCE = 20


class Fault(Exception):
    """An error that the engine has made."""


class Engine:
    """A running engine; each of its lines has the time of its arrival."""

    def __init__(self, path, patience=PATIENCE):
        pipe = subprocess.PIPE
        self.patience = patience
        # It has a session of its own, so that control-C reaches the script alone.
        self.process = subprocess.Popen([path], stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True)
        self.lines = queue.Queue()
        self.error_output = b""
        self.readers = [threading.Thread(target=work, daemon=True) for work in (self.read_lines, self.read_errors)]
        for reader in self.readers:
            reader.start()

    def read_lines(self):
        # The output is buffered, since a call for each byte would be late on a busy machine.
        for line in io.BufferedReader(self.process.stdout):
            self.lines.put((time.perf_counter(), line.decode(errors="replace").rstrip("\r\n")))
        self.lines.put((time.perf_counter(), None))

    def read_errors(self):
        while data := self.process.stderr.read(1 << 16):
            self.error_output += data

    def errors(self):
        """Returns the engine's standard error, which is complete once the engine has ended."""
        if self.process.poll() is not None:
            self.readers[1].join(self.patience)
        return self.error_output.decode(errors="replace")

    def write(self, data):
        try:
            while data:
                data = data[self.process.stdin.write(data) :]
        except OSError:
            raise Fault("disconnect: the engine no longer listens") from None

    def send(self, line):
        self.write(line.encode() + b"\n")

    def idle_wait(self):
        """Returns the longest time in seconds that one of its threads has waited for a processor; 0 if the
        system does not tell."""
        longest, tasks = 0, f"/proc/{self.process.pid}/task"
        try:
            for task in os.listdir(tasks):
                with open(f"{tasks}/{task}/schedstat", encoding="ascii") as times:
                    longest = max(longest, int(times.read().split()[1]))
        except (OSError, IndexError, ValueError):
            pass
        return longest / 1e9

    def deadline(self):
        """Returns a function that returns whether the time for an answer is over."""
        start, before = time.perf_counter(), self.idle_wait()

        def is_over():
            late = time.perf_counter() - start - self.patience
            return late > 0 and late > self.idle_wait() - before

        return is_over

    def wait(self, word):
        """Returns the lines up to the one that begins with `word`, and the time of its arrival."""
        lines = []
        is_over = self.deadline()
        # The time runs while lines come, too: an engine that ignores `stop` may print them for ever.
        while not is_over():
            try:
                arrival, line = self.lines.get(timeout=0.5)
            except queue.Empty:
                continue
            if line is None:
                raise Fault(f"disconnect: {self.errors()[-300:]}")
            lines.append(line)
            if line.split(" ")[0] == word:
                return lines, arrival
        raise Fault(f"stall: no {word} within {self.patience} s")

    def quit(self):
        try:
            self.send("quit")
            self.process.wait(5)
        except (Fault, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


def spell(board, move, chess960):
    """Returns a legal move as an engine must write it: castling as the king taking its rook in Chess960,
    and otherwise as the king's move of two squares. The board is in Chess960 mode."""
    if not chess960 and board.is_castling(move):
        file = 6 if chess.square_file(move.to_square) > chess.square_file(move.from_square) else 2
        move = chess.Move(move.from_square, chess.square(file, chess.square_rank(move.from_square)))
    return move.uci()


def follow(boards, text, chess960):
    """Returns each board after a move, with the move. There are two for a board where the king's move may be
    castling or an ordinary move."""
    try:
        plain = {chess.Move.from_uci(text)}
    except ValueError:
        # Castling in which the king stays on its square is no move to python-chess.
        plain = set()
    after = []
    for board in boards:
        for move in {*filter(board.is_legal, plain), *board.generate_castling_moves()}:
            if spell(board, move, chess960) == text:
                after.append((board.copy(stack=False), move))
                after[-1][0].push(move)
    return after


def check_lines(board, lines, multi_pv, chess960):
    """Checks the lines of one search of this position; returns its best move and the reply that it expects.
    Raises Fault if a line is wrong."""
    try:
        return judge_lines(board, lines, multi_pv, chess960)
    except (ValueError, IndexError) as error:
        raise Fault(f"malformed line: {error} in {lines}") from error


def judge_lines(board, lines, multi_pv, chess960):
    """Does the work of `check_lines`; missing words and wrong numbers raise ValueError or IndexError."""
    *infos, answer = lines
    words = answer.split()
    root = board.copy(stack=False)
    root.chess960 = True
    best, move, reply = words[1], None, None
    if best != "0000" or any(root.legal_moves):
        after = follow([root], best, chess960)
        if not after:
            raise Fault(f"illegal move: {answer} in {board.fen()}")
        move = after[0][1]
        if len(words) > 3:
            replies = follow([board for board, _ in after], words[3], chess960)
            if not replies:
                raise Fault(f"illegal ponder move: {answer} in {board.fen()}")
            reply = replies[0][1]
    last_first = None
    for line in infos:
        words = line.split()
        if not line.startswith("info ") or line.startswith("info string") or "pv" not in words:
            continue
        boards = [root]
        pv = words[words.index("pv") + 1 :]
        for text in pv:
            boards = [board for board, _ in follow(boards, text, chess960)]
            if not boards:
                raise Fault(f"illegal line: {line} in {board.fen()}")
        rank = int(words[words.index("multipv") + 1])
        if not 1 <= rank <= multi_pv:
            raise Fault(f"line too many: {line}")
        if rank == 1:
            last_first = pv[0]
    if last_first is not None and last_first != best:
        raise Fault(f"plays {best} but its line begins with {last_first} in {board.fen()}")
    return move, reply
