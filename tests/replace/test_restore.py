"""Released texts come back to the byte; of edited ones, what is untouched."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Span
from unname.core.errors import InternalError
from unname.core.redaction import Replacement, rewrite
from unname.replace.restore import Change, Kept, changes_of, check_order, find_places, restore_text

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


@st.composite
def releases(draw: st.DrawFn) -> tuple[str, Kept]:
    """An original, and what is kept of its release."""
    text = draw(texts)
    spans = draw(st.lists(st.tuples(*(st.integers(0, len(text)),) * 2).map(sorted), max_size=5))
    pieces = [Replacement(Span(*span), draw(texts), joins=draw(st.booleans())) for span in spans if span[0] < span[1]]
    document = Document("a", text)
    redaction = rewrite(document, pieces)
    return text, Kept("r", redaction.text, changes_of(document, redaction))


@given(releases())
def test_restored_to_the_byte(release: tuple[str, Kept]) -> None:
    original, kept = release
    check_order(kept)
    assert restore_text(kept, kept.text).text == original


@given(releases(), texts)
def test_any_edit_gives_a_text(release: tuple[str, Kept], edited: str) -> None:
    _, kept = release
    restored = restore_text(kept, edited)
    assert restored.n_edited <= len(kept.changes)
    if restored.n_edited == len(kept.changes):
        assert restored.text == edited


@given(st.integers(0, 8))
def test_a_word_more_changes_nothing_elsewhere(place: int) -> None:
    released = "Dear Mark Smith, your father Paul has left Rome for good."
    kept = Kept("r", released, tuple(_change(released, *pair) for pair in (("Mark", "Ann"), ("Rome", "Bonn"))))
    words = released.split(" ")
    edited = " ".join([*words[:place], "really", *words[place:]])
    restored = restore_text(kept, edited)
    expected = edited.replace("Mark", "Ann").replace("Rome", "Bonn")
    assert (restored.text, restored.n_edited) == (expected, 0)


def test_what_was_edited_stays_and_is_counted() -> None:
    released = "Mark saw Rome. Mark left."
    kept = Kept("r", released, (_change(released, "Mark", "Ann"), _change(released, "Rome", "Bonn")))
    restored = restore_text(kept, "Mark saw Naples. Mark left.")
    assert restored.text == "Ann saw Naples. Mark left."
    assert (restored.n_edited, restored.n_forgotten) == (1, 0)


def test_a_name_alone_is_not_taken_for_the_same() -> None:
    assert find_places("He met Mark there.", [Span(7, 11)], "Mark") == [None]
    assert find_places("Mark", [Span(0, 4)], "Mark") == [Span(0, 4)]


def test_what_was_taken_out_whole_comes_back_between_the_same_words() -> None:
    kept = Kept("r", "Dear , hello you", (Change(Span(5, 5), "Ann"),))
    assert restore_text(kept, "Oh! Dear , hello you").text == "Oh! Dear Ann, hello you"
    assert restore_text(kept, "Dear , bye").text == "Dear Ann, bye"
    assert restore_text(kept, "Dear, hello you").n_edited == 1


def test_what_was_forgotten_stays_and_is_counted() -> None:
    kept = Kept("r", "Dear X and Y", (Change(Span(5, 6), None), Change(Span(11, 12), "Bo")))
    restored = restore_text(kept, "Dear X and Y")
    assert (restored.text, restored.n_forgotten) == ("Dear X and Bo", 1)


@pytest.mark.parametrize("spans", [[(0, 9)], [(2, 1)], [(1, 2), (0, 1)], [(-1, 1)]])
def test_changes_out_of_order_are_refused(spans: list[tuple[int, int]]) -> None:
    kept = Kept("r", "text", tuple(Change(Span(*span), "x") for span in spans))
    with pytest.raises(InternalError, match="not in order"):
        check_order(kept)


def test_nothing_is_shown() -> None:
    kept = Kept("r", "secret", (Change(Span(0, 6), "secret"),), "secret", "secret", 1, "secret")
    assert "secret" not in repr(kept) + repr(kept.changes[0]) + repr(restore_text(kept, "secret"))


def _change(text: str, new: str, original: str) -> Change:
    at = text.index(new)
    return Change(Span(at, at + len(new)), original)
