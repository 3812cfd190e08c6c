"""A recurrent network over word vectors: what it knows of words."""

from pathlib import Path

import pytest

from unname.core.errors import ConfigError
from unname.training.learners.bilstm import WordVectors, read_vectors


def test_what_is_known_of_a_word() -> None:
    words = WordVectors({"анна": [0.5, -1.0]}, 2)
    assert words.width == 6
    assert words("Анна").tolist() == [0.5, -1.0, 1.0, 1.0, 0.0, 0.0]
    assert words("КВИЛЛ").tolist() == [0.0, 0.0, 0.0, 1.0, 1.0, 0.0]
    assert words("7").tolist() == [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]


def test_a_file_without_vectors_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("navec")
    path = tmp_path / "nothing.tar"
    path.write_bytes(b"nothing")
    with pytest.raises(ConfigError, match="holds no vectors of navec"):
        read_vectors(str(path))
