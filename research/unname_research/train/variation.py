"""The same documents about other people: names, numbers and places of marked strings are drawn anew.

A few hundred documents hold too few names to learn what names are; each is read several times, with others in it.
"""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property

from unname.core.document import Span
from unname.text.word_lists import read_list
from unname_research.train.targets import Labeled

SHARE = 0.7
"""How much of what could be drawn anew is: some of what people wrote stays."""

_WORD = re.compile(r"[^\W\d_]{2,}")
_LETTER_OR_DIGIT = re.compile(r"[A-Za-z0-9]")
_DOTTED = re.compile(r"[@./]")


class Variation:
    """Draws names, numbers and places for documents; what stands twice in one is drawn once."""

    def __init__(self, seed: int):
        self.dice = random.Random(seed)

    @cached_property
    def names(self) -> Sequence[str]:
        """Given and family names of many countries."""
        return read_list("first_name") + read_list("family_name")

    @cached_property
    def towns(self) -> Sequence[str]:
        """Towns of the world, in one word."""
        return [town for town in read_list("town") + read_list("city") if town.isalpha()]

    def __call__(self, labeled: Labeled) -> Labeled:
        """The document with other people in it, and its marks where they are now."""
        document = labeled.annotators[0]
        marked = {mention.span: mention for mention in document.mentions}
        drawn: dict[tuple[str, str], str] = {}
        parts, place, length, at = [], {}, 0, 0
        for span in sorted({*marked, *labeled.stressed}):
            before, old = document.text[at : span.start], document.text[span.start : span.end]
            new = self._draw(marked[span].label, old, drawn) if span in marked else old
            parts += [before, new]
            place[span] = Span(length + len(before), length + len(before) + len(new))
            length, at = place[span].end, span.end
        text = "".join([*parts, document.text[at:]])
        moved = tuple(replace(mention, span=place[mention.span]) for mention in document.mentions)
        return replace(
            labeled,
            annotators=(replace(document, text=text, mentions=moved),),
            stressed=tuple(place[span] for span in labeled.stressed),
        )

    def _draw(self, label: str, old: str, drawn: dict[tuple[str, str], str]) -> str:
        key = (label, old)
        if key not in drawn:
            drawn[key] = self._change(label, old, drawn) if self.dice.random() < SHARE else old
        return drawn[key]

    def _change(self, label: str, old: str, drawn: dict[tuple[str, str], str]) -> str:
        if label == "PERSON":
            return self._replace_words(old, self.names, drawn)
        if label == "CODE":
            return old if _DOTTED.search(old) else _LETTER_OR_DIGIT.sub(self._like, old)
        if label == "LOC" and old.isalpha() and old.istitle():
            return self._replace_words(old, self.towns, drawn)
        return old

    def _replace_words(self, old: str, pool: Sequence[str], drawn: dict[tuple[str, str], str]) -> str:
        def change(match: re.Match[str]) -> str:
            word = match[0]
            key = ("word", word.casefold())
            if key not in drawn:
                drawn[key] = self.dice.choice(pool)
            return _cased(word)(drawn[key])

        return _WORD.sub(change, old)

    def _like(self, match: re.Match[str]) -> str:
        character = match[0]
        if character.isdigit():
            return self.dice.choice("0123456789")
        return self.dice.choice("ABCDEFGHJKLMNPRSTUVWXYZ" if character.isupper() else "abcdefghjklmnprstuvwxyz")


def _cased(word: str) -> Callable[[str], str]:
    return str.upper if word.isupper() else str.lower if word.islower() else str
