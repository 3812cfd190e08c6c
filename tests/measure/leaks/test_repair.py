"""What survived becomes something to hide."""

import pytest

from unname.core.document import Document, Mention, Role, Span
from unname.core.redaction import Replacement, rewrite
from unname.measure.leaks.check import Survivor
from unname.measure.leaks.repair import original, told_survivors, with_survivors

TEXT = "The keeper Anna Quill kept an old lighthouse."


@pytest.mark.parametrize(("place", "expected"), [("3..6", (3, 6)), ("19..29", (26, 36)), ("name 1", None)])
def test_places_outside_of_edits_are_where_they_were(place, expected):
    found = original(rewrite(Document("d", TEXT), [Replacement(Span(11, 21), "***", "anna")]), place)
    assert found == (expected and Span(*expected))


def test_what_survives_is_hidden_with_the_whole_word():
    text = "Quill came. The Quillish house of QUILL stood."
    document = Document("d", text, mentions=(Mention(Span(0, 5), "PERSON", "e", Role.DIRECT),))
    redaction = rewrite(document, [Replacement(Span(0, 5), "***", "e")])
    left = [Survivor("e", "part of a longer word", "14..19"), Survivor("e", "other case", "32..37")]
    told = with_survivors(document, redaction, [*left, Survivor("e", "file name", "name 1")])
    assert [text[slice(*mention.span)] for mention in told.mentions] == ["Quill", "Quillish", "QUILL"]
    assert len(told.entities) == 1
    assert with_survivors(document, redaction, left[2:]) is document


def test_ways_are_told_and_words_are_not():
    left = [Survivor("e", form, "14..19") for form in ("other case", "as it stands", "other case")]
    said = told_survivors(left)
    assert said == "the output check found something hidden that is still there (as it stands, other case)"
