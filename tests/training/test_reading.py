from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny import tiny_base  # noqa: E402
from unname.core.errors import ConfigError  # noqa: E402
from unname.training.reading import Reader, batches, cut, ranges  # noqa: E402


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return tiny_base(tmp_path_factory.mktemp("base"))


@given(st.integers(0, 400), st.integers(4, 120), st.integers(0, 60))
def test_windows_cover_every_token_with_the_overlap_asked_for(n_tokens, length, overlap):
    if overlap > length - 3:
        with pytest.raises(ConfigError):
            cut(n_tokens, length, overlap)
        return
    found = cut(n_tokens, length, overlap)
    assert {i for start, end in found for i in range(start, end)} == set(range(n_tokens))
    assert all(0 < end - start <= length - 2 for start, end in found)
    assert all(before[1] - after[0] == overlap for before, after in pairwise(found))


def test_the_published_step_is_73():
    assert [start for start, _ in cut(300, 100, 25)] == [0, 73, 146, 219]


def test_a_window_can_be_a_sentence(base):
    text = "He sang. She left Ruritania!\nIt rained"
    tokens = Reader(base)(text)
    found = [text[tokens.starts[a] :][:4] for a, _ in ranges(text, tokens, "sentence", 25)]
    assert found == ["He s", "She ", "It r"]
    assert ranges("", Reader(base)(""), "sentence", 25) == []
    with pytest.raises(ConfigError, match="paragraph"):
        ranges(text, tokens, "paragraph", 25)


def test_long_texts_are_tokenized_whole(base):
    tokens = Reader(base)("horse judge " * 5000)
    assert len(tokens) == 10_000
    assert tokens.starts[-1] == 12 * 5000 - 6


@given(st.lists(st.integers(1, 50), max_size=60), st.integers(1, 9), st.integers(0, 5))
def test_batches_hold_everything_once(lengths, size, seed):
    made = batches(lengths, size, seed)
    assert sorted(i for batch in made for i in batch) == list(range(len(lengths)))
    assert all(len(batch) <= size for batch in made)
    assert made == batches(lengths, size, seed)
