import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.errors import ConfigError, MissingModel
from unname.models.encoder import TokenClassifier, windows
from unname.models.packaged import WEIGHTS


@given(st.integers(0, 500), st.integers(2, 60), st.data())
def test_windows_cover_everything_and_are_full(n_pieces, length, data):
    stride = data.draw(st.integers(1, length))
    ranges = list(windows(n_pieces, length, stride))
    assert {i for start, end in ranges for i in range(start, end)} == set(range(n_pieces))
    assert all(end - start == min(length, n_pieces) for start, end in ranges)


def test_missing_weights_name_the_command(tmp_path):
    (tmp_path / "tokenizer.json").write_text((WEIGHTS / "tokenizer.json").read_text())
    with pytest.raises(MissingModel, match="unname train detector"):
        TokenClassifier(tmp_path)("Anna lives in Oslo.")


def test_unreadable_weights_are_a_config_error(tmp_path):
    (tmp_path / "model.onnx").write_bytes(b"no model")
    with pytest.raises(ConfigError, match="not a readable ONNX model"):
        TokenClassifier(tmp_path)("Anna lives in Oslo.")


def test_the_window_size_hardly_matters():
    text = "The applicant, Mr Peter Novak, was born in 1961 in Brno and lives in Prague. " * 12
    _, wide = TokenClassifier(WEIGHTS / "default", length=400)(text)
    _, narrow = TokenClassifier(WEIGHTS / "default", length=120, stride=80)(text)
    assert abs(wide - narrow).max() < 0.2


def test_batches_change_nothing():
    text = "Anna Novak moved from Oslo to Brno on 3 May 1999 and pays 300 euros. " * 30
    _, one = TokenClassifier(WEIGHTS / "default", batch=1)(text)
    _, many = TokenClassifier(WEIGHTS / "default", batch=16)(text)
    assert abs(one - many).max() < 0.05
