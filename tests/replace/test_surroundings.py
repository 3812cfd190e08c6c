"""The part that something plays in its sentence."""

import pytest

from unname.core.document import Span
from unname.replace.surroundings import Form, find_form


@pytest.mark.parametrize(
    ("before", "behind", "form"),
    [
        ("in ", " and", Form.PLAIN),
        ("in ", ".", Form.PLAIN),
        ("in ", "", Form.PLAIN),
        ("the ", " court", Form.BEFORE_NOUN),
        ("the ", " of old", Form.PLAIN),
        ("", " police came", Form.BEFORE_NOUN),
        ("", "'s mayor", Form.OWNER),
        ("", "’s mayor", Form.OWNER),
        ("", "-based", Form.JOINED),
        ("pre-", " days", Form.JOINED),
        ("", "' mayor", Form.JOINED),
        ("in ", " Airport", Form.TITLE),
    ],
)
def test_forms(before: str, behind: str, form: Form) -> None:
    assert find_form(f"{before}Lyon{behind}", Span(len(before), len(before) + 4)) is form


def test_what_has_an_article_of_its_own_may_stand_before_a_verb() -> None:
    text, span = "the Bank sold it", Span(4, 8)
    assert find_form(text, span) is Form.BEFORE_NOUN
    assert find_form(text, span, has_article=True) is Form.PLAIN
