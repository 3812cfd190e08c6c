"""TPI, TIC and what belongs to them, by hand and by slow transcriptions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from expecting import Expecting
from unname.core.document import Document, Mention, Span
from unname.core.redaction import Edit, Redaction, Replacement, rewrite
from unname.core.results import pool
from unname.measure.utility import Account, Utility
from unname.models.information import span_information

TEXT = "Tony Booth left Ruritania in May 1970 for good."
DOCUMENT = Document(
    "trip",
    TEXT,
    mentions=(Mention(Span(0, 10), "PERSON"), Mention(Span(16, 25), "LOC"), Mention(Span(29, 37), "DATETIME")),
)
TERMS = ["Tony Booth", "left", "Ruritania", "in", "May 1970", "for", "good", "."]


@pytest.fixture
def utility():
    return Utility(Expecting(), terms="words")


def information(text=TEXT, terms=TERMS):
    spans = [(text.index(term), text.index(term) + len(term)) for term in terms]
    return dict(zip(terms, span_information(text, spans, Expecting()), strict=True))


def changed(*pairs, document=DOCUMENT):
    text = document.text
    return rewrite(
        document, [Replacement(Span(text.index(old), text.index(old) + len(old)), new) for old, new in pairs]
    )


def values(utility, redaction, document=DOCUMENT):
    return {score.metric: score.value for score in utility.score(document, redaction)}


def test_nothing_changed(utility):
    found = values(utility, changed())
    assert (found["tpi"], found["words_kept"], found["words_masked"]) == (1.0, 1.0, 0.0)
    assert found["tic"] == found["tic_original"] == pytest.approx(sum(information().values()))
    assert found["compression_loss_zlib"] == 0.0


@pytest.mark.parametrize(
    ("pairs", "lost", "n_words"),
    [
        ([("Tony Booth", "***")], ["Tony Booth"], 2),
        ([("Booth", "[SURNAME]")], ["Tony Booth"], 1),
        ([("May 1970", "[DATE]"), ("Ruritania", "PERSON_1")], ["May 1970", "Ruritania"], 3),
        ([("left Ruritania in", "***")], ["left", "Ruritania", "in"], 3),
        ([("good.", "***")], ["good", "."], 1),
        ([(TEXT, "")], TERMS, 9),
    ],
)
def test_a_term_is_kept_if_nothing_in_it_is_changed(utility, pairs, lost, n_words):
    said = information()
    expected = 1 - sum(said[term] for term in lost) / sum(said.values())
    redaction = changed(*pairs)
    found = values(utility, redaction)
    assert found["tpi"] == pytest.approx(expected)
    assert found["words_masked"] == pytest.approx(n_words / 9)
    assert values(utility, Redaction("trip", redaction.text))["tpi"] == pytest.approx(expected)


def test_the_multiplier_compares_changed_terms_with_kept_ones(utility):
    said = information()
    rest = [value for term, value in said.items() if term != "Ruritania"]
    scores = {score.metric: score for score in utility.score(DOCUMENT, changed(("Ruritania", "***")))}
    assert scores["ic_multiplier"].value == pytest.approx(said["Ruritania"] / np.mean(rest))
    for nothing in (changed(), changed((TEXT, "***"))):
        assert {score.metric: score.weight for score in utility.score(DOCUMENT, nothing)}["ic_multiplier"] == 0.0


def test_a_generalization_counts_by_what_it_says(utility):
    redaction = changed(("May 1970", "a day"))
    said = information()
    [a, day] = span_information(redaction.text, [(29, 30), (31, 34)], Expecting())
    assert a + day < said["May 1970"]
    expected = sum(said.values()) - said["May 1970"] + a + day
    assert values(utility, redaction)["tic"] == pytest.approx(expected)
    assert values(utility, Redaction("trip", redaction.text))["tic"] == pytest.approx(expected)
    suppressed = Utility(Expecting(), terms="words", generalizations=False)
    assert values(suppressed, redaction)["tic"] == pytest.approx(sum(said.values()) - said["May 1970"])


def test_it_never_counts_more_than_the_original(utility):
    loud = changed(("in", "throughout the entire wonderful twentieth century"))
    assert values(utility, loud)["tpi"] == pytest.approx(1.0)
    assert values(utility, loud)["words_kept"] < 1


def test_a_mask_beside_a_word_counts_nothing():
    utility = Utility(Expecting(), terms="words", masks=("WORLD",))
    said = information()
    for silent in ("*** [LOC]", "WORLD", "WORLD ***"):
        assert values(utility, changed(("Ruritania", silent)))["tic"] == pytest.approx(
            sum(said.values()) - said["Ruritania"]
        )
    redaction = changed(("Ruritania", "WORLD sea"))
    at = redaction.text.index("sea")
    [sea] = span_information(redaction.text, [(at, at + 3)], Expecting())
    expected = sum(said.values()) - said["Ruritania"] + min(sea, said["Ruritania"])
    assert values(utility, redaction)["tic"] == pytest.approx(expected)


def test_edits_that_share_a_term_share_its_worth(utility):
    said = information()
    redaction = changed(("Tony", "***"), ("Booth", "someone who is extremely talkative"))
    assert values(utility, redaction)["tic"] == pytest.approx(sum(said.values()))
    apart = changed(("Tony Booth", "***"), ("left", "someone who is extremely talkative"))
    assert values(utility, apart)["tic"] == pytest.approx(sum(said.values()) - said["Tony Booth"])


def test_an_edit_that_changes_nothing_is_none(utility):
    same = Redaction("trip", TEXT, (Edit(Span(0, 10), Span(0, 10), "e1"),))
    assert values(utility, same)["tpi"] == 1.0


def flagged(terms, masks, length):
    """The masks and terms of the code released with the metric, step by step."""
    hidden = [False] * length
    for start, end in masks:
        hidden[start:end] = [True] * (end - start)
    runs, begin = [], -1
    for place, is_hidden in enumerate(hidden):
        if begin == -1 and is_hidden:
            begin = place
        elif begin >= 0 and not is_hidden:
            runs.append((begin, place))
            begin = -1
    return [any(a <= start < b or a < end <= b for start, end in runs) for a, b in terms]


@given(st.lists(st.tuples(st.integers(0, 47), st.integers(1, 20)), max_size=5))
def test_the_released_code_is_repeated(pairs):
    spans = [Span(start, min(47, start + n)) for start, n in pairs if start < 47]
    utility = Utility(Expecting(), terms="words", released_code=True)
    redaction = rewrite(DOCUMENT, [Replacement(span, "***") for span in spans])
    account = utility.account(DOCUMENT, redaction)
    assert list(~account.kept) == flagged(utility.terms_.of(DOCUMENT), [edit.old for edit in redaction.edits], 47)


def test_the_two_slips_of_the_released_code():
    right, slip = (Utility(Expecting(), terms="words", released_code=code) for code in (False, True))
    inside = rewrite(DOCUMENT, [Replacement(Span(15, 26), "***")])
    at_the_end = rewrite(DOCUMENT, [Replacement(Span(38, 47), "***")])
    for redaction in (inside, at_the_end):
        assert values(right, redaction)["tpi"] < values(slip, redaction)["tpi"] == 1.0


def test_documents_weigh_alike_but_sizes_are_pooled(utility):
    other = Document("note", "Anna sat.")
    pairs = [(DOCUMENT, changed((TEXT, ""))), (other, changed(document=other))]
    figures = utility.evaluate(pairs)
    assert (figures["documents"], figures["tpi"], figures["words_kept"]) == (2, 0.5, 0.5)
    assert figures["compression_loss_zlib"] > 0.7
    assert (figures["terms"], figures["rounds"]) == ("words", "6-TA")
    assert Utility(rounds=None, terms="words").facts["rounds"] == "S-TA"


@pytest.mark.parametrize("text", ["", " \n"])
def test_a_text_that_says_nothing_enters_no_mean(utility, text):
    silent = Document("silent", text)
    scores = utility.score(silent, Redaction("silent", text))
    assert {score.metric: score.weight for score in scores if score.metric in ("tpi", "words_kept")} == {
        "tpi": 0.0,
        "words_kept": 0.0,
    }
    assert all(np.isfinite(value) for value in pool(list(scores)).values())


@given(st.lists(st.tuples(st.integers(0, 46), st.integers(1, 9), st.sampled_from(["***", "a man", ""])), max_size=4))
def test_it_lies_between_nothing_and_everything(parts):
    utility = Utility(Expecting(), terms="words")
    redaction = rewrite(DOCUMENT, [Replacement(Span(a, min(47, a + n)), new) for a, n, new in parts])
    account = utility.account(DOCUMENT, redaction)
    assert 0 <= account.released <= account.original
    masked = rewrite(DOCUMENT, [Replacement(Span(a, min(47, a + n)), "***") for a, n, _ in parts])
    assert utility.account(DOCUMENT, masked).released <= account.released + 1e-9


def test_an_account_by_hand():
    account = Account(np.array([1.0, 2.0, 3.0]), np.array([True, False, True]), 0.5, np.array([True]))
    assert (account.original, account.released, account.multiplier) == (6.0, 4.5, 1.0)


def test_the_name_tells_the_settings():
    assert Utility().name == "utility"
    assert Utility(rounds=None, masks=("X",)).name == "utility(rounds=None, masks=('X',))"
