import numpy as np
import pytest

from unname.core.document import Document, Mention, Role, Span
from unname.models.packaged import WEIGHTS
from unname.models.pieces import Tokenizer
from unname_research.train.targets import OUTPUTS, Labeled, cut, soft_targets

TEXT = "Anna Novak lives in Oslo."
COLUMN = {name: number for number, name in enumerate(OUTPUTS)}


@pytest.fixture(scope="module")
def tokenizer():
    return Tokenizer(WEIGHTS / "tokenizer.json")


def annotated(*mentions):
    return Document("letter", TEXT, mentions=mentions)


def test_targets_are_shares_of_annotators(tokenizer):
    person = Mention(Span(0, 10), "PERSON")
    open_place = Mention(Span(20, 24), "LOC", role=Role.NONE)
    pieces = tokenizer(TEXT)
    targets = soft_targets(pieces, [annotated(person), annotated(person, open_place)])
    oslo = int(np.flatnonzero(pieces.starts == 20)[0])
    assert targets[0, COLUMN["mask"]] == 1.0
    assert targets[0, COLUMN["starts"]] == 1.0
    assert targets[1, COLUMN["starts"]] == 0.0
    assert targets[oslo, COLUMN["LOC"]] == 0.5
    assert targets[oslo, COLUMN["mask"]] == 0.0


def test_unknown_outputs_weigh_nothing(tokenizer):
    label = Labeled((annotated(),), known=frozenset({"PERSON"}), weight=0.5)
    (window,) = cut([label], tokenizer, 100, 100)
    assert set(window.weights[:, COLUMN["PERSON"]]) == {0.5}
    assert window.weights[:, COLUMN["mask"]].max() == 0.0


def test_windows_hold_every_piece(tokenizer):
    windows = cut([Labeled((annotated(),))], tokenizer, 3, 2)
    assert all(len(window) == 3 for window in windows)
    assert np.concatenate([w.ids for w in windows]).size >= len(tokenizer(TEXT))
