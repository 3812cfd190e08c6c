"""Several risk measures as one: what one of them finds risky is risky.

As in `risk2022` 4.2, where the measures are joined by union. Where we differ: measures give probabilities, of which the
highest counts, and a combination is left out where a part of it is as risky.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from unname.core.document import Document
from unname.core.errors import ConfigError
from unname.core.judging import judge, may_rise
from unname.core.registry import create, spelled
from unname.core.results import Risk
from unname.core.roles import RiskModel, View
from unname.core.sums import CountsCrowd, CrowdTerms, EntityTerms, RanksBySums, Terms
from unname.risk.views import sum_up


@dataclass
class Combined:
    """The highest risk that any of the measures gives, entity by entity, and all of their combinations.

    Measures are components or names of them, with settings where need be. If one of them fails on a document, so does
    this: a risk that was not measured is not a low one.
    """

    measures: Sequence[str | RiskModel] = ("surprisal", "queries")

    @property
    def name(self) -> str:
        """The name with those of the measures."""
        named = tuple(each if isinstance(each, str) else each.name for each in self.measures)
        return spelled("combined", Combined(named))

    @property
    def may_rise(self) -> bool:
        """Whether hiding more may raise the total, which holds if it does for one of the measures."""
        return any(map(may_rise, self.models_))

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        """What the measures say together of each view."""
        answers = [judge(model, document, views) for model in self.models_]
        return [_join(risks) for risks in zip(*answers, strict=True)]

    def crowd_terms(self, document: Document) -> CrowdTerms | None:
        """What the measure that counts the crowd says of the document, if there is one."""
        counting = (model.crowd_terms(document) for model in self.models_ if isinstance(model, CountsCrowd))
        return next((terms for terms in counting if terms is not None), None)

    @cached_property
    def models_(self) -> list[RiskModel]:
        """The measures, created when first asked for."""
        if isinstance(self.measures, str) or not self.measures:
            raise ConfigError("combined: measures must be a list of at least one risk measure")
        return [create("risk", each) if isinstance(each, str) else each for each in self.measures]


@dataclass
class CombinedRanks(Combined):
    """Measures of which one ranks people by sums: optimizers can use them as if it stood alone."""

    def terms(self, document: Document, view: View | None = None) -> Sequence[Terms]:
        """What each visible part adds to everybody's score, near a view, for each model."""
        return self._ranking.terms(document, view or {})

    def entity_terms(self, document: Document) -> EntityTerms | None:
        """What each entity adds by itself, if all that counts are sums over entities."""
        return self._ranking.entity_terms(document)

    @cached_property
    def _ranking(self) -> RanksBySums:
        (ranking,) = (model for model in self.models_ if isinstance(model, RanksBySums))
        return ranking


def combine(measures: Sequence[str | RiskModel]) -> Combined:
    """The measures as one, which keeps what optimizers can use of the one that ranks people, if there is one."""
    models = Combined(measures).models_
    ranking = [model for model in models if isinstance(model, RanksBySums)]
    return CombinedRanks(models) if len(ranking) == 1 else Combined(models)


def _join(risks: Sequence[Risk]) -> Risk:
    by_entity: dict[str, float] = {}
    for risk in risks:
        for id, value in risk.by_entity.items():
            by_entity[id] = max(value, by_entity.get(id, 0.0))
    joined = sum_up(by_entity, (combination for risk in risks for combination in risk.combinations))
    ranks = [risk.rank for risk in risks if risk.rank is not None]
    total = max([joined.total, *(risk.total for risk in risks)])
    whole = max([0.0, *map(_find_whole, risks)])
    probability = max((risk.probability for risk in risks if risk.probability is not None), default=None)
    crowd = min((risk.crowd for risk in risks if risk.crowd is not None), default=None)
    return Risk(total, min(ranks, default=None), joined.by_entity, joined.combinations, whole, probability, crowd)


def _find_whole(risk: Risk) -> float:
    """The risk that a measure gives to a view and to no part of it, which others must not cover up."""
    named = [*risk.by_entity.values(), *(combination.risk for combination in risk.combinations)]
    return risk.total if risk.total > max(named, default=0.0) else risk.whole
