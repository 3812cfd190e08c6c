"""What a network becomes as an ONNX file says the same."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("onnx")

from tiny import tiny_base
from unname.models.vectors import SentenceEncoder
from unname.training.encoder import load_base
from unname_research.train.networks import SentenceVectors, export
from unname_research.train.shipped import pack_encoder

TEXTS = ["one two three", "four", "a longer sentence than the others"]


def test_a_packed_encoder_gives_the_vectors_of_its_base(tmp_path: Path) -> None:
    base = tiny_base(tmp_path / "base")
    export(SentenceVectors(load_base(base)), tmp_path / "packed", quantize=False)
    said = SentenceEncoder(tmp_path / "packed")(TEXTS)
    assert np.allclose(said, SentenceEncoder(base)(TEXTS), atol=1e-5)


def test_eight_bits_change_little(tmp_path: Path) -> None:
    base = tiny_base(tmp_path / "base")
    assert pack_encoder(tmp_path / "packed", base).name == "model.onnx"
    said = SentenceEncoder(tmp_path / "packed")(TEXTS)
    assert (said * SentenceEncoder(base)(TEXTS)).sum(axis=1).min() > 0.95
