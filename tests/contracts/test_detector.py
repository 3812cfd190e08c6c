"""Every detector: spans inside the text, not empty; same input, same output; empty text gives nothing."""

from functools import lru_cache

import pytest

from fakes import FakeDetector
from unname.core.document import LABELS, Document, Origin
from unname.core.registry import create, names, parse
from unname.core.roles import Detector


@lru_cache
def component(name: str) -> Detector:
    if name == "spacy":
        return spacy_detector()
    detector: Detector = FakeDetector() if name == "fake" else create("detector", name)
    return detector


def spacy_detector() -> Detector:
    """The detector with a pipeline that is made here, since none is shipped."""
    nlp = pytest.importorskip("spacy").blank("en")
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "PERSON", "pattern": [{"IS_TITLE": True}]}])
    detector: Detector = create("detector", "spacy")
    vars(detector)["pipeline_"] = nlp
    return detector


@pytest.fixture(params=["fake", *names("detector")])
def detector(request: pytest.FixtureRequest) -> Detector:
    return component(request.param)


def test_it_plays_the_role(detector: Detector) -> None:
    assert isinstance(detector, Detector)
    assert parse(detector.name)[0]


def test_spans_lie_inside_the_text(detector: Detector, document: Document) -> None:
    for mention in detector.detect(document):
        assert 0 <= mention.span.start < mention.span.end <= len(document.text)
        assert mention.label in LABELS
        assert 0 <= mention.confidence <= 1
        assert mention.source
        assert mention.origin in (Origin.FOUND, Origin.PRIOR, Origin.OPINION, Origin.WORD)
        assert all(mention.kinds)
        assert not mention.entity


def test_the_same_input_gives_the_same_output(detector: Detector, document: Document) -> None:
    assert list(detector.detect(document)) == list(detector.detect(document))


@pytest.mark.parametrize("text", ["", " ", "\n\n"])
def test_an_empty_text_gives_nothing(detector: Detector, text: str) -> None:
    assert list(detector.detect(Document("empty", text))) == []


def test_other_documents_do_not_matter(detector: Detector, document: Document) -> None:
    alone = list(detector.detect(document))
    detector.detect(Document("other", "Ms Rosa Blum lives in Ruritania."))
    assert list(detector.detect(document)) == alone
