import numpy as np
import pytest

from unname.attack.infilling import keys
from unname.attack.infilling.keys import MASKED, UNKNOWN, items_of, library_of, tokens_of, tokens_of_document
from unname.core.document import Document, Span
from unname.text.masks import find_masks


def test_words_and_signs_have_places() -> None:
    tokens = tokens_of("Ada (née Łódź),\r\n b. 1961!")
    assert [tokens.text[slice(*span)] for span in tokens.spans.tolist()] == [
        *("Ada", "(", "née", "Łódź", ")", ",", "b", ".", "1961", "!")
    ]
    assert tokens.cut(2, 4) == Span(5, 13)
    assert (tokens_of("ADA (nee LODZ)").keys[:5] == tokens.keys[:5]).all()


def test_where_sentences_begin() -> None:
    tokens = tokens_of("One. Two\nthree\r\n\r\nfour")
    assert tokens.begins.tolist() == [True, False, True, True, True, True]
    assert tokens_of("").begins.tolist() == [True]


def test_masks_with_blanks_between_are_one_group() -> None:
    text = "*** *** met ***, [LOC]\n[DATE]"
    items = items_of(text, find_masks(text))
    assert [group.masks for group in items.groups] == [(0, 1), (2,), (3, 4)]
    assert items.is_mask.tolist() == [True, False, True, False, True]
    assert [text[slice(*span)] for span in items.spans.tolist()] == ["*** ***", "met", "***", ",", "[LOC]\n[DATE]"]


def test_documents_in_the_codes_of_a_text() -> None:
    text = "Ada met *** twice"
    items = items_of(text, find_masks(text))
    library = library_of(items, [tokens_of("ada MET Tony"), tokens_of(""), tokens_of("twice twice")])
    ada, met, mask, twice = library.items.tolist()
    assert mask == MASKED
    assert library.document(0).tolist() == [ada, met, UNKNOWN]
    assert library.document(1).tolist() == []
    assert library.document(2).tolist() == [twice, twice]
    assert library.bits[ada] > library.bits[twice] > 0


@pytest.mark.parametrize("text", ["", "***", "*** ***"])
def test_a_text_without_words_knows_none(text: str) -> None:
    library = library_of(items_of(text, find_masks(text)), [tokens_of("Ada")])
    assert library.document(0).tolist() == [UNKNOWN]
    assert not len(library.bits)
    assert library_of(items_of("Ada", []), []).codes.tolist() == []


def test_documents_are_remembered_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "_REMEMBERED", keys._Remembered())
    monkeypatch.setattr(keys, "MAX_KEPT", 5)
    one, two = Document("1", "a b c"), Document("2", "d e f")
    first = tokens_of_document(one)
    assert tokens_of_document(one) is first
    tokens_of_document(two)
    again = tokens_of_document(one)
    assert again is not first
    assert np.array_equal(again.keys, first.keys)
