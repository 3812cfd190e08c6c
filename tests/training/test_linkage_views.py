import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Profile, Span
from unname.core.errors import ConfigError, InputError
from unname.people.pairs import Pair
from unname.text.words import words
from unname.training.linkage_views import Examples, Masking, hidden_text

TEXTS = ("A judge from Zenda; born 1804-March 29", "she plays chess in Ruritz and in Zenda")
PROFILES = (Profile("a", "Ada Grey", {"born": "1804-05-01", "town": "zenda"}), Profile("b", "", {"hobby": "chess"}))


@pytest.fixture(scope="module")
def examples() -> Examples:
    return Examples(TEXTS, PROFILES)


def seen(examples: Examples, number: int, visible: np.ndarray) -> list[str]:
    text = examples.texts[number]
    return [text[a:b] for (a, b), shown in zip(examples.spans[number], visible, strict=True) if shown]


def test_words_of_the_profile_and_capitals(examples: Examples) -> None:
    assert seen(examples, 0, examples.in_profile[0]) == ["Zenda", "1804-March"]
    assert seen(examples, 1, examples.in_profile[1]) == ["chess"]
    assert seen(examples, 0, examples.whole_in_profile[0]) == ["Zenda"]
    assert seen(examples, 0, examples.capitals[0]) == ["A", "Zenda"]


@pytest.mark.parametrize(
    ("masking", "hidden"),
    [
        (Masking("uniform", lexical=1.0, capitals=0.0, more=0.0), [{"Zenda", "1804-March"}, {"Zenda"}]),
        (Masking("uniform", lexical=0.0, capitals=1.0, more=0.0), [{"A", "Zenda"}]),
        (Masking("none"), [set()]),
    ],
)
def test_redactions(examples: Examples, masking: Masking, hidden: list[set[str]]) -> None:
    dice = np.random.default_rng(0)
    views = [frozenset(seen(examples, 0, ~examples.visible(0, masking, dice))) for _ in range(30)]
    assert set(views) == set(map(frozenset, hidden))


def test_the_number_of_masks_is_uniform(examples: Examples) -> None:
    dice = np.random.default_rng(0)
    masking = Masking("uniform", lexical=0.0, capitals=0.0)
    n_words = len(examples.spans[0])
    counts = np.bincount([(~examples.visible(0, masking, dice)).sum() for _ in range(3000)], minlength=n_words + 1)
    assert len(counts) == n_words + 1
    assert counts.min() > 0.7 * 3000 / (n_words + 1)


def test_rare_words_go_first_by_idf() -> None:
    examples = Examples(["the one", "the two", "the three"], [PROFILES[0]] * 3)
    dice = np.random.default_rng(0)
    masking = Masking("idf", lexical=0.0, capitals=0.0)
    views = [examples.visible(0, masking, dice) for _ in range(600)]
    alone = [view for view in views if view.sum() == 1]
    assert np.mean([view[0] for view in alone]) > 0.7


def test_unknown_dropout() -> None:
    with pytest.raises(ConfigError, match="sometimes"):
        Masking("sometimes")


@pytest.mark.parametrize(
    ("pair", "id"),
    [
        (Pair(Document("d1", "-- [MASK]"), PROFILES[0]), "d1"),
        (Pair(Document("d1", "a judge"), Profile("p1", "", {"job": None, "town": "unknown"})), "p1"),
    ],
)
def test_what_nobody_can_learn_from_is_refused(pair: Pair, id: str) -> None:
    with pytest.raises(InputError, match=id):
        Examples.of([pair])


@given(st.lists(st.booleans(), min_size=8, max_size=8))
def test_hidden_text_joins_masks(visible: list[bool]) -> None:
    text = "one, two (three) four; five six, seven - eight."
    hidden = hidden_text(text, words(text), np.array(visible))
    runs = sum(1 for i, shown in enumerate(visible) if not shown and (i == 0 or visible[i - 1]))
    assert hidden.count("[MASK]") == runs
    kept = [text[a:b] for (a, b), shown in zip(words(text), visible, strict=True) if shown]
    left = hidden.replace("[MASK]", " ")
    assert [left[a:b] for a, b in words(left)] == kept


def test_hidden_text_of_no_words() -> None:
    assert hidden_text("...", [], np.zeros(0, bool)) == "..."
    assert hidden_text("a b", [Span(0, 1), Span(2, 3)], np.array([False, False])) == "[MASK]"
