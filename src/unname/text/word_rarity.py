"""How rare words are among texts: the inverse document frequency."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from unname.core.document import Span
from unname.text.words import words


def keys_of(text: str, spans: Iterable[Span]) -> list[str]:
    """The words of a text as they are compared: in lower case, with straight apostrophes."""
    return [text[start:end].lower().replace("\u2019", "'") for start, end in spans]


@dataclass(frozen=True)
class Rarity:
    """How rare words are: the logarithm of the number of texts over the number of those that have the word."""

    n_texts: int
    counts: Mapping[str, int] = field(repr=False)

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Rarity":
        """Count the texts that have each word."""
        counts: Counter[str] = Counter()
        n_texts = 0
        for text in texts:
            counts.update(set(keys_of(text, words(text))))
            n_texts += 1
        return cls(n_texts, counts)

    def of_word(self, key: str) -> float:
        """The rarity of a word; one that no text has is the rarest of all.

        >>> rarity = Rarity.of(["a judge", "a nurse"])
        >>> rarity.of_word("a"), rarity.of_word("judge") == rarity.of_word("spy") > 0.6
        (0.0, True)
        """
        return math.log(self.n_texts / max(self.counts.get(key, 0), 1))
