"""A trained reader that writes what a mask hides, word for word, with or without a passage.

The objective is that of GLM in `infill2025`: all that is read is seen in both directions, and what is written sees what
was read and its own beginning. Where we differ: blanks of one window are written side by side.
"""

import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.attack.infilling.belief import ALONE, WRITTEN, Belief
from unname.attack.infilling.extract import trust, wanted, windows_of
from unname.attack.infilling.situation import Passage, Situation
from unname.core.document import Span
from unname.core.registry import Spelled
from unname.core.results import Filling
from unname.models.infiller import Infiller, Window, Written, passage_parts

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_KEPT = 500
"""Windows of which is remembered what was written for them."""

SMALL = frozenset("of the and in for at on to de la le du von van der den y e al bin by with from".split())
"""Words within names that are written small."""

# Word pieces do not tell where blanks were. An apostrophe behind an s mostly ends its word.
_JOINED = re.compile(
    r"(?<=\w) [-–/] (?=\w)| ['’] S\b|(?<=[^\Ws]) ['’] (?=\w)|(?<=s) ['’](?= )"
    r"|(?<=\d) : (?=\d)|(?<=\d)\. (?=\d)|(?<=\d), (?=\d{3}\b)| (?=[)\]”%:])"
)
_OPENED = re.compile(r"(?<=[(\[“$€£#]) ")


@dataclass
class Generate(Spelled):
    """Writes the `n_best` likeliest beginnings for each mask to their ends, from the text alone and with passages.

    Of a window the `n_read` passages are read that most of its masks want, one after another.
    """

    model: str | Path | None = None
    n_best: int = 3
    n_read: int = 1
    threads: int = 1
    belief: Belief = WRITTEN
    alone: Belief = ALONE
    alone_: OrderedDict[Any, Mapping[int, Sequence[Written]]] = field(
        default_factory=OrderedDict, init=False, repr=False, compare=False
    )

    needs_passages = True

    @cached_property
    def network_(self) -> Infiller:
        """The network, opened when first asked."""
        return Infiller(self.model, threads=self.threads)

    def propose(self, situation: Situation) -> list[list[Filling]]:
        """What may stand behind each open mask, best first: what it writes from the text alone, and from passages."""
        answers: list[list[Filling]] = [[] for _ in situation.masks]
        for window in windows_of(self.network_, situation):
            for passage in (None, *wanted(window, situation, self.n_read)):
                trusted = trust(situation, passage.document) if passage else 1.0
                belief = self.belief if passage else self.alone
                for number, said in self._write(window, passage).items():
                    for each in said:
                        if text := as_name(self.network_.text_of(each.ids)):
                            probability = belief.probability(each.probability, trusted)
                            answers[number].append(_filling(text, probability, passage))
        return [sorted(each, key=lambda filling: -filling.probability) for each in answers]

    def _write(self, window: Window, passage: Passage | None) -> Mapping[int, Sequence[Written]]:
        """What is written for each mask of a window; what was written from it alone is remembered a while."""
        if passage is not None:
            return self.network_.write(window, self._ids(window, passage), self.n_best)
        key = (window.ids.tobytes(), tuple(window.places.items()))
        if key not in self.alone_:
            self.alone_[key] = self.network_.write(window, np.zeros(0, np.int64), self.n_best)
            while len(self.alone_) > MOST_KEPT:
                self.alone_.popitem(last=False)
        return self.alone_[key]

    def _ids(self, window: Window, passage: Passage) -> "NDArray[np.int64]":
        """A passage as pieces; of a long one the part that shares most with what is asked."""
        pieces = self.network_.tokenizer(passage.text)
        parts = [pieces.ids[start:end] for start, end in passage_parts(pieces)]
        return max(parts, key=lambda ids: np.isin(window.ids, ids).sum(), default=np.zeros(0, np.int64))


def _filling(text: str, probability: float, passage: Passage | None) -> Filling:
    if passage is None:
        return Filling(text, probability, "generate")
    return Filling(text, probability, "generate", passage.document, Span(*passage.span))


def as_name(text: str) -> str:
    """What was written, with capitals where names have them, and without the blanks between signs and words.

    >>> as_name("university of lutha"), as_name("3 may 1950"), as_name("three")
    ('University of Lutha', '3 May 1950', 'Three')
    >>> as_name("o ' grady - stone ( actor )"), as_name("no. 123 / 45"), as_name("$ 1, 000"), as_name("mary ' s")
    ("O'Grady-Stone (Actor)", 'No. 123/45', '$1,000', "Mary's")
    """
    named = " ".join(word if word in SMALL else word[:1].upper() + word[1:] for word in text.split())
    return _OPENED.sub("", _JOINED.sub(lambda sign: sign[0].replace(" ", "").lower(), named))
