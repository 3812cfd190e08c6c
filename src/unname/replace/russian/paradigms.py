"""How Russian names change with case, number and gender: by pymorphy3, and by pytrovich for those it does not know.

Family names are declined in five ways, and a surrogate is drawn of the same one. What the form of a name leaves open,
whether "Захарова" is a woman or what belongs to a man, the form of its surrogate then leaves open just so.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from unname.core.errors import require

CASES = ("Nom", "Gen", "Dat", "Acc", "Ins", "Loc")
GIVEN, PATRONYMIC, FAMILY, PLACE, BRAND = "given", "patronymic", "family", "place", "brand"
OV, SKIJ, A, CONSONANT, FIXED = "ov", "skij", "a", "consonant", "fixed"

_OPENCORPORA = {
    **{"Nom": "nomn", "Gen": "gent", "Dat": "datv", "Acc": "accs", "Ins": "ablt", "Loc": "loct"},
    **{"m": "masc", "f": "femn", "n": "neut", "s": "sing", "p": "plur"},
}
_GRAMMEME = {GIVEN: "Name", FAMILY: "Surn", PLACE: "Geox", BRAND: "NOUN"}

_ADJECTIVE = {
    "m": ("ий", "ого", "ому", "ого", "им", "ом"),
    "f": ("ая", "ой", "ой", "ую", "ой", "ой"),
    "p": ("ие", "их", "им", "их", "ими", "их"),
}
_POSSESSIVE = {
    "m": ("", "а", "у", "а", "ым", "е"),
    "f": ("а", "ой", "ой", "у", "ой", "ой"),
    "p": ("ы", "ых", "ым", "ых", "ыми", "ых"),
}
_HARD = {"s": ("", "а", "у", "а", "ом", "е"), "p": ("ы", "ов", "ам", "ов", "ами", "ах")}
_HUSHED = {"s": ("", "а", "у", "а", "ем", "е"), "p": ("и", "ей", "ам", "ей", "ами", "ах")}
_VELAR = {"s": ("", "а", "у", "а", "ом", "е"), "p": ("и", "ов", "ам", "ов", "ами", "ах")}
_YOT = {"s": ("й", "я", "ю", "я", "ем", "е"), "p": ("и", "ев", "ям", "ев", "ями", "ях")}
_SIGN = {"s": ("ь", "я", "ю", "я", "ем", "е"), "p": ("и", "ей", "ям", "ей", "ями", "ях")}
_SIGN_F = {"s": ("ь", "и", "и", "ь", "ью", "и"), "p": ("и", "ей", "ям", "ей", "ями", "ях")}
_A_HARD = {"s": ("а", "ы", "е", "у", "ой", "е"), "p": ("ы", "", "ам", "", "ами", "ах")}
_A_VELAR = {"s": ("а", "и", "е", "у", "ой", "е"), "p": ("и", "", "ам", "", "ами", "ах")}
_A_HUSHED = {"s": ("а", "и", "е", "у", "ей", "е"), "p": ("и", "", "ам", "", "ами", "ах")}
_YA = {"s": ("я", "и", "е", "ю", "ей", "е"), "p": ("и", "ь", "ям", "ь", "ями", "ях")}
_IYA = {"s": ("я", "и", "и", "ю", "ей", "и"), "p": ("и", "й", "ям", "й", "ями", "ях")}
_NA = {"s": ("а", "ы", "е", "у", "ой", "е"), "p": ("ы", "", "ам", "", "ами", "ах")}


Endings = Mapping[str, tuple[str, ...]]
"""What stands at the end of a word in each case, by number."""


class Slot(NamedTuple):
    """Where a word stands: its case, its number ("s" or "p") and its gender ("m", "f", "n"; any in the plural)."""

    case: str
    number: str = "s"
    gender: str = "m"


def slots(genders: str = "mf", plural: bool = True) -> Iterator[Slot]:
    """All slots of these genders, the plural last; without any gender, the plural alone."""
    yield from (Slot(case, "s", gender) for gender in genders for case in CASES)
    if plural or not genders:
        yield from (Slot(case, "p", "m") for case in CASES)


def slots_of(name: str, part: str) -> Iterator[Slot]:
    """All slots in which a name may stand: people may be several, a place is one, and so is what is no word."""
    plural = part != PLACE and (part != BRAND or bool(_nominatives(name, part)))
    return slots("mf" if part in (FAMILY, PATRONYMIC) else gender_of(name, part), plural)


def find_paradigm(family_name: str) -> str:
    """In which of the five ways a family name is declined, by its masculine nominative in lower case.

    >>> [find_paradigm(name) for name in ("захаров", "вяземский", "глинка", "шмидт", "живаго", "дюма", "черных")]
    ['ov', 'skij', 'a', 'consonant', 'fixed', 'fixed', 'fixed']
    """
    if re.search("(?:[оеё]в|[иы]н)$", family_name):
        return OV
    known = _nominatives(family_name, FAMILY) if family_name[-1] in "ая" else ()
    if known and all("Fixd" in parse.tag for parse in known):
        return FIXED
    if re.search("(?:[сц]кий|ой|ый|[^аеёоуыэюя]ний|[гкхжшщ]ий)$", family_name):
        return SKIJ
    if family_name.endswith(("ых", "их")) or family_name[-1] in "оеёиуыэю" or family_name.endswith(("уа", "иа", "оа")):
        return FIXED
    return A if family_name[-1] in "ая" else CONSONANT


@lru_cache(maxsize=65536)
def inflect(name: str, part: str, slot: Slot) -> str | None:
    """A name, given in the nominative (a family name as of a man), as it stands in a slot, in lower case.

    >>> inflect("захаров", FAMILY, Slot("Dat", "s", "f")), inflect("шмидт", FAMILY, Slot("Gen", "s", "f"))
    ('захаровой', 'шмидт')
    """
    if "-" in name:
        return _inflect_double(name, part, slot)
    if part == PATRONYMIC:
        return _inflect_patronymic(name, slot)
    if part == FAMILY and find_paradigm(name) == FIXED:
        return name
    if part == FAMILY and find_paradigm(name) == CONSONANT and slot.number == "s" and slot.gender == "f":
        return name
    return _by_dictionary(name, part, slot) or (
        _by_rules(name, slot) if part == FAMILY else _by_ending(name, part, slot)
    )


@lru_cache(maxsize=16384)
def forms_of(name: str, part: str) -> frozenset[str]:
    """All forms of a name, in lower case."""
    found = {inflect(name, part, slot) for slot in slots_of(name, part)}
    return frozenset(form for form in found if form) | {name}


@lru_cache(maxsize=16384)
def gender_of(name: str, part: str) -> str:
    """The gender of a given name or a place: by the dictionary, or else by its ending; none in the plural."""
    tags = [parse.tag for parse in _nominatives(name, part)]
    if tags and all("plur" in tag for tag in tags):
        return ""
    known = {"masc": "m", "femn": "f", "neut": "n"}
    genders = {known[tag.gender] for tag in tags if tag.gender in known}
    if len(genders) == 1:
        return genders.pop()
    if part == GIVEN and any("ms-f" in tag for tag in tags):
        return "mf"
    return "f" if name[-1] in "ая" else "n" if name[-1] in "ое" and part != GIVEN else "m"


def _inflect_double(name: str, part: str, slot: Slot) -> str | None:
    """Each part by itself; of a place with a hyphen that the dictionary does not know whole, the last one alone."""
    if part in (PLACE, BRAND):
        if whole := _by_dictionary(name, part, slot):
            return whole
        head, _, last = name.rpartition("-")
        written = inflect(last, part, slot) if last else None
        return f"{head}-{written}" if written else None
    written_parts = [inflect(each, part, slot) for each in name.split("-") if each]
    return "-".join(filter(None, written_parts)) if written_parts and all(written_parts) else None


def _by_dictionary(name: str, part: str, slot: Slot) -> str | None:
    for parse in _nominatives(name, part):
        for form in parse.lexeme:
            if _fits(form.tag, slot, part):
                return str(form.word)
    return None


@lru_cache(maxsize=16384)
def _nominatives(name: str, part: str) -> tuple[Any, ...]:
    """What a name is in the nominative, as far as the dictionary knows it as such a name."""
    grammeme = _GRAMMEME.get(part, "NOUN")
    parses = [parse for parse in analyzer().parse(name) if parse.is_known and grammeme in parse.tag]
    return tuple(p for p in parses if "nomn" in p.tag and p.normal_form.replace("ё", "е") == name.replace("ё", "е"))


def _fits(tag: Any, slot: Slot, part: str) -> bool:
    if _OPENCORPORA[slot.case] not in tag or _OPENCORPORA[slot.number] not in tag:
        return False
    if any(each in tag for each in ("Erro", "Arch", "V-oy", "Dist", "Infr", "Slng", "V-be", "V-ey")):
        return False
    return slot.number == "p" or part != FAMILY or _OPENCORPORA[slot.gender] in tag or "ms-f" in tag


def _by_rules(name: str, slot: Slot) -> str | None:
    """A family name that the dictionary does not know: in the singular as pytrovich has it."""
    paradigm, at = find_paradigm(name), CASES.index(slot.case)
    key = "p" if slot.number == "p" else slot.gender
    if paradigm == OV:
        return name + _POSSESSIVE[key][at]
    if paradigm == SKIJ:
        endings = _ADJECTIVE[key]
        if slot == Slot("Nom"):
            return name
        soft = name.endswith("ний")
        stem = name[:-2]
        return None if soft else stem + endings[at] if stem[-1:] in "гкхжшщ" else stem + _hard(endings[at])
    if slot.number == "p":
        return _by_ending(name, FAMILY, slot)
    return _by_pytrovich(name, slot) or _by_ending(name, FAMILY, slot)


def _hard(ending: str) -> str:
    """The ending of a hard adjective for that of a soft-sounding one: "ым" for "им"."""
    return re.sub("^и", "ы", ending)


def _by_pytrovich(name: str, slot: Slot) -> str | None:
    if slot.case == "Nom":
        return name
    maker, enums = _petrovich()
    cases = dict(zip(CASES[1:], ("GENITIVE", "DATIVE", "ACCUSATIVE", "INSTRUMENTAL", "PREPOSITIONAL"), strict=True))
    gender = enums.Gender.FEMALE if slot.gender == "f" else enums.Gender.MALE
    return str(maker.make(enums.NamePart.LASTNAME, gender, enums.Case[cases[slot.case]], name))


def _by_ending(name: str, part: str, slot: Slot) -> str | None:
    """A word that no dictionary knows, as its last letter has it."""
    if name[-1] in "оеёиуыэю":
        return name
    gender = "f" if part in (GIVEN, PLACE, BRAND) and gender_of(name, part) == "f" else "m"
    stem = name
    table: Endings = _HARD
    last, before = name[-1], name[-2:-1]
    if last in "ая":
        stem = name[:-1]
        table = _a_table(last, before)
        if stem[-1:] in "уоа":
            return name
    elif last == "й":
        stem, table = name[:-1], _YOT
    elif last == "ь":
        stem, table = name[:-1], _SIGN_F if gender == "f" else _SIGN
    elif gender == "f":
        return name
    else:
        table = _HUSHED if last in "жчшщц" else _VELAR if last in "гкх" else _HARD
    at = CASES.index(slot.case)
    is_thing = part in (PLACE, BRAND)
    if is_thing and slot.case == "Acc" and last not in "ая" and slot.number == "s":
        return name
    return stem + table[slot.number][at]


def _a_table(last: str, before: str) -> Endings:
    if last == "я":
        return _IYA if before == "и" else _YA
    return _A_VELAR if before in "гкх" else _A_HUSHED if before in "жчшщц" else _A_HARD


def _inflect_patronymic(name: str, slot: Slot) -> str | None:
    """A patronymic, given as that of a man."""
    at = CASES.index(slot.case)
    if slot.number == "p" or slot.gender == "m":
        return name + _HUSHED[slot.number][at]
    stem = re.sub("([ое])вич$", r"\1вн", name)
    if stem == name:
        stem = name[:-2] + ("иничн" if name in ("ильич", "кузьмич", "фомич", "лукич") else "ичн")
    return stem + _NA["s"][at]


@cache
def analyzer() -> Any:
    """The analyzer of pymorphy3, loaded once."""
    return require("pymorphy3", "ru").MorphAnalyzer()


@cache
def _petrovich() -> tuple[Any, Any]:
    """The maker of forms of pytrovich, and its names of cases."""
    return require("pytrovich.maker", "ru").PetrovichDeclinationMaker(), require("pytrovich.enums", "ru")
