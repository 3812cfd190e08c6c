"""What is believed of documents and of trained readers: the numbers of `attack.infilling.documents` and `belief`.

Lives are attacked by halves: the first is masked, and the second halves of all are general knowledge. For cases these
are the openings. Nothing that a network has learned from is attacked, except to tell how documents are found.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from unname.attack.infilling.belief import LEAST, PLAIN
from unname.attack.infilling.documents import OF_KNOWLEDGE, OF_ORIGINALS, Documents, Finding, Found, probabilities_of
from unname.attack.infilling.extract import LEAST as LEAST_TRUST
from unname.attack.infilling.extract import Extract
from unname.attack.infilling.generate import Generate
from unname.attack.infilling.passages import Passages
from unname.attack.infilling.situation import Situation
from unname.attack.infilling.vote import normalize
from unname.core.document import Document
from unname.core.errors import require
from unname.text.masks import find_masks
from unname_research.train.infill_sources import ACTORS, CASES, LIVES, Sheet, held_out, read_unseen, split_sentences
from unname_research.train.infill_sureness import hidden_behind, mask_sheet

N_ACTORS, N_CASES = 45, 14
"""Texts that readers are weighed by: actors of whom no network has learned, and cases that are held out."""

N_OWN = {ACTORS: 13, CASES: 4}
"""Of these so many are attacked by somebody who has the text itself, too."""

EVERY = 5
"""Of the lives, every so many-th tells how documents are found."""

N_CONSIDERED = 80
"""Passages that the network looks at for a text, to save time."""


Ranked = tuple[int, list[float]]
"""The place of the right document among those found, and the scores of all."""


class Said(NamedTuple):
    """How probable a reader takes its words to be, how much their document is trusted, and whether they are right."""

    probability: float
    trust: float
    is_right: bool

    def weight(self) -> float:
        """How much speaks for it."""
        return math.log(self.probability / (1 - self.probability)) + math.log(self.trust)


@dataclass(frozen=True)
class Quiz:
    """A text with masks, and what is known: documents, of which the one with the number `own` is about its person."""

    sheet: Sheet
    own: int
    known: Sequence[Document] = field(repr=False)


def quizzes_of(sheets: Sequence[Sheet]) -> list[Quiz]:
    """Sheets as quizzes; whose text is too short for halves, or of which nothing is known, is none."""
    kept: list[tuple[Sheet, str]] = []
    for sheet in {sheet.text: sheet for sheet in sheets}.values():
        if sheet.kind == CASES:
            kept += [(sheet, sheet.knowledge[0])] if sheet.knowledge else []
        elif len(parts := split_sentences(sheet.text)) > 1:
            hidden = tuple(each for each in sheet.hidden if each[0].end <= len(parts[0]))
            kept += [(Sheet(sheet.kind, parts[0], hidden), parts[1])]
    known = [Document(str(number), text) for number, (_, text) in enumerate(kept)]
    return [Quiz(sheet, number, known) for number, (sheet, _) in enumerate(kept)]


def fit(data: Path, sheets: Sequence[Sheet], model: str | Path | None = None, seed: int = 0) -> dict[str, list[float]]:
    """All numbers by name, from the sheets that networks learn from and from actors who are in none."""
    lives, cases = (quizzes_of([sheet for sheet in sheets if sheet.kind == kind]) for kind in (LIVES, CASES))
    finding = fit_finding([lives[::EVERY], cases])
    others = [sheet for sheet in sheets if sheet.kind == ACTORS]
    unseen = quizzes_of([*read_unseen(data, N_ACTORS, seed=seed), *others])[:N_ACTORS]
    out = {sheet.text for sheet in held_out(sheets)}
    judged = [quiz for quiz in cases if quiz.sheet.text in out][:N_CASES]
    return {**finding, **fit_readers([unseen, judged], model)}


def fit_finding(parts: Sequence[Sequence[Quiz]]) -> dict[str, list[float]]:
    """How probable it is that a document found is the right one, by all scores.

    General knowledge is looked up where it is about the text's person, or is the text itself; of originals each is the
    text itself, or about somebody else.
    """
    minimize: Any = require("scipy.optimize", "train").minimize
    general = [list(_found(part, part[0].known)) for part in parts]
    itself = [list(_found(part, _originals(part))) for part in parts]
    others = [list(_found(part, _originals(part), is_barred=True)) for part in parts]
    numbers: dict[str, list[float]] = {}
    for name, begin, sets in (
        ("OF_KNOWLEDGE", OF_KNOWLEDGE, [*general, *itself]),
        ("OF_ORIGINALS", OF_ORIGINALS, [*others, *itself]),
    ):

        def improbable(tried: Sequence[float], sets: Sequence[Sequence[Ranked]] = sets) -> float:
            return sum(float(np.mean([_surprise(each, Finding(*tried)) for each in part])) for part in sets)

        found = minimize(improbable, begin, method="Nelder-Mead", options={"maxiter": 3000}).x
        numbers[name] = [round(float(each), 2) for each in found]
    return numbers


def _originals(quizzes: Sequence[Quiz]) -> list[Document]:
    return [Document(str(quiz.own), quiz.sheet.text) for quiz in quizzes]


def _found(quizzes: Sequence[Quiz], known: Sequence[Document], is_barred: bool = False) -> Iterator[Ranked]:
    """The place of the right document among those found, or -1, and their scores; if it is barred, none is right."""
    finder = Documents().fit(known)
    assert finder.index_ is not None
    for quiz in quizzes:
        own = str(quiz.own)
        [numbers], [scores] = finder.index_.top([mask_sheet(quiz.sheet)], 100, finder.weighting)
        pairs = [(known[int(at)].id, float(score)) for at, score in zip(numbers, scores, strict=True) if score > 0]
        kept = [pair for pair in pairs if not is_barred or pair[0] != own]
        if kept:
            ids = [id for id, _ in kept]
            yield (ids.index(own) if own in ids else -1), [score for _, score in kept]


def _surprise(found: Ranked, finding: Finding) -> float:
    place, scores = found
    told = probabilities_of(scores, finding)
    return -math.log(max(told[place] if place >= 0 else 1.0 - sum(told), 1e-6))


def fit_readers(parts: Sequence[Sequence[Quiz]], model: str | Path | None = None) -> dict[str, list[float]]:
    """The numbers of each reader's belief, by the best that it says of each mask: a constant, what counts what it says,
    and what its document.
    """
    models = require("sklearn.linear_model", "train")
    said: dict[str, list[Said]] = {"POINTED": [], "WRITTEN": [], "ALONE": []}
    for quizzes in parts:
        for number, quiz in enumerate(quizzes):
            for known in _backgrounds(quizzes, number):
                for name, rows in attack(quiz, known, model).items():
                    said[name] += rows
    numbers: dict[str, list[float]] = {}
    for name, all_of_it in said.items():
        table = np.array([[math.log(p / (1 - p)), math.log(trust)] for p, trust, _ in all_of_it])
        table = table[:, :1] if name == "ALONE" else table
        fitted: Any = models.LogisticRegression(max_iter=5000).fit(table, [right for *_, right in all_of_it])
        numbers[name] = [round(float(each), 2) for each in (*fitted.intercept_, *fitted.coef_[0])]
    return numbers


def _backgrounds(quizzes: Sequence[Quiz], number: int) -> Iterator[Found]:
    """What is known: something general; of cases also the originals of others; at times the text itself."""
    quiz = quizzes[number]
    text, originals = mask_sheet(quiz.sheet), _originals(quizzes)
    yield Documents().fit(quiz.known).weigh(text)
    if quiz.sheet.kind == CASES:
        yield Documents(finding=OF_ORIGINALS).fit(originals).weigh(text, {str(quiz.own)})
    if number < N_OWN.get(quiz.sheet.kind, 0):
        yield Documents(finding=OF_ORIGINALS).fit(originals).weigh(text)


def attack(quiz: Quiz, found: Found, model: str | Path | None = None) -> Mapping[str, list[Said]]:
    """The best that each reader says of each mask, how much its document is trusted, and whether it is right."""
    text = mask_sheet(quiz.sheet)
    masks = find_masks(text)
    true = [quiz.sheet.text[slice(*span)] if span else None for span in hidden_behind(quiz.sheet, masks)]
    passages = Passages(n_considered=N_CONSIDERED).find(text, masks, found.documents)
    now = Situation(text, masks, found.documents, passages, found.by_id)
    said: dict[str, list[Said]] = {"POINTED": [], "WRITTEN": [], "ALONE": []}
    for reader in (Extract(model, n_best=8, belief=PLAIN), Generate(model, belief=PLAIN, alone=PLAIN)):
        for right, fillings in zip(true, reader.propose(now), strict=True):
            best: dict[str, Said] = {}
            for filling in fillings if right is not None else ():
                name = "POINTED" if filling.reader == "extract" else "WRITTEN" if filling.source else "ALONE"
                trust = max(LEAST_TRUST, now.trust.get(filling.source, 0.0)) if filling.source else 1.0
                probability = min(max(filling.probability, LEAST), 1 - LEAST)
                each = Said(probability, trust, normalize(filling.text) == normalize(right or ""))
                best[name] = max(best.get(name, each), each, key=Said.weight)
            for name, each in best.items():
                said[name].append(each)
    return said
