"""A masked language model over any encoder, and its additional pre-training on given texts.

Method of `tria2023` 3.3.4. Where we differ: an encoder that comes without a head, such as all-MiniLM-L6-v2,
gets a new one whose output layer is the table of word embeddings, which starts from how often each word occurs
and learns at a rate of its own, since 5e-5 would leave it where it began; and attention weights are not dropped unless
asked for.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.errors import ConfigError, require
from unname.core.progress import Listener
from unname.training.checkpoints import load_network, save_network, save_state
from unname.training.encoder import load_base, without_attention_dropout
from unname.training.reading import Reader, batches, cut, padded

if TYPE_CHECKING:
    from numpy.typing import NDArray

torch = require("torch", "train")
nn = torch.nn


class MaskedLanguageModel(nn.Module):  # type: ignore[name-defined, misc]
    """An encoder with a head that says which word stands behind a mask.

    The head is that of BERT: a dense layer, GELU, layer normalization and the word embeddings as decoder, with
    a bias of its own. Logits are computed at the positions asked for alone: over the whole vocabulary they cost
    more than the encoder.
    """

    def __init__(self, base: Any):
        super().__init__()
        self.base = base
        width, n_tokens = base.get_input_embeddings().weight.shape[1], base.get_input_embeddings().weight.shape[0]
        self.dense = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.bias = nn.Parameter(torch.zeros(n_tokens))
        # Near the identity, the head says at first what the embeddings say.
        nn.init.eye_(self.dense.weight)
        nn.init.zeros_(self.dense.bias)

    def forward(self, ids: Any, mask: Any, positions: Any) -> Any:
        """Logits over the vocabulary, one row for each true place of `positions` (shaped as `ids`)."""
        hidden = self.base(input_ids=ids, attention_mask=mask).last_hidden_state[positions]
        hidden = self.norm(nn.functional.gelu(self.dense(hidden)))
        return nn.functional.linear(hidden, self.base.get_input_embeddings().weight, self.bias)

    def expect(self, ids: "NDArray[np.int64]") -> None:
        """Let the bias of the decoder start from how often each token occurs among `ids`."""
        counts = np.bincount(ids, minlength=len(self.bias)) + 0.1
        with torch.no_grad():
            self.bias.copy_(torch.from_numpy(np.log(counts / counts.sum())))

    def save(self, folder: str | Path, tokenizer: Any = None) -> None:
        """Write encoder and head as safetensors; `load` and any Hugging Face reader can take up the encoder."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.base.save_pretrained(folder)
        if tokenizer is not None:
            tokenizer.save_pretrained(folder)
        head = {name: value for name, value in self.state_dict().items() if not name.startswith("base.")}
        save_network(folder / "head.safetensors", head)

    @classmethod
    def load(cls, folder: str | Path) -> "MaskedLanguageModel":
        """The model that `save` wrote."""
        model = cls(load_base(folder))
        _, unexpected = model.load_state_dict(load_network(Path(folder) / "head.safetensors"), strict=False)
        if unexpected:
            raise ConfigError(f"the head in {str(folder)!r} belongs to another kind of model")
        model.eval()
        return model


@dataclass(frozen=True)
class Pretraining:
    """How to pre-train: the published values, and a rate for the new head."""

    epochs: int = 3
    batch: int = 8
    rate: float = 5e-5
    head_rate: float = 1e-3
    window: int = 512
    overlap: int = 128
    masking: float = 0.15
    attention_dropout: bool = False
    bfloat16: bool = False
    seed: int = 0


def pretrain(
    model: MaskedLanguageModel,
    texts: Sequence[str],
    reader: Reader,
    schedule: Pretraining,
    checkpoint: Path | None = None,
    report: Listener | None = None,
) -> list[float]:
    """Go on training the model to guess hidden words of the texts; gives the mean loss of each epoch.

    With a checkpoint path, an interrupted run goes on after the last whole epoch, to the same result.
    """
    if not schedule.attention_dropout:
        without_attention_dropout(model.base)
    windows = [
        tokens.ids[start:end] for tokens in map(reader, texts) for start, end in cut(len(tokens), *_size(schedule))
    ]
    optimizer = _optimizer(model, schedule)
    losses: list[float] = []
    if checkpoint and checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        losses = state["losses"]
    elif windows:
        model.expect(np.concatenate(windows))
    model.train()
    for epoch in range(len(losses), schedule.epochs):
        losses.append(_epoch(model, optimizer, windows, reader, schedule, epoch, report))
        if checkpoint:
            state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "losses": losses}
            save_state(checkpoint, state)
    model.eval()
    return losses


def _optimizer(model: MaskedLanguageModel, schedule: Pretraining) -> Any:
    new = [parameter for name, parameter in model.named_parameters() if not name.startswith("base.")]
    groups = [{"params": list(model.base.parameters())}, {"params": new, "lr": schedule.head_rate}]
    return torch.optim.AdamW(groups, lr=schedule.rate, eps=1e-6, weight_decay=0.0, fused=True)


def _size(schedule: Pretraining) -> tuple[int, int]:
    return schedule.window, schedule.overlap


def _epoch(
    model: MaskedLanguageModel,
    optimizer: Any,
    windows: "Sequence[NDArray[np.int64]]",
    reader: Reader,
    schedule: Pretraining,
    epoch: int,
    report: Listener | None,
) -> float:
    seed = schedule.seed * 1_000_003 + epoch
    order = batches([len(window) for window in windows], schedule.batch, seed)
    losses = []
    for step, chosen in enumerate(order):
        torch.manual_seed(seed * 100_003 + step)
        ids, mask = padded([windows[i] for i in chosen], reader.special)
        hidden, positions = hide(ids, mask, schedule.masking, reader.tokenizer)
        if not positions.any():
            continue
        with torch.autocast("cpu", torch.bfloat16, enabled=schedule.bfloat16):
            logits = model(hidden, mask, positions)
        loss = nn.functional.cross_entropy(logits.float(), ids[positions])
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
        if report:
            report("pre-training", epoch * len(order) + step + 1, schedule.epochs * len(order), losses[-1])
    return float(np.mean(losses)) if losses else 0.0


def hide(ids: Any, mask: Any, share: float, tokenizer: Any) -> tuple[Any, Any]:
    """Hide a share of the tokens, as BERT does; gives what the model sees and the places it has to guess.

    Of the hidden ones 80 % become the mask token, 10 % a random token, and 10 % stay as they are.
    """
    special = torch.tensor(tokenizer.all_special_ids)
    positions = (torch.rand(ids.shape) < share) & (mask == 1) & ~torch.isin(ids, special)
    fate = torch.rand(ids.shape)
    seen = torch.where(positions & (fate < 0.8), tokenizer.mask_token_id, ids)
    other = torch.randint(len(tokenizer), ids.shape)
    return torch.where(positions & (fate >= 0.9), other, seen), positions


def pretrained(
    base: str | Path | None,
    texts: Sequence[str],
    schedule: Pretraining,
    folder: Path | None = None,
    report: Listener | None = None,
) -> MaskedLanguageModel:
    """The encoder with its head after pre-training on the texts; taken from `folder/pretrained` once it is there."""
    done = folder / "pretrained" if folder else None
    if done and (done / "losses.json").exists():
        return MaskedLanguageModel.load(done)
    reader = Reader(base)
    torch.manual_seed(schedule.seed)
    model = MaskedLanguageModel(load_base(base))
    losses = pretrain(model, texts, reader, schedule, folder / "pretraining.pt" if folder else None, report)
    if folder and done:
        model.save(done, reader.tokenizer)
        (done / "losses.json").write_text(json.dumps(losses))
        (folder / "pretraining.pt").unlink(missing_ok=True)
    return model
