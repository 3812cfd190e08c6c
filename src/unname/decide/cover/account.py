"""The account of a choice: a plan with a reason for each change and each entity kept, or why there is none."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from unname.core.errors import InfeasiblePlan
from unname.core.redaction import Decision, Plan
from unname.core.results import Risk
from unname.decide.cover.problem import Demand, Look, Problem

_QUOTED = 5
"""How many demands an error names one by one."""


class Choice(NamedTuple):
    """Options taken, by number, and what the risk model says of the view they give."""

    taken: tuple[int, ...]
    judged: Risk


@dataclass(frozen=True)
class Account:
    """What is said of choices: of the demands, and of what was known before them.

    `praise` ends the reason of a change that breaks combinations, such as "at the least loss". No reason holds document
    text.
    """

    problem: Problem
    first: Look
    demands: Sequence[Demand]
    praise: str

    def settle(self, choice: Choice, lower_bound: float | None = None) -> Plan:
        """The plan of a choice, or `InfeasiblePlan` with the best one where it does not keep to the policy."""
        problem, taken = self.problem, set(choice.taken)
        unmet = [demand for demand in self.demands if not demand.is_met(taken)]
        if problem.accepts(choice.judged) and not any(demand.label for demand in unmet):
            # What is accepted against demands that earlier views raised shows that risk may rise: nothing is proven.
            return self._plan(choice, None if unmet else lower_bound)
        if problem.accepts(choice.judged) or self.first.least.total >= choice.judged.total:
            best = choice
        else:  # safety first: the best of what is not good enough is the least risky
            best = Choice(problem.most(), self.first.least)
        clash = _explain_clash(problem, unmet, choice.judged)
        raise InfeasiblePlan(f"document {problem.document.id!r}: {clash}", self._plan(best, None))

    def _plan(self, choice: Choice, lower_bound: float | None) -> Plan:
        problem = self.problem
        order = {id: place for place, id in enumerate(problem.labels)}
        taken = sorted(choice.taken, key=lambda number: order[problem.options[number].entity])
        changed = {problem.options[number].entity for number in taken}
        loss = problem.loss(taken)
        about: dict[str, list[Demand]] = {id: [] for id in problem.labels}
        for demand in self.demands:
            for id in demand.entities & about.keys():
                about[id].append(demand)
        return Plan(
            problem.document.id,
            tuple(
                Decision(option, self._explain_change(about[option.entity], number, choice))
                for number, option in ((number, problem.options[number]) for number in taken)
            ),
            self.first.before.total,
            choice.judged.total,
            loss,
            None if lower_bound is None else min(lower_bound, loss),
            {id: self._explain_keeping(about[id], id) for id in problem.labels if id not in changed},
        )

    def _explain_change(self, demands: Sequence[Demand], number: int, choice: Choice) -> str:
        """Why an option is taken, by the demands about its entity."""
        alone = [demand for demand in demands if demand.entities == {self.problem.options[number].entity}]
        if labels := [demand.label for demand in alone if demand.label]:
            return f"the policy always hides {labels[0]}"
        if alone:
            worst = max(alone, key=lambda demand: demand.risk)
            return f"risk {_round(worst.risk)} alone is above {_round(worst.limit)}"
        broken = len({demand.entities for demand in demands if number in demand.options})
        if broken:
            return f"breaks {broken} risky combination{'s' * (broken > 1)}, {self.praise}"
        if self.problem.policy.min_crowd is not None:
            return f"too few share it, with all that stays visible, for min_crowd = {self.problem.policy.min_crowd}"
        totals = f"{_round(self.first.before.total)} to {_round(choice.judged.total)}"
        return f"helps to lower the risk from {totals}"

    def _explain_keeping(self, demands: Sequence[Demand], entity: str) -> str:
        problem = self.problem
        if (label := problem.labels[entity]) in problem.policy.never_change:
            return f"the policy never changes {label}"
        involved = len({demand.entities for demand in demands})
        if involved and not problem.of_entity[entity]:
            return "no replacement is offered for it"
        if involved:
            return f"other changes break the {involved} risky combination{'s' * (involved > 1)} it is part of"
        alone = self.first.before.by_entity.get(entity)
        if alone is None and problem.policy.min_crowd is not None:
            return f"enough people share it for min_crowd = {problem.policy.min_crowd}"
        if alone is None:
            return "no risky combination holds it"
        limit = _round(problem.limit(entity))
        return f"risk {_round(alone)} alone is within {limit}, and no risky combination holds it"


def _explain_clash(problem: Problem, unmet: Sequence[Demand], judged: Risk) -> str:
    k = problem.policy.k
    if not unmet and k is not None and judged.rank is not None and judged.rank <= k:
        return f"the person stays at rank {judged.rank}, within the first k = {k}"
    if not problem.leaves_crowd(judged):
        fit = f"only {_round(judged.crowd or 0.0)} people fit what stays visible"
        return f"{fit}, below min_crowd = {problem.policy.min_crowd}"
    if not unmet:
        return f"the risk stays {_round(judged.total)}, above {_round(problem.max_risk)}"
    said = [_describe(problem, demand) for demand in unmet[:_QUOTED]]
    if len(unmet) > _QUOTED:
        said.append(f"and {len(unmet) - _QUOTED} more")
    return f"{len(unmet)} demand{'s' * (len(unmet) > 1)} cannot be met: " + "; ".join(said)


def _describe(problem: Problem, demand: Demand) -> str:
    entities = [f"{id} ({_name_obstacle(problem, id)})" for id in sorted(demand.entities)]
    if demand.label:
        return f"always_hide {demand.label} against {entities[0]}"
    if not entities:
        return f"the risk is {_round(demand.risk)} with everything hidden, above {_round(demand.limit)}"
    together = "together" if len(entities) > 1 else "alone"
    return f"risk {_round(demand.risk)} of {', '.join(entities)} {together} is above {_round(demand.limit)}"


def _name_obstacle(problem: Problem, entity: str) -> str:
    label = problem.labels.get(entity, "unknown")
    if label in problem.policy.never_change:
        return f"{label}, never_change"
    numbers = problem.of_entity.get(entity, ())
    if not numbers:
        return f"{label}, no option"
    return f"{label}, can be hidden" if problem.hides.intersection(numbers) else f"{label}, cannot be hidden"


def _round(value: float) -> str:
    return f"{value:.3g}"
