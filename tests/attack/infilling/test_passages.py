from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from unname.attack.infilling import passages
from unname.attack.infilling.keys import tokens_of
from unname.attack.infilling.passages import SIZE, SLACK, Passages, passage_ranges, passages_of
from unname.core.document import Document
from unname.text.masks import find_masks


class Letters:
    """One row for each word, which says how often it has each letter."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def __call__(self, texts: Sequence[str]) -> list[np.ndarray]:
        self.read += texts
        return [
            np.array([self.row(word) for word in text.lower().split()], np.float32).reshape(-1, 26) for text in texts
        ]

    def row(self, word: str) -> np.ndarray:
        counts = np.array([word.count(chr(97 + number)) for number in range(26)], np.float32)
        return counts / max(1.0, float(np.linalg.norm(counts)))


LIFE = "Ada Grey was a judge in Zenda. "
OTHER = "The river runs through green hills and old towns past mills. "
TEXT = "*** was a judge in ***. A river runs there."


def test_the_passage_with_the_words_comes_first() -> None:
    documents = [Document("a", OTHER * 40 + LIFE + OTHER * 40), Document("b", OTHER * 20)]
    found = Passages(2, None, vectors=Letters()).find(TEXT, find_masks(TEXT), documents)
    assert [len(each) for each in found] == [2, 2]
    best = found[0][0]
    assert best.document == "a"
    assert LIFE.strip() in best.text
    assert documents[0].text[slice(*best.span)] == best.text
    assert found[0][0].score >= found[0][1].score


def test_few_passages_are_read_and_each_once() -> None:
    vectors = Letters()
    before = "".join(f"Later, in {number}, the river ran past mill {number}. " for number in range(300))
    documents = [Document("a", before + LIFE + OTHER * 20)]
    finder = Passages(3, 5, vectors=vectors)
    found = finder.find(TEXT, find_masks(TEXT), documents)
    assert len(vectors.read) == 5 + 2
    assert LIFE.strip() in found[0][0].text
    assert finder.find(TEXT, find_masks(TEXT), documents) == found
    assert len(vectors.read) == 5 + 2 + 2


def test_what_is_remembered_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passages, "MOST_KEPT", 100)
    finder = Passages(1, 2, vectors=Letters())
    for number in range(5):
        finder.find(TEXT, find_masks(TEXT), [Document("a", f"{LIFE} {number}")])
    assert len(finder.kept_) == 1


@pytest.mark.parametrize("documents", [[], [Document("e", "")], [Document("e", ""), Document("b", OTHER)]])
def test_little_background_gives_few_passages(documents: list[Document]) -> None:
    found = Passages(3, 200, vectors=Letters()).find(TEXT, find_masks(TEXT), documents)
    assert [len(each) for each in found] == [len(documents) // 2] * 2
    assert [len(each) for each in Passages(3, 200, vectors=Letters()).find("***", find_masks("***"), documents)] == [
        len(documents) // 2
    ]


@pytest.mark.parametrize("text", [OTHER * 50, "word " * 1000, "word\n" * 1000, "", "one", "a. " * 60])
def test_passages_cover_a_document_and_overlap(text: str) -> None:
    tokens = tokens_of(text)
    ranges = passage_ranges(tokens).tolist()
    n = len(tokens.keys)
    assert sorted({place for start, end in ranges for place in range(start, end)}) == list(range(n))
    assert all(start < end <= start + SIZE + 3 * SLACK for start, end in ranges)
    for (_, end), (start, _) in pairwise(ranges):
        assert start < end


def test_passages_end_with_sentences() -> None:
    tokens = tokens_of(OTHER * 50)
    for start, end in passage_ranges(tokens).tolist():
        assert tokens.begins[start]
        assert tokens.begins[end]


def test_words_may_count_beside_the_network() -> None:
    class Same(Letters):
        def row(self, word: str) -> np.ndarray:
            return np.eye(26, dtype=np.float32)[0]

    documents = [Document("b", OTHER * 20), Document("a", LIFE)]
    for weight in (0.0, 1.0):
        # Where the network says nothing, words decide all the same.
        found = Passages(1, None, weight, Same()).find(TEXT, find_masks(TEXT), documents)
        assert [each[0].document for each in found] == ["a", "a"]
    assert found[0][0].score > 1.0


def test_the_texts_of_passages_are_those_that_are_chosen_among() -> None:
    document = Document("d", " ".join(f"This is sentence {number}." for number in range(120)))
    texts = [passage.text for passage in passages_of(document)]
    assert len(texts) > 2
    assert all(text in document.text for text in texts)
    text = "This is *** 7."
    found = Passages(50, vectors=lambda all: [np.ones((1, 1), np.float32) for _ in all]).find(
        text, find_masks(text), [document]
    )
    assert {passage.text for passage in found[0]} == set(texts)
    assert passages_of(Document("e", "")) == []
