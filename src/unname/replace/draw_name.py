"""Draws a name that nobody has, from the lists that fit best."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from unname.replace.book import Book, Identity, fold_name
from unname.replace.lots import Lots

TRIES = 20
"""How often a name is drawn from one pool; then from a larger one."""

SMALL = 500
"""Names in a last pool that is gone through whole where lots do not find a free one."""


def draw_from(
    book: Book,
    identity: Identity,
    pools: Iterable[Sequence[str]],
    is_unfit: Callable[[str], bool] = lambda _: False,
) -> str | None:
    """A name that stands in no text and nobody else has, drawn by the key and claimed; None if there is none.

    What is best to draw from comes first in `pools`. Where nearly everybody in them is taken, names are made of two.
    """
    known = [pool for pool in pools if pool]
    for name in _drawings(Lots(book.key), known, identity):
        words = re.findall("[^ '-]+", fold_name(name)) + fold_name(name).split()
        if identity.original in words or any(map(book.has_word, words)) or is_unfit(name):
            continue
        if (claimed := book.claim(identity, name)) is not None:
            return claimed
    return None


def _drawings(lots: Lots, pools: Sequence[Sequence[str]], identity: Identity) -> Iterator[str]:
    """Names by lot, in an order of the identity's own: of each pool, then all of a small last one, then blends."""
    for number, pool in enumerate(pools):
        for attempt in range(TRIES):
            yield lots.choice(pool, *identity, str(number), str(attempt))
        if number == len(pools) - 1 and len(pool) <= SMALL:
            first = lots.number(len(pool), *identity, str(number))
            yield from (*pool[first:], *pool[:first])
    for attempt in range(TRIES if pools else 0):
        one, other = (lots.choice(pools[-1], *identity, which, str(attempt)) for which in ("one", "other"))
        yield one[: (len(one) + 1) // 2] + other[len(other) // 2 :].lower()
