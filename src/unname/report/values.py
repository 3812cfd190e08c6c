"""What is found in facts and figures, however much of it is there: nothing in it is taken for granted."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

NONE = "\u2013"
"""What stands in a table where there is no figure."""


def mapping(value: Any, *keys: str) -> Mapping[str, Any]:
    """The object behind the keys; an empty one where there is none.

    >>> mapping({"a": {"b": {"c": 1}}}, "a", "b"), mapping({"a": 3}, "a")
    ({'c': 1}, {})
    """
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def rows(value: Any) -> list[Mapping[str, Any]]:
    """The objects in a list."""
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []


def strings(value: Any) -> list[str]:
    """The texts in a list."""
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def number(value: Any) -> float | None:
    """A finite number.

    >>> number(2), number(float("nan")), number(True), number("2")
    (2.0, None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)


def matrix(value: Any) -> list[list[float]]:
    """Numbers in rows of the same length; nothing where it is something else."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return []
    found = [[number(cell) for cell in row] for row in value if isinstance(row, list)]
    lengths = {len(row) for row in found}
    if len(found) != len(value) or len(lengths) != 1 or any(cell is None for row in found for cell in row):
        return []
    return [[cell or 0.0 for cell in row] for row in found]


def percent(value: Any, digits: int = 1) -> str:
    """A share to read.

    >>> percent(0.435), percent(None)
    ('43.5%', '–')
    """
    share = number(value)
    return NONE if share is None else f"{100 * share:.{digits}f}%"


def count(value: Any) -> str:
    """A number to read, with as many digits as matter.

    >>> count(11966), count(3.14159), count(120.4), count(None)
    ('11,966', '3.1', '120', '–')
    """
    found = number(value)
    if found is None:
        return NONE
    return f"{found:,.0f}" if found.is_integer() or abs(found) >= 100 else f"{found:,.2g}"
