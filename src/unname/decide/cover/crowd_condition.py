"""One linear condition beside the demands: what stays visible may not cost more bits than a crowd leaves."""

import math
from collections.abc import Sequence
from typing import Any

from unname.core.roles import RiskModel
from unname.core.sums import CountsCrowd, CrowdTerms
from unname.decide.cover.problem import Problem

_SCALE = 2**16
"""The solver counts in whole numbers; what is visible is rounded up, so that no crowd is smaller than demanded."""


def take_crowd_terms(risk: RiskModel, problem: Problem) -> CrowdTerms | None:
    """What the document says in bits, if the policy demands a crowd and the risk model counts it."""
    if problem.policy.min_crowd is None or not isinstance(risk, CountsCrowd):
        return None
    return risk.crowd_terms(problem.document)


def add_crowd(model: Any, chosen: Sequence[Any], problem: Problem, terms: CrowdTerms) -> None:
    """Let a model only allow options that leave the crowd which the policy demands.

    Of a term, a variable says whether one of its owners stands as it is; of two that share bits, whether both do. The
    solver may call a shared part visible only where both are, since that gives bits back.
    """
    assert problem.policy.min_crowd is not None
    budget = terms.group_bits - terms.rest - math.log2(problem.policy.min_crowd)
    seen = [_see(model, chosen, problem, owners) for owners in terms.owners]
    spent = [math.ceil(bits * _SCALE) * variable for bits, variable in zip(terms.bits, seen, strict=True)]
    for first, second, bits in terms.shared:
        both = model.new_bool_var("")
        model.add(both <= seen[first])
        model.add(both <= seen[second])
        spent.append(-math.floor(bits * _SCALE) * both)
    for number, option in enumerate(problem.options):
        if not option.hides and (bits := terms.value_bits(option.value)):
            spent.append(math.ceil(bits * _SCALE) * chosen[number])
    model.add(sum(spent) <= math.floor(budget * _SCALE))


def _see(model: Any, chosen: Sequence[Any], problem: Problem, owners: Sequence[str]) -> Any:
    """Whether one of the entities stands as it is; what no entity covers always does."""
    stands = [1 - sum(chosen[number] for number in problem.of_entity.get(id, ())) for id in owners]
    if len(stands) == 1:
        return stands[0]
    variable = model.new_bool_var("")
    model.add(variable == 1) if not stands else None
    for each in stands:
        model.add(variable >= each)
    return variable
