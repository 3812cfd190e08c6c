"""Views as texts."""

import pytest

from unname.core.document import Document, Mention, Span
from unname.risk.view_texts import cuts_words, locate_kept, write_view
from unname.text.words import visible_words

TEXT = "Ada Grey of Zenda-born folk"


def case(*spans: tuple[int, int]) -> Document:
    return Document("d", TEXT, mentions=tuple(Mention(Span(*span), "MISC", str(n)) for n, span in enumerate(spans)))


@pytest.mark.parametrize(
    ("view", "text"),
    [
        ({}, TEXT),
        ({"0": "***"}, "*** Grey of Zenda-born folk"),
        ({"0": "***", "1": "***"}, "*** of Zenda-born folk"),
        ({"0": "[PERSON]", "1": "[PERSON]"}, "[PERSON] [PERSON] of Zenda-born folk"),
        ({"0": "a judge", "1": "***"}, "a judge *** of Zenda-born folk"),
        ({"unknown": "***"}, TEXT),
    ],
)
def test_the_text_that_a_view_shows(view: dict[str, str], text: str) -> None:
    assert write_view(case((0, 3), (4, 8)), view).text == text


@pytest.mark.parametrize(
    ("spans", "expected"),
    [([], False), ([(0, 8)], False), ([(0, 3), (12, 22)], False), ([(12, 17)], True), ([(1, 3)], True)],
)
def test_whether_a_word_is_hidden_in_part(spans: list[tuple[int, int]], expected: bool) -> None:
    assert cuts_words(case(*spans)) is expected


@pytest.mark.parametrize("value", ["***", "a very old judge", "x"])
def test_words_are_found_where_they_were(value: str) -> None:
    document = case((4, 8), (23, 27))
    release = write_view(document, {"0": value, "1": value})
    spans = [span for stretch in visible_words(release.text) for span in stretch]
    found = [TEXT[start:end] for _, (start, end) in locate_kept(spans, release)]
    assert found == ["Ada", "of", "Zenda-born"]
