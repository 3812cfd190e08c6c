"""What an attack on masks tells: guesses with where they come from, how much is right, and whom it names."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from unname.cli.visible import in_column
from unname.core.document import Document
from unname.core.results import Fill, Filling
from unname.measure.recovery import MAIN, Recovered, by_label, by_role, is_same, summarize
from unname.pipeline.infill import Infilled
from unname.pipeline.knowledge import GENERAL
from unname.text.masks import mask_label

if TYPE_CHECKING:
    from unname.core.results import Sighting
    from unname.pipeline.attack import Trial

SHOWN = 3
"""How many guesses are shown for a mask, and names for a document, where nothing else is asked."""

RANKS = (1, 10)
"""Among how many first names the right one may be."""


@dataclass(frozen=True)
class Reading:
    """What a reader that asks a language model answered, by kind, why not, and what it cost."""

    answers: Mapping[str, int]
    reason: str = ""
    n_shortened: int = 0
    costs: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class MaskTables:
    """Filled masks at each level, ready to be told; with `has_truth` also what is right.

    The JSON object has these keys; shares lie in [0, 1], and what does not apply is null:

    - `filler`; `documents` and `masks`: how many
    - `levels`: by level
        - `background`: how many documents the attacker has; `leaks`: how many were left out for a document since they
          contain its original
        - `recovery`: null without originals, else `all`, `by_role` and `by_label`, each with `n`, `documents`,
          `filled`, `exact`, `token_recall` (as published), `token_recall_conventional`, `exact_at` and `intervals`;
          and `unclear`, `other`: masks of which nobody can say what they hide, and changes that leave no mask
        - `each`: by document `id` and `masks`: `start`, `end`, `label` (if the mask shows one), `right` (whether the
          first candidate is; null where nobody knows) and `candidates`: `text`, `probability`, `reader`, `source` (id
          of the document of the background) and `passage` (start and end there)
    - `identity`: null without names, else by level, by column (`masked`, `filled`) and by attack `documents`, `judged`,
      `acc1`, `acc10`, and `each`: `id`, `subject`, `rank`, `candidates` (`id`, `score`)
    - `readings`: of readers that ask language models, by reader `answers`, `shortened` and `costs`
    """

    filler: str
    documents: Sequence[Document]
    filled: Mapping[str, Infilled]
    has_truth: bool = False
    trials: "Mapping[str, Mapping[str, Trial]]" = field(default_factory=dict)
    readings: Mapping[str, Reading] = field(default_factory=dict)
    top: int = 0

    @property
    def n_masks(self) -> int:
        """How many masks the documents have."""
        return max((sum(map(len, told.fills)) for told in self.filled.values()), default=0)

    @cached_property
    def recovered(self) -> dict[str, dict[str, Recovered]]:
        """How much is right, by level and group (`all`, roles, labels); empty without originals."""
        if not self.has_truth:
            return {}
        told = {}
        for level, found in self.filled.items():
            recoveries = found.recoveries
            told[level] = {"all": summarize(recoveries), **by_role(recoveries), **by_label(recoveries)}
        return told

    def record(self) -> dict[str, Any]:
        """Everything as one JSON object."""
        readings = {
            name: {"answers": dict(told.answers), "shortened": told.n_shortened, "costs": dict(told.costs)}
            for name, told in self.readings.items()
        }
        return {
            "filler": self.filler,
            "documents": len(self.documents),
            "masks": self.n_masks,
            "levels": {level: self._level(level, found) for level, found in self.filled.items()},
            "identity": {level: _identity(trials, self.top or SHOWN) for level, trials in self.trials.items()} or None,
            "readings": readings,
        }

    def _level(self, level: str, found: Infilled) -> dict[str, Any]:
        return {
            "background": len(found.known.background),
            "leaks": found.known.n_leaks,
            "recovery": self._recovery(found) if self.has_truth else None,
            "each": [
                {"id": document.id, "masks": [_mask(document, fill, hidden) for fill, hidden in pairs]}
                for document, pairs in self._pairs(found)
            ],
        }

    def _recovery(self, found: Infilled) -> dict[str, Any]:
        recoveries = found.recoveries
        return {
            "all": asdict(summarize(recoveries)),
            "by_role": {role: asdict(told) for role, told in by_role(recoveries).items()},
            "by_label": {label: asdict(told) for label, told in by_label(recoveries).items()},
            "unclear": sum(each.n_unclear for each in found.hidden),
            "other": sum(each.n_other for each in found.hidden),
        }

    def _pairs(self, found: Infilled) -> Iterator[tuple[Document, list[tuple[Fill, str | None]]]]:
        """Each document with its fills, each beside what is truly hidden there, where that is known."""
        for number, (document, fills) in enumerate(zip(self.documents, found.fills, strict=True)):
            parts = found.hidden[number].parts if self.has_truth else ()
            truth = {part.mask: part.text for part in parts}
            yield document, [(fill, truth.get(fill.mask)) for fill in fills]

    def show(self) -> None:
        """Print a line for each mask, and what it comes to."""
        if not self.n_masks:
            print("no document has a mask: there is nothing to fill")
        for level, found in self.filled.items():
            before = f"{level} " if len(self.filled) > 1 else ""
            for document, pairs in self._pairs(found):
                for fill, hidden in pairs:
                    print(in_column(f"{before}{document.id} {self._line(document, fill, hidden)}"))
        if self.has_truth and self.n_masks:
            self._show_recovered()
        for level, trials in self.trials.items():
            self._show_identity(level, trials)
        for name, told in self.readings.items():
            print(in_column(f"{name}: {_account(told)}"))

    def _line(self, document: Document, fill: Fill, hidden: str | None) -> str:
        mask = document.text[slice(*fill.mask)]
        right = (
            " (right)" if hidden is not None and fill.candidates and is_same(fill.candidates[0].text, hidden) else ""
        )
        guesses = ", ".join(f"{each.text} {each.probability:.2f}" for each in fill.candidates[: self.top or SHOWN])
        source = _source(fill.candidates[0]) if fill.candidates else ""
        return f"{fill.mask.start}..{fill.mask.end} {mask}{right}: {guesses or 'nothing'}{source}"

    def _show_recovered(self) -> None:
        print(f"\n{'level':<12}{'masks':>7}{'filled':>8}  {'exact':<19}{'token recall':<19}of the original's tokens")
        for level, groups in self.recovered.items():
            for group, told in groups.items():
                called = level if group == "all" else f"  {group}"
                figures = "".join(f"{_interval(told, figure):<19}" for figure in MAIN)
                print(f"{called:<12}{told.n:>7}{told.filled:>8}  {figures}".rstrip())
        hidden = next(iter(self.filled.values())).hidden
        notes = {
            "masks of which nobody can say what they hide": sum(each.n_unclear for each in hidden),
            "changes that leave no mask": sum(each.n_other for each in hidden),
        }
        for level, found in self.filled.items():
            notes[f"documents left out for texts whose original they contain, at {level}"] = found.known.n_leaks
        for what, n in notes.items():
            if n:
                print(f"{what}: {n}")

    def _show_identity(self, level: str, trials: "Mapping[str, Trial]") -> None:
        print(f"\n{level:<12}{'documents':>10}{'first':>8}{'in 10':>8}  attack")
        for column, trial in trials.items():
            for attack in trial.sightings:
                judged = trial.judged(attack)
                shares = [f"{value:.2f}" if judged else "-" for value in _within(trial, attack)]
                print(f"  {column:<10}{len(judged):>10}{shares[0]:>8}{shares[1]:>8}  {in_column(attack)}")
        for column, trial in trials.items():
            for document, seen in trial.each():
                if self.top or document.person is None:
                    for attack, sighting in seen.items():
                        best = ", ".join(f"{id} {score:.3g}" for id, score in sighting.candidates[: self.top or SHOWN])
                        print(in_column(f"{document.id} {column}, by {attack}: {best}"))


def _mask(document: Document, fill: Fill, hidden: str | None) -> dict[str, Any]:
    best = fill.candidates[0].text if fill.candidates else ""
    return {
        "start": fill.mask.start,
        "end": fill.mask.end,
        "label": mask_label(document.text[slice(*fill.mask)]),
        "right": None if hidden is None else is_same(best, hidden),
        "candidates": [
            {
                "text": each.text,
                "probability": each.probability,
                "reader": each.reader,
                "source": each.source.removeprefix(GENERAL),
                "passage": each.passage and list(each.passage),
            }
            for each in fill.candidates
        ],
    }


def _identity(trials: "Mapping[str, Trial]", top: int) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for column, trial in trials.items():
        told[column] = {}
        for attack in trial.sightings:
            judged = trial.judged(attack)
            first, ten = _within(trial, attack) if judged else (None, None)
            told[column][attack] = {
                "documents": len(trial.documents),
                "judged": len(judged),
                "acc1": first,
                "acc10": ten,
                "each": [_sighted(document, seen[attack], top) for document, seen in trial.each()],
            }
    return told


def _sighted(document: Document, sighting: "Sighting", top: int) -> dict[str, Any]:
    candidates = [{"id": id, "score": score} for id, score in sighting.candidates[:top]]
    return {"id": document.id, "subject": document.person, "rank": sighting.rank, "candidates": candidates}


def _within(trial: "Trial", attack: str) -> tuple[float, ...]:
    """The share of documents whose person is the first, or among the first ten."""
    from unname.measure.reidentification import chance_within

    judged = trial.judged(attack).values()
    return tuple(sum(chance_within(each, rank) for each in judged) / max(1, len(judged)) for rank in RANKS)


def _source(filling: Filling) -> str:
    """Where a guess comes from: the document of the background and the place in it; the reader."""
    reader = f" ({filling.reader})" if filling.reader else ""
    if not filling.source:
        return reader
    place = "" if filling.passage is None else f" {filling.passage.start}..{filling.passage.end}"
    return f"; from {filling.source.removeprefix(GENERAL)}{place}{reader}"


def _interval(told: Recovered, figure: str) -> str:
    value = asdict(told)[figure]
    if figure not in told.intervals:
        return f"{value:.2f}"
    low, high = told.intervals[figure]
    return f"{value:.2f} ({low:.2f}-{high:.2f})"


def _account(told: Reading) -> str:
    answers = ", ".join(f"{kind} {n}" for kind, n in told.answers.items()) or "nothing asked"
    shortened = f", {told.n_shortened} shortened" if told.n_shortened else ""
    if not told.costs:
        return answers + shortened
    costs = told.costs
    tokens = f"{costs['tokens_asked']:.0f} tokens asked, {costs['tokens_written']:.0f} written"
    calls = f"{costs['calls']:.0f} calls, {costs['cached']:.0f} from the cache"
    return f"{answers}{shortened}; {calls}, {tokens}, {costs['seconds']:.1f} s"
