"""The networks of linkage models over a pretrained encoder, and how they become ONNX files."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np

from unname.core.errors import require
from unname.core.whole_file import whole_file
from unname.training.checkpoints import trace_onnx
from unname.training.linkage_ties import Ties

torch = require("torch", "train")
nn = torch.nn

KINDS = 3
"""What is summed: pieces alone, with the piece before, and with both neighbors."""


class Pool(nn.Module):  # type: ignore[name-defined, misc]
    """A sum over pieces: each as itself in its surroundings, and bound with one and with two of its neighbors.

    A piece is the product of a projection of its own embedding and of one of its state, which tells what it stands for
    here; binding is a product too, so that two texts agree in a bound pair only if they agree in both. What each adds
    is weighed by a gate that sees the neighbors. `center` and `whiten` bring the embeddings to one scale. With `ties`,
    a part of the vector tells what pieces and pairs say without being shared, and what their states add to that.
    """

    def __init__(self, size: int, hidden: int, width: int, ties: Ties | None = None):
        super().__init__()
        self.hidden, self.ties = hidden, ties
        self.register_buffer("center", torch.zeros(size))
        self.register_buffer("whiten", torch.eye(size))
        self.register_buffer("scale", torch.tensor(1.0))
        self.mix = nn.Parameter(torch.randn(size, KINDS * hidden))
        self.role = nn.Parameter(torch.zeros(size, hidden))
        self.gate = nn.Parameter(torch.zeros(size, KINDS * KINDS))
        self.gate_role = nn.Parameter(torch.zeros(size, KINDS))
        self.gate_bias = nn.Parameter(torch.full((KINDS,), 0.5))
        tied = ties.vectors.shape[1] if ties else 0
        shared = width - tied
        turned = [torch.linalg.qr(torch.randn(max(hidden, shared), min(hidden, shared)))[0] for _ in range(KINDS)]
        out = torch.stack([each if hidden >= shared else each.T for each in turned])
        if ties:
            self.added = nn.Parameter(torch.zeros(size, tied))
            # What is shared and what is tied begin in parts of the vector of their own.
            out = torch.cat([nn.functional.pad(out, (0, tied)), torch.eye(width)[shared:].expand(KINDS, -1, -1)], 1)
        self.out = nn.Parameter(out.contiguous())
        self.bias = nn.Parameter(torch.zeros(width))

    def forward(
        self,
        states: Any,
        types: Any,
        pieces: Any,
        index: Any,
        seen: Any,
        joined: Any,
        sums: Any,
        fold: Any = None,
    ) -> Any:
        """The sums over pieces that the rows of `sums` (kinds or 1, rows, pieces) ask for."""
        features = self.features(states, types, index.reshape(-1), joined.reshape(-1, 1))
        if self.ties is not None:
            alone, pairs = self.ties(pieces[index], seen, joined, fold)
            tied = torch.stack([alone + states @ self.added, pairs, torch.zeros_like(pairs)])
            features = torch.cat([features, tied.to(features.dtype)], -1)
        return ((sums @ features) @ self.out).sum(0) * self.scale

    def features(self, states: Any, types: Any, index: Any, joined: Any) -> Any:
        """What each piece adds, kind by kind: (kinds, pieces, hidden)."""
        types = (types - self.center) @ self.whiten
        types = types / types.norm(dim=1, keepdim=True).clamp(min=1e-6)
        before, own, after = ((types @ self.mix)[:, n * self.hidden : (n + 1) * self.hidden] for n in range(KINDS))
        joins_next = torch.cat([joined[1:], torch.zeros_like(joined[:1])])
        alone = own[index] * (1 + states @ self.role)
        pair = _shifted(before[index], 1) * joined * alone
        three = pair * _shifted(after[index], -1) * joins_next
        gates = (types @ self.gate)[index]
        said = gates[:, KINDS : 2 * KINDS] + _shifted(gates[:, :KINDS], 1) * joined
        said = said + _shifted(gates[:, 2 * KINDS :], -1) * joins_next + states @ self.gate_role + self.gate_bias
        weights = nn.functional.softplus(said).T.unsqueeze(-1)
        return torch.stack([alone, pair, three]) * weights


def _shifted(rows: Any, by: int) -> Any:
    """The rows one down or one up, with zeros moved in."""
    nothing = torch.zeros_like(rows[:1])
    return torch.cat([nothing, rows[:-1]]) if by > 0 else torch.cat([rows[1:], nothing])


class Layer(nn.Module):  # type: ignore[name-defined, misc]
    """One layer of a BERT, with the weights of a layer of Hugging Face's."""

    def __init__(self, layer: Any, n_heads: int):
        super().__init__()
        self.n_heads = n_heads
        attention = layer.attention
        self.query, self.key, self.value = (
            _copied(each) for each in (attention.self.query, attention.self.key, attention.self.value)
        )
        self.mixed, self.first_norm = _copied(attention.output.dense), _copied(attention.output.LayerNorm)
        self.wide, self.narrow = _copied(layer.intermediate.dense), _copied(layer.output.dense)
        self.last_norm = _copied(layer.output.LayerNorm)

    def forward(self, states: Any, seen: Any) -> Any:
        """The states of the next layer; what is not seen is not attended to."""
        n_rows, n_pieces, size = states.shape
        shape = (n_rows, n_pieces, self.n_heads, size // self.n_heads)
        query, key, value = (each(states).reshape(shape).transpose(1, 2) for each in (self.query, self.key, self.value))
        # Bits are mixed here by hand: autocast would compute the softmax with 32.
        with torch.autocast("cpu", enabled=False) if torch.is_autocast_enabled("cpu") else nullcontext():
            unseen = ((seen[:, None, None] - 1) * 1e4).to(query.dtype)
            scores = (query / (size // self.n_heads) ** 0.5) @ key.transpose(-1, -2) + unseen
            mixed = (torch.softmax(scores, -1) @ value).transpose(1, 2).reshape(n_rows, n_pieces, size)
        states = self.first_norm(states + self.mixed(mixed))
        return self.last_norm(states + self.narrow(nn.functional.gelu(self.wide(states))))


def _copied(module: Any) -> Any:
    if isinstance(module, nn.LayerNorm):
        new = nn.LayerNorm(module.normalized_shape, eps=module.eps)
    else:
        new = nn.Linear(module.in_features, module.out_features)
    new.load_state_dict(module.state_dict())
    return new


class Upper(nn.Module):  # type: ignore[name-defined, misc]
    """What is trained above the lower layers: further layers, if any, and the pool.

    Without `reads` the layers are left out; `fast` computes them with 16 bits.
    """

    def __init__(self, pool: Pool, size: int, layers: Sequence[Layer] = ()):
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.pool = pool
        self.register_buffer("center", torch.zeros(size))
        self.register_buffer("spread", torch.ones(size))
        self.drop = nn.Dropout(0.2)
        self.reads, self.fast = True, False
        self.norm = nn.LayerNorm(size) if layers else None
        if self.norm is not None:
            # What the pool has to go by at first is mostly the states below, which need no training.
            nn.init.constant_(self.norm.weight, 0.1)

    def forward(
        self,
        states: Any,
        types: Any,
        pieces: Any,
        index: Any,
        seen: Any,
        joined: Any,
        sums: Any,
        fold: Any = None,
    ) -> tuple[Any, Any]:
        """The sums over pieces that are asked for, and the vector of a text without any."""
        with torch.autocast("cpu", torch.bfloat16) if self.fast else nullcontext():
            read = 0.0
            if self.norm is not None and self.reads:
                read = states
                for layer in self.layers:
                    read = layer(read, seen)
                read = self.norm(read)
            states = self.drop((states - self.center) / self.spread + read)
            summed = self.pool(states.flatten(0, 1), types, pieces, index, seen, joined, sums, fold)
        return summed.float(), self.pool.bias + 0.0


class LowerLayers(nn.Module):  # type: ignore[name-defined, misc]
    """The lower part of an encoder: the states of pieces in a text, and pieces by themselves."""

    def __init__(self, base: Any):
        super().__init__()
        self.base = base

    def forward(self, ids: Any, mask: Any, types: Any) -> tuple[Any, Any]:
        """States of all pieces, and the embeddings of the types."""
        embedded = self.base.get_input_embeddings()(types)
        return self.base(input_ids=ids, attention_mask=mask).last_hidden_state, embedded


def lower_layers(base: Any, n_layers: int | None = None, bits: int = 0) -> LowerLayers:
    """The first layers of an encoder, or all; with `bits`, every matrix is rounded to what will be stored."""
    if hasattr(base, "pooler"):
        base.pooler = None
    if n_layers is not None:
        base.encoder.layer = base.encoder.layer[:n_layers]
    if bits:
        with torch.no_grad():
            for parameter in base.parameters():
                if parameter.ndim == 2 and parameter.numel() >= _SMALL:
                    whole, scales = rounded(parameter.numpy())
                    parameter.copy_(torch.from_numpy(whole * scales))
    return LowerLayers(base.eval())


_SMALL = 10_000


def rounded(matrix: Any, axis: int = 1) -> tuple[Any, Any]:
    """A matrix as whole numbers of 8 bits, and the scale of each row (or column, with `axis` 0)."""
    scales = (np.maximum(np.abs(matrix).max(axis=axis, keepdims=True), 1e-8) / 127).astype(np.float32)
    return np.clip(np.rint(matrix / scales), -127, 127).astype(np.int8), scales


def export_lower(lower: LowerLayers, path: Path, bits: int = 8) -> Path:
    """Write lower layers as ONNX with inputs `ids`, `mask` and `types`."""
    lower.base.set_attn_implementation("eager")
    ones = torch.ones((2, 8), dtype=torch.int64)
    inputs = {"ids": ones, "mask": ones, "types": torch.arange(3)}
    rows = {0: "windows", 1: "pieces"}
    return _export(lower, path, inputs, {"states": rows, "embedded": {0: "types"}}, {"types": {0: "types"}}, bits)


def export_upper(upper: Upper, path: Path, size: int, bits: int = 16) -> Path:
    """Write what is above the lower layers as ONNX; weights are stored in 8 or 16 bits, or all 32."""
    flat = torch.ones((2, 4))
    inputs = {
        "states": torch.ones((2, 4, size)),
        "types": torch.ones((3, size)),
        "pieces": torch.ones(3, dtype=torch.int64),
        "index": torch.ones((2, 4), dtype=torch.int64),
        "seen": flat,
        "joined": flat,
        "sums": torch.ones((1, 2, 8)),
    }
    axes = {"types": {0: "types"}, "pieces": {0: "types"}, "sums": {0: "kinds", 1: "rows", 2: "all_pieces"}}
    return _export(upper, path, inputs, {"vectors": {0: "rows"}, "rest": {}}, axes, bits)


def _export(
    network: Any, path: Path, inputs: Mapping[str, Any], outputs: Mapping[str, Any], axes: Mapping[str, Any], bits: int
) -> Path:
    onnx = require("onnx", "train")
    dynamic = {name: {0: "windows", 1: "pieces"} for name in inputs} | dict(axes) | dict(outputs)
    with whole_file(path) as partial:
        trace_onnx(network, partial, inputs, list(outputs), dynamic)
        model = onnx.load(str(partial))
        _store_small(model, bits)
        onnx.save(model, str(partial))
    return path


def _store_small(model: Any, bits: int) -> None:
    """Store large matrices in fewer bits; they are made wide again once, when the file is opened."""
    onnx = require("onnx", "train")
    helper, numpy_helper = onnx.helper, onnx.numpy_helper
    gathered = {node.input[0] for node in model.graph.node if node.op_type == "Gather"}
    nodes = []
    for tensor in [each for each in model.graph.initializer if each.data_type == onnx.TensorProto.FLOAT]:
        matrix = numpy_helper.to_array(tensor)
        if matrix.size < _SMALL or bits not in (8, 16):
            continue
        name = tensor.name
        model.graph.initializer.remove(tensor)
        if bits == 16:
            model.graph.initializer.append(numpy_helper.from_array(matrix.astype(np.float16), f"{name}.small"))
            nodes.append(helper.make_node("Cast", [f"{name}.small"], [name], to=onnx.TensorProto.FLOAT))
            continue
        # A matrix that is multiplied stands the other way round than in the layer that it comes from.
        whole, scales = rounded(matrix, matrix.ndim - 1 if name in gathered or name.endswith("weight") else 0)
        model.graph.initializer.append(numpy_helper.from_array(whole, f"{name}.small"))
        model.graph.initializer.append(numpy_helper.from_array(scales, f"{name}.scales"))
        nodes.append(helper.make_node("Cast", [f"{name}.small"], [f"{name}.wide"], to=onnx.TensorProto.FLOAT))
        nodes.append(helper.make_node("Mul", [f"{name}.wide", f"{name}.scales"], [name]))
    for node in reversed(nodes):
        model.graph.node.insert(0, node)
