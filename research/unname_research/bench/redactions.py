"""Documents with words hidden, by the plain methods that `morris2022` compares with, and what is lost by it."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from unname.core.document import Document, Profile, Span
from unname.core.redaction import Redaction, Replacement, rewrite
from unname.core.roles import Detector
from unname.measure.compression import measure_loss
from unname.people.pairs import Pair
from unname.people.profiles import profile_text
from unname.text.vocabulary import FUNCTION_WORDS
from unname.text.word_rarity import Rarity, keys_of
from unname.text.words import words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Facts = NDArray[np.bool_]

MASK = "***"

NAMES = frozenset({"PERSON", "ORG", "LOC", "DEM", "MISC"})
"""The labels that stand for the names of people, organizations, places and all else in `morris2022`."""

LOOSE = frozenset({"DEM", "MISC"})
"""Labels of which only what is written with a capital is a name."""


@dataclass(frozen=True)
class Biography:
    """A document with its words, and the profile of the person it is about."""

    document: Document = field(repr=False)
    profile: Profile = field(repr=False)

    @classmethod
    def of(cls, pair: Pair) -> "Biography":
        """The same pair, to be redacted."""
        return cls(pair.document, pair.profile)

    @cached_property
    def words(self) -> list[Span]:
        """Where the words are."""
        return words(self.document.text)

    @cached_property
    def keys(self) -> list[str]:
        """The words in lower case."""
        return keys_of(self.document.text, self.words)

    def hiding(self, hidden: "Facts", joins: bool = True, tidy: bool = False) -> Redaction:
        """The document without these words; masks side by side become one, if `tidy` over punctuation, too."""
        chosen = (self.words[number] for number in np.flatnonzero(hidden).tolist())
        return rewrite(self.document, [Replacement(span, MASK, joins=joins, tidy=tidy) for span in chosen])

    def hidden(self, redaction: Redaction) -> "Facts":
        """Which words a redaction hides."""
        found = np.zeros(len(self.words), dtype=bool)
        starts = [start for start, _ in self.words]
        for edit in redaction.edits:
            first, after = np.searchsorted(starts, [edit.old.start, edit.old.end])
            found[first:after] = True
        return found


def share_masked(biography: Biography, redaction: Redaction) -> float:
    """The share of the words of a document that a redaction hides."""
    hidden = biography.hidden(redaction)
    return float(hidden.mean()) if len(hidden) else 0.0


def lost(biographies: Sequence[Biography], redactions: Sequence[Redaction]) -> dict[str, float]:
    """The share of words that is masked, and how much smaller the documents are when compressed.

    `masked` is the mean over documents of the share of each, as in `morris2022`; `masked_pooled` is the share of all
    words of all documents. `info_loss` is over the sum of the sizes.
    """
    counts, sizes = np.zeros(2), np.zeros(2)
    for biography, redaction in zip(biographies, redactions, strict=True):
        hidden = biography.hidden(redaction)
        counts += hidden.sum(), len(hidden)
        gone = measure_loss(biography.document.text, redaction.text)
        if gone is not None:
            sizes += gone.share * gone.weight, gone.weight
    return {
        "masked": fmean(map(share_masked, biographies, redactions)),
        "masked_pooled": float(counts[0] / max(counts[1], 1.0)),
        "info_loss": float(sizes[0] / max(sizes[1], 1.0)),
    }


def nothing(biography: Biography) -> "Facts":
    """No word is hidden."""
    return np.zeros(len(biography.words), dtype=bool)


def lexical(biography: Biography) -> "Facts":
    """Every word that the profile of the person has, too.

    Where we differ: function words stay, since the rendering of a profile adds some of its own.
    """
    text = profile_text(biography.profile)
    known = set(keys_of(text, words(text))) - FUNCTION_WORDS
    return np.array([key in known for key in biography.keys], dtype=bool)


def named_entities(detector: Detector, labels: frozenset[str] = NAMES) -> "Callable[[Biography], Facts]":
    """Every word of a named entity.

    Where we differ: the recognizer is our own tagger, by its categories alone; `morris2022` has one that was trained on
    the four categories of CoNLL 2003. What says something about a person or thing is a name if it has a capital.
    """

    def hidden(biography: Biography) -> "Facts":
        found = np.zeros(len(biography.words), dtype=bool)
        starts, text = [start for start, _ in biography.words], biography.document.text
        for mention in detector.detect(biography.document):
            start, end = mention.span
            is_name = mention.label not in LOOSE or any(map(str.isupper, text[start:end]))
            if mention.label in labels and is_name:
                first = max(0, int(np.searchsorted(starts, start, side="right")) - 1)
                after = int(np.searchsorted(starts, end))
                found[[n for n in range(first, after) if biography.words[n].end > start]] = True
        return found

    return hidden


def idf(rarity: Rarity, biography: Biography) -> "NDArray[np.float64]":
    """The rarity of each word of a document."""
    return np.array([rarity.of_word(key) for key in biography.keys])


def thresholds(rarity: Rarity, biographies: Sequence[Biography], n: int = 50) -> list[float]:
    """Least rarities that are masked: one that no word has, then about one nth of the words more each, then all."""
    every = np.concatenate([idf(rarity, biography) for biography in biographies])
    steps = np.quantile(every, np.linspace(1.0, 0.0, n + 1), method="nearest") if len(every) else np.zeros(1)
    return list(dict.fromkeys([math.log(rarity.n_texts) + 1.0, *(float(step) for step in steps)]))


def rarest(rarity: Rarity) -> "Callable[[Biography, float], Facts]":
    """A method that masks the words from a rarity on."""
    return lambda biography, threshold: idf(rarity, biography) >= threshold


def table_aware(rarity: Rarity) -> "Callable[[Biography, float], Facts]":
    """A method that masks the words that the profile has, and then those from a rarity on."""
    return lambda biography, threshold: lexical(biography) | (idf(rarity, biography) >= threshold)
