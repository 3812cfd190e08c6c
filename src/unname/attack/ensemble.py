"""The suite: several attacks at once, weighed by what an attacker can try out on the background alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from unname.attack.contributions import spread_over_words
from unname.attack.occlusion import log_softmax
from unname.attack.ranking import check_population, same_population, score_all, standardize
from unname.attack.rehearsal import rehearse, weigh
from unname.core.document import Profile
from unname.core.errors import ConfigError
from unname.core.registry import create, spelled
from unname.core.roles import AsksOutside, Attack, HasMembers, JudgesTogether, LearnsFromReleases, Rewrite
from unname.people.profiles import profile_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Scores = NDArray[np.float64]

MEMBERS = (
    "sparse(words=(1, 3), stop_words=True)",
    "sparse(words=(1, 2), stem=True)",
    "sparse(words=(1, 2), stem=True, weighting='bm25(b=1.0)')",
    "sparse(words=(1, 2), stop_words=True, stem=True, weighting='likelihood')",
    "sparse(words=(1, 1), stem=True)",
    "sparse(words=(1, 1), stem=True, weighting='bm25(b=1.0)')",
)
"""The attacks of the suite: phrases as they stand, meaningful words (in pairs and alone, by two measures each), and who
makes the text likeliest."""

MAX_CELLS = 80_000_000
"""Scores of rehearsals held at a time, texts by people by members: among a million people, fewer are tried out."""

FEWEST = 12
"""Texts that are tried out however many people there are."""


@dataclass
class Ensemble:
    """Combines attacks: each one's scores are standardized over people, weighted and summed.

    The weights are learned from rehearsals: sentences taken out of some people's background, shortened and
    anonymized as `tria2023` 3.2 makes its development set, and looked up in the rest. No protected document takes part.
    `rehearsals` is how many texts to try out; `anonymize` hides names in them, by default every word that the
    background writes with a capital or digit. Scores are log-probabilities, as the rehearsals calibrated them. With
    too little background to rehearse, all weights are equal.

    Where we differ from `tria2023`: many attackers instead of one, a weaker one counts for less, and if one tells
    clearly more than every other, it is followed alone.
    """

    members: tuple[str | Attack, ...] = MEMBERS
    rehearsals: int = 150
    summary_words: int = 200
    anonymize: Rewrite | None = field(default=None, repr=False)
    seed: int = 0
    population_: tuple[Profile, ...] | None = field(default=None, init=False, repr=False, compare=False)
    weights_: "Mapping[str, float]" = field(default_factory=dict, init=False, repr=False, compare=False)
    known_: "NDArray[np.bool_]" = field(init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name with its settings."""
        named = tuple(each if isinstance(each, str) else each.name for each in self.members)
        return spelled("ensemble", replace(self, members=named))

    @cached_property
    def members_(self) -> tuple[Attack, ...]:
        """The attacks, created when first asked for."""
        if not self.members:
            raise ConfigError("an ensemble needs at least one member")
        made = tuple(self._made(each) if isinstance(each, str) else each for each in self.members)
        for each in made:
            if isinstance(each, JudgesTogether | HasMembers | AsksOutside):
                raise ConfigError(f"{each.name!r} cannot be a member of an ensemble")
        if len({each.name for each in made}) < len(made):
            raise ConfigError("an ensemble has the same member twice")
        return made

    def fit(self, population: Sequence[Profile]) -> "Ensemble":
        """Rehearse on the background of a population; nothing is done if that was done already."""
        if not same_population(self.population_, population):
            check_population(population)
            if self.rehearsals < 0:
                raise ConfigError(f"ensemble: rehearsals must not be negative, got {self.rehearsals}")
            self._rehearse(population)
            self.known_ = np.array([bool(profile_text(profile).strip()) for profile in population])
            self.population_ = tuple(population)
        return self

    def scores(self, texts: Sequence[str], population: Sequence[Profile]) -> "Scores":
        """The log-probability of every person (columns) for every text (rows)."""
        return self.combine(self.member_scores(texts, population), population)

    def member_scores(self, texts: Sequence[str], population: Sequence[Profile]) -> "dict[str, Scores]":
        """What each member says by itself, by its name."""
        return {member.name: _lift_ruled_out(member.scores(texts, population)) for member in self.members_}

    def combine(self, by_member: "Mapping[str, Scores]", population: Sequence[Profile]) -> "Scores":
        """One matrix of log-probabilities from what the members said."""
        self.fit(population)
        total = sum(self.weights_[name] * standardize(scores) for name, scores in by_member.items())
        total = np.asarray(total, dtype=np.float64)
        # Nobody can be told from a text that says nothing to any member, known or not.
        says = np.any([_differs(scores) for scores in by_member.values()], axis=0)
        total[np.ix_(says, ~self.known_)] = total[says].min(axis=1, keepdims=True) - 1.0
        return log_softmax(total) if total.size else total

    def with_anonymizer(self, anonymize: Rewrite) -> "Ensemble":
        """The same attack, which rehearses on background as this function releases it."""
        return replace(self, anonymize=anonymize)

    def explain(self, text: str, profile: Profile) -> dict[str, float]:
        """What each word of the text counted for the person: shares of what each member adds to the score.

        Contributions of n-grams are spread evenly over their words, so that members can be added up. A person who is
        not in the population last fitted is a population of one.
        """
        if self.population_ is None or profile not in self.population_:
            return replace(self).fit([profile]).explain(text, profile)
        person = self.population_.index(profile)
        total: dict[str, float] = {}
        for member in self.members_:
            scores = _lift_ruled_out(member.scores([text], self.population_))
            lead = float(standardize(scores)[0, person]) if len(self.population_) > 1 else 1.0
            carried = self.weights_[member.name] * lead
            words = spread_over_words(member.explain(text, profile), text)
            positive = sum(value for value in words.values() if value > 0)
            if carried > 0 and positive > 0:
                for word, value in words.items():
                    total[word] = total.get(word, 0.0) + carried * value / positive
        return dict(sorted(total.items(), key=lambda pair: (-pair[1], pair[0])))

    def _made(self, spec: str) -> Attack:
        """The member of that name, with our way to anonymize background if it wants one."""
        member: Attack = create("attack", spec)
        if self.anonymize and isinstance(member, LearnsFromReleases) and member.anonymize is None:
            return member.with_anonymizer(self.anonymize)
        return member

    def _rehearse(self, population: Sequence[Profile]) -> None:
        """Learn how far each member is to be trusted."""
        n_texts = min(self.rehearsals, max(FEWEST, MAX_CELLS // (len(population) * len(self.members_))))
        tried = rehearse(population, n_texts, self.summary_words, self.anonymize, self.seed)
        names = [member.name for member in self.members_]
        if not tried:
            self.weights_ = dict.fromkeys(names, 1.0)
            return
        said = [
            np.concatenate(
                [standardize(_lift_ruled_out(score_all(member, trial.texts, trial.population))) for trial in tried]
            )
            for member in self.members_
        ]
        weights = weigh(np.stack(said, axis=2), np.concatenate([trial.people for trial in tried]))
        self.weights_ = dict(zip(names, weights.tolist(), strict=True))


def _lift_ruled_out(scores: "Scores") -> "Scores":
    """The scores of a member, in which whoever it rules out stands below the others."""
    ruled_out = np.isneginf(scores)
    if not ruled_out.any():
        return np.asarray(scores, dtype=np.float64)
    lowest = np.where(ruled_out, np.inf, scores).min(axis=1, initial=np.inf, keepdims=True)
    return np.where(ruled_out, np.where(np.isfinite(lowest), lowest - 1.0, 0.0), scores)


def _differs(scores: "Scores") -> "NDArray[np.bool_]":
    return np.asarray(standardize(scores).any(axis=1))
