"""Text with inline marks: what they mean, where they end, and what is refused."""

import pytest

from unname.core.document import Role
from unname.core.errors import InputError
from unname.corpora import read
from unname.corpora.marked import KEPT

MARKER = "Xanthippe"


@pytest.fixture
def marked(tmp_path):
    def write(content, name="notes.marked"):
        path = tmp_path / name
        path.write_bytes(content.encode())
        return list(read(path))

    return write


def shown(document):
    return [(document.text[slice(*m.span)], m.label, m.role) for m in document.mentions]


def test_marks_are_taken_out_and_told_as_mentions(marked):
    (document,) = marked("%%% n-01 | a night shift\nPt ⟦d:PERSON|Okoro⟧, ⟦q:DEM|62⟧M, on ⟦k|warfarin 3 mg⟧.\n")
    assert (document.id, document.text) == ("n-01", "Pt Okoro, 62M, on warfarin 3 mg.")
    assert shown(document) == [
        ("Okoro", "PERSON", Role.DIRECT),
        ("62", "DEM", Role.QUASI),
        ("warfarin 3 mg", KEPT, Role.NONE),
    ]


def test_a_header_begins_a_document_and_one_line_break_before_it_is_no_part_of_any(marked):
    first, second, third = marked("%%% a | one\nA ⟦q:LOC|Gdynia⟧\n\n%%% b\n\nB\n%%% c|no text\n")
    assert [(d.id, d.text) for d in (first, second, third)] == [("a", "A Gdynia\n"), ("b", "\nB"), ("c", "")]


def test_without_headers_a_file_is_one_document_by_its_name(marked):
    (document,) = marked("⟦d:PERSON|Ada⟧ | %%% not at the start\n")
    assert (document.id, document.text) == ("notes", "Ada | %%% not at the start\n")


def test_marks_may_stand_side_by_side_and_hold_any_sign(marked):
    (document,) = marked("<b>⟦d:PERSON|Jo⟧</b>⟦d:PERSON|hn⟧ ⟦k|a|b: [x]⟧")
    assert document.text == "<b>Jo</b>hn a|b: [x]"
    assert [text for text, *_ in shown(document)] == ["Jo", "hn", "a|b: [x]"]


def test_line_ends_of_other_systems_stay(marked):
    (document,) = marked("%%% a | one\r\n⟦d:PERSON|Ada⟧\r\nleft")
    assert document.text == "Ada\r\nleft"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (f"%%% a\n⟦d:PERSON|{MARKER}", "line 1: a mark that is not closed"),
        (f"%%% a\n{MARKER}⟧", "line 1: a mark that is not closed"),
        (f"%%% a\n%%% b\n⟦d:PERSON|{MARKER}\nGrey⟧", "line 2: a mark that is not closed, crosses a line"),
        (f"⟦d:NAME|{MARKER}⟧", "has no label of ours"),
        (f"⟦x:PERSON|{MARKER}⟧", "a mark that is not closed"),
        (f"⟦d:PERSON|⟦d:PERSON|{MARKER}⟧⟧", "a mark that is not closed"),
        (f"⟦d:PERSON|⟧ {MARKER}", "a mark that is not closed"),
        (f"⟦d|{MARKER}⟧", "a mark is ⟦d:LABEL|...⟧"),
        (f"⟦k:MISC|{MARKER}⟧", "a mark is ⟦d:LABEL|...⟧"),
        (f"{MARKER}\n%%% a\ntext", "text before the first line"),
    ],
)
def test_broken_marks_are_refused_by_their_place(marked, content, said):
    with pytest.raises(InputError) as error:
        marked(content)
    assert said in str(error.value)
    assert MARKER not in str(error.value)
