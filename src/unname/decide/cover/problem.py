"""What must change in a document: demands on its options, from the policy and from what the risk model said."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from unname.core.document import Document
from unname.core.errors import ConfigError, InputError
from unname.core.judging import judge, may_rise
from unname.core.policy import Policy
from unname.core.redaction import Option
from unname.core.results import Risk
from unname.core.roles import RiskModel, View, is_hidden

DEFAULT_MAX_RISK = 0.5
_TOGETHER = 64
"""How many views of one change each are judged at once; the answers for all changes of a long text fill the memory."""


@dataclass(frozen=True)
class Demand:
    """At least one of the options, by number, must be taken.

    `entities` are risky as they were seen when the demand arose: one alone, or several together. A demand without
    options cannot be met. `label` is set where the policy hides a whole label.
    """

    options: frozenset[int]
    entities: frozenset[str]
    risk: float = 1.0
    limit: float = 0.0
    label: str = ""

    def is_met(self, taken: Iterable[int]) -> bool:
        """Whether one of its options is taken."""
        return not self.options.isdisjoint(taken)


@dataclass(frozen=True)
class Problem:
    """The options that the policy allows, numbered, and how the answers of a risk model turn into demands.

    A demand from a view says: one of the entities that were risky as seen must be seen otherwise. That holds for every
    plan if risk never rises when less is seen, whatever other generalizations make of it, for a generalization that is
    not enough is found out when its own view is judged.
    """

    document: Document
    offered: Sequence[Option]
    policy: Policy
    labels: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "labels", {entity.id: entity.label for entity in self.document.entities})
        for option in self.offered:
            if option.entity not in self.labels:
                raise InputError(f"document {self.document.id!r}: an option is for the unknown entity {option.entity}")
            if not (math.isfinite(option.loss) and option.loss >= 0):
                raise InputError(
                    f"document {self.document.id!r}: the loss of {option.action} for {option.entity} "
                    f"must be finite and not negative, got {option.loss}"
                )

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """What may be done; labels that never change have no options."""
        kept = self.policy.never_change
        return tuple(option for option in dict.fromkeys(self.offered) if self.labels[option.entity] not in kept)

    @cached_property
    def of_entity(self) -> Mapping[str, tuple[int, ...]]:
        """The numbers of each entity's options."""
        found: dict[str, list[int]] = {id: [] for id in self.labels}
        for number, option in enumerate(self.options):
            found[option.entity].append(number)
        return {id: tuple(numbers) for id, numbers in found.items()}

    @cached_property
    def hides(self) -> frozenset[int]:
        """The options after which nothing of the entity is left."""
        return frozenset(number for number, option in enumerate(self.options) if option.hides)

    @cached_property
    def max_risk(self) -> float:
        """The most risk of a combination, and of an entity whose label has no limit of its own."""
        return DEFAULT_MAX_RISK if self.policy.max_risk is None else self.policy.max_risk

    def limit(self, entity: str) -> float:
        """The most risk of one entity alone."""
        return self.policy.limits.get(self.labels[entity], self.max_risk)

    @cached_property
    def n_rivals_needed(self) -> int:
        """How many others must fit at least as well as the true person where the total risk is 1 / rank.

        That is more than there can be where the risk must be 0.
        """
        if self.max_risk <= 0:
            return 2**62
        rank = math.ceil(1.0 / self.max_risk)
        while 1.0 / rank > self.max_risk:
            rank += 1
        return max(rank - 1, self.policy.k or 0)

    def check_population(self, n_people: int) -> None:
        """Refuse to hide somebody among more others than there are."""
        if self.policy.k is not None and self.policy.k >= n_people:
            others = f"{n_people - 1} other{'s' * (n_people != 2)} in the population"
            raise ConfigError(f"policy: k = {self.policy.k}, but there are only {others} to be hidden among")

    def view(self, taken: Iterable[int]) -> View:
        """What a reader would see."""
        return {self.options[number].entity: self.options[number].seen for number in taken}

    def loss(self, taken: Iterable[int]) -> float:
        """What is lost."""
        return math.fsum(self.options[number].loss for number in taken)

    def most(self) -> tuple[int, ...]:
        """The cheapest way to hide everything that may be hidden; what cannot be hidden stays."""
        hiding = (self.hides.intersection(numbers) for numbers in self.of_entity.values())
        return tuple(min(numbers, key=self._price) for numbers in hiding if numbers)

    def always(self) -> list[Demand]:
        """The demands of the policy alone: labels that are always hidden."""
        return [
            Demand(self.hides.intersection(self.of_entity[id]), frozenset({id}), label=label)
            for id, label in self.labels.items()
            if label in self.policy.always_hide
        ]

    def accepts(self, risk: Risk) -> bool:
        """Whether a judged view keeps to the limits.

        The total may be above `max_risk` only where it is the risk of an entity whose label allows more. At least `k`
        others have to fit as well as the true person, so that their rank is above `k`.
        """
        if self.policy.k is not None and self._rank(risk) <= self.policy.k:
            return False
        if not self.leaves_crowd(risk):
            return False
        alone = {id: value for id, value in risk.by_entity.items() if id in self.labels}
        if any(value > self.limit(id) for id, value in alone.items()):
            return False
        if any(combination.risk > self.max_risk for combination in risk.combinations):
            return False
        allowed = [value for id, value in alone.items() if self.labels[id] in self.policy.limits]
        return risk.whole <= self.max_risk and risk.total <= max([self.max_risk, *allowed])

    def leaves_crowd(self, risk: Risk) -> bool:
        """Whether as many people fit a judged view as the policy demands."""
        if self.policy.min_crowd is None:
            return True
        if risk.crowd is None:
            raise ConfigError(f"policy: min_crowd = {self.policy.min_crowd} needs a risk model that counts, as crowd")
        # Bits back to people are not exact: a whole group of 5 may come out a hair below 5.
        return risk.crowd >= self.policy.min_crowd * (1 - 1e-9)

    def demands(self, view: View, risk: Risk) -> list[Demand]:
        """What the entities and combinations that the risk model names in a view demand."""
        named = [(frozenset({id}), value, self.limit(id)) for id, value in risk.by_entity.items() if id in self.labels]
        named += [(combination.entities, combination.risk, self.max_risk) for combination in risk.combinations]
        return [
            self.demand(entities, view, value, limit)
            for entities, value, limit in named
            if value > limit and not any(is_hidden(id, view) for id in entities)
        ]

    def demand(self, entities: Iterable[str], view: View, risk: float, limit: float) -> Demand:
        """One of the entities has to be seen in another way than the view shows it, and not as it stands."""
        entities = frozenset(entities)
        numbers = (number for id in entities for number in self.of_entity.get(id, ()))
        others = (number for number in numbers if self.options[number].seen != view.get(self.options[number].entity))
        return Demand(frozenset(others), entities, risk, limit)

    def _rank(self, risk: Risk) -> int:
        if risk.rank is None:
            raise ConfigError(f"policy: k = {self.policy.k} needs a risk model that ranks people, such as linkage")
        return risk.rank

    def _price(self, number: int) -> tuple[float, int]:
        return self.options[number].loss, number


@dataclass
class Inquiry:
    """A risk model that is asked about views of one document; it counts the views."""

    document: Document
    risk: RiskModel
    calls: int = 0

    def __call__(self, views: Sequence[View]) -> Sequence[Risk]:
        """One answer per view, in order."""
        answers = judge(self.risk, self.document, views)
        self.calls += len(views)
        return answers

    @property
    def is_monotone(self) -> bool:
        """Whether hiding more never raises the risk."""
        return not may_rise(self.risk)


@dataclass(frozen=True, eq=False)
class Look:
    """What is known before anything is decided: the risk as it stands, with all hidden, and the first demands."""

    problem: Problem = field(repr=False)
    ask: Inquiry = field(repr=False)
    before: Risk
    demands: tuple[Demand, ...]

    @cached_property
    def least(self) -> Risk:
        """The risk with all hidden, which is asked for only where the limit is not met with less."""
        return self.ask([self.problem.view(self.problem.most())])[0]


def look(problem: Problem, ask: Inquiry, explicit: bool = True) -> Look:
    """Judge the document as it stands; if `explicit`, also with each generalization alone."""
    (before,) = ask([{}])
    found = dict.fromkeys(problem.always())
    if explicit:
        found |= dict.fromkeys(problem.demands({}, before))
        singles = [problem.view([number]) for number in range(len(problem.options)) if number not in problem.hides]
        for start in range(0, len(singles), _TOGETHER):
            views = singles[start : start + _TOGETHER]
            for view, risk in zip(views, ask(views), strict=True):
                found |= dict.fromkeys(problem.demands(view, risk))
    return Look(problem, ask, before, tuple(found))
