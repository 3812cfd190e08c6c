import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripted import TOKENIZER, Script, infiller, likes, pieces
from unname.core.document import Span
from unname.core.errors import MissingModel
from unname.models.infiller import (
    AFTER,
    BEFORE,
    BEGIN,
    END,
    HINTS,
    MOST_ASKED,
    MOST_LINES,
    MOST_PASSAGE,
    MOST_WRITTEN,
    Infiller,
    Window,
    best_ranges,
    passage_parts,
)
from unname.text.masks import find_masks

READER = infiller(Script())
TEXT = "*** was born in *** and is a nurse in ***."
NOTHING = np.zeros(0, np.int64)


def whole(text, masks):
    """The pieces of a text with one for each mask, and the places of these."""
    ids, places, at = [], [], 0
    for start, end in masks:
        ids += [*pieces(text[at:start]), TOKENIZER.mask]
        places.append(len(ids) - 1)
        at = end
    return [*ids, *pieces(text[at:])], places


def check_windows(text, masks):
    windows = READER.windows(text, masks)
    ids, places = whole(text, masks)
    asked = [number for window in windows for number in window.places]
    assert asked == list(range(len(masks)))
    for window in windows:
        assert len(window.ids) == min(MOST_ASKED, len(ids))
        for number, place in window.places.items():
            start = places[number] - place
            assert window.ids.tolist() == ids[start : start + MOST_ASKED]
            assert place >= min(BEFORE, places[number])
            assert len(window.ids) - place >= min(AFTER, len(ids) - places[number])
    return windows


@given(st.lists(st.tuples(st.integers(0, 150), st.booleans()), max_size=30))
def test_every_mask_is_asked_about_once_with_text_on_both_sides(runs):
    text = "".join("word " * n + ("*** " if masked else "") for n, masked in runs)
    check_windows(text, find_masks(text))


@pytest.mark.parametrize(
    "text",
    ["***", "*** ***", "*** is a nurse", "a nurse is ***", "*** " * 1000, "*** met *** in [LOC], " * 333 + "***"],
)
def test_masks_at_the_ends_and_a_thousand_of_them(text):
    check_windows(text, find_masks(text))


def test_a_long_text_is_read_around_its_masks_alone():
    text = "*** " + "The nurse lives in Ruritania. " * 3500 + "*** " + "She keeps horses. " * 10 + "***"
    assert len(text) > 100_000
    assert len(check_windows(text, find_masks(text))) == 2


def test_a_text_without_masks_has_no_windows():
    assert READER.windows("A nurse.", []) == []
    assert READER.windows("", []) == []


@pytest.mark.parametrize("label", HINTS)
def test_a_label_stands_before_its_mask(label):
    masks = find_masks(TEXT)
    (window,) = READER.windows(TEXT, masks, [None, label, None])
    hint = pieces(HINTS[label])
    place = window.places[1]
    assert window.ids[place - len(hint) : place].tolist() == hint
    assert window.ids[list(window.places.values())].tolist() == [TOKENIZER.mask] * 3
    assert len(window.ids) == len(whole(TEXT, masks)[0]) + len(hint)


@given(st.integers(0, 1500))
def test_nothing_of_a_passage_is_cut_off(n):
    parts = passage_parts(np.zeros(n))
    assert all(0 <= start < end <= n and end - start <= MOST_PASSAGE for start, end in parts)
    for first in range(0, n):  # what can be pointed at stands whole in a part
        last = min(n, first + 24)
        assert any(start <= first and last <= end for start, end in parts)
    assert len(parts) == (0 if not n else 1 if n <= MOST_PASSAGE else -(-(n - MOST_PASSAGE) // (MOST_PASSAGE - 24)) + 1)


def log_shares(scores):
    shifted = np.array(scores, np.float32)
    return shifted - np.log(np.exp(shifted).sum())


@given(
    st.integers(0, 40).flatmap(
        lambda n: st.tuples(*[st.lists(st.integers(-6, 6), min_size=n + 1, max_size=n + 1)] * 2)
    ),
    st.integers(0, 6),
    st.integers(1, 30),
)
def test_the_best_ranges_are_those_of_all(scores, n_best, longest):
    begins, ends = map(log_shares, scores)
    n = len(begins) - 1
    every = sorted(float(np.exp(begins[1 + a] + ends[1 + b])) for a in range(n) for b in range(a, min(n, a + longest)))
    found = best_ranges(begins, ends, n_best, longest)
    assert [each.probability for each in found] == pytest.approx(every[::-1][:n_best])
    for first, last, probability in found:
        assert 0 <= first <= last < min(n, first + longest)
        assert 0 <= probability <= 1
        assert probability == pytest.approx(float(np.exp(begins[1 + first] + ends[1 + last])))
    assert len({each[:2] for each in found}) == len(found)


def test_it_points_at_the_passage_and_at_nothing_else():
    # The text has the words, too, and other passages of the batch are longer.
    text = "Ruritania: *** is a nurse in ***."
    script = Script(**likes("Ruritania"))
    passages = [np.array(pieces(each), np.int64) for each in ("Ada lives in Ruritania.", "Nobody lives here. " * 9)]
    found = {}
    for batch in (1, 8):
        reader = infiller(script, batch=batch)
        windows = reader.windows(text, find_masks(text)) * 2
        found[batch] = reader.point(windows, passages, 3)
    assert found[1] == found[8]
    place = pieces("Ada lives in Ruritania.").index(pieces("Ruritania")[0])
    holds, lacks = found[8]
    assert list(holds) == list(lacks) == [0, 1]
    for ranges in holds.values():
        assert ranges[0].first == place
        assert ranges[0].last == place + len(pieces("Ruritania")) - 1
        assert ranges[0].probability > 0.9
        assert sum(each.probability for each in ranges) <= 1
    for ranges in lacks.values():
        assert all(each.probability < 0.01 for each in ranges)


def test_what_the_passage_does_not_hold_goes_to_none():
    script = Script(**likes("Ruritania", 6.0))
    opening = TOKENIZER.special[1]
    script.begins[opening] = script.ends[opening] = 12.0
    reader = infiller(script)
    (found,) = reader.point(reader.windows(TEXT, find_masks(TEXT)), [np.array(pieces("Ruritania"))], 1)
    assert all(ranges[0].probability < 0.01 for ranges in found.values())


@pytest.mark.parametrize("size", [0, 1, 3, MOST_WRITTEN - 1, MOST_WRITTEN, MOST_WRITTEN + 5])
def test_writing_stops_at_the_end_and_at_the_longest(size):
    script = Script(written=tuple(range(3000, 3000 + size)))
    reader = infiller(script)
    (window,) = reader.windows(TEXT, find_masks(TEXT))
    said = reader.write(window, NOTHING, 1)
    assert list(said) == [0, 1, 2]
    for (written,) in said.values():
        # Something is always written: where the end comes first, the runner-up and then the end.
        assert written.ids == (script.written[:MOST_WRITTEN] or (2000,))
        assert 0 <= written.probability <= 1
    assert len(script.fed) == min(max(size, 1) + 1, MOST_WRITTEN)


def test_several_beginnings_are_written_on_best_first():
    reader = infiller(Script(written=(3000, 3001)))
    (window,) = reader.windows(TEXT, find_masks(TEXT))
    for written in reader.write(window, np.array(pieces("She lives in Ruritania.")), 3).values():
        assert [each.ids for each in written] == [(3000, 3001), (2000, 3001), (2001, 3001)]
        probabilities = [each.probability for each in written]
        assert probabilities == sorted(probabilities, reverse=True)
        assert all(0 <= each <= 1 for each in probabilities)
        assert not any({BEGIN, END} & {*each.ids} for each in written)


def test_lines_see_what_is_read_and_their_own_past():
    script = Script(written=(3000, 3001))
    reader = infiller(script)
    (window,) = reader.windows(TEXT, find_masks(TEXT))
    passage = np.array(pieces("She lives in Ruritania."))
    reader.write(window, passage, 1)
    feed = script.fed[2]
    n_read = len(window.ids) + len(passage) + 3
    assert feed["ids"][0, n_read:].tolist() == [BEGIN, 3000, 3001] * 3
    assert feed["inside"][0].tolist() == [0] * n_read + [1, 2, 3] * 3
    masks = [place + 1 for place in window.places.values()]
    assert feed["places"][0].tolist() == [*range(n_read), *np.repeat(masks, 3).tolist()]
    assert (feed["ids"][0, masks] == TOKENIZER.mask).all()
    assert feed["types"][0].tolist() == [0] * (len(window.ids) + 2) + [1] * (len(passage) + 1) + [0] * 9
    expected = np.zeros((n_read + 9, n_read + 9))
    expected[:, :n_read] = 1
    for line in range(3):
        at = n_read + 3 * line
        expected[at : at + 3, at : at + 3] = np.tril(np.ones((3, 3)))
    assert (feed["visible"][0] == expected).all()
    assert feed["place"].tolist() == [n_read + 2, n_read + 5, n_read + 8]


def test_many_lines_are_written_in_turns():
    text = "*** met *** " * 30
    script = Script(written=(3000,))
    reader = infiller(script)
    (window,) = reader.windows(text, find_masks(text))
    said = reader.write(window, NOTHING, 3)
    assert {written[0].ids for written in said.values()} == {(3000,)}
    assert all(len(written) == 3 for written in said.values())
    assert max(len(feed["row"]) for feed in script.fed) <= MOST_LINES


def test_pieces_are_text_again():
    assert READER.text_of(pieces("Strelsau in Ruritania")) == "strelsau in ruritania"
    assert READER.text_of(pieces("playwrights")[-1:]) == "s"
    assert READER.text_of([]) == ""


def test_weights_that_are_absent_are_told(tmp_path):
    reader = Infiller(tmp_path / "gone")
    window = Window(np.array([TOKENIZER.mask]), {0: 0})
    with pytest.raises(MissingModel, match="run: "):
        reader.point([window], [np.array([5])], 1)


def test_masks_of_any_length_are_one_piece():
    text = "[DATE OF BIRTH] and █████████ and *"
    (window,) = READER.windows(text, [Span(0, 15), Span(20, 29), Span(34, 35)])
    assert window.ids.tolist() == [TOKENIZER.mask, *pieces("and"), TOKENIZER.mask, *pieces("and"), TOKENIZER.mask]
