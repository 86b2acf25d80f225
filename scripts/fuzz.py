#!/usr/bin/env python3
"""Runs the fuzzers for a time, all of them or those that are named.

    cargo install cargo-fuzz
    scripts/fuzz.py 3600                # all, an hour in total
    scripts/fuzz.py 600 fen san session # these, ten minutes in total
    scripts/fuzz.py 0                   # only shows the totals of all runs

Each fuzzer of tests/fuzz gives random input to one part of the program, and
checks what must hold for any input. `session` sends lines to the program itself
(scripts/fuzz_session.py, which needs python-chess). Their corpora are kept in
target/fuzz, and the next run goes on from there; it begins with the fuzzers that
have had the least time so far. A run can be stopped at any time (control-C). Each
fuzzer takes one core; runs with other targets may go on beside this one. At the
end there is a table of all runs together, in seconds of the processor, which on a
busy machine are fewer than the clock's. Exit status 1 if this run has found
anything, 2 if nothing could be run.

A finding becomes a test when its file, shortened by `cargo fuzz tmin` if it is
long, is copied to tests/fuzz/corpus.
"""

import fcntl
import importlib.util
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

from arguments import bounded, script_parser
from failure import fail, handle_ends, run
from output import replace
from places import ROOT, TABLES

FUZZ = os.path.join(ROOT, "tests", "fuzz")
KEPT = os.path.join(ROOT, "target", "fuzz")
TOTALS = os.path.join(KEPT, "totals.json")
SESSION = "session"
# The limits of a single input: seconds, and memory in MB.
LIMITS = ["-timeout=60", "-rss_limit_mb=3000"]
# The seconds of a turn; its results are saved at its end.
TURN = 600


def cargo(*words, **variables):
    try:
        subprocess.run(["cargo", *words], cwd=ROOT, check=True, env={**os.environ, **variables})
    except (OSError, subprocess.CalledProcessError) as error:
        fail(error)


def build(sanitizer):
    """Builds the fuzzers with the vector code of this machine, by a stable compiler with
    nightly flags allowed; returns their folder."""
    lock = os.path.join(FUZZ, "Cargo.lock")
    if not os.path.exists(lock):
        shutil.copy(os.path.join(ROOT, "Cargo.lock"), lock)
    folder = os.path.join(KEPT, "build")
    flags = os.environ.get("RUSTFLAGS", "-C target-cpu=native")
    cargo("fuzz", "build", "--fuzz-dir", FUZZ, "--target-dir", folder, "--sanitizer", sanitizer,
          RUSTC_BOOTSTRAP="1", RUSTFLAGS=flags)
    said = subprocess.run(["rustc", "-vV"], capture_output=True, text=True, check=True).stdout
    host = re.search(r"^host: (\S+)", said, re.MULTILINE).group(1)
    return os.path.join(folder, host, "release")


def borrow(corpus):
    """Adds the endgame tables of ../shared that are small enough for the check to a corpus."""
    for choice, name in enumerate(("KRvK", "KPvK", "KQvKQ", "KPvKP", "KBNvK")):
        files = [os.path.join(TABLES, f"{name}.{kind}") for kind in ("rtbw", "rtbz")]
        if all(os.path.exists(file) and os.path.getsize(file) < 1 << 16 for file in files):
            # The check expects the files without their magic numbers.
            results, distances = (open(file, "rb").read()[4:] for file in files)
            with open(os.path.join(corpus, name), "wb") as seed:
                seed.write(bytes([choice]) + len(results).to_bytes(2, "little") + results + distances)


def follow(command, log, env=None):
    """Runs a program to its end, or ends it when this script is stopped. Returns its output,
    its status, and whether it was stopped."""
    with open(log, "w", encoding="utf-8") as file:
        # It has a session of its own, so that control-C reaches this script alone.
        process = subprocess.Popen(
            command, cwd=ROOT, env=env, stdout=file, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            status, is_stopped = process.wait(), False
        except KeyboardInterrupt:
            is_stopped = True
            process.terminate()
            try:
                process.wait(10)
            except (subprocess.TimeoutExpired, KeyboardInterrupt):
                process.kill()
                process.wait()
            status = 0
    with open(log, encoding="utf-8", errors="replace") as file:
        return file.read(), status, is_stopped


def fuzz(target, program, seconds):
    """Runs a fuzzer; returns executions, findings, and whether it was stopped."""
    corpus = os.path.join(KEPT, "corpus", target)
    findings = os.path.join(KEPT, "findings", target)
    for folder in (corpus, findings):
        os.makedirs(folder, exist_ok=True)
    if target == "syzygy":
        borrow(corpus)
    before = set(os.listdir(findings))
    command = [program, corpus, os.path.join(FUZZ, "corpus", target), *LIMITS]
    command += [f"-max_total_time={seconds}", f"-artifact_prefix={findings}/", "-print_final_stats=1"]
    log = os.path.join(KEPT, f"{target}.log")
    # Temporary files in memory spare the disk.
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        said, status, is_stopped = follow(command, log, {**os.environ, "TMPDIR": folder})
    found = sorted(set(os.listdir(findings)) - before)
    for name in found:
        print(f"{target}: {os.path.join(findings, name)}")
    if status != 0:
        print(f"{target}: ended with status {status}, see {log}")
    executions = re.findall(r"stat::number_of_executed_units: (\d+)|^#(\d+)\t", said, re.MULTILINE)
    count = int("".join(executions[-1])) if executions else 0
    return count, max(len(found), int(status != 0)), is_stopped


def run_sessions(seconds):
    """Runs the sessions of fuzz_session.py; returns sessions, faults, and whether it was stopped."""
    if not importlib.util.find_spec("chess"):
        print(f"{SESSION}: skipped, python-chess is not installed (pip install chess)")
        return 0, 0, False
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    script = os.path.join(ROOT, "scripts", "fuzz_session.py")
    # The sessions after those of all earlier runs.
    first = 1 + read_totals().get(SESSION, {}).get("executions", 0)
    command = [sys.executable, script, os.path.join(target, "release", "ox88"), "--seconds", str(seconds)]
    said, _, is_stopped = follow([*command, "--seed", str(first)], os.path.join(KEPT, f"{SESSION}.log"))
    print(said, end="")
    sessions = re.search(r"(\d+) sessions", said)
    faults = re.search(r"Faults: (\d+)", said)
    if not sessions or not faults:
        if is_stopped:
            return 0, 0, True
        fail("the sessions did not run")
    return int(sessions.group(1)), int(faults.group(1)), is_stopped


def read_totals():
    """Returns the seconds, executions and findings of each target in all runs so far."""
    try:
        with open(TOTALS, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return {}
    except ValueError as error:
        fail(f"{TOTALS}: {error}")


def add(target, seconds, executions, found):
    """Adds a turn to the saved totals, under a lock against other runs."""
    with open(TOTALS + ".lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        totals = read_totals()
        old = totals.setdefault(target, {})
        for name, more in (("seconds", round(seconds)), ("executions", executions), ("findings", found)):
            old[name] = old.get(name, 0) + more
        replace(TOTALS, json.dumps(totals, indent=1))


def processor_seconds():
    """Returns the processor time of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def show(totals, known):
    """Prints the table of all runs."""
    names = ("seconds", "executions", "findings")
    rows = [(target, totals[target]) for target in known if target in totals]
    rows.append(("all", {name: sum(row[name] for _, row in rows) for name in names}))
    print(f"{'':12} {names[0]:>9} {names[1]:>12} {names[2]:>9}")
    for target, row in rows:
        print(f"{target:12} {row[names[0]]:>9} {row[names[1]]:>12} {row[names[2]]:>9}")


def main():
    with open(os.path.join(FUZZ, "Cargo.toml"), encoding="utf-8") as manifest:
        known = re.findall(r'^path = "targets/(\w+)\.rs"', manifest.read(), re.MULTILINE) + [SESSION]
    parser = script_parser()
    parser.add_argument("seconds", type=bounded(int, 0), help="time for all together, without building")
    parser.add_argument("targets", nargs="*", metavar="target", help=f"of {', '.join(known)}; all if none is named")
    parser.add_argument("--sanitizer", choices=("address", "none"), default="address",
                        help="address (default) or none, which is faster")
    args = parser.parse_args()
    targets = args.targets or known
    for target in targets:
        if target not in known:
            parser.error(f"there is no '{target}', only {', '.join(known)}")
    os.makedirs(KEPT, exist_ok=True)
    # `run_all` fills it; so it is known after control-C, too.
    findings = {}
    handle_ends()
    try:
        if args.seconds > 0:
            run_all(targets, args, findings)
    except KeyboardInterrupt:
        print("stopped")
    show(read_totals(), known)
    sys.exit(1 if any(findings.values()) else 0)


def run_all(targets, args, findings):
    """Runs the targets in turns, and counts the findings of each in `findings`."""
    rounds = max(1, round(args.seconds / len(targets) / TURN))
    turn = max(1, args.seconds // len(targets) // rounds)
    programs = build(args.sanitizer) if set(targets) != {SESSION} else None
    if SESSION in targets:
        cargo("build", "--release")
    totals = read_totals()
    least_first = sorted(targets, key=lambda target: totals.get(target, {}).get("seconds", 0))
    for target in least_first * rounds:
        if findings.get(target):
            # The same finding would end the next turn, too, and count twice.
            continue
        print(f"{target}: {turn} s", flush=True)
        start = processor_seconds()
        work = run_sessions(turn) if target == SESSION else fuzz(target, os.path.join(programs, target), turn)
        executions, found, is_stopped = work
        findings[target] = found
        add(target, processor_seconds() - start, executions, found)
        print(f"{target}: {executions} executions, {found} findings", flush=True)
        if is_stopped:
            print("stopped")
            break


if __name__ == "__main__":
    run(main)
