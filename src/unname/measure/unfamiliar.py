"""What in a text was not made for those who looked at it: other languages and scripts, markup, encoded content.

Detectors know English prose. Whether they understood a text cannot be measured without somebody who reads it; that a
text is of another kind can be told by simple signs, and is told rather too often than too seldom.
"""

import re
from collections.abc import Sequence

from unname.core.fold import fold
from unname.measure.leaks.ordinary_words import ordinary_words
from unname.text.scripts import script_of

LANGUAGE, PASSAGE, SCRIPT, MARKUP, ENCODED = "language", "passage", "script", "markup", "encoded"
KINDS = (LANGUAGE, PASSAGE, SCRIPT, MARKUP, ENCODED)
"""What a text may be or hold: another language, a passage in one, another script, tags, and runs of signs that are no
words."""

LEAST_ENGLISH = 0.4
"""The share of ordinary English words below which a passage seems to be in another language.

Of English sentences of 8 words and more, 1 in 200 is below (court cases, comments, descriptions), of Spanish, German,
Portuguese and Danish ones 19 in 20.
"""

FEWEST_WORDS, FEWEST_OF_PASSAGE = 4, 8
"""Words of a whole text and of one sentence or line of it below which its language cannot be told."""

_WHOLE_WORDS = frozenset({"cjk", "hangul", "hiragana", "katakana"})
"""Scripts of which one sign is a word or a syllable."""

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_PASSAGE = re.compile(r"\n+|(?<=[.!?])\s+")
_TAG = re.compile(r"</?[A-Za-z][\w:.-]*(?:\s[^<>]{0,2000})?/?>|&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[a-z]{2,8});")
_CODED = re.compile(r"[A-Za-z0-9+/]{64,}|(?:%[0-9A-Fa-f]{2}){8,}|\b(?:[0-9A-Fa-f]{2}[ :]){16,}")


def find_unfamiliar(parts: Sequence[str]) -> frozenset[str]:
    """Which of KINDS a text in parts holds.

    >>> sorted(find_unfamiliar(["The nurse, <b>whom</b> we met, signed the form as \u041e\u043b\u044c\u0433\u0430."]))
    ['markup', 'script']
    """
    text = " ".join(parts)
    prose = _CODED.sub(" ", _TAG.sub(" ", text))
    words = _WORD.findall(prose)
    passages = (_WORD.findall(passage) for passage in _PASSAGE.split(prose))
    signs = {
        LANGUAGE: lambda: _is_foreign(words, FEWEST_WORDS) or _is_mostly_other(prose),
        PASSAGE: lambda: any(_is_foreign(passage, FEWEST_OF_PASSAGE) for passage in passages),
        SCRIPT: lambda: any(map(_is_other, words)),
        MARKUP: lambda: bool(_TAG.search(text)),
        ENCODED: lambda: bool(_CODED.search(text)),
    }
    found = {kind for kind, is_there in signs.items() if is_there()}
    return frozenset(found - {PASSAGE} if LANGUAGE in found else found)


def _is_foreign(words: Sequence[str], fewest: int) -> bool:
    """Whether words that follow each other seem to be no English."""
    if len(words) < fewest:
        return False
    known = ordinary_words()
    return sum(fold(word).removesuffix("'s") in known for word in words) < LEAST_ENGLISH * len(words)


def _is_other(word: str) -> bool:
    """Whether a word is in another script; a single Greek letter is a sign more often than a word."""
    scripts = [script for letter in word if (script := script_of(letter)) not in ("", "latin")]
    return len(scripts) > 1 or bool(_WHOLE_WORDS.intersection(scripts))


def _is_mostly_other(text: str) -> bool:
    """Whether most letters are of another script, which may have no blanks between its words."""
    scripts = [] if text.isascii() else [script for letter in text if (script := script_of(letter))]
    return len(scripts) >= FEWEST_WORDS and sum(script != "latin" for script in scripts) * 2 > len(scripts)
