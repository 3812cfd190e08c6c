"""Mentions and replacements never take the form of a text with them."""

import json

import pytest

from unname.core.document import Mention, Origin, Span
from unname.core.redaction import Replacement
from unname.detect.cut import cut_apart, cut_mentions, fit_replacements


def cut(text: str, surface: str, origin: Origin = Origin.FOUND, cutting=cut_mentions) -> list[str]:
    start = text.index(surface)
    mention = Mention(Span(start, start + len(surface)), "PERSON", entity="e1", origin=origin)
    pieces = cutting(text, [mention])
    assert {piece.entity for piece in pieces} <= {"e1"}
    return [text[slice(*piece.span)] for piece in pieces]


@pytest.mark.parametrize("field", ["DOB", "MRN", "Pt", "Tel", "NHS", "SSN", "D.O.B.", "Name", "Re"])
def test_the_label_of_a_field_is_no_person(field: str) -> None:
    assert cut(f"{field}: 12", field) == []


@pytest.mark.parametrize("origin", [Origin.GIVEN, Origin.DENIED])
def test_a_label_that_somebody_wants_hidden_is(origin: Origin) -> None:
    assert cut("Name: Anna", "Name", origin) == ["Name"]
    assert cut("Name: Anna", ":", origin) == [":"]


@pytest.mark.parametrize(
    ("text", "surface", "pieces"),
    [
        ("Pt: Eleanor Quill\nTel: 020", "Pt: Eleanor Quill\nTel", ["Eleanor Quill"]),
        ("DOB Eleanor Quill MRN", "DOB Eleanor Quill MRN", ["Eleanor Quill"]),
        ("met Anna\nKovac here", "Anna\nKovac", ["Anna", "Kovac"]),
        ("<b>Jo</b>hn", "Jo</b>hn", ["Jo", "hn"]),
        ("a\tAnna\tTom", "Anna\tTom", ["Anna", "Tom"]),
        ('{"a": "Anna", "b": "Tom"}', 'Anna", "b": "Tom', ["Anna", "b", "Tom"]),
        ('said "Anna Kovac," he', '"Anna Kovac,"', ["Anna Kovac"]),
        ("Tel Aviv", "Tel Aviv", ["Tel Aviv"]),
        ("Anna Kovac: hello", "Anna Kovac", ["Anna Kovac"]),
        ("PID|1||DOE^JO", "DOE^JO", ["DOE", "JO"]),
        ("...", "...", []),
    ],
)
def test_mentions_are_cut(text: str, surface: str, pieces: list[str]) -> None:
    assert cut(text, surface) == pieces


@pytest.mark.parametrize(
    ("text", "surface", "n_pieces"),
    [
        ("met Anna\nKovac here", "Anna\nKovac", 1),
        ("<i>Anna</i> <b>Kovac</b>", "Anna</i> <b>Kovac", 1),
        ('Robert "Bob" Smith', 'Robert "Bob" Smith', 1),
        ("Anna Kovac\nTom Smith\nWei Zhang", "Anna Kovac\nTom Smith\nWei Zhang", 3),
        ("To Anna Kovac\nTom Smith here", "Anna Kovac\nTom Smith", 2),
        ("nr,who,id\n1,x,Anna\nTom,y,2\n", "Anna\nTom", 2),
        ("<td>Anna</td><td>Tom</td>", "Anna</td><td>Tom", 2),
        ("| Anna | Tom |", "Anna | Tom", 2),
    ],
)
def test_one_thing_stays_one_until_roles_are_known(text: str, surface: str, n_pieces: int) -> None:
    assert len(cut(text, surface, cutting=cut_apart)) == n_pieces


def fitted(text: str, surface: str, new: str = "***") -> list[tuple[str, str]]:
    start = text.index(surface)
    fitting = fit_replacements(text, [Replacement(Span(start, start + len(surface)), new)])
    return [(text[slice(*each.span)], each.text) for each in fitting]


def test_numbers_of_json_become_strings() -> None:
    assert fitted('{"mrn": 4471902}', "4471") == [("4471902", '"***"')]


def test_new_text_is_written_as_the_form_demands() -> None:
    assert json.loads(f'"{fitted(json.dumps({"a": "Anna"}), "Anna", chr(34) + "x")[0][1]}"') == '"x'
    assert fitted("<p>Anna</p>", "Anna", "<X> & Y") == [("Anna", "&lt;X&gt; &amp; Y")]
    assert fitted("id,name\n1,Anna\n", "Anna", "a, b") == [("Anna", "a b")]
    assert fitted("It was Anna.", "Anna", '<"a", b>') == [("Anna", '<"a", b>')]


def test_no_replacement_takes_a_sign() -> None:
    assert fitted("met Anna\nKovac here", "Anna\nKovac") == [("Anna", "***"), ("Kovac", "***")]
    assert fitted("<b>Jo</b>hn", "Jo</b>hn") == [("Jo", "***"), ("hn", "***")]
