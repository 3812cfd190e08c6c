"""Rules for names in another writing: other scripts than Latin, pronunciations, the name in another language."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from unname.core.document import Role
from unname.detect.rules.rule import Anchors, Finder, Found, Judge, Rule
from unname.detect.tokens import CASED, is_ordinary, lists
from unname.text.scripts import is_unspaced, script_of

# Letters and marks of scripts other than Latin, without the phonetic, letterlike and mathematical blocks.
FOREIGN = (
    "\u0370-\u1cff\u1f00-\u1fff\u2c00-\u2c5f\u2c80-\u2dff\u3005-\u3007\u3031-\u303c\u3040-\ua71f\ua840-\uab2f"
    "\uab70-\ud7ff\uf900-\ufaff\ufb13-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\uff66-\uffdc\U00010000-\U0001cfff\U0001e000-\U0001e9ff"
    "\U00020000-\U0003ffff"
)
_WORD = rf"[{FOREIGN}][{FOREIGN}\u0300-\u036f]*+"
_RUN = re.compile(rf"{_WORD}(?:[ .'\u2019\u00b7-]{{1,2}}{_WORD})*+")
_WORDS = re.compile(_WORD)
_FEWEST = {"greek": 3, "cjk": 1, "hangul": 1}
"""The fewest letters of a word that may be a name where not two: single letters are used as signs, or are syllables."""
_WIDEST = 40
_LONG_TEXT = 100
"""More letters than this, and more than Latin ones, are a text in another language, and no name in this one."""

_SOUNDS = "\u0250-\u02af\u02c8\u02cc\u02d0\u02d1"
_PHONETIC = re.compile(rf"[{_SOUNDS}]+")
_BOUNDS = re.compile(r"[\[\]/()\u27e8\u27e9:;,\n]")
_LAST_BOUND = re.compile(r"(?s).*[\[\]/()\u27e8\u27e9:;,\n]")
_LAST_SPACE = re.compile(r"(?s).*\s")
_OPENS, _CLOSES = frozenset("[/(\u27e8:"), frozenset("]/)\u27e9")
_NEAR = 120
_SPACE = re.compile(r"\s")

_SYLLABLES = r"(?:[A-Z]{2,10}|[a-z]{1,10})(?:-(?:[A-Z]{2,10}|[a-z]{1,10})){1,6}+"
_RESPELLED = rf"(?:[A-Z]{{2,10}}[ ])?{_SYLLABLES}(?:[ ](?:{_SYLLABLES}|[A-Z]{{2,10}})){{0,4}}(?![\w-])"
_STRESSED = re.compile(r"(?<![A-Za-z-])(?:[A-Z]{2,}(?:-[A-Z]+)*-[a-z]|[a-z]+(?:-[a-z]+)*-[A-Z]{2})")
_CAPITALIZED = r"[A-Z\u00c0-\u00de][\w'\u2019-]{1,30}"
_SCRIPTS = frozenset(
    "cyrillic hangul kanji hanja kana katakana hiragana pinyin jyutping romaja romaji rtgs iast ipa simplified "
    "traditional romanized romanised transliterated translit giles script alphabet pronunciation pronounced "
    "spelling".split()
)
_COLON = re.compile(r":[ ]?(?P<x>[^\W\d_a-z][^,;:()\[\]\n]{1,80})")
_LANGUAGE = CASED["language"] | CASED["nationality"] | CASED["ethnicity"]


@dataclass(frozen=True)
class OtherScripts:
    """Words in another script in a text that is in Latin letters: names as they are written at home.

    Words in the script of `home`, which is that of the text itself, are none.
    """

    home: str = "latin"
    name: str = "other-script"
    label: str = "MISC"
    role: Role = Role.QUASI

    def find(self, text: str, anchors: Anchors) -> Iterator[Found]:
        """Every such word, those side by side as one; nothing in a text that is mostly in another script."""
        if text.isascii():
            return
        runs = [run for run in _RUN.finditer(text) if script_of(run[0][0]) != self.home]
        n_foreign = sum(len(run[0]) for run in runs)
        if n_foreign > _LONG_TEXT and n_foreign > sum(map(str.isalpha, text)) - n_foreign:
            return
        for run in runs:
            if _may_be_name(run[0]):
                yield self.name, *_whole_words(text, *run.span())


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """The range with the rest of words that begin or end in Latin letters or digits, as scanned names do."""
    low, high = max(0, start - _WIDEST), min(len(text), end + _WIDEST)
    while start > low and text[start - 1].isalnum() and not is_unspaced(text[start]):
        start -= 1
    while end < high and text[end].isalnum() and not is_unspaced(text[end - 1]):
        end += 1
    return start, end


def _may_be_name(run: str) -> bool:
    """Whether words are more than the single letters that sciences and units use as signs."""
    for word in _WORDS.findall(run):
        letters = [letter for letter in word if letter.isalpha()]
        if letters and len(letters) >= _FEWEST.get(script_of(letters[0]), 2):
            return True
    return False


@dataclass(frozen=True)
class Pronunciations:
    """Words in the phonetic alphabet: with all that stands between the same brackets, strokes or semicolons."""

    name: str = "pronunciation"
    label: str = "MISC"
    role: Role = Role.QUASI

    def find(self, text: str, anchors: Anchors) -> Iterator[Found]:
        """Every stretch of phonetic writing."""
        if text.isascii():
            return
        reached = 0
        for found in _PHONETIC.finditer(text):
            if found.start() >= reached:
                start, end = _stretch(text, found.start(), found.end())
                start, reached = max(start, reached), end
                yield self.name, start, end


def _stretch(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch between two bounds of which one is a bracket or the like; else the word."""
    low, high = max(0, start - _NEAR), min(len(text), end + _NEAR)
    last = _LAST_BOUND.match(text, low, start)
    left = last.end() - 1 if last else -1
    right = _BOUNDS.search(text, end, high)
    if left >= 0 and right and (text[left] in _OPENS or right[0] in _CLOSES) and "\n" not in (text[left], right[0]):
        return left + 1, right.start()
    blank, after = _LAST_SPACE.match(text, low, start), _SPACE.search(text, end, high)
    stop = min(after.start() if after else high, right.start() if right else high)
    return max(blank.end() if blank else low, left + 1), stop


def _stressed(match: re.Match[str]) -> str:
    """Syllables with a stress; not NGO-registered, where what is in small letters is a word."""
    words = re.findall(r"(?<![A-Za-z])[a-z]{4,}(?![A-Za-z])", match["x"])
    return "respelling" if _STRESSED.search(match["x"]) and not any(map(is_ordinary, words)) else ""


@dataclass(frozen=True)
class NamesElsewhere:
    """What stands in brackets behind the name of a language and a colon: a name as it is written there."""

    name: str = "name-elsewhere"
    label: str = "MISC"
    role: Role = Role.QUASI

    def find(self, text: str, anchors: Anchors) -> Iterator[Found]:
        """Every such name, up to the next comma, semicolon or bracket."""
        for found in _COLON.finditer(text):
            before = text[max(0, found.start() - 250) : found.start()]
            opened = before.rfind("(")
            if opened > before.rfind(")") and _names_language(before[opened:]):
                yield self.name, *found.span("x")


def _names_language(before: str) -> bool:
    """Whether one of the words is a language, a script or a way of writing one."""
    known = lists().words
    words = re.findall(r"[^\W\d_]+", before.lower())
    return any(word in _SCRIPTS or known.get(word, 0) & _LANGUAGE for word in words)


def _rule(name: str, pattern: str, judge: Judge | None = None, needs: tuple[str, ...] = ()) -> Rule:
    return Rule(name, "MISC", re.compile(pattern), judge=judge, needs=needs)


RULES: tuple[Finder, ...] = (
    OtherScripts(),
    Pronunciations(),
    # Whitcombe (Polish: Łucja Whitcombowa; pinyin: Wēitè)
    NamesElsewhere(),
    # Whitcombe (WIT-kum), Whitcombe ( WIT-kum; born 1957)
    _rule("respelling", rf"(?<=\w)[ ]?\([ ;]{{0,3}}(?P<x>{_RESPELLED})[ ]?[;,)]", _stressed, needs=("(",)),
    _rule(
        "respelling",
        r"(?i:\b(?:pronounced|pronunciation(?:\sis|:)?|pron\.|rhymes\swith|sounds\slike))\s(?:as\s|like\s)?"
        rf"(?P<x>[\"\u201c\u2018'][^\"\u201c\u201d\u2018\u2019'\n]{{2,60}}[\"\u201d\u2019']|\[[^\[\]\n]{{1,100}}\]|/[^/\n]{{1,100}}/"
        rf"|(?:{_SYLLABLES}|[A-Z]{{2,10}}(?=[ ][a-zA-Z]{{1,10}}-))(?:[ ](?:{_SYLLABLES}|[A-Z]{{2,10}})){{0,4}}(?![\w-])"
        rf"|{_CAPITALIZED}(?:[ ]{_CAPITALIZED}){{0,3}})",
        needs=("ronounced", "ronunciation", "pron.", "hymes", "ounds"),
    ),
)

CYRILLIC_RULES: tuple[Finder, ...] = (OtherScripts("cyrillic"), *RULES[1:])
"""The same for a text in Cyrillic letters."""
