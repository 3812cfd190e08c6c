"""The pretrained encoders that training starts from."""

import re
from pathlib import Path
from typing import Any

from unname.core.errors import require
from unname.models.packaged import packaged_minilm

torch = require("torch", "train")


def load_base(path: str | Path | None = None) -> Any:
    """The encoder to start from: a Hugging Face name or folder, by default the packaged all-MiniLM-L6-v2."""
    transformers = require("transformers", "train")
    transformers.utils.logging.disable_progress_bar()  # it takes a second; our own progress tells of the rest
    return transformers.AutoModel.from_pretrained(str(path or packaged_minilm()), attn_implementation="sdpa")


def without_attention_dropout(base: Any) -> Any:
    """The encoder with attention weights never dropped, which costs a quarter of the time on a CPU.

    It is trained with less noise so: faster, but not the same.
    """
    for name, module in base.named_modules():
        if isinstance(module, torch.nn.Dropout) and ".attention." in name and not name.endswith("output.dropout"):
            module.p = 0.0
    return base


def layer_rates(network: Any, rate: float, decay: float) -> list[dict[str, Any]]:
    """Parameter groups for an optimizer, in which every layer of `network.base` learns slower than the one above.

    What stands above the encoder learns at `rate`, its highest layer at `rate * decay`, the next at `rate * decay**2`,
    and the embeddings slowest. With a decay of 1 all learn alike.
    """
    layers = [module for name, module in network.base.named_modules() if re.search(r"\.layer\.\d+$", f".{name}")]
    layers += [network.last] if isinstance(getattr(network, "last", None), torch.nn.Module) else []
    depth = {id(parameter): n for n, layer in enumerate(layers, 1) for parameter in layer.parameters()}
    depth |= {id(parameter): 0 for parameter in network.base.parameters() if id(parameter) not in depth}
    groups: dict[int, list[Any]] = {}
    for parameter in network.parameters():
        if parameter.requires_grad:
            groups.setdefault(depth.get(id(parameter), len(layers) + 1), []).append(parameter)
    return [{"params": group, "lr": rate * decay ** (len(layers) + 1 - n)} for n, group in sorted(groups.items())]
