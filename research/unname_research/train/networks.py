"""The networks of the shipped models, and how they become ONNX files."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from unname.core.errors import require
from unname.models.pieces import SHAPES
from unname.models.session import load_runtime
from unname.training.checkpoints import trace_onnx

torch = require("torch", "train")
nn = torch.nn


class Encoder(nn.Module):  # type: ignore[name-defined, misc]
    """A transformer encoder with word shapes added to its input and one linear layer of outputs.

    Where we differ from `risk2022`: one sigmoid per output instead of a sequence labeler with a CRF,
    and letter case enters as an embedding, since the base model is uncased.
    """

    def __init__(self, base: Any, n_outputs: int):
        super().__init__()
        self.base = base
        self.base.pooler = None
        self.base.embeddings.requires_grad_(False)
        width = base.config.hidden_size
        self.shape = nn.Embedding(SHAPES, width)
        nn.init.zeros_(self.shape.weight)
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(width, n_outputs)

    def set_dropout(self, share: float) -> None:
        """Drop that share of hidden values; attention weights are never dropped, which costs too much on a CPU."""
        for name, module in self.base.named_modules():
            if isinstance(module, nn.Dropout):
                module.p = 0.0 if name.endswith("attention.self.dropout") else share

    def forward(self, ids: Any, shapes: Any, mask: Any) -> Any:
        """Logits of every output for every piece."""
        embedded = self.base.embeddings.word_embeddings(ids) + self.shape(shapes)
        hidden = self.base(inputs_embeds=embedded, attention_mask=mask).last_hidden_state
        return self.head(self.drop(hidden))


class Convolution(nn.Module):  # type: ignore[name-defined, misc]
    """A few residual convolutions over small piece embeddings: many times faster than an encoder.

    Each layer looks twice as far as the one before, so that three of them see 14 pieces to both sides.
    """

    def __init__(self, embeddings: Any, n_outputs: int, width: int = 128, layers: int = 3, kernel: int = 5):
        super().__init__()
        self.embed = nn.Embedding.from_pretrained(embeddings, freeze=False)
        self.shape = nn.Embedding(SHAPES, embeddings.shape[1])
        self.widen = nn.Linear(embeddings.shape[1], width)
        reach = [(2**layer, 2**layer * (kernel // 2)) for layer in range(layers)]
        self.layers = nn.ModuleList(nn.Conv1d(width, width, kernel, dilation=step, padding=pad) for step, pad in reach)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(layers))
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(width, n_outputs)

    def forward(self, ids: Any, shapes: Any, mask: Any) -> Any:
        """Logits of every output for every piece."""
        visible = mask.unsqueeze(-1).to(self.head.weight.dtype)
        hidden = self.widen(self.embed(ids) + self.shape(shapes))
        for layer, norm in zip(self.layers, self.norms, strict=True):
            hidden = hidden * visible
            hidden = norm(hidden + torch.relu(layer(hidden.transpose(1, 2)).transpose(1, 2)))
        return self.head(self.drop(hidden))


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
    inputs = ["ids", "mask"] if gives_vectors else ["ids", "shapes", "mask"]
    output = "vectors" if gives_vectors else "logits"
    axes = {name: {0: "batch", 1: "pieces"} for name in inputs}
    axes[output] = {0: "batch"} if gives_vectors else {0: "batch", 1: "pieces"}
    examples = tuple(torch.ones((2, 16), dtype=torch.int64) for _ in inputs)
    return write_onnx(network, folder, dict(zip(inputs, examples, strict=True)), output, axes, quantize)


def write_onnx(
    network: Any, folder: str | Path, inputs: Mapping[str, Any], output: str, axes: Any, quantize: bool = True
) -> Path:
    """Write any network as `model.onnx`; `inputs` are named examples, `axes` the dimensions that may vary."""
    if not isinstance(network, Convolution):
        # The plain form of attention becomes a graph that runs a third faster with 8-bit weights.
        network.base.set_attn_implementation("eager")
    full, target = Path(folder) / "full.onnx", Path(folder) / "model.onnx"
    trace_onnx(network, full, inputs, [output], axes)
    if not quantize:
        return full.replace(target)
    quantization = load_runtime("onnxruntime.quantization")
    quantization.quantize_dynamic(
        full, target, weight_type=quantization.QuantType.QInt8, per_channel=True, reduce_range=True
    )
    full.unlink()
    return target
