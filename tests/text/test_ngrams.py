import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.errors import ConfigError
from unname.text.ngrams import NGrams

WORDS = NGrams(words=(1, 2), stop_words=True)


@pytest.mark.parametrize(
    ("ngrams", "text", "terms"),
    [
        (WORDS, "Ada plays chess", ["ada", "plays", "chess", "ada plays", "plays chess"]),
        (NGrams(words=(2, 2)), "the judge of Zenda", ["judge zenda"]),
        (NGrams(words=(1, 3)), "chess", ["chess"]),
        (WORDS, "ÉMILE Łodz", ["emile", "lodz", "emile lodz"]),
        (WORDS, "E\u0301mile", ["emile"]),
        (WORDS, "Quill's O’Hara", ["quill", "o'hara", "quill o'hara"]),
        (WORDS, "born in PERSON, 1970", ["born", "in", "1970", "born in"]),
        (NGrams(words=(1, 1), stop_words=True, remove_masks=False), "in [LOC]", ["in", "loc"]),
        (NGrams(characters=(3, 4)), "Ada of Zo", [" ad", "ada", "da ", " zo", "zo ", " ada", "ada ", " zo "]),
        (NGrams(characters=(5, 5)), "ox Zenda", [" ox ", " zend", "zenda", "enda "]),
        (NGrams(characters=(1, 2)), "ox", ["o", "x", " o", "ox", "x "]),
        (WORDS, "", []),
        (WORDS, "*** ... —", []),
    ],
)
def test_terms_of_a_text(ngrams: NGrams, text: str, terms: list[str]) -> None:
    assert ngrams.terms(text) == terms
    assert len(ngrams.hashes(text)) == len(terms)


@pytest.mark.parametrize(
    "ngrams",
    [WORDS, NGrams(words=(1, 3)), NGrams(characters=(3, 5)), NGrams(characters=(1, 3)), NGrams(characters=(5, 6))],
    ids=str,
)
@given(texts=st.lists(st.text("ab' é*[]PERSON\n", max_size=30), max_size=4))
def test_hashes_stand_for_the_terms_in_order(ngrams: NGrams, texts: list[str]) -> None:
    hashes, numbers = ngrams.batch(texts)
    meaning: dict[int, str] = {}
    for number, text in enumerate(texts):
        terms = ngrams.terms(text)
        own = ngrams.hashes(text)
        assert sorted(own) == sorted(hashes[numbers == number])
        assert len(own) == len(terms)
        assert all(meaning.setdefault(int(value), term) == term for value, term in zip(own, terms, strict=True))
    assert len(set(meaning.values())) == len(meaning)


def test_hashes_are_the_same_everywhere() -> None:
    assert WORDS.hashes("Ada plays").tolist() == HASHES
    assert NGrams(characters=(3, 3)).hashes("ox").tolist() == CHARACTER_HASHES


def test_order_of_words_counts() -> None:
    assert not np.intersect1d(NGrams(words=(2, 2)).hashes("ada zenda"), NGrams(words=(2, 2)).hashes("zenda ada")).size


@pytest.mark.parametrize("lengths", [(0, 2), (2, 1), (1,), 3, (1.0, 2), None, "ab"])
def test_lengths_are_checked(lengths: object) -> None:
    with pytest.raises(ConfigError, match="words"):
        NGrams(words=lengths)  # type: ignore[arg-type]


HASHES = [3860292407140299734, 9706288482924239279, 8936731229864279799]
CHARACTER_HASHES = [11054935099974319942, 2480031881999653521]


def test_stems_count_as_one_but_are_shown_as_written() -> None:
    plain, stemmed = NGrams(words=(1, 1)), NGrams(words=(1, 1), stem=True)
    assert len(set(plain.hashes("marry married marries").tolist())) == 3
    assert len(set(stemmed.hashes("marry married marries").tolist())) == 1
    assert stemmed.terms("marry married") == ["marry", "married"]
    assert set(stemmed.hashes("married").tolist()) != set(stemmed.hashes("harried").tolist())
