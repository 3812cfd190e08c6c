"""The least loss at which one rival can be made to fit as well, if entities may be hidden in part: a linear program."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csr_array

from unname.decide.ranks.leads import Leads

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass
class Relaxed:
    """A variable for each entity, how far it is hidden, and one for each term of several, how far it is gone.

    A term is gone no further than its members are hidden together, and no less than each of them; of these two only
    the one matters that works against the plan, by whether the term speaks for the true person or for the rival.
    """

    leads: Leads
    losses: "Floats" = field(repr=False)
    slack: float = 0.0

    def bound_loss(self, column: int) -> float:
        """The least loss for one of the rivals; infinite where it can never be brought up."""
        from scipy.optimize import linprog  # here, since it is slow to import

        rows = self._rows(column)
        limits = np.zeros(rows.shape[0])
        limits[0] = self.slack - self._whole[column]
        found = linprog(self.prices, A_ub=rows, b_ub=limits, bounds=self._bounds, method="highs")
        if found.status == 2:
            return float("inf")
        return float(found.fun) if found.status == 0 else 0.0

    @cached_property
    def prices(self) -> "Floats":
        """The loss of each variable."""
        losses = np.where(np.isfinite(self.losses), self.losses, 0.0)
        return np.concatenate([losses, np.zeros(len(self._several))])

    @cached_property
    def _several(self) -> list[int]:
        """The terms with more than one member."""
        return [term for term, members in enumerate(self.leads.sums.members) if len(members) > 1]

    @cached_property
    def _bounds(self) -> list[tuple[float, float]]:
        entities = [(0.0, float(np.isfinite(loss))) for loss in self.losses]
        return entities + [(0.0, 1.0)] * len(self._several)

    @cached_property
    def _columns(self) -> "NDArray[np.int64]":
        """The variable of each term."""
        columns = np.array([members[0] if members else 0 for members in self.leads.sums.members], np.int64)
        columns[self._several] = len(self.losses) + np.arange(len(self._several))
        return columns

    @cached_property
    def _whole(self) -> "Floats":
        return self.leads.at(())

    @cached_property
    def _ties(self) -> "tuple[list[tuple[int, list[int], list[float]]], list[tuple[int, list[int], list[float]]]]":
        """For each term of several, the rows (how many, columns, values) if it is for the true person, or not."""
        above, below = [], []
        for number, term in enumerate(self._several):
            members, variable = self.leads.sums.members[term], len(self.losses) + number
            above.append((1, [variable, *members], [1.0, *[-1.0] * len(members)]))
            pairs = [place for member in members for place in (variable, member)]
            below.append((len(members), pairs, [-1.0, 1.0] * len(members)))
        return above, below

    def _rows(self, column: int) -> csr_array:
        """The lead that has to be taken off, and what ties terms to their members."""
        leads = self.leads.by_term[:, column]
        alive = np.array([bool(members) for members in self.leads.sums.members], bool)
        taken_off = np.zeros(len(self.prices))
        np.add.at(taken_off, self._columns[alive], -leads[alive])
        columns, values = list(range(len(taken_off))), taken_off.tolist()
        starts = [0, len(columns)]
        for number, term in enumerate(self._several):
            n_rows, places, numbers = self._ties[int(leads[term] <= 0)][number]
            columns += places
            values += numbers
            starts += range(starts[-1] + len(places) // n_rows, len(columns) + 1, len(places) // n_rows)
        return csr_array((values, columns, starts), (len(starts) - 1, len(self.prices)))
