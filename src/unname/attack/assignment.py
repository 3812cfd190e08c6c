"""Joint matching: an attacker who knows that texts and people correspond one to one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from unname.attack.ranking import checked_population, guesses, standardized
from unname.core.document import Profile
from unname.core.registry import create, spelled
from unname.core.results import Guess
from unname.core.roles import Attack

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass
class Assignment:
    """Gives every text a person of its own such that the sum of scores is highest (the Hungarian method).

    The one attack that does not judge each text alone: what it says of a text depends on the others, so it is reported
    apart. The person assigned comes first; the others follow as `attack` ranks them. A text that says nothing is not
    assigned to anybody, and texts or people that cannot be told apart share what falls to them.
    """

    attack: str | Attack = "ensemble"

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("assignment", Assignment(self.attack if isinstance(self.attack, str) else self.attack.name))

    @cached_property
    def attack_(self) -> Attack:
        """The attack whose scores are matched, created when first asked for."""
        attack: Attack = create("attack", self.attack) if isinstance(self.attack, str) else self.attack
        return attack

    def scores(self, texts: Sequence[str], population: Sequence[Profile]) -> "NDArray[np.float64]":
        """The scores of the attack, with the person assigned to each text lifted above all others."""
        checked_population(population)
        return self.assigned(self.attack_.scores(texts, population))  # type: ignore[attr-defined]

    def assigned(self, scores: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """The same for scores that are known already."""
        from scipy.optimize import linear_sum_assignment

        if not scores.size:
            return scores.copy()
        scores = np.where(np.isfinite(scores), scores, scores[np.isfinite(scores)].min(initial=0.0) - 1.0)
        said = np.flatnonzero(standardized(scores).any(axis=1))
        texts, people = linear_sum_assignment(scores[said], maximize=True)
        _, text_kinds = np.unique(scores, axis=0, return_inverse=True)
        _, people_kinds = np.unique(scores, axis=1, return_inverse=True)
        # Equal texts could swap their people, and equal people their texts, for the same sum.
        fits = np.zeros((text_kinds.max() + 1, people_kinds.max() + 1), dtype=bool)
        fits[text_kinds.ravel()[said[texts]], people_kinds.ravel()[people]] = True
        lifted = fits[text_kinds.ravel()][:, people_kinds.ravel()]
        return np.where(lifted, scores.max(axis=1, keepdims=True) + 1.0, scores)

    def guess(self, texts: Sequence[str], population: Sequence[Profile]) -> tuple[Guess, ...]:
        """Everybody for each text, the one assigned to it first."""
        return guesses(self.scores(texts, population), population)

    def explain(self, text: str, profile: Profile) -> Mapping[str, float]:
        """What the attack says by itself: an assignment has no words."""
        return self.attack_.explain(text, profile)
