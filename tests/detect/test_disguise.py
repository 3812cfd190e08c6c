import pytest

from unname.detect.disguise import LONGEST, Kind, disguised, form_of


def hidden(text: str, surface: str, kind: Kind) -> list[str]:
    form = form_of(surface, kind)
    assert form is not None
    return [text[slice(*span)] for span, _ in disguised(text, [form])]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("whitcombe, WHITCOMBE, Whitcombé", ["whitcombe", "WHITCOMBE", "Whitcombé"]),
        ("Whit-\ncombe and WHIT-\r\n COMBE", ["Whit-\ncombe", "WHIT-\r\n COMBE"]),
        ("Whit combe", ["Whit combe"]),
        ("TeamWhitcombe, WhitcombeHouse", ["TeamWhitcombe", "WhitcombeHouse"]),
        ("#JusticeForWhitcombe @e_whitcombe", ["#JusticeForWhitcombe", "@e_whitcombe"]),
        ("teamwhitcombe whitcombe57 WHITCOMBEHouse", ["teamwhitcombe", "whitcombe57", "WHITCOMBEHouse"]),
        ("scan_whitcombe_2.pdf", ["scan_whitcombe_2"]),
        ("the Whitcombes", ["Whitcombes"]),
        ("Whitcomberton, Whitco. Mbe, whit, then combe", []),
    ],
)
def test_names_in_disguise(text: str, expected: list[str]) -> None:
    assert hidden(text, "Whitcombe", Kind.NAME) == expected


@pytest.mark.parametrize(
    ("surface", "text"),
    [
        ("Anna", "annual, planned, Annabel, Hosanna"),
        ("Goodman", "a good man"),
        ("Li Wu", "Liwu"),
        ("Martin", "Martini"),
    ],
)
def test_ordinary_words_are_no_names(surface: str, text: str) -> None:
    assert hidden(text, surface, Kind.NAME) == []


def test_a_sentence_ends_between_two_names() -> None:
    assert hidden("Then Anna. Berg left; A. Berg, A.Berg", "Anna Berg", Kind.NAME) == []
    assert hidden("A. Berg, A.Berg, a berg", "A. Berg", Kind.NAME) == ["A. Berg", "A.Berg", "a berg"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("at st aldhelm's hospital", ["st aldhelm's hospital"]),
        ("ST ALDHELM\u2019S\nHOSPITAL", ["ST ALDHELM\u2019S\nHOSPITAL"]),
        ("#StAldhelmsHospital st-aldhelms-hospital", ["#StAldhelmsHospital", "st-aldhelms-hospital"]),
        ("a hospital of St Aldhelm, a st aldhelm's hospital", []),
    ],
)
def test_phrases_in_another_case(text: str, expected: list[str]) -> None:
    assert hidden(text, "St Aldhelm's Hospital", Kind.PHRASE) == expected


def test_a_word_counts_in_small_letters_only() -> None:
    assert hidden("brackenford, Brackenford, BRACKENFORD, brackenfordian", "Brackenford", Kind.WORD) == ["brackenford"]


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        ("482917", "48 29 17; 4829-17; 482 918; 1482917; 48, 29, 17", ["48 29 17", "4829-17"]),
        ("HB-2021-004417", "hb2021004417 or HB 2021 0044 17", ["hb2021004417", "HB 2021 0044 17"]),
        ("AB-123", "ab 123, AB-12 3", ["ab 123"]),
    ],
)
def test_codes_in_other_groups(code: str, text: str, expected: list[str]) -> None:
    assert hidden(text, code, Kind.CODE) == expected


def test_what_is_denied_counts_wherever_it_can_be_read() -> None:
    text = (
        "ProjectHeron project-heron PROJECT_HERON Project  Heron #ProjectHeronTeam projectheronteam, a project, a heron"
    )
    assert hidden(text, "Project Heron", Kind.DENIED) == [
        *("ProjectHeron", "project-heron", "PROJECT_HERON", "Project  Heron", "#ProjectHeronTeam", "projectheronteam"),
    ]


def test_too_little_and_too_much_is_not_searched() -> None:
    assert form_of("A", Kind.NAME) is None
    assert form_of("*", Kind.DENIED) is None
    assert form_of("a" * (LONGEST + 1), Kind.NAME) is None
    assert list(disguised("text", [])) == []


def test_many_overlapping_places_are_read_once() -> None:
    form = form_of("Aaaaa Aaaaa", Kind.NAME)
    assert form is not None
    assert len(list(disguised("a" * 20_000, [form]))) < 1_000
