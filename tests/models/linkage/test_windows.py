from itertools import chain

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unname.models.linkage.windows import Reader
from unname.models.packaged import WEIGHTS
from unname.models.pieces import Tokenizer
from unname.text.words import visible_words

READER = Reader(Tokenizer(WEIGHTS / "tokenizer.json"))
VOCABULARY = [
    "born",
    "in",
    "Zenda,",
    "on",
    "March",
    "29,",
    "1804;",
    "O'Brien's",
    "(Tenn.)",
    "[LOC]",
    "***",
    "\n",
    "Łódź",
    "—",
]


def counted(text: str) -> list[str]:
    reading = READER(text)
    return [text[reading.spans[word].start : reading.spans[word].end] for word in reading.word[reading.counted]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("; , -", []),
        ("a judge of the court", ["judge", "court"]),
        ("a judge of [LOC], Ohio", ["judge", "Ohio"]),
        ("the Fifty-second", ["Fifty-second", "Fifty-second"]),
        ("[LOC] ***", []),
    ],
)
def test_counts_the_pieces_of_words_alone(text: str, expected: list[str]) -> None:
    assert counted(text) == expected


@pytest.mark.parametrize(
    "text",
    ["born [LOC], [LOC] in 1804", "born ****** in 1804", "born [DATE] ([LOC]; ***) in 1804", "born [MASK] in 1804"],
)
def test_a_run_of_masks_is_one_piece(text: str) -> None:
    reading = READER(text)
    assert (reading.ids == READER.specials.mask).sum() == 1


def test_pieces_on_both_sides_of_a_mask_are_no_neighbors() -> None:
    (whole,), (broken,) = (READER(text).windows(100) for text in ("judge court Ohio", "judge [X] court Ohio"))
    assert whole.joined.tolist() == [False, True, True]
    assert broken.joined.tolist() == [False, False, True]


def test_lines_are_no_neighbors() -> None:
    (window,) = READER("judge court\njudge").windows(100)
    assert window.joined.tolist() == [False, True, False]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(VOCABULARY), max_size=60), st.integers(4, 20))
def test_every_counted_piece_is_owned_once(chosen: list[str], length: int) -> None:
    reading = READER(" ".join(chosen))
    windows = reading.windows(length)
    places = np.concatenate([np.zeros(0, np.int64), *(window.start + window.at[window.owned] for window in windows)])
    assert places.tolist() == np.flatnonzero(reading.counted).tolist()
    assert all(len(window) <= length for window in windows)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(VOCABULARY), max_size=40))
def test_words_are_those_outside_masks(chosen: list[str]) -> None:
    text = " ".join(chosen)
    assert list(READER(text).spans) == list(chain.from_iterable(visible_words(text)))
