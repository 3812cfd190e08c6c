"""Entities are read where they are mentioned: in short and long texts, whatever the windows."""

import numpy as np
import pytest

from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import MissingModel
from unname.risk.entity_reader import LENGTH, MOST_MENTIONS, STRIDE, EntityReader, prepare_reading


class Session:
    """A network whose vector of a piece is the number of that piece, and its place in the window."""

    asked = 0

    def get_outputs(self):
        return [type("Output", (), {"shape": [None, None, 2]})]

    def run(self, _, inputs):
        self.asked += len(inputs["ids"])
        places = np.broadcast_to(np.arange(inputs["ids"].shape[1]), inputs["ids"].shape)
        return [np.stack([inputs["ids"], places], axis=2).astype(np.float32)]


@pytest.fixture
def reader():
    made = EntityReader("nowhere")
    vars(made)["_session"] = Session()
    return made


def mention(text, word, entity, start=0):
    at = text.index(word, start)
    return Mention(Span(at, at + len(word)), "LOC", entity, Role.QUASI)


def test_the_vector_of_an_entity_is_the_mean_over_its_pieces(reader):
    text = "Zenda is not Strelsau, but Zenda is a town."
    places = [mention(text, "Zenda", "z"), mention(text, "Zenda", "z", 5), mention(text, "a town", "t")]
    document = Document("d", text, mentions=tuple(places))
    zenda, town = reader.read(document)
    assert zenda[0] == pytest.approx(reader.tokenizer("Zenda").ids.mean())
    assert town[0] == pytest.approx(reader.tokenizer("a town").ids.mean())


def test_every_piece_is_read_where_it_stands_farthest_from_an_edge(reader):
    words = ["lemon"] * 700
    words[LENGTH - 5] = "zenda"  # near the end of the first window, well inside the second
    text = " ".join(words)
    pieces = reader.tokenizer(text)
    at = text.index("zenda")
    (vector,) = reader.read_spans(text, [[Span(at, at + 5)]])
    n_before = int(np.searchsorted(pieces.starts, at))
    n_pieces = int(np.searchsorted(pieces.starts, at + 5)) - n_before
    assert vector[1] == pytest.approx(1 + n_before - STRIDE + (n_pieces - 1) / 2)
    assert vector[0] == pytest.approx(pieces.ids[n_before : n_before + n_pieces].mean())


def test_many_mentions_and_none(reader):
    text = "Zenda " * 50
    spans = [Span(6 * n, 6 * n + 5) for n in range(50)]
    reading = prepare_reading(reader.tokenizer(text), [spans, [], [Span(5, 6)]])
    assert set(reading.owners.tolist()) == {0}
    assert reading.shares.sum() == pytest.approx(1.0)
    n_pieces = len(reader.tokenizer("Zenda"))
    assert len(reading.places) == MOST_MENTIONS * n_pieces
    assert not reader.read_spans(text, [spans, []])[1].any()
    assert reader.read_spans("", [[]]).shape == (1, 2)


def test_weights_that_are_not_there(tmp_path):
    with pytest.raises(MissingModel):
        EntityReader(tmp_path).read_spans("Zenda", [[Span(0, 5)]])
