"""How much of what should be hidden is hidden, and how much of what is hidden should be.

These are the metrics of the Text Anonymization Benchmark, as its evaluation script computes them (not as
the comments in it say), and the all-or-nothing recall of `replace2021` 3.3.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from unname.core.document import LABELS, Document, Mention, Role, Span
from unname.core.errors import InputError
from unname.core.redaction import Redaction
from unname.core.registry import spelled
from unname.core.results import Score, pool
from unname.corpora.tab import Case
from unname.measure.function_words import PartOfSpeech
from unname.measure.weights import open_word_model, weigh_masks
from unname.models.information import WordModel
from unname.text.spans import Spans
from unname.text.words import TOKEN

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

METRICS = (
    "recall_direct",
    "recall_quasi",
    "recall_all",
    "mention_recall",
    "token_recall",
    "token_precision",
    "mention_precision",
    "all_or_nothing_document",
    "all_or_nothing_person",
)
LEVELS = ("entity", "mention", "token")


class Secret(NamedTuple):
    """An entity that one annotator wants hidden; `flags` tell which mentions were marked so."""

    label: str
    direct: bool
    spans: tuple[Span, ...]
    flags: tuple[bool, ...]


class Count(NamedTuple):
    """How many, or how much, of a total."""

    hits: float = 0
    total: float = 0

    def plus(self, hits: float, total: float) -> "Count":
        """The count with more added."""
        return Count(self.hits + hits, self.total + total)


class Masked(NamedTuple):
    """What a system hid in one text: the characters left open, the spans, the words in them, what each would tell."""

    text: str
    left: bytes
    spans: tuple[Span, ...]
    tokens: tuple[Span, ...]
    weights: "Mapping[str, NDArray[np.float64]]" = MappingProxyType({})

    def hides(self, span: Span) -> bool:
        """Whether nothing that matters in the span is left open."""
        return self.left.find(1, span.start, span.end) < 0


@dataclass(frozen=True)
class Protection:
    """The TAB metrics and all-or-nothing recall.

    `score` judges one redaction by one annotator (the mentions of the document). Pooling the scores of all
    annotators of all documents gives TAB's micro-averages: a text with three annotators weighs three times.
    `evaluate` does so for a corpus and adds `token_f1`, which is no mean.

    Where we differ: TAB knows no all-or-nothing recall, and `replace2021` takes it over the mentions of a
    person within a document. Given here are that, and the stricter share of documents in which every mention
    to hide is hidden; both count once for each annotator, and leave out annotators with nothing to hide.
    `pipeline` says where parts of speech come from, as in `PartOfSpeech`. With `weights`, precision is also weighted
    by how much each masked piece would have told: `words` is the shipped language model, else its name or itself.
    """

    pipeline: str = "auto"
    weights: Any = None

    @property
    def name(self) -> str:
        """The registered name with the settings that differ from the defaults."""
        return spelled("protection", self)

    @cached_property
    def speech(self) -> PartOfSpeech:
        """What tells content from function words."""
        return PartOfSpeech(self.pipeline)

    @cached_property
    def model(self) -> WordModel | None:
        """The language model that weighs masked pieces, if any is to."""
        return None if self.weights is None else open_word_model(self.weights)

    def score(self, document: Document, redaction: Redaction) -> Sequence[Score]:
        """Scores of one redaction against the mentions of one annotator."""
        masked = self.masked(document, [edit.old for edit in redaction.edits])
        return _scores(document.id, document.mentions, masked)

    def evaluate(self, cases: Iterable[Case], spans: Mapping[str, Sequence[Sequence[int]]]) -> dict[str, Any]:
        """Score masked spans by document id; as in TAB, only the documents they name are scored."""
        known = {case.document.id: case for case in cases}
        unknown = next((id for id in spans if id not in known), None)
        if unknown is not None:
            raise InputError(f"document {unknown!r} is not among the {len(known)} annotated ones")
        scores: list[Score] = []
        annotations = 0
        for id, found in spans.items():
            case = known[id]
            masked = self.masked(case.document, found)
            annotations += len(case.annotators)
            for mentions in case.listings:
                scores += _scores(id, mentions, masked)
        return _summary(scores, documents=len(spans), annotations=annotations, part_of_speech=self.speech.source)

    def masked(self, document: Document, spans: Iterable[Sequence[int]]) -> Masked:
        """What hiding the spans leaves open in the document."""
        text = document.text
        left = bytearray(self.speech.content(text))
        pieces = []
        for start, end, *_ in spans:
            if not 0 <= start < end <= len(text):
                raise InputError(
                    f"document {document.id!r}: {start}..{end} is not a span of its {len(text)} characters"
                )
            left[start:end] = bytes(end - start)
            pieces.append(Span(start, end))
        tokens = tuple(token for piece in pieces for token in _tokens(text, piece))
        if self.model is None:
            return Masked(text, bytes(left), tuple(pieces), tokens)
        weights = {"token": weigh_masks(text, tokens, self.model), "mention": weigh_masks(text, pieces, self.model)}
        return Masked(text, bytes(left), tuple(pieces), tokens, weights)


def find_secrets(mentions: Iterable[Mention]) -> list[Secret]:
    """The entities that need masking by TAB's rules.

    The first mention listed gives type and directness. An entity with any mention marked direct or quasi needs
    masking, so one that starts unmarked and is direct later counts as quasi.
    """
    groups: dict[str, list[Mention]] = {}
    for number, mention in enumerate(mentions):
        groups.setdefault(mention.entity or f"mention {number}", []).append(mention)
    return [
        Secret(
            group[0].label,
            group[0].role is Role.DIRECT,
            tuple(mention.span for mention in group),
            tuple(mention.role is not Role.NONE for mention in group),
        )
        for group in groups.values()
        if any(mention.role is not Role.NONE for mention in group)
    ]


def _scores(id: str, mentions: Sequence[Mention], masked: Masked) -> list[Score]:
    hidden = find_secrets(mentions)
    counts = _recall(hidden, masked)
    # TAB counts an annotator only if there is at least one entity of theirs, to mask or not.
    if mentions:
        credited = _credit(hidden)
        for level, pieces in (("token", masked.tokens), ("mention", masked.spans)):
            hits = list(map(credited, pieces))
            counts[f"{level}_precision"] = Count(sum(hits), len(hits))
            if (weights := masked.weights.get(level)) is not None:
                credit = sum(weight for weight, hit in zip(weights, hits, strict=True) if hit)
                counts[f"weighted_{level}_precision"] = Count(float(credit), float(weights.sum()))
    return [Score(metric, hits / total if total else 0.0, id, float(total)) for metric, (hits, total) in counts.items()]


def _recall(hidden: Sequence[Secret], masked: Masked) -> dict[str, Count]:
    counts = dict.fromkeys(METRICS, Count())

    def add(metric: str, hits: int, total: int) -> None:
        counts[metric] = counts.get(metric, Count()).plus(hits, total)

    all_safe = True
    for secret in hidden:
        closed = [masked.hides(span) for span in secret.spans]
        # A mention that the annotator left open on purpose is forgiven here, and here alone.
        safe = all(shut or not flag for shut, flag in zip(closed, secret.flags, strict=True))
        all_safe &= safe
        tokens = [masked.hides(token) for span in secret.spans for token in _tokens(masked.text, span)]
        add("recall_direct" if secret.direct else "recall_quasi", safe, 1)
        if secret.label == "PERSON":
            add("all_or_nothing_person", safe, 1)
        by_level = ((safe, 1), (sum(closed), len(closed)), (sum(tokens), len(tokens)))
        for level, whole, (hits, total) in zip(
            LEVELS, ("recall_all", "mention_recall", "token_recall"), by_level, strict=True
        ):
            add(whole, hits, total)
            add(f"{level}_recall:{secret.label}", hits, total)
    if hidden:
        add("all_or_nothing_document", all_safe, 1)
    return counts


def _credit(hidden: Iterable[Secret]) -> Callable[[Span], bool]:
    """A test whether one single mention to mask covers a whole piece; two neighbors do not add up."""
    spans = (span for secret in hidden for span, flag in zip(secret.spans, secret.flags, strict=True) if flag)
    return Spans(spans).covers


def _tokens(text: str, span: Span) -> Iterable[Span]:
    # Splitting the slice, not the text: a span that ends inside a word makes a token of the part.
    for found in TOKEN.finditer(text[span.start : span.end]):
        yield Span(span.start + found.start(), span.start + found.end())


def _summary(scores: list[Score], **facts: Any) -> dict[str, Any]:
    pooled = {**dict.fromkeys(METRICS, 0.0), **pool(scores)}
    totals: dict[str, float] = {}
    for score in scores:
        totals[score.metric] = totals.get(score.metric, 0) + score.weight
    precision, recall = pooled["token_precision"], pooled["token_recall"]
    result: dict[str, Any] = {metric: pooled[metric] for metric in METRICS}
    result["token_f1"] = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    for metric in ("weighted_token_precision", "weighted_mention_precision"):
        result[metric] = pooled.get(metric)
    result["by_type"] = {
        label: _by_type(label, pooled, totals) for label in LABELS if f"token_recall:{label}" in pooled
    }
    return result | facts


def _by_type(label: str, pooled: Mapping[str, float], totals: Mapping[str, float]) -> dict[str, float]:
    recalls = {f"{level}_recall": pooled[f"{level}_recall:{label}"] for level in LEVELS}
    plural = {"entity": "entities", "mention": "mentions", "token": "tokens"}
    return recalls | {plural[level]: int(totals[f"{level}_recall:{label}"]) for level in LEVELS}
