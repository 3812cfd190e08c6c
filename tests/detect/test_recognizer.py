"""The recognizer of another language, with weights that are made here and with the shipped ones."""

from pathlib import Path

import numpy as np
import pytest

from unname.core.document import LABELS, Document
from unname.core.errors import ConfigError
from unname.detect.recognizer import BLOCK, Recognizer
from unname.detect.word_features import N_FEATURES, number_of
from unname.models.word_network import REACH, WordNetwork


@pytest.fixture
def weights(tmp_path: Path) -> str:
    """A network that hides the word "zeisig" as the name of a person, and nothing else."""
    vectors = np.zeros((N_FEATURES, 2), np.float32)
    vectors[number_of("word=zeisig"), 0] = 1.0
    middle = np.zeros((2, 2), np.float32)
    middle[0, 0] = 10.0
    layers = []
    for size in (2, 2):
        windows = np.zeros((2 * REACH + 1, size, 2), np.float32)
        windows[REACH] = middle
        layers.append((windows.reshape(-1, 2), np.zeros(2, np.float32)))
    last = np.zeros((2, 2 + len(LABELS)), np.float32)
    last[0, 0], last[0, 1 + LABELS.index("PERSON")] = 0.2, 1.0
    bias = np.zeros(2 + len(LABELS), np.float32)
    bias[0] = -6.0
    WordNetwork(vectors, (*layers, (last, bias))).save(tmp_path / "model.npz")
    return str(tmp_path)


def test_a_word_is_found_wherever_it_stands(weights: str) -> None:
    text = "Herr Zeisig kam. " * (BLOCK // 2)
    mentions = Recognizer("de", weights).detect(Document("d", text))
    assert len(mentions) == BLOCK // 2
    assert {(text[m.span.start : m.span.end], m.label) for m in mentions} == {("Zeisig", "PERSON")}
    assert len({round(m.confidence, 4) for m in mentions}) == 1


def test_a_mention_ends_with_its_line(weights: str) -> None:
    mentions = Recognizer("de", weights).detect(Document("d", "Zeisig\nZeisig Zeisig"))
    assert [m.span for m in mentions] == [(0, 6), (7, 20)]


def test_a_language_without_weights_is_told() -> None:
    with pytest.raises(ConfigError, match="none for the language"):
        Recognizer("tlh").detect(Document("d", "Qapla"))


SHIPPED = [
    ("de", "Sehr geehrte Frau Zeisig, wir haben mit Ihrem Bruder Ludwig gesprochen.", "Ludwig"),
    ("fr", "Bonjour, nous avons parlé avec votre frère Armand Delorme hier.", "Armand"),
    ("es", "Hola, hemos hablado con su hermano Gonzalo Ibarra ayer.", "Gonzalo"),
]


@pytest.mark.parametrize(("language", "text", "name"), SHIPPED)
def test_the_shipped_ones_know_a_name_from_a_word(language: str, text: str, name: str) -> None:
    hidden = " ".join(
        text[m.span.start : m.span.end] for m in Recognizer(language).detect(Document("d", text)) if m.confidence > 0.3
    )
    assert name in hidden
    assert not {"haben", "avons", "hablado", "gesprochen", "hier", "ayer"} & set(hidden.split())
