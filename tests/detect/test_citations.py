import pytest

from unname.detect.citations import citations


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see Doe v. Ruritania [GC], no. 12345/99, 3 May 2001", ["Doe v. Ruritania [GC], no. 12345/99, 3 May 2001"]),
        ("in R. v. Ely Justices ex parte Roe [1996] RVR 53.", ["R. v. Ely Justices ex parte Roe [1996] RVR 53"]),
        ("Poe and Others v. the Netherlands, Series A no. 44", ["Poe and Others v. the Netherlands, Series A no. 44"]),
        ("the judgment Doe v. Ruritania, ECHR 2001-II, and more", ["Doe v. Ruritania, ECHR 2001-II"]),
        ("the case of Doe v. Ruritania was heard in May", []),
        ("Team A v. Team B was a draw", []),
        ("lower v. case", []),
        ("", []),
    ],
)
def test_citations(text, expected):
    assert [text[start:end] for start, end in citations(text)] == expected


@pytest.mark.parametrize("unit", ["A v. ", " v. ", "Abc Def v. Ghi [1999] ", "A and "])
def test_hostile_text_ends(unit):
    assert list(citations(unit * 20_000)) == []
