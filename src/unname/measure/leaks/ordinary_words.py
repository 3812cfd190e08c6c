"""Words that everybody uses: one that was hidden as a name may well stand elsewhere and mean nothing."""

from functools import cache

from unname.text.vocabulary import MONTHS, SPELLED_TITLES, WEEKDAYS
from unname.text.word_lists import read_list

TITLES = SPELLED_TITLES | MONTHS
"""Words beside a name that are never one by themselves, and the months."""

GRAMMAR = WEEKDAYS | frozenset(
    """
    hon jr sr the and for from with not this that these
    those his her their our your its who whom which what when where was were has have had will would shall should
    can could may might must but nor yet you she they him them one two three four five six seven eight nine ten van
    von der den del della bin ibn abu
    """.split()
)
"""Words that hold sentences and names together, and the days of the week."""


@cache
def ordinary_words() -> frozenset[str]:
    """Ordinary English words in lower case, with titles, particles and the calendar."""
    return _listed("ordinary") | TITLES | GRAMMAR


@cache
def place_names() -> frozenset[str]:
    """The names of countries, regions and cities, in lower case."""
    return _listed("country") | _listed("region") | _listed("city")


@cache
def person_names() -> frozenset[str]:
    """Given and family names, in lower case."""
    return _listed("first_name") | _listed("family_name")


@cache
def known_names() -> frozenset[str]:
    """Names of people and places, in lower case: a longer word that is one of them is no disguise of a shorter one."""
    return person_names() | place_names() | _listed("town")


def _listed(name: str) -> frozenset[str]:
    return frozenset(map(str.lower, read_list(name)))
