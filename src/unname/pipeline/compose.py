"""From what a user demands to what does it: the pipeline of one document, and the rounds of a corpus."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from unname.core.document import Document, Profile
from unname.core.errors import ConfigError, InfeasiblePlan
from unname.core.judging import judge
from unname.core.policy import Policy
from unname.core.redaction import Plan
from unname.core.registry import parse
from unname.core.roles import Detector, Optimizer
from unname.people.population import Population
from unname.people.profiles import profile_text
from unname.pipeline import recipe
from unname.pipeline.crowd_demand import check_group
from unname.pipeline.document import Pipeline, build_pipeline

if TYPE_CHECKING:
    from unname.pipeline.fillers import Member
    from unname.pipeline.rounds import Rounds
    from unname.risk.linkage import Linkage

NONE = "none"
"""What is named where nobody is to look for people."""

Named: TypeAlias = "Sequence[Member] | None"


def compose(
    population: Population | None = None,
    k: int | None = None,
    linkage: str | None = None,
    attacks: Named = None,
    jury: Named = None,
    other: Sequence[Profile] = (),
    n_draws: int = recipe.N_DRAWS,
    **settings: Any,
) -> "Rounds":
    """What releases a corpus: among the people of a population, if there is one.

    `k` comes before what the policy says. `linkage` is a trained model to hide from, too; `other` is other knowledge
    about the same people. In `n_draws` draws what hides from one half of what is known is judged with the other (see
    `cross_fit`). The other settings are those of `Pipeline`. What is named wrongly is refused here, before
    anything is read.
    """
    from unname.pipeline.rounds import Rounds  # here, since attacks compute with arrays

    pipeline = make_pipeline(population, k, linkage, **settings)
    people = population.people if population else ()
    feeding, judging = panels(pipeline.policy, people, attacks, jury)
    if people and n_draws > 0 and pipeline.policy.k is not None:
        pipeline = cross_fit(pipeline, people, linkage, n_draws)
    return Rounds(pipeline, people, feeding, judging, other=other, n_draws=n_draws)


def make_pipeline(
    population: Population | None = None, k: int | None = None, linkage: str | None = None, **settings: Any
) -> Pipeline:
    """The pipeline of one document: a plain one, or one that hides people among others beside."""
    plain = build_pipeline(**settings, **({"people": population.people} if population else {}))
    pipeline = plain if population is None else _among(population, plain, k, linkage, settings.get("optimizer"))
    if population is None and k is not None:
        raise ConfigError("k needs a population: the people among whom to hide")
    # A wrong name must be told before anything is read or made.
    _ = pipeline.detectors_, pipeline.patterns_, pipeline.balance_, pipeline.risk_, pipeline.optimizer_
    _ = pipeline.replacers_, pipeline.language_, pipeline.price_
    check_group(pipeline.policy)
    return pipeline


def _among(
    population: Population, plain: Pipeline, k: int | None, linkage: str | None, optimizer: str | Optimizer | None
) -> Pipeline:
    """The pipeline that hides people among others, too; what the plain one hides stays hidden."""
    if plain.risk is not None:
        raise ConfigError("a population measures the risk by linkage; no other risk measure can be given beside it")
    k = plain.policy.k if k is None else k
    if k is None:
        return plain  # who is found all the same is hidden better in the next round
    if plain.price not in (recipe.PRICE, "words"):
        raise ConfigError(f"among others, the price of a change is the number of words, not {plain.price}")
    n_people = len(population.people)
    if k >= n_people:
        there = "is one" if n_people == 1 else f"are {n_people}"
        raise ConfigError(f"k = {k} needs a population of at least {k + 1} people; there {there}")
    risk = link(population.people, linkage)
    _ = risk.scorers_  # a model that is not there must be told before anything is read or made
    # What searches words need not be able to decide a plain release.
    alone = replace(plain, policy=replace(plain.policy, k=None), optimizer=recipe.OPTIMIZER)
    return hide_among(alone, risk, k, optimizer or recipe.WORD_OPTIMIZER)


def hide_among(
    plain: Pipeline, risk: "Linkage", k: int, optimizer: str | Optimizer = recipe.WORD_OPTIMIZER
) -> Pipeline:
    """The pipeline that hides what the plain one hides, and the fewest words beside it until `k` others fit as well.

    Detectors of single words only say what else may be hidden. With no other detector there is no floor: the method of
    `morris2022`, which shows whatever the population does not know.
    """
    from unname.pipeline.floor import Floor

    identifying = tuple(each for each in plain.detectors if not _finds_words(each))
    words = tuple(each for each in plain.detectors if _finds_words(each)) or (recipe.WORDS,)
    floor = (Floor(replace(plain, detectors=identifying)),) if identifying else ()
    return replace(
        plain,
        detectors=(*floor, *words),
        policy=replace(plain.policy, k=k),
        risk=risk,
        optimizer=optimizer,
        price="words",
    )


def cross_fit(pipeline: Pipeline, people: Sequence[Profile], linkage: str | None, n_draws: int) -> Pipeline:
    """The pipeline that hides as deep as it takes to hide with one half of what is known from who knows the other."""
    from unname.decide.ranks.cross_fitted import CrossFitted
    from unname.people.halves import split_knowledge

    k = pipeline.policy.k
    assert k is not None, "only where people are hidden among others"
    halves = [[link(half, linkage) for half in split_knowledge(people, draw)] for draw in range(n_draws)]
    draws = [pair for one, other in halves for pair in ((one, other), (other, one))]
    return replace(pipeline, optimizer=CrossFitted(pipeline.optimizer_, draws, k, len(people) - 1))


def scatter(pipeline: Pipeline, key: bytes, n_people: int) -> Pipeline:
    """The pipeline that hides some among more others than it must, drawn by the key, so that no place tells anybody."""
    from unname.decide.ranks.scattered import Scattered

    most = min(recipe.WIDEST * (pipeline.policy.k or 0), n_people - 1)
    return replace(pipeline, optimizer=Scattered(pipeline.optimizer_, key, most))


def link(people: Sequence[Profile], model: str | None = None) -> "Linkage":
    """The rank among these people by sparse models, and by a trained one if there is any."""
    from unname.risk.linkage import Linkage  # here, as all below: most releases have no population

    return Linkage(population=people, model=recipe.LINKAGE if model is None else (model, *recipe.LINKAGE))


def panels(
    policy: Policy, people: Sequence[Profile], attacks: Named = None, jury: Named = None
) -> "tuple[tuple[Member, ...], tuple[Member, ...]]":
    """The attacks and the jury: as given, or as the policy says, or the usual ones if there is a population."""
    given = (tuple(attacks or policy.attacks), tuple(jury or policy.jury))
    if any(NONE in each and len(each) > 1 for each in given):
        raise ConfigError(f"{NONE!r} stands alone: nobody looks for people where it is named")
    if not people:
        if any(each != NONE for several in given for each in several):
            raise ConfigError("attacks and jury need a population: the people whom they look for")
        return (), ()
    by_meaning = sum(len(profile_text(profile)) for profile in people) <= recipe.MOST_READ
    usual = (recipe.ATTACKS if by_meaning else recipe.ATTACKS[:1], recipe.JURY)
    chosen = [named or ordinary for named, ordinary in zip(given, usual, strict=True)]
    feeding, judging = (() if NONE in each else each for each in chosen)
    return feeding, judging


def plan_among(pipeline: Pipeline, detected: Document) -> Plan:
    """The plan for a document; where there is none that hides the person, the failure is told in terms of people."""
    try:
        return pipeline.plan(detected)
    except InfeasiblePlan as error:
        failure, best, k = error, error.best, pipeline.policy.k
    if best is not None and k is not None and pipeline.risk_ is not None:
        view = {decision.option.entity: decision.option.seen for decision in best.decisions}
        rank = judge(pipeline.risk_, detected, [view])[0].rank
        if rank is not None and rank <= k:
            said = f"could not be hidden among {k} others; the best plan reached rank {rank}"
            raise InfeasiblePlan(f"document {detected.id!r}: {said}", best)
    raise failure


def _finds_words(detector: str | Detector) -> bool:
    return isinstance(detector, str) and parse(detector)[0] == "words"
