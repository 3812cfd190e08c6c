import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Profile
from unname.core.errors import ConfigError
from unname.core.fold import fold
from unname.index.web import LocalIndex, SearchEngine, query_key

TEXTS = {
    "zenda": "The Castle of Zenda. Rudolf Rassendyll, judge, lives in the castle of Zenda; Zenda is small.",
    "strelsau": "Flavia was born in Strelsau on 2 May 1970.\nRudolf  Elphberg was not.",
    "lodz": "Application no. 27961/02 was lodged in ŁÓDŹ.",
    "empty": "",
}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (["zenda"], ["zenda"]),
        (["CASTLE  of\nZenda"], ["zenda"]),
        (["castle zenda"], []),
        (["Rudolf"], ["zenda", "strelsau"]),
        (["Rudolf", "2 May 1970"], ["strelsau"]),
        (["Rudolf", "Rudolf"], ["zenda", "strelsau"]),
        (["Rudolf Rassendyll", "strelsau"], []),
        (["27961/02"], ["lodz"]),
        (["lodz"], ["lodz"]),
        (["Rudolf", "unheard of"], []),
        (["unheard of"], []),
        (["***"], []),
        (["lodz ***"], ["lodz"]),
        ([], []),
        (["small Flavia"], []),
        (["zend"], []),
    ],
)
def test_what_is_found(query, found):
    assert list(LocalIndex(TEXTS).search(query, 10)) == found


def test_the_best_come_first_and_no_more_than_asked_for():
    index = LocalIndex(["a judge", "a judge and a judge and a judge", "a judge and a judge"])
    assert index.search(["judge"], 2) == ["2", "3"]
    assert index.search(["judge"], 9) == ["2", "3", "1"]
    assert index.search(["judge"], 0) == []


def test_people_and_documents_are_searched_whole():
    people = LocalIndex([Profile("p1", "Ada Grey", {"job": "judge"}, "Plays chess."), Profile("p2", "Bo Grey")])
    assert people.search(["ada grey", "judge", "chess"], 5) == ["p1"]
    assert "p2" in people
    assert "p3" not in people
    assert LocalIndex([Document("d", "Ada left.")]).search(["ada"], 5) == ["d"]


def test_two_texts_with_one_id_are_refused():
    with pytest.raises(ConfigError, match="same id"):
        LocalIndex([Profile("p1"), Profile("p1")]).search(["x"], 1)


def test_it_shows_no_text_and_plays_the_role():
    index = LocalIndex(TEXTS)
    assert isinstance(index, SearchEngine)
    assert "Rudolf" not in repr(index) + index.name
    assert "4" in index.name


WORDS = st.lists(st.sampled_from(["ada", "bo", "Čy", "d-e", "f."]), max_size=8).map(" ".join)


@given(st.lists(WORDS, max_size=5), st.lists(WORDS, min_size=1, max_size=3))
def test_it_finds_what_reading_finds(texts, query):
    def plain(text):
        return f" {' '.join(re.findall(r'[a-z0-9]+', fold(text)))} "

    expected = {
        str(number)
        for number, text in enumerate(texts, start=1)
        if all(plain(term).strip() and plain(term) in plain(text) for term in query)
    }
    assert set(LocalIndex(texts).search(query, 99)) == expected


def test_a_key_tells_apart_what_is_searched_apart():
    assert query_key(["a b"]) != query_key(["a", "b"])
    assert query_key(["b", "A"]) == query_key(["a", "b."])
    assert "ada" not in query_key(["ada"])
