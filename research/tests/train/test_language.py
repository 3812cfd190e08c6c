"""Training the recognizer of a language, on a few invented sentences."""

from pathlib import Path

import pytest

from unname.core.document import Document, Mention, Role, Span
from unname.detect.recognizer import Recognizer
from unname_research.train.language import COUNTS, NEUTRAL, Schedule, fit, make_examples

pytest.importorskip("torch")


def document(number: int, name: str) -> Document:
    text = f"Heute kam Herr {name} mit Blumen."
    start = text.index(name)
    return Document(
        f"d{number}", text, "de", mentions=(Mention(Span(start, start + len(name)), "PERSON", role=Role.DIRECT),)
    )


def test_what_is_learned_is_found(tmp_path: Path) -> None:
    names = "Zeisig Amsel Blum Kranich Storch Meise Habicht Falke".split()
    examples = [each for n, name in enumerate(names * 4) for each in make_examples(document(n, name), "de")]
    network = fit(examples, Schedule(epochs=30, batch=60, rate=0.02))
    network.packed().save(tmp_path / "model.npz")
    new = document(0, "Dohle")
    found = Recognizer("de", str(tmp_path)).detect(Document("d", new.text))
    best = max(found, key=lambda mention: mention.confidence)
    assert (best.span, best.label) == (new.mentions[0].span, "PERSON")
    assert best.confidence > 0.5


def test_marks_become_targets() -> None:
    (example,) = make_examples(document(0, "Zeisig"), "de", weight=2.0)
    assert example.hide.tolist()[:5] == [0, 0, 0, 1, 0]
    assert example.counts.tolist()[3:5] == [2 * COUNTS[Role.DIRECT], pytest.approx(2 * NEUTRAL)]
    assert example.lengths[-1] == 0
