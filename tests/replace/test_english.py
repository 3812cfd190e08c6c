"""Articles and numbers of nouns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.replace.english import choose_article, find_singulars, with_article, write_plural
from unname.replace.kinds import read_kinds


@pytest.mark.parametrize(
    ("word", "article"),
    [
        ("actor", "an"), ("European", "a"), ("university", "a"), ("unknown", "an"), ("hour", "an"), ("house", "a"),
        ("18-year-old", "an"), ("80-to-89-year-old", "an"), ("180", "a"), ("1800s", "an"), ("1990s", "a"),
        ("FBI agent", "an"), ("US citizen", "a"), ("Irish", "an"), ("Ukrainian", "a"), ("***", "a"), ("[PERSON]", "a"),
        ("", "a"),
    ],
)  # fmt: skip
def test_articles(word: str, article: str) -> None:
    assert choose_article(word) == article
    assert with_article(word) == f"{article} {word}"


@given(st.sampled_from(sorted({kind for kinds in read_kinds().values() for kind in kinds})))
def test_a_kind_is_among_the_singulars_of_its_plural(kind: str) -> None:
    if " of " not in kind and kind != "aircraft":
        assert kind in find_singulars(write_plural(kind))


@given(st.text())
def test_any_text_has_an_article_and_a_plural(text: str) -> None:
    assert choose_article(text) in ("a", "an")
    assert isinstance(write_plural(text), str)
    assert isinstance(find_singulars(text), list)
