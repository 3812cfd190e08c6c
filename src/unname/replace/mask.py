"""Hide behind asterisks."""

from collections.abc import Sequence
from dataclasses import dataclass

from unname.core.document import Document, Entity, Mention
from unname.core.redaction import Option
from unname.core.registry import Spelled
from unname.replace.step import count_hidden


@dataclass(frozen=True)
class Mask(Spelled):
    """Writes the same text for everything: once for a mention, or once for each of its words.

    Masks side by side become one, so that the number of hidden words does not show, unless `per_word` asks
    for it. With `tidy`, they do so over the punctuation between them too, which would tell how many there were.
    """

    text: str = "***"
    per_word: bool = False
    tidy: bool = False

    @property
    def joins(self) -> bool:
        """Whether neighbors merge."""
        return not self.per_word

    def options(self, entity: Entity, document: Document) -> Sequence[Option]:
        """One option: the mask, at the cost of the words it hides."""
        return [Option(entity.id, "mask", self.text, count_hidden(entity, document), hides=True)]

    def render(self, mention: Mention, option: Option, document: Document) -> str:
        """The mask in place of one mention."""
        if not self.per_word:
            return option.value
        words = document.text[mention.span.start : mention.span.end].split()
        return " ".join([option.value] * max(1, len(words)))
