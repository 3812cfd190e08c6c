"""The networks of the shipped models, and how they become ONNX files."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from unname.core.errors import require
from unname.models.pieces import GAPS, SHAPES
from unname.models.session import load_runtime
from unname.training.checkpoints import trace_onnx

torch = require("torch", "train")
nn = torch.nn


class Encoder(nn.Module):  # type: ignore[name-defined, misc]
    """A transformer encoder with word shapes and gaps added to its input and one linear layer of outputs.

    Where we differ from `risk2022`: one sigmoid per output instead of a sequence labeler with a CRF,
    and letter case and line breaks enter as embeddings, since the base model sees neither.
    """

    def __init__(self, base: Any, n_outputs: int):
        super().__init__()
        self.base = base
        self.base.pooler = None
        self.base.embeddings.requires_grad_(False)
        width = base.config.hidden_size
        self.shape = nn.Embedding(SHAPES, width)
        self.gap = nn.Embedding(GAPS, width)
        nn.init.zeros_(self.shape.weight)
        nn.init.zeros_(self.gap.weight)
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(width, n_outputs)

    def set_dropout(self, share: float) -> None:
        """Drop that share of hidden values; attention weights are never dropped, which costs too much on a CPU."""
        for name, module in self.base.named_modules():
            if isinstance(module, nn.Dropout):
                module.p = 0.0 if name.endswith("attention.self.dropout") else share

    def forward(self, ids: Any, shapes: Any, gaps: Any, mask: Any) -> Any:
        """Logits of every output for every piece."""
        embedded = self.base.embeddings.word_embeddings(ids) + self.shape(shapes) + self.gap(gaps)
        hidden = self.base(inputs_embeds=embedded, attention_mask=mask).last_hidden_state
        return self.head(self.drop(hidden))


class Small(nn.Module):  # type: ignore[name-defined, misc]
    """Two small layers, each of which looks around, looks everywhere, and thinks: several times faster than an encoder.

    Neighbors enter side by side, so that every product is one of matrices, which 8 bits make faster; with
    them the network knows the order of words without being told positions.
    """

    def __init__(self, embeddings: Any, n_outputs: int, layers: int = 2, heads: int = 4):
        super().__init__()
        width = embeddings.shape[1]
        self.embed = nn.Embedding.from_pretrained(embeddings, freeze=False)
        self.shape = nn.Embedding(SHAPES, width)
        self.gap = nn.Embedding(GAPS, width)
        self.norm = nn.LayerNorm(width)
        self.layers = nn.ModuleList(_Layer(width, heads) for _ in range(layers))
        self.head = nn.Linear(width, n_outputs)

    def forward(self, ids: Any, shapes: Any, gaps: Any, mask: Any) -> Any:
        """Logits of every output for every piece."""
        visible = mask.unsqueeze(-1).to(self.head.weight.dtype)
        hidden = self.norm(self.embed(ids) + self.shape(shapes) + self.gap(gaps))
        for layer in self.layers:
            hidden = layer(hidden, visible)
        return self.head(hidden)


class _Layer(nn.Module):  # type: ignore[name-defined, misc]
    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.near = nn.Linear(3 * width, width)
        self.query_key_value = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.widen = nn.Linear(width, 2 * width)
        self.narrow = nn.Linear(2 * width, width)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(3))

    def forward(self, hidden: Any, visible: Any) -> Any:
        near, far, thought = self.norms
        hidden = near(hidden + torch.relu(self._look_around(hidden * visible)))
        hidden = far(hidden + self._look_everywhere(hidden, visible))
        return thought(hidden + self.narrow(torch.relu(self.widen(hidden))))

    def _look_around(self, hidden: Any) -> Any:
        padded = nn.functional.pad(hidden, (0, 0, 1, 1))
        return self.near(torch.cat([padded[:, :-2], hidden, padded[:, 2:]], dim=-1))

    def _look_everywhere(self, hidden: Any, visible: Any) -> Any:
        batch, length, width = hidden.shape
        parts = self.query_key_value(hidden).view(batch, length, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        hidden_by = (visible.transpose(1, 2).unsqueeze(1) - 1.0) * 1e4
        if self.training:
            seen = nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=hidden_by)
        else:  # written out, which becomes a graph that runs faster with 8-bit weights
            scores = query @ key.transpose(-1, -2) / (width // self.heads) ** 0.5 + hidden_by
            seen = torch.softmax(scores, dim=-1) @ value
        return self.out(seen.transpose(1, 2).reshape(batch, length, width))


class SentenceVectors(nn.Module):  # type: ignore[name-defined, misc]
    """One vector of unit length for each text: the mean of an encoder's output over its pieces."""

    def __init__(self, base: Any):
        super().__init__()
        self.base = base

    def forward(self, ids: Any, mask: Any) -> Any:
        """The vectors of a batch."""
        hidden = self.base(input_ids=ids, attention_mask=mask).last_hidden_state
        seen = mask.unsqueeze(-1).to(hidden.dtype)
        return nn.functional.normalize((hidden * seen).sum(1) / seen.sum(1), dim=1)


def export(network: Any, folder: str | Path, quantize: bool = True) -> Path:
    """Write the network of a tagger or a sentence encoder as `model.onnx`, with 8-bit weights unless told otherwise."""
    gives_vectors = isinstance(network, SentenceVectors)
    inputs = ["ids", "mask"] if gives_vectors else ["ids", "shapes", "gaps", "mask"]
    output = "vectors" if gives_vectors else "logits"
    axes = {name: {0: "batch", 1: "pieces"} for name in inputs}
    axes[output] = {0: "batch"} if gives_vectors else {0: "batch", 1: "pieces"}
    examples = tuple(torch.ones((2, 16), dtype=torch.int64) for _ in inputs)
    return write_onnx(network, folder, dict(zip(inputs, examples, strict=True)), output, axes, quantize)


def write_onnx(
    network: Any,
    folder: str | Path,
    inputs: Mapping[str, Any],
    output: str | Sequence[str],
    axes: Any,
    quantize: bool = True,
) -> Path:
    """Write any network as `model.onnx`; `inputs` are named examples, `axes` the dimensions that may vary."""
    if not isinstance(network, Small):
        # The plain form of attention becomes a graph that runs a third faster with 8-bit weights.
        network.base.set_attn_implementation("eager")
    full, target = Path(folder) / "full.onnx", Path(folder) / "model.onnx"
    trace_onnx(network, full, inputs, [output] if isinstance(output, str) else list(output), axes)
    if not quantize:
        return full.replace(target)
    quantization = load_runtime("onnxruntime.quantization")
    quantization.quantize_dynamic(
        full, target, weight_type=quantization.QuantType.QInt8, per_channel=True, reduce_range=True
    )
    full.unlink()
    return target
