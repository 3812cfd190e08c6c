import pytest

from unname.core.document import Document, Mention, Origin, Span
from unname.core.redaction import Replacement, rewrite
from unname.measure.leaks.hidden_forms import find_hidden_forms


def found(surface, label, origin=Origin.OPINION):
    mention = Mention(Span(0, len(surface)), label, "e1", origin=origin)
    document = Document("a", f"{surface} and so on", mentions=(mention,))
    forms = find_hidden_forms(document, rewrite(document, [Replacement(mention.span, "***", "e1")]))
    assert all(form.entity == "e1" for form in forms)
    return {form.surface: form.cased for form in forms}


@pytest.mark.parametrize(
    ("surface", "label", "forms"),
    [
        ("Mr Tony Booth", "PERSON", {"Mr Tony Booth": False, "Tony": False, "Booth": True}),
        ("L. van Saarnisto", "PERSON", {"L. van Saarnisto": False, "Saarnisto": False}),
        ("eleanor whitcombe", "PERSON", {"eleanor whitcombe": False, "eleanor": False, "whitcombe": False}),
        ("Rose", "PERSON", {"Rose": True}),
        ("L. R.", "PERSON", {"L. R": True}),
        ("Senator", "PERSON", {}),
        ("Svea Court of Appeal", "PERSON", {"Svea Court of Appeal": False, "Svea": False}),
        ("the  Duke of\nStrelsau's", "PERSON", {"Duke of Strelsau": False, "Strelsau": False}),
        ("AB-1234567", "CODE", {"AB-1234567": False, "1234567": False}),
        ("+44 20 7946 0958", "CODE", {"+44 20 7946 0958": False, "7946 0958": False}),
        ("17 February", "DATETIME", {"17 February": False}),
        ("2014", "DATETIME", {"2014": False}),
        ("three days", "DATETIME", {}),
        ("92 kg", "QUANTITY", {}),
        ("the Supreme Court", "ORG", {}),
        ("the Zenda Court", "ORG", {"Zenda Court": False}),
        ("the Court", "ORG", {}),
        ("a nurse", "DEM", {}),
        ("Lisbon", "LOC", {"Lisbon": False}),
        ("***", "MISC", {}),
    ],
)
def test_what_is_searched_for_and_whether_in_its_own_case_alone(surface, label, forms):
    assert found(surface, label) == forms


def test_a_word_of_its_own_keeps_its_possessive():
    assert found("Zenda's", "MISC", Origin.WORD) == {"Zenda's": False}
    assert found("Zenda's", "MISC") == {"Zenda": False}


def test_one_edit_over_several_mentions_hides_each_of_them():
    mentions = (Mention(Span(0, 5), "LOC", "e1"), Mention(Span(6, 14), "LOC"))
    document = Document("a", "Zenda Strelsau", mentions=mentions)
    forms = find_hidden_forms(document, rewrite(document, [Replacement(Span(0, 14), "***", "e1")]))
    assert {(form.entity, form.surface) for form in forms} == {("e1", "Zenda"), ("mention1", "Strelsau")}
