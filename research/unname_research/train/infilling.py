"""How the network that points and writes learns, and how it is packed.

Method of `infill2025`: masked lives and court cases with passages retrieved for them, and the words behind the masks
as what is to be written. Where we differ: passages are drawn, not retrieved; the same network learns to point at the
words in the passage; blanks of one text do not see each other while they are written; it begins with the shipped
masked language model, and arithmetic is of 16 bits.
"""

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from unname.core.errors import InputError, require
from unname.core.progress import Listener
from unname.models.packaged import WEIGHTS
from unname.models.pieces import Tokenizer
from unname.training.checkpoints import save_state
from unname.training.encoder import load_base
from unname_research.train.infill_examples import Example, Pages
from unname_research.train.infill_networks import PointAndWrite, start_from, start_from_words
from unname_research.train.infill_sources import Sheet

torch = require("torch", "train")
nn = torch.nn

SHARES = {"lives": 0.5, "actors": 0.17, "cases": 0.28, "members": 0.05}
"""How often an example comes from each kind of text."""


@dataclass(frozen=True)
class Schedule:
    """How long to learn and how fast; rates rise over the first steps and fall to nothing at the last one.

    Of `alike` batches that are drawn at once, each gets examples of about one length, so that little is padding.
    """

    steps: int = 1300
    batch: int = 20
    rate: float = 1.5e-4
    head_rate: float = 6e-4
    warmup: int = 100
    save_every: int = 100
    alike: int = 4
    seed: int = 0


GOING_ON = Schedule(steps=1100, rate=1e-4, head_rate=3e-4, warmup=40)
"""For a network that has learned before."""


def train(
    sheets: Sequence[Sheet],
    folder: str | Path,
    schedule: Schedule | None = None,
    base: str | Path | None = None,
    report: Listener | None = None,
    start: str | Path | None = None,
) -> PointAndWrite:
    """Train the network on the sheets; checkpoints go to `folder`, and an interrupted run goes on from the last.

    It begins with the masked language model of `unname`, with `base`, another encoder, or with `start`, the folder of a
    packed network that learned before.
    """
    schedule, folder = schedule or Schedule(), Path(folder)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    pages = Pages(sheets, Tokenizer(WEIGHTS / "tokenizer.json"))
    if not pages.pages:
        raise InputError("there is nothing hidden to learn from")
    torch.manual_seed(schedule.seed)
    network = PointAndWrite(load_base(base))
    if start is not None:
        start_from(network, Path(start))
    elif base is None:
        start_from_words(network)
    without_dropout(network)
    optimizer = make_optimizer(network, schedule.rate, schedule.head_rate)
    checkpoint = folder / "infiller.pt"
    done = resume(checkpoint, network, optimizer, asdict(schedule))
    network.train()
    recent = 0.0
    for step in range(done, schedule.steps):
        set_pace(optimizer, step, schedule.steps, schedule.warmup)
        loss = _step(network, optimizer, _examples(pages, schedule, step), pages.tokenizer)
        recent = 0.98 * recent + 0.02 * loss if recent else loss
        if report:
            report("fill masks", step + 1, schedule.steps, recent)
        if (step + 1) % schedule.save_every == 0 or step + 1 == schedule.steps:
            state = {"network": network.state_dict(), "optimizer": optimizer.state_dict()}
            save_state(checkpoint, {**state, "steps": step + 1, "schedule": asdict(schedule)})
    network.eval()
    return network


def without_dropout(network: Any) -> None:
    """Drop nothing: hardly anything is read twice."""
    for module in network.modules():
        if isinstance(module, nn.Dropout):
            module.p = 0.0


def make_optimizer(network: Any, rate: float, head_rate: float) -> Any:
    """AdamW with a rate for the encoder and one for what is new."""
    new = [parameter for name, parameter in network.named_parameters() if not name.startswith("base.")]
    groups = [{"params": list(network.base.parameters()), "rate": rate}, {"params": new, "rate": head_rate}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), eps=1e-6, weight_decay=0.01, fused=True)


def set_pace(optimizer: Any, step: int, steps: int, warmup: int) -> None:
    """The rates of one step."""
    pace = min((step + 1) / max(1, warmup), (steps - step) / max(1, steps - warmup))
    for group in optimizer.param_groups:
        group["lr"] = group["rate"] * pace


def resume(checkpoint: Path, network: Any, optimizer: Any, schedule: dict[str, Any]) -> int:
    """Take up a checkpoint if there is one; gives how many steps are done."""
    if not checkpoint.exists():
        return 0
    state = torch.load(checkpoint, weights_only=True)
    if state["schedule"] != schedule:
        raise InputError(f"{checkpoint!s} is of a run with other settings; choose another folder, or remove it")
    network.load_state_dict(state["network"])
    optimizer.load_state_dict(state["optimizer"])
    return int(state["steps"])


def _examples(pages: Pages, schedule: Schedule, step: int) -> list[Example]:
    """The examples of one step, the same whether a run was interrupted or not."""
    together, at = divmod(step, schedule.alike)
    dice = random.Random(schedule.seed * 1_000_003 + together)
    present = [kind for kind in SHARES if pages.by_kind.get(kind)]
    shares = [SHARES[kind] for kind in present]
    examples: list[Example] = []
    while len(examples) < schedule.batch * schedule.alike:
        kind = dice.choices(present, shares)[0]
        example = pages.draw(dice.choice(pages.by_kind[kind]), dice)
        examples += [example] if example is not None else []
    examples.sort(key=_length)
    place = dice.sample(range(schedule.alike), schedule.alike)[at]
    return examples[place * schedule.batch : (place + 1) * schedule.batch]


def _length(example: Example) -> int:
    return len(example.ids) + sum(len(words) - 1 for words in example.answers)


def arrays(examples: Sequence[Example], tokenizer: Tokenizer) -> dict[str, Any]:
    """Examples side by side: what is read, then the blanks, and who sees whom."""
    n_read = [len(each.ids) for each in examples]
    width = max(map(_length, examples))
    ids = np.full((len(examples), width), tokenizer.special[0], np.int64)
    types, places, inside = np.zeros_like(ids), np.zeros_like(ids), np.zeros_like(ids)
    visible = np.zeros((len(examples), width, width), np.float32)
    out: dict[str, list[int]] = {name: [] for name in ("line", "column", "row", "place", "words")}
    for number, each in enumerate(examples):
        n = n_read[number]
        ids[number, :n], types[number, :n], places[number, :n] = each.ids, each.types, np.arange(n)
        visible[number, :, :n] = 1
        at = n
        for mask, words in zip(each.masks, each.answers, strict=True):
            size = len(words) - 1
            ids[number, at : at + size] = words[:-1]
            places[number, at : at + size] = mask
            inside[number, at : at + size] = np.arange(1, size + 1)
            visible[number, at : at + size, at : at + size] = np.tril(np.ones((size, size)))
            out["line"].append(number)
            out["column"].append(mask)
            out["row"] += [number] * size
            out["place"] += range(at, at + size)
            out["words"] += words[1:].tolist()
            at += size
    tensors = {"ids": ids, "types": types, "places": places, "inside": inside, "visible": visible}
    result = {name: torch.from_numpy(value) for name, value in tensors.items()}
    result |= {name: torch.tensor(value) for name, value in out.items()}
    result["n_read"] = torch.tensor(n_read)
    return result


def _step(network: PointAndWrite, optimizer: Any, examples: Sequence[Example], tokenizer: Tokenizer) -> float:
    batch = arrays(examples, tokenizer)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        hidden = network.read(*(batch[name] for name in ("ids", "types", "places", "inside", "visible")))
        pointed = network.point(hidden, batch["line"], batch["column"])
        written = network.write(hidden, batch["row"], batch["place"])
    loss = pointing_loss(pointed.float(), examples, batch)
    loss = loss + nn.functional.cross_entropy(written.float(), batch["words"])
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimizer.step()
    optimizer.zero_grad()
    return float(loss.item())


def pointing_loss(pointed: Any, examples: Sequence[Example], batch: dict[str, Any]) -> Any:
    """How improbable the true places are; any of several will do, and a mask can point at what is not the passage."""
    right = torch.zeros_like(pointed, dtype=torch.bool)
    counts = torch.tensor([count for each in examples for count in each.counts])
    number = 0
    for each in examples:
        for begins, ends in zip(each.begins, each.ends, strict=True):
            right[number, 0, begins] = True
            right[number, 1, ends] = True
            number += 1
    columns = torch.arange(pointed.shape[-1])
    types = batch["types"][batch["line"]].unsqueeze(1)
    allowed = ((types == 1) & (columns < batch["n_read"][batch["line"]].view(-1, 1, 1))) | (columns == 0)
    log = torch.log_softmax(pointed.masked_fill(~allowed, -1e4), dim=-1)
    found = torch.logsumexp(log.masked_fill(~right, -1e4), dim=-1).sum(1)
    return -(found * counts).sum() / counts.sum()
