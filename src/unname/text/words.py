"""What counts as a word of a text, wherever words are masked, counted or looked up."""

import re

from unname.core.document import Span
from unname.core.fold import fold
from unname.text.masks import MASK, has_masks

WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
"""Letters and digits, joined by apostrophes and hyphens."""

UNHYPHENATED = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
"""Letters and digits, joined by apostrophes alone."""

BARE_WORD = re.compile(r"[^\W_]+")
"""Letters and digits, joined by nothing."""

TOKEN = re.compile(r"\w+")
"""Letters, digits and underscores."""

NAME_WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
"""Letters, joined by apostrophes and hyphens."""

LETTERS = re.compile(r"[^\W\d_]+")
"""Letters, joined by nothing."""

ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
"""An article in front."""

POSSESSIVE = re.compile(r"['\u2019]s?$")
"""A possessive ending, or an apostrophe that may be one."""

_IN_TWO = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "å": "aa", "œ": "oe", "þ": "th",
     "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Æ": "Ae", "Ø": "Oe", "Å": "Aa", "Œ": "Oe", "Þ": "Th"}
)  # fmt: skip


def words(text: str) -> list[Span]:
    """The place of every word of a text.

    >>> words("born 1833-1837, Tenn.")
    [Span(start=0, end=4), Span(start=5, end=14), Span(start=16, end=20)]
    """
    return [Span(*found.span()) for found in WORD.finditer(text)]


def bare_words(text: str) -> list[Span]:
    """The place of every word of a text, in parts where hyphens or apostrophes join it.

    >>> bare_words("Swiss-born")
    [Span(start=0, end=5), Span(start=6, end=10)]
    """
    return [Span(*found.span()) for found in BARE_WORD.finditer(text)]


def visible_words(text: str) -> list[list[Span]]:
    """The places of the words between masks, one list for each stretch that has any.

    >>> visible_words("a judge of [LOC] [LOC], Tenn.")
    [[Span(start=0, end=1), Span(start=2, end=7), Span(start=8, end=10)], [Span(start=24, end=28)]]
    """
    if not has_masks(text):
        found = words(text)
        return [found] if found else []
    stretches = []
    start = 0
    for mask in MASK.finditer(text):
        stretches.append([Span(*found.span()) for found in WORD.finditer(text, start, mask.start())])
        start = mask.end()
    stretches.append([Span(*found.span()) for found in WORD.finditer(text, start)])
    return [stretch for stretch in stretches if stretch]


def words_of(text: str) -> list[str]:
    """The words of a text as they are searched for: no case, no accents, no punctuation.

    >>> words_of("No. 27961/02, Łódź")
    ['no', '27961', '02', 'lodz']
    """
    return TOKEN.findall(fold(text))


def spellings(text: str) -> set[str]:
    """The text, and, where it has letters that some write as two, that.

    >>> sorted(spellings("Müller"))
    ['Mueller', 'Müller']
    """
    return {text, text.translate(_IN_TWO)}
