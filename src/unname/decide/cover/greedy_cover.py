"""Options that meet demands, the one that meets most for its loss first."""

from collections.abc import Sequence
from heapq import nsmallest
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from unname.decide.cover.problem import Demand, Problem

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEAST = 1e-9
"""Stands for a loss of nothing where something is divided by a loss."""


class _State(NamedTuple):
    """Options taken, and which demands they meet."""

    taken: tuple[int, ...]
    met: "NDArray[np.bool_]"


def cover_greedily(problem: Problem, demands: Sequence[Demand], width: int = 1) -> tuple[int, ...]:
    """Options that meet all demands that can be met, by most demands per loss; then what is not needed is dropped.

    Without a beam, demands that share no entity have nothing to do with each other, and a long text has many of them.
    """
    parts = _split(problem, demands) if width == 1 else [demands]
    return tuple(number for part in parts for number in _cover(problem, part, width))


def _split(problem: Problem, demands: Sequence[Demand]) -> list[list[Demand]]:
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


def _cover(problem: Problem, demands: Sequence[Demand], width: int) -> tuple[int, ...]:
    matrix = np.zeros((len(problem.options), len(demands)), np.float32)
    for column, demand in enumerate(demands):
        matrix[list(demand.options), column] = 1.0
    finished: list[_State] = []
    beam = [_State((), np.zeros(len(demands), bool))]
    while beam:
        grown: dict[frozenset[int], _State] = {}
        for state in beam:
            moves = _find_moves(problem, matrix, state, width)
            finished += [] if moves else [state]
            grown.update({frozenset(after.taken): after for after in moves})
        beam = nsmallest(width, grown.values(), key=lambda state: problem.loss(state.taken) / state.met.sum())
    most = max(state.met.sum() for state in finished)
    pruned = [_prune(problem, matrix, state.taken) for state in finished if state.met.sum() == most]
    return min(pruned, key=problem.loss)


def _find_moves(problem: Problem, matrix: "NDArray[np.float32]", state: _State, width: int) -> list[_State]:
    """The `width` best ways to take one more option, or another one for an entity, by demands met per loss."""
    gains = matrix @ np.where(state.met, np.float32(0.0), np.float32(1.0))
    held = {problem.options[number].entity: number for number in state.taken}
    rates = []
    for number in np.flatnonzero(gains).tolist():
        option, gain = problem.options[number], float(gains[number])
        price = option.loss
        if option.entity in held:
            gain = float(_take(problem, matrix, state, number).met.sum()) - float(state.met.sum())
            price -= problem.options[held[option.entity]].loss
        if gain > 0:
            rates.append((-gain / max(price, LEAST), number))
    return [_take(problem, matrix, state, number) for _, number in nsmallest(width, rates)]


def _take(problem: Problem, matrix: "NDArray[np.float32]", state: _State, number: int) -> _State:
    taken = switch(problem, state.taken, number)
    if len(taken) > len(state.taken):
        return _State(taken, np.logical_or(state.met, matrix[number]))
    return _State(taken, np.asarray(matrix[list(taken)].any(axis=0)))


def switch(problem: Problem, taken: Sequence[int], number: int) -> tuple[int, ...]:
    """With one more option, in place of another one for the same entity."""
    entity = problem.options[number].entity
    return (*(other for other in taken if problem.options[other].entity != entity), number)


def _prune(problem: Problem, matrix: "NDArray[np.float32]", taken: tuple[int, ...]) -> tuple[int, ...]:
    """Without the options, dearest first, that no demand needs any more."""
    counts = matrix[list(taken)].sum(axis=0)
    kept = list(taken)
    for number in sorted(taken, key=lambda number: -problem.options[number].loss):
        if not np.any((matrix[number] > 0) & (counts == 1)):
            kept.remove(number)
            counts -= matrix[number]
    return tuple(kept)
