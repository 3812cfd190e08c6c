"""Draws a Russian name of the same kind: as common, of the same gender, and declined in the same way."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from unname.replace.book import Book, Identity, fold_name
from unname.replace.draw_name import draw_from
from unname.replace.russian.paradigms import CONSONANT, FAMILY, GIVEN, PATRONYMIC, find_paradigm, forms_of, gender_of
from unname.replace.russian.russian_name_lists import RAREST, Listed, read_russian_names, short_forms

if TYPE_CHECKING:
    from unname.replace.russian.russian_cast import RussianCast


class Bearer(NamedTuple):
    """What is known of who bears a name: the gender, the long form beside it, whether a short one is, too.

    With `is_fixed`, a woman bears a name such as Остин in the form of a man: it is foreign, and not declined.
    """

    gender: str = ""
    long: str = ""
    has_short: bool = False
    is_fixed: bool = False


def draw_name(part: str, base: str, bearer: Bearer, cast: "RussianCast") -> str | None:
    """The surrogate of a name in lower case, drawn and claimed; None if there is none."""
    identity = Identity(cast.scope, f"russian {part}", fold_name(base))
    if known := cast.book.find(identity):
        return known.lower()
    if part == GIVEN and bearer.long and (short := _short_form(base, bearer.long, cast)):
        return (cast.book.claim(identity, short) or "").lower() or None
    is_unfit = judge(part, base, cast.book, bearer.is_fixed if part == FAMILY else _is_womans(base, bearer))
    for pools in _all_pools(part, base, bearer, cast):
        if drawn := draw_from(cast.book, identity, pools, is_unfit):
            return drawn.lower()
    return None


def _short_form(base: str, long: str, cast: "RussianCast") -> str:
    """The short form of somebody's surrogate, if this is the short form of the name."""
    forms = short_forms().of.get(cast.drawn(GIVEN, long) or "", ())
    free = (each for each in forms if each != base and not any(map(cast.book.has_word, forms_of(each, GIVEN))))
    return next(free, "").capitalize()


def judge(part: str, base: str, book: Book, is_fixed: bool = False) -> Callable[[str], bool]:
    """Tells what may not be drawn: what begins alike, and a name of which any form stands in a text.

    With `is_fixed`, it is a name that women bear undeclined, whatever its form looks like.
    """

    def is_unfit(drawn: str) -> bool:
        name = drawn.lower()
        if fold_name(name)[0] == fold_name(base)[0]:
            return True
        if part == FAMILY and find_paradigm(name) != (CONSONANT if is_fixed else find_paradigm(base)):
            return True
        if part == GIVEN and _is_declined(name) != (_is_declined(base) and not is_fixed):
            return True
        return any(book.has_word(fold_name(form)) for form in forms_of(name, part))

    return is_unfit


def _is_womans(base: str, bearer: Bearer) -> bool:
    """Whether a given name that ends like a man's is a woman's, as "Мюриел", and therefore has one form."""
    return bearer.gender == "f" and gender_of(base, GIVEN) == "m"


def _is_declined(given_name: str) -> bool:
    return len(forms_of(given_name, GIVEN)) > 1


def _all_pools(part: str, base: str, bearer: Bearer, cast: "RussianCast") -> Iterator[list[tuple[str, ...]]]:
    names, short = read_russian_names(), short_forms()
    if part == PATRONYMIC:
        yield list(names.candidates(Listed(PATRONYMIC, "m", "", 0)))
        return
    if part == FAMILY:
        known = names.family.get(base)
        paradigm = CONSONANT if bearer.is_fixed else find_paradigm(base)
        wanted = Listed(FAMILY, "", paradigm, known.band if known else RAREST)
        if cast.book.is_shared:
            yield [names.as_often(wanted)]
        yield list(names.candidates(wanted))
        return
    gender = gender_of(base, GIVEN)
    gender = "f" if _is_womans(base, bearer) else gender if len(gender) == 1 else bearer.gender or "m"
    if base in short.long:
        yield [tuple(each.capitalize() for each in short.by_gender[gender])]
    listed = names.given.get(base)
    if bearer.has_short:
        alike = tuple(each.capitalize() for each in short.of if gender_of(each, GIVEN) == gender)
        yield [alike]
    kind, band = (listed.kind, listed.band) if listed and listed.kind != "known" else ("foreign", RAREST)
    if cast.book.is_shared:
        yield [names.as_often(Listed(GIVEN, gender, kind, band))]
    yield list(names.candidates(Listed(GIVEN, gender, kind, band)))
    yield list(names.candidates(Listed(GIVEN, gender, "russian", band)))
