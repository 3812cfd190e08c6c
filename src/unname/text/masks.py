"""Placeholders that anonymizers leave in a text: they are no words, and no n-gram may join across them."""

import re

_TYPES = (
    "PERSON PER LOCATION LOC GPE FAC ORGANIZATION ORGANISATION ORG NORP NRP DEM MISC CODE DATE DATETIME DATE_TIME TIME "
    "MONEY PERCENT PERCENTAGE QUANTITY ORDINAL CARDINAL PRODUCT EVENT WORK_OF_ART LAW LANGUAGE SENSITIVE REDACTED "
    "ANONYMIZED ANONYMISED MASK MASKED EMAIL EMAIL_ADDRESS PHONE PHONE_NUMBER URL DOMAIN_NAME IP_ADDRESS MAC_ADDRESS "
    "FIRST_NAME LAST_NAME STREET_ADDRESS CREDIT_CARD IBAN IBAN_CODE BANK_ACCOUNT CRYPTO SSN US_SSN US_PASSPORT "
    "US_DRIVER_LICENSE US_BANK_NUMBER US_ITIN UK_NHS MEDICAL_LICENSE ACCOUNT_NUMBER"
).split()
# Texts shout these words too, so alone they are masks only in brackets or with a number.
_TYPES_WITH_NUMBER = (
    "NAME PATIENT DOCTOR USER USERNAME PLACE ADDRESS CITY STATE COUNTRY ZIP FACILITY COMPANY HOSPITAL ID AGE NUMBER "
    "TITLE PROFESSION HIDDEN REMOVED FAX IP PASSPORT"
).split()


def _any(types: list[str]) -> str:
    # The longest first: of DATE and DATE_TIME, the whole placeholder has to go.
    return "|".join(sorted(types, key=len, reverse=True))


_INSIDE = r"[^\[\]<>{}\s]*(?:[ ][^\[\]<>{}\s]+){0,2}"
MASK = re.compile(
    rf"\[{_INSIDE}\]|<{_INSIDE}>|\{{{_INSIDE}\}}"
    r"|\*{2,}|_{2,}|[█▇▆■▮]+"
    rf"|\b(?:{_any(_TYPES)})(?:[_#-]?\d+)?\b"
    rf"|\b(?:{_any(_TYPES_WITH_NUMBER)})[_#-]?\d+\b"
)
"""What a mask looks like: up to three words in brackets, runs of `*`, `_` or blocks, type names in capitals."""

# The pattern above is slow to fail, and most texts have nothing that it could start with.
_SIGN = re.compile(r"[\[<{*_█▇▆■▮]")
_CAPITALS = re.compile(r"[A-Z][A-Z]")


def has_masks(text: str) -> bool:
    """Whether there is any mask in the text.

    >>> has_masks("born in Ruritania to [PERSON]"), has_masks("born in Ruritania to Ada")
    (True, False)
    """
    return bool((_SIGN.search(text) or _CAPITALS.search(text)) and MASK.search(text))


def split_at_masks(text: str) -> list[str]:
    """The pieces of a text between its masks.

    >>> split_at_masks("born in [LOC] to PERSON_1, a judge")
    ['born in ', ' to ', ', a judge']
    """
    return MASK.split(text) if has_masks(text) else [text]


def remove_masks(text: str) -> str:
    """The text with a space in place of every mask.

    >>> remove_masks("born in *** to PERSON, a judge")
    'born in   to  , a judge'
    """
    return MASK.sub(" ", text) if has_masks(text) else text


def says_nothing(value: str) -> bool:
    """Whether what stands in place of an entity is a mask and nothing else.

    >>> says_nothing("***"), says_nothing("[LOC]"), says_nothing(""), says_nothing("the 1990s")
    (True, True, True, False)
    """
    return not any(character.isalnum() for character in remove_masks(value))
