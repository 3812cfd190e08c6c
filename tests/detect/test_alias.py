import pytest

from unname.detect.alias import group_people


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
