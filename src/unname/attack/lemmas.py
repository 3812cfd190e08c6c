"""What a text is about, without grammar: lemmas of the words that mean something.

As `tria2023` 3.3.3: stop words dropped, the other words replaced by their lemmas, special characters deleted.
Where we differ: letters and digits of every script are kept, where the released code deletes all but Latin
and Cyrillic ones; and words can be stemmed by a few rules where no model of the language is installed. These rules and
their stop words are not those of `text/ngrams.py` (snowball): a classifier trained on them would no longer fit.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from unname.core.errors import ConfigError, require
from unname.models.packaged import packaged_spacy
from unname.text.vocabulary import GRAMMAR_WORDS
from unname.text.words import UNHYPHENATED

LEMMAS = ("spacy", "rules")
"""The ways to find the lemma of a word."""

PIECE = 50_000
"""Characters that are analyzed at once; cuts fall on blanks."""

_WORD = re.compile(rf"{UNHYPHENATED.pattern}|[./]")
_FOREIGN = re.compile(r"[^\w ./\n]|_")
_SHORTENED = re.compile(r"['’](?:s|re|ve|ll|d|m)$", re.IGNORECASE)


class Word(NamedTuple):
    """A word as it stands in the text, and as it stands in the curated text."""

    surface: str
    lemma: str


def curate_words(texts: Sequence[str], lemmas: str = "spacy") -> list[list[Word]]:
    """The words that are left of each text, in order; full stops and slashes stay, since they end sentences."""
    if lemmas not in LEMMAS:
        raise ConfigError(f"unknown lemmas {lemmas!r}; known are {', '.join(LEMMAS)}")
    pieces = [(number, piece) for number, text in enumerate(texts) for piece in _pieces(text)]
    read = _by_spacy if lemmas == "spacy" else _by_rules
    result: list[list[Word]] = [[] for _ in texts]
    for (number, _), words in zip(pieces, read([piece for _, piece in pieces]), strict=True):
        result[number] += words
    return result


def join_words(words: Sequence[Word]) -> tuple[str, list[int]]:
    """The curated text, and where in it each word begins: blanks between words, none before a full stop.

    >>> join_words([Word("actors", "actor"), Word(".", "."), Word("Paris", "Paris")])
    ('actor. Paris', [0, 5, 7])
    """
    parts, starts, length = [], [], 0
    for word in words:
        part = word.lemma if not length or word.lemma.startswith(".") else " " + word.lemma
        length += len(part)
        parts.append(part)
        starts.append(length - len(word.lemma))
    return "".join(parts), starts


def curate(texts: Sequence[str], lemmas: str = "spacy") -> list[str]:
    """Each text reduced to the lemmas of its meaningful words.

    >>> curate(["She was walking to the theaters, and #sang."], lemmas="rules")
    ['She walk theater sang.']
    """
    return [join_words(words)[0] for words in curate_words(texts, lemmas)]


def _pieces(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        end = start + PIECE
        if end < len(text):
            blank = max(text.rfind(" ", start, end), text.rfind("\n", start, end))
            end = blank if blank > start else end
        yield text[start:end]
        start = end


def _by_rules(texts: Sequence[str]) -> Iterator[list[Word]]:
    for text in texts:
        # Case-sensitive, as released: a capital may mark a name such as Will.
        yield [Word(found, _stem(found)) for found in _WORD.findall(text) if found not in GRAMMAR_WORDS]


@lru_cache(maxsize=100_000)
def _stem(word: str) -> str:
    """The word without the endings of number, possession and tense; rough, but the same for every text."""
    word = _SHORTENED.sub("", word).replace("'", "").replace("’", "")
    if len(word) < 4 or not word.islower():
        return word
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("s", "")):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= 3 and not stem.endswith(("s", "u")):
            return stem + instead
    return word


def _by_spacy(texts: Sequence[str]) -> Iterator[list[Word]]:
    stop_words = require("spacy.lang.en.stop_words", "spacy").STOP_WORDS
    for parsed in _language().pipe(texts, batch_size=32):
        words = (Word(token.text, _FOREIGN.sub("", token.lemma_).strip()) for token in parsed)
        yield [word for word in words if word.lemma and word.surface not in stop_words]


@lru_cache(maxsize=1)
def _language() -> Any:
    spacy = require("spacy", "spacy")
    return spacy.load(packaged_spacy(), exclude=["ner", "parser", "senter"])
