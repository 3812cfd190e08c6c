"""Examples for the network that points and writes: a window of a masked text, a passage, and what the masks hide."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from unname.attack.infilling.documents import Documents
from unname.core.document import Document, Span
from unname.core.redaction import Replacement, rewrite
from unname.models.infiller import BEGIN, END, HINTS, MOST_ASKED, MOST_PASSAGE
from unname.models.pieces import Tokenizer
from unname.text.vocabulary import STOP_WORDS
from unname_research.bench.wiki553 import MASK
from unname_research.train.infill_networks import MOST_INSIDE
from unname_research.train.infill_sources import Sheet, split_sentences

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ids = NDArray[np.int64]

SHARES = {"own text": 0.2, "known": 0.38, "another": 0.24, "nothing": 0.18}
"""How often a passage comes from the text itself, from what is known, from somebody else's text, or there is none."""

N_ALIKE = 6
"""Texts of others, those that look most like a masked text, from which passages come: what is found for it in truth."""

HINTED = 0.25
"""How often the labels of masks are shown."""

PARTIAL = 0.5
"""What pointing at a part of an answer counts, where the passage does not hold the whole."""


@dataclass(frozen=True)
class Page:
    """A sheet as pieces: the ids of its text, its blanks as ranges of pieces with labels, and what is known as ids.

    `others` are texts of other people that look like it.
    """

    kind: str
    ids: "Ids" = field(repr=False)
    blanks: tuple[tuple[int, int, str], ...] = field(repr=False)
    known: tuple["Ids", ...] = field(repr=False)
    others: tuple["Ids", ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Example:
    """One window with a passage: ids and types of what is read, and of each blank its place, range and words.

    `begins` and `ends` are where the passage holds the answer, with how much that counts; the first piece stands for
    an answer that is not there.
    """

    ids: "Ids"
    types: "Ids"
    masks: list[int]
    answers: list["Ids"]
    begins: list[list[int]]
    ends: list[list[int]]
    counts: list[float]


class Pages:
    """All sheets as pieces, and examples drawn from them without end."""

    def __init__(self, sheets: Sequence[Sheet], tokenizer: Tokenizer):
        self.tokenizer = tokenizer
        self.hints = {label: tokenizer(words).ids for label, words in HINTS.items()}
        self.continues = tokenizer.continues
        self.plain = frozenset(int(i) for word in STOP_WORDS for i in tokenizer(word).ids[:1])
        texts = [tokenizer(sheet.text).ids for sheet in sheets]
        self.pages = [
            replace(page, others=tuple(texts[number] for number in alike))
            for sheet, alike in zip(sheets, find_alike(sheets), strict=True)
            for page in self._pages(sheet)
        ]
        self.by_kind: dict[str, list[Page]] = {}
        for page in self.pages:
            self.by_kind.setdefault(page.kind, []).append(page)

    def _pages(self, sheet: Sheet) -> list[Page]:
        """The page of a sheet, or two of a life, each half being known of the other."""
        page = self._page(sheet.kind, sheet.text, sheet.hidden, [self.tokenizer(text).ids for text in sheet.knowledge])
        pages = [page] if page.blanks else []
        parts = split_sentences(sheet.text) if not sheet.knowledge else []
        at = 0
        for number, part in enumerate(parts if len(parts) > 1 else []):
            inside = Span(at, at + len(part))
            hidden = [
                (Span(s.start - at, s.end - at), label)
                for s, label in sheet.hidden
                if inside.start <= s.start and s.end <= inside.end
            ]
            others = [self.tokenizer(other).ids for other in parts[:number] + parts[number + 1 :]]
            half = self._page(sheet.kind, part, hidden, others)
            pages += [half] if half.blanks else []
            at += len(part)
        return pages

    def _page(self, kind: str, text: str, hidden: Sequence[tuple[Span, str]], known: Sequence["Ids"]) -> Page:
        pieces = self.tokenizer(text)
        blanks: list[tuple[int, int, str]] = []
        for span, label in hidden:
            start = int(np.searchsorted(pieces.ends, span.start, side="right"))
            end = int(np.searchsorted(pieces.starts, span.end, side="left"))
            if end > start and (not blanks or start >= blanks[-1][1]):
                blanks.append((start, end, label))
        return Page(kind, pieces.ids, tuple(blanks), tuple(each for each in known if len(each) > 8))

    def draw(self, page: Page, dice: random.Random) -> Example | None:
        """One example of a page, or None where the window that was drawn has no blank."""
        start = dice.randrange(max(1, len(page.ids) - 40)) if len(page.ids) > 60 else 0
        told = dice.choice((0.0, 0.0, 0.3, 0.6))  # as when some masks have been filled before
        hinted = dice.random() < HINTED
        ids, masks, answers, stop = self._window(page, start, told, hinted, dice)
        if not masks:
            return None
        passage = self._passage(page, start, stop, answers, dice)
        return self._example(ids, masks, answers, passage)

    def _window(
        self, page: Page, start: int, told: float, hinted: bool, dice: random.Random
    ) -> "tuple[list[int], list[int], list[Ids], int]":
        ids: list[int] = []
        masks: list[int] = []
        answers: list[Ids] = []
        length = dice.randint(MOST_ASKED // 2, MOST_ASKED)
        at = start
        coming = [blank for blank in page.blanks if blank[1] > start]
        while at < len(page.ids) and len(ids) < length:
            if coming and coming[0][0] <= at:
                begin, end, label = coming.pop(0)
                if begin < at or dice.random() < told:
                    ids += page.ids[at:end].tolist()
                else:
                    ids += self.hints[label].tolist() if hinted else []
                    masks.append(len(ids))
                    answers.append(page.ids[begin:end])
                    ids.append(self.tokenizer.mask)
                at = max(at, end)
            else:
                ids.append(int(page.ids[at]))
                at += 1
        kept = [number for number, place in enumerate(masks) if place < MOST_ASKED]
        return ids[:MOST_ASKED], [masks[i] for i in kept], [answers[i] for i in kept], at

    def _passage(self, page: Page, start: int, stop: int, answers: "list[Ids]", dice: random.Random) -> "Ids":
        kinds = list(SHARES)
        kind = dice.choices(kinds, [SHARES[each] for each in kinds])[0]
        if kind == "nothing":
            return np.zeros(0, np.int64)
        if kind == "another":
            others = page.others or (dice.choice(self.by_kind[page.kind]).ids,)
            other = dice.choice(others)
            places = _some_places(other, dice)
            return _cut(other, max(places, key=lambda at: np.isin(page.ids[start:stop], _cut(other, at)).sum()))
        if kind == "known" and page.known:
            tries = [(source, at) for source in page.known for at in _some_places(source, dice)]
            best = max(tries, key=lambda each: _n_held(_cut(*each), answers) + dice.random())
            return _cut(*(best if dice.random() < 0.8 else dice.choice(tries)))
        return _cut(page.ids, max(0, dice.randint(start - 40, max(start, stop - 60))))

    def _example(self, ids: list[int], masks: list[int], answers: "list[Ids]", passage: "Ids") -> Example:
        _, opening, closing = self.tokenizer.special
        read = [opening, *ids, closing]
        types = [0] * len(read)
        offset = len(read)
        if len(passage):
            read += [*passage.tolist(), closing]
            types += [1] * (len(passage) + 1)
        begins, ends, counts = [], [], []
        for answer in answers:
            found, size, counted = self._find(answer, passage)
            begins.append([offset + at for at in found] or [0])
            ends.append([offset + at + size - 1 for at in found] or [0])
            counts.append(counted)
        words = [np.array([BEGIN, *answer[: MOST_INSIDE - 1], END][: MOST_INSIDE + 1]) for answer in answers]
        return Example(np.array(read), np.array(types), [place + 1 for place in masks], words, begins, ends, counts)

    def _find(self, answer: "Ids", passage: "Ids") -> tuple[list[int], int, float]:
        """Where a passage holds the answer or else a part of it, how long that is, and what it counts."""
        if found := self._whole_words(answer, passage):
            return found, len(answer), 1.0
        for size in range(len(answer) - 1, 0, -1):
            for at in range(len(answer) - size + 1):
                part = answer[at : at + size]
                if all(int(i) in self.plain or int(i) < 1996 for i in part):  # ids below are signs and letters
                    continue
                if found := self._whole_words(part, passage):
                    return found, size, PARTIAL
        return [], 0, 1.0

    def _whole_words(self, part: "Ids", passage: "Ids") -> list[int]:
        """Where a passage holds these pieces as whole words: what goes on behind them is another word."""
        inside = self.continues[passage]
        if len(part) and self.continues[part[0]]:
            return []
        ends = [at + len(part) for at in find(part, passage)]
        return [end - len(part) for end in ends if end == len(passage) or not inside[end]]


def find_alike(sheets: Sequence[Sheet], n: int = N_ALIKE) -> list[list[int]]:
    """For each sheet the numbers of the texts of others that an attacker would find for it, best first."""
    documents = [Document(str(number), sheet.text) for number, sheet in enumerate(sheets)]
    finder = Documents(n_documents=n + 3).fit(documents)
    alike: list[list[int]] = []
    for sheet in sheets:
        masked = Document("", sheet.text)
        found = finder.find(rewrite(masked, [Replacement(span, MASK) for span, _ in sheet.hidden]).text)
        numbers = [int(document.id) for document in found if document.text != sheet.text]
        alike.append(numbers[:n])
    return alike


def find(part: "Ids", whole: "Ids") -> list[int]:
    """Where one row of numbers stands in another."""
    if not len(part) or len(part) > len(whole):
        return []
    places = np.flatnonzero(whole[: len(whole) - len(part) + 1] == part[0])
    return [int(at) for at in places if np.array_equal(whole[at : at + len(part)], part)]


def _n_held(passage: "Ids", answers: "Sequence[Ids]") -> int:
    return sum(bool(find(answer, passage)) for answer in answers)


def _some_places(source: "Ids", dice: random.Random) -> list[int]:
    return [dice.randrange(max(1, len(source) - 60)) for _ in range(3)]


def _cut(source: "Ids", at: int) -> "Ids":
    return source[at : at + MOST_PASSAGE]
