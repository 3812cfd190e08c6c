"""Rules for the initials with which people sign: at the end of a note, of its typist, behind "cc:"."""

import re

from unname.core.document import Role
from unname.detect.person_names import ABBREVIATIONS
from unname.detect.rules.rule import Judge, Rule
from unname.detect.tokens import is_ordinary
from unname.text.vocabulary import FIELDS, FUNCTION_WORDS, NOT_INITIALS

_DOTTED = r"(?:[^\W\d_a-z]\.[ ]?){1,3}[^\W\d_a-z]\.?|(?:[a-z]\.){2,4}"
_PLAIN = r"[^\W\d_a-z]{2,4}|[a-z]{2,4}"
_BLANKS = r"[ \t]{0,20}"
_LINE_END = rf"(?={_BLANKS}(?:\n|\Z))"
_PARAGRAPH_END = rf"(?={_BLANKS}(?:\n{_BLANKS}(?:\n|\Z)|\Z))"
_TEXT_END = rf"(?={_BLANKS}\n{{0,5}}{_BLANKS}\Z)"


def _are_initials(match: re.Match[str]) -> str:
    """Letters that make no word."""
    letters = "".join(filter(str.isalpha, match["x"])).lower()
    dotted = "." in match["x"].strip(".")
    known = letters in NOT_INITIALS or letters in FUNCTION_WORDS or letters in ABBREVIATIONS or letters in FIELDS
    return "" if known or (not dotted and is_ordinary(letters)) else "signed"


def _rule(pattern: str, judge: Judge = _are_initials, needs: tuple[str, ...] = ()) -> Rule:
    return Rule("signed", "PERSON", re.compile(pattern), Role.DIRECT, judge, needs)


RULES: tuple[Rule, ...] = (
    # "review 6/52 - ch" and "will chase bloods. mk" at the end of a paragraph
    _rule(rf"(?<=[.!?)\u2013\u2014-][ \t]){_BLANKS}(?P<x>{_DOTTED}|{_PLAIN}){_PARAGRAPH_END}"),
    # the last word of a text, on a line of its own or behind a stroke
    _rule(rf"(?:\n{_BLANKS}|/[ ]?)(?P<x>{_DOTTED}|{_PLAIN}){_TEXT_END}"),
    # a line of its own at the end of a paragraph of several
    _rule(rf"(?<=[^\n]\n){_BLANKS}[-\u2013\u2014~]{{0,2}}[ \t]{{0,2}}(?P<x>{_DOTTED}|{_PLAIN}){_PARAGRAPH_END}"),
    # GAB:lm and vkt/pj: who dictated and who typed
    _rule(rf"(?<![^\s])(?P<x>{_PLAIN})(?=[/:][a-z]{{2,3}}{_LINE_END})"),
    _rule(rf"(?<![^\s])(?:{_PLAIN})[/:](?P<x>[a-z]{{2,3}}){_LINE_END}"),
    # cc: rp; typed by kbo; initials: AN
    _rule(
        rf"\b(?i:verified|reviewed|checked|approved|counted w|witnessed|authorised|authorized)[ ](?P<x>{_PLAIN})"
        r"(?=[ ]?(?:[,;)/\n]|[ ]{2}|\Z))"
    ),
    _rule(
        rf"\b(?:cc:|(?i:typed by|dictated by|signed by|sgn\.|initials:?|initialled|entered by|checked by))[ ]"
        rf"(?P<x>{_DOTTED}|{_PLAIN})(?![\w.@-])(?![ ]\w)"
    ),
)
