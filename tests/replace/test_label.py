import pytest

from unname.core.document import Document, Mention, Role, Span
from unname.pipeline.document import Pipeline
from unname.replace.label import Label


def document(id: str, text: str, *found: tuple[str, str, str]) -> Document:
    mentions, at = [], 0
    for surface, label, entity in found:
        start = text.index(surface, at)
        at = start + len(surface)
        mentions.append(Mention(Span(start, at), label, entity))
    return Document(id, text, mentions=tuple(mentions))


TRIP = document(
    "trip",
    "Ada met Tom in Rome. Ada left Rome.",
    ("Ada", "PERSON", "e1"),
    ("Tom", "PERSON", "e2"),
    ("Rome", "LOC", "e3"),
    ("Ada", "PERSON", "e1"),
    ("Rome", "LOC", "e3"),
)
PAIR = document("pair", "Tom Ada", ("Tom", "PERSON", "e1"), ("Ada", "PERSON", "e2"))


def released(label: Label, document: Document) -> str:
    pipeline = Pipeline(detectors=(), replace=label)
    return pipeline.apply(document, pipeline.plan(document)).text


@pytest.mark.parametrize(
    ("numbered", "source", "text"),
    [
        (False, TRIP, "[PERSON] met [PERSON] in [LOC]. [PERSON] left [LOC]."),
        (True, TRIP, "[PERSON_1] met [PERSON_2] in [LOC_1]. [PERSON_1] left [LOC_1]."),
        (False, PAIR, "[PERSON]"),
        (True, PAIR, "[PERSON_1] [PERSON_2]"),
    ],
)
def test_labels(numbered: bool, source: Document, text: str) -> None:
    assert released(Label(numbered), source) == text


def test_each_document_is_numbered_by_itself() -> None:
    label = Label(numbered=True)
    assert [released(label, source)[:10] for source in (TRIP, PAIR, TRIP)] == ["[PERSON_1]"] * 3


def test_the_name_holds_the_settings() -> None:
    label = Label(numbered=True)
    released(label, TRIP)
    assert label.name == "label(numbered=True)"
    assert "Ada" not in repr(label)


def test_numbers_skip_nothing_that_is_open():
    document = Document(
        "a",
        "Anna met Bo and Cy.",
        mentions=(
            Mention(Span(0, 4), "PERSON", "e1"),
            Mention(Span(9, 11), "PERSON", "e2", role=Role.NONE),
            Mention(Span(16, 18), "PERSON", "e3"),
        ),
    )
    label = Label(numbered=True)
    values = [label.options(entity, document)[0].value for entity in document.entities]
    assert values == ["[PERSON_1]", "[PERSON_3]", "[PERSON_2]"]
