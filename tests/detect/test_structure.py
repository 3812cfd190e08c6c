"""What is structure in a text, and what labels say about values."""

import pytest

from unname.core.document import Span
from unname.detect.structure import outside, read_structure
from unname.text.spans import Spans


def signs(text: str) -> list[str]:
    return [text[slice(*span)] for span in read_structure(text).signs.spans]


def labels(text: str) -> list[str]:
    return [text[slice(*span)].strip() for span in read_structure(text).labels.spans if text[slice(*span)].strip()]


def fields(text: str) -> list[tuple[str, str]]:
    return [(field.kind, text[slice(*field.value)]) for field in read_structure(text).fields]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a\nb", ["\n"]),
        ("a\r\n> b", ["\r\n> "]),
        ("a\tb", ["\t"]),
        ("a    b", ["    "]),
        ("<b>x</b>", ["<", ">", "</", ">"]),
        ('say "x"', ['"', '"']),
        ("| x | y |", ["|", "|", "|"]),
        ("\u201cx\u201d", ["\u201c", "\u201d"]),
        ("**x** and `y`", ["**", "**", "`", "`"]),
        ("it's John's o'clock", []),
        ("plain words, no more.", []),
    ],
)
def test_signs(text: str, found: list[str]) -> None:
    assert signs(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Pt: x", ["Pt"]),
        ("DOB 3/4/61 MRN 77123", ["DOB", "MRN"]),
        ("Name ........ x", ["Name"]),
        ("Next of kin: x", ["Next of kin"]),
        ("call her, tel: 12", ["tel"]),
        ("Age/Sex: 27 / M", ["Age/Sex"]),
        ("Impression: fine", ["Impression"]),
        ("user=x ip=1", ["user", "ip"]),
        ('{"firstName": "x", "weight_kg": 3}', ["firstName", "weight_kg"]),
        ("id,name,dob\n1,x,2\n2,y,3\n", ["id", "name", "dob"]),
        ("<patient name='x'>", ["patient", "name"]),
        ("PID|1||x", ["PID"]),
        # Names before a sign are names: in a chat, as keys, as tags.
        ("Anna Kovac: hello", []),
        ("Hope: hello", []),
        ('{"Anna Kovac": 1, "a.kovac@example.org": 2}', []),
        ("<Okonkwo>", []),
        ("Tel Aviv was warm", []),
        ("at 12:30 on 2607:fea8:4d1c::1", []),
        ("see https://example.org/?user=x", []),
    ],
)
def test_labels(text: str, found: list[str]) -> None:
    assert labels(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Name: Anna\nTel: 12", [("name", "Anna"), ("phone", "12")]),
        ("Pt: Anna Kovac   MRN 77", [("code", "77"), ("who", "Anna Kovac")]),
        ('{"name": [{"family": "Kovac", "given": ["A", "B"]}]}', [("name", "Kovac"), ("name", "A"), ("name", "B")]),
        ('{"telecom": [{"value": "12"}]}', [("phone", "12")]),
        ('nr,name\n1,"Kovac, A"\n2,B', [("name", "Kovac, A"), ("name", "B")]),
        ("| Name | DOB |\n|---|---|\n| A B | 1990 |", [("birth", "1990"), ("name", "A B")]),
        ("<surname>Kovac</surname>", [("name", "Kovac")]),
        ("<td>Surname</td><td>Kovac</td>", [("name", "Kovac")]),
        ("PID|1||9^^^X||DOE^JO||1961", [("birth", "1961"), ("code", "9"), ("name", "DOE"), ("name", "JO")]),
        ("a user=okoro b", [("user", "okoro")]),
        ("File name: x.txt", []),
        ("Name:\nTel:\n", []),
    ],
)
def test_what_labels_say(text: str, found: list[tuple[str, str]]) -> None:
    assert sorted(fields(text)) == sorted(found)


def test_a_quoted_cell_may_hold_lines_and_separators() -> None:
    text = 'id,name,note\n1,x,"a, b\nc"\n2,y,z\n'
    (table,) = read_structure(text).tables
    assert table.separator == ","
    inside = text.index(", b")
    assert not read_structure(text).signs.overlaps(Span(inside, inside + 1))


@pytest.mark.parametrize("text", ["[20:08] Pt: hello", "[Anna] said 12", "{{name}}, hello", "[section]\nage=12"])
def test_brackets_are_not_always_json(text: str) -> None:
    assert not read_structure(text).bare.spans


def test_sentences_with_commas_are_no_table() -> None:
    assert read_structure("He came, saw, won.\nShe sat, ate, left.\nI ran, hid, hoped.").tables == ()


@pytest.mark.parametrize("text", ["", " ", "\n", '"', "<", "{", "[", "|", ",\n,", "<a", '{"a', "'", "\\", '{"a": "\\'])
def test_scraps_are_read(text: str) -> None:
    read_structure(text)


def test_the_parts_outside() -> None:
    assert list(outside(Span(3, 9), Spans([Span(0, 4), Span(6, 7)]))) == [Span(4, 6), Span(7, 9)]
    assert list(outside(Span(3, 4), Spans([Span(0, 9)]))) == []
