#!/usr/bin/env python3
"""Runs the fuzzers for a time, all together or those that are named.

    cargo install cargo-fuzz
    scripts/fuzz.py 3600                # all, an hour in total
    scripts/fuzz.py 600 fen san session # these, ten minutes in total

The fuzzers of tests/fuzz ask what must hold whatever comes in through one door
of the library; `session` talks to the program itself (scripts/fuzz_session.py,
which wants python-chess). What they learn is kept in target/fuzz, and the next
run goes on from there. At the end stands a table; exit status 1 if anything was
found, 2 if nothing could be run. A finding becomes a test by copying its file,
shortened by `cargo fuzz tmin` where it is long, to tests/fuzz/corpus.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
FUZZ = os.path.join(ROOT, "tests", "fuzz")
KEPT = os.path.join(ROOT, "target", "fuzz")
SESSION = "session"
# A single input must not take longer, in seconds, or more memory, in MB.
LIMITS = ["-timeout=60", "-rss_limit_mb=3000"]


def fail(reason):
    print(f"fuzz.py: {reason}", file=sys.stderr)
    sys.exit(2)


def run(command, **changes):
    """Runs a command that must succeed."""
    try:
        subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, **changes})
    except (OSError, subprocess.CalledProcessError) as error:
        fail(error)


def build(sanitizer):
    """The folder with the fuzzers. They are built for this machine, so that its
    vector code is tried; the nightly flags that cargo-fuzz wants are let through
    on a stable compiler."""
    lock = os.path.join(FUZZ, "Cargo.lock")
    if not os.path.exists(lock):
        shutil.copy(os.path.join(ROOT, "Cargo.lock"), lock)
    folder = os.path.join(KEPT, "build")
    command = ["cargo", "fuzz", "build", "--fuzz-dir", FUZZ, "--target-dir", folder, "--sanitizer", sanitizer]
    flags = os.environ.get("RUSTFLAGS", "-C target-cpu=native")
    run(command, RUSTC_BOOTSTRAP="1", RUSTFLAGS=flags)
    said = subprocess.run(["rustc", "-vV"], capture_output=True, text=True, check=True).stdout
    host = re.search(r"^host: (\S+)", said, re.MULTILINE).group(1)
    return os.path.join(folder, host, "release")


def borrow(corpus):
    """Begins with real endgame tables where there are some beside the project:
    they do not travel with it."""
    tables = os.path.join(ROOT, "..", "shared", "syzygy")
    for choice, name in enumerate(("KRvK", "KPvK", "KQvKQ", "KPvKP", "KBNvK")):
        files = [os.path.join(tables, f"{name}.{kind}") for kind in ("rtbw", "rtbz")]
        if all(os.path.exists(file) for file in files):
            # Without the letters that they begin with, as the check wants them.
            results, distances = (open(file, "rb").read()[4:] for file in files)
            with open(os.path.join(corpus, name), "wb") as seed:
                seed.write(bytes([choice]) + len(results).to_bytes(2, "little") + results + distances)


def fuzz(target, program, seconds):
    """A line of the table: name, executions, coverage, files kept, findings."""
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
    # Files that are only read back at once need no disk.
    env = {**os.environ, "TMPDIR": "/dev/shm"} if os.path.isdir("/dev/shm") else None
    with open(log, "w", encoding="utf-8") as file:
        status = subprocess.run(command, cwd=ROOT, env=env, stdout=file, stderr=subprocess.STDOUT, check=False).returncode
    with open(log, encoding="utf-8", errors="replace") as file:
        text = file.read()

    def last(pattern):
        return (re.findall(pattern, text) or ["?"])[-1]

    found = sorted(set(os.listdir(findings)) - before)
    for name in found:
        print(f"{target}: {os.path.join(findings, name)}")
    if status != 0:
        print(f"{target}: ended with status {status}, see {log}")
    executions = last(r"stat::number_of_executed_units: (\d+)")
    return target, executions, last(r"cov: (\d+)"), str(len(os.listdir(corpus))), max(len(found), int(status != 0))


def talk(seconds):
    """The same for the sessions; their coverage is not known."""
    run(["cargo", "build", "--release"])
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    script = os.path.join(ROOT, "scripts", "fuzz_session.py")
    seed = os.path.join(KEPT, "next_session")
    first = int(open(seed, encoding="ascii").read()) if os.path.exists(seed) else 1
    command = [sys.executable, script, os.path.join(target, "release", "ox88"), "--seconds", str(seconds)]
    said = subprocess.run([*command, "--seed", str(first)], stdout=subprocess.PIPE, text=True, check=False)
    print(said.stdout, end="")
    sessions = re.search(r"(\d+) sessions", said.stdout)
    faults = re.search(r"Faults: (\d+)", said.stdout)
    if not sessions or not faults:
        fail("the sessions did not run")
    with open(seed, "w", encoding="ascii") as file:
        print(first + int(sessions.group(1)), file=file)
    return SESSION, sessions.group(1), "", "", int(faults.group(1))


def main():
    with open(os.path.join(FUZZ, "Cargo.toml"), encoding="utf-8") as manifest:
        known = re.findall(r'^path = "targets/(\w+)\.rs"', manifest.read(), re.MULTILINE) + [SESSION]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seconds", type=int, help="time for all together, without building")
    parser.add_argument("targets", nargs="*", metavar="target", help=f"of {', '.join(known)}; all if none is named")
    parser.add_argument("--sanitizer", default="address", help="address (default) or none, which is faster")
    args = parser.parse_args()
    targets = args.targets or known
    for target in targets:
        if target not in known:
            parser.error(f"there is no '{target}', only {', '.join(known)}")
    os.makedirs(KEPT, exist_ok=True)
    share = max(1, args.seconds // len(targets))
    programs = build(args.sanitizer) if set(targets) != {SESSION} else None
    rows = []
    for target in targets:
        print(f"{target}: {share} s", flush=True)
        rows.append(talk(share) if target == SESSION else fuzz(target, os.path.join(programs, target), share))
    print(f"{'':12} {'executions':>12} {'coverage':>9} {'corpus':>7} {'findings':>9}")
    for target, executions, coverage, kept, found in rows:
        print(f"{target:12} {executions:>12} {coverage:>9} {kept:>7} {found:>9}")
    sys.exit(1 if any(row[-1] for row in rows) else 0)


if __name__ == "__main__":
    main()
