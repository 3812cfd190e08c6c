"""Scores as sums over what is visible equal scores of the masked text."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linking import Summing, add_up
from unname.core.document import Document, Mention, Profile, Span
from unname.core.redaction import Replacement, rewrite
from unname.core.sums import Terms
from unname.index.matrix import ProfileMatrix
from unname.models.linkage.terms import DenseTerms, FactoredTerms, find_owners, gather_terms, place
from unname.text.words import words

WORDS = ["judge", "of", "Zenda", "plays", "harp", "and", "chess", "in", "May"]
PEOPLE = [Profile(str(n), text=" ".join(WORDS[n:] + WORDS[: n // 2])) for n in range(len(WORDS))]
MODEL = Summing()
MATRIX = ProfileMatrix.build([MODEL.profiles(PEOPLE)])

texts = st.lists(st.sampled_from([*WORDS, "***", ","]), max_size=14).map(" ".join)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Words in any order, some of them in entities of one or several mentions of one or several words."""
    text = draw(texts)
    spans = words(text)
    mentions = []
    for first, span in enumerate(spans):
        if draw(st.booleans()):
            last = spans[min(first + draw(st.integers(0, 2)), len(spans) - 1)]
            mentions.append(Mention(Span(span.start, last.end), "MISC", draw(st.sampled_from("abcdef"))))
    return Document("d", text, mentions=tuple(mentions))


def terms_of(document: Document, person: int = 0) -> FactoredTerms:
    parts = MODEL.parts(document.text)
    return gather_terms(parts, find_owners(document, parts.spans), MATRIX, person)


def masked(document: Document, hidden: set[str]) -> str:
    pieces = [Replacement(m.span, "***", joins=True) for m in document.mentions if m.entity in hidden]
    return rewrite(document, pieces).text


@given(documents(), st.sets(st.sampled_from("abcdef")))
def test_sums_of_terms_are_the_scores_of_the_masked_text(document: Document, hidden: set[str]) -> None:
    terms = terms_of(document)
    assert isinstance(terms, Terms)
    visible = [entity.id not in hidden for entity in document.entities]
    alive = np.array([all(visible[n] for n in members) for members in terms.members], bool)
    expected = MATRIX.scores(MODEL.documents([masked(document, hidden)]))[0]
    assert add_up(terms, alive) == pytest.approx(expected, abs=1e-3)


@given(documents(), st.randoms(use_true_random=False))
def test_sums_are_the_same_in_any_order(document: Document, random) -> None:
    terms = terms_of(document)
    alive = np.array([random.random() < 0.6 for _ in terms.members], bool)
    order = np.flatnonzero(alive).tolist()
    random.shuffle(order)
    everybody = np.arange(len(PEOPLE))
    total, contributions = terms.rest(everybody), terms.contributions(everybody)
    for number in order:
        total = total + contributions[number]
    assert np.array_equal(total, add_up(terms, alive))


@given(documents())
def test_each_term_needs_entities_of_its_own(document: Document) -> None:
    members = terms_of(document).members
    assert len(set(members)) == len(members)
    assert all(each and each == tuple(sorted(set(each))) for each in members)


@pytest.mark.parametrize(
    ("mentions", "expected"),
    [
        ([], [(), (), ()]),
        ([((0, 3), "a")], [(0,), (), ()]),
        ([((1, 2), "a")], [(0,), (), ()]),
        ([((0, 6), "a"), ((4, 12), "b")], [(0,), (0, 1), (1,)]),
        ([((3, 4), "a")], [(), (), ()]),
        ([((7, 12), "a"), ((0, 3), "a")], [(0,), (), (0,)]),
    ],
)
def test_words_belong_to_the_entities_that_touch_them(mentions, expected) -> None:
    found = tuple(Mention(Span(*span), "MISC", id) for span, id in mentions)
    document = Document("d", "Ada of Zenda", mentions=found)
    assert find_owners(document, words(document.text)) == expected


def test_a_table_sums_its_rows() -> None:
    table = np.array([[1.0, 2.0, 3.0], [4.0, 0.5, 0.25], [-1.0, 0.0, 8.0]])
    terms = DenseTerms(1, [(0,), (1,)], table)
    assert isinstance(terms, Terms)
    assert (terms.n_people, terms.person, terms.exact) == (3, 1, True)
    assert terms.add_up(np.array([True, False])).tolist() == [5.0, 2.5, 3.25]
    assert terms.contributions(np.array([2, 0])).tolist() == [[0.25, 4.0], [8.0, -1.0]]
    assert terms.rest(np.array([2])).tolist() == [3.0]


def test_equals_count_as_rivals_and_share_the_probability() -> None:
    scores = np.array([5.0, 7.0, 7.0, 700.0, -900.0])
    assert [place(scores, person)[0] for person in range(5)] == [4, 3, 3, 1, 5]
    assert sum(place(scores, person)[1] for person in range(5)) == pytest.approx(1.0)
    assert place(np.zeros(4), 2) == (4, 0.25)


def test_a_text_without_words_has_no_terms() -> None:
    terms = terms_of(Document("d", "*** , ***"))
    assert list(terms.members) == []
    assert terms.contributions(np.arange(2)).shape == (0, 2)
    assert add_up(terms, np.zeros(0, bool)).shape == (len(PEOPLE),)
