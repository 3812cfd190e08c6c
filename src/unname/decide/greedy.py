"""One change after another, the one that achieves most for its loss first."""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from unname.core.document import Document
from unname.core.errors import ConfigError
from unname.core.redaction import Option, Plan, Policy
from unname.core.registry import spelled
from unname.core.roles import RiskModel
from unname.decide.account import Choice, settle
from unname.decide.leads import Leads, LinearRisk
from unname.decide.problem import Demand, Inquiry, Problem, look

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LEAST = 1e-9
"""Stands for a loss of nothing where something is divided by a loss."""


@dataclass(frozen=True)
class Greedy:
    """Takes the option that meets most open demands per loss until none is open; for comparison, nothing is proven.

    `width` plans are pursued side by side (a beam). Where the risk model names no combination and still finds the view
    too risky, the change that lowers its total most per loss is taken; where it offers the leads of the true person
    over rivals, the change that brings the closest rivals nearest.
    """

    width: int = 1

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("greedy", self)

    def plan(self, document: Document, options: Sequence[Option], risk: RiskModel, policy: Policy) -> Plan:
        """A plan that meets the policy, seldom the cheapest."""
        if self.width < 1:
            raise ConfigError(f"greedy: width must be at least 1, got {self.width}")
        problem, ask = Problem(document, options, policy), Inquiry(document, risk)
        first = look(problem, ask)
        demands = list(first.demands)
        if isinstance(risk, LinearRisk) and all(len(demand.entities) == 1 for demand in demands):
            taken = Leads.of(problem, risk, demands).greedily()
            choice = Choice(taken, ask([problem.view(taken)])[0])
            return settle(problem, first, demands, choice, "the most for its loss")
        taken = cover_greedily(problem, demands, self.width)
        (judged,) = ask([problem.view(taken)])
        while not problem.accepts(judged):
            known = set(demands)
            new = [demand for demand in problem.demands(problem.view(taken), judged) if demand not in known]
            if any(demand.options for demand in new):
                demands += new
                taken = cover_greedily(problem, demands, self.width)
                (judged,) = ask([problem.view(taken)])
                continue
            better = _step(problem, ask, taken, judged.total)
            if better is None:
                break
            taken, judged = better
        return settle(problem, first, demands, Choice(taken, judged), "the most for its loss")


class _State(NamedTuple):
    """Options taken, and which demands they meet."""

    taken: tuple[int, ...]
    met: "NDArray[np.bool_]"


def cover_greedily(problem: Problem, demands: Sequence[Demand], width: int = 1) -> tuple[int, ...]:
    """Options that meet all demands that can be met, by most demands per loss; then what is not needed is dropped.

    Without a beam, demands that share no entity have nothing to do with each other, and a long text has many of them.
    """
    parts = _apart(problem, demands) if width == 1 else [demands]
    return tuple(number for part in parts for number in _covered(problem, part, width))


def _apart(problem: Problem, demands: Sequence[Demand]) -> list[list[Demand]]:
    """The demands in groups whose options are for different entities."""
    place = {id: len(demands) + number for number, id in enumerate(problem.labels)}
    edges = [(row, place[problem.options[n].entity]) for row, demand in enumerate(demands) for n in demand.options]
    rows, columns = np.array(edges, np.int64).reshape(-1, 2).T
    size = len(demands) + len(place)
    _, groups = connected_components(coo_array((np.ones(len(edges)), (rows, columns)), (size, size)), directed=False)
    parts: dict[int, list[Demand]] = {}
    for demand, group in zip(demands, groups.tolist(), strict=False):
        parts.setdefault(group, []).append(demand)
    return list(parts.values())


def _covered(problem: Problem, demands: Sequence[Demand], width: int) -> tuple[int, ...]:
    matrix = np.zeros((len(problem.options), len(demands)), np.float32)
    for column, demand in enumerate(demands):
        matrix[list(demand.options), column] = 1.0
    finished: list[_State] = []
    beam = [_State((), np.zeros(len(demands), bool))]
    while beam:
        grown: dict[frozenset[int], _State] = {}
        for state in beam:
            moves = _moves(problem, matrix, state, width)
            finished += [] if moves else [state]
            grown.update({frozenset(after.taken): after for after in moves})
        beam = nsmallest(width, grown.values(), key=lambda state: problem.loss(state.taken) / state.met.sum())
    most = max(state.met.sum() for state in finished)
    pruned = [_pruned(problem, matrix, state.taken) for state in finished if state.met.sum() == most]
    return min(pruned, key=problem.loss)


def _moves(problem: Problem, matrix: "NDArray[np.float32]", state: _State, width: int) -> list[_State]:
    """The `width` best ways to take one more option, or another one for an entity, by demands met per loss."""
    gains = matrix @ np.where(state.met, np.float32(0.0), np.float32(1.0))
    held = {problem.options[number].entity: number for number in state.taken}
    rates = []
    for number in np.flatnonzero(gains).tolist():
        option, gain = problem.options[number], float(gains[number])
        price = option.loss
        if option.entity in held:
            gain = float(_taken(problem, matrix, state, number).met.sum()) - float(state.met.sum())
            price -= problem.options[held[option.entity]].loss
        if gain > 0:
            rates.append((-gain / max(price, _LEAST), number))
    return [_taken(problem, matrix, state, number) for _, number in nsmallest(width, rates)]


def _taken(problem: Problem, matrix: "NDArray[np.float32]", state: _State, number: int) -> _State:
    taken = _switched(problem, state.taken, number)
    if len(taken) > len(state.taken):
        return _State(taken, np.logical_or(state.met, matrix[number]))
    return _State(taken, np.asarray(matrix[list(taken)].any(axis=0)))


def _switched(problem: Problem, taken: Sequence[int], number: int) -> tuple[int, ...]:
    """With one more option, in place of another one for the same entity."""
    entity = problem.options[number].entity
    return (*(other for other in taken if problem.options[other].entity != entity), number)


def _pruned(problem: Problem, matrix: "NDArray[np.float32]", taken: tuple[int, ...]) -> tuple[int, ...]:
    """Without the options, dearest first, that no demand needs any more."""
    counts = matrix[list(taken)].sum(axis=0)
    kept = list(taken)
    for number in sorted(taken, key=lambda number: -problem.options[number].loss):
        if not np.any((matrix[number] > 0) & (counts == 1)):
            kept.remove(number)
            counts -= matrix[number]
    return tuple(kept)


def _step(problem: Problem, ask: Inquiry, taken: tuple[int, ...], total: float) -> "Choice | None":
    """The single change that lowers the total most per loss; where none lowers it, the cheapest one that hides more."""
    held = {problem.options[number].entity: number for number in taken}
    candidates = [number for number, option in enumerate(problem.options) if _reveals_less(problem, held, number)]
    plans = [_switched(problem, taken, number) for number in candidates]
    if not plans:
        return None
    answers = ask([problem.view(plan) for plan in plans])
    prices = [max(problem.loss(plan) - problem.loss(taken), _LEAST) for plan in plans]
    drops = [max(total - answer.total, 0.0) for answer in answers]
    best = min(range(len(plans)), key=lambda i: (-drops[i] / prices[i], prices[i], i))
    return Choice(plans[best], answers[best])


def _reveals_less(problem: Problem, held: dict[str, int], number: int) -> bool:
    """Whether an option changes what is kept, or hides what is only generalized; so that steps come to an end."""
    entity = problem.options[number].entity
    return entity not in held or (number in problem.hides and held[entity] not in problem.hides)
