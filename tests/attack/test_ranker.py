from dataclasses import replace

import numpy as np
import pytest

from unname.attack.ranker import COLUMNS, Ranker
from unname.attack.ranking import guess
from unname.core.document import Document, Profile
from unname.core.errors import InputError
from unname.core.registry import create

PEOPLE = [
    Profile("p1", "Mehmet Karadağlı"),
    Profile("p2", "Rupert Ashworth"),
    Profile("p3", "Krystyna Wiśniewolska"),
    Profile("p4", "Jonathan Ashworth-Hill"),
]
BACKGROUND = [
    Document("a", "CASE OF KARADAĞLI v. TURKEY. A barber whose shop was searched for pamphlets."),
    Document("b", "CASE OF ASHWORTH v. THE UNITED KINGDOM. A sailor who was not told why his boat was seized."),
]


def first(text: str, background: list[Document] | None = None) -> str:
    return guess(Ranker(background or []), [text], PEOPLE)[0].ranking[0][0]


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("The applicant, Mr Rupert Ashworth, kept a shop.", "p2"),
        ("Lodged by a Polish national, Ms Krystyna Wisniewolska", "p3"),
        ("MEHMET KARADAGLI and others complained.", "p1"),
        ("Mr J. Ashworth-Hill complained of the delay.", "p4"),
    ],
)
def test_a_name_that_was_filled_in_is_found(text: str, id: str) -> None:
    assert first(text) == id


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("An application against the Republic of Turkey by a Turkish national, ***", {"p1"}),
        ("An application against the Republic of Poland by a Polish national, ***. She is a nurse.", {"p3"}),
        ("An application against the United Kingdom by a British national, ***", {"p2", "p4"}),
    ],
)
def test_a_masked_text_asks_for_names_of_a_country(text: str, ids: set[str]) -> None:
    ranking = guess(Ranker(), [text], PEOPLE)[0].ranking
    assert {id for id, _ in ranking[: len(ids)]} == ids


def test_background_tells_whose_case_it_is() -> None:
    text = "The boat of *** was seized, and nobody told *** why."
    assert first(text, BACKGROUND) == "p2"
    people = [replace(PEOPLE[0], text="A sailor whose boat was seized."), *PEOPLE[1:]]
    assert guess(Ranker(), [text], people)[0].ranking[0][0] == "p1"


def test_what_is_known_already_is_not_looked_up_again() -> None:
    ranker = Ranker(BACKGROUND).fit(PEOPLE)
    known = ranker.people_
    assert ranker.fit(list(PEOPLE)).people_ is known
    ranker.background = BACKGROUND[:1]
    assert ranker.fit(PEOPLE).people_ is not known
    assert ranker.features("The boat was seized", PEOPLE).shape == (4, len(COLUMNS))


def test_contributions_sum_to_the_score() -> None:
    ranker = Ranker(BACKGROUND)
    text = "Rupert Ashworth is a British sailor; his boat was seized in Turkey."
    scores = ranker.scores([text], PEOPLE)[0]
    for number, person in enumerate(PEOPLE):
        parts = ranker.explain(text, person)
        assert sum(parts.values()) == pytest.approx(scores[number], abs=1e-5)
    assert list(parts.values()) == sorted(parts.values(), reverse=True)
    assert max(ranker.explain(text, PEOPLE[1]).items(), key=lambda item: item[1])[0] in {"rupert", "ashworth"}
    assert ranker.explain(text, Profile("p9", "Tom Fox"))


def test_somebody_without_a_name_is_still_a_person() -> None:
    scores = Ranker().scores(["Mr Ashworth left Turkey"], [Profile("a"), *PEOPLE])
    assert np.isfinite(scores).all()


def test_its_name_and_its_weights() -> None:
    assert create("attack", "ranker").name == "ranker"
    with pytest.raises(InputError, match=r"nowhere.*ranker\.npz"):
        Ranker(weights="nowhere").fit(PEOPLE)
    assert "KARADA" not in repr(Ranker(BACKGROUND).fit(PEOPLE))
