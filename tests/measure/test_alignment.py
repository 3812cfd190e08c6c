"""Alignment: as long as the best, and never a word that is not in both."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unname.measure.alignment as module
from unname.measure.alignment import find_common, find_edits

letters = st.text("abcd", max_size=14)


def longest(old, new):
    table = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i, one in enumerate(old):
        for j, other in enumerate(new):
            table[i + 1][j + 1] = table[i][j] + 1 if one == other else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


@pytest.mark.parametrize("most_bits", [1 << 29, 12])
@given(old=letters, new=letters)
def test_it_is_a_longest_common_subsequence(most_bits, old, new):
    before, module.MOST_BITS = module.MOST_BITS, most_bits
    try:
        pairs = find_common(old, new)
    finally:
        module.MOST_BITS = before
    assert all(old[i] == new[j] for i, j in pairs)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(pairs))
    assert len(pairs) == longest(old, new)


@pytest.mark.parametrize(
    ("original", "released", "expected"),
    [
        ("Ada Grey , a judge", "Ada Grey, a judge", []),
        ("Ada Grey, a judge", "ada grey, a judge", []),
        ("Ada Grey, a judge", "***, a judge", [("Ada Grey", "***")]),
        ("Ada Grey, a judge", "[FIRST NAME] Grey, a judge", [("Ada", "[FIRST NAME]")]),
        ("born in May 1970", "born in 1970", [("May", "")]),
        ("born in 1970", "born in May 1970", [("", "May")]),
        ("see [the note] by Ada", "see [the note] by [NAME]", [("Ada", "[NAME]")]),
        ("a judge", "", [("a judge", "")]),
        ("", "a judge", [("", "a judge")]),
        ("DATE of birth: May", "DATE of birth: DATE", [("May", "DATE")]),
    ],
)
def test_what_was_changed(original, released, expected):
    edits = find_edits(original, released)
    assert [(original[slice(*edit.old)], released[slice(*edit.new)]) for edit in edits] == expected


def test_masks_that_stick_to_words_are_found_if_they_are_named():
    original, released = "Ada Grey by the sea in 1970s", "SENSITIVEby the sea in SENSITIVEs"
    edits = find_edits(original, released, masks=("SENSITIVE",))
    said = [(original[slice(*edit.old)], released[slice(*edit.new)]) for edit in edits]
    assert said == [("Ada Grey", "SENSITIVE"), ("1970s", "SENSITIVEs")]


@given(st.lists(st.sampled_from(["Ada", "met", "a", "judge", ",", "***", "[NAME]"]), max_size=12), st.integers(0, 4095))
def test_outside_the_edits_the_tokens_are_the_same(tokens, hidden):
    original = " ".join(tokens)
    released = " ".join("[X]" if hidden >> at & 1 else token for at, token in enumerate(tokens))
    a = b = 0
    for edit in find_edits(original, released):
        assert original[a : edit.old.start].split() == released[b : edit.new.start].split()
        a, b = edit.old.end, edit.new.end
    assert original[a:].split() == released[b:].split()
