"""The shipped masked language model: an encoder that learns which words to expect, from texts in any order.

No masked language model comes with the encoder, so its head is new and the whole network learns, in less than one
pass over the texts. Where we differ from BERT: whole words are hidden, a quarter of them and always behind the mask,
since the model is asked about masks alone; nothing is dropped, since nothing is read twice.
"""

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.errors import InputError, require
from unname.core.progress import Listener
from unname.training.checkpoints import save_state
from unname.training.encoder import load_base
from unname.training.mlm import MaskedLanguageModel
from unname.training.reading import Reader, padded
from unname_research.train.networks import write_onnx

if TYPE_CHECKING:
    from numpy.typing import NDArray

torch = require("torch", "train")
nn = torch.nn


@dataclass(frozen=True)
class Schedule:
    """How long to train and how fast; rates rise over the first steps and fall to nothing at the last one."""

    steps: int = 2300
    batch: int = 16
    window: int = 128
    masking: float = 0.25
    rate: float = 4e-4
    head_rate: float = 1e-3
    warmup: int = 200
    save_every: int = 100
    seed: int = 0


def train(
    texts: Sequence[str],
    folder: str | Path,
    schedule: Schedule | None = None,
    base: str | Path | None = None,
    report: Listener | None = None,
) -> MaskedLanguageModel:
    """Train the model on the texts; checkpoints go to `folder`, and an interrupted run goes on from the last."""
    schedule, folder = schedule or Schedule(), Path(folder)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    reader = Reader(base)
    windows = _windows(texts, reader, schedule.window - 2)
    if not windows:
        raise InputError("there is no text to learn from")
    torch.manual_seed(schedule.seed)
    model = MaskedLanguageModel(load_base(base))
    model.expect(np.concatenate(windows))
    _without_dropout(model)
    optimizer = _optimizer(model, schedule)
    checkpoint, done = folder / "masked_lm.pt", 0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        if state.get("schedule", asdict(schedule)) != asdict(schedule):
            raise InputError(f"{checkpoint!s} is of a run with other settings; choose another folder, or remove it")
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        done = state["steps"]
    words = WordHider(reader.tokenizer)
    model.train()
    recent = 0.0
    for step in range(done, schedule.steps):
        loss = _step(model, optimizer, _batch(windows, schedule, step), words, reader, schedule, step)
        recent = 0.98 * recent + 0.02 * loss if recent else loss
        if report:
            report("masked words", step + 1, schedule.steps, recent)
        if (step + 1) % schedule.save_every == 0 or step + 1 == schedule.steps:
            state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "steps": step + 1}
            save_state(checkpoint, {**state, "schedule": asdict(schedule)})
    model.eval()
    return model


class _Scored(nn.Module):  # type: ignore[name-defined, misc]
    """The model as it is used: the log probability of the true piece at each of the places asked for."""

    def __init__(self, model: MaskedLanguageModel):
        super().__init__()
        self.base, self.dense, self.norm = model.base, model.dense, model.norm
        # A table of its own, lying the other way: 8-bit weights are scaled by row here and by column there.
        self.decoder = nn.Parameter(model.base.get_input_embeddings().weight.detach().T.contiguous())
        self.bias = model.bias

    def forward(self, ids: Any, mask: Any, line: Any, column: Any, true: Any) -> Any:
        hidden = self.base(input_ids=ids, attention_mask=mask).last_hidden_state[line, column]
        logits = self.norm(nn.functional.gelu(self.dense(hidden))) @ self.decoder + self.bias
        return torch.log_softmax(logits, dim=-1).gather(1, true.unsqueeze(1)).squeeze(1)


def export(model: MaskedLanguageModel, folder: str | Path, quantize: bool = True) -> Path:
    """Write the model as `model.onnx`, as `models.masked_lm` reads it."""
    table, places = torch.ones((2, 16), dtype=torch.int64), torch.ones(3, dtype=torch.int64)
    inputs = {"ids": table, "mask": table, "line": places, "column": places, "true": places}
    axes = {"ids": {0: "batch", 1: "pieces"}, "mask": {0: "batch", 1: "pieces"}}
    axes |= {name: {0: "places"} for name in ("line", "column", "true", "log_probabilities")}
    return write_onnx(_Scored(model), folder, inputs, "log_probabilities", axes, quantize)


class WordHider:
    """Hides whole words: every piece of a word goes, or none."""

    def __init__(self, tokenizer: Any):
        vocabulary = tokenizer.get_vocab()
        continues = torch.zeros(max(vocabulary.values()) + 1, dtype=torch.bool)
        continues[[number for token, number in vocabulary.items() if token.startswith("##")]] = True
        self.continues = continues
        self.special = torch.tensor(tokenizer.all_special_ids)
        self.mask_id = tokenizer.mask_token_id

    def __call__(self, ids: Any, share: float) -> tuple[Any, Any]:
        """What the model sees, and the places it has to guess."""
        word = (~self.continues[ids]).long().cumsum(1) - 1
        draw = torch.rand(ids.shape).gather(1, word)
        positions = (draw < share) & ~torch.isin(ids, self.special)
        return torch.where(positions, self.mask_id, ids), positions


def _windows(texts: Sequence[str], reader: Reader, length: int) -> "list[NDArray[np.int64]]":
    """All texts in windows of `length` tokens, one text after the other, so that no window is padded."""
    separator = np.array([reader.special[2]], dtype=np.int64)
    parts: list[NDArray[np.int64]] = []
    for text in texts:
        ids = reader(text).ids
        parts += [ids, separator] if len(ids) else []
    if not parts:
        return []
    stream = np.concatenate(parts[:-1])
    return [stream[start : start + length] for start in range(0, len(stream), length)]


def _batch(windows: "Sequence[NDArray[np.int64]]", schedule: Schedule, step: int) -> "list[NDArray[np.int64]]":
    """The windows of one step: a random order of all of them, and another one once they are used up."""
    first = step * schedule.batch
    chosen = []
    for place in range(first, first + schedule.batch):
        turn, at = divmod(place, len(windows))
        chosen.append(windows[_order(len(windows), schedule.seed + turn)[at]])
    return chosen


@lru_cache(maxsize=2)
def _order(n: int, seed: int) -> list[int]:
    order = list(range(n))
    random.Random(seed).shuffle(order)
    return order


def _without_dropout(model: Any) -> None:
    for module in model.modules():
        if isinstance(module, nn.Dropout):
            module.p = 0.0


def _optimizer(model: MaskedLanguageModel, schedule: Schedule) -> Any:
    new = [parameter for name, parameter in model.named_parameters() if not name.startswith("base.")]
    groups = [{"params": list(model.base.parameters()), "lr": schedule.rate}, {"params": new, "lr": schedule.head_rate}]
    return torch.optim.AdamW(groups, betas=(0.9, 0.98), eps=1e-6, weight_decay=0.01, fused=True)


def _step(
    model: MaskedLanguageModel,
    optimizer: Any,
    windows: "Sequence[NDArray[np.int64]]",
    words: WordHider,
    reader: Reader,
    schedule: Schedule,
    step: int,
) -> float:
    torch.manual_seed(schedule.seed * 1_000_003 + step)
    pace = min((step + 1) / max(1, schedule.warmup), (schedule.steps - step) / max(1, schedule.steps - schedule.warmup))
    for group, rate in zip(optimizer.param_groups, (schedule.rate, schedule.head_rate), strict=True):
        group["lr"] = rate * pace
    ids, mask = padded(windows, reader.special)
    hidden, positions = words(ids, schedule.masking)
    if not positions.any():
        return 0.0
    loss = nn.functional.cross_entropy(model(hidden, mask, positions), ids[positions])
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    optimizer.zero_grad()
    return float(loss.item())
