import random
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch")

from invented_sheets import sheet, sheets
from unname.core.document import Span
from unname.models.infiller import BEGIN, END, HINTS, MOST_ASKED, MOST_PASSAGE
from unname.models.packaged import WEIGHTS
from unname.models.pieces import Tokenizer
from unname_research.train.infill_examples import PARTIAL, Pages, find
from unname_research.train.infill_networks import MOST_INSIDE
from unname_research.train.infill_sources import Sheet

TOKENIZER = Tokenizer(WEIGHTS / "tokenizer.json")


@pytest.fixture(scope="module")
def pages():
    return Pages(sheets(), TOKENIZER)


def ids(text):
    return TOKENIZER(text).ids


def drawn(pages, n=400):
    dice = random.Random(1)
    found = [(page, pages.draw(page, dice)) for page in (dice.choice(pages.pages) for _ in range(n))]
    return [(page, example) for page, example in found if example is not None]


def test_blanks_are_what_is_hidden(pages):
    told = sheet(1)
    page = pages.pages[next(i for i, each in enumerate(pages.pages) if each.kind == "actors")]
    assert len(page.blanks) == len(told.hidden)
    for (start, end, label), (span, expected) in zip(page.blanks, told.hidden, strict=True):
        assert page.ids[start:end].tolist() == ids(told.text[slice(*span)]).tolist()
        assert label == expected


def test_halves_of_a_life_are_known_of_each_other():
    pages = Pages([sheet(0, knowledge=False)], TOKENIZER).pages
    assert len(pages) == 3
    whole, first, second = pages
    assert whole.known == ()
    assert [*first.ids, *second.ids] == whole.ids.tolist()
    assert first.known[0].tolist() == second.ids.tolist()
    assert second.known[0].tolist() == first.ids.tolist()
    n = len(first.ids)
    assert [*first.blanks, *((a + n, b + n, label) for a, b, label in second.blanks)] == list(whole.blanks)


def test_sheets_in_which_nothing_is_hidden_are_no_pages():
    assert Pages([replace(sheet(0), hidden=()), Sheet("lives", "", ())], TOKENIZER).pages == []


def test_examples_point_at_the_true_answers(pages):
    examples = drawn(pages)
    assert len(examples) > 300
    n_found = 0
    for page, example in examples:
        passage = example.ids[example.types == 1]
        assert len(example.masks) == len(example.answers) == len(example.begins) == len(example.ends)
        for mask, words, begins, ends, count in zip(
            *(getattr(example, name) for name in ("masks", "answers", "begins", "ends", "counts")), strict=True
        ):
            assert example.ids[mask] == TOKENIZER.mask
            assert example.types[mask] == 0
            assert (words[0], words[-1]) == (BEGIN, END)
            assert len(words) - 1 <= MOST_INSIDE
            answer = words[1:-1]
            assert answer.tolist() in [page.ids[a:b].tolist() for a, b, _ in page.blanks]
            holds = bool(find(answer, passage))
            if begins == [0]:
                assert ends == [0]
                assert not holds
                assert count == 1.0
                continue
            n_found += 1
            assert count == (1.0 if holds else PARTIAL)
            for begin, end in zip(begins, ends, strict=True):
                assert (example.types[begin : end + 1] == 1).all()
                pointed = example.ids[begin : end + 1]
                assert pointed.tolist() == answer.tolist() if holds else find(pointed, answer)
    assert n_found > 200


def test_examples_are_read_as_the_reader_reads(pages):
    _, opening, closing = TOKENIZER.special
    kinds = set()
    for _, example in drawn(pages):
        asked, passage = example.ids[example.types == 0], example.ids[example.types == 1]
        assert (asked[0], asked[-1]) == (opening, closing)
        assert len(asked) <= MOST_ASKED + 2
        assert len(passage) <= MOST_PASSAGE + 1
        assert not len(passage) or passage[-1] == closing
        assert (np.diff(example.types) >= 0).all()
        assert len(example.masks) == (asked == TOKENIZER.mask).sum() >= 1
        kinds.add(bool(len(passage)))
    assert kinds == {True, False}


def test_masks_are_filled_or_show_their_labels_at_times(pages):
    n_masks, hinted = set(), set()
    hints = {tuple(ids(words)) for words in HINTS.values()}
    for page, example in drawn(pages):
        n_masks.add((len(example.masks), len(page.blanks)))
        hinted.add(any(tuple(example.ids[mask - 1 : mask]) in hints for mask in example.masks))
    assert any(shown < hidden for shown, hidden in n_masks)
    assert any(shown == hidden for shown, hidden in n_masks)
    assert hinted == {True, False}


def test_a_part_counts_only_where_the_whole_is_absent(pages):
    answer = ids("Ada Grey of Lutha")
    whole = ids("It was Ada Grey of Lutha, and Ada Grey slept.")
    found, size, count = pages._find(answer, whole)
    assert (found, size, count) == ([2], len(answer), 1.0)
    found, size, count = pages._find(answer, ids("Here Ada Grey slept, as Grey does."))
    assert (found, size, count) == ([1], 2, PARTIAL)
    assert pages._find(answer, ids("Nobody of all was here.")) == ([], 0, 1.0)
    assert pages._find(answer, ids("")) == ([], 0, 1.0)
    found, size, count = pages._find(ids("3 May 1950"), ids("3, or 3 June: a day"))
    assert found == []  # a sign or a letter is no part


def test_rows_are_found_in_rows():
    row = np.array([1, 2, 1, 2, 1])
    assert find(np.array([1, 2, 1]), row) == [0, 2]
    assert find(row, row) == [0]
    assert find(np.array([2, 2]), row) == []
    assert find(np.zeros(0, np.int64), row) == find(row, row[:4]) == []


def test_long_texts_and_long_answers(pages):
    text = "A nurse of " + "Ruritania " * 300 + "sleeps."
    long = Pages([Sheet("lives", text, ((Span(11, 511), "LOC"), (Span(1011, 1020), "LOC")))], TOKENIZER)
    dice = random.Random(0)
    found = [example for example in (long.draw(long.pages[0], dice) for _ in range(200)) if example]
    assert found
    for example in found:
        assert len(example.ids) <= MOST_ASKED + MOST_PASSAGE + 3
        assert all(len(words) <= MOST_INSIDE + 1 for words in example.answers)


def test_the_same_dice_give_the_same_examples(pages):
    for (_, one), (_, other) in zip(drawn(pages, 50), drawn(pages, 50), strict=True):
        assert one.ids.tolist() == other.ids.tolist()
        assert one.begins == other.begins
