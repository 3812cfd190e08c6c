import numpy as np
import pytest

from unname.core.document import LABELS, Document, Role
from unname.core.errors import MissingModel
from unname.detect.tagger import STARTS, Tagger, _mentions

LETTER = (
    "Dear Ms Svensson,\n\nMr Peter Novak, born on 12 May 1961 in Brno, lodged application no. 36244/06. "
    "He lives in Gothenburg and asked for 6,000 euros."
)


def row(label=None, hide=0.0, starts=0.0):
    values = np.zeros(2 + len(LABELS), dtype=np.float32)
    values[0], values[STARTS] = hide, starts
    if label:
        values[1 + LABELS.index(label)] = 0.9
    return values


def decoded(*rows):
    words = np.stack(rows)
    spans = np.array([[10 * i, 10 * i + 5] for i in range(len(rows))])
    return [
        (m.span.start // 10, m.span.end // 10, m.label, round(m.confidence, 2))
        for m in _mentions(words, spans, floor=0.05)
    ]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([row(), row()], []),
        ([row("PERSON", 0.9, 0.9), row("PERSON", 0.8)], [(0, 1, "PERSON", 0.85)]),
        ([row("PERSON", 0.9, 0.9), row("PERSON", 0.9, 0.9)], [(0, 0, "PERSON", 0.9), (1, 1, "PERSON", 0.9)]),
        ([row("LOC", 0.9), row("DATETIME", 0.9, 0.4)], [(0, 0, "LOC", 0.9), (1, 1, "DATETIME", 0.9)]),
        ([row("ORG", 0.01)], [(0, 0, "ORG", 0.01)]),
        ([row("DATETIME", 0.9), row("DATETIME", 0.1)], [(0, 0, "DATETIME", 0.9), (1, 1, "DATETIME", 0.1)]),
    ],
    ids="nothing person two-people category-change recognized-but-open steep-fall".split(),
)
def test_words_become_mentions(rows, expected):
    assert decoded(*rows) == expected


def test_what_may_be_a_persons_name_counts_as_one():
    doubtful = row("ORG", 0.99, 0.9)
    doubtful[1 + LABELS.index("PERSON")] = 0.4
    assert decoded(doubtful) == [(0, 0, "PERSON", 0.99)]
    doubtful[1 + LABELS.index("PERSON")] = 0.2
    assert decoded(doubtful) == [(0, 0, "ORG", 0.99)]


@pytest.mark.parametrize("weights", ["default", "silver"])
def test_shipped_weights_find_the_obvious(weights):
    found = {
        LETTER[m.span.start : m.span.end]: m
        for m in Tagger(weights).detect(Document("letter", LETTER))
        if m.confidence >= 0.15
    }
    text = " ".join(found)
    for identifier in ("Novak", "12 May 1961", "36244/06", "Brno"):
        assert identifier in text
    assert all(m.role is Role.DIRECT for m in found.values() if m.label == "CODE")


def test_a_long_document_is_read_to_its_end():
    text = "Nothing happened for a while. " * 300 + "Then Mr Peter Novak came."
    found = Tagger().detect(Document("long", text))
    assert any("Novak" in text[m.span.start : m.span.end] for m in found)


def test_unknown_weights_name_the_command():
    with pytest.raises(MissingModel, match="unname train detector"):
        Tagger("nowhere").detect(Document("letter", LETTER))
