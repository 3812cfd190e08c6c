import pytest

from unname.core.errors import MissingModel
from unname.measure.function_words import PartOfSpeech

LISTED = PartOfSpeech("list")


def content_of(text: str) -> str:
    return "".join(c if keep else "_" for c, keep in zip(text, LISTED.content(text), strict=True))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("The Court of Eastmark", "___ Court __ Eastmark".replace(" ", "_")),
        ("Lund's claim", "Lund___claim"),
        ("Lund\u2019s", "Lund__"),
        ("MR Quill", "___Quill"),
        ("Mr. Quill", "Mr__Quill"),
        ("offer", "offer"),
        ("7\n8", "7\n8"),
        ("(\u201cQuill\u201d)", "__Quill__"),
    ],
)
def test_content(text, expected):
    assert content_of(text) == expected


def test_the_list_says_so():
    assert LISTED.source == "function words"


def test_nothing_installed_falls_back_to_the_list(monkeypatch):
    monkeypatch.setattr("unname.measure.spacy_pipeline.find_installed", lambda: None)
    assert PartOfSpeech().source == "function words"


def test_a_pipeline_that_is_not_there_is_an_error():
    with pytest.raises(MissingModel):
        _ = PartOfSpeech("no_such_pipeline").source


def test_long_texts_are_not_kept():
    text = "Quill of " * 120_000
    assert LISTED.content(text)[:9] == b"\1\1\1\1\1\0\0\0\0"


def test_spacy_decides_where_it_is_installed():
    pytest.importorskip("spacy")
    speech = PartOfSpeech()
    if speech.source == "function words":
        pytest.skip("no English pipeline is installed")
    assert speech.source.startswith("spacy:en_")
    assert speech.content("the Court of Eastmark") == bytes([0] * 4 + [1] * 5 + [0] * 4 + [1] * 8)
