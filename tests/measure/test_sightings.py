"""Where attacks place people: ties, lists of the best, and what nobody can tell."""

import math
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from doors.attackers import Overlap, Suite
from unname.core.document import Document, Profile
from unname.core.errors import InputError, InternalError
from unname.core.results import Guess, Sighting
from unname.measure.reidentification import chance_within
from unname.measure.sightings import Lookup, place

IDS = "abcdefghij"


@dataclass
class Given:
    """Gives the first people these scores and all others a low one; lists the best `top`."""

    values: tuple[float, ...]
    top: int | None = None
    name: str = "given"
    asked: int = 0

    def scores(self, texts, population):
        self.asked += 1
        row = [*self.values, *[-5.0] * (len(population) - len(self.values))]
        return np.array([row] * len(texts))

    def explain(self, text, profile):
        return {}

    def shortlist(self, texts, population):
        pairs = zip([profile.id for profile in population], self.values, strict=False)
        ranking = sorted(pairs, key=lambda pair: (-pair[1], pair[0]))
        return [Guess("0", tuple(ranking[: self.top]))] * len(texts)


def people(n: int) -> list[Profile]:
    return [Profile(IDS[number] if number < len(IDS) else f"p{number}") for number in range(n)]


def seen(attack: Given, person: str | None, n_people: int, **wanted) -> Sighting:
    [batch] = Lookup(people(n_people)).look(attack, [Document("letter", "", person=person)], **wanted)
    [sighting] = batch["given"]
    return sighting


@pytest.mark.parametrize(
    ("scores", "person", "rank", "ties", "found"),
    [
        ((3, 2, 1), "a", 1, 0, 1),
        ((3, 2, 1), "b", 2, 0, 0),
        ((3, 2, 1), "c", 3, 0, 0),
        ((3, 3, 1), "a", 1.5, 1, 1 / 2),
        ((3, 3, 1), "b", 1.5, 1, 1 / 2),
        ((0, 0, 0), "c", 2, 2, 1 / 3),
        ((3, 1, 1), "c", 2.5, 1, 0),
        ((3, 3 * (1 + 1e-15), 1), "a", 1.5, 1, 1 / 2),
        ((3, 3 * (1 + 1e-9), 1), "a", 2, 0, 0),
        ((1e-20, 0, 0), "a", 1, 0, 1),
        ((5, -math.inf, -math.inf), "c", 2.5, 1, 0),
        ((-math.inf,) * 4, "c", 2.5, 3, 1 / 4),
        ((7,), "a", 1, 0, 1),
    ],
)
@pytest.mark.parametrize("top", [None, 10])
def test_places_with_ties(scores, person, rank, ties, found, top):
    sighting = seen(Given(scores, top), person, len(scores))
    assert (sighting.attack, sighting.rank, sighting.ties) == ("given", rank, ties)
    assert sighting.found == pytest.approx(found)
    assert not sighting.at_least


@pytest.mark.parametrize("top", [None, 2])
@pytest.mark.parametrize("person", [None, "somebody else"])
def test_nobody_to_find_is_not_hidden_at_the_end(person, top):
    assert seen(Given((3, 2, 1), top), person, 3) == Sighting("given")


@pytest.mark.parametrize(
    ("scores", "person", "rank", "at_least", "found"),
    [
        ((9, 8, 7), "a", 1, False, 1),
        ((9, 8, 7), "j", 3.5, True, 0),
        ((9, 8, 7), "c", 3, True, 0),
        ((9, 0, 0), "j", 3, True, 0),
        ((9, 0, 0), "b", 2.5, True, 0),
    ],
)
def test_a_list_of_the_best_gives_a_lower_bound(scores, person, rank, at_least, found):
    attack = Given(scores, 3)
    sighting = seen(attack, person, 100)
    assert (sighting.rank, sighting.at_least, sighting.found) == (rank, at_least, found)
    assert not attack.asked, "a list is quicker than all scores"
    assert seen(attack, person, 100, whole=True).at_least is False


@pytest.mark.parametrize("n_listed", [1, 2, 3])
@pytest.mark.parametrize("person", ["a", "c", "j"])
def test_a_list_that_does_not_tell_who_else_matches_is_not_trusted(person, n_listed):
    sighting = seen(Given((0,) * 100, n_listed), person, 100)
    assert (sighting.rank, sighting.ties, sighting.found, sighting.at_least) == (50.5, 99, 1 / 100, False)


def test_a_score_that_is_no_number_is_an_error_without_names():
    with pytest.raises(InternalError, match="letter") as raised:
        seen(Given((1, math.nan)), "a", 2)
    assert "'a'" not in str(raised.value)


@pytest.mark.parametrize("top", [None, 3])
def test_candidates_are_kept_as_far_as_they_are_wanted(top):
    attack = Given((1, 4, 4, 2), top)
    assert seen(attack, "a", 5).candidates == ()
    sighting = seen(attack, "a", 5, n_candidates=2)
    assert sighting.candidates == (("b", 4.0), ("c", 4.0))
    assert "b" not in repr(sighting).replace("Sighting", "")


@given(st.lists(st.integers(0, 3), min_size=1, max_size=12), st.data())
def test_the_order_of_people_never_matters(values, data):
    position = data.draw(st.integers(0, len(values) - 1))
    order = data.draw(st.permutations(range(len(values))))
    scores = np.array(values, dtype=float)
    one = place("x", "d", scores, position)
    other = place("x", "d", scores[list(order)], list(order).index(position))
    assert one == other
    assert chance_within(one, 1) == pytest.approx(one.found)


def test_members_are_seen_too_unless_the_whole_alone_is_wanted():
    lookup = Lookup([Profile("p1", text="a nurse"), Profile("p2", text="a judge")])
    [batch] = lookup.look(Suite(), [Document("a", "a nurse", person="p1")])
    assert {name: [each.attack for each in found] for name, found in batch.items()} == {
        "suite": ["suite"],
        "size 1": ["size 1"],
        "size 6": ["size 6"],
    }
    [batch] = lookup.look(Overlap(), [Document("a", "a nurse", person="p1")], whole=True)
    assert list(batch) == ["overlap"]


@pytest.mark.parametrize(("found", "said"), [([], "population is empty"), ([Profile("a")] * 2, "the same id")])
def test_populations_that_are_refused(found, said):
    with pytest.raises(InputError, match=said):
        list(Lookup(found).look(Overlap(), [Document("a", "a nurse")]))
