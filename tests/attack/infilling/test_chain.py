import numpy as np
import pytest

from unname.attack.infilling import chain
from unname.attack.infilling.chain import NOWHERE, lay
from unname.attack.infilling.keys import items_of, library_of, tokens_of
from unname.text.masks import find_masks


def laid(text: str, document: str) -> list[str]:
    """What stands in the document for each group of masks; empty where that is nothing."""
    items = items_of(text, find_masks(text))
    library = library_of(items, [tokens_of(document)])
    tokens = library.tokens[0]
    found = lay(library.items, library.document(0), library.bits, tokens.begins)
    texts = []
    for group in items.groups:
        first, after = int(found.first[group.place]), int(found.after[group.place])
        texts.append("" if first in (NOWHERE, after) else document[slice(*tokens.cut(first, after))])
    return texts


@pytest.mark.parametrize(
    ("text", "document", "hidden"),
    [
        ("*** was born in ***.", "Ada Grey was born in Zenda.", ["Ada Grey", "Zenda"]),
        (
            "*** (*** Chinese: ***; born *** in ***, ***, Taiwan) is",
            "Ada Grey (old Chinese: 柳; born 3 May 1961 in Zenda, Hentzau, Taiwan) is",
            ["Ada Grey", "old", "柳", "3 May 1961", "Zenda", "Hentzau"],
        ),
        ("born in *** on ***", "She was born in Zenda on Monday", ["Zenda", "Monday"]),
        ("in *** of *** of ***", "in House of Lords of Zenda", ["House", "Lords", "Zenda"]),
        ("***", "Ada. Grey", ["Ada. Grey"]),
        ("a *** b", "a b", [""]),
        ("a *** b *** c", "a x y b c", ["x y", ""]),
        ("*** sang.", "Early on in Zenda it rained. Ada Grey sang. Later she left.", ["Ada Grey"]),
        ("She met ***", "She met Tony Booth. He left for Zenda on a Monday.", ["Tony Booth."]),
    ],
)
def test_what_is_visible_holds_fast_what_is_between(text: str, document: str, hidden: list[str]) -> None:
    assert laid(text, document) == hidden


def test_another_edition_is_laid_too() -> None:
    text = "*** was a judge who lived in *** for years. She wrote on *** and died in ***."
    other = "Ada Grey, a judge who had lived in Zenda for many years, wrote on law and died in Strelsau."
    assert laid(text, other)[1:] == ["Zenda", "law", "Strelsau"]


def test_long_texts_are_tied_together_first(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [f"word{number} of it" for number in range(400)]
    document = " ".join(words)
    text = " ".join("***" if number % 7 == 3 else word for number, word in enumerate(words))
    monkeypatch.setattr(chain, "MOST_CELLS", 2000)
    assert laid(text, document) == [word for number, word in enumerate(words) if number % 7 == 3]


def test_what_would_need_too_large_a_table_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "MOST_CELLS", 10)
    assert laid("a *** a *** a *** a", "a b a c a d a") == ["", "", ""]


def test_words_that_are_elsewhere_do_not_tie() -> None:
    assert chain._longest([5, 1, 2, 9, 3]) == [1, 2, 4]
    assert chain._longest([]) == []
    ties = chain._ties(np.array([0, 1, 2, -1, 0, 1, 3], np.int32), np.array([0, 1, 2, 0, 1, 3], np.int32), 3)
    assert ties == [(0, 0), (4, 3)]
