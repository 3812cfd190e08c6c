"""Which of the strings that must go are hidden, and which of those that must stay are damaged, by letters and digits.

A string is one mention of a gold annotation. It is hidden if all its letters and digits are, and damaged if one is;
where it has none, as a name written in signs, all its signs that are no blanks count. Unlike in TAB's metrics
(`protection`), every string counts by itself, function words count as well, and so does what must stay.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from unname.core.document import LABELS, Document, Mention, Role, Span
from unname.core.errors import InputError, shown
from unname.core.redaction import Redaction
from unname.core.results import Score, pool
from unname.text.spans import join_spans

FIGURES = ("direct", "quasi", "recall", "letter_recall", "precision", "damaged", "hidden", "marked")

_OPEN, _HIDDEN, _OPEN_SIGN, _HIDDEN_SIGN = 1, 2, 3, 4
_HIDE = bytes.maketrans(bytes((_OPEN, _OPEN_SIGN)), bytes((_HIDDEN, _HIDDEN_SIGN)))


class Fate(NamedTuple):
    """What became of one string: how many of its letters and digits are hidden, of how many."""

    mention: Mention
    n_hidden: int
    n: int

    @property
    def is_hidden(self) -> bool:
        """Whether nothing of it can be read."""
        return self.n_hidden == self.n

    @property
    def is_wrong(self) -> bool:
        """Whether something of it can be read and must not, or cannot and should."""
        return bool(self.n_hidden) if self.mention.role is Role.NONE else not self.is_hidden


@dataclass(frozen=True)
class Strings:
    """Recall of strings that identify, damage of those that must stay (the role `none`), and precision by letters.

    `direct`, `quasi` and `recall` (both) are shares of strings that are hidden, `damaged` is that of strings that must
    stay. `precision` is the share of hidden letters and digits that stand inside direct or quasi strings, and
    `letter_recall` the share of theirs that are hidden. `hidden` and `marked` are the shares of all characters that are
    hidden, and that stand in direct or quasi strings.
    """

    name = "strings"

    def score(self, document: Document, redaction: Redaction) -> Sequence[Score]:
        """The scores of one redaction against the mentions of the document; `direct:PERSON` is that of one label."""
        return self.judge(document, [edit.old for edit in redaction.edits])

    def judge(self, document: Document, hidden: Iterable[Sequence[int]]) -> list[Score]:
        """The scores of hiding some spans."""
        spans = _checked(document, hidden)
        state = _state(document.text, spans)
        wanted = join_spans(mention.span for mention in document.mentions if mention.role is not Role.NONE)
        n_hits = sum(state.count(_HIDDEN, *span) for span in wanted)
        counts = {name: [0, 0] for name in FIGURES}
        for fate in _fates(document.mentions, state):
            for name in _names_of(fate.mention):
                count = counts.setdefault(name, [0, 0])
                count[0] += bool(fate.n_hidden) if name == "damaged" else fate.is_hidden
                count[1] += 1
        counts["precision"] = [n_hits, state.count(_HIDDEN)]
        counts["letter_recall"] = [n_hits, n_hits + sum(state.count(_OPEN, *span) for span in wanted)]
        counts["hidden"] = [_length(spans), len(document.text)]
        counts["marked"] = [_length(wanted), len(document.text)]
        return [
            Score(name, hits / total if total else 0.0, document.id, float(total))
            for name, (hits, total) in counts.items()
        ]

    def fates(self, document: Document, hidden: Iterable[Sequence[int]]) -> list[Fate]:
        """What hiding some spans makes of each string."""
        return _fates(document.mentions, _state(document.text, _checked(document, hidden)))


def summarize(scores: Sequence[Score]) -> dict[str, Any]:
    """The figures of many documents, None where nothing is marked for them, with F2 by letters and recall by label."""
    pooled = pool(list(scores))
    totals: dict[str, int] = {}
    for score in scores:
        totals[score.metric] = totals.get(score.metric, 0) + round(score.weight)
    figures: dict[str, Any] = {name: pooled[name] if totals.get(name) else None for name in FIGURES}
    figures["f2"] = f2_of(figures["precision"] or 0.0, figures["letter_recall"] or 0.0)
    n_strings = {"direct": "direct", "quasi": "quasi", "must_stay": "damaged"}
    figures["strings"] = {role: totals.get(name, 0) for role, name in n_strings.items()}
    figures["by_label"] = {role: _by_label(role, pooled, totals) for role in ("direct", "quasi")}
    return figures


def f2_of(precision: float, recall: float) -> float:
    """Their harmonic mean with recall weighed four times.

    >>> f2_of(0.5, 1.0)
    0.8333333333333334
    """
    return 5 * precision * recall / (4 * precision + recall) if precision and recall else 0.0


def _by_label(role: str, pooled: Mapping[str, float], totals: Mapping[str, int]) -> dict[str, dict[str, float]]:
    names = {label: f"{role}:{label}" for label in LABELS}
    return {label: {"recall": pooled[name], "strings": totals[name]} for label, name in names.items() if name in pooled}


def _names_of(mention: Mention) -> tuple[str, ...]:
    if mention.role is Role.NONE:
        return ("damaged",)
    return (mention.role.value, "recall", f"{mention.role.value}:{mention.label}")


def _checked(document: Document, spans: Iterable[Sequence[int]]) -> list[Span]:
    found = []
    for start, end, *_ in spans:
        if not 0 <= start <= end <= len(document.text):
            length = len(document.text)
            raise InputError(f"document {shown(document.id)}: {start}..{end} is not a span of its {length} characters")
        found.append(Span(start, end))
    return join_spans(found)


def _state(text: str, hidden: Iterable[Span]) -> bytearray:
    """A number for each character: whether it is a letter or digit, a sign or a blank (0), and whether it is hidden."""
    state = bytearray(_OPEN if each.isalnum() else 0 if each.isspace() else _OPEN_SIGN for each in text)
    for start, end in hidden:
        state[start:end] = state[start:end].translate(_HIDE)
    return state


def _fates(mentions: Iterable[Mention], state: bytearray) -> list[Fate]:
    fates = []
    for mention in mentions:
        for still_open, gone in ((_OPEN, _HIDDEN), (_OPEN_SIGN, _HIDDEN_SIGN)):
            n_hidden, n_open = state.count(gone, *mention.span), state.count(still_open, *mention.span)
            if n_hidden or n_open:
                fates.append(Fate(mention, n_hidden, n_hidden + n_open))
                break
    return fates


def _length(spans: Iterable[Span]) -> int:
    return sum(span.end - span.start for span in spans)
