import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.text.sentences import sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n ", []),
        ("One", ["One"]),
        ("He sang. She left!  Why?", ["He sang.", "She left!", "Why?"]),
        ('He said "no." Then left', ['He said "no."', "Then left"]),
        ("A line\n\nanother line\n", ["A line", "another line"]),
        ("It cost 3.50 then...\nYes", ["It cost 3.50 then...", "Yes"]),
    ],
)
def test_sentences_end_at_punctuation_and_lines(text, expected):
    assert [text[start:end] for start, end in sentences(text)] == expected


@given(st.text(alphabet='ab .!?\n"', max_size=60))
def test_nothing_but_blanks_is_left_out(text):
    found = sentences(text)
    assert "".join("".join(text[start:end] for start, end in found).split()) == "".join(text.split())
    assert all(start < end and text[start:end].strip() == text[start:end] for start, end in found)


def test_a_page_of_dots_is_read_in_one_go():
    # Were every dot tried with all that follow, this would be 10^12 steps.
    assert sentences("." * 1_000_000) == [(0, 1_000_000)]
    assert sentences("a" + ".!?" * 300_000 + " b") == [(0, 900_001), (900_002, 900_003)]
