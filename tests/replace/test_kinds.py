"""Things have kinds where it is clear what they are."""

import pytest

from unname.replace.kinds import LIST, find_kind_steps, find_named_kind_steps, find_plain_kind_steps, read_kinds


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("surgeon", ["doctor", "medical practitioner", "professional"]),
        ("a surgeon", ["doctor", "medical practitioner", "professional"]),
        ("actors", ["performers", "entertainers"]),
        ("jazz pianist", ["musician", "performer", "entertainer"]),
        ("Professor of Law", ["educator", "professional"]),
        ("asthma", ["respiratory disease", "disease", "medical condition"]),
        ("rifle", ["firearm", "gun", "weapon"]),
        ("Swede", ["European"]),
        ("director", []),
        # What may be a cleric, a diplomat or a politician is nothing for sure.
        ("minister", []),
        ("breeder of", []),
        ("xylofoo", []),
        ("", []),
    ],
)
def test_kinds(text: str, expected: list[str]) -> None:
    assert [step.text for step in find_kind_steps(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the Thames", ["a river"]),
        ("Grammy Awards for Best Album", ["awards"]),
        ("Fright Meter Award", ["an award"]),
        # Films and songs have names of any words.
        ("Star Wars", []),
        ("Woodshed", []),
        ("The Surgeon", []),
        ("thames", []),
        ("", []),
    ],
)
def test_kinds_of_names(text: str, expected: list[str]) -> None:
    assert [step.text for step in find_named_kind_steps(text)] == expected


def test_names_are_no_plain_words() -> None:
    assert find_plain_kind_steps("rifle")
    assert not find_plain_kind_steps("Rifle")


def test_no_term_is_of_its_own_kind() -> None:
    assert all(term not in kinds for term, kinds in read_kinds().items())
    assert LIST.stat().st_size < 700_000
