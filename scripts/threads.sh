#!/usr/bin/env bash
# Searches longer than the tests do for faults that need several threads:
#
#   scripts/threads.sh [ROUNDS]
#
# 1. loom's models run small pieces of the program's code in all orders in which
#    threads can access what they share.
# 2. The tests of tests/concurrency.rs run ROUNDS times as long (default 20).
# 3. The same tests run once under ThreadSanitizer, which reports data races even
#    if nothing goes wrong. This needs a nightly Rust with its sources
#    (rustup component add rust-src --toolchain nightly), and is skipped without.
set -euo pipefail
rounds=${1-20}
case $rounds in
    -h | --help)
        sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "$0"
        exit 0
        ;;
esac
if [[ $# -gt 1 || ! $rounds =~ ^[1-9][0-9]*$ ]]; then
    echo "threads.sh: wants one number of rounds, above 0, not '$*'" >&2
    exit 2
fi
cd "$(dirname "$0")/.."

echo "== models"
# Cargo also succeeds where there is none.
RUSTFLAGS="--cfg loom" CARGO_TARGET_DIR=target/loom cargo test --release --lib models |
    awk '{ print } /^test result: ok\. [1-9]/ { is_ok = 1 } END { exit !is_ok }'

echo "== $rounds rounds"
OX88_ROUNDS=$rounds cargo test --release --test concurrency

echo "== ThreadSanitizer"
sources=$(rustc +nightly --print sysroot 2>/dev/null || true)/lib/rustlib/src/rust/library
host=$(rustc -vV | sed -n 's/^host: //p')
if [ -d "$sources" ]; then
    # This builds faster. Panics unwind, as in tests; otherwise the library would be built twice.
    RUSTFLAGS="-Zsanitizer=thread -Ctarget-cpu=native" CARGO_TARGET_DIR=target/tsan \
        CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
        CARGO_PROFILE_RELEASE_PANIC=unwind \
        cargo +nightly test -Zbuild-std --target "$host" --release --test concurrency
else
    echo "skipped: there is no nightly Rust with its sources"
fi
