"""Plain redactions, and what they lose."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from crowded import biographies
from unname.core.document import Document, Mention, Profile, Span
from unname.text.word_rarity import Rarity
from unname_research.bench.read_once import ReadOnce
from unname_research.bench.redactions import (
    NAMES,
    Biography,
    lexical,
    lost,
    named_entities,
    nothing,
    rarest,
    table_aware,
    thresholds,
)

TEXT = "The judge of Zenda, born May 3, 1904, was a judge."
LIFE = Biography(Document("d", TEXT, person="p"), Profile("p", "", {"birth_date": "1904-05-03", "town": "Zenda"}))


@dataclass(frozen=True)
class Finding:
    """Finds what it is told to, and counts how often it is asked."""

    labels: dict[str, str] = field(hash=False)
    asked: list[str] = field(default_factory=list, hash=False)
    name: str = "finding"

    def detect(self, document):
        self.asked.append(document.id)
        return [
            Mention(Span(document.text.index(word), document.text.index(word) + len(word)), label)
            for word, label in self.labels.items()
        ]


def shown(hidden, biography=LIFE):
    return [biography.document.text[a:b] for (a, b), gone in zip(biography.words, hidden, strict=True) if gone]


def test_words_are_hidden_and_found_again():
    hidden = np.array([key in ("judge", "of", "zenda") for key in LIFE.keys])
    redaction = LIFE.hiding(hidden)
    assert redaction.text == "The ***, born May 3, 1904, was a ***."
    assert LIFE.hidden(redaction).tolist() == hidden.tolist()
    assert LIFE.hiding(hidden, joins=False).text.startswith("The *** *** ***, born")


def test_masks_may_take_the_punctuation_between_them():
    hidden = np.array([key in ("may", "3", "1904", "zenda", "born") for key in LIFE.keys])
    assert LIFE.hiding(hidden, tidy=True).text == "The judge of ***, was a judge."


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        (nothing, []),
        (lexical, ["Zenda", "May", "3", "1904"]),
        (named_entities(Finding({"Zenda": "LOC", "May 3, 1904": "DATETIME", "judge": "DEM"})), ["Zenda"]),
        (
            named_entities(Finding({"Zenda": "LOC", "May 3, 1904": "DATETIME"}), NAMES | {"DATETIME"}),
            ["Zenda", "May", "3", "1904"],
        ),
        (named_entities(Finding({"enda,": "LOC"})), ["Zenda"]),
    ],
)
def test_plain_methods(way, expected):
    if way is lexical:
        expected = [word for word in expected if word != "May"]  # which is a function word, too
    assert shown(way(LIFE)) == expected


def test_a_recognizer_reads_once():
    detector = Finding({"Zenda": "LOC"})
    recognizer = ReadOnce(detector)
    for labels in (NAMES, frozenset({"LOC"})):
        assert shown(named_entities(recognizer, labels)(LIFE)) == ["Zenda"]
    assert detector.asked == ["d"]
    assert recognizer.name == "finding"


def test_the_rarest_words_go_first():
    rarity = Rarity.of([TEXT, "the judge", "the 1904"])
    assert shown(rarest(rarity)(LIFE, np.log(3))) == ["of", "Zenda", "born", "May", "3", "was", "a"]
    assert shown(table_aware(rarity)(LIFE, 100.0)) == ["Zenda", "3", "1904"]
    assert rarest(rarity)(LIFE, 0.0).all()


def test_thresholds_reach_from_nothing_to_everything():
    them = biographies(8)
    rarity = Rarity.of(each.document.text for each in them)
    steps = thresholds(rarity, them, n=10)
    assert steps == sorted(steps, reverse=True)
    shares = [np.concatenate([rarest(rarity)(each, step) for each in them]).mean() for step in steps]
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert shares == sorted(shares)


def test_what_is_lost():
    other = Biography(Document("e", "one two"), Profile("q"))
    redactions = [LIFE.hiding(nothing(LIFE)), other.hiding(np.array([True, False]))]
    found = lost([LIFE, other], redactions)
    assert found["masked"] == pytest.approx(0.25)
    assert found["masked_pooled"] == pytest.approx(1 / (len(LIFE.words) + 2))
    whole = [each.hiding(np.ones(len(each.words), bool)) for each in (LIFE, other)]
    assert lost([LIFE, other], whole)["info_loss"] > found["info_loss"]


def test_a_document_without_words():
    empty = Biography(Document("e", "..."), Profile("q"))
    assert lost([empty], [empty.hiding(nothing(empty))]) == {"masked": 0.0, "masked_pooled": 0.0, "info_loss": 0.0}
