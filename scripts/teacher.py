#!/usr/bin/env python3
"""Trains a teacher, a transformer. It learns scores of searches, results and moves from self-play games,
and then labels more positions for `ox88 train` than could be searched.

    pip install torch numpy
    ox88 data teach games.vf -o learn.pos
    scripts/teacher.py learn learn.pos --seconds 800 -o teacher.pt
    ox88 data teach other.vf -o label.pos --quiet --siblings 2
    scripts/teacher.py label teacher.pt label.pos -o label.bin
    ox88 train label.bin -o my.nnue

Needs a GPU with some 30 GB of memory; src/eval/nnue/training.md has its speed. Label games that the
teacher has not learnt from, since it has memorised the results of those. A label is an expected score:
the teacher's for results with a weight of --result-share, and its score for searches with the rest. It
is written in centipawns of the scale that the teacher has learnt with (`learn --scale`). Both files of
positions must have the static evaluations of the same network (`ox88 data teach --eval-file`), which
this script cannot check.

The board is 64 tokens, turned so that the side to move is at the bottom and its king on the files a to
d. Besides attention with a bias by the distance of the squares, each layer has two fixed heads: the
squares that a square's piece attacks, and the squares of the pieces that attack it. Two outputs, for
searches and for results, begin as the static evaluation in the file. A third predicts the move, and is
used in learning alone.

Vaswani and others, "Attention Is All You Need" (2017), https://arxiv.org/abs/1706.03762; Monroe and
others, "Mastering Chess with a Transformer Model" (2024), https://arxiv.org/abs/2409.12272; Jordan
and others, "Muon" (2024), https://kellerjordan.github.io/posts/muon/.
"""

import argparse
import io
import math
import os
import pickle
import time

from arguments import bounded, positive, script_parser
from failure import fail, needs, run
from output import written_whole

needs("torch", "numpy")
import numpy as np  # noqa: E402
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from torch import nn  # noqa: E402

# A position as `ox88 data teach` writes it.
POSITION = np.dtype([("sample", np.uint8, 32), ("static_eval", "<i2"), ("move", "<u2")])
# Flags in the bits above the move; a position with a score to learn from is quiet, too.
SCORED, QUIET, HAS_MOVE = 1 << 12, 2 << 12, 4 << 12
# Offsets in a sample of bulletformat.
SCORE, RESULT, KING = 24, 26, 27
# The codes of a square: 0 if it is empty, and six piece types for each side.
CODES = 13
# The width of an attention head.
HEAD = 32
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
HALF = torch.bfloat16
# The weights of the losses of scores, results and moves.
WEIGHTS = (10, 0.5, 0.15)
# The share of positions with a score in a batch.
SCORED_SHARE = 0.72
WARM_UP = 300


def attack_tables():
    """Returns two tables: whether a piece (code) on a square attacks another one on an empty board, and the
    bits of the squares between two squares."""
    attacks = np.zeros((CODES, 64, 64), bool)
    between = np.zeros((64, 64), np.uint64)
    pawn, knight, bishop, rook, queen, king = range(1, 7)
    own, other = 0, 6
    lines = [(rank, file) for rank in (-1, 0, 1) for file in (-1, 0, 1) if rank or file]
    jumps = [(rank, file) for rank in (-2, -1, 1, 2) for file in (-2, -1, 1, 2) if abs(rank) != abs(file)]
    for start in range(64):
        for step in lines:
            rank, file = start // 8 + step[0], start % 8 + step[1]
            passed = 0
            while 0 <= rank < 8 and 0 <= file < 8:
                to = 8 * rank + file
                between[start, to] = passed
                pieces = [queen, bishop if all(step) else rook] + [king] * (passed == 0)
                attacks[[side + piece for side in (own, other) for piece in pieces], start, to] = True
                if passed == 0 and all(step):
                    attacks[(own if step[0] > 0 else other) + pawn, start, to] = True
                passed |= 1 << to
                rank, file = rank + step[0], file + step[1]
        for step in jumps:
            rank, file = start // 8 + step[0], start % 8 + step[1]
            if 0 <= rank < 8 and 0 <= file < 8:
                attacks[[own + knight, other + knight], start, 8 * rank + file] = True
    return torch.tensor(attacks, device=DEVICE), torch.tensor(between.view(np.int64), device=DEVICE)


ATTACKS, BETWEEN = attack_tables()
SQUARES = torch.arange(64, device=DEVICE)
SQUARE_BITS = torch.ones(64, dtype=torch.int64, device=DEVICE) << SQUARES


def board(samples):
    """Returns the code of each square, the squares that its piece attacks, and whether the files are mirrored."""
    bits = torch.arange(8, device=DEVICE, dtype=torch.int32)
    occupied = (samples[:, :8, None].int() >> bits & 1).reshape(-1, 64)
    nibbles = torch.stack([samples[:, 8:24] & 15, samples[:, 8:24] >> 4], 2).reshape(-1, 32).long()
    nibble = nibbles.gather(1, (occupied.cumsum(1) - 1).clamp(min=0))
    codes = torch.where(occupied > 0, 1 + (nibble & 7) + 6 * (nibble >> 3), 0)
    mirrored = (samples[:, KING] & 7) >= 4
    codes = torch.where(mirrored[:, None], codes.reshape(-1, 8, 8).flip(2).reshape(-1, 64), codes)
    all_bits = ((codes > 0) * SQUARE_BITS).sum(1)
    attacks = ATTACKS[codes, SQUARES] & ((all_bits[:, None, None] & BETWEEN) == 0)
    return codes, attacks, mirrored


class Norm(nn.Module):
    """Root mean square normalisation."""

    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        wide = x.float()
        scale = torch.rsqrt(wide.square().mean(-1, keepdim=True) + 1e-5)
        return (wide * scale * self.weight).to(x.dtype)


class Layer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads, self.head = heads, width // heads
        self.norm, self.second_norm = Norm(width), Norm(width)
        self.query_norm, self.key_norm = Norm(self.head), Norm(self.head)
        self.projection = nn.Linear(width, 3 * width, bias=False)
        self.fixed = nn.Linear(width, width // 2, bias=False)
        self.out = nn.Linear(width + width // 2, width, bias=False)
        self.up = nn.Linear(width, 2 * width, bias=False)
        self.down = nn.Linear(2 * width, width, bias=False)
        self.by_distance = nn.Parameter(torch.zeros(heads, 15 * 15))
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.down.weight)

    def forward(self, x, attacks, attackers, distance):
        count, squares, width = x.shape
        y = self.norm(x)
        shape = (count, squares, 3, self.heads, self.head)
        query, key, value = self.projection(y).view(shape).permute(2, 0, 3, 1, 4)
        query, key = self.query_norm(query), self.key_norm(key)
        weights = torch.matmul(query * self.head**-0.5, key.transpose(2, 3)).float()
        weights = (weights + self.by_distance[:, distance]).softmax(3).to(value.dtype)
        seen = torch.matmul(weights, value).transpose(1, 2).reshape(count, squares, width)
        first, second = self.fixed(y).chunk(2, 2)
        heads = [seen, torch.bmm(attacks, first), torch.bmm(attackers, second)]
        x = x + self.out(torch.cat(heads, 2))
        return x + self.down(F.relu(self.up(self.second_norm(x))).square())


class Teacher(nn.Module):
    def __init__(self, width, layers):
        super().__init__()
        self.piece = nn.Embedding(CODES, width)
        nn.init.normal_(self.piece.weight, std=0.5)
        self.square = nn.Parameter(0.02 * torch.randn(64, width))
        self.counts = nn.Linear(2 * (CODES - 1), width)
        self.layers = nn.ModuleList(Layer(width, width // HEAD) for _ in range(layers))
        self.norm = Norm(width)
        self.pool = nn.Linear(width, 32)
        self.hidden = nn.Linear(64 * 32 + 3, 256)
        self.values = nn.Linear(256, 2)
        nn.init.zeros_(self.values.weight)
        nn.init.zeros_(self.values.bias)
        self.static_share = nn.Parameter(torch.ones(2))
        self.move_from, self.move_to = nn.Linear(width, 64), nn.Linear(width, 64)
        ranks, files = (part[:, None] - part[None] + 7 for part in (SQUARES // 8, SQUARES % 8))
        self.register_buffer("distance", 15 * ranks + files)

    def forward(self, codes, attacks, static, with_moves):
        """Returns the logits of the expected score by searches and by results, and of each move if wanted."""
        attacks = attacks.to(HALF)
        pieces = F.one_hot(codes, CODES)[..., 1:].to(HALF)
        attackers = attacks.transpose(1, 2)
        counts = torch.cat([torch.bmm(attackers, pieces), torch.bmm(attacks, pieces)], 2)
        attackers = attackers / (attacks.sum(1)[:, :, None] + 1)
        attacks = attacks / (attacks.sum(2)[:, :, None] + 1)
        x = (self.piece(codes) + self.square + self.counts(counts)).to(HALF)
        for layer in self.layers:
            x = layer(x, attacks, attackers, self.distance)
        x = self.norm(x)
        number = (codes > 0).sum(1) / 32
        clamped = static.clamp(-4, 4)
        beside = torch.stack([clamped, number, clamped * number], 1)
        pooled = F.relu(self.pool(x)).flatten(1)
        values = self.values(F.relu(self.hidden(torch.cat([pooled, beside.to(pooled.dtype)], 1))))
        values = values.float() + self.static_share * static[:, None]
        if not with_moves:
            return values, None
        return values, torch.bmm(self.move_from(x), self.move_to(x).transpose(1, 2)).flatten(1) / 8


class Data:
    """The positions of files, as tensors."""

    def __init__(self, paths, on_device):
        parts = []
        for path in paths:
            # NumPy would leave out an incomplete position at the end.
            if os.path.getsize(path) % POSITION.itemsize:
                fail(f"{path}: not whole positions of {POSITION.itemsize} bytes, as `ox88 data teach` writes them")
            parts.append(np.fromfile(path, POSITION))
        everything = np.concatenate(parts)
        if not len(everything):
            fail(f"no positions in {' '.join(paths)}")
        place = DEVICE if on_device else "cpu"
        self.samples = torch.from_numpy(everything["sample"].copy()).to(place)
        self.static = torch.from_numpy(everything["static_eval"].copy()).to(place)
        self.moves = torch.from_numpy(everything["move"].astype(np.int32)).to(place)

    def __len__(self):
        return len(self.samples)


def losses(teacher, samples, static, moves, scale):
    """Returns the mean losses of scores (above their least possible value), results and moves."""
    codes, attacks, mirrored = board(samples)
    with torch.autocast(DEVICE, HALF):
        values, move_logits = teacher(codes, attacks, static.float() / scale, True)
    score = samples[:, SCORE : SCORE + 2].contiguous().view(torch.int16).flatten().float() / scale
    searched, result = torch.sigmoid(score), samples[:, RESULT].float() / 2
    entropy = F.binary_cross_entropy_with_logits
    turn = torch.where(mirrored, 7, 0)
    from_square, to_square = (moves & 63) ^ turn, (moves >> 6 & 63) ^ turn

    def mean(loss, flag):
        where = (moves & flag) != 0
        return (loss * where).sum() / where.sum().clamp(min=1)

    by_score = entropy(values[:, 0], searched, reduction="none") - entropy(score, searched, reduction="none")
    by_result = entropy(values[:, 1], result, reduction="none")
    by_move = F.cross_entropy(move_logits.float(), (64 * from_square + to_square).long(), reduction="none")
    return torch.stack([mean(by_score, SCORED), mean(by_result, QUIET), mean(by_move, HAS_MOVE)])


def batches(indices, size):
    """Yields random batches of the indices without end."""
    while size:
        order = indices[torch.randperm(len(indices), device=indices.device)]
        for start in range(0, len(order) - size + 1, size):
            yield order[start : start + size]
    while True:
        yield indices[:0]


def learn(arguments, out):
    data = Data(arguments.positions, on_device=True)
    teacher = Teacher(arguments.width, arguments.layers).to(DEVICE)
    compiled(teacher)
    is_scored = (data.moves & SCORED) != 0
    scored, others = is_scored.nonzero().flatten(), (~is_scored).nonzero().flatten()
    if len(scored) < 10:
        fail("fewer than ten positions with a score")
    held_out = scored[-min(16384, len(scored) // 10) :]
    scored = scored[: -len(held_out)]
    # Others after the first held-out position are from the held-out games.
    others = others[others < held_out[0]]
    of_scored = round(arguments.batch * SCORED_SHARE) if len(others) else arguments.batch
    if len(scored) < of_scored or 0 < len(others) < arguments.batch - of_scored:
        fail("fewer positions than a batch has")
    print(f"{len(scored)} positions with a score, {len(others)} others")

    matrices = [weight for name, weight in teacher.named_parameters() if weight.ndim == 2 and "layers" in name and "distance" not in name]
    chosen = {id(weight) for weight in matrices}
    others_weights = [weight for weight in teacher.parameters() if id(weight) not in chosen]
    optimizers = [
        torch.optim.Muon(matrices, lr=arguments.rate, weight_decay=0.02, adjust_lr_fn="match_rms_adamw"),
        torch.optim.AdamW(others_weights, lr=arguments.rate, betas=(0.9, 0.98), weight_decay=0.01),
    ]
    streams = batches(scored, of_scored), batches(others, arguments.batch - of_scored if len(others) else 0)
    started = shown = time.time()
    sums, steps, since = 0, 0, 0
    while (done := (time.time() - started) / arguments.seconds) < 1:
        falling = 0.02 + 0.98 * (1 + math.cos(math.pi * done)) / 2
        for optimizer in optimizers:
            for group in optimizer.param_groups:
                group["lr"] = arguments.rate * min(1, (steps + 1) / WARM_UP) * falling
        chosen = torch.cat([next(stream) for stream in streams])
        parts = losses(teacher, data.samples[chosen], data.static[chosen], data.moves[chosen], arguments.scale)
        sum(weight * part for weight, part in zip(WEIGHTS, parts)).backward()
        nn.utils.clip_grad_norm_(teacher.parameters(), 1.0)
        for optimizer in optimizers:
            optimizer.step()
            optimizer.zero_grad()
        sums, steps, since = sums + parts.detach(), steps + 1, since + 1
        if time.time() - shown > 30:
            print(f"{done:4.0%}, step {steps}:", "score {:.5f}, result {:.5f}, move {:.4f}".format(*(sums / since).tolist()), flush=True)
            sums, since, shown = 0, 0, time.time()
    with torch.no_grad():
        parts = losses(teacher, data.samples[held_out], data.static[held_out], data.moves[held_out], arguments.scale)
    print("held out: score {:.5f}, result {:.5f}".format(*parts.tolist()))
    state = {name: value.to(HALF) if value.is_floating_point() else value for name, value in teacher.state_dict().items()}
    # PyTorch's own errors do not say if the disk is full.
    content = io.BytesIO()
    torch.save({"width": arguments.width, "layers": arguments.layers, "scale": arguments.scale, "state": state}, content)
    write(out, content.getbuffer())


@torch.no_grad()
def label(arguments, out):
    try:
        saved = torch.load(arguments.teacher, map_location=DEVICE)
    except (EOFError, RuntimeError, pickle.UnpicklingError) as error:
        reason = str(error).partition("\n")[0] or "it ends too soon"
        fail(f"{arguments.teacher}: no file of `learn`: {reason}")
    if not isinstance(saved, dict) or not {"width", "layers", "scale", "state"} <= saved.keys():
        fail(f"{arguments.teacher}: no file of `learn`: it holds something else")
    teacher = Teacher(saved["width"], saved["layers"]).to(DEVICE)
    teacher.load_state_dict(saved["state"])
    compiled(teacher)
    data = Data([arguments.positions], on_device=False)
    batch, scale = arguments.batch, saved["scale"]
    for start in range(0, len(data), batch):
        samples = data.samples[start : start + batch]
        rest = batch - len(samples)
        whole = F.pad(samples, (0, 0, 0, rest)).to(DEVICE)
        static = F.pad(data.static[start : start + batch], (0, rest)).to(DEVICE)
        codes, attacks, _ = board(whole)
        with torch.autocast(DEVICE, HALF):
            values, _ = teacher(codes, attacks, static.float() / scale, False)
        # Double precision tells expected scores near 1 apart.
        by_search, by_result = torch.sigmoid(values.double()).unbind(1)
        expected = by_search + arguments.result_share * (by_result - by_search)
        logits = torch.logit(expected, eps=1e-12)
        scores = (scale * logits).round().clamp(-3000, 3000).to(torch.int16)[: len(samples)].cpu()
        labelled = samples.clone()
        labelled[:, SCORE : SCORE + 2] = scores[:, None].view(torch.uint8)
        write(out, labelled.numpy().tobytes())


def write(out, data):
    try:
        out.write(data)
    except OSError as error:
        fail(f"{out.name}: {error.strerror}")


def compiled(teacher):
    """Compiles the costly parts for the GPU."""
    if DEVICE == "cuda":
        global board
        torch._dynamo.config.automatic_dynamic_shapes = False
        torch._dynamo.config.cache_size_limit = 64
        board = torch.compile(board)
        for layer in teacher.layers:
            layer.compile()


def width(text):
    number = positive(text)
    if number % HEAD:
        raise argparse.ArgumentTypeError(f"wants a multiple of {HEAD}, not {number}")
    return number


def main():
    parser = script_parser()
    tasks = parser.add_subparsers(required=True)
    learner = tasks.add_parser("learn", help="learn from positions")
    learner.add_argument("positions", nargs="+", help="files of `ox88 data teach`")
    learner.add_argument("-o", "--out", required=True, help="the file to write")
    learner.add_argument("--seconds", type=bounded(float, 0, above=True), default=800, help="how long (default 800)")
    learner.add_argument("--batch", type=positive, default=4096, help="positions of a step (default 4096)")
    learner.add_argument("--width", type=width, default=256, help="numbers of a square, a multiple of 32 (default 256)")
    learner.add_argument("--layers", type=positive, default=8, help="layers (default 8)")
    learner.add_argument("--rate", type=bounded(float, 0, above=True), default=0.0015, help="learning rate (default 0.0015)")
    learner.add_argument("--scale", type=bounded(float, 0, above=True), default=200, help="centipawns of a logistic unit (default 200)")
    learner.set_defaults(task=learn)
    labeller = tasks.add_parser("label", help="label positions")
    labeller.add_argument("teacher", help="file of `learn`")
    labeller.add_argument("positions", help="file of `ox88 data teach --quiet`")
    labeller.add_argument("-o", "--out", required=True, help="samples to write, in bulletformat")
    labeller.add_argument("--batch", type=positive, default=8192, help="positions at a time (default 8192)")
    labeller.add_argument("--result-share", type=bounded(float, 0, 1), default=0.5,
                          help="weight of results against scores (default 0.5)")
    labeller.set_defaults(task=label)
    arguments = parser.parse_args()
    torch.manual_seed(1)
    torch.set_float32_matmul_precision("high")
    with written_whole(arguments.out, "wb") as out:
        arguments.task(arguments, out)


if __name__ == "__main__":
    run(main)
