"""How a release among a population is made where the user says nothing else: every default, in one place."""

from collections.abc import Sequence
from dataclasses import replace

from unname.core.document import Profile
from unname.core.errors import ConfigError
from unname.core.policy import Policy
from unname.core.registry import parse
from unname.core.roles import Detector, Optimizer
from unname.decide.ranks.scattered import Scattered
from unname.people.profiles import profile_text
from unname.pipeline.document import Pipeline
from unname.pipeline.floor import Floor
from unname.risk.linkage import Linkage

WORDS = "words(types=True, function_words=True)"
"""What may be hidden above the floor: any word, since the fewest words that hide are seldom whole entities."""

MODELS = ("sparse", "sparse(words=(1, 3), stop_words=True)")
"""What people are hidden from: meaningful words by their stems, and phrases as they stand."""

OPTIMIZER = "greedy"
"""What searches for the fewest words."""

ATTACKS = ("ensemble", "dense")
"""What looks for people in released texts where a policy names nothing, and is fed back: by words, and by meaning."""

JURY = ("sparse(characters=(4, 6))",)
"""What judges in the end where a policy names nothing: by other features than those before."""

MOST_READ = 2_000_000
"""Characters of background above which nobody reads them by meaning, which would take minutes, unless a policy asks."""

NONE = "none"
"""What is named where nobody is to look for people."""


def among(plain: Pipeline, risk: Linkage, k: int, optimizer: str | Optimizer = OPTIMIZER) -> Pipeline:
    """The pipeline that hides what the plain one hides, and the fewest words beside it until `k` others fit as well.

    Detectors of single words only say what else may be hidden. With no other detector there is no floor: the method of
    `morris2022`, which shows whatever the population does not know.
    """
    identifying = tuple(each for each in plain.detectors if not _finds_words(each))
    words = tuple(each for each in plain.detectors if _finds_words(each)) or (WORDS,)
    floor = (Floor(replace(plain, detectors=identifying)),) if identifying else ()
    return replace(
        plain,
        detectors=(*floor, *words),
        policy=replace(plain.policy, k=k),
        risk=risk,
        optimizer=optimizer,
        price="words",
    )


def scattered(pipeline: Pipeline, key: bytes, n_people: int) -> Pipeline:
    """The pipeline that hides some among more others than it must, drawn by the key, so that no place tells anybody."""
    return replace(pipeline, optimizer=Scattered(pipeline.optimizer_, key, n_people - 1))


def _finds_words(detector: str | Detector) -> bool:
    return isinstance(detector, str) and parse(detector)[0] == "words"


def linkage(population: Sequence[Profile], model: str | None = None) -> Linkage:
    """The rank among these people by sparse models, and by a trained one if there is any."""
    return Linkage(population=population, model=MODELS if model is None else (model, *MODELS))


def panels(
    policy: Policy,
    people: Sequence[Profile],
    attacks: Sequence[str] | None = None,
    jury: Sequence[str] | None = None,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The attacks and the jury: as given, or as the policy says, or the usual ones if there is a population."""
    given = (attacks or policy.attacks, jury or policy.jury)
    if not people:
        if any(set(each) - {NONE} for each in given):
            raise ConfigError("attacks and jury need --population FILE: the people whom they look for")
        return (), ()
    usual = (ATTACKS if _n_characters(people) <= MOST_READ else ATTACKS[:1], JURY)
    chosen = [tuple(named) or ordinary for named, ordinary in zip(given, usual, strict=True)]
    feeding, judging = (() if NONE in each else each for each in chosen)
    return feeding, judging


def _n_characters(people: Sequence[Profile]) -> int:
    return sum(len(profile_text(profile)) for profile in people)
