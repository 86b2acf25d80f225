#!/usr/bin/env python3
"""Trains a network on the engine's own games.

    ox88 datagen --games 45000 --threads 2 --nodes 500 -o games.vf
    ox88 data filter games.vf -o games.bin
    scripts/train.py games.bin --out small.nnue --hidden 128 --epochs 8

Reads positions in bulletformat, as `ox88 data filter` writes them. Writes the
network, and beside it a record of how it was made (.json) and its losses
(.svg). A run that was stopped goes on with --resume. Needs PyTorch, numpy and
matplotlib; uses a GPU where there is one.

The network: each side's view of the board is 768 inputs, a piece (own or
other, of six kinds) on a square (as that side sees the board, with its king on
the files a to d). Both views go through the same hidden layer, whose values
are clipped to 0..1 and squared; the side to move's come first. One of eight
outputs is used, by the number of men, and to it is added what a stack of narrow
layers of 16, 32 and 1 units, one of eight too, says of the same values. The sum
is in logistic units: sigmoid(output) is the expected score of the game.

https://www.chessprogramming.org/NNUE
"""

import argparse
import hashlib
import json
import math
import os
import struct
import sys
import time

import numpy as np
import torch
from matplotlib.figure import Figure
from torch import nn

INPUTS = 768
NONE = INPUTS  # the input that stands for no man, where a position has fewer than 32
BUCKETS = 8
# One in the hidden layer, and one in the weights of the output, as integers.
HIDDEN_ONE = 255
OUTPUT_ONE = 256
# Beyond this a weight no longer fits what the engine's kernels multiply.
MAX_WEIGHT = 126 / OUTPUT_ONE
# The narrow layers: their units, one in their weights and among their values, and the
# largest weights. src/eval/nnue/stack.rs says how the engine computes.
FIRST, SECOND = 16, 32
FIRST_ONE = 64
LATER_ONE = 1024
SQUARES_ONE = HIDDEN_ONE**2 / 512
FIRST_VALUE = SQUARES_ONE * FIRST_ONE
SECOND_VALUE = FIRST_VALUE**2 / 8192
MAX_FIRST = 127 / FIRST_ONE
MAX_LATER = 4096 / LATER_ONE
# Centipawns per logistic unit where networks are compared, whatever theirs.
JUDGE_SCALE = 170
MAGIC = b"OX88NNUE"
VERSION = 2

LESSON = np.dtype(
    [
        ("occupied", "<u8"),
        ("pieces", "u1", 16),
        ("score", "<i2"),
        ("result", "u1"),
        ("king", "u1"),
        ("other_king", "u1"),
        ("unused", "u1", 3),
    ]
)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", help="positions in bulletformat")
    parser.add_argument("--out", required=True, help="the network to write")
    parser.add_argument("--hidden", type=int, default=256, help="units of the hidden layer (default 256)")
    parser.add_argument("--epochs", type=int, default=10, help="how often each position is seen (default 10)")
    parser.add_argument("--batch", type=int, default=8192, help="positions a step (default 8192)")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate at the start (default 0.001)")
    parser.add_argument(
        "--result-share", type=float, default=0.3, help="weight of result against score (default 0.3)"
    )
    parser.add_argument("--power", type=float, default=2.5, help="exponent of the error (default 2.5)")
    parser.add_argument("--scale", type=int, help="centipawns per logistic unit (default: fitted to the data)")
    parser.add_argument("--held-out", type=float, default=0.02, help="share never trained on (default 0.02)")
    parser.add_argument("--limit", type=int, help="use only so many positions")
    parser.add_argument("--threads", type=int, help="threads (default: PyTorch's choice)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--start", help="a network or the .checkpoint of another run, to start the weights from; may have fewer units"
    )
    parser.add_argument("--judge", help="positions with scores of deeper searches, to judge each epoch by")
    parser.add_argument("--resume", action="store_true", help="go on with a run that was stopped")
    parser.add_argument("--note", default="", help="a sentence for the record")
    return parser.parse_args()


# ---- data ----


def read_lessons(paths, limit, held_out):
    """What to train on, and what is held out: the end of each file, for whole
    games, as their neighbours would tell too much."""
    train, kept = [], []
    for path in paths:
        size = os.path.getsize(path)
        if size == 0 or size % LESSON.itemsize:
            sys.exit(f"train.py: {path}: not a file of positions in bulletformat")
        lessons = np.fromfile(path, dtype=LESSON)[:limit]
        limit = limit and limit - len(lessons)
        split = int(len(lessons) * (1 - held_out))
        train.append(lessons[:split])
        kept.append(lessons[split:])
    return np.concatenate(train), np.concatenate(kept)


def inputs(lessons):
    """The inputs of both views, own first, 32 to a position; and the men."""
    count = len(lessons)
    views = np.full((2, count, 32), NONE, dtype=np.int16)
    occupied = lessons["occupied"].copy().view(np.uint8).reshape(count, 8)
    bits = np.unpackbits(occupied, axis=1, bitorder="little")
    men = bits.sum(axis=1, dtype=np.int64)
    rows, squares = np.nonzero(bits)
    places = np.arange(len(rows)) - np.repeat(np.cumsum(men) - men, men)
    codes = lessons["pieces"][rows, places // 2] >> (places % 2 * 4).astype(np.uint8) & 15
    other, kind = (codes >> 3).astype(np.int16), (codes & 7).astype(np.int16)
    squares = squares.astype(np.int16)
    for view, (king, side, ranks) in enumerate([("king", other, 0), ("other_king", 1 - other, 56)]):
        mirror = np.where(lessons[king] % 8 >= 4, 7, 0).astype(np.int16)
        views[view, rows, places] = (side * 6 + kind) * 64 + (squares ^ ranks ^ mirror[rows])
    return views, men


def prepare(lessons):
    """All inputs, a piece of the lessons at a time to save memory."""
    views = np.empty((2, len(lessons), 32), dtype=np.int16)
    men = np.empty(len(lessons), dtype=np.int64)
    for start in range(0, len(lessons), 1 << 18):
        part = slice(start, start + (1 << 18))
        views[:, part], men[part] = inputs(lessons[part])
    return views, (men - 2) // 4


def fitted_scale(lessons):
    """The centipawns per logistic unit that best foretell the results."""
    sample = lessons[:: max(1, len(lessons) // 1_000_000)]
    score, result = sample["score"].astype(np.float64), sample["result"] / 2.0

    def loss(scale):
        chance = np.clip(1 / (1 + np.exp(-score / scale)), 1e-6, 1 - 1e-6)
        return -np.mean(result * np.log(chance) + (1 - result) * np.log(1 - chance))

    low, high = 50.0, 1000.0
    while high - low > 0.5:
        a, b = low + 0.382 * (high - low), low + 0.618 * (high - low)
        if loss(a) < loss(b):
            high = b
        else:
            low = a
    return round((low + high) / 2)


# ---- network ----


class Network(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.hidden = nn.EmbeddingBag(INPUTS + 1, hidden, mode="sum", padding_idx=NONE)
        self.hidden_bias = nn.Parameter(torch.zeros(hidden))
        self.output = nn.Linear(2 * hidden, BUCKETS)
        self.first = nn.Linear(2 * hidden, BUCKETS * FIRST)
        self.second = nn.Parameter(0.2 * torch.randn(BUCKETS, FIRST, SECOND))
        self.second_bias = nn.Parameter(torch.zeros(BUCKETS, SECOND))
        # Nothing, so that the stacks begin by adding nothing to the output.
        self.third = nn.Parameter(torch.zeros(BUCKETS, SECOND))
        with torch.no_grad():
            nn.init.uniform_(self.hidden.weight, -0.1, 0.1)
            self.hidden.weight[NONE] = 0
            nn.init.uniform_(self.output.weight, -0.05, 0.05)
            nn.init.zeros_(self.output.bias)

    def forward(self, own, other, bucket):
        squares = lambda values: torch.clamp(values, 0, 1) ** 2
        values = torch.cat([squares(self.hidden(view) + self.hidden_bias) for view in (own, other)], dim=1)
        first = self.first(values).view(-1, BUCKETS, FIRST)
        first = squares(first.gather(1, bucket[:, None, None].expand(-1, 1, FIRST)))
        second = squares(torch.bmm(first, self.second[bucket]).squeeze(1) + self.second_bias[bucket])
        output = self.output(values).gather(1, bucket[:, None]).squeeze(1)
        return output + (second * self.third[bucket]).sum(1)

    def begin_as(self, other):
        """Takes another's units. What is lacking says nothing yet."""
        mine, its = self.hidden_bias.numel(), other["hidden_bias"].numel()
        if its > mine:
            sys.exit(f"train.py: a network of {mine} units cannot start from one of {its}")
        views = torch.cat([torch.arange(its), mine + torch.arange(its)])
        with torch.no_grad():
            self.hidden.weight[:, :its] = other["hidden.weight"]
            self.hidden_bias[:its] = other["hidden_bias"]
            # Blank stacks, taken over, would stay so.
            has_stacks = bool(other["third"].any())
            for name in ["output", "first"] if has_stacks else ["output"]:
                weight = getattr(self, name).weight
                weight.zero_()
                weight[:, views] = other[name + ".weight"]
                getattr(self, name).bias[:] = other[name + ".bias"]
            for name in ["second", "second_bias", "third"] if has_stacks else []:
                getattr(self, name)[:] = other[name]

    def clip(self):
        with torch.no_grad():
            self.hidden.weight.clamp_(-MAX_WEIGHT, MAX_WEIGHT)
            self.output.weight.clamp_(-MAX_WEIGHT, MAX_WEIGHT)
            self.first.weight.clamp_(-MAX_FIRST, MAX_FIRST)
            self.second.clamp_(-MAX_LATER, MAX_LATER)
            self.third.clamp_(-MAX_LATER, MAX_LATER)


class Data:
    def __init__(self, lessons, scale, result_share, device):
        views, buckets = prepare(lessons)
        chance = 1 / (1 + np.exp(-lessons["score"].astype(np.float32) / scale))
        target = (1 - result_share) * chance + result_share * (lessons["result"] / 2.0)
        self.own, self.other = (torch.from_numpy(view).to(device) for view in views)
        self.bucket = torch.from_numpy(buckets).to(device)
        self.target = torch.from_numpy(target.astype(np.float32)).to(device)

    def __len__(self):
        return len(self.target)

    def batches(self, size, order):
        for start in range(0, len(order), size):
            rows = order[start : start + size]
            yield self.own[rows].int(), self.other[rows].int(), self.bucket[rows], self.target[rows]


def error(network, batch, power):
    own, other, bucket, target = batch
    return torch.mean(torch.abs(torch.sigmoid(network(own, other, bucket)) - target) ** power)


def held_out_error(network, data, args):
    with torch.no_grad():
        order = torch.arange(len(data), device=data.target.device)
        total = sum(error(network, batch, args.power) * len(batch[3]) for batch in data.batches(16384, order))
    return float(total) / max(len(data), 1)


def judge(network, data):
    """How far what the network says is from what deeper searches found: the root
    mean square of the difference in expected score, under the unit that suits
    the network best, as the search's margins are no matter of the network."""
    with torch.no_grad():
        order = torch.arange(len(data), device=data.target.device)
        said = torch.cat([network(*batch[:3]) for batch in data.batches(16384, order)])
        units = torch.arange(0.6, 1.6, 0.02).tolist()
        return min(float(torch.mean((torch.sigmoid(said * unit) - data.target) ** 2)) for unit in units) ** 0.5


# ---- writing ----


# The numbers of a file, in their order: each weight's type, what stands for one,
# and its shape for so many hidden units.
HEAD = [
    ("hidden.weight", "<i2", HIDDEN_ONE, lambda hidden: (INPUTS, hidden)),
    ("hidden_bias", "<i2", HIDDEN_ONE, lambda hidden: (hidden,)),
    ("output.weight", "<i2", OUTPUT_ONE, lambda hidden: (BUCKETS, 2 * hidden)),
    ("output.bias", "<i4", HIDDEN_ONE * OUTPUT_ONE, lambda hidden: (BUCKETS,)),
]
STACK = [
    ("first.weight", "i1", FIRST_ONE, lambda hidden: (FIRST, 2 * hidden)),
    ("first.bias", "<i4", FIRST_VALUE, lambda hidden: (FIRST,)),
    ("second", "<i2", LATER_ONE, lambda hidden: (FIRST, SECOND)),
    ("second_bias", "<i4", SECOND_VALUE * LATER_ONE, lambda hidden: (SECOND,)),
    ("third", "<i2", LATER_ONE, lambda hidden: (SECOND,)),
]


def integers(network):
    """The weights as the engine has them, by name; those of the stacks by stack."""
    weights = {name: tensor.detach().cpu().numpy() for name, tensor in network.state_dict().items()}
    weights["hidden.weight"] = weights["hidden.weight"][:INPUTS]
    hidden = len(weights["hidden_bias"])
    for part, stacks in [(HEAD, ()), (STACK, (BUCKETS,))]:
        for name, _, one, shape in part:
            weights[name] = np.round(weights[name] * one).astype(np.int64).reshape(stacks + shape(hidden))
    return weights


def fractions(weights):
    """The weights as PyTorch has them, of those that the engine has."""
    parts = {name: weights[name] / one for name, _, one, _ in HEAD + STACK}
    parts["hidden.weight"] = np.concatenate([parts["hidden.weight"], np.zeros_like(parts["hidden.weight"][:1])])
    for name in ["first.weight", "first.bias"]:
        parts[name] = parts[name].reshape(BUCKETS * FIRST, *parts[name].shape[2:])
    return {name: torch.from_numpy(part.astype(np.float32)) for name, part in parts.items()}


def fnv1a(data):
    """A checksum that a few lines of any language compute."""
    words = np.frombuffer(data + bytes(-len(data) % 8), dtype="<u8").tolist()
    value = 0xCBF29CE484222325
    for word in words:
        value = (value ^ word) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def write(network, scale, path):
    weights = integers(network)
    payload = b"".join(weights[name].astype(kind).tobytes() for name, kind, _, _ in HEAD)
    for stack in range(BUCKETS):
        payload += b"".join(weights[name][stack].astype(kind).tobytes() for name, kind, _, _ in STACK)
    header = MAGIC + struct.pack("<HHHHQ", VERSION, len(weights["hidden_bias"]), BUCKETS, scale, fnv1a(payload))
    with open(path + ".part", "wb") as file:
        file.write(header + payload)
    os.replace(path + ".part", path)


def read(content, path):
    """The weights in a network's file."""
    version, hidden, buckets, _, checksum = struct.unpack_from("<HHHHQ", content, len(MAGIC))
    payload = content[len(MAGIC) + 16 :]
    if (version, buckets) != (VERSION, BUCKETS) or fnv1a(payload) != checksum:
        sys.exit(f"train.py: {path}: not a network of this kind, or damaged")
    weights, place = {name: [] for name, _, _, _ in STACK}, 0
    for part in [HEAD] + BUCKETS * [STACK]:
        for name, kind, _, shape in part:
            numbers = np.frombuffer(payload, kind, math.prod(shape(hidden)), place).reshape(shape(hidden))
            place += numbers.nbytes
            if part is HEAD:
                weights[name] = numbers
            else:
                weights[name].append(numbers)
    return {name: np.array(numbers) for name, numbers in weights.items()}


def rounded_error(network, data, args):
    """The held-out error with the weights as they were written."""
    rounded = Network(network.hidden_bias.numel()).to(data.target.device)
    rounded.load_state_dict(fractions(integers(network)))
    return held_out_error(rounded, data, args)


def begin_from(path, device):
    """The weights of a network's file or of a checkpoint."""
    with open(path, "rb") as file:
        content = file.read()
    if not content.startswith(MAGIC):
        return torch.load(path, map_location=device)["network"]
    return {name: part.to(device) for name, part in fractions(read(content, path)).items()}


def draw(losses, path):
    figure = Figure(figsize=(6, 3.5), layout="tight")
    axes = figure.subplots()
    epochs = range(1, len(losses) + 1)
    axes.plot(epochs, [loss["trained"] for loss in losses], label="trained on")
    axes.plot(epochs, [loss["held_out"] for loss in losses], label="held out")
    axes.set_xlabel("epoch")
    axes.set_ylabel("error")
    axes.legend()
    figure.savefig(path)


def digest(path):
    sha = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            sha.update(block)
    return sha.hexdigest()[:16]


# ---- training ----


def main():
    args = arguments()
    if args.threads:
        torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    base = os.path.splitext(args.out)[0]
    checkpoint = base + ".checkpoint"

    parts = read_lessons(args.files, args.limit, args.held_out)
    scale = args.scale or fitted_scale(parts[0])
    train, held_out = (Data(part, scale, args.result_share, device) for part in parts)
    print(f"{len(train)} positions, {len(held_out)} held out, {scale} centipawns a unit, on {device}", flush=True)
    judging = args.judge and Data(read_lessons([args.judge], None, 0)[0], JUDGE_SCALE, 0, device)

    network = Network(args.hidden).to(device)
    if args.start:
        network.begin_as(begin_from(args.start, device))
        print(f"starts at {held_out_error(network, held_out, args):.6f}, held out", flush=True)
        if judging:
            print(f"starts at {judge(network, judging):.5f}, judged", flush=True)
    optimizer = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=0.01)
    steps = args.epochs * ((len(train) + args.batch - 1) // args.batch)
    warm_up = min(200, steps // 10 + 1)
    shape = lambda step: min(1, (step + 1) / warm_up) * (0.505 + 0.495 * math.cos(math.pi * min(1, step / steps)))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, shape)
    losses, seconds = [], 0.0
    if args.resume and os.path.exists(checkpoint):
        saved = torch.load(checkpoint, map_location=device)
        for part, name in [(network, "network"), (optimizer, "optimizer"), (schedule, "schedule")]:
            part.load_state_dict(saved[name])
        losses, seconds = saved["losses"], saved["seconds"]
        print(f"goes on after epoch {len(losses)}", flush=True)

    for epoch in range(len(losses), args.epochs):
        start = time.time()
        generator = torch.Generator().manual_seed(args.seed * 1000 + epoch)
        order = torch.randperm(len(train), generator=generator).to(device)
        total, seen, told = 0.0, 0, start
        for batch in train.batches(args.batch, order):
            optimizer.zero_grad(set_to_none=True)
            loss = error(network, batch, args.power)
            loss.backward()
            optimizer.step()
            schedule.step()
            network.clip()
            total += float(loss.detach()) * len(batch[3])
            seen += len(batch[3])
            if time.time() - told > 30:
                told = time.time()
                print(f"  {seen / len(train):.0%}: {total / seen:.6f}, {seen / (told - start):.0f}/s", flush=True)
        seconds += time.time() - start
        losses.append({"trained": total / seen, "held_out": held_out_error(network, held_out, args)})
        speed = seen / (time.time() - start)
        text = f"epoch {epoch + 1}: {losses[-1]['trained']:.6f}, held out {losses[-1]['held_out']:.6f}, {speed:.0f}/s"
        if judging:
            losses[-1]["judged"] = judge(network, judging)
            text += f", judged {losses[-1]['judged']:.5f}"
        print(text, flush=True)
        state = {"network": network.state_dict(), "optimizer": optimizer.state_dict()}
        state |= {"schedule": schedule.state_dict(), "losses": losses, "seconds": seconds}
        torch.save(state, checkpoint + ".part")
        os.replace(checkpoint + ".part", checkpoint)
        write(network, scale, args.out)

    rounded = rounded_error(network, held_out, args)
    print(f"held out, in integers: {rounded:.6f}")
    record = {
        "network": os.path.basename(args.out),
        "note": args.note,
        "data": [{"file": os.path.basename(path), "sha256": digest(path)} for path in args.files],
        "positions": len(train),
        "held_out": len(held_out),
        "scale": scale,
        "settings": {
            name: getattr(args, name)
            for name in ["hidden", "epochs", "batch", "rate", "result_share", "power", "held_out", "limit", "seed"]
        },
        "started_from": args.start and os.path.basename(args.start),
        "losses": losses,
        "held_out_in_integers": rounded,
        "seconds": round(seconds),
        "device": device,
    }
    with open(base + ".json", "w", encoding="utf-8") as file:
        json.dump(record, file, indent=1)
        file.write("\n")
    draw(losses, base + ".svg")


if __name__ == "__main__":
    main()
