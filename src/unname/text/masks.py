"""Placeholders that anonymizers leave in a text: they are no words, and no n-gram may join across them."""

import re

from unname.core.document import Span

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


# Masks that somebody may want to fill are fewer than what no n-gram may join across.
_WORDS_OF_LABELS = {
    "PERSON": "PERSON PER NAME FIRST_NAME LAST_NAME SURNAME PATIENT DOCTOR USER USERNAME FIRST LAST FULL",
    "LOC": "LOCATION LOC GPE FAC PLACE ADDRESS STREET STREET_ADDRESS CITY STATE COUNTRY ZIP REGION TOWN",
    "ORG": "ORGANIZATION ORGANISATION ORG COMPANY HOSPITAL FACILITY SCHOOL UNIVERSITY INSTITUTION",
    "DATETIME": "DATE DATETIME DATE_TIME TIME YEAR MONTH DAY BIRTH",
    "DEM": "NORP NRP DEM AGE PROFESSION OCCUPATION JOB NATIONALITY RELIGION LANGUAGE ETHNICITY TITLE GENDER",
    "CODE": (
        "CODE EMAIL EMAIL_ADDRESS PHONE PHONE_NUMBER URL DOMAIN_NAME IP_ADDRESS MAC_ADDRESS CREDIT_CARD IBAN IBAN_CODE "
        "BANK_ACCOUNT CRYPTO SSN US_SSN US_PASSPORT US_DRIVER_LICENSE US_BANK_NUMBER US_ITIN UK_NHS MEDICAL_LICENSE "
        "ACCOUNT_NUMBER ID FAX IP PASSPORT"
    ),
    "QUANTITY": "QUANTITY MONEY PERCENT PERCENTAGE ORDINAL CARDINAL NUMBER AMOUNT",
    "MISC": "MISC PRODUCT EVENT WORK_OF_ART LAW",
}
_LABEL_OF = {word: label for label, words in _WORDS_OF_LABELS.items() for word in words.split()}
_NO_LABEL = frozenset(
    "SENSITIVE REDACTED ANONYMIZED ANONYMISED MASK MASKED HIDDEN REMOVED DELETED WITHHELD OMITTED BLANK".split()
)
_LINKS = frozenset("OF AND OR".split())
# Headings and magazines shout these; where masks have another form, they are words.
_SHOUTED = frozenset("LAW TIME DATE EVENT PRODUCT CODE LANGUAGE MONEY QUANTITY PERCENT PERCENTAGE".split())

_FILLABLE = re.compile(
    rf"\{{\{{{_INSIDE}\}}\}}|\[{_INSIDE}\]|<{_INSIDE}>|\{{{_INSIDE}\}}"
    r"|\*{2,}|_{2,}|[█▇▆■▮]+"
    rf"|\b(?:{_any(_TYPES)})(?:[_#-]?\d+)?\b"
    rf"|\b(?:{_any(_TYPES_WITH_NUMBER)})[_#-]?\d+\b"
)
_BRACKETS = "[]<>{}"
_RUN = re.compile(r"\*{2,}|_{3,}|[█▇▆■▮]+")
_SIGNS = re.compile(r"X|[*_█▇▆■▮]*|[xX]{2,}")
_NEAR = 60
_NUMBER = re.compile(r"[\s_#-]*\d+$")
_LETTERS = re.compile(r"[^\W\d_]+")


def find_masks(text: str) -> list[Span]:
    """Every mask of a text that hides something, in order; what stands in brackets is one only if it looks like it.

    >>> [text[a:b] for text in ["PERSON_1 [sic] met *** *** [1] in [LOC], as <mask> said"] for a, b in find_masks(text)]
    ['PERSON_1', '***', '***', '[LOC]', '<mask>']
    """
    if not has_masks(text):
        return []
    found = [each for each in _FILLABLE.finditer(text) if _hides(each[0], text, *each.span())]
    if any(not each[0].replace("_", "").isalpha() for each in found):
        found = [each for each in found if each[0] not in _SHOUTED]
    # Where runs of signs are masks, brackets around one belong to the text.
    within = any(_RUN.fullmatch(each[0]) for each in found)
    spans = []
    for each in found:
        runs = [Span(*run.span()) for run in _RUN.finditer(text, *each.span())] if each[0][0] in _BRACKETS else []
        is_whole = not runs or (not within and _SIGNS.fullmatch(each[0].strip(_BRACKETS)))
        spans += [Span(*each.span())] if is_whole else runs
    return spans


def mask_label(mask: str) -> str | None:
    """The category that a mask shows of what it hides, if it shows any.

    >>> mask_label("[PERSON_1]"), mask_label("GPE"), mask_label("<date of birth>"), mask_label("***")
    ('PERSON', 'LOC', 'DATETIME', None)
    """
    name = _NUMBER.sub("", mask.strip(_BRACKETS + " ")).strip().upper().replace("-", "_").replace("/", "_")
    for known in (name, name.replace(" ", "_"), *re.split(r"[\s_]+", name)):
        if known in _LABEL_OF:
            return _LABEL_OF[known]
    return None


def _hides(mask: str, text: str, start: int, end: int) -> bool:
    if mask[0] in _BRACKETS:
        return _hides_in_brackets(mask.strip(_BRACKETS).strip())
    if mask in ("**", "__"):
        # Two alone may set words in bold, or belong to a name in a program.
        return not _LETTERS.match(text[end : end + 1]) and not _LETTERS.match(text[max(0, start - 1) : start])
    return not mask.isalpha() or not _is_in_heading(text, start, end)


def _hides_in_brackets(inside: str) -> bool:
    if _SIGNS.fullmatch(inside) or _RUN.search(inside):
        return True
    words = [word for word in re.split(r"[\s_#-]+", _NUMBER.sub("", inside).upper()) if word]
    if inside.isupper() and ((len(words) == 1 and len(words[0]) > 4) or "_" in inside or _NUMBER.search(inside)):
        return words[0].isalpha()
    known = [word for word in words if word in _LABEL_OF or word in _NO_LABEL]
    return bool(known) and all(word in known or word in _LINKS for word in words)


def _is_in_heading(text: str, start: int, end: int) -> bool:
    """Whether all other words of the line are in capitals too, and not all are names of types."""
    before = text[max(0, start - _NEAR) : start].rpartition("\n")[2]
    after = text[end : end + _NEAR].partition("\n")[0]
    # A word that is cut in two at either end does not count.
    others = [w for w in _LETTERS.findall(before)[len(before) == _NEAR :] if w not in _TYPES]
    others += [w for w in _LETTERS.findall(after)[: -1 if len(after) == _NEAR else None] if w not in _TYPES]
    return bool(others) and all(word.isupper() for word in others)
