"""A quick look whether digits could be a valid phone number, so that the slow library is asked about few of them.

The patterns are the library's own. It looks at groups of digits that stand together, takes off what is dialed first
(the way out of the country, the country, the way to other towns) and calls valid what one of the country's kinds of
numbers matches; so what is refused here, it would refuse.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple


class Numbers(NamedTuple):
    """The valid numbers of a region: how they look, how many digits they have at least, and the way out of it."""

    pattern: re.Pattern[str]
    shortest: int
    way_out: re.Pattern[str]


_NEVER, _ANY = re.compile(r"(?!)"), re.compile(r"\d*")
_NOWHERE = Numbers(_NEVER, 0, _NEVER)


def could_be_valid(groups: Sequence[str], abroad: bool, region: str | None) -> bool:
    """Whether neighboring groups of digits could be a number in the region; `abroad`: there is a plus among them."""
    groups = [group if group.isascii() else "".join(str(int(digit)) for digit in group) for group in groups]
    home = _numbers(region, 0) if region else _NOWHERE
    for first in range(len(groups)):
        digits = "".join(groups[first:])
        end, out = len(digits), home.way_out.match(digits)
        for group in reversed(groups[first:]):
            if end >= home.shortest:
                if home.pattern.fullmatch(digits, 0, end):
                    return True
            elif not (out or abroad):
                break
            if out and _international(digits[out.end() : end]):
                return True
            if abroad and _international(digits[:end]):
                return True
            end -= len(group)
    return False


def _international(digits: str) -> bool:
    """Whether the digits could be the code of a country and a number there."""
    from phonenumbers import COUNTRY_CODE_TO_REGION_CODE

    for length in (1, 2, 3):
        code = int(digits[:length] or 0)
        if code in COUNTRY_CODE_TO_REGION_CODE:
            return bool(_numbers(COUNTRY_CODE_TO_REGION_CODE[code][0], code).pattern.fullmatch(digits[length:]))
    return False


@lru_cache(maxsize=300)
def _numbers(region: str, code: int) -> Numbers:
    """The numbers of all countries that share the region's code, with what may be dialed first at home."""
    from phonenumbers import COUNTRY_CODE_TO_REGION_CODE, PhoneMetadata

    here: Any = PhoneMetadata.metadata_for_region_or_calling_code(code, region.upper())
    if here is None:
        return _NOWHERE
    way_out = re.compile(here.international_prefix or "(?!)")
    if here.national_prefix_transform_rule:
        return Numbers(_ANY, 0, way_out)
    sharing: list[Any] = [
        PhoneMetadata.metadata_for_region_or_calling_code(here.country_code, other)
        for other in COUNTRY_CODE_TO_REGION_CODE[here.country_code]
    ]
    # The way to other towns may be taken off twice: with the country's code, and after it.
    prefix = f"(?:{here.national_prefix_for_parsing}){{0,2}}" if here.national_prefix_for_parsing else ""
    # How many digits are left comes first, since most fail there.
    lengths = sorted({length for there in sharing for length in there.general_desc.possible_length})
    as_long = "|".join(rf"\d{{{length}}}" for length in lengths)
    valid = "|".join(sorted({kind for there in sharing for kind in _kinds(there)}))
    return Numbers(re.compile(rf"(?:{here.country_code})?{prefix}(?=(?:{as_long})\Z)(?:{valid})"), lengths[0], way_out)


def _kinds(here: Any) -> Iterator[str]:
    """How each kind of number looks that a country has."""
    for kind in (
        *(here.fixed_line, here.mobile, here.toll_free, here.premium_rate, here.shared_cost),
        *(here.personal_number, here.voip, here.pager, here.uan, here.voicemail),
    ):
        if kind and kind.national_number_pattern:
            yield kind.national_number_pattern
