"""The two networks of the filling adversary: one whose token vectors find passages, one that points and writes.

Method of `infill2025`: a ColBERT retriever and GLM, which reads in both directions and writes each blank from left to
right. Where we differ: small encoders that learn on two cores; one network reads the passage once for all blanks of a
text, and beside writing them it points at them in the passage.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from unname.core.errors import require
from unname.models.packaged import WEIGHTS
from unname_research.train.networks import write_onnx

torch = require("torch", "train")
nn = torch.nn

MOST_INSIDE = 24
"""Pieces of a blank, the one that begins it among them."""

N_HIDDEN = -1e4
"""What is added to the attention to a piece that must not be seen."""


class TokenVectors(nn.Module):  # type: ignore[name-defined, misc]
    """A vector for each piece of a text, as long as the piece counts: late interaction with learned weights."""

    def __init__(self, base: Any, width: int = 64):
        super().__init__()
        self.base = base
        self.base.pooler = None
        self.project = nn.Linear(base.config.hidden_size, width, bias=False)
        self.weigh = nn.Linear(base.config.hidden_size, 1)
        nn.init.orthogonal_(self.project.weight)
        nn.init.zeros_(self.weigh.weight)
        nn.init.zeros_(self.weigh.bias)

    def forward(self, ids: Any, mask: Any) -> Any:
        """The vectors of a batch; those of padding are zero."""
        hidden = self.base(input_ids=ids, attention_mask=mask).last_hidden_state
        vectors = nn.functional.normalize(self.project(hidden), dim=-1)
        return vectors * torch.sigmoid(self.weigh(hidden)) * mask.unsqueeze(-1)


class PointAndWrite(nn.Module):  # type: ignore[name-defined, misc]
    """An encoder that says where in a passage a blank stands, and which words it holds.

    What is read comes first, the beginnings of blanks behind it; `visible` says which piece sees which: all that is
    read sees all of itself, a blank sees what is read and what it has written so far. A piece of a blank stands at the
    position of its mask, and `inside` counts within the blank.
    """

    def __init__(self, base: Any):
        super().__init__()
        self.base = base
        self.base.pooler = None
        width, n_tokens = base.config.hidden_size, base.config.vocab_size
        self.inside = nn.Embedding(MOST_INSIDE + 1, width)
        nn.init.zeros_(self.inside.weight)
        self.ask, self.answer = nn.Linear(width, 2 * width), nn.Linear(width, 2 * width)
        self.dense = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.bias = nn.Parameter(torch.zeros(n_tokens))

    def read(self, ids: Any, types: Any, places: Any, inside: Any, visible: Any) -> Any:
        """What the encoder makes of every piece."""
        table = self.base.embeddings.word_embeddings
        hidden_from = (1.0 - visible.to(table.weight.dtype)).unsqueeze(1) * N_HIDDEN
        return self.base(
            inputs_embeds=table(ids) + self.inside(inside),
            token_type_ids=types,
            position_ids=places,
            attention_mask=hidden_from,
        ).last_hidden_state

    def point(self, hidden: Any, line: Any, column: Any) -> Any:
        """How well each piece begins, and ends, what stands behind the masks at the places asked for."""
        n_lines, n_pieces, width = hidden.shape
        asked = self.ask(hidden[line, column]).view(-1, 2, width)
        answers = self.answer(hidden).view(n_lines, n_pieces, 2, width)
        # Questions about one line stand side by side, so that its answers need not be copied for each of them.
        side = torch.zeros_like(line)
        for number in line.unique():
            side[line == number] = torch.arange(int((line == number).sum()))
        table = asked.new_zeros(n_lines, int(side.max()) + 1, 2, width).index_put((line, side), asked)
        return torch.einsum("bmkw,blkw->bmkl", table, answers)[line, side] / width**0.5

    def write(self, hidden: Any, line: Any, column: Any) -> Any:
        """How well each word piece follows at the places asked for."""
        chosen = self.norm(nn.functional.gelu(self.dense(hidden[line, column])))
        return nn.functional.linear(chosen, self.base.embeddings.word_embeddings.weight, self.bias)


class Packed(nn.Module):  # type: ignore[name-defined, misc]
    """The network as it is used: it points from `line`, `column`, and writes at `row`, `place`, in one run."""

    def __init__(self, network: PointAndWrite):
        super().__init__()
        self.network, self.base = network, network.base
        # A table of its own, lying the other way: 8-bit weights are scaled by row here and by column there.
        self.decoder = nn.Parameter(network.base.embeddings.word_embeddings.weight.detach().T.contiguous())

    def forward(
        self, ids: Any, types: Any, places: Any, inside: Any, visible: Any, line: Any, column: Any, row: Any, place: Any
    ) -> Any:
        """How well each piece begins and ends what was asked for, and log probabilities of what is written."""
        network = self.network
        hidden = network.read(ids, types, places, inside, visible)
        width = hidden.shape[-1]
        asked = network.ask(hidden[line, column]).view(-1, 2, width)
        answers = network.answer(hidden).view(hidden.shape[0], hidden.shape[1], 2, width)
        starts = torch.einsum("nd,nld->nl", asked[:, 0], answers[:, :, 0][line])
        ends = torch.einsum("nd,nld->nl", asked[:, 1], answers[:, :, 1][line])
        chosen = network.norm(nn.functional.gelu(network.dense(hidden[row, place])))
        words = torch.log_softmax(chosen @ self.decoder + network.bias, dim=-1)
        return starts / width**0.5, ends / width**0.5, words


LAYER = (
    *("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"),
    *("intermediate.dense", "output.dense"),
)
"""The matrices of one layer, in the order in which they are multiplied."""


def start_from(network: PointAndWrite, weights: Path) -> PointAndWrite:
    """Begin with what a packed network knows, from 8 bits: the masked language model of `unname`, or one like this."""
    onnx = require("onnx", "train")
    graph = onnx.load(str(weights / "model.onnx")).graph
    stored = {each.name: require("onnx.numpy_helper", "train").to_array(each) for each in graph.initializer}
    known = {name.removeprefix("network."): value for name, value in _widened(stored)}
    products = sorted((name for name in known if name.startswith("onnx::MatMul_")), key=lambda name: int(name[13:]))
    layers = [f"base.encoder.layer.{n}.{part}.weight" for n in range(len(products) // len(LAYER)) for part in LAYER]
    # What is multiplied lies the other way round than in a layer; behind the encoder that is `ask`, `answer`, `dense`.
    named = dict(zip([*layers, "answer.weight"], products, strict=False))
    named |= {name: name for name in ("ask.weight", "dense.weight") if name in known}
    known |= {name: known[product].T for name, product in named.items()}
    wanted = network.state_dict()
    taken = {name: torch.from_numpy(np.array(value)) for name, value in known.items() if name in wanted}
    missing = [name for name in wanted if name not in taken and name.split(".")[0] in ("base", "dense", "norm", "bias")]
    assert all(name.endswith("position_ids") for name in missing), missing
    network.load_state_dict({**wanted, **taken})
    return network


def start_from_words(network: PointAndWrite) -> PointAndWrite:
    """Begin with what the shipped masked language model knows: its encoder and its head."""
    return start_from(network, WEIGHTS / "words")


def _widened(stored: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """All tables by their names, those of 8 bits made wide again."""
    for name, value in stored.items():
        if name.endswith("_quantized"):
            plain = name.removesuffix("_quantized")
            zero = stored[f"{plain}_zero_point"].astype(np.float32)
            yield plain, (value.astype(np.float32) - zero) * stored[f"{plain}_scale"].astype(np.float32)
        elif not name.endswith(("_scale", "_zero_point")):
            yield name, value


def export_reader(network: PointAndWrite, folder: str | Path, quantize: bool = True) -> Path:
    """Write the network that points and writes as `model.onnx`, as `models.infiller` reads it."""
    table, places = torch.ones((2, 16), dtype=torch.int64), torch.ones(3, dtype=torch.int64)
    inputs = dict.fromkeys(("ids", "types", "places", "inside"), table)
    inputs["types"] = table * 0
    inputs |= {"visible": torch.ones((2, 16, 16)), **dict.fromkeys(("line", "column", "row", "place"), places)}
    axes = {name: {0: "batch", 1: "pieces"} for name in ("ids", "types", "places", "inside")}
    axes |= {"visible": {0: "batch", 1: "pieces", 2: "pieces"}}
    axes |= {name: {0: "asked"} for name in ("line", "column")} | {name: {0: "written"} for name in ("row", "place")}
    axes |= {"begins": {0: "asked", 1: "pieces"}, "ends": {0: "asked", 1: "pieces"}, "words": {0: "written"}}
    Path(folder).mkdir(parents=True, exist_ok=True)
    return write_onnx(Packed(network), folder, inputs, ("begins", "ends", "words"), axes, quantize)


def export_retriever(network: TokenVectors, folder: str | Path, quantize: bool = True) -> Path:
    """Write the retriever as `model.onnx`, as `models.late_interaction` reads it."""
    table = torch.ones((2, 16), dtype=torch.int64)
    axes = {name: {0: "batch", 1: "pieces"} for name in ("ids", "mask", "vectors")}
    Path(folder).mkdir(parents=True, exist_ok=True)
    return write_onnx(network, folder, {"ids": table, "mask": table}, "vectors", axes, quantize)
