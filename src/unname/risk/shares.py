"""What a name, a place, a date or a number tells about somebody: how few people share it."""

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from unname.core.errors import ConfigError
from unname.core.fold import fold
from unname.risk.lives import TABLES, hash_word
from unname.text.vocabulary import MONTHS

if TYPE_CHECKING:
    from numpy.typing import NDArray

WORLD = 8.1e9
"""How many people there are."""

RAREST_NAME = 17.0
"""The bits of a name that no list knows."""

SMALLEST_PLACE = 19.0
"""The bits of a place that no list knows: of some 15,000 people."""

_NUMBER = re.compile(r"\d[\d.,]*")
_YEAR = re.compile(r"1[0-9]\d\d|20\d\d")
_DECADE = re.compile(r"1[0-9]\d0s|20\d0s")


@dataclass(frozen=True, eq=False)
class Shares:
    """The bits of names and places, by hash of the folded form, in eighths."""

    name_hashes: "NDArray[np.uint32]"
    name_eighths: "NDArray[np.uint8]"
    place_hashes: "NDArray[np.uint32]"
    place_eighths: "NDArray[np.uint8]"

    def name_bits(self, word: str) -> float:
        """What one word of a name tells."""
        return _look_up(self.name_hashes, self.name_eighths, fold(word), RAREST_NAME)

    def place_bits(self, place: str) -> float | None:
        """What it tells that somebody is from a place, by how many live there; None if no list knows it."""
        folded = " ".join(fold(place).split()).removeprefix("the ")
        # Lists write some places with the article, as The Hague, and texts write it as they like.
        found = (_look_up(self.place_hashes, self.place_eighths, form, math.inf) for form in (folded, f"the {folded}"))
        return next((bits for bits in found if not math.isinf(bits)), None)


def number_bits(word: str) -> float | None:
    """What a number, year, day or month tells by itself; None of other words.

    >>> [number_bits(word) for word in ("May", "1990s", "film")]
    [3.6, 3.3, None]
    """
    folded = fold(word)
    if (date := date_bits(word)) is not None:
        return date
    digits = re.sub(r"\D", "", folded)
    if not digits or not folded[0].isdigit():
        return None
    if len(digits) <= 2:
        return 5.0
    return min(3.4 * len(digits.rstrip("0")) + 1.0, 30.0)


def date_bits(word: str) -> float | None:
    """What a month, a decade or a year tells by itself; None of other words."""
    folded = fold(word)
    if folded in MONTHS and (folded != "may" or word[:1].isupper()):
        return 3.6
    if _DECADE.fullmatch(folded):
        return 3.3
    return 6.3 if _YEAR.fullmatch(folded) else None


def group_size(group: int | str) -> float:
    """How many people a group has: a number, "world", or those who live in a country or city."""
    if not isinstance(group, str):
        if not 1 <= group <= WORLD:
            raise ConfigError(f"policy: a group has 1 to {WORLD:,.0f} people, got {group}")
        return float(group)
    if fold(group) == "world":
        return WORLD
    bits = shipped_shares().place_bits(group)
    if bits is None:
        raise ConfigError(f"policy: unknown group {group!r}; write a number of people, world, a country or a city")
    return WORLD / 2**bits


def _look_up(hashes: "NDArray[np.uint32]", eighths: "NDArray[np.uint8]", form: str, unknown: float) -> float:
    key = hash_word(form)
    at = int(np.searchsorted(hashes, key))
    return float(eighths[at]) / 8 if at < len(hashes) and hashes[at] == key else unknown


@lru_cache(maxsize=1)
def shipped_shares() -> Shares:
    """The shares that come with the package."""
    with np.load(TABLES / "shares.npz", allow_pickle=False) as file:
        return Shares(**{name: file[name] for name in file.files})
