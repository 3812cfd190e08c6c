"""Phone numbers: what a library vouches for, and what reads like one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from unname.core.document import Role
from unname.detect.rules.dialing import could_be_valid
from unname.detect.rules.rule import Anchors, Found

_CANDIDATE = re.compile(
    r"(?<![$€£§])(?<!\d[.,/:-])\d(?:[\s().\-/–‑]{0,3}\d){6,17}(?:\s?(?:x|ext\.?|extension|#)\s?\d{1,6})?(?!\d)"
)
_OPENING = re.compile(r"\(?\+\s?\(?$|\($")
_CALLED = re.compile(
    r"(?i)\b(?:phones?|telephones?|tel|call(?:ed|s|ing)?|fax(?:es)?|mobile|cell(?:phone)?|contact|"
    r"reach(?:ed)?|dial|"
    r"whatsapp|text(?:ed)?|sms|ring|hotline|landline|answering|number is|voicemail|"
    r"tél|téléphone|portable|telefon|telefax|handy|mobil|"
    r"teléfono|tel[eé]f|tfno|tlf|móvil)\b"
)
_CALLED_AFTER = re.compile(r"(?i)[\s,(-]{0,3}(?:office|fax|mobile|cell|home|work|phone|tel)\b")
_DATE = re.compile(
    r"\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})|\d{4}([./-])\d{1,2}\2\d{1,2}(?:\s\d{1,2})?|(?:19|"
    r"20)\d\d\s?[-–/‑]\s?(?:19|20)\d\d"
)
_THOUSANDS = re.compile(r"\d{1,3}(?:[ .]\d{3})+(?:,\d\d)?")


@dataclass(frozen=True)
class Phones:
    """Phone numbers: what `phonenumbers` calls valid in one of the regions, or what reads like one.

    Its matcher is slow, so it sees only stretches with enough digits that could be valid, and each once; and it gives
    up after a number of tries, so that number is raised to what a stretch can need.
    """

    regions: tuple[str, ...]
    name: str = "phone"
    label: str = "CODE"
    role: Role = Role.DIRECT
    pattern: re.Pattern[str] = _CANDIDATE

    def find(self, text: str, anchors: Anchors) -> Iterator[Found]:
        """Every phone number of the text."""
        at, known = 0, dict[tuple[str, bool], list[Found]]()
        for first in anchors.starts["digit"]:
            if first < at or not (match := self.pattern.match(text, first)) or _DATE.fullmatch(match.group()):
                continue
            opening = _OPENING.search(text, max(0, first - 3), first)
            start, end = opening.start() if opening else first, match.end()
            called = bool(_CALLED.search(text, max(0, start - 30), start) or _CALLED_AFTER.match(text, end))
            stretch = text[start:end], called
            if stretch not in known:
                known[stretch] = list(self._judged(*stretch))
            # A stretch may hold several numbers; the search goes on after the last that was recognized.
            at = start + known[stretch][-1][2] if known[stretch] else end
            for name, begins, ends in known[stretch]:
                yield name, start + begins, start + ends

    def _judged(self, stretch: str, called: bool) -> Iterator[Found]:
        found = list(self._valid(stretch))
        if found:
            name = "phone-weak" if stretch.isdigit() and not called else "phone"
            for start, end in found:
                yield name, start, end
        elif name := _looks_like_phone(stretch, called):
            yield name, 0, len(stretch)

    def _valid(self, stretch: str) -> Iterator[tuple[int, int]]:
        from phonenumbers import Leniency, PhoneNumberMatcher

        # Long rows of loose digits are grouped that way in no country.
        groups = re.findall(r"\d+", stretch)
        if len(groups) > 7:
            return
        for region in self.regions or (None,):
            if not could_be_valid(groups, "+" in stretch, region):
                continue
            found = False
            for number in PhoneNumberMatcher(stretch, region, Leniency.VALID, max_tries=len(stretch) + 1):
                found = True
                yield number.start, number.end
            if found:
                return


def _looks_like_phone(stretch: str, called: bool) -> str:
    stretch = re.split(r"\s?[xe#]", stretch)[0]
    n_digits = sum(map(str.isdigit, stretch))
    if called or stretch[0] in "+(":
        return "phone" if n_digits <= 16 else ""
    if re.fullmatch(r"\d{3}-\d{4}", stretch):
        return "phone-weak"
    groups = re.findall(r"\d+", stretch)
    grouped = 2 <= len(groups) <= 5 and 8 <= n_digits <= 13 and min(map(len, groups)) >= 2
    if not grouped or "\n" in stretch or _THOUSANDS.fullmatch(stretch):
        return ""
    return "phone-weak" if stretch[0] == "0" or len(groups) > 2 else ""
