"""A trained reader that points at the words of a passage which a mask hides."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from unname.attack.infilling.belief import POINTED, Belief
from unname.attack.infilling.situation import Passage, Situation
from unname.core.document import Span
from unname.core.registry import Spelled
from unname.core.results import Filling
from unname.models.infiller import Infiller, Pointed, Window, passage_parts
from unname.text.masks import mask_label

if TYPE_CHECKING:
    from unname.models.pieces import Pieces

LEAST = 0.02
"""What is said in a document that is hardly about the text's person still counts so much."""

PROBABLE = 0.2
"""A document that is so probably about the text's person is read as a whole."""

MOST_KEPT = 20_000
"""Passages whose pieces are remembered."""


@dataclass
class Extract(Spelled):
    """Reads the passages of all masks of a window, the `n_read` that most of them want, and points at the answers.

    Of the best document, if it is probably about the text's person, `n_whole` parts are read, too, wanted or not: what
    finds passages misses half of those that hold an answer. What several passages hold counts once, by the surest.
    `model` is a folder with weights, by default those of unname-research.
    """

    model: str | Path | None = None
    n_read: int = 6
    n_whole: int = 16
    n_best: int = 3
    threads: int = 1
    belief: Belief = POINTED
    pieces_: "OrderedDict[str, Pieces]" = field(default_factory=OrderedDict, init=False, repr=False, compare=False)

    needs_passages = True

    @cached_property
    def network_(self) -> Infiller:
        """The network, opened when first asked."""
        return Infiller(self.model, threads=self.threads)

    def propose(self, situation: Situation) -> list[list[Filling]]:
        """What the passages say of each open mask, with probabilities, best first."""
        answers: list[dict[str, Filling]] = [{} for _ in situation.masks]
        asked: list[tuple[Window, Passage, int, int]] = []
        if any(situation.passages):
            for window in windows_of(self.network_, situation):
                asked += [(window, *part) for part in self._parts(window, situation)]
        passages = [self._pieces(passage).ids[start:end] for _, passage, start, end in asked]
        found = self.network_.point([each[0] for each in asked], passages, self.n_best) if asked else []
        for (_, passage, start, _), by_mask in zip(asked, found, strict=True):
            for number, ranges in by_mask.items():
                for pointed in ranges if situation.passages_of(number) else ():
                    trusted = trust(situation, passage.document)
                    filling = self._filling(passage, start, pointed, trusted)
                    known = answers[number].get(filling.text)
                    if known is None or known.probability < filling.probability:
                        answers[number][filling.text] = filling
        return [sorted(each.values(), key=lambda filling: -filling.probability)[: self.n_best] for each in answers]

    def _parts(self, window: Window, situation: Situation) -> list[tuple[Passage, int, int]]:
        """What is read for a window: parts of the best document, if it is probable, and of the passages wanted."""
        own = self._parts_of_best(situation)
        asked = frozenset(window.ids.tolist())
        kept = sorted(own, key=lambda part: -len(asked & set(self._pieces(part[0]).ids[part[1] : part[2]].tolist())))
        parts = kept[: self.n_whole]
        # A document that is read to its end needs no passages beside.
        done = own[0][0].document if own and len(own) <= self.n_whole else None
        for passage in wanted(window, situation, self.n_read):
            if passage.document != done:
                parts += [(passage, *part) for part in passage_parts(self._pieces(passage))]
        return parts

    def _parts_of_best(self, situation: Situation) -> list[tuple[Passage, int, int]]:
        """The best document as one passage, in all its parts; nothing if it is hardly about the text's person."""
        best = situation.documents[0] if situation.documents else None
        if best is None or situation.trust.get(best.id, 0.0) < PROBABLE:
            return []
        whole = Passage(best.id, Span(0, len(best.text)), best.text, 0.0)
        return [(whole, *part) for part in passage_parts(self._pieces(whole))]

    def _pieces(self, passage: Passage) -> "Pieces":
        found = self.pieces_.get(passage.text)
        if found is None:
            found = self.pieces_[passage.text] = self.network_.tokenizer(passage.text)
            while len(self.pieces_) > MOST_KEPT:
                self.pieces_.popitem(last=False)
        self.pieces_.move_to_end(passage.text)
        return found

    def _filling(self, passage: Passage, offset: int, pointed: Pointed, trusted: float) -> Filling:
        pieces = self._pieces(passage)
        start, end = int(pieces.starts[offset + pointed.first]), int(pieces.ends[offset + pointed.last])
        at = passage.span.start
        place = Span(at + start, at + end)
        probability = self.belief.probability(pointed.probability, trusted)
        return Filling(passage.text[start:end], probability, "extract", passage.document, place)


def windows_of(network: Infiller, situation: Situation) -> list[Window]:
    """The windows in which the open masks are read, with the labels that masks show."""
    labels = [mask_label(situation.text[slice(*mask)]) for mask in situation.masks]
    return network.windows(situation.text, situation.masks, labels)


def trust(situation: Situation, document: str) -> float:
    """How much counts what a document says, by its id; all of it where nobody knows."""
    return max(LEAST, situation.trust.get(document, 1.0))


def wanted(window: Window, situation: Situation, n: int) -> Sequence[Passage]:
    """The passages that most masks of a window want: each says 1 for its best, 1/2 for the second, and so on.

    What a mask says counts as much as the passage is trusted.
    """
    votes: dict[tuple[str, Span], float] = {}
    known: dict[tuple[str, Span], Passage] = {}
    for number in window.places:
        for place, passage in enumerate(situation.passages_of(number)):
            key = (passage.document, passage.span)
            known[key] = passage
            votes[key] = votes.get(key, 0.0) + trust(situation, passage.document) / (place + 1)
    best = sorted(votes, key=lambda key: (-votes[key], key))
    return [known[key] for key in best[:n]]
