"""What training keeps on disk: states to go on from, weights, and networks as ONNX files; each whole or not at all."""

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from unname.core.errors import require
from unname.core.whole_file import whole_file

torch = require("torch", "train")

_OWNER_ALONE = 0o600


def save_state(path: Path, state: Any) -> None:
    """Write a state to go on from, readable by its owner alone."""
    with whole_file(path, _OWNER_ALONE) as partial:
        torch.save(state, partial)


def save_network(path: Path, state: Mapping[str, Any]) -> None:
    """Write weights as safetensors, readable by their owner alone."""
    with whole_file(path, _OWNER_ALONE) as partial:
        contiguous = {name: value.contiguous() for name, value in state.items()}
        require("safetensors.torch", "train").save_file(contiguous, partial)


def load_network(path: Path) -> dict[str, Any]:
    """Weights that `save_network` wrote."""
    state: dict[str, Any] = require("safetensors.torch", "train").load_file(path)
    return state


def trace_onnx(
    network: Any, path: Path, inputs: Mapping[str, Any], outputs: list[str], axes: Mapping[str, Any]
) -> None:
    """Write a network as ONNX; `inputs` are named examples, `axes` the dimensions by name that may vary."""
    require("onnx", "train")
    path.parent.mkdir(parents=True, exist_ok=True)
    network.eval()
    with warnings.catch_warnings():
        # The older exporter is announced to go; the newer one needs a further library and gives a larger graph.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network,
            tuple(inputs.values()),
            str(path),
            input_names=list(inputs),
            output_names=outputs,
            dynamic_axes={name: axis for name, axis in axes.items() if axis},
            opset_version=17,
            dynamo=False,
        )
