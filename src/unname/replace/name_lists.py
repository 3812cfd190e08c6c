"""The names that surrogates are drawn from, by script, part, gender and how common they are."""

import gzip
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from unname.core.fold import fold
from unname.text.scripts import script_of

_FOLDER = Path(__file__).parent / "lists"
RAREST = 2
"""The band of names that no list of common ones holds."""

GIVEN, FAMILY = "given", "family"

_NICKNAMES = """
Robert Bob Rob Bobby Robbie|William Bill Will Billy Willie|Richard Rick Dick Rich Ricky|James Jim Jimmy Jamie
John Johnny Jack Jon|Michael Mike Mick Mikey|Thomas Tom Tommy|Joseph Joe Joey|Charles Charlie Chuck|Edward Ed Eddie Ted Ned
Anthony Tony|Andrew Andy Drew|Daniel Dan Danny|David Dave Davy|Matthew Matt|Christopher Chris Kit|Nicholas Nick Nicky
Samuel Sam Sammy|Benjamin Ben Benny|Alexander Alex Alec Sasha|Stephen Steve Stevie|Steven Steve|Gregory Greg|Timothy Tim Timmy
Kenneth Ken Kenny|Ronald Ron Ronnie|Donald Don Donnie|Frederick Fred Freddie|Francis Frank Frankie|Lawrence Larry
Raymond Ray|Gerald Gerry Jerry|Jeffrey Jeff|Patrick Pat Paddy|Peter Pete|Philip Phil|Leonard Len Lenny|Albert Al Bert
Arthur Art|Walter Walt|Zachary Zach|Nathaniel Nate Nat|Jonathan Jon Jonny|Joshua Josh|Vincent Vince|Theodore Ted Teddy Theo
Elizabeth Liz Beth Betty Lizzie Eliza Lisa|Margaret Maggie Meg Peggy Marge|Katherine Kate Kathy Katie Kat|Catherine Cathy Cate
Susan Sue Suzie|Patricia Pat Patty Tricia|Jennifer Jen Jenny|Jessica Jess Jessie|Deborah Deb Debbie|Barbara Barb Babs
Rebecca Becky Becca|Victoria Vicky Tori|Alexandra Alex Sandra Sasha|Amanda Mandy|Christina Chris Tina|Cynthia Cindy
Dorothy Dot Dottie|Eleanor Ellie Nell|Jacqueline Jackie|Judith Judy|Kimberly Kim|Pamela Pam|Samantha Sam Sammie|Sandra Sandy
Stephanie Steph|Theresa Terry Tess|Valerie Val|Virginia Ginny|Abigail Abby|Isabella Bella Izzy|Frances Fran Franny|Josephine Josie Jo
"""


class Pool(NamedTuple):
    """What a name must be to be drawn."""

    script: str
    part: str
    gender: str
    band: int


@dataclass(frozen=True)
class NameLists:
    """All names, and what is known of each: the genders of given names, and how common it is."""

    pools: dict[Pool, tuple[str, ...]] = field(repr=False)
    given: dict[str, Pool] = field(repr=False)
    family: dict[str, Pool] = field(repr=False)
    famous: frozenset[tuple[str, str]] = field(repr=False)
    _by_length: dict[tuple[Pool, int], tuple[str, ...]] = field(default_factory=dict, init=False, repr=False)

    def find(self, word: str, part: str) -> Pool:
        """What kind of name a word is, or would be: one that is not listed is rare."""
        known = (self.given if part == GIVEN else self.family).get(fold(word))
        return known or Pool(script_of_word(word), part, "", RAREST)

    def candidates(self, wanted: Pool, word: str) -> Iterator[tuple[str, ...]]:
        """Names to draw from, those that are most alike first: of its length, its commonness, its gender."""
        yield self._of_length(wanted, _length_class(word))
        yield self._named(wanted)
        for band in sorted(range(RAREST + 1), key=lambda band: abs(band - wanted.band)):
            yield self._named(wanted._replace(band=band))

    def _of_length(self, wanted: Pool, length: int) -> tuple[str, ...]:
        # Looking through a long list for each name would take longer than all the rest.
        if (wanted, length) not in self._by_length:
            named = tuple(name for name in self._named(wanted) if _length_class(name) == length)
            self._by_length[wanted, length] = named
        return self._by_length[wanted, length]

    def gendered(self, wanted: Pool) -> tuple[str, ...]:
        """All names of a part, a script and a gender, however common."""
        return tuple(name for band in range(RAREST + 1) for name in self._named(wanted._replace(band=band)))

    def _named(self, wanted: Pool) -> tuple[str, ...]:
        # Where the gender is not known, a name of both is drawn, if there is one.
        genders = (wanted.gender, "", "f", "m") if not wanted.gender else (wanted.gender, "")
        return next(filter(None, (self.pools.get(wanted._replace(gender=each), ()) for each in genders)), ())


@cache
def read_names() -> NameLists:
    """The lists that come with the package."""
    pools: dict[Pool, tuple[str, ...]] = {}
    known: dict[str, dict[str, Pool]] = {GIVEN: {}, FAMILY: {}}
    for line in _lines("surrogate_names"):
        script, part, gender, band, names = line.split("\t")
        pool = Pool(script, part, gender, int(band))
        pools[pool] = tuple(names.split(" "))
        for name in pools[pool]:
            known[part].setdefault(fold(name), pool)
    famous = frozenset((given, family) for given, _, family in (line.partition(" ") for line in _lines("famous")))
    return NameLists(pools, known[GIVEN], known[FAMILY], famous)


@cache
def nicknames() -> dict[str, tuple[str, ...]]:
    """The short forms of given names, both folded for look-up and spelled for writing, by the folded long form."""
    groups = (group.split() for line in _NICKNAMES.strip().split("\n") for group in line.split("|"))
    return {fold(long): tuple(short) for long, *short in groups}


def script_of_word(word: str) -> str:
    """The script of the first letter of a word."""
    return next((script for script in map(script_of, word) if script), "")


def _length_class(word: str) -> int:
    return (len(word) > 4) + (len(word) > 7)


def _lines(name: str) -> list[str]:
    return gzip.decompress((_FOLDER / f"{name}.txt.gz").read_bytes()).decode("utf-8").splitlines()
