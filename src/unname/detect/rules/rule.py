"""What a rule is: a pattern, and a judge that may look at the words around a match."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from unname.core.document import Role

Found = tuple[str, int, int]
"""The name of the rule that holds, and the start and end of what it found."""

Judge = Callable[[re.Match[str]], str]
"""Names the rule under which a match is reported (its confidence follows from that), or "" to reject it."""


class Anchors:
    """Where rules may begin, found in one pass over a text and shared by all of them.

    `digit`: a digit that begins a word; `free`: one that is not joined to what goes before by one of . , / - ;
    `worded`: one that a letter or a sign such as % follows soon; `spelled`: a number word; `calendar`: the name of a
    month, a weekday, a season or a part of a year; `lettered`: letters that a digit follows; and unions of two.
    """

    def __init__(self, text: str):
        starts: dict[str, list[int]] = {"digit": [], "free": [], "worded": [], "spelled": [], "calendar": []}
        word = -1
        for match in _ANCHOR.finditer(text):
            kind, start = match.lastgroup or "digit", match.start()
            starts[kind].append(start)
            if kind == "digit":
                if text[start - 1 : start] not in _JOINT:
                    starts["free"].append(start)
                if word < start:
                    follows = _WORD_OR_SIGN.search(text, start)
                    word = follows.start() if follows else len(text) + _SOON
                if word - start < _SOON:
                    starts["worded"].append(start)
        starts["lettered"] = [match.start() for match in _LETTERED.finditer(text)]
        for joined, (one, other) in _JOINED.items():
            starts[joined] = sorted(starts[one] + starts[other])
        self.starts = starts


_JOINED = {
    "amount": ("worded", "spelled"),
    "dated": ("worded", "calendar"),
    "code": ("digit", "lettered"),
    "coded": ("worded", "lettered"),
}
_JOINT = frozenset(".,/-")
_WORD_OR_SIGN = re.compile(r"[^\W\d_]|[%‰°$€£₽₺₴]")
_SOON = 100
"""How far a word may be from where a rule begins that needs one; the longest list of days before a month is shorter."""

_ANCHOR = re.compile(
    r"(?<!\w)(?:(?P<digit>\d)|(?i:"
    r"(?P<spelled>zero|oh(?=\s)|double|triple|t(?:wo|hree|en|welve|hirteen|wenty|hirty)|f(?:our|ive|ourteen|"
    r"ifteen|orty|ifty)|s(?:ix|even|ixteen|eventeen|ixty|"
    r"eventy|everal)|e(?:ight|leven|ighteen|ighty)|nine(?:teen|ty)?|one|a(?=\s(?:hundred|dozen|thousand)\b))|"
    r"(?P<calendar>j(?:an|une?|uly?)|feb|ma(?:r|y)|a(?:pr|ug|utumn)|s(?:ep|at|un|pring|ummer|tart)|oct|nov|"
    r"dec|mon|tue|wed|thu|fri|fall|"
    r"winter|early|late|mid|beginning|end)))"
)


_LETTERED = re.compile(r"(?<!\w)[^\W\d_]{1,34}+[- ]?\d")


class Finder(Protocol):
    """Finds one kind of thing in a text: a `Rule`, or what no pattern alone can find."""

    @property
    def label(self) -> str:
        """The label of what is found."""

    @property
    def role(self) -> Role:
        """Its role."""

    def find(self, text: str, anchors: Anchors) -> Iterator[Found]:
        """Everything of that kind in the text."""


@dataclass(frozen=True)
class Rule:
    """One pattern with what a match of it means.

    A group named `x` is what the rule finds; without one it is the whole match. A text without
    any of the strings `needs` is not searched at all; a rule with an `anchor` begins only there.
    """

    name: str
    label: str
    pattern: re.Pattern[str]
    role: Role = Role.QUASI
    judge: Judge | None = None
    needs: tuple[str, ...] = ()
    anchor: str = ""

    def find(self, text: str, anchors: Anchors) -> Iterator[Found]:
        """Everything in the text that the rule holds for."""
        if self.needs and not any(literal in text for literal in self.needs):
            return
        group, judge = self.pattern.groupindex.get("x", 0), self.judge
        for match in self._matches(text, anchors):
            name = judge(match) if judge else self.name
            if name:
                yield name, *match.span(group)

    def _matches(self, text: str, anchors: Anchors) -> Iterator[re.Match[str]]:
        if not self.anchor:
            yield from self.pattern.finditer(text)
            return
        at, begin = 0, self.pattern.match
        for start in anchors.starts[self.anchor]:
            if start >= at and (match := begin(text, start)):
                at = match.end()
                yield match


def by_initial(alternatives: str) -> str:
    """The same alternatives grouped by their first letter, so that most places fail after a few comparisons."""
    groups: dict[str, list[str]] = {}
    for alternative in _ALTERNATIVE.findall(alternatives):
        groups.setdefault(alternative[0], []).append(alternative[1:])
    return "|".join(f"{initial}(?:{'|'.join(rest)})" for initial, rest in groups.items())


_ALTERNATIVE = re.compile(r"(?:[^|()\[\]]|\([^()]*\)|\[[^\]]*\])+")


def before(match: re.Match[str], width: int = 40) -> str:
    """The text just before what was found."""
    start = match.start("x" if "x" in match.re.groupindex else 0)
    return match.string[max(0, start - width) : start]


def after(match: re.Match[str], width: int = 30) -> str:
    """The text just after what was found."""
    end = match.end("x" if "x" in match.re.groupindex else 0)
    return match.string[end : end + width]
