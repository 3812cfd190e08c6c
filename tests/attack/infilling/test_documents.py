import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.attack.infilling.documents import OF_KNOWLEDGE, OF_ORIGINALS, Documents, Found, Shelves, probabilities_of
from unname.core.document import Document
from unname.core.errors import ConfigError

BACKGROUND = [
    Document("a", "Ada Grey is a judge in Ruritania"),
    Document("b", "Tony Booth is a nurse in Ruritania"),
    Document("b", "A second page about the nurse of Ruritania"),
    Document("c", "*** *** ***"),
]


def found(text: str, without: set[str] = frozenset(), n: int = 100) -> list[str]:  # type: ignore[assignment]
    return [document.id for document in Documents(n).fit(BACKGROUND).find(text, without)]


def test_the_best_come_first_and_what_shares_nothing_is_not_found() -> None:
    assert found("*** is a nurse in ***")[0] == "b"
    assert found("*** is a judge")[0] == "a"
    assert "c" not in found("*** is a nurse in Ruritania")
    assert found("***") == []
    assert found("") == []


def test_what_is_barred_makes_room_for_others() -> None:
    assert found("a nurse in Ruritania", {"b"}) == ["a"]
    assert found("a nurse in Ruritania", {"b"}, n=1) == ["a"]
    assert found("a nurse in Ruritania", {"a", "b", "nobody"}) == []


def test_an_empty_background_has_nothing() -> None:
    assert Documents().fit([]).find("a nurse") == []


def test_the_index_stays_while_the_documents_are_the_same() -> None:
    documents = Documents().fit(BACKGROUND)
    index = documents.index_
    assert documents.fit(list(BACKGROUND)).index_ is index
    assert documents.fit(BACKGROUND[:2]).index_ is not index


@pytest.mark.parametrize("settings", [{"n_documents": 0}, {"weighting": "guess"}])
def test_wrong_settings_are_refused(settings: dict) -> None:
    with pytest.raises(ConfigError):
        Documents(**settings).fit(BACKGROUND)


def test_how_probable_a_document_is_the_one_follows_from_how_far_it_is_ahead():
    ahead, close = probabilities_of([30.0, 10.0, 9.0]), probabilities_of([30.0, 29.0, 28.0])
    assert ahead[0] > 0.8 > 0.4 > close[0]
    for each in (ahead, close):
        assert each == sorted(each, reverse=True)
        assert 0 < sum(each) < 1
    assert probabilities_of([]) == []


@given(st.lists(st.floats(0.01, 1e6), min_size=1, max_size=100))
def test_probabilities_of_documents_are_shares(scores):
    found = probabilities_of(sorted(scores, reverse=True))
    assert len(found) == len(scores)
    assert all(0 <= each <= 1 for each in found)
    assert sum(found) <= 1


def test_documents_of_one_id_count_as_the_best_of_them():
    assert Found([Document("a", "x"), Document("b", "x"), Document("a", "y")], [0.5, 0.2, 0.1]).by_id == {
        "a": 0.5,
        "b": 0.2,
    }


def test_an_original_counts_only_where_it_is_far_ahead():
    """Of general documents the best is often the right one; of originals only the text itself is."""
    scores = [30.0, 24.0, 20.0, *[15.0] * 50]
    assert probabilities_of(scores, OF_ORIGINALS)[0] < 0.2 < probabilities_of(scores)[0]
    assert probabilities_of([30.0, 6.0], OF_ORIGINALS)[0] > 0.8
    shelves = Shelves().fit(
        [Document("general/a", "Ada sings"), Document("original/a", "Ada sings"), Document("x", "Ada")]
    )
    assert {name: shelf.finding for name, shelf in shelves.shelves_.items()} == {
        "general": OF_KNOWLEDGE,
        "original": OF_ORIGINALS,
        "": OF_KNOWLEDGE,
    }
    assert [[each.id for each in found.documents] for found in shelves.find("Ada sings", {"general/a"})] == [
        ["original/a"],
        ["x"],
    ]
