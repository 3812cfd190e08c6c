import pytest

from unname.core.document import Span
from unname.text.words import visible_words, words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("... -- '", []),
        ("born 1833-March 3, 1837", ["born", "1833-March", "3", "1837"]),
        ("O'Brien’s snake_case", ["O'Brien’s", "snake", "case"]),
        ("Łódź, ٣", ["Łódź", "٣"]),
    ],
)
def test_words(text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in words(text)] == found


def test_words_inside_masks_are_not_visible() -> None:
    text = "a judge of [LOC], *** and DATE then"
    assert [[text[start:end] for start, end in stretch] for stretch in visible_words(text)] == [
        ["a", "judge", "of"],
        ["and"],
        ["then"],
    ]
    assert visible_words("[MASK] ***") == []
    assert visible_words("one") == [[Span(0, 3)]]
