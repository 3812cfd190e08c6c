"""Places of the United States with as much as HIPAA's Safe Harbor lets stay: the state, half a ZIP code."""

import re

from unname.core.fold import fold
from unname.replace.places import is_country
from unname.replace.step import Step
from unname.text.words import POSSESSIVE

STATES = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DE": "Delaware", "DC": "District of Columbia", "FL": "Florida", "GA": "Georgia",
    "HI": "Hawaii", "ID": "Idaho", "IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky",
    "LA": "Louisiana", "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota",
    "MS": "Mississippi", "MO": "Missouri", "MT": "Montana", "NE": "Nebraska", "NV": "Nevada", "NH": "New Hampshire",
    "NJ": "New Jersey", "NM": "New Mexico", "NY": "New York", "NC": "North Carolina", "ND": "North Dakota",
    "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania", "RI": "Rhode Island",
    "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas", "UT": "Utah", "VT": "Vermont",
    "VA": "Virginia", "WA": "Washington", "WV": "West Virginia", "WI": "Wisconsin", "WY": "Wyoming",
    "PR": "Puerto Rico", "GU": "Guam", "VI": "Virgin Islands", "AS": "American Samoa",
    "MP": "Northern Mariana Islands",
}  # fmt: skip
"""By abbreviation; 45 CFR 160.103 counts the District of Columbia and the territories as states."""

OFTEN_CITIES = frozenset({"New York", "Washington"})
"""Names that mean the state only behind a place in it, or with words that say so."""

FEW_PEOPLE = frozenset(
    "036 059 063 102 202 203 204 205 369 556 692 753 772 790 821 823 830 831 878 879 884 890 893".split()
)
"""First three digits that 20,000 people or fewer share by the census of 2000 (67 FR 53234) or by that of 2010."""

_NAMES = "|".join(sorted(STATES.values(), key=len, reverse=True))
_STATE = rf"(?:(?i:(?:state\sof\s)?(?:{_NAMES})(?:\sstate)?)|(?:{'|'.join(STATES)})\b|D\.C\.)"
_TAIL = re.compile(rf"(?:^|(?<=[\s,]))(?P<state>{_STATE})?[\s,]*(?P<zip>\b[0-9]{{5}}(?:-[0-9]{{4}})?)?$")
_WORDS_OF_STATE = re.compile(r"(?i)\bstate\b")


def find_state_steps(text: str, is_zip: bool = False) -> list[Step]:
    """The one step of a place in the United States: its state and the first three digits of its ZIP code.

    Five digits without a state are a ZIP code only if that is known (`is_zip`).

    >>> [step.text for step in find_state_steps("48 Quarry Road, Millbrook, NY 12545")]
    ['NY 125']
    >>> [step.text for step in find_state_steps("03601", is_zip=True)]
    ['000']
    """
    place = text.strip()
    found = _TAIL.search(place)
    if not found or not (found["state"] or (found["zip"] and is_zip)):
        return []
    is_bare = not found["zip"] and not place[: found.start()].rstrip().endswith(",")
    if is_bare and found["state"].title() in OFTEN_CITIES:
        return []
    shown = " ".join(filter(None, (found["state"], found["zip"] and shorten_zip(found["zip"]))))
    return [Step("state", shown, fold(shown))]


def shorten_zip(code: str) -> str:
    """The first three digits of a ZIP code, or 000 where few people share them.

    >>> shorten_zip("12572-0042"), shorten_zip("82190")
    ('125', '000')
    """
    return "000" if code[:3] in FEW_PEOPLE else code[:3]


def is_state_or_larger(text: str) -> bool:
    """Whether a place is a state or a country, and nothing smaller.

    >>> [is_state_or_larger(place) for place in ("Ohio", "NY", "New York State", "New York", "Lyon", "France's")]
    [True, True, True, False, False, True]
    """
    place = " ".join(POSSESSIVE.sub("", text.strip()).split())
    if re.fullmatch(_STATE, place):
        return bool(_WORDS_OF_STATE.search(place)) or place.title() not in OFTEN_CITIES
    return is_country(place)
