"""Joint matching: an attacker who knows that texts and people correspond one to one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from unname.attack.ranking import check_population, score_all, standardize
from unname.core.document import Profile
from unname.core.errors import ConfigError
from unname.core.registry import create, spelled
from unname.core.roles import AsksOutside, Attack

if TYPE_CHECKING:
    from unname.core.roles import Matrix


@dataclass
class Assignment:
    """Gives every text a person of its own such that the sum of scores is highest (the Hungarian method).

    The one attack that does not judge each text alone: what it says of a text depends on the others, so it is reported
    apart. The person assigned comes first; the others follow as `attack` ranks them (`made` is that
    attack, where there is one already). A text that says nothing is not assigned to anybody, and texts or people that
    cannot be told apart share what falls to them.
    """

    attack: str | Attack = "ensemble"
    made: Attack | None = field(default=None, repr=False)
    joint: ClassVar[Literal[True]] = True

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("assignment", Assignment(self.attack if isinstance(self.attack, str) else self.attack.name))

    @cached_property
    def inner(self) -> Attack:
        """The attack whose scores are matched, created when first asked for."""
        given = self.made or self.attack
        attack: Attack = create("attack", given) if isinstance(given, str) else given
        if isinstance(attack, AsksOutside):
            raise ConfigError(f"assignment: {attack.name!r} may leave texts unjudged, so that nothing can be matched")
        return attack

    def around(self, inner: Attack) -> "Assignment":
        """The same attack with the one inside made already."""
        return replace(self, made=inner)

    def scores(self, texts: Sequence[str], population: Sequence[Profile]) -> "Matrix":
        """Those of the attack, with the person assigned to each text lifted above all others."""
        check_population(population)
        return assign(score_all(self.inner, texts, population))

    def explain(self, text: str, profile: Profile) -> Mapping[str, float]:
        """What the attack says by itself: an assignment has no words."""
        return self.inner.explain(text, profile)


def assign(scores: "Matrix") -> "Matrix":
    """The scores with the person assigned to each text lifted above all others."""
    from scipy.optimize import linear_sum_assignment

    if not scores.size:
        return scores.copy()
    scores = np.where(np.isfinite(scores), scores, scores[np.isfinite(scores)].min(initial=0.0) - 1.0)
    said = np.flatnonzero(standardize(scores).any(axis=1))
    texts, people = linear_sum_assignment(scores[said], maximize=True)
    _, text_kinds = np.unique(scores, axis=0, return_inverse=True)
    _, people_kinds = np.unique(scores, axis=1, return_inverse=True)
    # Equal texts could swap their people, and equal people their texts, for the same sum.
    fits = np.zeros((text_kinds.max() + 1, people_kinds.max() + 1), dtype=bool)
    fits[text_kinds.ravel()[said[texts]], people_kinds.ravel()[people]] = True
    lifted = fits[text_kinds.ravel()][:, people_kinds.ravel()]
    return np.where(lifted, scores.max(axis=1, keepdims=True) + 1.0, scores)
