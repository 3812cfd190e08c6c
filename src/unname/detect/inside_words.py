"""What stands inside words and is no part of them: markup, character references, blanks between spaced letters."""

import re
from collections.abc import Iterator
from html import unescape

from unname.core.document import Span

_LETTER = r"[^\W\d_]"
_MARKUP = re.compile(
    rf"(?<=\w)(?:</?[A-Za-z][^<>\n]{{0,100}}>){{1,8}}(?=\w)|(?<={_LETTER})(?:\*{{1,3}}|~~|`)(?={_LETTER})"
)
_PARTS = re.compile(r"(?i)</?(?:br|hr|p|div|t[drh]|li|[ou]l|dl|d[td]|h[1-6]|table|tbody|thead|option|section)\b")
"""Tags between which words stand apart: cells, lines, paragraphs."""
_REFERENCE = re.compile(r"&(?:#\d{2,7}|#[xX][0-9A-Fa-f]{2,6}|[A-Za-z]{2,20}\d{0,2});")
_NOT_DRAWN = frozenset("\u00ad\u200b\u200c\u200d\u2060")
_BLANK = "[ \u00a0\u2000-\u200a\u202f\u205f\u3000]"
# No letter of the run goes on as a word, so that a run is read once, however long it is.
_ALONE = r"[^\W\d_](?![^\W_]|['\u2019])"
_SMALL = r"[a-z\u00df-\u00ff](?![^\W_]|['\u2019])"
_SPACED = re.compile(
    rf"(?<![^\W_])(?<!['\u2019&])(?:{_ALONE}(?:{_BLANK}{_ALONE}){{3,}}+"
    rf"|[A-Z\u00c0-\u00de](?:{_BLANK}{_SMALL}){{2}}"
    rf"|{_ALONE}(?P<sign>[-_*\u00b7\u2022]){_ALONE}(?:(?P=sign){_ALONE}){{2,}}+"
    rf"|{_ALONE}(?:\.{_SMALL}){{3,}}+)"
)
_TWO = re.compile(rf"(?P<before>{_LETTER})(?P<gap>[^\w]|_)(?={_LETTER})")


def taken_out(text: str) -> Iterator[tuple[Span, str]]:
    """Each such piece with what is left of it, in order and apart from each other.

    >>> [(text, new) for span, new in taken_out("Whit<b>combe") for text in ["Whit<b>combe"[slice(*span)]]]
    [('<b>', '')]
    """
    found = []
    if "<" in text or "*" in text or "~" in text or "`" in text:
        found += [(Span(*match.span()), "\n" * bool(_PARTS.search(match[0]))) for match in _MARKUP.finditer(text)]
    if "&" in text:
        found += _referenced(text)
    found += _spaced(text)
    end = 0
    for span, new in sorted(found):
        if span.start >= end:
            end = span.end
            yield span, new


def _referenced(text: str) -> Iterator[tuple[Span, str]]:
    """Character references that stand for a letter, a digit, a blank or nothing that is drawn."""
    for match in _REFERENCE.finditer(text):
        said = unescape(match[0])
        if said in _NOT_DRAWN:
            yield Span(*match.span()), ""
        elif len(said) == 1 and (said.isalnum() or said.isspace() or said in "'\u2019-"):
            yield Span(*match.span()), " " if said.isspace() else said


def _spaced(text: str) -> Iterator[tuple[Span, str]]:
    """The gaps between letters that are spaced out; a capital behind a small letter begins a word."""
    for match in _SPACED.finditer(text):
        for gap in _TWO.finditer(text, match.start(), match.end()):
            begins = gap["before"].islower() and text[gap.end()].isupper()
            yield Span(*gap.span("gap")), " " if begins else ""
