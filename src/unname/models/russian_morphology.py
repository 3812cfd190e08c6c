"""The morphology of Russian words in their sentences, by the tagger of natasha (slovnet)."""

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from unname.core.errors import require


class Tag(NamedTuple):
    """What a word is in its sentence: its part of speech, case, number and gender by Universal Dependencies."""

    part: str
    case: str = ""
    number: str = ""
    gender: str = ""


@dataclass
class TaggedText:
    """A Russian text, whose sentences are tagged when somebody asks for a word of them."""

    text: str = field(repr=False)
    _tags: dict[int, Tag] = field(default_factory=dict, init=False, repr=False)
    _bounds: list[tuple[int, int]] | None = field(default=None, init=False, repr=False)
    _read: set[int] = field(default_factory=set, init=False, repr=False)

    def tag_at(self, start: int, end: int) -> Tag | None:
        """The tag of the word that begins here, or of the first one inside."""
        if self._bounds is None:
            self._bounds = [(part.start, part.stop) for part in require("razdel", "ru").sentenize(self.text)]
        number = bisect_right(self._bounds, start, key=lambda bounds: bounds[0]) - 1
        if number >= 0 and number not in self._read:
            self._read.add(number)
            self._tag(*self._bounds[number])
        at = next((place for place in range(start, end) if place in self._tags), None)
        return None if at is None else self._tags[at]

    def _tag(self, first: int, last: int) -> None:
        tokens = list(require("razdel", "ru").tokenize(self.text[first:last]))
        for token, tagged in zip(tokens, tag_words([token.text for token in tokens]), strict=True):
            self._tags[first + token.start] = tagged


def tag_words(words: list[str]) -> list[Tag]:
    """The tags of the words of a sentence."""
    if not words:
        return []
    tokens = next(iter(_tagger().map([words]))).tokens
    return [_read(token) for token in tokens]


def _read(token: Any) -> Tag:
    feats = token.feats or {}
    return Tag(token.pos, feats.get("Case", ""), feats.get("Number", ""), feats.get("Gender", ""))


@cache
def _tagger() -> Any:
    natasha = require("natasha", "ru")
    return natasha.NewsMorphTagger(natasha.NewsEmbedding())
