import pytest

from unname.attack.infilling.split import split_words
from unname.core.document import Span


@pytest.mark.parametrize(
    ("text", "labels", "parts"),
    [
        ("Ada Grey 3 May 1961", ["PERSON", "DATETIME"], ["Ada Grey", "3 May 1961"]),
        ("3 May 1961 Mr Grey", ["DATETIME", "PERSON"], ["3 May 1961", "Mr Grey"]),
        ("Ada Grey 3 May 1961", [None, "DATETIME"], ["Ada Grey", "3 May 1961"]),
        ("3 May 1961 Mr Grey", [None, None], ["3 May 1961", "Mr Grey"]),
        ("Mr Booth 3 May 1961", ["SOMETHING", None], ["Mr Booth", "3 May 1961"]),
        ("Ada Grey", [None, None], ["Ada", "Grey"]),
        ("Ada Maria Grey Booth", [None, None], ["Ada Maria", "Grey Booth"]),
        ("Ada", [None, None], ["Ada", ""]),
        ("", [None, "PERSON"], ["", ""]),
    ],
)
def test_words_go_to_the_masks_they_fit(text: str, labels: list[str | None], parts: list[str]) -> None:
    spans, sureness = split_words(text, Span(0, len(text)), labels)
    assert [text[slice(*span)] for span in spans] == parts
    assert 0 < sureness < 1


def test_one_word_for_each_mask_is_surest() -> None:
    assert split_words("a b", Span(0, 3), [None, None])[1] > split_words("a b c", Span(0, 5), [None, None])[1]


def test_very_many_masks_are_shared_out_evenly() -> None:
    text = "word " * 2000
    spans, _ = split_words(text, Span(0, len(text)), ["PERSON"] * 1000)
    assert len(spans) == 1000
    assert all(text[slice(*span)] == "word word" for span in spans)
