from pathlib import Path

import numpy as np
import pytest

from unname.core.errors import ConfigError
from unname.models.vectors import SentenceEncoder


@pytest.fixture(scope="module")
def encoder() -> SentenceEncoder:
    return SentenceEncoder()


def test_like_meanings_point_the_same_way(encoder: SentenceEncoder) -> None:
    dog, hound, tax = encoder(["A dog barks.", "The hound is barking.", "Income tax is due in May."])
    assert dog @ hound > 0.5 > dog @ tax


def test_vectors_have_length_one_and_silence_has_none(encoder: SentenceEncoder) -> None:
    vectors = encoder(["a", "", "  ", "b" * 50])
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 0, 0, 1], abs=1e-5)
    assert encoder([]).shape[0] == 0
    assert not encoder(["", ""]).any()
    assert encoder(["", ""]).shape == (2, vectors.shape[1])


def test_a_text_is_read_the_same_in_any_company(encoder: SentenceEncoder) -> None:
    alone = encoder(["A dog barks."])[0]
    among = encoder(["A much longer sentence that forces a good deal of padding on others.", "A dog barks."])[1]
    assert alone == pytest.approx(among, abs=0.02)


def test_nothing_is_cut_off() -> None:
    short = SentenceEncoder(length=8)
    long = " ".join(["The harbor was quiet."] * 20)
    assert not np.allclose(short([long]), short([long + " Then the volcano erupted over the city."]), atol=1e-3)


def test_a_hugging_face_model_does_as_well(tmp_path: Path) -> None:
    pytest.importorskip("transformers")
    from tiny import tiny_base

    encoder = SentenceEncoder(tiny_base(tmp_path))
    vectors = encoder(["one two three", "four", ""])
    assert vectors.shape == (3, 32)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 0], abs=1e-5)


def test_a_model_that_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    pytest.importorskip("transformers")
    with pytest.raises(ConfigError):
        SentenceEncoder(tmp_path / "none")(["text"])
    (tmp_path / "model.onnx").write_bytes(b"no model")
    with pytest.raises(ConfigError):
        SentenceEncoder(tmp_path)(["text"])
