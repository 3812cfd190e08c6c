"""Less and more of a population."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Profile
from unname.core.errors import ConfigError
from unname.people.population import cut, joined, sample

PEOPLE = [Profile(f"p{number}", f"Person {number}", {"n": number}, "one two three four") for number in range(8)]


@pytest.mark.parametrize(
    ("text", "share", "left"),
    [
        ("one two  three\nfour", 0.25, "one"),
        (" one two  three\nfour", 0.75, " one two  three"),
        ("one two three", 0.25, "one"),
        ("one two", 1.0, "one two"),
        ("", 0.25, ""),
        ("aa a", 0.5, "aa"),
    ],
)
def test_cut(text, share, left):
    [profile] = cut([Profile("p", "Ada", {"job": "judge"}, text)], share)
    assert profile == Profile("p", "Ada", {"job": "judge"}, left)


@given(st.text(), st.floats(0.01, 1))
def test_what_is_cut_is_the_beginning(text, share):
    [profile] = cut([Profile("p", text=text)], share)
    assert text.startswith(profile.text)
    assert profile.text.split() == text.split()[: len(profile.text.split())]


@pytest.mark.parametrize("share", [0, -1, 1.5, float("nan")])
@pytest.mark.parametrize("scenario", [cut, sample])
def test_impossible_shares(scenario, share):
    with pytest.raises(ConfigError, match="a share lies"):
        scenario(PEOPLE, share)


def test_a_smaller_sample_is_part_of_a_larger_one():
    small, large = sample(PEOPLE, 0.25, seed=3), sample(PEOPLE, 0.5, seed=3)
    assert (len(small), len(large)) == (2, 4)
    assert [profile for profile in large if profile in small] == small
    assert sample(PEOPLE, 1.0) == PEOPLE
    assert len(sample(PEOPLE, 0.001)) == 1


def test_more_people_are_those_not_there_yet():
    more = [Profile("p1", "Somebody"), Profile("q1", "PERSON 2"), Profile("q2", "Ada"), Profile("q3"), Profile("q4")]
    assert [profile.id for profile in joined(PEOPLE, more)][8:] == ["q2", "q3", "q4"]
