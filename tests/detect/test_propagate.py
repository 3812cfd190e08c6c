import pytest

from unname.core.document import Document, Role
from unname.detect.propagate import Seed, denied, name_parts, occurrences, propagate


def found(text: str, surface: str, label: str = "PERSON", confidence: float = 0.9, allow: frozenset[str] = frozenset()):
    mentions = propagate(Document("d", text), [Seed(surface, label, Role.QUASI, confidence)], allow)
    return sorted(text[mention.span.start : mention.span.end] for mention in mentions)


@pytest.mark.parametrize(
    ("surface", "label", "text", "expected"),
    [
        ("Tony Booth", "PERSON", "Booth and Tony; BOOTH, Booth's", ["BOOTH", "Booth", "Booth", "Tony"]),
        ("Tony Booth", "PERSON", "a booth, Boothby, tony", ["tony"]),
        ("Solange Peyrolles", "PERSON", "S. Peyrolles; Peyrolles, S.", ["Peyrolles, S.", "S. Peyrolles"]),
        ("Dr Peyrolles", "PERSON", "A. Dr Peyrolles, A. X", ["Dr Peyrolles", "Peyrolles"]),
        ("Anna Berg", "PERSON", "AN-\nNA, #TeamAnna, annual", ["#TeamAnna", "AN-\nNA"]),
        ("Jan M\u00fcller", "PERSON", "mueller, MULLER", ["MULLER", "mueller"]),
        ("BOOTH", "PERSON", "then Booth", ["Booth"]),
        ("Mr Li Wu", "PERSON", "Mr Li, Wu", []),
        ("Mr Tony van Booth", "PERSON", "Mr van", []),
        ("Anna El-Masri", "PERSON", "with Masri", ["Masri"]),
        ("Anna May", "PERSON", "2 May, May 1999, then May came", ["May"]),
        ("Anna Friday", "PERSON", "on Friday", []),
        ("George Will", "PERSON", "Will he? He will ask Will.", ["Will"]),
        ("George Will", "PERSON", "Will came.", ["Will"]),
        ("Tony Booth", "PERSON", "👋🏽👋🏽 שלום Booth 👋🏽", ["Booth"]),
        ("M.S.", "PERSON", "then M.S. left", ["M.S."]),
        ("AB-123/x", "CODE", "AB-123/x, ab-123/X, AB-123/xy", ["AB-123/x", "ab-123/X"]),
        ("482917", "CODE", "then 48 29 17", ["48 29 17"]),
        ("HB-2021-004417", "CODE", "number 004417", ["004417"]),
        ("+44 20 7946 0958", "CODE", "call 7946 0958", ["7946 0958"]),
        ("12", "CODE", "12 12", []),
        ("Acme Ltd", "ORG", "at acme ltd, ACME LTD and Acme Ltd", ["ACME LTD", "Acme Ltd", "acme ltd"]),
        ("District Court", "ORG", "a district court, the district court", []),
        ("Rome", "LOC", "the Rome Court; in rome", ["rome"]),
        ("Mill Lane 9", "LOC", "at Mill Lane 9, MILL LANE 9, Mill Lane 91", ["MILL LANE 9", "Mill Lane 9"]),
        (
            "Mill\nLane 9",
            "LOC",
            "Mill Lane 9, Mill\r\n Lane\t9",
            ["Mill\r\n Lane\t9", "Mill Lane 9"],
        ),
        ("nurse", "DEM", "nurse", []),
        ("2 May", "DATETIME", "2 May", []),
    ],
)
def test_surface_forms_are_found_again(surface: str, label: str, text: str, expected: list[str]) -> None:
    assert found(text, surface, label) == expected


def test_a_doubtful_mention_does_not_spread() -> None:
    assert found("Mill Lane 9", "Mill Lane 9", "LOC", 0.2) == []


def test_allowed_words_are_not_searched() -> None:
    assert found("Booth and Tony", "Tony Booth", allow=frozenset({"booth"})) == ["Tony"]


def test_name_parts_leave_titles_and_particles_out() -> None:
    assert list(name_parts("Dr Anna von Grey-Smith")) == ["Anna", "Grey-Smith", "Grey", "Smith"]


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("Acme, ACME acme; Acmeist", {"Acme"}, ["Acme", "ACME", "acme"]),
        ("the İstanbul plan; İ", {"plan"}, ["plan"]),
        ("red flag", {"  red flag "}, ["red flag"]),
        ("red\nflag, red\r\n  flag", {"red flag", "red  flag"}, ["red\nflag", "red\r\n  flag"]),
        ("José, Jose", {"Jose\u0301"}, ["José", "Jose"]),
        ("green", {"Ｇre\u00aden", "\u200b"}, ["green"]),
        ("O\u2019Neil", {"o'neil"}, ["O\u2019Neil"]),
        ("text", {"", " "}, []),
        ("", {"word"}, []),
    ],
)
def test_denied_words_are_found_in_any_case(text: str, words: set[str], expected: list[str]) -> None:
    mentions = denied(Document("d", text), frozenset(words))
    assert [text[m.span.start : m.span.end] for m in mentions] == expected
    assert all((m.label, m.confidence, m.source) == ("MISC", 1.0, "deny") for m in mentions)


def test_occurrences_of_nothing() -> None:
    assert list(occurrences("text", [])) == []


def test_a_name_comes_back_as_its_initials():
    text = "Present: Dr Grace Nakoa-Silva. Action GNS. Checked (G.N.S.). IV fluids."
    seed = Seed("Grace Nakoa-Silva", "PERSON", Role.QUASI, 0.9)
    found = {text[m.span.start : m.span.end] for m in propagate(Document("d", text), [seed])}
    assert {"GNS", "G.N.S."} <= found
    seed = Seed("Ines Vale", "PERSON", Role.QUASI, 0.9)
    assert "IV" not in {text[m.span.start : m.span.end] for m in propagate(Document("d", text), [seed])}
