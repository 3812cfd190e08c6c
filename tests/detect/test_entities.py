import pytest

from unname.core.document import Document, Mention, Role, Span
from unname.detect.entities import entity_ids, subject_entity, surface_key

HIDDEN = Role.QUASI


def mentions_of(text: str, *found: tuple[str, str]) -> list[Mention]:
    """The given surfaces with their labels, each searched behind the one before."""
    mentions, at = [], 0
    for surface, label in found:
        start = text.index(surface, at)
        at = start + len(surface)
        mentions.append(Mention(Span(start, at), label, role=HIDDEN))
    return mentions


@pytest.mark.parametrize(
    ("text", "key"), [("The Court's", "court"), (" the  high\ncourt ", "high court"), ("Theo", "theo")]
)
def test_surface_key(text: str, key: str) -> None:
    assert surface_key(text) == key


@pytest.mark.parametrize(
    ("text", "found", "ids"),
    [
        ("Jordan left Jordan", [("Jordan", "PERSON"), ("Jordan", "LOC")], ["e1", "e2"]),
        ("Mr Booth and Mrs Booth", [("Booth", "PERSON"), ("Booth", "PERSON")], ["e1", "e2"]),
        ("the Court, Court's", [("the Court", "ORG"), ("Court's", "ORG")], ["e1", "e1"]),
        (
            "North Lake Union (NLU) met. NLU left.",
            [("North Lake Union", "ORG"), ("NLU", "ORG"), ("NLU", "ORG")],
            ["e1", "e1", "e1"],
        ),
        ("North Lake Union (ABC)", [("North Lake Union", "ORG"), ("ABC", "ORG")], ["e1", "e2"]),
        ("North Lake Union, NLU", [("North Lake Union", "ORG"), ("NLU", "ORG")], ["e1", "e2"]),
        ("Rome, 2 May, Rome", [("Rome", "LOC"), ("2 May", "DATETIME"), ("Rome", "LOC")], ["e1", "e2", "e1"]),
    ],
)
def test_entities(text: str, found: list[tuple[str, str]], ids: list[str]) -> None:
    assert entity_ids(Document("d", text), mentions_of(text, *found)) == ids


def test_hidden_and_kept_are_never_one_entity() -> None:
    mentions = [Mention(Span(0, 3), "DEM"), Mention(Span(4, 7), "DEM", role=Role.NONE)]
    assert entity_ids(Document("d", "cat cat"), mentions) == ["e1", "e2"]


def test_given_entities_stay_together() -> None:
    mentions = [Mention(Span(0, 3), "MISC", entity="pet"), Mention(Span(4, 7), "MISC", entity="pet")]
    assert entity_ids(Document("d", "cat dog"), mentions) == ["e1", "e1"]


@pytest.mark.parametrize(
    ("text", "people", "given", "subject"),
    [
        ("Judge Ada Grey heard the patient, Tom White.", ["Ada Grey", "Tom White"], None, "Tom White"),
        ("Ada Grey met Tom White, who was born in 1970.", ["Ada Grey", "Tom White"], None, "Tom White"),
        ("Ada Grey met Tom White.", ["Ada Grey", "Tom White"], None, "Ada Grey"),
        (
            "Ada Grey met Tom White. White, White.",
            ["Ada Grey", "Tom White", "White", "White"],
            None,
            "Tom White",
        ),
        ("Name: Tom White. Doctor: Ada Grey.", ["Tom White", "Ada Grey"], None, "Tom White"),
        ("The patient Ada Grey met T. White.", ["Ada Grey", "T. White"], "Tom White", "T. White"),
        ("The patient Ada Grey met T. White.", ["Ada Grey", "T. White"], "case-17", "Ada Grey"),
    ],
)
def test_subject(text: str, people: list[str], given: str | None, subject: str) -> None:
    document = Document("d", text, person=given)
    mentions = mentions_of(text, *((name, "PERSON") for name in people))
    ids = entity_ids(document, mentions)
    named = [
        Mention(mention.span, mention.label, entity=id, role=mention.role)
        for mention, id in zip(mentions, ids, strict=True)
    ]
    assert subject_entity(document, named) == ids[people.index(subject)]


def test_no_person_no_subject() -> None:
    assert subject_entity(Document("d", "Rome"), [Mention(Span(0, 4), "LOC", entity="e1")]) == ""
