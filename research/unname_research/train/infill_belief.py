"""What is believed of documents and of trained readers: the numbers of `attack.infilling.documents` and `belief`.

Lives are attacked by halves: the first is masked, and the second halves of all are general knowledge. For cases these
are the openings. Nothing that a network has learned from is attacked, except to tell how documents are found.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from unname.attack.infilling.belief import LEAST, PLAIN
from unname.attack.infilling.documents import Documents, probabilities_of
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

EVERY = 5
"""Of the lives, every so many-th tells how documents are found."""

N_CONSIDERED = 80
"""Passages that the network looks at for a text, to save time."""

BEGINNING = (8.0, 1.0, 1.0)
"""Where the search for the numbers of documents begins."""


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
    found = fit_finding([*lives[::EVERY], *cases])
    others = [sheet for sheet in sheets if sheet.kind == ACTORS]
    unseen = quizzes_of([*read_unseen(data, N_ACTORS, seed=seed), *others])[:N_ACTORS]
    out = {sheet.text for sheet in held_out(sheets)}
    judged = [quiz for quiz in cases if quiz.sheet.text in out][:N_CASES]
    return {"FINDING": list(found.values()), **fit_readers([*unseen, *judged], model)}


def fit_finding(quizzes: Sequence[Quiz]) -> dict[str, float]:
    """How probable it is that a document found is the right one, by all scores: at L2, and with the text itself."""
    minimize = require("scipy.optimize").minimize
    parts: dict[tuple[str, bool], list[tuple[int, list[float]]]] = {}
    for with_own in (False, True):
        for kind in {quiz.sheet.kind for quiz in quizzes}:
            some = [quiz for quiz in quizzes if quiz.sheet.kind == kind]
            parts[kind, with_own] = list(_found(some, with_own))

    def improbable(numbers: Any) -> float:
        return sum(float(np.mean([_surprise(each, numbers) for each in part])) for part in parts.values())

    found = minimize(improbable, BEGINNING, method="Nelder-Mead").x
    return dict(zip(("STEEP", "OWN", "AHEAD"), (round(float(each), 2) for each in found), strict=True))


def _found(quizzes: Sequence[Quiz], with_own: bool) -> Iterator[tuple[int, list[float]]]:
    """The place of the right document among those found, or -1, and their scores; of originals the own one is right."""
    originals = [Document(str(quiz.own), quiz.sheet.text) for quiz in quizzes]
    finder = Documents().fit(originals if with_own else quizzes[0].known)
    assert finder.index_ is not None
    assert finder.background_ is not None
    for quiz in quizzes:
        [numbers], [scores] = finder.index_.top([mask_sheet(quiz.sheet)], 100, finder.weighting)
        ids = [finder.background_[int(number)].id for number, score in zip(numbers, scores, strict=True) if score > 0]
        if ids:
            place = ids.index(str(quiz.own)) if str(quiz.own) in ids else -1
            yield place, [float(score) for score in scores if score > 0]


def _surprise(found: tuple[int, list[float]], numbers: Sequence[float]) -> float:
    place, scores = found
    told = probabilities_of(scores, *numbers)
    return -math.log(max(told[place] if place >= 0 else 1.0 - sum(told), 1e-6))


def fit_readers(quizzes: Sequence[Quiz], model: str | Path | None = None) -> dict[str, list[float]]:
    """The numbers of each reader's belief: a constant, what counts what it says, and what its document."""
    models = require("sklearn.linear_model", "train")
    said: dict[str, list[tuple[float, float, bool]]] = {"POINTED": [], "WRITTEN": [], "ALONE": []}
    for quiz in quizzes:
        for name, rows in attack(quiz, model).items():
            said[name] += rows
    numbers: dict[str, list[float]] = {}
    for name, rows in said.items():
        table = np.array([[math.log(p / (1 - p)), math.log(trust)] for p, trust, _ in rows])
        table = table[:, :1] if name == "ALONE" else table
        fitted: Any = models.LogisticRegression(max_iter=5000).fit(table, [right for *_, right in rows])
        numbers[name] = [round(float(each), 2) for each in (*fitted.intercept_, *fitted.coef_[0])]
    return numbers


def attack(quiz: Quiz, model: str | Path | None = None) -> Mapping[str, list[tuple[float, float, bool]]]:
    """What readers say about a quiz, how much its documents are trusted, and whether it is right."""
    text = mask_sheet(quiz.sheet)
    masks = find_masks(text)
    true = [quiz.sheet.text[slice(*span)] if span else None for span in hidden_behind(quiz.sheet, masks)]
    found = Documents().fit(quiz.known).weigh(text)
    passages = Passages(n_considered=N_CONSIDERED).find(text, masks, found.documents)
    now = Situation(text, masks, found.documents, passages, found.by_id)
    readers = (Extract(model, n_best=8, belief=PLAIN), Generate(model, belief=PLAIN, alone=PLAIN))
    said: dict[str, list[tuple[float, float, bool]]] = {"POINTED": [], "WRITTEN": [], "ALONE": []}
    for reader in readers:
        for right, fillings in zip(true, reader.propose(now), strict=True):
            for filling in fillings if right is not None else ():
                name = "POINTED" if filling.reader == "extract" else "WRITTEN" if filling.source else "ALONE"
                trust = max(LEAST_TRUST, now.trust.get(filling.source, 0.0))
                probability = min(max(filling.probability, LEAST), 1 - LEAST)
                said[name].append((probability, trust, normalize(filling.text) == normalize(right or "")))
    return said
