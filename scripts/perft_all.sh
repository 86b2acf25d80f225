#!/usr/bin/env bash
# Checks the program's perft counts by files, for all positions at one depth,
# however large the counts are. tests/rules/perft.rs is the short version.
#
#   scripts/perft_all.sh [-d DEPTH] [-b BINARY] [-j JOBS] [EPD...]
#
# DEPTH defaults to 5, BINARY to target/release/ox88, JOBS to the number of
# processors, EPD to ../shared/perft/*.epd. A line of a file reads
# "FEN ;D1 20 ;D2 400 ..."; a position without a count at this depth is checked at
# its greatest depth below. Exit status 1 if any count is wrong, 2 for wrong
# arguments.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
depth=5
binary=$root/target/release/ox88
jobs=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)

usage() {
    sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "$0"
    exit 0
}

fail() {
    echo "perft_all.sh: $*" >&2
    exit 2
}

[ "${1-}" != --help ] || usage
while getopts :d:b:j:h option; do
    case $option in
        d) depth=$OPTARG ;;
        b) binary=$OPTARG ;;
        j) jobs=$OPTARG ;;
        h) usage ;;
        :) fail "-$OPTARG wants a value" ;;
        *) fail "no option -$OPTARG (--help lists them)" ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- "$root"/../shared/perft/*.epd

[[ $depth =~ ^[1-9][0-9]*$ ]] || fail "-d wants a number above 0, not '$depth'"
[[ $jobs =~ ^[1-9][0-9]*$ ]] || fail "-j wants a number above 0, not '$jobs'"
for file in "$@"; do
    [ -r "$file" ] && [ ! -d "$file" ] || fail "cannot read $file"
done
[ -f "$binary" ] && [ -x "$binary" ] || fail "no program $binary: cargo build --release"
binary=$(realpath "$binary")

# Prints a line for each position: depth, expected count, FEN.
expectations() {
    awk -F';' -v most="$depth" '
        {
            sub(/\r$/, "")
            best = 0
            for (i = 2; i <= NF; i++) {
                split($i, field, " ")
                d = substr(field[1], 2) + 0
                if (d <= most && d > best) { best = d; leaves = field[2] }
            }
            fen = $1
            sub(/ +$/, "", fen)
            if (best > 0) print best, leaves, fen
        }' "$@"
}

# Prints the line "ok COUNT" or "WRONG FEN ..." for a position.
check() {
    local depth=$1 expected=$2 fen=$3 output counted
    output=$("$binary" perft "$depth" --fen "$fen" 2>&1 </dev/null) || true
    counted=$(sed -n 's/^Nodes: *//p' <<<"$output" | tail -n 1)
    if [ "$counted" = "$expected" ]; then
        echo "ok $counted"
    else
        echo "WRONG $fen depth $depth: '${counted:-${output##*$'\n'}}' instead of $expected"
    fi
}
export -f check
export binary

SECONDS=0
# The largest counts come first, so that the processors finish together.
results=$(expectations "$@" | sort -k2,2nr |
    while read -r at leaves fen; do printf '%s\0%s\0%s\0' "$at" "$leaves" "$fen"; done |
    xargs -0 -r -n 3 -P "$jobs" bash -c 'check "$@"' check)

grep '^WRONG' <<<"$results" || true
awk -v seconds="$SECONDS" '
    $1 == "ok"    { positions++; leaves += $2 }
    $1 == "WRONG" { positions++; failures++ }
    END {
        printf "%d positions, %.0f leaves, %d failures, %d s\n", positions, leaves, failures, seconds
        exit failures > 0 || positions == 0
    }' <<<"$results"
