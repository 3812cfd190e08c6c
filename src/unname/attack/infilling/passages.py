"""Which passages of the documents found may say what a mask hides: the dense retrieval of `infill2025`.

Where we differ: before a network compares passages with the surroundings of masks, those that share few words with
them are left out, so that its work for a text does not grow with the documents' length.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from unname.attack.infilling.align import shared
from unname.attack.infilling.keys import Items, Library, Tokens, items_of, library_of, tokens_of_document
from unname.attack.infilling.situation import Passage
from unname.core.document import Document, Span

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

SIZE = 115
"""Words and signs of a passage, which is about 100 words."""

SLACK = 25
"""Words that a passage may be longer or shorter, to end with a sentence."""

OWN_DOCUMENT = 0.5
"""What it counts for a passage how much of the whole text its document shares, beside the words around the mask."""

MOST_KEPT = 150_000_000
"""Numbers of vectors of passages that are remembered, 2 bytes each."""


@dataclass
class Passages:
    """Finds the best `n_passages` for each mask by late interaction (MaxSim) of word pieces.

    Of the documents' passages, `n_considered` are read by the network: the best of each mask by shared words, in turn;
    with None, all are. The score by words is added to that of the network, `word_weight` times. `vectors` turns texts
    into one row for each word piece, by default the trained ones; what it made of passages is remembered.
    """

    n_passages: int = 3
    n_considered: int | None = 200
    word_weight: float = 1.0
    vectors: Callable[[Sequence[str]], "Sequence[Vectors]"] | None = field(default=None, repr=False)
    kept_: "OrderedDict[str, NDArray[np.float16]]" = field(
        default_factory=OrderedDict, init=False, repr=False, compare=False
    )
    size_: int = field(default=0, init=False, repr=False, compare=False)

    def find(self, text: str, masks: Sequence[Span], documents: Sequence[Document]) -> list[list[Passage]]:
        """The best passages for each mask, best first; the score is the mean over the pieces around the mask."""
        from unname.models.late_interaction import write_question

        passages, by_words = self.consider(text, masks, documents)
        if not passages:
            return [[] for _ in masks]
        rows = _stack(self._rows(passages))
        asked = self.vectors_([write_question(text, masks, number) for number in range(len(masks))])
        found = []
        for question, words in zip(asked, by_words, strict=True):
            scores = _max_sim(question, *rows, len(passages)) + self.word_weight * words
            order = np.lexsort((-words, -scores))[: self.n_passages]
            found.append([_scored(passages[number], float(scores[number])) for number in order.tolist()])
        return found

    def consider(
        self, text: str, masks: Sequence[Span], documents: Sequence[Document]
    ) -> "tuple[list[Passage], NDArray[np.float64]]":
        """The passages that the network reads, and how well each (columns) fits each mask (rows) by its words."""
        tokens = [tokens_of_document(document) for document in documents]
        items = items_of(text, masks)
        library = library_of(items, tokens)
        cut = [passage_ranges(each) for each in tokens]
        scores = _word_scores(items, library, masks, cut)
        n = scores.shape[1]
        chosen = np.arange(n)
        if self.n_considered is not None and n > self.n_considered:
            # The best of every mask, then the second of every mask, and so on.
            turns = np.argsort(-scores, axis=1, kind="stable").T.ravel()
            _, first = np.unique(turns, return_index=True)
            chosen = np.sort(turns[np.sort(first)[: self.n_considered]])
        owners = np.repeat(np.arange(len(cut)), [len(each) for each in cut])
        numbers = np.concatenate([np.arange(len(each)) for each in cut]) if cut else np.zeros(0, np.int64)
        passages = []
        for owner, number in zip(owners[chosen].tolist(), numbers[chosen].tolist(), strict=True):
            span = tokens[owner].cut(*cut[owner][number].tolist())
            document = documents[owner]
            passages.append(Passage(document.id, span, document.text[slice(*span)], 0.0))
        return passages, scores[:, chosen]

    @cached_property
    def vectors_(self) -> "Callable[[Sequence[str]], Sequence[Vectors]]":
        """What turns texts into vectors."""
        if self.vectors is not None:
            return self.vectors
        from unname.models.late_interaction import TokenVectors

        return TokenVectors()

    def _rows(self, passages: Sequence[Passage]) -> "list[NDArray[np.float16]]":
        wanted = {passage.text: self.kept_.get(passage.text) for passage in passages}
        new = [text for text, rows in wanted.items() if rows is None]
        for text, rows in zip(new, self.vectors_(new) if new else [], strict=True):
            wanted[text] = self.kept_[text] = rows.astype(np.float16)
            self.size_ += rows.size
        for text in wanted:
            self.kept_.move_to_end(text)
        while self.size_ > MOST_KEPT and len(self.kept_) > len(wanted):
            self.size_ -= self.kept_.popitem(last=False)[1].size
        return [wanted[passage.text] for passage in passages]  # type: ignore[misc]


def passages_of(document: Document) -> list[Passage]:
    """All passages of a document, in order."""
    tokens = tokens_of_document(document)
    spans = [tokens.cut(*ends) for ends in passage_ranges(tokens).tolist()]
    return [Passage(document.id, span, document.text[slice(*span)], 0.0) for span in spans]


def passage_ranges(tokens: Tokens) -> "NDArray[np.int64]":
    """A document as passages that overlap by half: ranges of its tokens, which end with sentences where they can."""
    n = len(tokens.keys)
    if n <= SIZE + SLACK:
        return np.array([[0, n]] if n else np.zeros((0, 2)), np.int64)
    begins = np.flatnonzero(tokens.begins)
    ranges = []
    start = 0
    while True:
        end = _nearest(begins, start + SIZE)
        if end + SLACK >= n:
            ranges.append((start, n))
            return np.array(ranges, np.int64)
        ranges.append((start, end))
        start = _nearest(begins, (start + end) // 2)


def _nearest(begins: "NDArray[np.int64]", place: int) -> int:
    """The begin of a sentence that is nearest to a place, or the place if none is near."""
    at = int(np.searchsorted(begins, place))
    near = [int(begin) for begin in begins[max(0, at - 1) : at + 1] if abs(begin - place) <= SLACK]
    return min(near, key=lambda begin: abs(begin - place), default=place)


def _word_scores(
    items: Items, library: Library, masks: Sequence[Span], cut: "Sequence[NDArray[np.int64]]"
) -> "NDArray[np.float64]":
    """How much of the words around each mask (rows) each passage has (columns), and of the text its document."""
    from unname.models.late_interaction import REACH

    ranges = np.concatenate([each + start for each, start in zip(cut, library.starts.tolist(), strict=True)] or [[]])
    if not len(ranges) or not len(library.bits):
        return np.zeros((len(masks), len(ranges)))
    sizes = ranges[:, 1] - ranges[:, 0]
    owners = np.repeat(np.arange(len(ranges)), sizes)
    # The places of the tokens of all passages, one after another.
    places = np.arange(len(owners)) + np.repeat(ranges[:, 0] - np.cumsum(sizes) + sizes, sizes)
    codes = library.codes[places]
    known = codes >= 0
    seen = np.zeros((len(ranges), len(library.bits)), np.float32)
    seen[owners[known], codes[known]] = 1.0
    wanted = np.zeros((len(masks), len(library.bits)), np.float32)
    for row, mask in enumerate(masks):
        near = (items.spans[:, 1] > mask.start - REACH) & (items.spans[:, 0] < mask.end + REACH) & ~items.is_mask
        words = np.unique(library.items[near])
        bits = library.bits[words]
        wanted[row, words] = bits / max(1.0, float(bits.sum()))
    documents = np.repeat(shared(library), [len(each) for each in cut])
    return np.asarray(wanted @ seen.T + OWN_DOCUMENT * documents, np.float64)


def _stack(
    passages: "Sequence[NDArray[np.float16]]",
) -> "tuple[Vectors, NDArray[np.int64], NDArray[np.int64]]":
    """The rows of all passages, the numbers of those that have any, and where each of them starts."""
    sizes = np.array([len(rows) for rows in passages], np.int64)
    filled = np.flatnonzero(sizes)
    rows = [passages[number] for number in filled.tolist()]
    stacked = np.concatenate(rows).astype(np.float32) if rows else np.zeros((0, 1), np.float32)
    return stacked, filled, np.cumsum(sizes[filled]) - sizes[filled]


def _max_sim(
    question: "Vectors", rows: "Vectors", filled: "NDArray[np.int64]", starts: "NDArray[np.int64]", n: int
) -> "NDArray[np.float64]":
    """For each passage, the mean over the rows of a question of the best product with one of its own rows."""
    scores = np.zeros(n)
    if len(question) and len(filled):
        scores[filled] = np.maximum.reduceat(question @ rows.T, starts, axis=1).mean(axis=0)
    return scores


def _scored(passage: Passage, score: float) -> Passage:
    return Passage(passage.document, passage.span, passage.text, score)
