"""Figures as benchmarks tell them."""

from typing import Any


def rounded(value: Any) -> Any:
    """The same numbers with four digits, at any depth."""
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(item) for item in value]
    return round(value, 4) if isinstance(value, float) else value
