"""Whether what masks hide is found in documents and passages."""

from collections.abc import Sequence

import pytest

from unname.attack.infilling.situation import Passage
from unname.core.document import Document, Span
from unname.core.redaction import Redaction, Replacement, rewrite
from unname.pipeline.infill import hidden_parts
from unname.pipeline.knowledge import knowledge
from unname_research.bench import infill_retrieval
from unname_research.bench.infill_retrieval import retrieve

LIVES = [
    Document("a", "Ada Grey judges quarrels of neighbors in Zenda."),
    Document("b", "Bob Reed sings old songs of sailors in Strelsau."),
]
GENERAL = [
    Document("x", "Somebody judges quarrels of neighbors. In Zenda, that is. Her name is Ada Grey."),
    Document("y", "Strelsauers like old songs of sailors."),
]


class Sentences:
    """The sentences of all documents, in order, for every mask."""

    def __init__(self, n_passages: int, *_: object, **__: object):
        self.n_passages = n_passages

    def find(self, text: str, masks: Sequence[Span], documents: Sequence[Document]) -> list[list[Passage]]:
        told = [Passage(each.id, Span(0, 1), part, 1.0) for each in documents for part in each.text.split(". ")]
        return [told[: self.n_passages] for _ in masks]


@pytest.fixture
def redactions() -> list[Redaction]:
    spans = ([(0, 8), (41, 46)], [(0, 8), (39, 47)])
    return [
        rewrite(life, [Replacement(Span(*span), "***") for span in of]) for life, of in zip(LIVES, spans, strict=True)
    ]


def test_ranks_are_over_what_can_be_found(redactions: list[Redaction], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unname_research.bench.infill_retrieval.Passages", Sentences)
    hidden = [hidden_parts(life, redaction) for life, redaction in zip(LIVES, redactions, strict=True)]
    told = retrieve(redactions, hidden, knowledge("L2", GENERAL, LIVES), processes=1)
    assert (told["masks"], told["n"], told["sparse"]) == (4, 2, 0.5)
    assert told["mrr"] == pytest.approx((1 / 3 + 1 / 2) / 2)
    assert (told["acc1"], told["acc5"]) == (0.0, 1.0)


def test_the_own_original_has_all(redactions: list[Redaction], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unname_research.bench.infill_retrieval.Passages", Sentences)
    hidden = [hidden_parts(life, redaction) for life, redaction in zip(LIVES, redactions, strict=True)]
    assert retrieve(redactions, hidden, knowledge("L4", [], LIVES), processes=1)["sparse"] == 1.0
    assert retrieve(redactions, hidden, knowledge("L2", [], LIVES), processes=1)["sparse"] == 0.0


def test_words_are_whole() -> None:
    assert infill_retrieval._words("Zenda") not in infill_retrieval._words("Zendania, no Zendas")
