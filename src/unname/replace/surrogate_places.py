"""Surrogates of places and organizations: another of the same kind, with other names in it."""

import gzip
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from unname.core.fold import fold
from unname.replace.book import Identity
from unname.replace.cast import Cast
from unname.replace.draw_name import draw_from
from unname.replace.lots import Lots
from unname.replace.name_lists import RAREST, read_names
from unname.replace.states import STATES
from unname.replace.surrogate_codes import LABELS

_LIST = Path(__file__).parent / "lists" / "surrogate_places.txt.gz"
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*\.?|[^\w]+|_")
_ENGLISH = ("United States", "United Kingdom", "Canada", "Australia", "New Zealand", "Ireland")
"""The countries that stand for each other, and among whose cities a place is sought that no list knows."""

_OF_PLACES = frozenset(
    "street st road rd avenue ave lane ln drive dr court ct place pl square sq boulevard blvd way close "
    "crescent terrace row hill park gardens highway hwy route apt apartment flat suite unit floor building "
    "house block room po box north south east west northern southern eastern western upper lower new old great "
    "little county district region province state city town village river lake mount mountain valley island "
    "islands bay beach bridge station airport port harbour harbor prison center centre the of in at near and on "
    "upon de la le les der die das am an im straße strasse str platz weg allee gasse rue calle plaza avenida "
    "republic kingdom federal united san santa los las saint mont".split()
)
_OF_ORGANIZATIONS = _OF_PLACES | frozenset(
    "hospital clinic university college school academy institute institution foundation trust society "
    "association union federation confederation league club company corporation inc ltd limited llc plc gmbh ag "
    "sa corp co bank group holdings partners services service solutions systems international national regional "
    "local general public central supreme high court courts tribunal council commission committee ministry "
    "minister department office agency authority board bureau police army navy force forces church cathedral "
    "temple mosque parish museum gallery library theatre theater orchestra press news times post herald daily "
    "journal magazine radio television tv network channel party movement front assembly parliament senate "
    "congress government administration embassy consulate medical health care surgery practice nursing home "
    "hotel restaurant cafe bar shop store market stores energy oil gas water power electric motors airlines air "
    "railway railways transport logistics insurance assurance finance financial capital investment investments "
    "legal law chambers solicitors research science sciences technology technologies engineering construction "
    "building security royal criminal civil constitutional administrative appeal appeals labour labor human "
    "rights justice interior foreign affairs education defence defense social for to with by from & an "
    "directorate branch division unit section team staff secretariat presidency prosecutor prosecutors "
    "magistrate magistrates judges anti-terror terror anti state workers worker people people's liberation "
    "brigade democratic socialist communist liberal conservative republican youth students women men children "
    "veterans sports sport football fc athletic cricket rugby tennis united rovers city sons brothers "
    "industries industry manufacturing products foods media entertainment pictures films film records music "
    "studios books publishing publishers software data digital online global world european american african "
    "asian british french german italian spanish turkish russian polish dutch swedish professor laboratory "
    "laboratories military crown martial income fund funds program programme garrison order cup series season "
    "champion champions championship championships most valuable player award awards prize medal retired "
    "servants servant religious friends first instance second third district grand jury cassation revenue "
    "customs tax border immigration asylum refugee probation prisons ombudsman registry archive archives "
    "cabinet house commons lords chamber guild lodge choir band ensemble opera ballet festival fair exhibition "
    "conference summit olympic olympics games premier major minor junior senior qc hm hmp mp fm am deputy head "
    "chief acting mission director secretary chairman assize higher outer inner child deemster trade commerce "
    "agriculture culture environment leagues small large business commercial queen king emperor earl duke "
    "fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth "
    "seventeenth eighteenth nineteenth twentieth newspaper gazette".split()
)
"""What tells the kind and not the name."""


_HOUSES = frozenset("apt apartment flat suite unit floor building house block room po box no nr".split())
_WITH_ARTICLE = frozenset(
    "United States|United Kingdom|Netherlands|Philippines|United Arab Emirates|Dominican Republic|Bahamas|Maldives|"
    "Gambia|Central African Republic|Comoros|Democratic Republic of the Congo|Republic of the Congo".split("|")
)
"""Countries whose names stand behind an article, and are replaced by each other."""

_PARTS = frozenset("britain|great britain|england|scotland|wales|northern ireland|holland|america".split("|"))
"""Names without an article of countries that have one, or of parts of them."""

_YEAR = re.compile(r"(?:1[0-9]|20)\d\d")
_BRANDS = (
    "Northgate Summit Harborview Meridian Pioneer Beacon Evergreen Cornerstone Silverline Brightwater Oakhurst "
    "Redwood Clearview Horizon Lakeshore Keystone Bluebird Starling Falcon Heron Kestrel Lantern Compass Anchor "
    "Juniper Magnolia Larkspur Foxglove Thistle Sandstone Granite Cobalt Amber Ivory Crescent Zenith Vertex "
    "Apex Nova Orion Polaris Vega Aurora Solstice Equinox Riverbend Hillcrest Westbrook Eastwood Southgate "
    "Fairview Greenfield Springvale Stonebridge Ironwood Maplewood Cedarwood Birchwood Ashford Elmwood "
    "Thornbury".split()
)
"""What organizations may be called that are called by ordinary words."""

_ALIASES = {
    "united kingdom of great britain and northern ireland": "United Kingdom",
    "united kingdom of great britain": "United Kingdom",
    **dict.fromkeys(
        ("great britain", "britain", "england", "scotland", "wales", "northern ireland", "uk", "u.k."), "United Kingdom"
    ),
    **dict.fromkeys("united states of america|usa|us|u.s.|u.s.a.|america".split("|"), "United States"),
    "russian federation": "Russia",
    "czech republic": "Czechia",
    "türkiye": "Turkey",
    "turkiye": "Turkey",
    "holland": "Netherlands",
    "macedonia": "North Macedonia",
    "the former yugoslav republic of macedonia": "North Macedonia",
    "burma": "Myanmar",
}
"""Other names of countries."""

_US_STATES = {fold(name): name for name in STATES.values()}
_STATE = re.compile(
    r"(?:(?:federal |islamic |united )?(?:republic|kingdom|state|principality|federation) of (?:the )?)"
)


@dataclass(frozen=True)
class Atlas:
    """Countries with their cities, and where each city lies."""

    cities: dict[str, tuple[str, ...]] = field(repr=False)
    continents: dict[str, str] = field(repr=False)
    country_names: dict[str, str] = field(repr=False)
    home: dict[str, str] = field(repr=False)


def draw_place(surface: str, cast: Cast) -> str | None:
    """Another place of the same kind, part by part; None if nothing of it could be changed for sure."""
    parts = re.split(r"(\s*,\s*|\s*\n\s*|\s*;\s*)", surface)
    new = [part if number % 2 else _part(part, cast) for number, part in enumerate(parts)]
    return None if None in new else "".join(each or "" for each in new)


def _part(part: str, cast: Cast) -> str | None:
    if not part.strip():
        return part
    body, ending = re.fullmatch(r"(.*?)(['’]s?)?", part, re.DOTALL).groups()  # type: ignore[union-attr]
    article = re.match(r"(?:the|in|at|near|from)\s+", body, re.IGNORECASE)
    head = article[0] if article else ""
    name = " ".join(fold(body[len(head) :]).split())
    atlas = read_atlas()
    form = None if name in atlas.country_names else _STATE.match(name)
    plain = name[form.end() :] if form else name
    if country := atlas.country_names.get(plain):
        has_article = country in _WITH_ARTICLE and plain not in _PARTS
        new = _country(country if has_article else plain, cast, has_article)
        head += body[len(head) : len(head) + form.end()] if form else ""
    elif home := atlas.home.get(name):
        new = _city(name, _country(home, cast) or home, cast)
    elif state := _US_STATES.get(name):
        new = draw_from(cast.book, _of(cast, "state", fold(state)), [list(_US_STATES.values())])
    else:
        return _words(part, cast, _OF_ORGANIZATIONS, is_place=True)
    return None if new is None else head + _cased(new, body[len(head) :] or body) + (ending or "")


def is_kind(word: str) -> bool:
    """Whether a word tells the kind of a place or an organization, and not its name; or announces a number."""
    return fold(word) in _OF_ORGANIZATIONS or fold(word) in LABELS


def draw_organization(surface: str, cast: Cast) -> str | None:
    """Another organization of the same kind; None if its name is all kind, as of a ministry."""
    return _words(surface, cast, _OF_ORGANIZATIONS, is_place=False)


def _words(surface: str, cast: Cast, kept: frozenset[str], is_place: bool) -> str | None:
    """The text with its names replaced one by one, and its figures; None if there is nothing to replace."""
    lots = Lots(cast.book.key)
    pieces: list[str] = []
    is_changed = False
    is_house = {fold(word) for word in re.findall(r"[^\W\d_]+", surface)} <= _HOUSES
    for token in _tokens(surface):
        word = token.rstrip(".")
        plain = re.sub(r"['’]s?$", "", word)
        is_plain = word.islower() and not surface.islower()
        if not any(map(str.isalnum, token)) or fold(plain) in kept or is_plain:
            pieces.append(token)
            continue
        new = _word(plain, cast, lots, is_place)
        if new is None:
            return None
        # Another number makes no other street: a name must change, unless there is only a part of a house.
        is_changed |= is_house or not any(map(str.isdigit, plain))
        pieces.append(new + token[len(plain) :])
    return "".join(pieces) if is_changed else None


def _tokens(surface: str) -> list[str]:
    """The words and signs of a text; a city of several words is one of them."""
    tokens: list[str] = _TOKEN.findall(surface)
    joined: list[str] = []
    while tokens:
        size = next((n for n in (5, 3) if fold("".join(tokens[:n])) in read_atlas().home), 1)
        joined.append("".join(tokens[:size]))
        tokens = tokens[size:]
    return joined


def _word(word: str, cast: Cast, lots: Lots, is_place: bool) -> str | None:
    if _YEAR.fullmatch(word):
        return str(int(word) - 1 - lots.number(9, cast.scope, "year"))
    if any(map(str.isdigit, word)):
        return lots.scramble(word, cast.scope, "figures", fold(word))
    if word.isupper() and len(word) <= 5:
        return cast.letters(word) or None
    name = fold(word)
    home = read_atlas().home.get(name)
    if name in cast.words or (not is_place and _is_name(name, home is not None)):
        new = cast.surrogate(word)
    elif home:
        new = _city(name, _country(home, cast) or home, cast)
    elif is_place:
        new = _unlisted(name, cast)
    else:
        new = draw_from(cast.book, _of(cast, "brand", name), [_BRANDS])
    return None if new is None else _cased(new, word)


def _is_name(name: str, is_city: bool) -> bool:
    """Whether people are called so, and not seldom where it is a city: no hospital is named after the city of Mary."""
    known = read_names().given.get(name) or read_names().family.get(name)
    return known is not None and (not is_city or known.band < RAREST)


def _of(cast: Cast, kind: str, name: str) -> Identity:
    """Whose surrogate it is; people of two documents may well have the same city, so it is unique within one."""
    own = f"{Lots(cast.book.key).number(2**32, 'place', cast.scope):08x}"
    return Identity(cast.scope, f"{kind} {own}", name)


def _country(country: str, cast: Cast, has_article: bool | None = None) -> str | None:
    """Another country, of the same continent if one is free, with or without an article as the original."""
    atlas, identity = read_atlas(), _of(cast, "country", fold(country))
    country = atlas.country_names[fold(country)]
    has_article = country in _WITH_ARTICLE if has_article is None else has_article
    if known := cast.book.find(identity):
        return known
    others = [each for each in atlas.cities if each != country and (each in _WITH_ARTICLE) is has_article]
    near = [each for each in others if atlas.continents[each] == atlas.continents[country]]
    # Streets and names beside it stay what they are.
    english = [each for each in others if each in _ENGLISH] if country in _ENGLISH else []
    return draw_from(cast.book, identity, [english, near, others])


def _city(name: str, country: str, cast: Cast) -> str | None:
    """Another city, in the country that stands for its own; as large as it where there are enough of them."""
    atlas, identity = read_atlas(), _of(cast, "city", name)
    if known := cast.book.find(identity):
        return known
    there, all_there = atlas.cities[atlas.home[name]], atlas.cities[country]
    is_large = [fold(each) for each in there].index(name) < max(3, len(there) // 4)
    limit = max(3, len(all_there) // 4)
    alike = all_there[:limit] if is_large else all_there[limit:]
    others = [city for each in _ENGLISH for city in atlas.cities[each]]
    return draw_from(cast.book, identity, [alike, all_there, others])


def _unlisted(name: str, cast: Cast) -> str | None:
    identity = _of(cast, "city", name)
    if known := cast.book.find(identity):
        return known
    names = [city for country in _ENGLISH for city in read_atlas().cities[country] if " " not in city]
    return draw_from(cast.book, identity, [names])


def _cased(new: str, original: str) -> str:
    return new.upper() if original.isupper() and len(original) > 2 else new.lower() if original.islower() else new


@cache
def read_atlas() -> Atlas:
    """The list that comes with the package."""
    cities: dict[str, tuple[str, ...]] = {}
    continents: dict[str, str] = {}
    home: dict[str, str] = {}
    for line in gzip.decompress(_LIST.read_bytes()).decode("utf-8").splitlines():
        country, continent, names = line.removeprefix("The ").split("\t")
        cities[country], continents[country] = tuple(names.split("|")), continent
        for city in cities[country]:
            home.setdefault(fold(city), country)
    # The largest of a country are not confused with a small place elsewhere.
    for country, names_there in cities.items():
        for city in names_there[:5]:
            home[fold(city)] = country
    named = {fold(country): country for country in cities}
    known = {alias: country for alias, country in _ALIASES.items() if country in cities}
    return Atlas(cities, continents, named | known, home)
