import pytest

from unname.detect.alias import Name, group_people, parse_name, without_possessive


@pytest.mark.parametrize(
    ("text", "parts", "gender"),
    [
        ("Tony Booth", ("tony", "booth"), ""),
        ("Mr Tony Booth's", ("tony", "booth"), "m"),
        ("Mrs. Booth", ("booth",), "f"),
        ("Dr. Anna van der Berg", ("anna", "berg"), ""),
        ("T. Booth", ("t", "booth"), ""),
        ("T.J. Booth", ("t", "j", "booth"), ""),
        ("Booth, Tony", ("tony", "booth"), ""),
        ("Booth, Jr.", ("booth",), ""),
        ("BOOTH Tony", ("tony", "booth"), ""),
        ("TONY BOOTH", ("tony", "booth"), ""),
        ("A.B.", ("a", "b"), ""),
        ("***", (), ""),
        ("", (), ""),
    ],
)
def test_parse_name(text: str, parts: tuple[str, ...], gender: str) -> None:
    assert parse_name(text) == Name(parts, gender)


@pytest.mark.parametrize(
    ("text", "bare"), [("Booth's", "Booth"), ("Jones'", "Jones"), ("Jones’s", "Jones"), ("O'Neil", "O'Neil")]
)
def test_without_possessive(text: str, bare: str) -> None:
    assert without_possessive(text) == bare


@pytest.mark.parametrize(
    ("names", "groups"),
    [
        ([], []),
        (["Mr Tony Booth", "Booth", "T. Booth", "Booth's", "TONY BOOTH"], [0, 0, 0, 0, 0]),
        (["Tony Booth", "Tom Booth"], [0, 1]),
        (["T. Booth", "Tony Booth", "Tom Booth"], [0, 0, 1]),
        (["Tony Booth", "Tom Booth", "Booth"], [0, 1, 1]),
        (["Tony Booth", "Tom Booth", "Tony", "Booth"], [0, 1, 0, 0]),
        (["Booth", "Tony Booth", "Tom Booth"], [0, 0, 1]),
        (["Mr Booth", "Mrs Booth", "Mr Booth"], [0, 1, 0]),
        (["Mr Tony Booth", "Mrs Booth"], [0, 1]),
        (["Tony James Booth", "Tony J. Booth", "Tony Booth"], [0, 0, 0]),
        (["Maria Garcia Lopez", "Maria Garcia", "Garcia"], [0, 0, 0]),
        (["A.B.", "C.D.", "A.B."], [0, 1, 0]),
        (["Anna Grey", "Bill White", "Anna"], [0, 1, 0]),
        (["!!", "??", "!!"], [0, 1, 0]),
    ],
)
def test_group_people(names: list[str], groups: list[int]) -> None:
    assert group_people(names) == groups


def test_a_register_of_one_family_name() -> None:
    names = [f"{first}{second}a Booth" for first in "ABCDEFGHIKLM" for second in "aeioubcdflmnrst"]
    assert group_people(names * 2) == [*range(len(names))] * 2
