"""What belongs to a finding is hidden with it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Mention, Role, Span
from unname.detect.whole import widened


def wide(text: str, *found: tuple[str, str]) -> list[str]:
    mentions = []
    for surface, label in found:
        start = text.index(surface)
        mentions.append(Mention(Span(start, start + len(surface)), label, "", Role.QUASI, 0.9, "test"))
    return [text[slice(*mention.span)] for mention in widened(text, sorted(mentions, key=lambda m: m.span))]


@pytest.mark.parametrize(
    ("text", "found", "expected"),
    [
        ("pol PP 60 774 219.", ("60 774 219", "CODE"), "PP 60 774 219"),
        ("book RO CT 088172", ("088172", "CODE"), "RO CT 088172"),
        ("our tag LAB-T-07)", ("07", "CODE"), "LAB-T-07"),
        ("id app_01HV8Q", ("01HV8Q", "CODE"), "app_01HV8Q"),
        ("plate AFK 482 CD, red", ("AFK 482", "CODE"), "AFK 482 CD"),
        ("MRN 4471903", ("4471903", "CODE"), "4471903"),
        ("No 4471903", ("4471903", "CODE"), "4471903"),
        ("ID 4471903 IV", ("4471903", "CODE"), "4471903"),
        ("at Lot 118, Kg. Pulau", ("118, Kg. Pulau", "LOC"), "Lot 118, Kg. Pulau"),
        ("the Office 1904, Al Manara", ("1904, Al Manara", "LOC"), "Office 1904, Al Manara"),
        ("his office in Leeds", ("Leeds", "LOC"), "Leeds"),
        ("seen by Md. Shafayet", ("Shafayet", "PERSON"), "Md. Shafayet"),
        ("seen by Dr. Shafayet", ("Shafayet", "PERSON"), "Shafayet"),
        ("signed p. kiprono", ("kiprono", "PERSON"), "p. kiprono"),
        ("17:00  Charity Marambakuyana", ("Marambakuyana", "PERSON"), "Charity Marambakuyana"),
        ("Will Marambakuyana come", ("Marambakuyana", "PERSON"), "Marambakuyana"),
        ("Yesterday Marambakuyana came", ("Marambakuyana", "PERSON"), "Marambakuyana"),
    ],
)
def test_what_stands_beside_a_finding(text, found, expected):
    assert wide(text, found) == [expected]


def test_one_word_between_two_parts_of_an_address():
    parts = (("Easter Dalchruin", "LOC"), ("Comrie PH6 2LW", "LOC"))
    assert wide("Easter Dalchruin, by Comrie PH6 2LW", *parts) == ["Easter Dalchruin, by Comrie PH6 2LW"]
    assert len(wide("Easter Dalchruin and Comrie PH6 2LW", *parts)) == 2
    assert len(wide("Leeds near York", ("Leeds", "LOC"), ("York", "LOC"))) == 2


def test_nothing_is_taken_from_a_neighbor():
    found = (("PP", "ORG"), ("60 774", "CODE"))
    assert wide("PP 60 774", *found) == ["PP", "60 774"]


@given(st.text("AB p.1 -_,\nno", max_size=40), st.data())
def test_mentions_only_grow_and_stay_apart(text, data):
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    spans = [Span(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=False) if text[a:b].strip()]
    found = [
        Mention(s, data.draw(st.sampled_from(["CODE", "LOC", "PERSON", "ORG"])), "", Role.QUASI, 0.9) for s in spans
    ]
    result = widened(text, found)
    assert all(any(r.span.start <= f.span.start and f.span.end <= r.span.end for r in result) for f in found)
    assert all(a.span.end <= b.span.start for a, b in pairwise(result))
