"""What a filler puts back of what a release hides: which masks, which entities, and which words beside them tell it.

Here fills are compared with originals, which no attack ever sees.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from statistics import fmean
from typing import NamedTuple

from unname.core.document import Document, Entity, Mention, Origin, Role, Span
from unname.core.fold import fold
from unname.core.policy import Policy
from unname.core.redaction import Plan, Redaction, Replacement, rewrite
from unname.core.results import Fill, Filling, PutBack
from unname.core.roles import RiskModel
from unname.measure.recovery import is_same
from unname.pipeline.demands import below_certainty
from unname.pipeline.feedback import Clue
from unname.text.masks import remove_masks
from unname.text.spans import Spans
from unname.text.vocabulary import STOP_WORDS
from unname.text.words import BARE_WORD, WORD, words

REACH = 12
"""How many words on each side of a mask count as beside it."""


@dataclass(frozen=True)
class Attempt:
    """What a filler made of one mask of a release: `hidden` is the range of the original that stands behind it.

    `entities` are those that it put back, with a probability above the limit; `is_right` says that it put back all that
    is hidden there. `shown` is what a reader then sees in place of the mask.
    """

    mask: Span
    hidden: Span
    best: Filling | None = field(repr=False)
    entities: frozenset[str] = frozenset()
    is_right: bool = False
    shown: str = field(default="", repr=False)


def compare(document: Document, redaction: Redaction, fills: Iterable[Fill], limit: float) -> list[Attempt]:
    """What the fills of a released text put back more surely than the limit, one attempt for each mask of ours.

    Words count, whatever their case and accents. Of several things behind one mask, those are put back that the
    candidate says; a thing is put back, too, if the candidate is what another of its mentions says. Masks that stood in
    the original hide nothing of ours.
    """
    attempts = []
    for fill in fills:
        edits = [edit for edit in redaction.edits if edit.new.overlaps(fill.mask) and edit.old.end > edit.old.start]
        if edits:
            hidden = Span(min(edit.old.start for edit in edits), max(edit.old.end for edit in edits))
            best = fill.candidates[0] if fill.candidates else None
            attempt = Attempt(fill.mask, hidden, best)
            is_sure = best is not None and best.probability > limit
            attempts.append(_judged(document, attempt, best.text) if best is not None and is_sure else attempt)
    return attempts


def _judged(document: Document, attempt: Attempt, said: str) -> Attempt:
    """The attempt with what its candidate puts back."""
    whole = document.text[slice(*attempt.hidden)]
    behind = _behind(document, attempt.hidden)
    words_said = _words(said)
    if is_same(said, whole) or (words_said and words_said == _words(whole)):
        entities = frozenset(entity.id for entity, _ in behind)
        return Attempt(attempt.mask, attempt.hidden, attempt.best, entities, is_right=True, shown=whole)
    back = {
        entity.id: document.text[slice(*mention.span)]
        for entity, mention in behind
        if _says(words_said, document, entity, mention, is_alone=len(behind) == 1)
    }
    return Attempt(attempt.mask, attempt.hidden, attempt.best, frozenset(back), shown=" ".join(back.values()))


def _behind(document: Document, hidden: Span) -> list[tuple[Entity, Mention]]:
    """The entities that stand behind a mask, each with its first mention there."""
    found = []
    for entity in document.entities:
        if mention := next((each for each in entity.mentions if each.span.overlaps(hidden)), None):
            found.append((entity, mention))
    return sorted(found, key=lambda pair: pair[1].span)


def _says(said: Sequence[str], document: Document, entity: Entity, mention: Mention, is_alone: bool) -> bool:
    """Whether these words say an entity: as one of its mentions, or, beside others, as the mention that is hidden."""
    if STOP_WORDS.issuperset(said):
        return False  # "of the" fits behind any mask
    if any(said == _words(document.text[slice(*each.span)]) for each in entity.mentions):
        return True
    own = _words(document.text[slice(*mention.span)])
    if is_alone or STOP_WORDS.issuperset(own):
        return False
    return any(said[start : start + len(own)] == own for start in range(len(said) - len(own) + 1))


def _words(text: str) -> list[str]:
    return WORD.findall(fold(remove_masks(text)))


def read_with(redaction: Redaction, attempts: Iterable[Attempt]) -> str:
    """The released text as whoever has the filler reads it: with what was put back in place of the masks."""
    back = [Replacement(attempt.mask, attempt.shown) for attempt in attempts if attempt.entities and attempt.shown]
    return rewrite(Document(redaction.document, redaction.text), back).text if back else redaction.text


def seen_entities(attempts: Iterable[Attempt]) -> frozenset[str]:
    """The entities that count as visible, since they were put back."""
    return frozenset(id for attempt in attempts for id in attempt.entities)


def find_demanded(document: Document, policy: Policy, given: Spans) -> frozenset[str]:
    """The entities that must be hidden whatever the risk: they identify alone, or the user said so.

    `given` is what was marked in the document when it came; what a plain release hides looks like it under hiding
    among others.
    """
    return frozenset(entity.id for entity in document.entities if _is_demanded(document, entity, policy, given))


def _is_demanded(document: Document, entity: Entity, policy: Policy, given: Spans) -> bool:
    if entity.role is Role.DIRECT or entity.label in policy.always_hide:
        return True
    if any(mention.origin & Origin.DENIED or given.overlaps(mention.span) for mention in entity.mentions):
        return True
    denied = {tuple(_words(words)) for words in policy.deny}
    return any(tuple(_words(document.text[slice(*each.span)])) in denied for each in entity.mentions if denied)


def count(attempts: Sequence[Attempt], demanded: Set[str], filler: str, level: str, judges: bool = False) -> PutBack:
    """How many masks of a document a filler puts back, and how surely."""
    right = [attempt for attempt in attempts if attempt.is_right]
    n_direct = sum(not attempt.entities.isdisjoint(demanded) for attempt in attempts)
    surely = fmean(attempt.best.probability for attempt in right if attempt.best) if right else 0.0
    return PutBack(filler, level, len(attempts), len(right), n_direct, surely, judges)


class Verdict(NamedTuple):
    """What it means that entities which a plan hides are visible: more is to be hidden, and nothing is released."""

    is_at_risk: bool = False
    is_beyond: bool = False


def weigh(
    document: Document, plan: Plan, seen: Set[str], demanded: Set[str], risk: RiskModel | None, policy: Policy
) -> Verdict:
    """Whether a document is at risk where these entities are visible, and whether that is beyond what a policy bears.

    What is demanded must never be visible. Without a risk model whatever identifies is to be hidden, but nobody limits
    what identifies in combination. With one, its judgment of what is then visible counts; among others, the rank.
    """
    known = [entity for entity in document.entities if entity.id in seen]
    if not known:
        return Verdict()
    if any(entity.id in demanded for entity in known):
        return Verdict(True, True)
    if risk is None:
        return Verdict(any(entity.role is not Role.NONE for entity in known))
    from unname.core.judging import judge
    from unname.decide.cover.problem import Problem

    view = {each.option.entity: each.option.seen for each in plan.decisions if each.option.entity not in seen}
    (judged,) = judge(risk, document, [view])
    problem = Problem(document, (), below_certainty(policy))
    is_accepted = problem.accepts(judged)
    if policy.k is None:
        return Verdict(not is_accepted, not is_accepted)
    # What a plain release hides is certain risk under hiding among others, whatever it tells.
    is_among_others = judged.rank is not None and judged.rank > policy.k and problem.leaves_crowd(judged)
    return Verdict(not is_accepted, not is_among_others)


def evidence(text: str, mask: Span, passage: str | None) -> list[Clue]:
    """The visible words beside a mask of a released text that told what stands there, the nearest first.

    Those are the ones that the passage shares from which the filler read it; all of them where it shares none, or where
    it went by no passage. Each counts the less, the farther it stands.
    """
    beside = list(_beside(text, mask))
    shared = {*_words(passage), *BARE_WORD.findall(fold(passage))} if passage else set()
    told = [clue for clue in beside if clue.word in shared] or beside
    weights: dict[str, float] = {}
    for word, weight in told:
        weights[word] = max(weight, weights.get(word, 0.0))
    total = sum(weights.values())
    return sorted((Clue(word, weight / total) for word, weight in weights.items()), key=lambda clue: -clue.weight)


def _beside(text: str, mask: Span) -> Iterable[Clue]:
    """The visible words around a mask, with weights that fall with the distance.

    Function words say nothing, unless they are capitals within a sentence, as of a title of which the rest is masked.
    """
    for part, step in ((text[: mask.start], -1), (text[mask.end :], 1)):
        visible = remove_masks(part)
        found = words(visible)[-REACH:][::-1] if step < 0 else words(visible)[:REACH]
        for distance, span in enumerate(found, start=1):
            word = visible[slice(*span)]
            if fold(word) not in STOP_WORDS or (word[0].isupper() and _is_within(part[: span.start])):
                # What was found in a text may be part of a word that an apostrophe or hyphen joins.
                for part_of in dict.fromkeys((fold(word), *BARE_WORD.findall(fold(word)))):
                    yield Clue(part_of, 1.0 / distance)


def _is_within(before: str) -> bool:
    """Whether a sentence goes on after this text."""
    return before.rstrip(" \"'\u201c\u2018(")[-1:] not in ("", ".", "!", "?", ":", "\n")


def passage_of(filling: Filling | None, background: Mapping[str, Document]) -> str | None:
    """The text that a candidate was read from, if it was read from any."""
    if filling is None or filling.source not in background:
        return None
    text = background[filling.source].text
    return text if filling.passage is None else text[slice(*filling.passage)]
