"""Which words of a document a linkage model gets to see in training."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from unname.core.document import Profile, Span
from unname.core.errors import ConfigError, InputError
from unname.core.fold import fold
from unname.people.forms import MONTHS
from unname.people.pairs import Pair
from unname.people.profiles import profile_text
from unname.text.words import BARE_WORD, WORD, visible_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Visible = NDArray[np.bool_]

DROPOUTS = ("uniform", "idf", "none")
"""Ways to choose the words to hide."""

_GAP = re.compile(r"[\W_]*")


@dataclass(frozen=True)
class Masking:
    """How words are hidden: `morris2022` 5, with a number of masks that is uniform in 0..N for N words.

    `dropout` says which ones: `uniform`, rare words first (`idf`), or none at all. Where we differ: a share of the
    examples loses all words of the profile first (`lexical`; half of them also the words that have a part in it) or
    all words with a capital letter but months (`capitals`), and then up to `more` of all words; what is left is what a
    model has to go by after the usual redactions.
    """

    dropout: str = "uniform"
    lexical: float = 0.25
    capitals: float = 0.15
    more: float = 0.3

    def __post_init__(self) -> None:
        if self.dropout not in DROPOUTS:
            raise ConfigError(f"unknown word dropout {self.dropout!r}; known are {', '.join(DROPOUTS)}")


@dataclass(frozen=True)
class Examples:
    """Documents with their profiles, and what is known of each word: asked for by the number of the document."""

    texts: Sequence[str] = field(repr=False)
    profiles: Sequence[Profile] = field(repr=False)

    @classmethod
    def of(cls, pairs: Sequence[Pair]) -> "Examples":
        """The documents and profiles of pairs; a document without words or a profile without facts is an error."""
        for pair in pairs:
            if not visible_words(pair.document.text):
                raise InputError(f"document {pair.document.id!r} has no words to learn from")
            if not profile_text(pair.profile).strip():
                raise InputError(f"profile {pair.profile.id!r} says nothing: it has neither fields nor a text")
        return cls([pair.document.text for pair in pairs], [pair.profile for pair in pairs])

    def __len__(self) -> int:
        return len(self.texts)

    @cached_property
    def spans(self) -> Sequence[Sequence[Span]]:
        """The words of every document."""
        return [list(chain.from_iterable(visible_words(text))) for text in self.texts]

    @cached_property
    def in_profile(self) -> "Sequence[Visible]":
        """For every word, whether the profile has it, whole or a part of it."""
        found = []
        for text, spans, profile in zip(self.texts, self.spans, self.profiles, strict=True):
            known = set(BARE_WORD.findall(fold(profile_text(profile))))
            found.append(np.array([not known.isdisjoint(BARE_WORD.findall(fold(text[a:b]))) for a, b in spans], bool))
        return found

    @cached_property
    def whole_in_profile(self) -> "Sequence[Visible]":
        """For every word, whether the profile has it as a word."""
        found = []
        for text, spans, profile in zip(self.texts, self.spans, self.profiles, strict=True):
            known = set(WORD.findall(fold(profile_text(profile))))
            found.append(np.array([fold(text[a:b]) in known for a, b in spans], bool))
        return found

    @cached_property
    def capitals(self) -> "Sequence[Visible]":
        """For every word, whether it has a capital letter and is no month: what finders of names take."""
        return [
            np.array([any(map(_is_name, BARE_WORD.findall(text[a:b]))) for a, b in spans], bool)
            for text, spans in zip(self.texts, self.spans, strict=True)
        ]

    @cached_property
    def rarity(self) -> "Sequence[NDArray[np.float64]]":
        """The inverse document frequency of every word."""
        written = [[fold(text[a:b]) for a, b in spans] for text, spans in zip(self.texts, self.spans, strict=True)]
        numbers = {word: number for number, word in enumerate(sorted(set(chain.from_iterable(written))))}
        coded = [np.array([numbers[word] for word in words], np.int64) for words in written]
        counts = np.bincount(np.concatenate([np.unique(codes) for codes in coded]), minlength=len(numbers))
        rarity = np.log((1 + len(written)) / counts)
        return [rarity[codes] for codes in coded]

    def visible(self, number: int, masking: Masking, dice: np.random.Generator) -> "Visible":
        """Which words of a document are seen this time."""
        n_words = len(self.spans[number])
        visible = np.ones(n_words, bool)
        if masking.dropout == "none" or not n_words:
            return visible
        fate = dice.random()
        most = n_words
        if fate < masking.lexical + masking.capitals:
            hidden = (
                self.capitals
                if fate >= masking.lexical
                else self.in_profile
                if fate < masking.lexical / 2
                else self.whole_in_profile
            )
            visible[hidden[number]] = False
            most = int(masking.more * n_words)
        n_masked = int(dice.integers(0, most + 1))
        visible[self._drawn(number, masking, dice)[:n_masked]] = False
        return visible

    def _drawn(self, number: int, masking: Masking, dice: np.random.Generator) -> "NDArray[np.int64]":
        """The words in the order in which they would be hidden."""
        n_words = len(self.spans[number])
        if masking.dropout == "uniform":
            return dice.permutation(n_words)
        # The largest of weighted Gumbel draws are a sample without replacement.
        return np.argsort(-(np.log(self.rarity[number]) + dice.gumbel(size=n_words)))


def _is_name(token: str) -> bool:
    return token not in MONTHS and any(map(str.isupper, token))


def hidden_text(text: str, spans: Sequence[Span], visible: "Visible", mask: str = "[MASK]") -> str:
    """The text with a mask in place of words; masks with nothing but signs between them are one.

    >>> hidden_text("born in Zenda, Tenn.", [Span(0, 4), Span(5, 7), Span(8, 13), Span(15, 19)], np.array([1, 0, 0, 1]))
    'born [MASK], Tenn.'
    """
    pieces: list[str] = []
    end = 0
    hidden = [span for span, seen in zip(spans, visible, strict=True) if not seen]
    for start, stop in hidden:
        between = text[end:start]
        if not (pieces and _GAP.fullmatch(between)):
            pieces += [between, mask]
        end = stop
    return "".join([*pieces, text[end:]])
