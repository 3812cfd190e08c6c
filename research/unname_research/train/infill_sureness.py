"""How sure a copy is: the numbers of `attack.infilling.sureness`, from texts of which we know what is hidden.

Each text is attacked with one of three backgrounds: the text itself is among the texts of others, or an edition of it
with some of its words left out, or neither.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from unname.attack.infilling.align import Align
from unname.attack.infilling.documents import Documents
from unname.attack.infilling.keys import items_of, library_of, tokens_of_document
from unname.attack.infilling.sureness import VERY_LONG, Copy, features_of
from unname.attack.infilling.vote import normalize
from unname.core.document import Document, Span
from unname.core.errors import require
from unname.core.redaction import Replacement, rewrite
from unname.text.masks import find_masks
from unname.text.sentences import sentences
from unname_research.bench.wiki553 import MASK
from unname_research.train.infill_sources import CASES, LIVES, Sheet

LEFT_OUT = 0.12
"""The share of the words that an edition lacks."""

N_TEXTS = {LIVES: 180, CASES: 40}
"""Texts that are attacked."""

STRENGTH = 1.0
"""Of the regressions, as scikit-learn counts it."""

Judged = tuple[Copy, bool]
"""A copy, and whether it is what is hidden."""


def fit_sureness(judged: Sequence[Judged]) -> dict[str, list[float]]:
    """The numbers by name, the constant first."""
    models = require("sklearn.linear_model", "train")
    found: dict[str, list[float]] = {}
    for name, is_phrase in (("OF_PHRASES", True), ("OF_WHOLES", False)):
        some = [(features_of(copy), right) for copy, right in judged if np.isnan(copy.near) == is_phrase]
        table, answers = (np.array(column, float) for column in zip(*some, strict=True))
        model: Any = models.LogisticRegression(C=STRENGTH, max_iter=10_000).fit(table, answers)
        found[name] = [round(float(each), 2) for each in (*model.intercept_, *model.coef_[0])]
    return found


def judge_copies(sheets: Sequence[Sheet], seed: int = 0) -> Iterator[Judged]:
    """What is copied into texts with masks, and whether it is right."""
    dice = random.Random(seed)
    for kind, n in N_TEXTS.items():
        once = list({sheet.text: sheet for sheet in sheets if sheet.kind == kind and sheet.hidden}.values())
        everything = [Document(str(number), sheet.text) for number, sheet in enumerate(once)]
        finder = Documents().fit(everything)
        for number in sorted(dice.sample(range(len(once)), min(n, len(once)))):
            sheet = once[number] if number % 3 else hide_sentence(once[number], dice)
            masked = mask_sheet(sheet)
            found = finder.find(masked, {str(number)})
            own = everything[number]
            edition = replace(own, text=leave_out(own.text, dice))
            for known in ([own, *found[:-1]], [edition, *found[:-1]], found):
                yield from _copies(sheet, masked, known)


def hide_sentence(sheet: Sheet, dice: random.Random) -> Sheet:
    """The sheet with a sentence hidden as a whole, too, as in tools that leave out more than names."""
    long = [Span(*ends) for ends in sentences(sheet.text) if len(sheet.text[slice(*ends)].split()) > VERY_LONG]
    if not long:
        return sheet
    start, end = dice.choice(long)
    whole = Span(start, start + len(sheet.text[start:end].rstrip()))
    kept = [(span, label) for span, label in sheet.hidden if not span.overlaps(whole)]
    return replace(sheet, hidden=tuple(sorted([*kept, (whole, "MISC")])))


def mask_sheet(sheet: Sheet) -> str:
    """The text of a sheet with masks."""
    return rewrite(Document("", sheet.text), [Replacement(span, MASK) for span, _ in sheet.hidden]).text


def leave_out(text: str, dice: random.Random) -> str:
    """A text without some of its words."""
    return " ".join(word for word in text.split() if dice.random() >= LEFT_OUT)


def _copies(sheet: Sheet, masked: str, known: Sequence[Document]) -> Iterator[Judged]:
    masks = find_masks(masked)
    hidden = hidden_behind(sheet, masks)
    items = items_of(masked, masks)
    library = library_of(items, [tokens_of_document(document) for document in known])
    for group, copy in Align().copies(items, library):
        ranges = [hidden[mask] for mask in group.masks]
        if all(ranges):
            true = sheet.text[ranges[0].start : ranges[-1].end]  # type: ignore[union-attr]
            said = known[copy.document].text[slice(*library.tokens[copy.document].cut(copy.first, copy.after))]
            yield copy, normalize(said) == normalize(true)


def hidden_behind(sheet: Sheet, masks: Sequence[Span]) -> list[Span | None]:
    """The range of a sheet's text that each mask of its masked text hides, if that can be said."""
    moved: list[tuple[int, Span]] = []
    shift = 0
    for span, _ in sheet.hidden:
        moved.append((span.start + shift, span))
        shift += len(MASK) - (span.end - span.start)
    behind: list[Span | None] = []
    for mask in masks:
        inside = [span for start, span in moved if mask.start <= start < mask.end]
        behind.append(Span(inside[0].start, inside[-1].end) if inside else None)
    return behind
