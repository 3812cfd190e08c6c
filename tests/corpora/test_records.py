import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import LABELS, Document, Mention, Origin, Role, Span
from unname.core.errors import ConfigError, InputError
from unname.core.redaction import Edit, Redaction
from unname.corpora.records import (
    Layout,
    document_from_record,
    document_record,
    redaction_record,
)

MARKER = "Xanthippe"
TEXT = f"Dear {MARKER} Moor"


def record(**changes):
    return {"id": "a", "text": TEXT, **changes}


def mention(**changes):
    return record(
        mentions=[
            {"start": 5, "end": 14, "label": "PERSON"},
            {"start": 0, "end": 4, "label": "MISC", **changes},
        ]
    )


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ([], "expected a JSON object"),
        ({"text": TEXT}, "no id"),
        ({"id": "a"}, "document 'a': the record has no text"),
        (record(text=7), "text must be a string, got int"),
        (record(text=f"{MARKER}\ud800"), "lone surrogate"),
        (record(id=["a"]), "id must be a string"),
        (record(id=f"\ud800{MARKER}"), "id holds a lone surrogate"),
        (record(language=1), "language must be a string"),
        (record(subject={}), "subject must be a string"),
        (record(subject_names=MARKER), "subject_names must be a list, got str"),
        (record(subject_names=["A", [MARKER]]), "subject_names must be a string, got list"),
        (record(subject_names=[f"{MARKER}\ud800"]), "subject_names holds a lone surrogate"),
        (record(mentions=MARKER), "mentions must be a list"),
        (record(mentions=[MARKER]), "mention 1: expected a JSON object"),
        (mention(start=None), "document 'a': mention 2: start and end must be whole numbers"),
        (mention(start=True), "whole numbers"),
        (mention(end=1.5), "whole numbers"),
        (mention(start=4), "0 <= start < end, got 4..4"),
        (mention(start=-1), "0 <= start < end, got -1..4"),
        (mention(end=900), "0..900 ends outside the text of 19 characters"),
        (mention(label=MARKER), "unknown label; known are CODE"),
        (mention(label=[MARKER]), "unknown label"),
        (mention(role=MARKER), "unknown role; known are direct"),
        (mention(confidence=2), "a confidence is a number in [0, 1]"),
        (mention(confidence=MARKER), "a confidence"),
        (mention(confidence=float("nan")), "a confidence"),
        (mention(entity=5), "entity must be a string"),
    ],
)
def test_broken_records(broken, message):
    with pytest.raises(InputError) as error:
        document_from_record(broken, "f.jsonl, line 3")
    assert message in str(error.value)
    assert MARKER not in str(error.value)
    assert "\n" not in str(error.value)


def test_defaults():
    document = document_from_record({"doc_id": 7, "text": ""}, "here")
    assert document == Document("7", "")
    assert document_from_record({"text": ""}, "here", default_id="line").id == "line"


TOLD = [
    ("", Origin.FOUND, ()),
    ("badges", Origin.FOUND, ()),
    ("rules:iban", Origin.PRIOR, ("iban",)),
    ("gazetteer:city+tagger", Origin.PRIOR | Origin.OPINION, ("city",)),
    ("given+deny+propagated", Origin.DEMANDED | Origin.FOUND, ()),
    ("words", Origin.WORD, ()),
]
"""What a source tells of the origin and the kinds of a mention."""


@st.composite
def documents(draw):
    text = draw(st.text(min_size=1, max_size=30))
    spans = st.tuples(st.integers(0, len(text) - 1), st.integers(1, len(text))).filter(lambda pair: pair[0] < pair[1])
    mentions = st.builds(
        lambda span, label, entity, role, confidence, told: Mention(
            Span(*span), label, entity, role, confidence, told[0], told[1], frozenset(told[2])
        ),
        spans,
        st.sampled_from(LABELS),
        st.sampled_from(["", "e1", "e2"]),
        st.sampled_from(Role),
        st.floats(0, 1),
        st.sampled_from(TOLD),
    )
    found = tuple(draw(st.lists(mentions, max_size=4)))
    names = tuple(draw(st.lists(st.text(min_size=1), max_size=2)))
    return Document(draw(st.text(min_size=1)), text, "en", draw(st.none() | st.text(min_size=1)), found, names)


@given(documents())
def test_documents_survive_the_round_trip(document):
    assert document_from_record(json.loads(json.dumps(document_record(document))), "here") == document


def test_entities_are_written():
    found = (Mention(Span(5, 14), "PERSON", "e1", Role.DIRECT), Mention(Span(15, 19), "PERSON", "e1"))
    entities = document_record(Document("a", TEXT, mentions=found))["entities"]
    assert entities == [{"id": "e1", "label": "PERSON", "role": "direct", "mentions": [[5, 14], [15, 19]]}]


def test_what_is_released_points_nowhere():
    redaction = Redaction("a", "Dear *** Moor", (Edit(Span(5, 14), Span(5, 8), "e1"),))
    assert redaction_record(redaction) == {"id": "a", "text": "Dear *** Moor"}


@pytest.mark.parametrize("name", ["subject", "mentions", "entities", "id", "doc_id", "text", "note"])
def test_fields_that_point_back_or_have_a_place_are_not_kept(name):
    with pytest.raises(ConfigError, match="--keep-fields"):
        Layout("note", None, ("ward", name))
    assert Layout("note", None, ("ward", "language")).keep == ("ward", "language")
