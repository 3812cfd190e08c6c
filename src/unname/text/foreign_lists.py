"""The word lists of German, French and Spanish: names, jobs, countries, and stems of ordinary words."""

from functools import lru_cache

from unname.core.fold import fold
from unname.text.word_lists import read_list

STEMMERS = {"de": "german", "fr": "french", "es": "spanish"}
"""The languages that have lists of their own, and what the library calls their stemmers."""

KINDS = ("first", "family", "job", "country")
"""The lists of words as they are written; ordinary words are listed by their stems."""


@lru_cache(maxsize=16)
def read_foreign(language: str, kind: str) -> frozenset[str]:
    """One list of a language, folded to plain lower-case letters.

    >>> "jurgen" in read_foreign("de", "first")
    True
    """
    return frozenset(read_list(f"{language}_{kind}"))


def is_ordinary(word: str, language: str) -> bool:
    """Whether a word is one of the language that names nothing in particular.

    >>> is_ordinary("Rechnungen", "de"), is_ordinary("Jürgen", "de")
    (True, False)
    """
    return stem_of(word, language) in read_foreign(language, "ordinary")


@lru_cache(maxsize=50_000)
def stem_of(word: str, language: str) -> str:
    """What a word has in common with its other forms, folded."""
    return fold(_stemmer(language).stemWord(word.lower()))


@lru_cache(maxsize=3)
def _stemmer(language: str):  # type: ignore[no-untyped-def]
    from snowballstemmer import stemmer

    return stemmer(STEMMERS[language])
