"""What belongs to a finding though nobody found it: the letters before a number, the word before a house number.

An identifier that is hidden in part is not hidden; what a detector leaves of one is mostly its first or last word.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from unname.core.document import Mention, Role, Span
from unname.text.vocabulary import FIELDS, FUNCTION_WORDS, TITLES, WORD_NAMES

_REACH = 24
"""How many characters beside a finding are looked at."""

_LETTERS_BEFORE = re.compile(r"(?<![\w.-])(?:[A-Z]{1,2}[ -]){1,2}$|(?<![\w.])[A-Za-z]{1,5}[-_](?:[A-Z]{1,3}-)?$")
_LETTERS_AFTER = re.compile(r"[ -][A-Z]{1,2}(?:[ ]\d{1,2})?(?![\w'])")
_HOUSE_BEFORE = re.compile(
    r"(?i)(?<!\w)(?:lot|stand|office|house|flat|unit|plot|room|suite|apt|block|shop|villa|sector|stall|no\.?)"
    r"(?:[ ]no)?\.?[ ]$"
)
_SHORT_BEFORE = re.compile(r"(?<![\w.])(?:[A-Z][a-z]{0,2}|[a-z])\.[ ]$")
_NAME_BEFORE = re.compile(r"(?<![\w.])[A-Z][a-z]+[ ]$")
_WORD_BETWEEN = re.compile(r",?[ ](?P<word>[^\W\d_]{2,6})\.?[ ]")
_WORD = re.compile(r"[^\W\d_]+")
_NO_PART = (
    FIELDS
    | FUNCTION_WORDS
    | TITLES
    | frozenset(
        "id nr ref tel mob ph am pm iv im po sc mg ml kg cm mm km bp hr rr us uk eu ok ii iii vi md rn np".split()
    )
)
_LINKS = (FUNCTION_WORDS - {"by", "no"}) | frozenset(("via", "then"))


def widened(text: str, hidden: Sequence[Mention]) -> list[Mention]:
    """The mentions, in order and apart from each other, with what belongs to them."""
    result: list[Mention] = []
    for number, mention in enumerate(hidden):
        floor = result[-1].span.end if result else 0
        ceiling = hidden[number + 1].span.start if number + 1 < len(hidden) else len(text)
        look = _LOOKS.get(mention.label)
        span = look(text, mention.span, floor, ceiling) if look else mention.span
        wide = mention if span == mention.span else replace(mention, span=span)
        if result and _is_one_address(text, result[-1], wide):
            result[-1] = _joined(result[-1], wide)
        else:
            result.append(wide)
    return result


def _code(text: str, span: Span, floor: int, ceiling: int) -> Span:
    start, end = span
    if text[start].isdigit():
        start = _begin(_LETTERS_BEFORE, text, start, floor, _NO_PART)
    if text[end - 1].isdigit() and (match := _LETTERS_AFTER.match(text, end, ceiling)) and _is_no_word(match[0]):
        end = match.end()
    return Span(start, end)


def _place(text: str, span: Span, floor: int, ceiling: int) -> Span:
    begins = any(map(str.isdigit, text[span.start : min(span.end, span.start + 8)]))
    return Span(_begin(_HOUSE_BEFORE, text, span.start, floor) if begins else span.start, span.end)


def _person(text: str, span: Span, floor: int, ceiling: int) -> Span:
    start = _begin(_SHORT_BEFORE, text, span.start, floor, TITLES)
    match = _NAME_BEFORE.search(text, max(floor, start - _REACH), start)
    if match and match[0].strip().lower() in WORD_NAMES - {"will", "may"}:
        start = match.start()
    return Span(start, span.end)


_LOOKS: Mapping[str, Callable[[str, Span, int, int], Span]] = {"CODE": _code, "LOC": _place, "PERSON": _person}


def _begin(pattern: re.Pattern[str], text: str, start: int, floor: int, not_these: frozenset[str] = frozenset()) -> int:
    match = pattern.search(text, max(floor, start - _REACH), start)
    return match.start() if match and not any(word in not_these for word in _words(match[0])) else start


def _words(text: str) -> Iterator[str]:
    return (match[0].lower() for match in _WORD.finditer(text))


def _is_no_word(text: str) -> bool:
    return not any(word in _NO_PART for word in _words(text))


def _is_one_address(text: str, one: Mention, other: Mention) -> bool:
    """Whether two places are parts of one: a single word stands between them, and one of them has a number."""
    if one.label != "LOC" or other.label != "LOC" or not 4 <= other.span.start - one.span.end <= 10:
        return False
    match = _WORD_BETWEEN.fullmatch(text, one.span.end, other.span.start)
    numbered = any(map(str.isdigit, text[one.span.start : one.span.end] + text[other.span.start : other.span.end]))
    return bool(match and numbered and match["word"].lower() not in _LINKS)


def _joined(one: Mention, other: Mention) -> Mention:
    role = Role.DIRECT if Role.DIRECT in (one.role, other.role) else one.role
    return replace(
        one,
        span=Span(one.span.start, other.span.end),
        role=role,
        confidence=max(one.confidence, other.confidence),
        source="+".join(dict.fromkeys(f"{one.source}+{other.source}".split("+"))),
        origin=one.origin | other.origin,
        kinds=one.kinds | other.kinds,
    )
