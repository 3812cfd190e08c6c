"""Could a reader guess what a generalization stands for? Then it says one level less, and in the end nothing.

Two guess. The masked language model reads the released text with room behind each generalization, as in "a city in
France ([MASK])"; it recovers an original if every piece of it that is not shown is likely enough to be among its first
five guesses. An attacker who has the population looks up each released sentence; he recovers an original if it stands
in one of the first five profiles.

What it costs: one pass of the language model over the released text for each level that is gone up, and one look-up
for each sentence with a generalization. A text in which everything is masked costs nothing, and so does what the user
brought to a level of his own (`generalize(to='year')`).
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from unname.core.document import Document, Profile, Span
from unname.core.errors import guarded
from unname.core.fold import fold
from unname.core.redaction import Decision, Option, Plan, Redaction
from unname.core.roles import Settles
from unname.text.sentences import sentences
from unname.text.spans import Spans
from unname.text.words import WORD

if TYPE_CHECKING:
    from unname.attack.sparse import Sparse
    from unname.models.masked_lm import MaskedLM
    from unname.pipeline.document import Pipeline

FIRST = 5
"""How many guesses a reader has."""

LIKELY = 0.05
"""The probability from which on a piece counts as one of the first five guesses of the language model.

The model tells how likely a given piece is, and no ranks. Of 45 pieces of biographies, 30 were among its first five,
and all but one of them had at least this probability, as none of the others had.
"""

MOST_MENTIONS = 3
"""How many mentions of an entity are guessed at: each says the same."""

REASON = "its generalization could be guessed"


class _Shown(NamedTuple):
    """What stands in the released text in place of a mention of a generalized entity."""

    entity: str
    original: str
    span: Span


def write_unguessed(pipeline: "Pipeline", document: Document, plan: Plan) -> tuple[Plan, Redaction]:
    """Write a plan; what a reader could guess from a generalization is said one level less, again and again."""
    redaction = pipeline.apply(document, plan)
    stage = f"document {document.id!r}: the guess-back check"
    while guessed := guarded(stage, partial(_find_guessed, pipeline, document, plan, redaction)):
        plan = _raise(pipeline, document, plan, guessed)
        redaction = pipeline.apply(document, plan)
    return plan, redaction


def _find_guessed(pipeline: "Pipeline", document: Document, plan: Plan, redaction: Redaction) -> set[str]:
    shown = list(_find_shown(pipeline, document, plan, redaction))
    if not shown:
        return set()
    guessed = guess_by_language(redaction.text, shown)
    if pipeline.people:
        guessed |= guess_by_people(redaction.text, shown, pipeline.people)
    return guessed


def _find_shown(pipeline: "Pipeline", document: Document, plan: Plan, redaction: Redaction) -> Iterator[_Shown]:
    """What a reader sees of entities that are neither kept nor hidden, as far as it may still be changed."""
    general = {decision.option.entity for decision in plan.decisions if not decision.option.hides}
    left = dict.fromkeys(general, MOST_MENTIONS)
    edits = Spans(edit.old for edit in redaction.edits)
    for entity in document.entities if general else ():
        replacer = pipeline.replacers_.of(entity.label)
        if entity.id not in general or not isinstance(replacer, Settles) or replacer.is_told:
            continue
        for mention in entity.mentions:
            number = next(edits.numbers(mention.span), None)
            new = redaction.edits[number].new if number is not None else Span(0, 0)
            if left[entity.id] and new.start < new.end:
                left[entity.id] -= 1
                yield _Shown(entity.id, document.text[slice(*mention.span)], new)


def guess_by_language(text: str, shown: Sequence[_Shown]) -> set[str]:
    """The entities of which the language model guesses an original, seeing all that is released and nothing more."""
    import numpy as np  # here, as the model: a text of masks needs neither

    from unname.models.information import piece_ranges

    parts: list[str] = []
    places: list[tuple[int, int]] = []
    at = size = 0
    for each in sorted(shown, key=lambda each: each.span):
        parts += [text[at : each.span.end], " (", each.original, ")"]
        size += each.span.end - at + len(" (")
        places.append((size, size + len(each.original)))
        size += len(each.original) + len(")")
        at = each.span.end
    whole = "".join([*parts, text[at:]])
    model = _read_model()
    pieces = model.tokenize(whole)
    ranges = piece_ranges(pieces, places)
    asked = np.unique(np.concatenate([np.arange(*each) for each in ranges])) if len(ranges) else np.zeros(0, np.int64)
    if not len(asked):
        return set()
    likely = dict(zip(asked.tolist(), np.exp(model.log_probabilities(pieces, [asked])[0]).tolist(), strict=True))
    guessed = set()
    for each, (first, after) in zip(sorted(shown, key=lambda each: each.span), ranges.tolist(), strict=True):
        seen = set(map(fold, WORD.findall(text[slice(*each.span)])))
        new = [
            number
            for number in range(first, after)
            if fold(whole[pieces.starts[number] : pieces.ends[number]]) not in seen
        ]
        if new and all(likely[number] >= LIKELY for number in new):
            guessed.add(each.entity)
    return guessed


def guess_by_people(text: str, shown: Sequence[_Shown], people: Sequence[Profile]) -> set[str]:
    """The entities of which an original stands in one of the profiles that fit the released sentence best."""
    import numpy as np

    from unname.people.profiles import profile_text

    ranges = sentences(text)
    asked: dict[tuple[int, int], list[_Shown]] = {}
    for each in shown:
        around = next((r for r in ranges if r[0] <= each.span.start < r[1]), (0, len(text)))
        asked.setdefault(around, []).append(each)
    scores = _read_index().scores([text[a:b] for a, b in asked], people)
    guessed = set()
    for row, several in zip(scores, asked.values(), strict=True):
        best = [number for number in np.argsort(-row, kind="stable")[:FIRST].tolist() if row[number] > 0]
        known = [f" {' '.join(WORD.findall(fold(profile_text(people[number]))))} " for number in best]
        for each in several:
            original = f" {' '.join(WORD.findall(fold(each.original)))} "
            if any(original in profile for profile in known):
                guessed.add(each.entity)
    return guessed


def _raise(pipeline: "Pipeline", document: Document, plan: Plan, guessed: Collection[str]) -> Plan:
    """The plan in which what was guessed is said one level less."""
    entities = {entity.id: entity for entity in document.entities}
    decisions = []
    for decision in plan.decisions:
        if decision.option.entity in guessed:
            entity = entities[decision.option.entity]
            further = _find_further(pipeline.options_of(entity, document), decision.option)
            replacer = pipeline.replacers_.of(entity.label)
            assert isinstance(replacer, Settles)
            option = replacer.settle(entity, further, document)
            decision = Decision(option, f"{decision.reason}; {REASON}")
        decisions.append(decision)
    return replace(plan, decisions=tuple(decisions), loss=sum(decision.option.loss for decision in decisions))


def _find_further(options: Sequence[Option], taken: Option) -> Sequence[Option]:
    """The options that say less than the one that was taken; the last one hides."""
    number = next(number for number, option in enumerate(options) if option.action == taken.action)
    return options[number + 1 :]


@lru_cache(maxsize=1)
def _read_model() -> "MaskedLM":
    from unname.models.masked_lm import MaskedLM

    return MaskedLM()


@lru_cache(maxsize=1)
def _read_index() -> "Sparse":
    from unname.attack.sparse import Sparse

    return Sparse()
