import pytest

from unname.core.document import Document, Mention, Origin, Role, Span
from unname.detect.kept import with_kinds, without_kept

DRUG = Mention(Span(5, 15), "MISC", kinds=frozenset({"substance"}))
TIME = Mention(Span(20, 25), "DATETIME", kinds=frozenset({"time"}))


def kept(mention: Mention) -> bool:
    *_, judged = without_kept([DRUG, TIME, mention], {"substance", "time"})
    return judged.role is Role.NONE


def test_what_lies_in_a_kept_finding_stays() -> None:
    assert kept(Mention(Span(5, 15), "ORG", confidence=0.95))
    assert kept(Mention(Span(6, 9), "PERSON", confidence=0.5))
    assert kept(Mention(Span(20, 25), "QUANTITY"))


def test_what_only_touches_a_kept_word_stays_if_it_is_said_of_somebody() -> None:
    assert kept(Mention(Span(0, 18), "MISC"))
    assert not kept(Mention(Span(0, 18), "ORG"))
    assert not kept(Mention(Span(18, 30), "DEM"))
    assert not kept(Mention(Span(15, 25), "DATETIME"))


def test_sure_names_and_what_is_given_are_hidden_all_the_same() -> None:
    assert not kept(Mention(Span(5, 15), "PERSON", confidence=0.95))
    assert not kept(Mention(Span(5, 15), "MISC", origin=Origin.GIVEN))


def test_nothing_happens_without_a_kind() -> None:
    assert without_kept([DRUG, TIME], ()) == [DRUG, TIME]


@pytest.mark.parametrize(
    ("label", "text", "kinds"),
    [
        ("LOC", "48 Quarry Hollow Road, Millbrook", {"address"}),
        ("LOC", "Taigh na Mara 6", {"address"}),
        ("LOC", "Millbrook", set()),
        ("LOC", "SW1A 1AA", set()),
        ("DEM", "62", {"age"}),
        ("DEM", "62M", {"age"}),
        ("DEM", "aged 4", {"age"}),
        ("DEM", "34 YRS", {"age"}),
        ("DEM", "118/70", set()),
        ("DEM", "1.4", set()),
        ("DEM", "organist", set()),
        ("ORG", "62", set()),
    ],
)
def test_a_kind_is_seen_by_its_form(label: str, text: str, kinds: set[str]) -> None:
    document = Document("d", text)
    assert set(with_kinds(document, [Mention(Span(0, len(text)), label)])[0].kinds) == kinds


def test_a_kind_that_is_known_stays() -> None:
    known = Mention(Span(0, 2), "DEM", kinds=frozenset({"count"}))
    assert with_kinds(Document("d", "62"), [known]) == [known]
