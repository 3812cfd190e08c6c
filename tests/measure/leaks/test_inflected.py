"""The output check hears a Russian name in another case than the one that was hidden."""

import pytest

from unname.core.document import Document, Mention, Role, Span
from unname.core.redaction import Redaction, Replacement, rewrite
from unname.measure.leaks.check import find_leaks
from unname.measure.leaks.search import Search


def hide(text: str, surface: str, label: str = "PERSON") -> tuple[Document, Redaction]:
    at = text.index(surface)
    span = Span(at, at + len(surface))
    document = Document("d", text, mentions=(Mention(span, label, "e1", Role.DIRECT, 1.0, "given"),))
    return document, rewrite(document, [Replacement(span, "***", "e1")])


@pytest.mark.parametrize(
    ("text", "hidden", "label", "left"),
    [
        ("Кхрангов пришёл, и с Кхранговым говорили.", "Кхрангов", "PERSON", "Кхранговым"),
        ("Лужков пришёл, и с Лужковым говорили.", "Лужков", "PERSON", "Лужковым"),
        ("Юрий Лужков пришёл. О Юрии Лужкове писали.", "Юрий Лужков", "PERSON", "Юрии Лужкове"),
        ("Он живёт в Перми. Красивая Пермь ему мила.", "Перми", "LOC", "Пермь"),
        ("Это Большой театр. У дверей Большого театра ждут.", "Большой театр", "ORG", "Большого театра"),
    ],
)
def test_what_stays_in_another_case_is_told(text: str, hidden: str, label: str, left: str) -> None:
    document, redaction = hide(text, hidden, label)
    leaks = find_leaks(document, redaction)
    assert {leak.entity for leak in leaks} == {"e1"}
    said = " ".join(redaction.text[slice(*leak.span)] for leak in leaks if leak.span)
    assert all(word in said for word in left.split())


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Света ушла. Свет погас, и света больше нет.", "Света"),
        ("Иван ушёл, а Иванов остался.", "Иван"),
        ("Anna left with Annabel, and Ann stayed.", "Anna"),
    ],
)
def test_other_words_are_no_leak(text: str, hidden: str) -> None:
    document, redaction = hide(text, hidden)
    assert [leak for leak in find_leaks(document, redaction) if leak.disguise == "other ending"] == []


def test_a_text_without_cyrillic_names_is_not_searched_for_endings() -> None:
    *_, declined = Search([])._finders
    assert list(declined.find("Лужков и Лужковым")) == []
