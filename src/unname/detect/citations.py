"""Citations of published case law: names, numbers and dates that seldom say anything about the person at hand."""

import re
from collections.abc import Iterator

from unname.core.document import Span

_WORD = r"[A-Z][\w.'\u2019\u2011-]{0,30}"
_PARTY = rf"(?:{_WORD}(?:,?\x20(?:{_WORD}|and|of|the|for|ex|parte|upon|de|van|der|von)){{0,9}})"
_DATE = r"\d{1,2}\x20[A-Z][a-z]{2,8}\x20\d{4}"
_UNIT = "|".join(
    (
        r"\[GC\]",
        r"\(?dec\.\)?",
        r"[\[(](?:19|20)\d\d[\])](?:\x20\d{1,3})?(?:\x20[A-Z][A-Za-z.()]{0,8}){1,4}\x20\d{1,5}",
        r"nos?\.\x20?[\d/]{1,12}(?:(?:,|,?\x20and|\x20to)\x20\d{1,6}/[\d/]{1,8}){0,9}",
        r"\u00a7{1,2}\x20?\d[\d\u2011-]{0,8}(?:\x20and\x20\d{1,4})?",
        _DATE,
        r"(?:judgments?|decisions?)(?:\x20of)?(?:\x20(?:19|20)\d\d)?",
        r"Series\x20[AB](?:\x20nos?\.\x20\d{1,4}(?:[\u2011-][A-Z])?)?",
        r"Reports(?:\x20of\x20Judgments\x20and\x20Decisions)?",
        r"ECHR\x20(?:19|20)\d\d(?:[\u2011\u2013-][IVX]{1,5})?",
        r"(?:19|20)\d\d[\u2011\u2013-][IVX]{1,5}",
        r"pp?\.\x20\d[\d\u2011\u2013-]{0,9}",
        rf"ex\x20parte\x20{_WORD}(?:\x20{_WORD}){{0,3}}",
        r"unreported|ECHR|cited\x20above",
    )
)
_CITATION = re.compile(rf"\b{_PARTY}\x20v\.?\x20(?:the\x20)?{_PARTY}(?:[\s,;()]{{1,3}}(?:{_UNIT})){{1,14}}")


def citations(text: str) -> Iterator[Span]:
    """Where a case is cited by its parties and a report, number or date.

    >>> text = "As in Doe v. Ruritania [GC], no. 12345/99, 3 May 2001, the court held"
    >>> [text[start:end] for start, end in citations(text)]
    ['Doe v. Ruritania [GC], no. 12345/99, 3 May 2001']
    """
    at = 0
    while (versus := text.find(" v", at)) >= 0:
        at = versus + 2
        # A case name is only looked for around its "v.", so that capitalized prose costs nothing.
        if text.startswith((" v. ", " v "), versus):
            begin = _case_start(text, versus)
            found = _CITATION.match(text, begin) if begin is not None else None
            if found:
                at = max(at, found.end())
                yield Span(found.start(), found.end())


_BEFORE = re.compile(rf"{_PARTY}$")


def _case_start(text: str, versus: int) -> int | None:
    low = max(0, versus - 120)
    found = _BEFORE.search(text[low:versus])
    return low + found.start() if found else None
