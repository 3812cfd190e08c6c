"""Names that are one person's, and names that are not."""

import pytest

from unname.core.document import Profile
from unname.people.same_name import is_name_of, is_same_name


@pytest.mark.parametrize(
    ("guessed", "true", "is_same"),
    [
        ("Ada Grey", "ADA GREY", True),
        ("Grey, Ada", "Ada Grey", True),
        ("Łukasz Żak", "Lukasz Zak", True),
        ("Ada Grey", "Ada M. Grey", True),
        ("Dr. Ada Mary Grey", "Ada Grey", True),
        ("Ada Grey (judge)", "Ada Grey (nurse)", True),
        ("Ada", "Ada Grey", False),
        ("Grey", "Ada Grey", False),
        ("Ada White", "Ada Grey", False),
        ("Madonna", "Madonna", True),
        ("", "Ada Grey", False),
        ("***", "Ada Grey", False),
        ("Ada Grey", "", False),
    ],
)
def test_names(guessed, true, is_same):
    assert is_same_name(guessed, true) is is_same


def test_any_of_the_names_of_somebody_counts():
    profile = Profile("p1", "Ada Grey", {"aliases": ["The Heron of Zenda"]})
    assert is_name_of(profile, "Heron of Zenda")
    assert not is_name_of(profile, "Tom White")
    assert not is_name_of(Profile("p2"), "p2")
