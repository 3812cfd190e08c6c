import numpy as np
import pytest

from unname.attack.written_names import FEATURES, NameBook

NAMES = [["Ada Maria Grey"], ["J.M. Grey"], ["Tom Fox"], ["Hans Hüttner", "Hans Reed"], []]
BOOK = NameBook.build(NAMES)


def evidence(text: str, number: int) -> dict[str, float]:
    people, rows = BOOK.evidence(text)
    places = dict(zip(people.tolist(), rows, strict=True))
    row = places.get(number, np.zeros(len(FEATURES)))
    return {name: round(float(value), 3) for name, value in zip(FEATURES, row, strict=True) if value}


def test_a_text_that_names_nobody_speaks_for_nobody() -> None:
    for text in ("", "***", "A fox and a gray reed"):
        people, rows = BOOK.evidence(text)
        assert (len(people), rows.shape) == (0, (0, len(FEATURES)))


@pytest.mark.parametrize(
    ("text", "number", "has"),
    [
        ("Mrs Ada Maria Grey", 0, {"whole", "full"}),
        ("GREY, Ada", 0, {"full"}),
        ("A. Grey", 0, {"initial"}),
        ("Ms Grey", 0, {"family"}),
        ("Then Ada left", 0, {"given"}),
        ("Tom Grey", 0, {"contradicted"}),
        ("T. Grey", 0, {"contradicted"}),
        ("To Tom. Grey left", 0, {"family"}),
        ("Mr J.M. Grey", 1, {"whole", "initial"}),
        ("by HANS HUTTNER", 3, {"whole", "full"}),
        ("Reed, a Ruritanian national", 3, {"family"}),
        ("tom fox sings", 2, {"whole", "full"}),
    ],
)
def test_how_a_name_is_written(text: str, number: int, has: set[str]) -> None:
    kinds = {"whole", "full", "initial", "family", "given", "contradicted"}
    # A part of a name that is written whole counts as a part, too.
    found = kinds & set(evidence(text, number))
    assert has <= found
    assert found <= has | {"given", "family"}


def test_who_is_presented_counts_and_who_stands_early() -> None:
    assert evidence("The case of Fox v. Ruritania", 2)["cue"] > 0
    assert "cue" not in evidence("A letter by Fox was never read by anybody", 2)
    assert evidence("Fox " + "sang " * 100, 2)["early"] > evidence("They sang " * 100 + "Fox", 2)["early"]


def test_rare_names_count_more() -> None:
    assert evidence("Fox", 2)["family"] > evidence("Grey", 0)["family"]


def test_words_of_a_name_are_counted() -> None:
    assert BOOK.named_by("Ada Grey, called Grey; grey skies", 0) == {"ada": 1, "grey": 2}
    assert not BOOK.named_by("Tom", 0)


def test_names_are_not_shown() -> None:
    assert "Grey" not in repr(BOOK)
    assert "grey" not in repr(BOOK)
