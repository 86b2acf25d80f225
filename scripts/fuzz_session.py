#!/usr/bin/env python3
"""Sends random lines to a running engine and checks its answers.

    pip install chess
    scripts/fuzz_session.py target/release/ox88 --seconds 60

Each session is a random but plausible sequence of lines: options with good and
bad values, positions with legal and illegal moves, searches of every kind,
`stop`, `ponderhit` and `isready` at any time, garbage, several lines in one
write, and lines in pieces. The session checks that each `go` gets one
`bestmove`, which is legal in its position and does not come too early; that
`readyok` comes in time; that the process takes no more memory than its options
allow; and that it ends with status 0 and nothing on standard error. The same
seed gives the same session, except for the times of the engine's answers.

Prints a line for each fault, and writes its session to a file; at the end, or
when it is stopped (control-C), prints the totals. Exit status 1 if there was a
fault, 2 for wrong arguments.
"""

import collections
import os
import queue
import random
import sys
import time

from failure import handle_ends, needs, run

needs("chess")
import chess  # noqa: E402

from arguments import bounded, positive, script_parser  # noqa: E402
from legal_lines import check_lines  # noqa: E402
from places import ROOT  # noqa: E402
from session_lines import BOUND, GARBAGE, HELD, OPEN, LineMaker  # noqa: E402
from uci_engine import PATIENCE, Engine, Fault  # noqa: E402

# A bound on the memory of the process in kB, whatever its options in a session.
MOST_MEMORY = 600_000

ENDED = "disconnect: the engine has ended"


class Search:
    """A `go` without an answer yet."""

    def __init__(self, command, board, kind, kind_after_hit, options):
        self.command, self.board = command, board
        self.kind, self.kind_after_hit = kind, kind_after_hit
        self.multi_pv, self.chess960 = options["MultiPV"], options["UCI_Chess960"]
        self.released = None if kind == HELD else 0.0
        self.lines = []


class Count:
    """A `go perft` without an answer yet; after `stop`, "stopped" is an answer, too."""

    def __init__(self, leaves):
        self.leaves = leaves
        self.is_stopped = False


class Session:
    """A run of the engine, with the answers that are still to come."""

    def __init__(self, path, seed, patience):
        self.rng = random.Random(seed)
        self.began = time.perf_counter()
        self.transcript, self.seen = [], collections.Counter()
        self.slowest = collections.Counter()
        self.buffer = b""
        self.searches = collections.deque()
        self.perfts = collections.deque()
        self.owed = collections.Counter()
        self.asked = {}
        self.notes = 0
        self.fen = None
        self.is_talkative = self.is_debugging = False
        self.board = chess.Board(chess960=True)
        self.options = {"MultiPV": 1, "UCI_Chess960": False}
        self.engine = Engine(path, patience)
        self.declared = []

    # Output.

    def note(self, mark, text):
        self.transcript.append(f"{time.perf_counter() - self.began:9.4f} {mark} {text!r}")

    def send(self, line):
        """Sends a line, sometimes together with the next one, or in pieces."""
        ending = self.rng.choice((b"\n", b"\n", b"\r\n", b" \n"))
        self.buffer += (line if isinstance(line, bytes) else line.encode()) + ending
        if self.rng.random() < 0.7:
            self.flush()

    def flush(self):
        data, self.buffer = self.buffer, b""
        while data:
            size = self.rng.randrange(1, len(data) + 1) if self.rng.random() < 0.2 else len(data)
            self.note(">", data[:size])
            self.engine.write(data[:size])
            data = data[size:]
            if data:
                time.sleep(self.rng.choice((0, 0.001, 0.01)))

    def ask(self, word, line):
        """Sends a line whose answer begins with `word`."""
        self.owed[word] += 1
        self.send(line)
        self.asked.setdefault(word, time.perf_counter())

    # Input.

    def listen(self, seconds):
        """Reads lines for so many seconds."""
        end = time.perf_counter() + seconds
        while True:
            try:
                arrival, line = self.engine.lines.get(timeout=max(0, end - time.perf_counter()))
            except queue.Empty:
                return
            if line is None:
                raise Fault(ENDED)
            self.note("<", line)
            self.read_line(line, arrival)

    def read_line(self, line, arrival):
        word = line.split(" ")[0]
        if line == "info string perft was stopped":
            if not self.perfts or not self.perfts[0].is_stopped:
                raise Fault(f"unasked line: {line}")
            # The last line of the count comes next, with 0 leaves.
            self.perfts[0].leaves = 0
        elif line.startswith("info string"):
            self.notes += 1
        elif word == "info":
            if not self.searches:
                raise Fault(f"unasked line: {line}")
            self.searches[0].lines.append(line)
        elif word == "bestmove":
            self.answered(line, arrival)
        elif word in ("readyok", "uciok"):
            if self.owed[word] == 0:
                raise Fault(f"unasked line: {line}")
            self.owed[word] -= 1
            self.clock(word, self.asked.pop(word, arrival), arrival)
        elif word in ("id", "option"):
            self.declared.append(line)
        elif line.startswith("Fen: "):
            self.fen = line[5:]
        elif line.startswith("Nodes searched: "):
            if not self.perfts:
                raise Fault(f"unasked line: {line}")
            expected = self.perfts.popleft().leaves
            if int(line.split()[2]) != expected:
                raise Fault(f"wrong perft: {line} instead of {expected}")
        elif not self.is_talkative:
            raise Fault(f"unasked line: {line}")

    def answered(self, line, arrival):
        if not self.searches:
            raise Fault(f"unasked answer: {line}")
        search = self.searches.popleft()
        if search.released is None or arrival < search.released:
            raise Fault(f"answer too early: {line} to {search.command} before it was stopped")
        if search.released:
            self.clock("stop", search.released, arrival)
        check_lines(search.board, [*search.lines, line], search.multi_pv, search.chess960)
        self.seen["answers"] += 1

    def clock(self, word, asked, arrival):
        self.slowest[word] = max(self.slowest[word], arrival - asked)

    def wait(self, what, is_done):
        self.flush()
        is_over = self.engine.deadline()
        while not is_done():
            if is_over():
                raise Fault(f"stall: no {what} within {self.engine.patience} s")
            self.listen(0.02)

    def sync(self):
        """Sends `isready`, and waits for the answer."""
        self.ask("readyok", "isready")
        self.wait("readyok", lambda: not self.owed["readyok"])

    # Actions.

    def stop_counting(self):
        for count in self.perfts:
            count.is_stopped = True

    def release(self):
        """Notes that the latest search may end from now on."""
        if self.searches and self.searches[-1].released is None:
            self.searches[-1].released = time.perf_counter()

    def do_stop(self):
        self.release()
        self.stop_counting()
        self.send("stop")
        if self.rng.random() < 0.7:
            self.wait("bestmove after stop", lambda: not self.searches)

    def do_ponderhit(self):
        last = self.searches[-1] if self.searches else None
        if last and last.kind == HELD and last.kind_after_hit != HELD:
            self.release()
            last.kind = last.kind_after_hit
        self.send("ponderhit")

    def do_go(self):
        words, kind, kind_after_hit = self.words.go(self.rng, self.board)
        # The engine ends an earlier search first.
        self.release()
        for search in self.searches:
            search.kind = BOUND
        self.searches.append(Search(words, self.board.copy(stack=False), kind, kind_after_hit, self.options))
        self.send(words)
        self.seen["searches"] += 1

    def do_wait(self):
        if self.searches and all(search.kind == BOUND for search in self.searches):
            self.wait("bestmove", lambda: not self.searches)
        else:
            self.flush()
            self.listen(self.rng.choice((0, 0.002, 0.02, 0.1)))

    def do_position(self):
        line, self.board = self.words.position(self.rng)
        self.send(line)
        self.seen["positions"] += 1

    def do_strange_position(self):
        """Sends a FEN with wrong letters, which may still be valid; `d` then shows the engine's position."""
        self.send("position fen " + self.words.strange_fen(self.rng))
        self.is_talkative, self.fen = True, None
        self.send("d")
        self.wait("board", lambda: self.fen is not None)
        self.board = chess.Board(self.fen, chess960=True)

    def do_option(self):
        line, name, value = self.words.option(self.rng)
        self.send(line)
        if name in self.options:
            self.options[name] = value

    def do_bad_option(self):
        self.sync()
        before = self.notes
        self.send(self.words.bad_option(self.rng))
        self.wait("reason why an option was not set", lambda: self.notes > before)

    def end_unlimited(self):
        """Notes that a count or a bench ends a search without limit."""
        last = self.searches[-1] if self.searches else None
        if last and last.kind == HELD:
            self.release()
            last.kind = BOUND

    def do_perft(self):
        depth = self.rng.randrange(3)
        self.end_unlimited()
        self.is_talkative = True
        self.perfts.append(Count(perft(self.board, depth)))
        self.send(f"go perft {depth}")

    def do_talk(self):
        self.is_talkative = True
        line = self.rng.choice(("d", "eval", "help", "bench 1"))
        if line == "bench 1":
            self.end_unlimited()
        self.send(line)

    def do_debug(self):
        self.is_debugging = True
        self.send(self.rng.choice(("debug on", "debug off")))

    def do_uci(self):
        self.ask("uciok", "uci")

    def do_new_game(self):
        self.send("ucinewgame")

    def do_garbage(self):
        self.send(self.rng.choice(GARBAGE)(self.rng))

    def check_memory(self):
        try:
            with open(f"/proc/{self.engine.process.pid}/status", encoding="ascii") as status:
                used = next((int(line.split()[1]) for line in status if line.startswith("VmRSS")), 0)
        except OSError:
            # Only Linux has these files.
            return
        self.slowest["kB"] = max(self.slowest["kB"], used)
        if used > MOST_MEMORY:
            raise Fault(f"memory: {used} kB")

    def run(self, steps):
        self.ask("uciok", "uci")
        self.wait("uciok", lambda: not self.owed["uciok"])
        self.words = LineMaker(self.declared)
        actions = {
            self.do_go: 30, self.do_stop: 14, self.do_ponderhit: 8, self.do_wait: 20, self.do_position: 22,
            self.do_strange_position: 4, self.do_option: 14, self.do_bad_option: 2, self.do_perft: 3,
            self.do_talk: 3, self.do_debug: 1, self.do_uci: 1, self.do_new_game: 3, self.do_garbage: 6, self.sync: 5,
        }
        for _ in range(steps):
            self.rng.choices(list(actions), list(actions.values()))[0]()
            self.seen["steps"] += 1
            self.listen(0)
        self.flush()
        self.check_memory()
        self.end()

    def end(self):
        """Ends the engine by `quit`, or by the end of input, after which all answers must still come."""
        at_once = self.rng.random() < 0.5
        self.release()
        self.stop_counting()
        if self.searches and self.searches[-1].kind == OPEN and not at_once:
            # It might run for days.
            self.send("stop")
            self.flush()
        if at_once:
            self.send("quit")
            self.flush()
        self.engine.process.stdin.close()
        is_over = self.engine.deadline()
        while self.engine.process.poll() is None:
            if is_over():
                raise Fault("stall: does not leave")
            time.sleep(0.002)
        try:
            self.listen(1)
        except Fault as fault:
            if str(fault) != ENDED:
                raise
        if self.searches and not at_once:
            raise Fault(f"no answer: to {self.searches[0].command} at the end of input")
        errors = self.engine.errors()
        if "panicked" in errors or (errors and not self.is_debugging):
            raise Fault(f"said on standard error: {errors[-300:]}")
        if self.engine.process.returncode != 0:
            raise Fault(f"exit status {self.engine.process.returncode}")


def perft(board, depth):
    """Counts the leaves of the move tree, for small depths."""
    if depth == 0:
        return 1
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in list(board.legal_moves):
        board.push(move)
        total += perft(board, depth - 1)
        board.pop()
    return total


def main():
    parser = script_parser()
    parser.add_argument("engine", help="path of the program")
    parser.add_argument("--seconds", type=bounded(float, 0, above=True), default=60, help="time for all sessions (default 60)")
    parser.add_argument("--sessions", type=positive, help="stop after so many")
    parser.add_argument("--seed", type=bounded(int, 0), default=88, help="number of the first session (default 88)")
    parser.add_argument("--steps", type=positive, default=60, help="things said in a session (default 60)")
    parser.add_argument("--patience", type=bounded(float, 0, above=True), default=PATIENCE,
                        help=f"seconds to wait for an answer (default {PATIENCE})")
    parser.add_argument("--faults", default=os.path.join(ROOT, "target", "fuzz", "session"), help="folder for transcripts")
    args = parser.parse_args()
    path = os.path.abspath(args.engine)
    # This raises OSError if it is no program.
    Engine(path).quit()
    os.makedirs(args.faults, exist_ok=True)
    handle_ends()
    totals, slowest, faults = collections.Counter(), collections.Counter(), 0
    end, seed = time.perf_counter() + args.seconds, args.seed
    while time.perf_counter() < end and (args.sessions is None or seed < args.seed + args.sessions):
        session = Session(path, seed, args.patience)
        try:
            session.run(args.steps)
        except KeyboardInterrupt:
            break
        except (Fault, ValueError, IndexError) as error:
            fault = error if isinstance(error, Fault) else f"malformed line: {error}"
            faults += 1
            file = os.path.join(args.faults, f"{seed}.txt")
            with open(file, "w", encoding="utf-8") as transcript:
                print(f"seed {seed}, steps {args.steps}: {fault}", *session.transcript, sep="\n", file=transcript)
            print(f"session {seed}: {fault} (see {os.path.normpath(file)})", flush=True)
        finally:
            session.engine.process.kill()
            session.engine.process.wait()
        totals.update(session.seen, sessions=1)
        # The union of two counters has the greater value of each.
        slowest |= session.slowest
        seed += 1
    print(", ".join(f"{count} {name}" for name, count in sorted(totals.items())))
    print("slowest:", ", ".join(f"{word} {value:.3f} s" for word, value in sorted(slowest.items()) if word != "kB"))
    print(f"most memory: {slowest['kB']} kB")
    print(f"Faults: {faults}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    run(main)
