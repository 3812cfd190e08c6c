import pytest

from unname.measure.leaks.ordinary_words import TITLES, ordinary_words


@pytest.mark.parametrize(
    ("word", "is_ordinary"),
    [("may", True), ("court", True), ("the", True), ("senator", True), ("whitcombe", False), ("lisbon", False)],
)
def test_ordinary_words_are_known(word, is_ordinary):
    assert (word in ordinary_words()) is is_ordinary


def test_titles_are_among_them():
    assert ordinary_words() >= TITLES
