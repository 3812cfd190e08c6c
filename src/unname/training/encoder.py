"""The pretrained encoders that training starts from."""

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
    """The encoder with attention weights never dropped, which costs a quarter of the time on a CPU."""
    for name, module in base.named_modules():
        if isinstance(module, torch.nn.Dropout) and ".attention." in name and not name.endswith("output.dropout"):
            module.p = 0.0
    return base
