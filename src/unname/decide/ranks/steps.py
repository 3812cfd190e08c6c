"""Greedy steps that ask the risk model about every further change: Algorithm 1 of `morris2022` as it is written."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from heapq import nsmallest

from unname.core.results import Risk
from unname.decide.cover.account import Choice
from unname.decide.cover.greedy_cover import LEAST, switch
from unname.decide.cover.problem import Inquiry, Problem


def to_log_odds(probability: float) -> float:
    """The logarithm of p / (1 - p), finite even for what is certain."""
    bounded = min(max(probability, 1e-300), 1.0 - 2.0**-53)
    return math.log(bounded) - math.log1p(-bounded)


def rate_gain(gain: float, loss: float) -> float:
    """A gain per loss; what makes things worse is the worse, the more it loses."""
    loss = max(loss, LEAST)
    return gain / loss if gain > 0 else gain * loss


@dataclass(frozen=True)
class Steps:
    """One change after another, each judged by the risk model, the best one for its loss first.

    That is the change that lowers the log-odds of the true person most where the model tells their probability, else
    the one that lowers the total most, or where none does, the cheapest. `width` plans are pursued side by side.
    """

    problem: Problem
    ask: Inquiry
    width: int = 1

    def choose(self, start: Choice) -> Choice:
        """Changes added until the policy is met, or nothing is left to hide."""
        beam = [start]
        while not any(self.problem.accepts(each.judged) for each in beam):
            grown = self.grow(beam)
            if not grown:
                break
            # A single plan grows by what its next step is worth; several are compared by all they have achieved.
            since = beam[0] if self.width == 1 else start
            beam = nsmallest(self.width, grown, key=partial(self._price, since))
        accepted = [each for each in beam if self.problem.accepts(each.judged)]
        return min(accepted or beam, key=lambda each: self.problem.loss(each.taken))

    def grow(self, beam: Sequence[Choice]) -> list[Choice]:
        """The plans with one more change, each with what the model says of it; all are asked about at once."""
        plans = {
            frozenset(plan): plan
            for choice in beam
            for number in range(len(self.problem.options))
            if self._reveals_less(choice, number)
            for plan in [switch(self.problem, choice.taken, number)]
        }
        if not plans:
            return []
        answers = self.ask([self.problem.view(plan) for plan in plans.values()])
        return [Choice(plan, answer) for plan, answer in zip(plans.values(), answers, strict=True)]

    def _price(self, since: Choice, after: Choice) -> tuple[float, float]:
        loss = max(self.problem.loss(after.taken) - self.problem.loss(since.taken), LEAST)
        return -rate_gain(measure_drop(since.judged, after.judged), loss), loss

    def _reveals_less(self, choice: Choice, number: int) -> bool:
        """Whether an option changes what is kept, or hides what is only generalized; so that steps come to an end."""
        held = {self.problem.options[other].entity: other for other in choice.taken}
        entity = self.problem.options[number].entity
        hides = self.problem.hides
        return entity not in held or (number in hides and held[entity] not in hides)


def measure_drop(before: Risk, after: Risk) -> float:
    """By how much the log-odds of the true person fall or, where the model tells none, its total."""
    if before.probability is None or after.probability is None:
        return max(before.total - after.total, 0.0)
    return to_log_odds(before.probability) - to_log_odds(after.probability)
