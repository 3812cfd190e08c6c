"""What profiles have in common: each fact as one of few values, so that many people share it."""

import re

from unname.core.document import Profile
from unname.core.fold import fold
from unname.people.profiles import profile_facts

_YEAR = re.compile(r"(?<!\d)(?:1\d{3}|20\d{2})(?!\d)")
_NUMBER = re.compile(r"(?<!\d)\d{1,6}(?!\d)")
_YEARS = 2
"""Years that count as one value: what a text says of other years seldom tells more."""

FIRST, LAST, IS = "first", "last", "is"


def traits(profile: Profile) -> dict[tuple[str, str], int | str]:
    """The values of a profile by (key, what of it): the first and the last year or number of a fact, or its words.

    >>> traits(Profile("p1", fields={"birth_date": "1957-03-29", "home": "Zenda", "term": [80, 81]}))
    {('birth date', 'first'): 1956, ('home', 'is'): 'zenda', ('term', 'first'): 80, ('term', 'last'): 81}
    """
    found: dict[tuple[str, str], int | str] = {}
    for fact in profile_facts(profile):
        years = [int(year) // _YEARS * _YEARS for year in _YEAR.findall(fact.text)]
        numbers = years or [int(number) for number in _NUMBER.findall(fact.text)]
        if not numbers:
            found[fact.key, IS] = fold(fact.text)
            continue
        found[fact.key, FIRST] = min(numbers)
        if max(numbers) > min(numbers):
            found[fact.key, LAST] = max(numbers)
    return found
