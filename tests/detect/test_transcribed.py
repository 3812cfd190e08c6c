from unname.core.document import Document, Mention, Role, Span
from unname.detect.propagate import Seed
from unname.detect.transcribed import heard, spoken


def labels(text: str, foreign: str) -> list[str]:
    start = text.index(foreign)
    mentions = [
        Mention(Span(0, 17), "PERSON", confidence=0.95),
        Mention(Span(start, start + len(foreign)), "MISC", confidence=0.9, kinds=frozenset({"other-script"})),
    ]
    return [mention.label for mention in heard(Document("d", text), mentions)]


def test_what_sounds_like_a_person_is_one() -> None:
    for foreign in ("Элеонора Уиткомб", "ვიტკომბი", "Ουίτκομπ", "위트컴"):
        assert labels(f"Eleanor Whitcombe ({foreign})", foreign) == ["PERSON", "PERSON"]


def test_what_sounds_like_nobody_stays_what_it_is() -> None:
    assert labels("Eleanor Whitcombe likes борщ", "борщ") == ["PERSON", "MISC"]


def test_names_are_heard_in_a_text_of_any_script() -> None:
    text = "Вчера Уиткомбе пришла домой. " * 9
    found = list(spoken(Document("d", text), [Seed("Eleanor Uitkomb", "PERSON", Role.DIRECT, 0.9)]))
    assert {text[slice(*mention.span)] for mention in found} == {"Уиткомбе"}
    assert list(spoken(Document("d", "plain"), [Seed("Eleanor Uitkomb", "PERSON", Role.DIRECT, 0.9)])) == []
