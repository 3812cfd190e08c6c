"""Quotations, counts and single words as mentions of their own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Mention, Origin, Role, Span
from unname.core.fold import fold
from unname.detect.phrases import Phrases
from unname.text.vocabulary import FUNCTION_WORDS
from unname.text.words import bare_words


def phrases(text: str, *taken: str) -> list[str]:
    mentions = [Mention(Span(text.index(part), text.index(part) + len(part)), "LOC", part) for part in taken]
    found = Phrases().detect(Document("d", text, mentions=tuple(mentions)))
    return [text[slice(*mention.span)] for mention in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('She sang "Over the Hills" and left.', ["sang", "Over the Hills", "left"]),
        ("She sang “Over the Hills”.", ["sang", "Over the Hills"]),
        ("Elle dit «bonne nuit».", ["bonne nuit"]),
        ("Er sang „Gute Nacht“.", ["Gute Nacht"]),
        ("She won three regattas.", ["won", "three regattas"]),
        ("She rowed 12 times.", ["rowed", "12 times"]),
        ("She sold 1,500 kites.", ["sold", "1,500 kites"]),
        ("a three-masted ship", ["three-masted", "ship"]),
        ('She said "two boats sank" there.', ["two boats sank"]),
    ],
)
def test_quotations_and_counts_are_one_mention(text: str, expected: list[str]) -> None:
    assert [each for each in phrases(text) if each in expected] == expected
    assert not any(part in other and part != other for part in phrases(text) for other in expected if " " in other)


@pytest.mark.parametrize("text", ["", " \n", "...", "It was he and they were to be.", "*** and [PERSON] and [LOC]"])
def test_nothing_is_found_where_nothing_is_said(text: str) -> None:
    assert phrases(text) == []


def test_a_text_in_quotation_marks_is_read_word_by_word() -> None:
    assert phrases(f'"{"lakes sank " * 40}"') == ["lakes", "sank"] * 40


def test_a_quotation_that_never_ends_is_none() -> None:
    assert phrases('She sang "Hills\nLakes') == ["sang", "Hills", "Lakes"]


def test_hyphenated_words_are_covered_in_the_parts_that_nobody_took() -> None:
    assert phrases("a Swiss-born weaver", "Swiss") == ["born", "weaver"]
    assert phrases("a Swiss-born weaver", "Swiss-born") == ["weaver"]


def test_a_quotation_or_count_that_is_partly_taken_is_left_in_words() -> None:
    assert phrases('sang "Nights over Rome"', "Rome") == ["sang", "Nights"]
    assert phrases("three regattas", "regattas") == ["three"]


def test_what_is_found_identifies_nobody_by_itself() -> None:
    (mention,) = Phrases().detect(Document("d", "Regatta"))
    assert (mention.role, mention.origin, mention.label, mention.confidence) == (Role.NONE, Origin.WORD, "MISC", 0.0)


PIECES = st.sampled_from(["nurse", "the", "three", "Rome-born", '"', "“", "”", "***", "[LOC]", "1,200", "times", "\n"])


@given(st.lists(PIECES, max_size=25), st.data())
def test_every_word_that_says_something_is_in_one_mention(pieces: list[str], data: st.DataObject) -> None:
    text = " ".join(pieces)
    words = bare_words(text)
    taken = data.draw(st.lists(st.sampled_from(words), unique=True, max_size=4)) if words else []
    given_ = [Mention(span, "LOC", f"e{number}") for number, span in enumerate(taken)]
    found = Phrases().detect(Document("d", text, mentions=tuple(given_)))
    places = [place for mention in [*given_, *found] for place in range(*mention.span)]
    assert len(places) == len(set(places))
    assert list(found) == sorted(found, key=lambda mention: mention.span)
    for span in words:
        word = text[slice(*span)]
        if word != "LOC" and fold(word) not in FUNCTION_WORDS:
            assert set(range(*span)) <= set(places)
