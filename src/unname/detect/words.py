"""Every content word."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from unname.core.document import Document, Mention, Span
from unname.core.registry import spelled
from unname.detect.vocabulary import FUNCTION_WORDS

_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")


@dataclass(frozen=True)
class Words:
    """Makes every content word a mention; words are entities too, so that word-by-word methods fit in.

    Function words, punctuation and signs are left out.
    """

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("words", self)

    def detect(self, document: Document) -> Sequence[Mention]:
        """One mention for each content word."""
        return [
            Mention(Span(*found.span()), "MISC", source="words")
            for found in _WORD.finditer(document.text)
            if found[0].lower().replace("\u2019", "'") not in FUNCTION_WORDS
        ]
