import pytest

from unname.replace.states import FEW_PEOPLE, STATES, find_state_steps, is_state_or_larger, shorten_zip


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ("Boise, Idaho 83702", "Idaho 837"),
        ("Rhinebeck NY 12572-0042", "NY 125"),
        ("48 Quarry Road, Millbrook, NY", "NY"),
        ("Kansas City, Kansas", "Kansas"),
        ("Washington, DC 20001", "DC 200"),
        ("Albany, New York", "New York"),
        ("Charleston, West Virginia", "West Virginia"),
        ("Cheyenne, WY 82190", "WY 000"),
    ],
)
def test_a_place_becomes_its_state_and_three_digits(place: str, shown: str) -> None:
    assert [step.text for step in find_state_steps(place)] == [shown]


@pytest.mark.parametrize(
    "place", ["Lyon", "10115", "Oklahoma City", "Downtown Washington", "Dutchess County", "", "12"]
)
def test_what_is_no_place_of_a_state_for_sure_has_no_step(place: str) -> None:
    assert find_state_steps(place) == []


def test_five_digits_are_a_zip_code_only_if_that_is_known() -> None:
    assert [step.text for step in find_state_steps("10115", is_zip=True)] == ["101"]


@pytest.mark.parametrize("code", sorted(FEW_PEOPLE))
def test_few_people_share_no_digits(code: str) -> None:
    assert shorten_zip(f"{code}01") == "000"


def test_states_stay() -> None:
    assert len(STATES) == 56
    assert all(is_state_or_larger(state) for state in STATES)
    cities = {name for name in STATES.values() if not is_state_or_larger(name)}
    assert cities == {"New York", "Washington"}
    assert is_state_or_larger("Washington State")
    assert not is_state_or_larger("Ohio County")
