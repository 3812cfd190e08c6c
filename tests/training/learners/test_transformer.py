"""A pretrained encoder that learns names or classes: what it reads of a text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tiny import tiny_base
from unname.core.document import Span
from unname.core.example import TARGET, Example, Mark
from unname.training.learners.transformer import Transformer, TransformerModel


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tiny_base(tmp_path_factory.mktemp("base")))


@pytest.fixture(scope="module")
def model(folder: str) -> TransformerModel:
    text = "Anna sang."
    return Transformer(folder, least=1, epochs=1, window=16).fit([Example("a", text, (Mark(Span(0, 4), "PER"),))])


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(["Anna", "sang", "***", "[PERSON]", "Квилл", "a-b", "\n", "internationally", "."])))
def test_each_word_is_asked_about_once(model: TransformerModel, words: list[str]) -> None:
    example = Example("a", " ".join(words))
    windows = list(model.windows(example))
    asked = [int(word) for window in windows for word in window.owned if word >= 0]
    assert asked == sorted(set(asked))
    assert all(len(window.ids) <= 14 for window in windows)
    assert len(asked) >= sum(word.isalpha() and word.isascii() for word in words)


def test_the_end_of_a_long_text_is_read(folder: str) -> None:
    text = "so it was " * 60 + "Anna"
    long = Example("a", text, (Mark(Span(len(text) - 4, len(text)), "PER"),))
    found = Transformer(folder, least=40, rate=1e-2, window=32).fit([long]).predict([long])
    assert found[0].marks == long.marks


def test_a_class_is_told_by_all_windows(folder: str) -> None:
    examples = [Example(str(n), f"{'word ' * 30}{said}", label=said) for n, said in enumerate(["good", "bad"] * 6)]
    found = Transformer(folder, least=60, rate=1e-2, window=16).fit(examples).predict(examples)
    assert [each.label for each in found] == [each.label for each in examples]


def test_case_and_target_are_told_beside_the_pieces(model: TransformerModel) -> None:
    text = "Anna met BO and 7 Квилл"
    (window, *_) = model.windows(Example("a", text, (Mark(Span(4, 8), TARGET),)))
    told = dict(zip(window.owned.tolist(), window.kinds.tolist(), strict=True))
    assert [told[word] for word in range(6)] == [2, 4, 3, 1, 0, 2]


def test_it_leaves_the_chance_of_others_alone(folder: str) -> None:
    import torch

    torch.manual_seed(5)
    expected = torch.rand(1).item()
    torch.manual_seed(5)
    Transformer(folder, least=1, epochs=1).fit([Example("a", "Anna sang", (Mark(Span(0, 4), "PER"),))], seed=3)
    assert torch.rand(1).item() == expected
