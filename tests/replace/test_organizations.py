"""Organizations are what their names say, where a name says it."""

import pytest

from unname.replace.organizations import find_organization_steps


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("St Mary's Hospital", "a hospital"),
        ("Boston Children's Hospital", "a hospital in the United States"),
        ("University of Leeds", "a university in the United Kingdom"),
        ("the University of Leeds's", "a university in the United Kingdom"),
        ("Regional Court of Munich", "a court in Germany"),
        ("Court of Appeal", "a court"),
        ("Acme Ltd.", "a company"),
        ("ACME GmbH", "a company"),
        # A bank or a paper may be anywhere, whatever its name.
        ("Bank of America", "a bank"),
        ("New York Times", "a newspaper"),
        ("Oxford University Press", "a publisher"),
        ("Oxford University", "a university"),
        ("Bharatiya Janata Party", "a political party"),
    ],
)
def test_the_head_tells(text: str, expected: str) -> None:
    steps = find_organization_steps(text)
    assert steps[0].text == expected
    assert steps[-1].text == "an organization"


@pytest.mark.parametrize("text", ["Acme", "Amazon", "chairperson of the Council", "", "&", "of", "北京大学"])
def test_what_does_not_tell_has_no_kind(text: str) -> None:
    assert not find_organization_steps(text)
