"""E5: what is kept and who is hidden, in one number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from expecting import Expecting
from fakes import FakeAttack
from unname.core.document import Document, Profile
from unname.core.redaction import Redaction
from unname.measure.e5 import E5, e5
from unname.measure.reidentification import Reidentification
from unname.measure.utility import Utility

shares = st.floats(0, 1)
PEOPLE = [
    Profile("p1", "Tony Booth", {}, "a nurse in Ruritania"),
    Profile("p2", "Ada Grey", {}, "a judge in Graustark"),
]


@given(shares, shares)
def test_it_lies_between_its_parts(tpi, trir):
    low, high = sorted((tpi, 1 - trir))
    assert low - 1e-9 <= e5(tpi, trir) <= high + 1e-9


@given(shares, shares, shares)
def test_more_kept_or_fewer_found_is_never_worse(tpi, other, trir):
    assert e5(max(tpi, other), trir) >= e5(min(tpi, other), trir)
    assert e5(trir, min(tpi, other)) >= e5(trir, max(tpi, other))


def test_nothing_kept_or_everybody_found_is_worth_nothing():
    assert e5(0.0, 0.3) == e5(0.3, 1.0) == e5(0.0, 1.0) == 0.0
    assert e5(1.0, 0.0) == 1.0


def metric():
    return E5(Utility(Expecting(), terms="words"), Reidentification(FakeAttack(), PEOPLE))


def test_a_corpus_has_one():
    before = [Document("a", "a nurse in Ruritania", person="p1"), Document("b", "a judge in Graustark", person="p2")]
    after = [Redaction("a", "a nurse in ***"), Redaction("b", "*** judge in ***")]
    told = metric().evaluate(zip(before, after, strict=True))
    assert told["e5"] == pytest.approx(e5(told["tpi"], told["trir"]))
    assert 0 < told["tpi"] < 1
    assert told["rounds"] == "6-TA"


def test_without_people_there_is_none():
    assert metric().evaluate([(Document("a", "a nurse"), Redaction("a", "a nurse"))])["e5"] is None
