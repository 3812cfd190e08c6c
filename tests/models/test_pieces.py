import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer as Fast
from tokenizers import models, normalizers, pre_tokenizers

from unname.models.pieces import CHUNK, Tokenizer

WORDS = "[PAD] [UNK] [CLS] [SEP] the man smith ##son anna 12 . ' s new york a b c d e ##a ##b ##c".split()


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory):
    fast = Fast(models.WordPiece({word: i for i, word in enumerate(WORDS)}, unk_token="[UNK]"))
    fast.normalizer = normalizers.BertNormalizer(lowercase=True)
    fast.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    path = tmp_path_factory.mktemp("tokenizer") / "tokenizer.json"
    fast.save(str(path))
    return Tokenizer(path)


def surfaces(text, pieces):
    return [text[start:end] for start, end in pieces.words.tolist()]


def test_words_join_their_pieces(tokenizer):
    text = "Anna Smithson's New York"
    assert surfaces(text, tokenizer(text)) == ["Anna", "Smithson", "'", "s", "New", "York"]


@pytest.mark.parametrize(
    ("word", "shape"),
    [("the", 1), ("Anna", 2), ("ANNA", 3), ("A", 4), ("McAnna", 5), ("12", 6), ("A12", 7), (".", 0), ("Éa", 2)],
)
def test_shape(tokenizer, word, shape):
    assert tokenizer(word).shapes.tolist()[0] == shape


def test_pieces_of_a_word_have_its_shape(tokenizer):
    assert tokenizer("Smithson").shapes.tolist() == [2, 2]


def test_empty_text_has_no_pieces(tokenizer):
    pieces = tokenizer("")
    assert len(pieces) == 0
    assert pieces.words.shape == (0, 2)


def test_long_texts_are_cut_on_blanks_and_change_nothing(tokenizer):
    text = "the man Smithson 12 " * (3 * CHUNK // 20)
    pieces = tokenizer(text)
    assert len(pieces) == 5 * text.count("man")
    assert set(surfaces(text, pieces)) == {"the", "man", "Smithson", "12"}


def test_a_line_without_blanks_is_read_whole(tokenizer):
    text = "a" * (2 * CHUNK + 5)
    assert tokenizer(text).ends[-1] == len(text)


@given(st.text(max_size=60))
def test_positions_are_inside_the_text_and_in_order(tokenizer, text):
    pieces = tokenizer(text)
    assert np.all(pieces.starts <= pieces.ends)
    assert np.all(np.diff(pieces.starts) >= 0)
    assert not len(pieces) or pieces.ends.max() <= len(text)
    assert len(pieces.shapes) == len(pieces.word) == len(pieces)


def test_gaps_tell_blanks_tabs_and_line_breaks(tokenizer):
    pieces = tokenizer("anna met\tanna  met\nanna\n\nmet")
    assert pieces.gaps.tolist() == [4, 1, 2, 2, 3, 4]
