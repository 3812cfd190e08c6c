import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.errors import ConfigError, InputError, MissingModel
from unname.models.masked_lm import MaskedLM, _placed
from unname.models.session import open_session

TEXT = "The applicant, a nurse, was born in Ruritania in 1950 and lives in Graustark with her husband. " * 6


class Recorded(MaskedLM):
    """Answers with the true id and the number of masks in its window, and counts what it reads."""

    def _run(self, ids, mask, line, column, true):
        self.windows = getattr(self, "windows", 0) + len(ids)
        masks = (ids == self.tokenizer.mask).sum(axis=1)
        assert (ids[line, column] == self.tokenizer.mask).all()
        return (true + masks[line] / 1000).astype(np.float64)


def test_answers_come_in_the_order_of_the_places():
    model = Recorded(length=30, batch=3)
    pieces = model.tokenize(TEXT)
    rounds = [np.array([80, 3, 40]), np.array([], dtype=np.int64), np.arange(len(pieces))]
    first, none, every = model.log_probabilities(pieces, rounds)
    assert first.astype(int).tolist() == pieces.ids[[80, 3, 40]].tolist()
    assert len(none) == 0
    assert every.astype(int).tolist() == pieces.ids.tolist()


def test_windows_without_a_mask_are_not_read():
    model = Recorded(length=30)
    pieces = model.tokenize(TEXT)
    model.log_probabilities(pieces, [np.array([5]), np.array([70, 72])])
    assert model.windows == 2


def test_all_places_of_a_round_are_masked_at_once():
    model = Recorded(length=200)
    pieces = model.tokenize("one two three four")
    together, alone = model.log_probabilities(pieces, [np.array([0, 2]), np.array([2])])
    assert together[1] - alone[0] == pytest.approx(0.001, abs=1e-4)


def test_hidden_places_are_masked_and_not_asked_about():
    model = Recorded(length=200)
    pieces = model.tokenize("one two three four")
    alone, after = model.log_probabilities(
        pieces, [np.array([1])] * 2, [np.array([], dtype=np.int64), np.array([2, 3])]
    )
    assert len(after) == 1
    assert after[0] - alone[0] == pytest.approx(0.002, abs=1e-4)


@given(
    st.integers(1, 300).flatmap(
        lambda n: st.tuples(st.just(n), st.sets(st.integers(0, n - 1)), st.integers(8, 64)),
    )
)
def test_every_place_is_judged_once_with_its_surroundings(drawn):
    n, places, length = drawn
    ordered = np.array(sorted(places), dtype=np.int64)
    judged = []
    for start, end, targets in _placed(ordered, n, length):
        assert 0 <= start < end <= n
        assert end - start == min(n, length)
        judged += targets.tolist()
        for place in targets.tolist():
            assert start <= place < end
            assert place - start >= length // 8 or start == 0 or end == n
            assert end - place > length // 8 or end == n
    assert judged == ordered.tolist()


@pytest.mark.parametrize("place", [-1, 10_000])
def test_a_place_outside_the_text_is_refused(place):
    model = Recorded()
    with pytest.raises(InputError, match="outside"):
        model.log_probabilities(model.tokenize("a short text"), [np.array([place])])


def test_the_shipped_model_expects_what_fits():
    model = MaskedLM()
    said = {}
    for word in ("born", "seven"):
        text = f"She was {word} in 1950 and lives in London."
        pieces = model.tokenize(text)
        said[word] = model.log_probabilities(pieces, [np.array([2])])[0][0]
    assert said["born"] > said["seven"] + 2
    assert (np.array(list(said.values())) <= 0).all()


def test_long_texts_are_read_whole():
    model = MaskedLM()
    pieces = model.tokenize(TEXT)
    (answer,) = model.log_probabilities(pieces, [np.arange(0, len(pieces), 5)])
    assert np.isfinite(answer).all()
    assert len(answer) == len(range(0, len(pieces), 5))


def test_a_hugging_face_model_by_folder(tmp_path):
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    from tiny import tiny_base

    config = transformers.AutoConfig.from_pretrained(tiny_base(tmp_path))
    torch.manual_seed(2)
    network = transformers.BertForMaskedLM(config).eval()
    network.save_pretrained(tmp_path)
    model = MaskedLM(tmp_path)
    pieces = model.tokenize("born in ruritania")
    (answer,) = model.log_probabilities(pieces, [np.array([1])])
    ids = torch.tensor([[101, *pieces.ids.tolist(), 102]])
    ids[0, 2] = 103
    with torch.no_grad():
        expected = torch.log_softmax(network(input_ids=ids).logits[0, 2], -1)[pieces.ids[1]]
    assert answer[0] == pytest.approx(float(expected), abs=1e-4)


def test_what_is_no_model_is_refused(tmp_path):
    pytest.importorskip("transformers")
    model = MaskedLM(tmp_path / "absent")
    with pytest.raises(ConfigError, match="absent"):
        model.tokenize("text")
    (tmp_path / "model.onnx").write_bytes(b"rubbish")
    with pytest.raises(ConfigError, match="not a readable"):
        open_session(tmp_path / "model.onnx", 1)
    with pytest.raises(MissingModel, match="run: "):
        open_session(tmp_path / "gone.onnx", 1)
