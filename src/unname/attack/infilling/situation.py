"""What a reader of masks is shown, and what it answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from unname.core.document import Document, Span
from unname.core.results import Filling


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a background document that may say what a mask hides, and how well it fits; higher is better."""

    document: str
    span: Span
    text: str = field(repr=False)
    score: float


@dataclass(frozen=True, slots=True)
class Situation:
    """A text with masks, and what was found about it in the background.

    `text` is the text as it is now: masks that were filled are words. `masks` are those still open, in order. For the
    text there are `documents`, best first, and for each open mask `passages`, best first; none without background.
    `trust` says by the ids of documents how probable it is that they are about the text's person.
    """

    text: str = field(repr=False)
    masks: Sequence[Span]
    documents: Sequence[Document] = field(default=(), repr=False)
    passages: Sequence[Sequence[Passage]] = field(default=(), repr=False)
    trust: Mapping[str, float] = field(default_factory=dict, repr=False)

    def passages_of(self, number: int) -> Sequence[Passage]:
        """The passages of an open mask, by its number; none where no passages were looked up."""
        return self.passages[number] if self.passages else ()


@runtime_checkable
class MaskReader(Protocol):
    """Says for each open mask what may stand behind it: candidates with probabilities, best first, or none.

    Only readers that need passages get some: choosing them takes a network.
    """

    @property
    def name(self) -> str:
        """The name with its settings."""
        ...

    @property
    def needs_passages(self) -> bool:
        """Whether it reads passages."""
        ...

    def propose(self, situation: Situation) -> Sequence[Sequence[Filling]]:
        """Candidates for each open mask."""
        ...
