"""Surrogates of numbers and addresses of mail and web: the same form, other digits, a check digit that is right.

Where a range is documented to be nobody's, the surrogate is from there: domains, IP and MAC addresses, phone numbers,
social security numbers, numbers of test cards.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module

from unname.core.fold import fold
from unname.replace.book import Identity
from unname.replace.cast import Cast
from unname.replace.lots import Lots
from unname.replace.mend import is_function_word
from unname.text.words import LETTERS

SNILS = "snils"
"""The number of a person in the Russian pension insurance, which python-stdnum does not know."""

_SNILS = re.compile(r"\d{3}-?\d{3}-?\d{3}[ -]?\d{2}")

TRIES = 3_000
"""How often a number is drawn until its check digit is right."""

DOMAINS = ("example.com", "example.org", "example.net")
"""Domains that are reserved for examples (RFC 2606)."""

_MAIL = re.compile(r"(?P<head>(?:mailto:)?)(?P<local>[^\s@<>]+)@(?P<domain>[^\s@<>]+)")
_LINK = re.compile(r"(?P<scheme>https?://|ftp://|)(?P<host>(?:[\w-]+\.)+[a-zA-Z]{2,})(?P<path>[/?#:]\S*|)")
_IP = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?P<rest>(?::\d+|/\d+)?)")
_IP6 = re.compile(r"[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7}")
_MAC = re.compile(r"[0-9a-fA-F]{2}(?P<sign>[:-])(?:[0-9a-fA-F]{2}(?P=sign)){4}[0-9a-fA-F]{2}")
_SOCIAL = re.compile(r"\d{3}(?P<sign>[- ])\d{2}(?P=sign)\d{4}")
LABELS = frozenset(
    "mrn no nr id ip url mac email mail e-mail ref case file nhs ssn iban tel phone fax account acct number "
    "nummer application appl nos pid dob zip mobile cell ext extension room ward bed card policy claim invoice "
    "order ticket license licence passport "
    "инн снилс огрн огрнип кпп бик окпо омс дмс паспорт паспорта серия серии номер номера тел телефон моб факс дело "
    "дела договор счет карта полис р к с".split()
)
"""What announces a number and is none."""

_ANNOUNCED = re.compile(rf"(?:(?:{'|'.join(sorted(LABELS))})\b[.:#]?\s*)+(?=\S)", re.IGNORECASE)
_MAILBOXES = frozenset("info office admin contact mail hello support service noreply team hr sales".split())

_EXTENSION = re.compile(r"(\s?(?:x|ext\.?|extension)\s?)(\d+)$", re.IGNORECASE)
PHONES = {
    "1": ("NXX5550100", 2, "NXX"),
    "44": ("7700900000", 3, ""),
    "33": ("639980000", 4, ""),
    "49": ("3023125000", 3, ""),
    "61": ("491570156", 2, ""),
    "353": ("209100000", 5, ""),
}
"""By calling code: a number of a range that is kept free for fiction, how many of its last digits are drawn, and what
is drawn beside. Sources: NANPA 555-01xx, Ofcom, Arcep, Bundesnetzagentur, ACMA, ComReg."""

_IBAN = re.compile(r"[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{1,4}){3,8}")
_CARDS = {"4": "400000", "5": "555555", "3": "378282", "6": "601111", "2": "222300"}
"""How the test cards of each network begin, by their first digit."""

_CHECKED = (
    "gb.nhs",
    "us.ssn",
    "es.nif",
    "de.idnr",
    "fr.nir",
    "nl.bsn",
    "it.codicefiscale",
    "pl.pesel",
    "br.cpf",
    "be.nn",
    "ch.ssn",
    "se.personnummer",
    "ro.cnp",
    "isbn",
    "luhn",
)
"""The modules of python-stdnum that know numbers of people, the strictest first; Luhn is what many others use."""

_CHECKED_IN = {"ru": ("ru.inn", "ru.ogrn", SNILS)}
"""Those that come first in texts of a language."""


def draw_code(surface: str, kinds: frozenset[str], cast: Cast) -> str | None:
    """The surrogate of a code in the form of the original; None if none could be drawn."""
    original = fold(surface)
    identity = Identity(cast.scope, "code", original)
    if known := cast.book.find(identity):
        return known
    announced = _ANNOUNCED.match(surface)
    head = announced[0] if announced else ""
    write = _writer(surface[len(head) :], kinds, cast)
    for attempt in range(64):
        new = head + write(str(attempt))
        if fold(new) == original or _is_known(new, cast):
            continue
        if (claimed := cast.book.claim(identity, new)) is not None:
            return claimed
    return None


def _is_known(new: str, cast: Cast) -> bool:
    """Whether a surrogate might stand in one of the texts: everything in it does."""
    words = re.findall(r"\w+", fold(new))
    return bool(words) and all(map(cast.book.has_word, words))


def _writer(surface: str, kinds: frozenset[str], cast: Cast) -> Callable[[str], str]:
    lots, told = Lots(cast.book.key), (cast.scope, "code", fold(surface))
    if mail := _MAIL.fullmatch(surface):
        return lambda attempt: _mail(mail, cast, attempt)
    if _MAC.fullmatch(surface):
        return lambda attempt: "00{0}00{0}5E{0}00{0}53{0}{1:02X}".format(
            surface[2], lots.number(256, *told, attempt)
        )  # RFC 7042
    if ip := _IP.fullmatch(surface):
        return lambda attempt: _ip(ip["rest"], lots, (*told, attempt))
    if _IP6.fullmatch(surface) and ("::" in surface or surface.count(":") == 7):
        return lambda attempt: f"2001:db8::{lots.number(65536, *told, attempt):x}"  # RFC 3849
    if link := _LINK.fullmatch(surface):
        return lambda attempt: _link(link, lots, (*told, attempt))
    if kinds & {"phone", "phone-weak"}:
        return lambda attempt: _phone(surface, lots, (*told, attempt))
    if _SOCIAL.fullmatch(surface):
        # No number begins with 9, and those of taxpayers that do have other digits in the middle.
        return lambda attempt: "9{:02d}{sign}{:02d}{sign}{:04d}".format(
            lots.number(100, "a", *told, attempt),
            1 + lots.number(49, "b", *told, attempt),
            1 + lots.number(9999, "c", *told, attempt),
            sign=surface[3],
        )
    if "handle" in kinds or surface.startswith("@"):
        return lambda attempt: _named(surface, cast, attempt)
    checked = (*_CHECKED_IN.get(cast.document.language, ()), *_CHECKED)
    return lambda attempt: _number(surface, lots, (*told, attempt), checked)


def _ip(port: str, lots: Lots, told: tuple[str, ...]) -> str:
    nets = ("192.0.2", "198.51.100", "203.0.113")  # RFC 5737
    return f"{lots.choice(nets, 'net', *told)}.{lots.number(254, *told) + 1}{port}"


def _number(surface: str, lots: Lots, told: tuple[str, ...], checked: Sequence[str]) -> str:
    """Other digits and letters; with a right check digit where the original has one."""
    if _IBAN.fullmatch(surface) and _rest_by_97(surface) == 1:
        return _iban(surface, lots, told)
    is_valid = _check(surface, checked)
    if is_valid is None:
        return _scramble(surface, lots, told)
    for attempt in range(TRIES):
        new = _begin(_scramble(surface, lots, (*told, str(attempt))), surface)
        if is_valid(new):
            return new
    return _scramble(surface, lots, told)


def _iban(surface: str, lots: Lots, told: tuple[str, ...]) -> str:
    """Another account of the same country; its check digits are computed, as the standard has it."""
    new = surface[:2] + "00" + lots.scramble(surface[4:], *told)
    return f"{new[:2]}{98 - _rest_by_97(new):02d}{new[4:]}"


def _rest_by_97(iban: str) -> int:
    compact = re.sub(r"[\s-]", "", iban).upper()
    return int("".join(str(int(sign, 36)) for sign in compact[4:] + compact[:4])) % 97


def _scramble(surface: str, lots: Lots, told: tuple[str, ...]) -> str:
    """The text scrambled, but for words that announce a number."""
    pieces: list[str] = []
    at = 0
    for found in LETTERS.finditer(surface):
        is_kept = fold(found[0]) in LABELS or is_function_word(found[0])
        if is_kept and any(map(str.isdigit, surface)):
            pieces += (lots.scramble(surface[at : found.start()], *told, str(at)), found[0])
            at = found.end()
    return "".join([*pieces, lots.scramble(surface[at:], *told, str(at))])


def _begin(new: str, surface: str) -> str:
    """The number with the beginning of a range that is nobody's, if there is one for its kind."""
    digits = "".join(filter(str.isdigit, surface))
    if _is_valid("gb.nhs", surface):
        return _overwrite(new, "999")
    if 13 <= len(digits) <= 19 and digits == re.sub(r"[\s-]", "", surface):
        return _overwrite(new, _CARDS.get(digits[0], digits[0]))
    return new


def _overwrite(text: str, digits: str) -> str:
    """The text with its first digits written over."""
    rest = iter(digits)
    return "".join(next(rest, sign) if sign.isdigit() else sign for sign in text)


def _check(surface: str, checked: Sequence[str]) -> Callable[[str], bool] | None:
    """What tells whether the check digit of a number like this is right, if that of this one is."""
    if sum(map(str.isdigit, surface)) < 8 or len(surface) > 40:
        return None
    return next((lambda new, m=module: _is_valid(m, new) for module in checked if _is_valid(module, surface)), None)


def _is_valid(module: str, number: str) -> bool:
    if module == SNILS:
        return is_snils(number)
    try:
        return bool(_validator(module)(re.sub(r"[\s-]", "", number) if module == "luhn" else number))
    except Exception:  # a library for numbers of all countries: what it cannot read is not valid
        return False


def is_snils(number: str) -> bool:
    """Whether the last two digits of a number of the Russian pension insurance are right.

    >>> is_snils("112-233-445 95"), is_snils("112-233-445 96")
    (True, False)
    """
    if not _SNILS.fullmatch(number):
        return False
    digits = [int(sign) for sign in number if sign.isdigit()]
    rest = sum(digit * weight for digit, weight in zip(digits, range(9, 0, -1), strict=False)) % 101
    return digits[9] * 10 + digits[10] == (0 if rest == 100 else rest)


@cache
def _validator(module: str) -> Callable[[str], bool]:
    is_valid: Callable[[str], bool] = import_module(f"stdnum.{module}").is_valid
    return is_valid


def _phone(surface: str, lots: Lots, told: tuple[str, ...]) -> str:
    """A number of a range for fiction, if its country is told or it has the form of one; else other digits."""
    if extension := _EXTENSION.search(surface):
        number = _phone(surface[: extension.start()], lots, told)
        return number + extension[1] + lots.scramble(extension[2], *told, "extension")
    if "(0)" in surface:
        # The zero that is dialed at home is no digit of the number.
        return _phone(surface.replace("(0)", "(#)"), lots, told).replace("(#)", "(0)")
    digits = "".join(filter(str.isdigit, surface))
    is_international = surface.lstrip("( ").startswith("+") or digits.startswith("00")
    code, national = _calling_code(digits.removeprefix("00") if is_international else digits, is_international)
    template, n_drawn, area = PHONES.get(code, ("", 0, ""))
    template = template.replace("NXX", f"{200 + lots.number(790, 'area', *told)}") if area else template
    if not template or len(template) != len(national):
        scrambled = lots.scramble(surface, *told)
        is_prefixed = is_international or code == "7"
        return _overwrite(scrambled, digits[: len(digits) - len(national)]) if is_prefixed else scrambled
    drawn = f"{lots.number(10**n_drawn, *told):0{n_drawn}d}"
    return _overwrite(surface, digits[: len(digits) - len(national)] + template[: len(template) - n_drawn] + drawn)


def _calling_code(digits: str, is_international: bool) -> tuple[str, str]:
    """The calling code and the national number, as far as they can be told."""
    if is_international:
        for length in (1, 2, 3):
            if digits[:length] in PHONES:
                return digits[:length], digits[length:]
        return "", digits[2:]
    if len(digits) == 11 and digits[0] == "1":
        return "1", digits[1:]
    if len(digits) == 10 and digits[0] != "0":
        return "1", digits
    if len(digits) == 11 and digits[0] == "8":
        return "7", digits[2:]
    if len(digits) == 11 and digits.startswith("0"):
        return "44", digits[1:]
    if len(digits) == 10 and digits.startswith("0"):
        return "33", digits[1:]
    return "", digits


def _mail(found: re.Match[str], cast: Cast, attempt: str) -> str:
    local = _named(found["local"], cast, attempt)
    domain = Lots(cast.book.key).choice(DOMAINS, cast.scope, "domain", fold(found["domain"]))
    return f"{found['head']}{local}@{domain}"


def _link(found: re.Match[str], lots: Lots, told: tuple[str, ...]) -> str:
    host = lots.choice(DOMAINS, *told)
    if found["host"].lower().startswith("www."):
        host = f"www.{host}"
    return f"{found['scheme']}{host}{lots.scramble(found['path'], *told)}"


def _named(text: str, cast: Cast, attempt: str) -> str:
    """The name of a user: the words of names by their surrogates, and other digits."""
    pieces: list[str] = []
    at = 0
    lots = Lots(cast.book.key)
    for found in LETTERS.finditer(text):
        pieces += (lots.scramble(text[at : found.start()], cast.scope, text, attempt), _user(found[0], cast, attempt))
        at = found.end()
    return "".join([*pieces, lots.scramble(text[at:], cast.scope, text, attempt)])


def _user(word: str, cast: Cast, attempt: str) -> str:
    """The surrogate of a word that may be made of the names of people of the document, or of their initials."""
    folded = fold(word)
    if folded in _MAILBOXES:
        return word
    if len(folded) == 1:
        return _letter(folded, cast)
    for parts in _splits(folded, set(cast.words)):
        new = [_plain(cast.surrogate(part) or "") if len(part) > 1 else _letter(part, cast) for part in parts]
        if all(new):
            return "".join(new)
    return Lots(cast.book.key).scramble(word, cast.scope, "user", folded, attempt)


def _splits(word: str, names: set[str]) -> Iterator[tuple[str, ...]]:
    """A word as one name, two names, or a name and an initial."""
    if word in names:
        yield (word,)
    for at in range(1, len(word)):
        head, tail = word[:at], word[at:]
        if (head in names or at == 1) and (tail in names or len(tail) == 1) and (head in names or tail in names):
            yield head, tail


def _letter(letter: str, cast: Cast) -> str:
    owner = next((name for name in cast.words if name.startswith(letter)), None)
    surrogate = cast.surrogate(owner) if owner else None
    return _plain(surrogate)[:1] if surrogate else Lots(cast.book.key).scramble(letter, cast.scope, "letter", letter)


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, fold(name)))
