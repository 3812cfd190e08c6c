import numpy as np
import pytest

from unname.attack.standing import Standing, ownership
from unname.attack.written_names import FEATURES, NameBook
from unname.core.document import Document, Profile

PEOPLE = [Profile("p1", "Ada Grey"), Profile("p2", "Tom Fox"), Profile("p3", "Bob Reed")]
BACKGROUND = [
    Document("a", "CASE OF GREY v. RURITANIA. The court of Zenda fined a judge who kept bees."),
    Document("b", "CASE OF FOX v. GRAUSTARK. A nurse lost the letters of a king."),
    Document("c", "Nobody is named here, and bees are kept by every judge."),
]
WEIGHTS = np.array([*np.ones(len(FEATURES)), 1.0])
BOOK = NameBook.build([[person.name] for person in PEOPLE])


def standing(background: list[Document], people: list[Profile] = PEOPLE) -> Standing:
    return Standing.build(BOOK, people, background, WEIGHTS, 40.0)


def test_whose_documents_are_like_the_text() -> None:
    known = standing(BACKGROUND)
    assert known.shares("*** is a judge who kept bees").argmax() == 0
    shares = known.shares("The nurse lost all letters")
    assert shares.argmax() == 1
    assert shares[2] == 0.0


def test_nothing_is_known_of_anybody() -> None:
    for known in (standing([]), standing(BACKGROUND[2:])):
        assert known.shares("a judge who kept bees").tolist() == [0.0, 0.0, 0.0]
        assert known.words("a judge who kept bees", 0) == {}
    assert standing(BACKGROUND).shares("qwertz").tolist() == [0.0, 0.0, 0.0]


def test_what_a_profile_says_is_about_that_person() -> None:
    people = [*PEOPLE[:2], Profile("p3", "Bob Reed", {"job": "diver"}, "Finds pearls off Hentzau.")]
    known = standing(BACKGROUND, people)
    assert known.shares("Who finds pearls?").argmax() == 2
    assert "pearls" in known.words("Who finds pearls?", 2)


def test_what_is_left_of_a_document_is_nobodys() -> None:
    evidence = np.ones((2, len(FEATURES)))
    shares = ownership(evidence, WEIGHTS)
    assert shares[0] == shares[1] == pytest.approx(0.5, abs=1e-3)
    assert ownership(evidence[:1] * 0.0, WEIGHTS)[0] == pytest.approx(1 / (1 + np.e))
    assert ownership(evidence[:0], WEIGHTS).shape == (0,)


def test_documents_are_not_shown() -> None:
    assert "bees" not in repr(standing(BACKGROUND))
