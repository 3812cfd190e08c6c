from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from unname.attack.dense import Dense
from unname.attack.ensemble import Ensemble
from unname.attack.ranking import guess
from unname.attack.sparse import Sparse
from unname.core.document import Profile
from unname.core.errors import ConfigError, InputError
from unname.core.registry import create

PEOPLE = [
    Profile("p3", "Tony Booth", {"job": "nurse"}, "Born in Ruritania, he keeps bees"),
    Profile("p1", "Ada Grey", {"job": "judge"}, "Born in Zenda, she plays chess"),
    Profile("p2", "Tom White", {}, ""),
    Profile("p0"),
]
TEXTS = ["[PERSON], a judge born in Zenda, plays chess", "PERSON keeps bees", "", "*** PERSON"]


@pytest.mark.parametrize(
    "spec", ["sparse", "sparse(weighting='bm25')", "sparse(weighting='bmx')", "sparse(characters=(3, 5))"]
)
def test_the_person_is_found(spec: str) -> None:
    attack = create("attack", spec)
    found = guess(attack, TEXTS, PEOPLE)
    assert [each.document for each in found] == ["0", "1", "2", "3"]
    assert [each.ranking[0][0] for each in found[:2]] == ["p1", "p3"]
    assert attack.name == spec


def test_equal_scores_stand_in_order_of_id() -> None:
    assert guess(Sparse(), [""], PEOPLE)[0].ranking == (("p0", 0.0), ("p1", 0.0), ("p2", 0.0), ("p3", 0.0))


@pytest.mark.parametrize("n", [1, 2, 3, 9])
def test_the_top_is_the_head_of_the_whole_ranking(n: int) -> None:
    whole, head = guess(Sparse(), TEXTS, PEOPLE), guess(Sparse(top=n), TEXTS, PEOPLE)
    assert [each.ranking[:n] for each in whole] == [each.ranking for each in head]


def test_the_population_is_indexed_once_and_again_when_it_changes() -> None:
    attack = Sparse().fit(PEOPLE)
    index = attack.index_
    attack.scores(TEXTS, list(PEOPLE))
    assert attack.index_ is index
    changed = [*PEOPLE[:3], replace(PEOPLE[3], text="PERSON keeps bees and bees")]
    assert attack.scores(TEXTS, changed)[1, 3] > 0
    assert attack.index_ is not index


def test_contributions_sum_to_the_score() -> None:
    attack = Sparse()
    scores = attack.scores(TEXTS, PEOPLE)
    parts = attack.explain(TEXTS[0], PEOPLE[1])
    assert sum(parts.values()) == pytest.approx(scores[0, 1])
    assert {"judge", "born zenda", "plays chess"} < set(parts)


def test_a_stranger_is_a_population_of_one() -> None:
    attack = Sparse().fit(PEOPLE)
    stranger = replace(PEOPLE[1], text="Plays chess")
    assert attack.explain("plays chess", stranger) == Sparse().explain("plays chess", stranger)
    assert attack.explain("plays chess", stranger) != attack.explain("plays chess", PEOPLE[1])


def test_a_kept_index_is_used_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = str(tmp_path / "index")
    first = Sparse(index=folder).scores(TEXTS, PEOPLE)
    monkeypatch.setattr("unname.index.sparse.index.build", None)
    np.testing.assert_array_equal(Sparse(index=folder).scores(TEXTS, PEOPLE), first)


@pytest.mark.parametrize(
    ("attack", "population", "message"),
    [
        (Sparse(words=(1, 3)), PEOPLE, "other n-grams"),
        (Sparse(), PEOPLE[:3], "another population"),
        (Sparse(), PEOPLE[::-1], "another population"),
    ],
)
def test_a_kept_index_must_fit(tmp_path: Path, attack: Sparse, population: list[Profile], message: str) -> None:
    Sparse(index=str(tmp_path)).fit(PEOPLE)
    with pytest.raises(ConfigError, match=message):
        replace(attack, index=str(tmp_path)).fit(population)


@pytest.mark.parametrize("population", [[], [PEOPLE[0], PEOPLE[0]]])
def test_populations_that_cannot_be(population: list[Profile]) -> None:
    with pytest.raises(InputError):
        Sparse().fit(population)


@pytest.mark.parametrize("settings", [{"weighting": "cosine"}, {"words": (2, 1)}, {"top": 0}, {"top": "all"}])
def test_settings_that_cannot_be(settings: dict[str, object]) -> None:
    with pytest.raises(ConfigError):
        guess(Sparse(**settings), TEXTS, PEOPLE)  # type: ignore[arg-type]


@pytest.mark.parametrize("attack", [Sparse(), Dense(), Ensemble()])
def test_a_list_of_people_that_was_changed_is_another_population(attack: Sparse | Dense | Ensemble) -> None:
    people = [Profile("a", text="a judge of chess"), Profile("b", text="a sailor of the lake")]
    assert guess(attack, ["the sailor"], people)[0].ranking[0][0] == "b"
    people.reverse()
    assert guess(attack, ["the sailor"], people)[0].ranking[0][0] == "b"
    people.append(Profile("c", text="a nurse"))
    assert guess(attack, ["the nurse"], people)[0].ranking[0][0] == "c"
