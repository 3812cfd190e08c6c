"""A network with its tokenizer, wherever it comes from."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from unname.core.errors import ConfigError, require
from unname.models.packaged import WEIGHTS
from unname.models.pieces import Tokenizer, tokenizer_file
from unname.models.session import open_session


@dataclass
class Opened:
    """A folder with `model.onnx`, or a Hugging Face name or folder (extra "hf"); by default the `shipped` folder.

    `kind` is the class of Transformers that loads the latter, `called` what errors call the network. A folder without
    a tokenizer has that of the shipped encoders.
    """

    model: str | Path | None
    shipped: Path
    kind: str
    called: str
    threads: int = 1

    @cached_property
    def folder(self) -> Path | None:
        """The folder with an ONNX model, or None where the model is Hugging Face's to load."""
        folder = Path(self.model or self.shipped)
        return folder if self.model is None or (folder / "model.onnx").exists() else None

    @cached_property
    def tokenizer(self) -> Tokenizer:
        """What splits texts into word pieces."""
        if self.folder is None:
            return Tokenizer(tokenizer_file(str(self.model)))
        own = self.folder / "tokenizer.json"
        return Tokenizer(own if own.exists() else WEIGHTS / "tokenizer.json")

    @cached_property
    def session(self) -> Any:
        """The ONNX model, ready to run."""
        assert self.folder is not None
        return open_session(self.folder / "model.onnx", self.threads)

    @cached_property
    def network(self) -> Any:
        """The network that Transformers loads."""
        transformers = require("transformers", "hf")
        try:
            return getattr(transformers, self.kind).from_pretrained(str(self.model)).eval()
        except (OSError, ValueError) as error:
            said = f"cannot load the {self.called} {str(self.model)!r} ({type(error).__name__})"
            raise ConfigError(said) from error
