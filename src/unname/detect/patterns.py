"""The patterns of a policy: what users know to identify by its form, found in linear time whatever the expression."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import re2

from unname.core.document import Document, Mention, Origin, Role, Span
from unname.core.errors import ConfigError
from unname.core.policy import Pattern

WINDOW, OVERLAP = 1000, 200
"""Longer lines are read in pieces of so many characters, which share some: a search may read all that is left of a
text for each match, so reading lines of any length whole would take the square."""

_NOT_LINEAR = "look-around and references back do not run in linear time"


@dataclass(frozen=True)
class Patterns:
    """Finds what patterns match, as certain as what the user gives with a document.

    A match lies within a line; in a line of more than 1,000 characters, one of more than 200 may be found in pieces.
    """

    patterns: tuple[Pattern, ...]
    name = "patterns"

    def detect(self, document: Document) -> Sequence[Mention]:
        """Every match of a pattern that has one of its context words near it, if it names any."""
        text = document.text
        return [
            Mention(span, pattern.label, role=pattern.role or Role.QUASI, source="pattern", origin=Origin.GIVEN)
            for pattern, expression, context in self.compiled_
            for span in _find(expression, text)
            if context is None or context.search(text, max(0, span.start - pattern.within), span.end + pattern.within)
        ]

    @cached_property
    def compiled_(self) -> list[tuple[Pattern, Any, re.Pattern[str] | None]]:
        """Each pattern with its expressions, compiled when first asked for."""
        return [(each, _compile(each), _compile_context(each.context)) for each in self.patterns]


def _find(expression: Any, text: str) -> Iterator[Span]:
    """The matches in each line that are not empty and not blank."""
    start = 0
    for line in text.split("\n"):
        for at in range(0, max(1, len(line) - OVERLAP), WINDOW - OVERLAP):
            piece = line[at : at + WINDOW]
            for match in expression.finditer(piece):
                if match.group().strip():
                    yield Span(start + at + match.start(), start + at + match.end())
        start += len(line) + 1


def _compile(pattern: Pattern) -> Any:
    options = re2.Options()
    options.log_errors = False  # it would print the expression
    try:
        expression = re2.compile(pattern.expression, options)
    except re2.error as error:
        raise ConfigError(f"{pattern.place}: {_explain(error)}") from None
    if expression.search("") is not None:
        raise ConfigError(f"{pattern.place}: the expression matches nothing at all, and so everywhere")
    return expression


def _explain(error: Exception) -> str:
    """What is wrong with an expression, without a word of it."""
    told = error.args[0] if error.args else ""
    said = (told.decode("utf-8", "replace") if isinstance(told, bytes) else str(told)).partition(":")[0]
    refused = said.startswith(("invalid perl operator", "invalid escape sequence"))
    return f"the expression cannot be read: {said}" + (f" ({_NOT_LINEAR})" if refused else "")


def _compile_context(words: Sequence[str]) -> re.Pattern[str] | None:
    """What finds one of the words: literal ones, so that it takes no longer than they are."""
    if not words:
        return None
    spelled = (r"\s+".join(map(re.escape, word.split())) for word in words)
    return re.compile(rf"(?<!\w)(?:{'|'.join(spelled)})(?!\w)", re.IGNORECASE)
