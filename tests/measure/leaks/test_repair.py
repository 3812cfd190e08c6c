"""What survived becomes something to hide."""

import pytest

from unname.core.document import Document, Mention, Role, Span
from unname.core.redaction import Replacement, rewrite
from unname.measure.leaks.check import Leak
from unname.measure.leaks.repair import describe_leaks, find_original, mark_leaks

TEXT = "The keeper Anna Quill kept an old lighthouse."


@pytest.mark.parametrize(("span", "expected"), [((3, 6), (3, 6)), ((19, 29), (26, 36))])
def test_places_outside_of_edits_are_where_they_were(span, expected):
    found = find_original(rewrite(Document("d", TEXT), [Replacement(Span(11, 21), "***", "anna")]), Span(*span))
    assert found == Span(*expected)


def test_what_survives_is_hidden_with_the_whole_word():
    text = "Quill came. The Quillish house of QUILL stood."
    document = Document("d", text, mentions=(Mention(Span(0, 5), "PERSON", "e", Role.DIRECT),))
    redaction = rewrite(document, [Replacement(Span(0, 5), "***", "e")])
    left = [Leak("e", "part of a longer word", Span(14, 19)), Leak("e", "other case", Span(32, 37))]
    told = mark_leaks(document, redaction, [*left, Leak("e", "file name")])
    assert [text[slice(*mention.span)] for mention in told.mentions] == ["Quill", "Quillish", "QUILL"]
    assert len(told.entities) == 1
    assert mark_leaks(document, redaction, left[2:]) is document


def test_ways_are_told_and_words_are_not():
    left = [Leak("e", form, Span(14, 19)) for form in ("other case", "as it stands", "other case")]
    said = describe_leaks(left)
    assert said == "the output check found something hidden that is still there (as it stands, other case)"
