"""The word lists of German, French and Spanish."""

import pytest

from unname.core.fold import fold
from unname.text.foreign_lists import FOREIGN, KINDS, is_ordinary, read_foreign


@pytest.mark.parametrize("language", FOREIGN)
@pytest.mark.parametrize("kind", [*KINDS, "ordinary"])
def test_every_list_is_there_and_folded(language: str, kind: str) -> None:
    words = read_foreign(language, kind)
    assert len(words) > 20
    assert all(word == fold(word) for word in words)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Rechnungen Behandlung schnell und"),
        ("fr", "factures maison avec rapide"),
        ("es", "facturas casa con rápido"),
    ],
)
def test_ordinary_words_are_known_in_their_forms(language: str, words: str) -> None:
    assert all(is_ordinary(word, language) for word in words.split())
    assert not is_ordinary("Xicotencatl", language)
