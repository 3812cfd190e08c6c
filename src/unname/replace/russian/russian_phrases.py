"""Surrogates of Russian places and organizations: another of the same kind, in the case in which the original stands.

A phrase is read word by word. What tells the kind stays; adjectives of places become those of other places; names of
people in it become their surrogates; other names are drawn, of the same gender, so that verbs and adjectives around
them still agree. A phrase of which no word changed for sure has no surrogate, and is hidden.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from unname.core.document import Mention
from unname.replace.book import Identity, fold_name
from unname.replace.draw_name import draw_from
from unname.replace.lots import Lots
from unname.replace.russian.paradigms import BRAND, CASES, FAMILY, PLACE, Slot, analyzer, forms_of, gender_of, inflect
from unname.replace.russian.readings import Reading, knows, plain, read_word
from unname.replace.russian.romanize import unmask
from unname.replace.russian.russian_cast import RussianCast
from unname.replace.russian.russian_name_lists import RAREST
from unname.replace.russian.russian_people import agreement
from unname.replace.russian.russian_place_lists import (
    BRANDS,
    CITY_ADJECTIVES,
    COUNTRIES_IN_CAPITALS,
    KINDS,
    LEGAL_FORMS,
    MINISTRIES,
    NATION_ADJECTIVES,
    ORGANIZATION_KINDS,
    PLAIN_ADJECTIVES,
    REGION_ADJECTIVES,
    SHARED_ABBREVIATIONS,
    TAILS,
    Listed,
    read_places,
)
from unname.replace.surrogate_places import draw_organization, draw_place, is_kind

_TOKEN = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*|\d+|[^\w]+|_")
_ADJECTIVE = re.compile(
    r"(?P<stem>.+[сц]к|.+[нвл]|.+[нж]н)(?P<tail>ий|ый|ой|ого|ому|им|ым|ом|ая|ую|ое|ие|ые|их|ых|ими|ыми)"
)
_NAMED_AFTER = re.compile(r"\b(?:им\.|имени)\s*(?:[А-Я]\.\s*)*$")
_SKIJ = re.compile(r"(?P<stem>.+[сц]к)(?P<tail>ий|ой|ого|ому|им|ом|ая|ую|ое|ие|их|ими)")
_STATES = re.compile(r"соединенн\w+ (?P<head>штат\w*)(?: америки)?")
"""The one country that is often called in full."""

_LONGEST_ABBREVIATION = 6
_SIGNS = "БВГДЗКЛМНПРСТФХЦЧ"
_VOWELS = "АЕИОУЭЮЯ"


_CLOSED = frozenset("PREP CONJ PRCL NPRO".split())
_NEVER_NAMES = frozenset("ADVB COMP PRED VERB INFN GRND INTJ NUMR".split())
"""Parts of speech, as OpenCorpora calls them, that say nothing of anybody."""


class Piece(NamedTuple):
    """A word of a phrase at its place in the text, and what is written for it; None if it must not be written."""

    start: int
    old: str
    new: str | None


def draw_russian_place(mention: Mention, surface: str, cast: RussianCast) -> str | None:
    """Another place of the same kind in the same case; None if nothing of it could be changed for sure."""
    if not _is_russian(surface):
        return draw_place(surface, cast)
    if states := _STATES.fullmatch(plain(surface)):
        return _country("сша", read_places().known["сша"], mention.span.start + states.start("head"), cast)
    return _draw(mention, surface, cast, KINDS, PLACE)


def draw_russian_organization(mention: Mention, surface: str, cast: RussianCast) -> str | None:
    """Another organization of the same kind in the same case; None if its name is all kind."""
    if not _is_russian(surface):
        return draw_organization(surface, cast)
    ministry = _ministry(surface, cast)
    return ministry or _draw(mention, surface, cast, ORGANIZATION_KINDS, BRAND) or _other_tail(surface, cast)


def is_russian_kind(word: str) -> bool:
    """Whether a word tells the kind of a place or an organization, and not its name."""
    return word.upper() in LEGAL_FORMS or _is_kind(plain(word), ORGANIZATION_KINDS)


def _is_russian(surface: str) -> bool:
    return any("\u0400" <= letter <= "\u04ff" for letter in surface)


def _draw(mention: Mention, surface: str, cast: RussianCast, kinds: frozenset[str], part: str) -> str | None:
    pieces = [
        Piece(mention.span.start + found.start(), found[0], _word(found, mention, surface, cast, kinds, part))
        for found in _TOKEN.finditer(surface)
    ]
    if any(piece.new is None for piece in pieces):
        return None
    if not any(piece.new != piece.old and not piece.old.isdigit() for piece in pieces):
        pieces = _with_other_adjective(pieces, cast)
    changed = any(piece.new != piece.old and not piece.old.isdigit() for piece in pieces)
    return "".join(piece.new or "" for piece in pieces) if changed else None


def _word(
    found: re.Match[str], mention: Mention, surface: str, cast: RussianCast, kinds: frozenset[str], part: str
) -> str | None:
    """What is written for one token of a phrase; None if a name has no surrogate."""
    word = unmask(found[0])
    lots = Lots(cast.book.key)
    if word.isdigit():
        return lots.scramble(word, cast.scope, "figures", word)
    if not word[0].isalpha() or (word.islower() and not surface.islower()) or word.upper() in LEGAL_FORMS:
        return found[0]
    form = plain(word)
    if (
        word.isupper()
        and (len(word) <= 3 or word in COUNTRIES_IN_CAPITALS)
        and (listed := read_places().known.get(form))
    ):
        return _country(form, listed, mention.span.start + found.start(), cast)
    if not _is_russian(word):
        return _latin(word, cast)
    if is_abbreviation(word):
        return draw_abbreviation(word, cast)
    if _is_kind(form, kinds):
        return found[0]
    is_alone = surface.strip() == found[0]
    if is_alone and word.islower():
        return None  # a word that is no name: another one would only be wrong
    if is_alone and _is_adjective(form) and not knows(word, PLACE):
        return found[0]
    if not is_alone and (adjective := _adjective(word, cast)):
        return adjective
    if not is_alone and _is_adjective(form):
        return found[0]
    return _name(found, mention, cast, part)


def _name(found: re.Match[str], mention: Mention, cast: RussianCast, part: str) -> str | None:
    """A name in a phrase: of somebody, of a place, or what an organization is called."""
    word, start = unmask(found[0]), mention.span.start + found.start()
    tag = cast.tags.tag_at(start, start + len(word))
    mention_text = cast.document.text[slice(*mention.span)]
    if part == BRAND and (ministry := _ministry(word, cast)):
        return ministry
    person = cast.people.find(word)
    is_named_after = _NAMED_AFTER.search(mention_text[: found.start()]) is not None
    is_place = knows(word, PLACE) or (part == PLACE and not knows(word, FAMILY))
    if part == BRAND and is_place:
        # The dictionary has unions of countries among places.
        is_place = any(reading.base in read_places().known for reading in read_word(word, PLACE))
    if person or is_named_after or (knows(word, FAMILY) and not is_place and part == PLACE):
        readings = read_word(word, FAMILY)
        reading = next((each for each in readings if each.base == person), None) or next(iter(readings), None)
        new = cast.drawn(FAMILY, reading.base) if reading else None
        kind = FAMILY
    else:
        kind = PLACE if is_place else BRAND
        reading = _best(read_word(word, kind), tag, kind, cast, word)
        new = None if reading is None else _draw_base(reading, kind, cast)
    if reading is None or new is None:
        return None
    wanted = max(sorted(reading.slots), key=lambda slot: agreement(slot, tag) if tag else slot.case == "Nom")
    return _write(new, kind, wanted, word, cast)


def _best(readings: Sequence[Reading], tag: object, kind: str, cast: RussianCast, word: str) -> Reading | None:
    """The reading of a name of a thing that is believed most, and fits its sentence and the rest of the document."""
    forms = cast.words_of_things

    def score(reading: Reading) -> float:
        fits = max(agreement(slot, tag) for slot in reading.slots) if tag else 0.0  # type: ignore[arg-type]
        support = sum(form in forms for form in forms_of(reading.base, kind)) - 1
        listed = kind == PLACE and reading.base in read_places().known
        return reading.weight + 1.5 * fits + 0.7 * min(3, support) + listed

    return max(readings, key=score, default=None)


def _draw_base(reading: Reading, kind: str, cast: RussianCast) -> str | None:
    if kind == BRAND:
        is_plural = all(slot.number == "p" for slot in reading.slots)
        gender = "p" if is_plural else gender_of(reading.base, BRAND) or "p"
        return _drawn("brand", reading.base, [BRANDS[gender].split()], cast, BRAND)
    listed = read_places().known.get(reading.base)
    if listed is None:
        genders = {slot.gender if slot.number == "s" else "p" for slot in reading.slots}
        listed = Listed("city", next(iter(sorted(genders))), "in", RAREST)
    pools = read_places().candidates_like(reading.base, listed, cast.book.is_shared)
    return _drawn("place", reading.base, pools, cast, PLACE)


def _country(base: str, listed: Listed, start: int, cast: RussianCast) -> str | None:
    """Another country for one that is written as an abbreviation, "США", which has one form in all cases."""
    often = [SHARED_ABBREVIATIONS] if cast.book.is_shared and base.upper() in COUNTRIES_IN_CAPITALS else []
    new = _drawn("place", base, [*often, *read_places().candidates(listed)], cast, PLACE)
    tag = cast.tags.tag_at(start, start + 1)
    case = tag.case if tag and tag.case in CASES else "Nom"
    return _write(new, PLACE, Slot(case, "p"), new, cast) if new else None


def _write(new: str, kind: str, slot: Slot, original: str, cast: RussianCast) -> str | None:
    if new.isupper():
        return new
    base = new.lower()
    gender = gender_of(base, kind) if kind != FAMILY else slot.gender
    number = slot.number if kind == BRAND and gender else "s" if gender else "p"
    fitting = slot if kind == FAMILY else Slot(slot.case, number, gender or "m")
    written = inflect(base, kind, fitting)
    if written is None:
        return None
    written = cast.spelled(written)
    if original.isupper() and len(original) > 1:
        return written.upper()
    return (
        written
        if original.islower()
        else "-".join(each if each in ("на", "де", "о") else each.capitalize() for each in written.split("-"))
    )


def _drawn(kind: str, base: str, pools: Sequence[Sequence[str]], cast: RussianCast, part: str) -> str | None:
    """The surrogate of a thing; things of two documents may well have the same, so it is unique within one."""
    own = f"{Lots(cast.book.key).number(2**32, 'place', cast.scope):08x}"
    identity = Identity(cast.scope, f"russian {kind} {own}", fold_name(base))
    if known := cast.book.find(identity):
        return known

    def is_unfit(drawn: str) -> bool:
        return not drawn.isupper() and any(
            cast.book.has_word(fold_name(form)) for form in forms_of(drawn.lower(), part)
        )

    return draw_from(cast.book, identity, pools, is_unfit)


def _adjective(word: str, cast: RussianCast) -> str | None:
    """Another adjective of a place with the same ending, or of a person of the document."""
    found = _SKIJ.fullmatch(plain(word))
    if not found:
        return None
    stem = found["stem"]
    if _is_kind(plain(word), ORGANIZATION_KINDS):
        return word
    nation = stem in NATION_ADJECTIVES or _is_of_country(stem)
    pools = [[each.capitalize() for each in (NATION_ADJECTIVES if nation else CITY_ADJECTIVES)]]
    new = _drawn_stem("nation" if nation else "town", stem, pools, cast)
    return None if new is None else _cased(new + found["tail"], word)


@cache
def _is_of_country(stem: str) -> bool:
    """Whether an adjective is made of the name of a country: "пакистанский"."""
    countries = (name for name, listed in read_places().known.items() if listed.part == "country" and len(name) > 3)
    return any(stem.startswith(name.rstrip("аяь")) for name in countries)


def _drawn_stem(kind: str, stem: str, pools: Sequence[Sequence[str]], cast: RussianCast) -> str | None:
    own = f"{Lots(cast.book.key).number(2**32, 'place', cast.scope):08x}"
    identity = Identity(cast.scope, f"russian {kind} {own}", fold_name(stem))
    tails = ("ий", "ого", "ому", "им", "ом", "ая", "ой", "ую", "ое", "ие", "их", "ими")

    def is_unfit(drawn: str) -> bool:
        return any(cast.book.has_word(fold_name(drawn + tail)) for tail in tails)

    new = cast.book.find(identity) or draw_from(cast.book, identity, pools, is_unfit)
    return new.lower() if new else None


def _with_other_adjective(pieces: list[Piece], cast: RussianCast) -> list[Piece]:
    """A phrase such as "Красная площадь" or "Европейский союз" with another adjective."""
    return [_other_adjective(piece, cast) for piece in pieces]


def _other_adjective(piece: Piece, cast: RussianCast) -> Piece:
    form = plain(piece.old)
    if not piece.old[0].isupper():
        return piece
    if (region := _SKIJ.fullmatch(form)) and _is_adjective(form) and form.startswith("европ"):
        new = _drawn_stem("region", region["stem"], [[each.capitalize() for each in REGION_ADJECTIVES]], cast)
        return piece._replace(new=_cased(new + region["tail"], piece.old)) if new else piece
    found = _ADJECTIVE.fullmatch(form)
    if not found or not _is_adjective(form) or _is_kind(form, ORGANIZATION_KINDS):
        return piece
    new = _drawn_stem("adjective", found["stem"], [[each.capitalize() for each in PLAIN_ADJECTIVES]], cast)
    hard = {
        "ий": "ый",
        "ой": "ый" if _is_masculine(piece.old) else "ой",
        "им": "ым",
        "ие": "ые",
        "их": "ых",
        "ими": "ыми",
    }
    tail = hard.get(found["tail"], found["tail"])
    return piece._replace(new=_cased(_soften(new, tail), piece.old)) if new else piece


def _soften(stem: str, tail: str) -> str:
    """A stem with the ending of a hard adjective, or that of a soft one ("дальний")."""
    if not stem.endswith(("дальн", "ближн")):
        return stem + tail
    soft = {"ый": "ий", "ого": "его", "ому": "ему", "ым": "им", "ом": "ем", "ая": "яя", "ой": "ей", "ую": "юю"}
    return stem + {**soft, "ое": "ее", "ые": "ие", "ых": "их", "ыми": "ими"}.get(tail, tail)


def _is_masculine(word: str) -> bool:
    return any("masc" in parse.tag and "nomn" in parse.tag for parse in analyzer().parse(plain(word)))


def tells_nothing(surface: str) -> bool:
    """Whether a word is one of grammar and nobody's name; in small letters or in capitals, also one that never is one.

    >>> [tells_nothing(word) for word in ("Чтобы", "больше", "Больше", "ЧТО", "Надежда")]
    [True, True, False, True, False]
    """
    parses = [parse for parse in analyzer().parse(plain(surface)) if parse.is_known] if surface.isalpha() else []
    words = _CLOSED | (_NEVER_NAMES if surface.islower() or surface.isupper() else frozenset())
    return bool(parses) and all(str(parse.tag.POS) in words for parse in parses)


def is_abbreviation(word: str) -> bool:
    """Whether capitals are those of an abbreviation, and not of a name that stands in capitals."""
    if not word.isupper() or not 1 < len(word) <= _LONGEST_ABBREVIATION:
        return False
    parses = [parse for parse in analyzer().parse(plain(word)) if parse.is_known and "Abbr" not in parse.tag]
    return not parses or (len(word) < 4 and not any("Geox" in parse.tag for parse in parses))


def _is_adjective(form: str) -> bool:
    parses = [parse for parse in analyzer().parse(form) if parse.is_known]
    return bool(parses) and all("ADJF" in parse.tag for parse in parses[:2])


def _is_kind(form: str, kinds: frozenset[str]) -> bool:
    if form in kinds or form.startswith(("соединенн", "объединенн")):
        return True
    return any(plain(parse.normal_form) in kinds for parse in analyzer().parse(form)[:3])


def _latin(word: str, cast: RussianCast) -> str | None:
    return word if is_kind(word) else draw_organization(word, cast)


def draw_abbreviation(word: str, cast: RussianCast) -> str | None:
    """Other letters for those of an abbreviation: vowels for vowels, so that it is read as the original is."""
    lots = Lots(cast.book.key)
    for attempt in range(64):
        drawn = [
            lots.choice([each for each in (_VOWELS if letter in _VOWELS else _SIGNS) if each != letter], cast.scope,
                        "letters", word, str(at), str(attempt))
            for at, letter in enumerate(word)
        ]  # fmt: skip
        if not cast.book.has_word(fold_name("".join(drawn))):
            return "".join(drawn)
    return None


def _ministry(surface: str, cast: RussianCast) -> str | None:
    """Another ministry for one that is called in short: "Минфину"."""
    form = plain(surface)
    for names in MINISTRIES:
        for name in names:
            base = name.lower()
            tail = form.removeprefix(base)
            if not form.startswith(base) or tail not in ("", "а", "у", "ом", "е"):
                continue
            new = _drawn("ministry", base, [names], cast, BRAND)
            return None if new is None else new + tail if surface[0].isupper() else (new + tail).lower()
    return None


def _other_tail(surface: str, cast: RussianCast) -> str | None:
    """Another field of work for a kind of organization: "министерство обороны" becomes that of transport."""
    words = surface.split()
    for kind, tails in TAILS.items():
        if len(words) > 1 and plain(words[0]).startswith(kind):
            identity = f"{kind} {' '.join(words[1:])}".lower()
            options = [tail for tail in tails.split("|") if tail.split()[-1] not in surface.lower()]
            if not options:
                return None
            return f"{words[0]} {Lots(cast.book.key).choice(options, cast.scope, 'tail', identity)}"
    return None


def _cased(new: str, original: str) -> str:
    if original.isupper() and len(original) > 1:
        return new.upper()
    return new if original.islower() else new.capitalize()
