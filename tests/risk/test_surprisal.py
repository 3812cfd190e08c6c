import math
from itertools import pairwise
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import ConfigError
from unname.models.packaged import WEIGHTS
from unname.models.pieces import Tokenizer
from unname.risk import surprisal
from unname.risk.surprisal import UNKNOWN, Surprisal, group_ranges

TEXT = "Tony Booth left Ruritania by train. Booth slept in Zenda."
CASE = Document(
    "trip",
    TEXT,
    mentions=(
        Mention(Span(0, 10), "PERSON", "e1", Role.DIRECT),
        Mention(Span(16, 25), "LOC", "e2"),
        Mention(Span(29, 34), "MISC", "e3", Role.NONE),
        Mention(Span(36, 41), "PERSON", "e1", Role.DIRECT),
        Mention(Span(51, 56), "LOC", "e4"),
    ),
)


class FakeLM:
    """Each piece costs a quarter of a nat for each of its letters; counts its rounds and what was masked."""

    made: ClassVar[list["FakeLM"]] = []

    def __init__(self, model):
        self.tokenize = Tokenizer(WEIGHTS / "tokenizer.json")
        self.rounds = []
        FakeLM.made.append(self)

    def log_probabilities(self, pieces, rounds):
        self.rounds.append([list(places) for places in rounds])
        return [(-0.25 * (pieces.ends[places] - pieces.starts[places])).astype(np.float32) for places in rounds]


@pytest.fixture(autouse=True)
def lm(monkeypatch):
    FakeLM.made = []
    monkeypatch.setattr(surprisal, "MaskedLM", FakeLM)


def test_an_entity_is_as_surprising_as_its_most_surprising_mention():
    assert Surprisal().measure_information(CASE) == {"e1": 2.25, "e2": 2.25, "e3": 1.25, "e4": 1.25}
    pieces = Surprisal(pool="max").measure_information(CASE)
    assert pieces["e1"] == 1.25
    assert pieces["e2"] < 2.25


def test_the_threshold_is_where_the_risk_is_one_half():
    (risk,) = Surprisal(threshold=1.25).assess(CASE, [{}])
    assert risk.by_entity["e3"] == pytest.approx(0.5)
    assert risk.by_entity["e2"] == pytest.approx(1 / (1 + math.exp(-1)))
    assert risk.total == max(risk.by_entity.values())
    assert risk.combinations == ()
    narrow = Surprisal(threshold=1.25, width=1e-6).assess(CASE, [{}])[0]
    assert narrow.by_entity["e2"] == 1.0
    assert Surprisal(threshold=1e9, width=1e-6).assess(CASE, [{}])[0].total == pytest.approx(0.0)


def test_what_is_hidden_has_no_risk_and_is_not_read_again():
    model = Surprisal()
    model.assess(CASE, [{}])
    risks = model.assess(CASE, [{"e1": "***"}, dict.fromkeys(["e1", "e2", "e3", "e4"], "***")])
    assert sorted(risks[0].by_entity) == ["e2", "e3", "e4"]
    assert risks[1].total == 0.0
    assert len(FakeLM.made[0].rounds) == 1


def test_a_value_is_judged_where_the_entity_stood_and_never_above_it():
    model = Surprisal()
    views = [{"e2": "a sea"}, {"e2": "a country by the sea"}, {"e1": "a man"}, {"e1": "a man"}]
    risks = model.assess(CASE, [*views, {}])
    assert risks[0].by_entity["e2"] == pytest.approx(model._to_risk(1.0))
    assert risks[1].by_entity["e2"] == risks[4].by_entity["e2"]
    assert risks[2] == risks[3]
    assert risks[2].by_entity["e1"] == pytest.approx(model._to_risk(1.0))
    asked = FakeLM.made[0].rounds
    assert len(asked) == 4
    assert sum(map(len, asked[-1][0:])) == 4  # two mentions of two pieces


def test_what_the_vocabulary_does_not_know_is_surprising():
    case = Document("odd", "signed 👩 here", mentions=(Mention(Span(7, 8), "PERSON", "e1"),))
    assert Surprisal().measure_information(case) == {"e1": UNKNOWN}


def test_what_the_model_cannot_read_says_nothing():
    case = Document("odd", "a \u200b b", mentions=(Mention(Span(2, 3), "PERSON", "e1"),))
    assert Surprisal().measure_information(case) == {"e1": 0.0}


def test_five_hundred_mentions_take_few_rounds():
    text = "Booth slept near the old mill by the river. " * 500
    mentions = [Mention(Span(44 * n, 44 * n + 5), "PERSON", "e1") for n in range(500)]
    Surprisal(gap=16).assess(Document("long", text, mentions=tuple(mentions)), [{}])
    (asked,) = FakeLM.made[0].rounds
    assert len(asked) <= 3
    assert sum(map(len, asked)) == 500


def test_a_document_without_entities_needs_no_model():
    assert Surprisal().assess(Document("plain", "Nothing."), [{}, {}])[1].total == 0.0
    assert not FakeLM.made


@pytest.mark.parametrize("settings", [{"pool": "mean"}, {"width": 0}, {"gap": -1}])
def test_settings_that_make_no_sense(settings):
    with pytest.raises(ConfigError):
        Surprisal(**settings).assess(CASE, [{}])


def test_the_name_tells_the_settings():
    assert Surprisal().name == "surprisal"
    assert Surprisal(threshold=2.0).name == "surprisal(threshold=2.0)"


@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 5)).map(lambda pair: (pair[0], pair[0] + pair[1]))),
    st.integers(0, 9),
)
def test_no_two_ranges_of_a_round_are_close(ranges, gap):
    grouped = group_ranges(ranges, gap)
    assert sorted(n for group in grouped for n in group) == [n for n, (a, b) in enumerate(ranges) if a < b]
    for group in grouped:
        spans = sorted(ranges[n] for n in group)
        assert all(before[1] + gap <= after[0] for before, after in pairwise(spans))


def test_what_the_model_cannot_tell_is_not_taken_for_safe(monkeypatch):
    def broken(self, pieces, rounds):
        return [np.full(len(places), np.nan, np.float32) for places in rounds]

    monkeypatch.setattr(FakeLM, "log_probabilities", broken)
    (risk,) = Surprisal().assess(CASE, [{}])
    assert all(map(math.isnan, risk.by_entity.values()))
