"""A filler that copies what stands between the same two words of the background, and documents for it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from unname.core.document import Document, Span
from unname.core.results import Fill, Filling
from unname.text.masks import MASK
from unname.text.words import words


@dataclass(frozen=True)
class Copies:
    """Puts behind a mask what stands between the words beside it in the first document of the background that has both.

    It remembers which background it was given, and which of it each text's attacker does not have.
    """

    name: str = "copies"
    probability: float = 0.9
    seen: list[tuple[list[str], list[set[str]]]] | None = None

    def fill(
        self,
        texts: Sequence[str],
        background: Sequence[Document],
        without: Sequence[Collection[str]] | None = None,
    ) -> Sequence[Fill]:
        if self.seen is not None:
            self.seen.append(([each.id for each in background], [set(each) for each in without or ()]))
        fills = []
        for number, text in enumerate(texts):
            known = [each for each in background if not without or each.id not in without[number]]
            for mask in MASK.finditer(text):
                fills.append(Fill(str(number), Span(*mask.span()), self._candidates(text, Span(*mask.span()), known)))
        return fills

    def _candidates(self, text: str, mask: Span, known: Sequence[Document]) -> tuple[Filling, ...]:
        before, after = words(text[: mask.start]), words(text[mask.end :])
        left = text[slice(*before[-1])] if before else ""
        right = text[mask.end :][slice(*after[0])] if after else ""
        for document in known:
            start, end = document.text.find(left), document.text.find(right)
            if left and right and 0 <= start < end:
                found = document.text[start + len(left) : end].strip(" ,.")
                return (Filling(found, self.probability, self.name, document.id, Span(start, end + len(right))),)
        return ()
