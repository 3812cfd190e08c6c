"""QuickXplain: from a set that is rejected to a minimal part of it that is rejected (Junker 2004)."""

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def shrink(items: Sequence[Item], rejects: Callable[[Sequence[Item]], bool]) -> list[Item]:
    """A minimal rejected part of a rejected sequence, in about k log(n / k) questions for a part of k out of n.

    Earlier items are preferred. Minimal is meant for what never rejects less when more is there; nothing is left if
    nothing at all is rejected too.

    >>> shrink("abcdef", lambda part: "b" in part and "e" in part)
    ['b', 'e']
    """
    if rejects([]):
        return []
    return sorted(_shrink([], False, list(items), rejects), key=list(items).index)


def _shrink(
    behind: list[Item], grown: bool, items: list[Item], rejects: Callable[[Sequence[Item]], bool]
) -> list[Item]:
    """The part of `items` that is needed when `behind` is there; `grown` if that has not been asked about yet."""
    if not items or (grown and rejects(behind)):
        return []
    if len(items) == 1:
        return items
    first, second = items[: len(items) // 2], items[len(items) // 2 :]
    needed = _shrink(behind + first, True, second, rejects)
    return _shrink(behind + needed, bool(needed), first, rejects) + needed
