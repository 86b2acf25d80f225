#!/usr/bin/env python3
"""Averages networks of the same shape: one number for each weight, between theirs.

    pip install numpy
    scripts/average.py OLD.nnue NEW.nnue -o MEAN.nnue
    scripts/average.py OLD.nnue NEW.nnue -o MEAN.nnue --shares 0.3 0.7 --scale 224

For networks that grew from the same weights. One that was trained on games of its own forgets a
little of what the older games taught it; the mean keeps both. The file is that of
src/eval/nnue/quantised.rs; its scale, in centipawns of one logistic unit, is the first network's
unless --scale says otherwise. Exit status 2 for wrong arguments or files that cannot be used.

Wortsman et al., "Model soups: averaging weights of multiple fine-tuned models" (2022).
"""

import argparse
import os
import sys

import numpy as np

MAGIC, VERSION = b"OX88NNUE", 3
HEADER = 32
CHECKSUM = slice(24, 32)
SCALE = slice(22, 24)


class BadFile(Exception):
    """The file is not a network, or not of the same shape."""


def layers(header):
    """Types and counts of the numbers behind the header, in their order."""
    version, buckets, hidden, activation, outputs, l1, l2 = np.frombuffer(header, "<u2", 7, 8)
    if not header.startswith(MAGIC) or version != VERSION:
        raise BadFile(f"no network of version {VERSION}")
    buckets, hidden, outputs, l1, l2 = (int(width) for width in (buckets, hidden, outputs, l1, l2))
    inputs = hidden if activation else 2 * hidden
    yield "<i2", buckets * 768 * hidden + hidden
    for _ in range(outputs):
        yield "i1", l1 * inputs
        yield "<i4", l1
        yield "<i2", 2 * l1 * l2
        yield "<i4", l2
        yield "<i2", l2
        yield "<i4", 1


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    if len(data) < HEADER:
        raise BadFile(f"{path}: too short")
    expected = HEADER + sum(np.dtype(kind).itemsize * count for kind, count in layers(data[:HEADER]))
    if len(data) != expected:
        raise BadFile(f"{path}: {len(data)} bytes, not {expected}")
    return data


def checksum(data):
    """FNV-1a by words of eight bytes."""
    value = 0xCBF29CE484222325
    for start in range(0, len(data), 8):
        word = int.from_bytes(data[start : start + 8], "little")
        value = (value ^ word) * 0x100000001B3 % (1 << 64)
    return value


def average(networks, shares):
    first = networks[0]
    if any(other[: SCALE.start] != first[: SCALE.start] for other in networks):
        raise BadFile("the networks have different shapes")
    mean = bytearray(first[:HEADER])
    start = HEADER
    for kind, count in layers(first[:HEADER]):
        weights = sum(
            share * np.frombuffer(network, kind, count, start).astype(float)
            for share, network in zip(shares, networks)
        )
        mean += np.rint(weights).astype(kind).tobytes()
        start = len(mean)
    mean[CHECKSUM] = checksum(mean[HEADER:]).to_bytes(8, "little")
    return mean


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", nargs="+", help="files of networks")
    parser.add_argument("-o", "--out", required=True, help="the file to write; it must not exist")
    parser.add_argument("--shares", nargs="+", type=float, help="of each network (default: equal)")
    parser.add_argument("--scale", type=int, help="centipawns of one logistic unit, 1 to 65535")
    args = parser.parse_args()
    if args.shares is None:
        args.shares = [1 / len(args.networks)] * len(args.networks)
    if len(args.shares) != len(args.networks) or min(args.shares) < 0 or abs(sum(args.shares) - 1) > 1e-6:
        parser.error("wants a share from 0 for each network, 1 in all")
    if args.scale is not None and not 1 <= args.scale <= 65535:
        parser.error("wants a scale from 1 to 65535")
    if os.path.exists(args.out):
        parser.error(f"{args.out} exists")
    return args


def main():
    args = arguments()
    try:
        mean = average([read(path) for path in args.networks], args.shares)
        if args.scale is not None:
            mean[SCALE] = args.scale.to_bytes(2, "little")
        with open(args.out, "xb") as file:
            file.write(mean)
    except (OSError, BadFile) as error:
        print(f"average.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
