"""Profiles as text: fields of any shape, in the forms in which people write them."""

import datetime
import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Profile
from unname.people.profiles import labeled_text, profile_facts, profile_text


def facts(**fields: object) -> dict[str, str]:
    return dict(profile_facts(Profile("p", fields=fields)))


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({}, {}),
        ({"job": "judge"}, {"job": "judge"}),
        ({"birth_date": "1957-03-29"}, {"birth date": "March 29, 1957 / 29 March 1957"}),
        ({"born": datetime.date(1957, 3, 29)}, {"born": "March 29, 1957 / 29 March 1957"}),
        ({"born": "1957-03"}, {"born": "March 1957"}),
        ({"born": "1957"}, {"born": "1957"}),
        ({"born": "1957-13-40"}, {"born": "1957-13-40"}),
        ({"children": 3}, {"children": "3 / three / third"}),
        ({"children": "3"}, {"children": "3 / three / third"}),
        ({"code": "007"}, {"code": "007"}),
        ({"height": 1.75}, {"height": "1.75"}),
        ({"is_retired": True, "is_rich": False}, {"is retired": "yes", "is rich": "no"}),
        ({"state": "TN"}, {"state": "Tennessee / Tenn."}),
        ({"home_state": "TN"}, {"home state": "Tennessee / Tenn."}),
        ({"state": "Ruritania"}, {"state": "Ruritania"}),
        ({"grade": "TN"}, {"grade": "TN"}),
        ({"towns": ["Zenda", "Ruritz"]}, {"towns": "Ruritz; Zenda"}),
        ({"towns": ("Zenda",)}, {"towns": "Zenda"}),
        ({"towns": [["Zenda"], [["Ruritz"]]]}, {"towns": "Ruritz; Zenda"}),
        ({"court": {"level": {"name": "high"}}}, {"court level name": "high"}),
        ({"courts": [{"town": "Zenda"}, {"town": "Ruritz"}]}, {"courts town": "Ruritz; Zenda"}),
        (
            {"terms": [5, 6, 7]},
            {"terms": "5 / five / fifth to 7 / seven / seventh, two more", "terms within": "sixth"},
        ),
        ({"terms": [5, 7]}, {"terms": "5 / five / fifth; 7 / seven / seventh"}),
        ({"town": "  Zenda \n Castle "}, {"town": "Zenda Castle"}),
        ({"town": "Zoe\u0308"}, {"town": "Zo\u00eb"}),
    ],
)
def test_shapes(fields, told):
    assert facts(**fields) == told


@pytest.mark.parametrize(
    "nothing", [None, math.nan, "", " ", "unknown", "N/A", [], {}, [None, ""], {"a": None}, [{"b": math.nan}]]
)
def test_what_says_nothing_is_left_out(nothing):
    assert facts(job="judge", other=nothing) == {"job": "judge"}


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (["judge", "Judge", " judge "], 1),
        (["1957-03-29", "1957-03-29", "1957-04-01"], 2),
        ([3, "3", 3.0], 1),
        (["judge", "nurse", "1957-03-29", 3], 4),
    ],
)
def test_what_is_said_twice_is_told_once_and_what_contradicts_is_all_told(values, told):
    (text,) = facts(x=values).values()
    assert len(text.split("; ")) == told


def test_periods_follow_each_other_as_one():
    terms = [
        {"title": "Senator", "start": "1861-03-04", "end": "1867-03-03"},
        {"title": "Senator", "start": "1867-03-04", "end": "1873-03-03"},
        {"title": "Senator", "start": 1881, "end": 1887},
        {"title": "Governor", "from": "1875", "to": None},
    ]
    found = profile_facts(Profile("p", fields={"terms": terms}))
    assert [fact.text for fact in found if fact.key == "terms Senator"] == [
        "March 4, 1861 to March 3, 1873",
        "1881 to 1887",
    ]
    assert ("terms Governor", "since 1875") in found
    assert ("terms title", "Governor; Senator") in found


@pytest.mark.parametrize(
    "period",
    [
        {"start": "1873-01-01", "end": "1861-01-01"},
        {"start": "1861-01-01", "end": "1861-01-01"},
        {"start": "soon", "end": "1861-01-01"},
        {"start": None, "end": None},
        {"start": 3, "end": 5},
        {"end": "1861-01-01"},
        {"start": datetime.date(1861, 1, 1)},
    ],
)
def test_odd_periods_do_not_fail(period):
    assert labeled_text(Profile("p", fields={"term": [period, period]})) is not None


@pytest.mark.parametrize(
    ("stay", "told"),
    [
        ({"start": 1861, "end": "the flood"}, {"stay": "since 1861", "stay end": "the flood"}),
        ({"from": "1861", "to": "Zenda"}, {"stay": "since 1861", "stay to": "Zenda"}),
        ({"start": 1861, "end": 1863, "from": "Zenda"}, {"stay": "1861 to 1863", "stay from": "Zenda"}),
        ({"start": 1861, "end": None}, {"stay": "since 1861"}),
    ],
)
def test_what_is_no_part_of_a_period_is_told_beside_it(stay, told):
    assert facts(stay=stay) == told


def test_the_name_is_first_and_the_text_last():
    profile = Profile("p", " Ada  Grey ", {"b": "two", "a": "one"}, "She plays\n\nchess. ")
    assert profile_text(profile) == "Ada Grey\none\ntwo\nShe plays\n\nchess. "
    assert labeled_text(profile).splitlines()[:3] == ["name: Ada Grey", "a: one", "b: two"]


@pytest.mark.parametrize("profile", [Profile("p"), Profile("p", " ", {"a": None}, "\n")])
def test_somebody_of_whom_nothing_is_known(profile):
    assert (profile_facts(profile), profile_text(profile), labeled_text(profile)) == ([], "", "")


def test_keys_that_differ_in_nothing_but_their_writing_are_one():
    assert facts(birth_date="1957-03-29", **{"birth date": "1957-03-29"}) == facts(birth_date="1957-03-29")


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**6), 10**6),
    st.integers(),
    st.floats(),
    st.dates(),
    st.text(max_size=8),
    st.sampled_from(["1957-03-29", "1957-03", "1957-00-00", "1861", "TN", "007", "12.0", "unknown", "²", "٣"]),
)
KEYS = st.one_of(
    st.text(max_size=5), st.sampled_from(["start", "end", "from", "to", "title", "state", "name", "since"])
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=12
)
FIELDS = st.dictionaries(KEYS, VALUES, max_size=5)


def shuffled(value: object, order: random.Random) -> object:
    """The same facts, with keys and lists in another order."""
    if isinstance(value, dict):
        items = [(key, shuffled(each, order)) for key, each in value.items()]
        order.shuffle(items)
        return dict(items)
    if isinstance(value, list):
        items = [shuffled(each, order) for each in value]
        order.shuffle(items)
        return items
    return value


@given(FIELDS)
def test_nothing_fails_and_every_fact_says_something(fields):
    for fact in profile_facts(Profile("p", fields=fields)):
        assert fact.text.strip()
        assert fact.text == fact.text.strip()


@pytest.mark.parametrize("values", [["judge", "Judge"], [True, "True", "true"], ["Zenda", "zenda", "ZENDA"]])
def test_of_two_writings_the_same_one_stays_in_any_order(values):
    assert {facts(x=list(order))["x"] for order in itertools.permutations(values)} == {facts(x=values)["x"]}


@given(FIELDS, st.randoms(use_true_random=False))
def test_the_order_of_keys_and_lists_does_not_matter(fields, order):
    other = shuffled(fields, order)
    assert labeled_text(Profile("p", fields=other)) == labeled_text(Profile("p", fields=fields))


@given(FIELDS)
def test_both_forms_have_the_same_facts(fields):
    profile = Profile("p", "Ada Grey", fields)
    found = profile_facts(profile)
    assert profile_text(profile) == "\n".join(fact.text for fact in found)
    assert labeled_text(profile) == "\n".join(f"{fact.key}: {fact.text}" for fact in found)
