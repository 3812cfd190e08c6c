import itertools
from pathlib import Path

import pytest

from unname.core.document import Document
from unname.core.errors import MissingModel
from unname.detect.spacy import Spacy

spacy = pytest.importorskip("spacy")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A blank pipeline that knows three names."""
    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("entity_ruler")
    ruler.add_patterns(
        [
            {"label": "PERSON", "pattern": "Tony Booth"},
            {"label": "GPE", "pattern": "Ruritania"},
            {"label": "WORK_OF_ART", "pattern": "Moonrise"},
        ]
    )
    path = tmp_path_factory.mktemp("spacy") / "model"
    nlp.to_disk(path)
    return str(path)


def test_labels_are_mapped(model: str) -> None:
    text = "Tony Booth painted Moonrise in Ruritania."
    mentions = Spacy(model).detect(Document("d", text))
    assert [(text[m.span.start : m.span.end], m.label, m.source) for m in mentions] == [
        ("Tony Booth", "PERSON", "spacy"),
        ("Moonrise", "MISC", "spacy"),
        ("Ruritania", "LOC", "spacy"),
    ]


@pytest.mark.parametrize("overlap", [0, 7, 40, 1000])
@pytest.mark.parametrize("text", ["Tony Booth saw Ruritania, and then slept. " * 20, "x" * 300, " " * 300])
def test_long_texts_are_read_in_windows(model: str, overlap: int, text: str) -> None:
    whole = Spacy(model).detect(Document("d", text))
    detector = Spacy(model, overlap=overlap)
    detector.pipeline_.max_length = 100
    parts = detector.detect(Document("d", text))
    assert {m.span.end for m in parts} <= {m.span.end for m in whole}
    if overlap >= 40:
        assert parts == whole


def test_windows_cover_the_text(model: str) -> None:
    text = "one two three " * 50
    detector = Spacy(model, overlap=20)
    detector.pipeline_.max_length = 64
    windows = list(detector._windows(text))
    assert windows[0].start == 0
    assert windows[-1].end == len(text)
    assert all(one.end >= other.start > one.start for one, other in itertools.pairwise(windows))
    assert max(end - start for start, end in windows) <= 64


def test_an_absent_pipeline_is_named(tmp_path: Path) -> None:
    with pytest.raises(MissingModel, match="nowhere"):
        Spacy(str(tmp_path / "nowhere")).detect(Document("d", "text"))
