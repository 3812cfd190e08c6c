from dataclasses import dataclass, field

import pytest

from unname.core.document import Document, Mention, Span
from unname.core.errors import ConfigError, InputError, InternalError
from unname.core.results import Combination, Risk
from unname.core.sums import RanksBySums
from unname.risk.combined import Combined, combine

CASE = Document("d", "Ada of Zenda", mentions=(Mention(Span(0, 3), "PERSON", "a"), Mention(Span(7, 12), "LOC", "b")))


def together(*entities, risk=1.0):
    return Combination(frozenset(entities), "together", risk)


@dataclass
class Says:
    """Gives one answer to every view."""

    answer: Risk
    name: str = "says"
    may_rise: bool = False
    views: list[object] = field(default_factory=list)

    def assess(self, document, views):
        return [self.answer for _ in views]


@pytest.mark.parametrize(
    ("risks", "by_entity", "combinations", "total"),
    [
        ([Risk(0.9, None, {"a": 0.9}), Risk(0.4, None, {"a": 0.1, "b": 0.4})], {"a": 0.9, "b": 0.4}, set(), 0.9),
        (
            [Risk(0.2, None, {"a": 0.2, "b": 0.0}), Risk(1.0, None, {}, (together("a", "b"),))],
            {"a": 0.2, "b": 0.0},
            {("ab", 1.0)},
            1.0,
        ),
        ([Risk(1.0, None, {"a": 1.0}), Risk(1.0, None, {}, (together("a", "b"),))], {"a": 1.0}, set(), 1.0),
        (
            [Risk(1.0, None, {}, (together("a", "b"),)), Risk(1.0, None, {}, (together("a", "b", "c"),))],
            {},
            {("ab", 1.0)},
            1.0,
        ),
        (
            [
                Risk(0.5, None, {}, (together("a", "b", risk=0.5),)),
                Risk(0.8, None, {}, (together("a", "b", "c", risk=0.8), together("a", "b", risk=0.6))),
            ],
            {},
            {("ab", 0.6), ("abc", 0.8)},
            0.8,
        ),
        ([Risk(0.7, 3), Risk(0.1, 9), Risk(0.2)], {}, set(), 0.7),
        ([Risk(0.0)], {}, set(), 0.0),
    ],
)
def test_the_highest_counts_and_nothing_is_said_twice(risks, by_entity, combinations, total):
    (answer,) = Combined([Says(risk) for risk in risks]).assess(CASE, [{}])
    assert answer.by_entity == by_entity
    assert {("".join(sorted(each.entities)), each.risk) for each in answer.combinations} == combinations
    assert answer.total == total
    assert answer.rank == min((risk.rank for risk in risks if risk.rank), default=None)


def test_a_measure_that_fails_fails_the_document():
    class Fails:
        name = "fails"

        def assess(self, document, views):
            raise InputError("no")

    with pytest.raises(InputError):
        Combined([Says(Risk(0.0)), Fails()]).assess(CASE, [{}])


def test_a_measure_that_skips_views():
    class Skips:
        name = "skips"

        def assess(self, document, views):
            return []

    with pytest.raises(InternalError, match="'d'"):
        Combined([Skips()]).assess(CASE, [{}])


@pytest.mark.parametrize("measures", [(), "surprisal"])
def test_measures_that_make_no_sense(measures):
    with pytest.raises(ConfigError):
        Combined(measures).assess(CASE, [{}])


def test_names_and_settings_pass_through():
    combined = Combined([Says(Risk(0.0), may_rise=True), "queries(top=3)"])
    assert combined.name == "combined(measures=('says', 'queries(top=3)'))"
    assert combined.may_rise
    assert Combined().name == "combined"
    with pytest.raises(ConfigError, match="engine"):
        combined.assess(CASE, [{}])


def test_the_risk_of_a_whole_view_is_not_covered_up_by_an_entity():
    class Whole:
        name = "whole"

        def assess(self, document, views):
            return [Risk(0.8) for _ in views]

    class Part:
        name = "part"

        def assess(self, document, views):
            return [Risk(0.85, by_entity={"e1": 0.85}) for _ in views]

    (risk,) = Combined((Whole(), Part())).assess(Document("d", ""), [{}])
    assert (risk.total, risk.whole) == (0.85, 0.8)
    (nested,) = Combined((Combined((Whole(), Part())), Part())).assess(Document("d", ""), [{}])
    assert nested.whole == 0.8


@dataclass
class Ranks(Says):
    """Offers something to optimizers."""

    answer: Risk = field(default_factory=lambda: Risk(0.25, 4, probability=0.5))

    def terms(self, document, view):
        return ["terms", view]

    def entity_terms(self, document):
        return "entity terms"


@pytest.mark.parametrize(
    ("measures", "is_offered"),
    [
        ([Says(Risk(0.1)), Ranks()], True),
        ([Ranks(), Says(Risk(0.1)), "named"], True),
        ([combine([Ranks(), Says(Risk(0.1))]), "named"], True),
        ([Ranks(), Ranks()], False),
        ([Says(Risk(0.1))], False),
    ],
)
def test_what_one_measure_offers_to_optimizers_is_kept(measures, is_offered):
    combined = combine(measures)
    assert isinstance(combined, RanksBySums) is is_offered
    if is_offered:
        assert combined.terms(CASE) == ["terms", {}]
        assert combined.terms(CASE, {"a": "***"}) == ["terms", {"a": "***"}]
        assert combined.entity_terms(CASE) == "entity terms"


def test_the_highest_probability_is_kept():
    answers = [Says(Risk(0.1)), Ranks(), Ranks(Risk(0.2, 5, probability=0.75))]
    assert Combined(answers).assess(CASE, [{}])[0].probability == 0.75
    assert Combined(answers[:1]).assess(CASE, [{}])[0].probability is None
