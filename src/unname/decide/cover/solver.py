"""The cheapest options that meet all demands, proven by CP-SAT: the solver that the optimizers share."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from unname.core.errors import InternalError, require
from unname.core.sums import CrowdTerms
from unname.decide.cover.crowd_condition import add_crowd
from unname.decide.cover.greedy_cover import cover_greedily
from unname.decide.cover.problem import Demand, Problem

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_LEADS_SCALE = 2.0**20
_MAX_SCALE = 2.0**26
_MAX_SUM = 2.0**52
"""The solver counts in whole numbers; sums up to here leave room for the prices of unmet demands."""


class Solution(NamedTuple):
    """Options taken, by number, and a loss that no others can stay below; `unmet` demands cannot be met together."""

    taken: tuple[int, ...]
    bound: float
    unmet: tuple[Demand, ...] = ()


@dataclass
class Cover:
    """A weighted hitting set with at most one option per entity.

    Losses are rounded to 2^-26, or coarser where they are huge; the bound allows for the rounding. Equal settings give
    equal answers as long as the time limit is not hit and one worker is used. Where the policy demands a crowd, what
    stays visible has to leave it by `crowd`, the sum of what is said.
    """

    problem: Problem
    seed: int = 0
    workers: int = 1
    crowd: CrowdTerms | None = field(default=None, repr=False)
    scale: float = field(init=False)

    def __post_init__(self) -> None:
        total = sum(option.loss for option in self.problem.options) + 1.0
        self.scale = min(_MAX_SCALE, _MAX_SUM / total)

    def solve(self, demands: Sequence[Demand], seconds: float) -> Solution:
        """The cheapest options within the time, or the best found; demands that cannot be met are told apart."""
        deadline = time.monotonic() + seconds
        start = self._find_start(demands)
        if all(map(_is_met_by(start), demands)):
            found = self._solve_all(demands, start, deadline - time.monotonic())
            if found is not None:
                return Solution(found.taken, max(found.bound, self._bound(demands)))
        return self._solve_most(demands, start, deadline - time.monotonic())

    def _find_start(self, demands: Sequence[Demand]) -> tuple[int, ...]:
        """Options to start from: what is the only way to meet some demand, and a greedy cover of the other demands.

        Most demands of a long document are about one entity, and a greedy cover takes cubic time.
        """
        forced: dict[str, int] = {}
        left = list(demands)
        while only := {next(iter(demand.options)) for demand in left if len(demand.options) == 1}:
            for number in sorted(only):
                forced.setdefault(self.problem.options[number].entity, number)
            taken = frozenset(forced.values())
            left = [self._keep_open(demand, forced) for demand in left if not demand.is_met(taken)]
        return (*forced.values(), *cover_greedily(self.problem, left))

    def _keep_open(self, demand: Demand, forced: Mapping[str, int]) -> Demand:
        """The demand without the options of entities that are settled."""
        options = (number for number in demand.options if self.problem.options[number].entity not in forced)
        return replace(demand, options=frozenset(options))

    def _bound(self, demands: Sequence[Demand]) -> float:
        """A lower bound at once, for when time is short: each demand in turn pays what is left of its cheapest option.

        No option is paid more than its loss, so whatever is taken costs at least all payments (dual ascent).
        """
        left = [option.loss for option in self.problem.options]
        paid = 0.0
        for demand in sorted(demands, key=lambda demand: len(demand.options)):
            payment = min(left[number] for number in demand.options)
            paid += payment
            for number in demand.options:
                left[number] -= payment
        return max(0.0, paid - 1e-9 * len(left))

    def prices(self) -> list[int]:
        """The loss of each option as a whole number; never 0, so that nothing is changed without need."""
        return [max(1, round(option.loss * self.scale)) for option in self.problem.options]

    def minimize(self, model: Any, chosen: Sequence[Any], hint: Sequence[int], seconds: float) -> Solution | None:
        """The cheapest options that a model allows, or the best found in time; None where nothing is possible."""
        model.minimize(sum(price * variable for price, variable in zip(self.prices(), chosen, strict=True)))
        return self.run(model, chosen, hint, seconds)

    def model(self) -> tuple[Any, list[Any]]:
        """A new model, and one variable for each option, of which an entity takes at most one."""
        model = require("ortools.sat.python.cp_model", "decide").CpModel()
        chosen = [model.new_bool_var(f"option {number}") for number in range(len(self.problem.options))]
        for numbers in self.problem.of_entity.values():
            if len(numbers) > 1:
                model.add_at_most_one(chosen[number] for number in numbers)
        if self.crowd is not None:
            add_crowd(model, chosen, self.problem, self.crowd)
        return model, chosen

    def run(self, model: Any, chosen: Sequence[Any], hint: Sequence[int], seconds: float) -> Solution | None:
        """What the solver finds, starting from a hint; None where nothing is possible."""
        cp_model = require("ortools.sat.python.cp_model", "decide")
        hinted = set(hint)
        for number, variable in enumerate(chosen):
            model.add_hint(variable, number in hinted)
        solver = cp_model.CpSolver()
        solver.parameters.max_time_in_seconds = max(seconds, 1e-3)
        solver.parameters.random_seed = self.seed
        solver.parameters.num_workers = self.workers
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return None
        if status == cp_model.MODEL_INVALID:
            raise InternalError(f"decide: the solver refuses its model: {model.validate()}")
        if status == cp_model.UNKNOWN:
            return Solution(tuple(hint), 0.0)
        taken = tuple(number for number, variable in enumerate(chosen) if solver.boolean_value(variable))
        if status == cp_model.OPTIMAL and self.scale == _MAX_SCALE:
            return Solution(taken, self.problem.loss(taken))
        bound = (solver.best_objective_bound - len(self.problem.of_entity)) / self.scale
        return Solution(taken, max(0.0, min(bound, self.problem.loss(taken))))

    def _solve_all(self, demands: Sequence[Demand], start: Sequence[int], seconds: float) -> Solution | None:
        model, chosen = self.model()
        for demand in demands:
            model.add_bool_or(chosen[number] for number in sorted(demand.options))
        return self.minimize(model, chosen, start, seconds)

    def _solve_most(self, demands: Sequence[Demand], start: Sequence[int], seconds: float) -> Solution:
        """As many demands as possible, then the least loss."""
        model, chosen = self.model()
        missed = [model.new_bool_var(f"missed {number}") for number in range(len(demands))]
        for demand, variable in zip(demands, missed, strict=True):
            model.add_bool_or([variable, *(chosen[number] for number in sorted(demand.options))])
        prices = self.prices()
        loss = sum(price * variable for price, variable in zip(prices, chosen, strict=True))
        model.minimize(loss + (sum(prices) + 1) * sum(missed))
        found = self.run(model, chosen, start, seconds) or Solution(tuple(start), 0.0)
        is_met = _is_met_by(found.taken)
        return Solution(found.taken, 0.0, tuple(demand for demand in demands if not is_met(demand)))


def add_fits(model: Any, n_rivals: int, needed: int) -> list[Any]:
    """A variable for each rival, of which at least as many as needed have to be true."""
    fits = [model.new_bool_var("") for _ in range(n_rivals)]
    model.add(sum(fits) >= needed)
    return fits


def tie_fits(
    model: Any, fits: Sequence[Any], gains: "Floats", changes: Sequence[Any], leads: "Floats", slack: int = 0
) -> None:
    """A rival may fit only where the gains (rows) of the changes that are made take off the whole lead over them.

    Numbers are rounded to whole multiples of 2^-20, and `slack` is how many of these may be missing.
    """
    numbers, limits = (np.rint(each * _LEADS_SCALE).astype(np.int64) for each in (gains, leads))
    for column, fit in enumerate(fits):
        parts = [int(number) * change for number, change in zip(numbers[:, column], changes, strict=True) if number]
        model.add(sum(parts) >= int(limits[column]) - slack).only_enforce_if(fit)


def _is_met_by(taken: Sequence[int]) -> Callable[[Demand], bool]:
    chosen = frozenset(taken)
    return lambda demand: demand.is_met(chosen)
