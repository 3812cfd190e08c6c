import pytest

from unname.core.document import Document
from unname.detect.resolve import resolve
from unname.detect.words import Words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("The nurse didn't sleep, and she left.", ["nurse", "sleep", "left"]),
        ("She hasn’t seen Mary-Ann's 12 cats!", ["seen", "Mary-Ann's", "12", "cats"]),
        ("... -- ()", []),
        ("Пётр видел", ["Пётр", "видел"]),
    ],
)
def test_every_content_word_is_a_mention(text: str, words: list[str]) -> None:
    mentions = Words().detect(Document("d", text))
    assert [text[m.span.start : m.span.end] for m in mentions] == words
    assert {(m.label, m.confidence, m.source) for m in mentions} <= {("MISC", 1.0, "words")}


@pytest.mark.parametrize(
    ("detector", "expected"),
    [
        (Words(), [["Zenda"], ["town"], ["zenda"], ["Zenda's"], ["town"]]),
        (Words(types=True), [["Zenda", "zenda"], ["town", "town"], ["Zenda's"]]),
        (Words(types=True, function_words=True), [["Zenda", "zenda"], ["the", "the"], ["town", "town"], ["Zenda's"]]),
    ],
    ids=lambda value: value.name if isinstance(value, Words) else "",
)
@pytest.mark.parametrize("is_resolved", [False, True])
def test_a_place_or_a_type_is_an_entity(detector: Words, expected: list[list[str]], is_resolved: bool) -> None:
    document = Document("d", "Zenda, the town; zenda. Zenda's the town")
    mentions = detector.detect(document)
    found = document.with_mentions(resolve(document, mentions) if is_resolved else list(mentions))
    surfaces = [[document.text[m.span.start : m.span.end] for m in entity.mentions] for entity in found.entities]
    assert surfaces == expected


def test_no_word_shows_in_the_name_of_its_entity() -> None:
    mentions = Words(types=True).detect(Document("d", "Strelsau and Strelsau"))
    assert {mention.entity for mention in mentions} == {"word1"}
