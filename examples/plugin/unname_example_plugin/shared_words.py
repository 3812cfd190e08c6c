"""An attack: who shares the most words with a text?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unname import Profile


@dataclass(frozen=True)
class SharedWords:
    """Counts the long words that a text shares with what is known about each person.

    It gets strings and profiles alone, judges each text by itself, and never sees an original.
    """

    letters: int = 4

    @property
    def name(self) -> str:
        """The name with the settings."""
        return f"shared-words(letters={self.letters})"

    def scores(self, texts: Sequence[str], population: Sequence[Profile]) -> NDArray[np.float64]:
        """One row a text, one column a person; the higher, the better they match."""
        known = [self._words(profile.text) for profile in population]
        rows = [[len(self._words(text) & words) for words in known] for text in texts]
        return np.array(rows, dtype=np.float64).reshape(len(texts), len(population))

    def explain(self, text: str, profile: Profile) -> Mapping[str, float]:
        """How much each word of a text counted for a person."""
        return dict.fromkeys(sorted(self._words(text) & self._words(profile.text)), 1.0)

    def _words(self, text: str) -> set[str]:
        words = (word.strip(".,;:!?()").lower() for word in text.split())
        return {word for word in words if len(word) >= self.letters}
