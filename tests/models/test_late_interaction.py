from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripted import TOKENIZER, pieces
from unname.core.document import Span
from unname.core.errors import ConfigError
from unname.models.late_interaction import ASKED, OTHER, REACH, TokenVectors, write_question

TEXTS = ["", "Ada lives in Ruritania.", "nurse " * 40, " \n", "The judge of Graustark plays chess. " * 60, "x"]


class Echo:
    """Vectors that are the id of their piece and the number of pieces of their part."""

    def __init__(self):
        self.widths = []

    def run(self, _, feed):
        ids, mask = feed["ids"], feed["mask"]
        self.widths.append(ids.shape)
        assert ((ids != TOKENIZER.special[0]) == (mask == 1)).all()
        sizes = np.broadcast_to(mask.sum(axis=1, keepdims=True), ids.shape)
        return [np.stack([ids, sizes], axis=-1).astype(np.float32)]


def vectors(**settings):
    made = TokenVectors(**settings)
    made.__dict__["_opened"] = SimpleNamespace(folder="here", tokenizer=TOKENIZER, session=Echo())
    return made


@pytest.mark.parametrize("batch", [1, 3, 16])
def test_every_piece_has_its_row(batch):
    found = vectors(batch=batch)(TEXTS)
    assert len(found) == len(TEXTS)
    for text, rows in zip(TEXTS, found, strict=True):
        assert rows[:, 0].astype(int).tolist() == pieces(text)
        assert rows.dtype == np.float32


def test_long_texts_are_read_in_parts():
    model = vectors(length=20)
    (rows,) = model(["nurse " * 50])
    assert rows[:, 1].tolist() == [22] * 40 + [12] * 10
    assert all(width <= 22 for _, width in model.__dict__["_opened"].session.widths)


def test_no_text_has_no_vectors():
    assert vectors()([]) == []
    (rows,) = vectors()([""])
    assert len(rows) == 0


def test_a_hugging_face_model_by_folder(tmp_path):
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    from tiny import tiny_base

    tiny_base(tmp_path)
    texts = TEXTS[:3]
    found = TokenVectors(tmp_path, batch=2)(texts)
    network = transformers.AutoModel.from_pretrained(str(tmp_path)).eval()
    for text, rows in zip(texts, found, strict=True):
        ids = torch.tensor([[101, *pieces(text), 102]])
        with torch.inference_mode():
            hidden = network(input_ids=ids).last_hidden_state[0, 1:-1]
        assert np.linalg.norm(rows, axis=1) == pytest.approx(1.0, abs=1e-5)
        expected = torch.nn.functional.normalize(hidden, dim=-1).numpy()
        np.testing.assert_allclose(rows, expected.reshape(rows.shape), atol=1e-4)


def test_what_is_no_model_is_refused(tmp_path):
    pytest.importorskip("transformers")
    with pytest.raises(ConfigError, match="absent"):
        TokenVectors(tmp_path / "absent")(["text"])


@given(st.lists(st.tuples(st.integers(0, 120), st.integers(1, 5)), min_size=1, max_size=12), st.data())
def test_a_question_is_the_surroundings_of_its_mask(runs, data):
    pieces, masks, at = [], [], 0
    for gap, length in runs:
        pieces += ["abcdefghij"[i % 10] for i in range(gap)] + ["_" * length]
        masks.append(Span(at + gap, at + gap + length))
        at += gap + length
    text = "".join(pieces) + "end"
    number = data.draw(st.integers(0, len(masks) - 1))
    question = write_question(text, masks, number)
    before, after = question.split(ASKED)
    asked = masks[number]

    def plain(start, end):
        return "".join(
            OTHER if any(m.start == i for m in masks) else "" if any(m.start < i < m.end for m in masks) else text[i]
            for i in range(max(start, 0), min(end, len(text)))
        )

    assert after == plain(asked.end, asked.end + REACH)
    # A mask into which the reach ends counts as a whole.
    assert before.lstrip(OTHER) == plain(asked.start - REACH, asked.start).lstrip(OTHER)
    assert "_" not in question


def test_a_question_at_the_ends_of_a_text():
    assert write_question("***", [Span(0, 3)], 0) == ASKED
    text = "***" + "a" * 1000 + "***"
    masks = [Span(0, 3), Span(1003, 1006)]
    assert write_question(text, masks, 0) == ASKED + "a" * REACH
    assert write_question(text, masks, 1) == "a" * REACH + ASKED
    adjacent = "a***###b"
    assert write_question(adjacent, [Span(1, 4), Span(4, 7)], 1) == f"a{OTHER}{ASKED}b"
