"""How much of what a text says is left in its release.

TIC, TPI and the IC multiplier of `tria2023` 4 and 5.3, the share of words that were changed, and the loss of
compressed size of `morris2022` 6.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from unname.core.document import Document, Span
from unname.core.redaction import Edit, Redaction
from unname.core.registry import spelled
from unname.core.results import Score, pool
from unname.measure.alignment import find_edits
from unname.measure.compression import COMPRESSORS, measure_loss
from unname.measure.information_terms import Terms
from unname.models.information import ROUNDS, SENTENCE, Rounds, WordModel, span_information
from unname.models.information_cache import CACHE, InformationCache
from unname.models.masked_lm import MaskedLM
from unname.text.masks import MASK
from unname.text.words import TOKEN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]
    Facts = NDArray[np.bool_]


STRATEGIES: Mapping[str | None, str] = {None: "S-TA", SENTENCE: "S-TA by sentence"}
"""What masking each term alone is called."""


class Account(NamedTuple):
    """What one release did to the terms of one text: their information, which are kept, and what came back.

    `regained` is the information of generalizations; `words` tells of every word whether it is kept.
    """

    information: "Values"
    kept: "Facts"
    regained: float
    words: "Facts"

    @property
    def original(self) -> float:
        """TIC of the original text, in nats."""
        return float(self.information.sum())

    @property
    def released(self) -> float:
        """TIC of the released text, in nats; never more than that of the original."""
        return min(self.original, float(self.information[self.kept].sum()) + self.regained)

    @property
    def multiplier(self) -> float | None:
        """How much more a changed term says than a kept one, on average; None where there is no one or no other."""
        if self.kept.all() or not self.information[self.kept].any():
            return None
        return float(self.information[~self.kept].mean() / self.information[self.kept].mean())


@dataclass(frozen=True)
class Utility:
    """TPI and what belongs to it, for one document or a corpus.

    A term counts as kept if nothing in it was changed. Masks count nothing. Other words in place of a term (a
    generalization) count by their own information in the released text, and never more than the terms they stand
    for; with `generalizations=False` they count nothing, as in `tria2023`. `masks` are further words that say
    nothing. A redaction without edits whose text differs is aligned by tokens first.

    `model` is a `MaskedLM`, or what one is made from; `rounds` is the N of N-TA, None to mask each term alone,
    or "sentence" to also show it in its sentence alone, which is S-TA as published; `terms` says what
    splits the text (see `Terms`); what was computed is kept in `cache`, as numbers alone.

    Where we differ: the code released with the metric keeps a term strictly inside a longer mask, and forgets a mask
    that reaches the end of the text; `released_code=True` does the same, for comparison. A false name looks like a
    generalization, so what pseudonyms say counts although it is not true. `morris2022` names no compressor: see
    `compression`.
    """

    model: Any = None
    rounds: Rounds = ROUNDS
    terms: str = "auto"
    generalizations: bool = True
    masks: tuple[str, ...] = ()
    released_code: bool = False
    cache: InformationCache = field(default_factory=lambda: CACHE, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The registered name with the settings that differ from the defaults."""
        return spelled("utility", self)

    @property
    def facts(self) -> dict[str, str]:
        """How terms were found and in which rounds they were masked, for results to say."""
        strategy = f"{self.rounds}-TA" if isinstance(self.rounds, int) else STRATEGIES[self.rounds]
        return {"terms": self.terms_.source, "rounds": strategy}

    def score(self, document: Document, redaction: Redaction) -> Sequence[Score]:
        """Scores of one redaction: documents weigh alike, except that compressed sizes are pooled by size."""
        account = self.account(document, redaction)
        told = float(account.original > 0)
        words = float(len(account.words) > 0)
        kept = float(account.words.mean()) if words else 1.0
        multiplier = account.multiplier
        scores = [
            Score("tpi", account.released / account.original if told else 1.0, document.id, told),
            Score("tic", account.released, document.id),
            Score("tic_original", account.original, document.id),
            Score("words_kept", kept, document.id, words),
            Score("words_masked", 1.0 - kept, document.id, words),
            Score("ic_multiplier", multiplier or 0.0, document.id, float(multiplier is not None)),
        ]
        for compressor in COMPRESSORS:
            lost = measure_loss(document.text, redaction.text, compressor)
            if lost is not None:
                scores.append(Score(f"compression_loss_{compressor}", lost.share, document.id, lost.weight))
        return scores

    def evaluate(self, pairs: Iterable[tuple[Document, Redaction]]) -> dict[str, Any]:
        """The figures of a corpus, with the number of documents and what terms are."""
        scores: list[Score] = []
        n_documents = 0
        for document, redaction in pairs:
            scores += self.score(document, redaction)
            n_documents += 1
        return {"documents": n_documents, **pool(scores), **self.facts}

    def account(self, document: Document, redaction: Redaction) -> Account:
        """What the redaction did to each term and word of the document."""
        edits = find_changes(document, redaction, self.masks)
        terms = self.terms_.of(document)
        information = self._information(document.text, terms)
        kept = _kept_as_released(terms, edits, document.text) if self.released_code else ~_touched(terms, edits)
        words = [Span(*found.span()) for found in TOKEN.finditer(document.text)]
        regained = 0.0
        if self.generalizations and not self.released_code:
            regained = self._regained(redaction.text, edits, terms, information)
        return Account(information, kept, regained, ~_touched(words, edits))

    @cached_property
    def terms_(self) -> Terms:
        """What splits texts into terms."""
        return Terms(self.terms)

    @cached_property
    def model_(self) -> WordModel:
        """The language model that tells how probable words are."""
        return MaskedLM(self.model) if self.model is None or isinstance(self.model, str | Path) else self.model  # type: ignore[no-any-return]

    def _information(self, text: str, spans: Sequence[Span]) -> "Values":
        return span_information(text, spans, self.model_, self.rounds, cache=self.cache)

    def _regained(self, text: str, edits: Sequence[Edit], terms: Sequence[Span], information: "Values") -> float:
        """The information of the words that stand for others, each group of edits capped by what it took away."""
        new = self._saying(text, [edit.new for edit in edits])
        if not new:
            return 0.0
        groups = _groups(edits, terms)
        gained, lost = np.zeros(len(edits)), np.zeros(len(edits))
        inside = [(span, number) for number, within in new for span in within]
        values = self._information(text, [span for span, _ in inside])
        np.add.at(gained, groups[[number for _, number in inside]], values)
        touched = _touched(terms, edits)
        starts, ends = np.array([term.start for term in terms]), np.array([edit.old.end for edit in edits])
        first = np.searchsorted(ends, starts[touched], side="right")
        np.add.at(lost, groups[first], information[touched])
        return float(np.minimum(gained, lost).sum())

    def _saying(self, text: str, spans: Sequence[Span]) -> list[tuple[int, list[Span]]]:
        """The terms within replacements that are no masks, by the number of the replacement."""
        open_parts = [(number, part) for number, span in enumerate(spans) for part in self._open(text, span)]
        if not open_parts:
            return []
        terms = self.terms_.of(Document("released", text))
        starts = np.array([term.start for term in terms])
        ends = np.array([term.end for term in terms])
        found = []
        for number, part in open_parts:
            first, after = np.searchsorted(ends, part.start, side="right"), np.searchsorted(starts, part.end)
            clipped = [Span(max(a, part.start), min(b, part.end)) for a, b in terms[first:after]]
            found.append((number, clipped))
        return found

    def _open(self, text: str, span: Span) -> list[Span]:
        """The parts of a replacement between masks that hold a word."""
        parts = []
        at = span.start
        for start, end in [*((m.start(), m.end()) for m in self._mask.finditer(text, *span)), (span.end, span.end)]:
            if any(character.isalnum() for character in text[at:start]):
                parts.append(Span(at, start))
            at = end
        return parts

    @cached_property
    def _mask(self) -> "re.Pattern[str]":
        own = map(re.escape, sorted(self.masks, key=len, reverse=True))
        return re.compile("|".join([*own, MASK.pattern]))


def find_changes(document: Document, redaction: Redaction, masks: Sequence[str] = ()) -> list[Edit]:
    """The edits that changed something, in order; where a redaction has none, those that its text shows."""
    edits = redaction.edits
    if not edits and redaction.text != document.text:
        edits = find_edits(document.text, redaction.text, masks)
    told = (edit for edit in edits if document.text[slice(*edit.old)] != redaction.text[slice(*edit.new)])
    return sorted(told, key=lambda edit: edit.old)


def _touched(spans: Sequence[Span], edits: Sequence[Edit]) -> "Facts":
    """For every span, whether an edit takes a character of it."""
    olds = [edit.old for edit in edits if edit.old.start < edit.old.end]
    bounds = np.array(spans, dtype=np.int64).reshape(-1, 2)
    if not olds:
        return np.zeros(len(bounds), dtype=bool)
    starts, ends = np.array(olds, dtype=np.int64).T
    ends = np.maximum.accumulate(ends)
    at = np.searchsorted(ends, bounds[:, 0], side="right")
    touched: Facts = (at < len(olds)) & (starts[np.minimum(at, len(olds) - 1)] < bounds[:, 1])
    return touched


def _groups(edits: Sequence[Edit], terms: Sequence[Span]) -> "NDArray[np.int64]":
    """A number for every edit, the same for neighbors that take parts of one term."""
    starts = np.array([edit.old.start for edit in edits])
    ends = np.array([edit.old.end for edit in edits])
    joins = np.zeros(len(edits), dtype=np.int64)
    for start, end in terms:
        first, after = np.searchsorted(ends, start, side="right"), np.searchsorted(starts, end)
        joins[first + 1 : after] = 1
    groups: NDArray[np.int64] = np.cumsum(1 - joins) - 1
    return groups


def _kept_as_released(terms: Sequence[Span], edits: Sequence[Edit], text: str) -> "Facts":
    """Which terms the released code of the metric counts as kept."""
    hidden = np.zeros(len(text) + 1, dtype=np.int8)
    for edit in edits:
        hidden[slice(*edit.old)] = 1
    # The last character closes no mask there, so a mask that reaches it is forgotten.
    steps = np.diff(hidden[: len(text)], prepend=0)
    ends = np.flatnonzero(steps < 0)
    starts = np.flatnonzero(steps > 0)[: len(ends)]
    bounds = np.array(terms, dtype=np.int64).reshape(-1, 2)
    begins = np.searchsorted(starts, bounds[:, 1]) > np.searchsorted(starts, bounds[:, 0])
    stops = np.searchsorted(ends, bounds[:, 1], side="right") > np.searchsorted(ends, bounds[:, 0], side="right")
    return ~(begins | stops)
