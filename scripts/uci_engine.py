"""A running engine, which can be asked, and whose answers have to come in time."""

import io
import os
import queue
import subprocess
import threading
import time

from failure import end_group

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
        with io.BufferedReader(self.process.stdout) as output:
            for line in output:
                self.lines.put((time.perf_counter(), line.decode(errors="replace").rstrip("\r\n")))
        self.lines.put((time.perf_counter(), None))

    def read_errors(self):
        with self.process.stderr as output:
            while data := output.read(1 << 16):
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
        # A path may be no UTF-8.
        self.write(line.encode(errors="surrogateescape") + b"\n")

    def ask(self, line, word):
        """Sends a line; returns the lines of the answer, up to the one that begins with `word`."""
        self.send(line)
        return self.wait(word)[0]

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
                raise Fault(f"disconnect: {self.errors()[-300:] or f'it ended before its {word}'}")
            lines.append(line)
            if line.split(" ")[0] == word:
                return lines, arrival
        raise Fault(f"stall: no {word} within {self.patience} s")

    def quit(self):
        try:
            self.send("quit")
            self.process.wait(5)
        except (Fault, subprocess.TimeoutExpired):
            end_group(self.process)
            self.process.wait()
        self.process.stdin.close()
