"""How far the value of a field goes: a name, a number, a date, an address."""

import re
from collections.abc import Callable, Iterator, Mapping

from unname.core.document import Span
from unname.detect.field_labels import is_label, is_plain
from unname.detect.structure_parts import Field
from unname.detect.tokens import FAMILY, FIRST, lists
from unname.text.field_words import FIELD_WORDS, LISTED
from unname.text.vocabulary import FUNCTION_WORDS, NAME_PARTICLES, SUFFIXES, TITLES

Reader = Callable[[str, Field], Iterator[Span]]

NOTHING = frozenset(
    """unknown none nil na n/a n.a. null nan undefined self same see as above below tbc tba tbd unavailable withheld
    not no yes y n - -- ? x xx xxx masked redacted anonymous anon admin administrator root system guest nobody
    test default public true false various multiple all any other others ditto pending blank empty declined
    refused todo left right""".split()
)
"""Words that a value begins with which says nothing."""

_TOKEN = re.compile(r"[^\s,;/()\[\]<>]+")
_LETTERS = re.compile(r"[^\W\d_]+(?:['\u2019.-]+[^\W\d_]+)*['\u2019.]?")
_STOP = re.compile(r"\s{2}|[\v\n\t]|\s[-\u2013\u2014]{1,2}\s|[;/()\[\]<>|\d@]")
_CAPITAL = re.compile(r"(?<!\w)[^\W\d_a-z]")
_ENDED = re.compile(r"[^\W\d_]{4}\.$")
_PARTED = re.compile(r"\s*(?:[,;&]|\band\b)\s*")
_QUALIFIED = frozenset(
    "md phd msc bsc ba ma rn mrcp frcs frcr mbbs mbchb dds dvm do np pa pgy1 pgy2 pgy3 sho spr st1 st2 st3 hca".split()
)
_CODE = re.compile(
    r"[+(]?[A-Za-z]{0,12}[-/.:#_]{0,2}(?=\S*\d|\s?\d)[\w/.:+()#-]*"
    r"(?:[ \u00a0](?=\S*\d|[A-Z]\b)[\w/.()-]{1,14}){0,6}"
)
_SECRET = re.compile(r"[^\s,;\"'<>&]{3,200}")
_USER = re.compile(r"[A-Za-z0-9][\w.@\\+-]{0,60}")
_MAIL = re.compile(r"(?<![^\s,;<>\"'])[^\s,;<>\"'@]{1,64}+@[^\s,;<>\"']+")
_DATE = re.compile(
    r"\d{1,4}(?:[./\u2013-]\d{1,4}){1,2}|\d{8}\b|(?:1[89]|20)\d\d\b"
    r"|\d{1,2}(?:st|nd|rd|th)?[ -][A-Za-z]{3,9}\.?,?[ -]\d{2,4}|[A-Za-z]{3,9}\.? \d{1,2},? \d{4}|\d{6}\b"
)
_AGE = re.compile(r"\d{1,3}(?![\d.,]\d)(?=\D|\Z)")
_PLACE_END = re.compile(r"[;()\[\]<>|]|\s[-\u2013\u2014]\s|\.\s")
_PHRASE_END = re.compile(r"[,;()\[\]<>|]|\s[-\u2013\u2014]\s|\.\s|\.$")
_SECRETS = frozenset("password passwd pwd secret token key apikey pin session".split())
_MOST_NAMES = 6
_MOST_WORDS = 7
_LONGEST_ADDRESS = 120


def _says_nothing(value: str) -> bool:
    first = value.strip(" .\"'").split(None, 1)[:1]
    return not first or first[0].strip(".,:;").lower() in NOTHING or not any(map(str.isalnum, value))


def read_name(text: str, field: Field) -> Iterator[Span]:
    """The names that a value begins with; several where the label says so."""
    start, end = field.value
    if _says_nothing(text[start:end]):
        return
    if field.words and field.words[-1] in LISTED:
        at = start
        for gap in [*(found.span() for found in _PARTED.finditer(text, start, end)), (end, end)]:
            yield from _name(text, Span(at, gap[0]), field)
            at = gap[1]
        return
    yield from _name(text, field.value, field)


def _name(text: str, value: Span, field: Field) -> Iterator[Span]:
    stop = _STOP.search(text, *value)
    end = stop.start() if stop else value.end
    taken: list[re.Match[str]] = []
    has_comma = False
    begins_small = None
    for token in _TOKEN.finditer(text, value.start, end):
        word = token[0].rstrip(".:")
        small = word.lower()
        if not taken and (
            small in TITLES or (word[:1].islower() and is_plain(small) and _CAPITAL.search(text, token.end(), end))
        ):
            continue
        if taken and _ENDED.search(taken[-1][0]):
            break
        between = text[taken[-1].end() : token.start()] if taken else ""
        if "," in between and (has_comma or not _may_be_last(taken) or is_plain(small) or small in TITLES):
            break
        if not _LETTERS.fullmatch(token[0].strip("\"'*_")) or small in _QUALIFIED or (taken and small in SUFFIXES):
            break
        has_comma |= "," in between
        begins_small = word[:1].islower() if begins_small is None else begins_small
        if word[:1].islower() and small not in NAME_PARTICLES and not begins_small:
            break
        if begins_small and (small in FUNCTION_WORDS or (field.kind == "who" and is_plain(small))):
            break
        taken.append(token)
        if len(taken) == _MOST_NAMES:
            break
    while taken and taken[-1][0].lower() in NAME_PARTICLES:
        taken.pop()
    words = [token[0].strip(".\"'*_").lower() for token in taken]
    if taken and _may_be_name(words, [token[0] for token in taken], field, taken[-1].end() >= value.end - 1):
        yield Span(taken[0].start(), taken[-1].end())


def _may_be_last(taken: list[re.Match[str]]) -> bool:
    """Whether words before a comma may be a family name that is written first: "van der Berg, Ji-woo"."""
    written = [token[0] for token in taken if token[0].lower() not in NAME_PARTICLES]
    return len(written) == 1 or all(map(str.isupper, written))


def _may_be_name(words: list[str], written: list[str], field: Field, is_all: bool) -> bool:
    long = [word for word in words if len(word) > 1]
    is_strong = field.kind == "name" and is_all and field.words != ("name",)
    if (words[0] in FUNCTION_WORDS and not (is_strong and written[0][0].isupper())) or _is_field(words):
        return False
    if not long:
        return field.kind == "name" and is_all
    telling = [word for word in long if not is_plain(word)]
    known = [word for word in long if lists().words.get(word, 0) & (FIRST | FAMILY)]
    if is_strong:
        return True
    if field.kind == "name":
        return bool(known) or (bool(telling) and (len(long) > 1 or not field.is_whole))
    if (
        len(written) == 1
        and not known
        and (written[0].islower() or (written[0].isupper() and len(written[0]) in (3, 4, 5)))
    ):
        return False
    return bool(telling) and (is_all or len(words) > 1 or bool(known))


def _is_field(words: list[str]) -> bool:
    """Whether all words are those of labels, as in a form that nobody has filled in."""
    return all(word in FIELD_WORDS for word in words)


def read_user(text: str, field: Field) -> Iterator[Span]:
    """A user name: one word."""
    found = _USER.match(text, *field.value)
    small = found[0].lower() if found else ""
    if found and small not in NOTHING and small not in FUNCTION_WORDS and not is_plain(small):
        yield Span(*found.span())


def read_code(text: str, field: Field) -> Iterator[Span]:
    """A number, with the letters, signs and groups that belong to it; a secret as it is."""
    start, end = field.value
    if _says_nothing(text[start:end]):
        return
    if not _SECRETS.isdisjoint(field.words):
        found = _SECRET.match(text, start, end)
        if found and (field.is_whole or not is_plain(found[0].lower())):
            yield Span(*found.span())
        return
    found = None if text[start] == "/" else _CODE.match(text, start, end)
    if found and sum(map(str.isdigit, found[0])) >= 2:
        code = found[0].rstrip(" .,:;(/-")
        while code.endswith(")") and code.count(")") > code.count("("):
            # The bracket was opened before the label: "(MRN 00482913)".
            code = code[:-1].rstrip(" .,:;(/-")
        yield Span(start, start + len(code))


def read_mail(text: str, field: Field) -> Iterator[Span]:
    """Every address of mail."""
    yield from (Span(*found.span()) for found in _MAIL.finditer(text, *field.value))


def read_date(text: str, field: Field) -> Iterator[Span]:
    """A date in figures or words at the beginning."""
    found = _DATE.match(text, *field.value)
    if found:
        yield Span(*found.span())


def read_age(text: str, field: Field) -> Iterator[Span]:
    """A number of years at the beginning."""
    found = _AGE.match(text, *field.value)
    if found:
        yield Span(*found.span())


def read_address(text: str, field: Field) -> Iterator[Span]:
    """All of a line or cell, up to a bracket or the end of a sentence."""
    yield from _phrase(text, field, _PLACE_END, _LONGEST_ADDRESS)


def read_phrase(text: str, field: Field) -> Iterator[Span]:
    """A few words up to a sign."""
    yield from _phrase(text, field, _PHRASE_END, 80)


def _phrase(text: str, field: Field, until: re.Pattern[str], longest: int) -> Iterator[Span]:
    start, end = field.value
    stop = until.search(text, start, end)
    end = min(stop.start() if stop else end, start + longest)
    value = text[start:end].rstrip(" .,")
    is_short = longest > 80 or len(value.split()) <= _MOST_WORDS
    if (
        value
        and not _says_nothing(value)
        and is_short
        and not is_label(value)
        and "@" not in value
        and "://" not in value
    ):
        yield Span(start, start + len(value))


def read_place(text: str, field: Field) -> Iterator[Span]:
    """Names of places and organizations: a few words that begin with a capital or hold a digit."""
    value = text[slice(*field.value)]
    if field.is_whole or value[:1].isupper() or any(map(str.isdigit, value[:12])):
        yield from read_phrase(text, field)


READERS: Mapping[str, Reader] = {
    "name": read_name,
    "who": read_name,
    "user": read_user,
    "birth": read_date,
    "date": read_date,
    "code": read_code,
    "phone": read_code,
    "email": read_mail,
    "address": read_address,
    "place": read_place,
    "organization": read_place,
    "occupation": read_phrase,
    "age": read_age,
    "group": read_phrase,
}
"""How the value of each kind of field is read."""
