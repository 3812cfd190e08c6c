import pytest

from unname.core.document import Document, Mention, Profile, Role, Span
from unname.core.errors import InputError


def test_spans_overlap_only_if_they_share_a_position() -> None:
    assert Span(0, 2).overlaps(Span(1, 3))
    assert not Span(0, 2).overlaps(Span(2, 3))


@pytest.mark.parametrize(
    "settings",
    [
        {"span": Span(0, 1), "label": "NAME"},
        {"span": Span(2, 2), "label": "LOC"},
        {"span": Span(3, 2), "label": "LOC"},
        {"span": Span(-1, 2), "label": "LOC"},
        {"span": Span(0, 1), "label": "LOC", "confidence": 1.1},
        {"span": Span(0, 1), "label": "LOC", "confidence": float("nan")},
    ],
)
def test_bad_mentions_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(InputError):
        Mention(**settings)  # type: ignore[arg-type]


def test_a_pair_becomes_a_span() -> None:
    assert Mention((0, 3), "LOC").span.end == 3  # type: ignore[arg-type]


def test_a_mention_outside_the_text_is_refused() -> None:
    with pytest.raises(InputError, match=r"'letter'.*2\.\.9"):
        Document("letter", "Zanzibar"[:5], mentions=(Mention(Span(2, 9), "LOC"),))


@pytest.mark.parametrize("text", ["Zanzibar \ud800", "Zanzibar\udfff"])
def test_lone_surrogates_are_refused_by_position(text: str) -> None:
    with pytest.raises(InputError, match=r"'letter'.*position \d") as caught:
        Document("letter", text)
    assert "Zanzibar" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_text_must_be_a_string() -> None:
    with pytest.raises(InputError, match="bytes"):
        Document("letter", b"Zanzibar")  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "\x00", "🎉", "שלום", "a\nb"])
def test_unusual_texts_are_fine(text: str) -> None:
    assert Document("letter", text).text == text


def test_mentions_are_sorted() -> None:
    one, other = Mention(Span(3, 5), "LOC"), Mention(Span(0, 2), "LOC")
    assert Document("d", "a text", mentions=(one, other)).mentions == (other, one)


def test_content_is_not_in_the_repr() -> None:
    document = Document("d", "Zanzibar", person="Zanzibar", mentions=(Mention(Span(0, 8), "LOC"),))
    assert "Zanzibar" not in repr(document)
    assert "Zanzibar" not in repr(Profile("p", "Zanzibar", {"home": "Zanzibar"}, "Zanzibar"))


def test_entities_group_mentions_and_take_the_strongest_role() -> None:
    mentions = (
        Mention(Span(0, 1), "LOC", "e1", Role.NONE),
        Mention(Span(1, 2), "PERSON", "e2"),
        Mention(Span(2, 3), "LOC", "e1", Role.DIRECT),
        Mention(Span(3, 4), "ORG"),
        Mention(Span(4, 5), "ORG"),
    )
    entities = Document("d", "a text", mentions=mentions).entities
    assert [(entity.id, entity.role, len(entity.mentions)) for entity in entities] == [
        ("e1", Role.DIRECT, 2),
        ("e2", Role.QUASI, 1),
        ("mention3", Role.QUASI, 1),
        ("mention4", Role.QUASI, 1),
    ]


def test_with_mentions_keeps_all_else() -> None:
    document = Document("d", "a text", "fr", "someone")
    other = document.with_mentions([Mention(Span(0, 1), "LOC")])
    assert (other.id, other.language, other.person, len(other.mentions)) == ("d", "fr", "someone", 1)
    assert document.mentions == ()
