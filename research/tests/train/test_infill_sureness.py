"""How sure copies are, from texts of which is known what is hidden."""

import random

import pytest

pytest.importorskip("torch")

from invented_sheets import sheets
from unname.attack.infilling.sureness import OF_PHRASES, OF_WHOLES
from unname.core.document import Span
from unname.text.masks import find_masks
from unname_research.train.infill_sources import Sheet
from unname_research.train.infill_sureness import fit_sureness, hidden_behind, judge_copies, leave_out, mask_sheet


def test_each_mask_is_told_what_it_hides():
    known = Sheet("lives", "Ada Grey, of Zenda, sings.", ((Span(0, 8), "PERSON"), (Span(13, 18), "LOC")))
    masked = mask_sheet(known)
    assert masked == "***, of ***, sings."
    assert hidden_behind(known, find_masks(masked)) == [Span(0, 8), Span(13, 18)]


def told(number):
    """A life in words that no other has."""
    words = iter(f"w{number}x{at}" for at in range(100))
    parts = [" ".join(next(words) for _ in range(8)) for _ in range(6)]
    text, hidden = "", []
    for at, part in enumerate(parts):
        name = f"Name{number} Grey{at}"
        hidden.append((Span(len(text), len(text) + len(name)), "PERSON"))
        text += f"{name} {part}. "
    return Sheet("lives", text, tuple(hidden))


def test_copies_of_the_text_itself_are_right_and_surer():
    judged = list(judge_copies([told(number) for number in range(6)], seed=1))
    whole = [(copy.whole, right) for copy, right in judged if copy.near == copy.near]
    own = [right for share, right in whole if share > 0.95]
    assert len(own) > 20
    assert sum(own) / len(own) > 0.8


def test_there_is_a_number_for_each_feature():
    found = fit_sureness(list(judge_copies(sheets(), seed=1)))
    assert (len(found["OF_PHRASES"]), len(found["OF_WHOLES"])) == (len(OF_PHRASES), len(OF_WHOLES))


def test_an_edition_lacks_words():
    text = " ".join(map(str, range(1000)))
    left = leave_out(text, random.Random(0)).split()
    assert 800 < len(left) < 950
    assert set(left) < set(text.split())
