"""The preposition before a Russian surrogate: "во Франции", but "в Японии"; "на Кубе", but "в Чили"."""

import re

from unname.core.document import Mention, Span
from unname.core.redaction import HIDDEN
from unname.models.russian_morphology import TaggedText
from unname.replace.russian.readings import Reading, plain, read_word
from unname.replace.russian.russian_place_lists import read_places

_BEFORE = re.compile(r"(?<![\w-])(?P<word>во?|со?|ко?|об?|обо|на|из|изо)(?P<blank>[ \u00a0][«\"“]?)$", re.IGNORECASE)
_CONSONANT = "[бвгджзйклмнпрстфхцчшщ]"
_LONGER = {
    "в": ("во", re.compile(f"[вф]{_CONSONANT}|льв|мцен|мст")),
    "с": ("со", re.compile(f"[сзшж]{_CONSONANT}|щ|льв|мст")),
    "к": ("ко", re.compile("льв|мст|мцен")),
    "о": ("об", re.compile("[аоуэи]")),
}
"""Prepositions, what they become, and before what."""

_SHORT = {longer: short for short, (longer, _) in _LONGER.items()} | {"обо": "о", "изо": "из"}
_IN_TO_ON = {"в": ("на", "Loc"), "из": ("с", "Gen")}
_ON_TO_IN = {"на": ("в", "Loc"), "с": ("из", "Gen")}


def fix_preposition(text: str, mention: Mention, new: str, tags: TaggedText) -> list[tuple[Span, str]]:
    """The change of the preposition before a mention that what is written for it needs; none if it may stay.

    Before what is hidden, a preposition does not tell how that began.
    """
    found = _BEFORE.search(text[max(0, mention.span.start - 6) : mention.span.start])
    if not found or not new:
        return []
    written = found["word"].lower()
    short = _SHORT.get(written, written)
    if mention.label == "LOC":
        short = _of_place(short, text[slice(*mention.span)], new, mention, tags)
    longer, before = _LONGER.get(short, (short, None))
    is_long = before is not None and new != HIDDEN and before.match(plain(new)) is not None
    right = longer if is_long else short
    if right == written:
        return []
    start = mention.span.start - len(found[0])
    shown = right.capitalize() if found["word"][0].isupper() else right
    return [(Span(start, start + len(found["word"])), shown)]


def _of_place(short: str, old: str, new: str, mention: Mention, tags: TaggedText) -> str:
    """In a place, or on it; which of them, is known of places that are listed.

    What is done to a place ("нападение на Россию") has the same prepositions, which stay.
    """
    was, will = _preposition_of(old), _preposition_of(new)
    other, case = (_IN_TO_ON if will == "on" else _ON_TO_IN if was == "on" else {}).get(short, ("", ""))
    tag = tags.tag_at(*mention.span)
    return other if will and other and tag and tag.case == case else short


def _preposition_of(place: str) -> str:
    readings: tuple[Reading, ...] = read_word(place, "place") if place.replace("-", "").isalpha() else ()
    known = read_places().known
    listed = known.get(plain(place)) or next((known[each.base] for each in readings if each.base in known), None)
    return listed.preposition if listed else ""
