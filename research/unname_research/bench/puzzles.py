"""Invented decisions small enough to try every plan: documents, options, what is risky in them, and policies."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product

from unname.core.document import LABELS, Document, Mention, Span
from unname.core.policy import Policy
from unname.core.redaction import HIDDEN, Option
from unname.core.results import Combination, Risk
from unname.core.roles import View

MASK, VAGUE = HIDDEN, "somewhere"


@dataclass(frozen=True)
class Table:
    """A risk model: rows of entities with the detail that each must show (1 vague, 2 whole) to be risky together."""

    rows: Sequence[tuple[Mapping[str, int], float]]
    explicit: bool = True
    name: str = "table"

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        """The rows that the view still shows, named unless `explicit` is off."""
        return [self._risk(document, view) for view in views]

    def _risk(self, document: Document, view: View) -> Risk:
        seen = {entity.id: {MASK: 0, VAGUE: 1}.get(view.get(entity.id, ""), 2) for entity in document.entities}
        active = [(frozenset(row), risk) for row, risk in self.rows if all(seen[id] >= row[id] for id in row)]
        total = max((risk for _, risk in active), default=0.0)
        if not self.explicit:
            return Risk(total)
        alone = {id: max((risk for ids, risk in active if ids == {id}), default=0.0) for id in seen if seen[id]}
        together: dict[frozenset[str], float] = {}
        for ids, risk in active:
            if len(ids) > 1:
                together[ids] = max(risk, together.get(ids, 0.0))
        minimal = {ids: risk for ids, risk in together.items() if not _has_part(ids, risk, together)}
        return Risk(total, by_entity=alone, combinations=tuple(Combination(i, "risky", r) for i, r in minimal.items()))


def _has_part(ids: frozenset[str], risk: float, together: Mapping[frozenset[str], float]) -> bool:
    """Whether fewer of the entities are as risky."""
    parts = (frozenset(part) for size in range(2, len(ids)) for part in combinations(sorted(ids), size))
    return any(together.get(part, -1.0) >= risk for part in parts)


@dataclass(frozen=True)
class Puzzle:
    """What an optimizer is given."""

    document: Document
    options: list[Option]
    risk: Table
    policy: Policy = field(default_factory=Policy)

    @property
    def black_box(self) -> "Puzzle":
        """The same risk without naming what is risky; label limits need names, so there are none."""
        policy = replace(self.policy, limits={})
        return replace(self, risk=replace(self.risk, explicit=False), policy=policy)


def letter(n_entities: int, labels: Sequence[str] = LABELS) -> Document:
    """A document of words, each an entity e0, e1, ..."""
    text = " ".join(f"w{number:04d}" for number in range(n_entities))
    mentions = [Mention(Span(6 * i, 6 * i + 5), labels[i % len(labels)], f"e{i}") for i in range(n_entities)]
    return Document("letter", text, mentions=tuple(mentions))


def puzzle(seed: int, n_entities: int = 6, n_rows: int = 8) -> Puzzle:
    """Random options, losses (some of nothing), risky rows and a policy that can clash with them."""
    dice = random.Random(seed)
    document = letter(dice.randint(1, n_entities))
    ids = [entity.id for entity in document.entities]
    options = []
    for id in ids:
        whole = dice.choice([0.0, dice.random() * 5, float(dice.randint(1, 4))])
        if dice.random() < 0.95:
            options.append(Option(id, "mask", MASK, whole, hides=True))
        if dice.random() < 0.6:
            options.append(Option(id, "generalize", VAGUE, whole * dice.random()))
    dice.shuffle(options)
    rows = [
        (
            {id: dice.choice([1, 2, 2]) for id in dice.sample(ids, min(len(ids), dice.choice([1, 2, 2, 3])))},
            dice.random(),
        )
        for _ in range(dice.randint(0, n_rows))
    ]
    labels = dice.sample(LABELS, 3)
    policy = Policy(
        max_risk=dice.choice([None, 0.0, 0.1, 0.5]),
        always_hide=frozenset(labels[:1]) if dice.random() < 0.3 else frozenset(),
        never_change=frozenset(labels[1:2]) if dice.random() < 0.3 else frozenset(),
        limits={labels[2]: dice.random()} if dice.random() < 0.3 else {},
    )
    return Puzzle(document, options, Table(rows), policy)


def plans(options: Sequence[Option], document: Document) -> Iterator[list[Option]]:
    """Every way to take at most one option per entity."""
    choices = [[None, *(o for o in options if o.entity == entity.id)] for entity in document.entities]
    for chosen in product(*choices):
        yield [option for option in chosen if option is not None]


def obeys(case: Puzzle, chosen: Sequence[Option]) -> bool:
    """Whether a plan keeps to the policy; written anew, from the policy's own words."""
    policy, labels = case.policy, {entity.id: entity.label for entity in case.document.entities}
    limit = 0.5 if policy.max_risk is None else policy.max_risk
    view = {option.entity: option.seen for option in chosen}
    if any(labels[option.entity] in policy.never_change for option in chosen):
        return False
    if any(label in policy.always_hide and view.get(id) != MASK for id, label in labels.items()):
        return False
    seen = {id: {MASK: 0, VAGUE: 1}.get(view.get(id, ""), 2) for id in labels}
    for row, risk in case.risk.rows:
        own = policy.limits.get(labels[next(iter(row))], limit) if len(row) == 1 else limit
        if risk > own and all(seen[id] >= detail for id, detail in row.items()):
            return False
    return True


def least_loss(case: Puzzle) -> float | None:
    """The loss of the cheapest plan that obeys, by trying all."""
    losses = [
        sum(option.loss for option in chosen) for chosen in plans(case.options, case.document) if obeys(case, chosen)
    ]
    return min(losses, default=None)
