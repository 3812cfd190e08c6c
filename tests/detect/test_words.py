import pytest

from unname.core.document import Document
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
