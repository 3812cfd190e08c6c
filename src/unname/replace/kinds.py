"""Things, illnesses and occupations with less precision: the kinds of WordNet."""

import gzip
import re
from functools import cache
from pathlib import Path

from unname.replace.english import find_singulars, with_article, write_plural
from unname.replace.step import Step
from unname.text.words import POSSESSIVE

LIST = Path(__file__).parent / "lists" / "kinds.txt.gz"
LEVELS = ("kind", "wide-kind", "widest-kind")
"""Finest first; of more kinds than levels, those in between are left out."""

_HEADS = {
    **{head: head for head in "award prize medal scholarship fellowship river lake mountain island".split()},
    **{head: head for head in "championship tournament marathon festival disease syndrome treaty church".split()},
    "cup": "competition", "olympic": "sports event", "trophy": "award", "battle": "battle", "war": "war",
}  # fmt: skip
"""The last words of names that say what is named, and what it is."""

_VAGUE = frozenset({"person", "worker"})
"""Kinds that nearly everybody is of."""

_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
_OPEN = re.compile(r"\s(?:of|for|in|at|to|with|on|by|from|and)$")
_BEHIND = re.compile(r"(?:,|\s(?:of|for|in|at|to|with|on|by|from|and|who|that)\b).*", re.DOTALL)


def find_kind_steps(text: str) -> list[Step]:
    """The kinds of what a text names, as bare nouns in its number, finest first; none if it may mean several things.

    What the list does not know is of the kind of its head: a "jazz pianist" is a pianist.

    >>> [step.text for step in find_kind_steps("surgeons")]
    ['doctors', 'medical practitioners', 'professionals']
    >>> [step.text for step in find_kind_steps("conveyor")]
    []
    """
    kinds, is_plural = _find_kinds(_ARTICLE.sub("", " ".join(text.split())))
    return [Step(level, write_plural(kind) if is_plural else kind, kind) for level, kind in _choose_levels(kinds)]


def find_plain_kind_steps(text: str) -> list[Step]:
    """The kinds of what a text names, unless it is a proper name.

    >>> [step.text for step in find_plain_kind_steps("rifle")], find_plain_kind_steps("Rifle")
    (['firearm', 'gun', 'weapon'], [])
    """
    return [] if any(word[:1].isupper() for word in text.split()) else find_kind_steps(text)


def find_named_kind_steps(text: str) -> list[Step]:
    """The kinds of what a proper name names, behind their articles: a river, an award.

    >>> [step.text for step in find_named_kind_steps("the Thames")], find_named_kind_steps("nurse")
    (['a river'], [])
    """
    name = _ARTICLE.sub("", POSSESSIVE.sub("", " ".join(text.split())))
    if not name[:1].isupper():
        return []
    kinds, is_plural = read_kinds().get(name, ()), False
    words = _BEHIND.sub("", name).lower().split()
    if not kinds and len(name.split()) > 1 and words:
        # The names of films and songs are made of any words, so that few heads say what something is.
        is_plural = words[-1].endswith("s")
        head = words[-1].removesuffix("s")
        is_said = head in _HEADS and not (is_plural and head in ("war", "battle", "church", "disease"))
        kinds = (_HEADS[head], *read_kinds().get(head, ())) if is_said else ()
    if is_plural:
        return [Step(level, write_plural(kind), kind, kind) for level, kind in _choose_levels(kinds)]
    return [Step(level, with_article(kind), kind, kind, kind) for level, kind in _choose_levels(kinds)]


def _choose_levels(kinds: tuple[str, ...]) -> list[tuple[str, str]]:
    """A level for the first, the second and the last kind; what nearly everybody is ("a person") says nothing."""
    wide = list(dict.fromkeys(kind for kind in kinds if kind not in _VAGUE))
    return list(zip(LEVELS, [*wide[:2], *wide[2:][-1:]], strict=False))


def _find_kinds(text: str) -> tuple[tuple[str, ...], bool]:
    """The kinds of a text, and whether it is a plural."""
    words = _BEHIND.sub("", text).split() if text not in read_kinds() else text.split()
    if _OPEN.search(text):
        return (), False
    for first in range(len(words)):
        is_head = first > 0 or len(words) < len(text.split())
        name = " ".join(words[first:])
        for noun, is_plural in ((name, False), *((singular, True) for singular in find_singulars(name))):
            for form in dict.fromkeys((noun, noun.lower())):
                if kinds := read_kinds().get(form):
                    # The head itself is a kind if enough things are called so.
                    own = (form,) if is_head and form in _all_kinds() else ()
                    return own + kinds, is_plural
                if is_head and form in _all_kinds():
                    return (form,), is_plural
    return (), False


@cache
def read_kinds() -> dict[str, tuple[str, ...]]:
    """The shipped list: the kinds of each term, finest first."""
    found: dict[str, tuple[str, ...]] = {}
    with gzip.open(LIST, "rt", encoding="ascii") as file:
        for line in file:
            kinds, *terms = line.rstrip("\n").split("\t")
            found.update(dict.fromkeys(terms, tuple(kinds.split("|"))))
    return found


@cache
def _all_kinds() -> frozenset[str]:
    return frozenset(kind for kinds in set(read_kinds().values()) for kind in kinds)
