"""Every content word."""

from collections.abc import Sequence
from dataclasses import dataclass

from unname.core.document import Document, Mention, Origin
from unname.core.registry import spelled
from unname.text.vocabulary import FUNCTION_WORDS
from unname.text.words import words


@dataclass(frozen=True)
class Words:
    """Makes every content word a mention; words are entities too, so that word-by-word methods fit in.

    Each place is an entity of its own or, with `types`, all places of a word in any case are one (a decision for the
    word type). Punctuation and signs are left out, and so are words that carry grammar unless `function_words` asks
    for them, as in `morris2022`.
    """

    types: bool = False
    function_words: bool = False

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("words", self)

    def detect(self, document: Document) -> Sequence[Mention]:
        """One mention for each content word."""
        numbers: dict[str, int] = {}
        mentions = []
        for span in words(document.text):
            word = document.text[span.start : span.end].casefold().replace("\u2019", "'")
            if self.function_words or word not in FUNCTION_WORDS:
                entity = f"word{numbers.setdefault(word, len(numbers) + 1)}" if self.types else ""
                mentions.append(Mention(span, "MISC", entity, source="words", origin=Origin.WORD))
        return mentions
