"""Whom to forget, and what others still need."""

import pytest

from unname.core.document import Document, Span
from unname.replace.book import Identity, scope_of
from unname.replace.restore import Change, Kept
from unname.replace.vault.forgetting import Forgetting, forms_of, words_of


def _kept(*originals: str, person: str | None = None, document: str = "a", source: str = "notes.jsonl") -> Kept:
    changes = tuple(Change(Span(number, number + 1), original) for number, original in enumerate(originals))
    return Kept("document-0001", "x" * len(originals), changes, document, source, 1, person, "run")


def _originals(kept: Kept) -> list[str | None]:
    return [change.original for change in kept.changes]


def test_documents_about_a_person_are_cleared() -> None:
    forgetting = Forgetting("p1")
    left = forgetting.without_person(_kept("Anna", "Leeds", person="p1", source="anna.txt"))
    assert _originals(left) == [None, None]
    assert (left.id, left.text, left.document, left.source, left.person) == (
        "document-0001",
        "",
        "document-0001",
        "",
        None,
    )
    assert (forgetting.n_documents, forgetting.n_places) == (1, 2)
    assert forgetting.without_person(left) == left


def test_other_documents_lose_the_name_and_its_parts() -> None:
    forgetting = Forgetting("blessing  OKORO")
    kept = _kept("Blessing Okoro", "Ms Okoro", "b.okoro@x.org", "Leeds", document="okoro-1", source="x/Okoro.txt")
    left = forgetting.without_person(kept)
    assert _originals(left) == [None, None, None, "Leeds"]
    assert (left.document, left.source) == ("document-0001", "")
    other = _kept("Peter Okoro", "Blessing")
    assert forgetting.without_person(other) == other
    assert (forgetting.n_documents, forgetting.n_places) == (0, 3)


def test_accents_and_blanks_do_not_matter() -> None:
    assert _originals(Forgetting("zoe muller").without_person(_kept("Zoë\n Müller"))) == [None]
    assert words_of("Zoë's, Müller-Ost") == ["zoe", "s", "muller", "ost"]


def test_small_words_of_a_name_are_not_looked_for() -> None:
    forgetting = Forgetting("Anna de Vries")
    assert _originals(forgetting.without_person(_kept("Anna de Vries", "Rue de Paris"))) == [None, "Rue de Paris"]
    assert _originals(Forgetting("O Li").without_person(_kept("O Li", "Li"))) == [None, None]


def test_surrogates_that_others_need_stay() -> None:
    forgetting = Forgetting("Blessing Okoro")
    forgetting.without_person(_kept("Blessing Okoro", "Leeds"))
    forgetting.without_person(_kept("Peter Okoro"))
    is_gone = [
        forgetting.is_gone(Identity(scope, "kind", original))
        for scope, original in [
            ("", "blessing"),
            ("", "okoro"),
            ("document-0001", "okoro"),
            ("", "peter"),
            ("", "leeds"),
            ("", "blessing okoro"),
            ("other", "dr blessing okoro"),
            ("", ""),
        ]
    ]
    assert is_gone == [True, False, True, False, False, True, True, False]


def test_surrogates_within_documents_of_the_person_go() -> None:
    forgetting = Forgetting("p1")
    assert forgetting.is_gone(Identity("p1", "kind", "leeds"))
    assert not forgetting.is_gone(Identity("p2", "kind", "leeds"))


def test_however_words_were_noted() -> None:
    noted = {"mary-ann", "mary", "o'neil", "neil", "mary-ann o'neil", "tel_7", "7"}
    assert noted <= forms_of("Mary-Ann  O’Neil") | forms_of("tel_7")


@pytest.mark.parametrize("person", ["Юрий Лужков", "Юрия Лужкова", "ЛУЖКОВУ ЮРИЮ", "Лужковым"])
def test_a_russian_name_is_forgotten_in_all_cases_whichever_was_asked_in(person: str) -> None:
    forgetting = Forgetting(person)
    names = ("Юрию Лужкову", "Лужковым Юрием", "Юрия Михайловича Лужкова", "Лужкове", "Ю. М. Лужкову")
    left = forgetting.without_person(_kept(*names, "Лужковская", "Собянину", source="Лужкову.txt"))
    assert _originals(left) == [None] * 5 + ["Лужковская", "Собянину"]
    assert left.source == ""
    other = _kept("Сергею Собянину", "Лужникам")
    assert forgetting.without_person(other) == other
    assert forgetting.is_gone(Identity("", "russian family", "лужков"))
    assert not forgetting.is_gone(Identity("", "russian family", "собянин"))


def test_a_patronymic_that_was_asked_for_counts() -> None:
    forgetting = Forgetting("Лужков Юрий Михайлович")
    assert _originals(forgetting.without_person(_kept("Юрию Михайловичу Лужкову"))) == [None]
    other = _kept("Юрию Петровичу Лужкову", "Юлии Михайловне Лужковой")
    assert forgetting.without_person(other) == other


@pytest.mark.parametrize(
    ("person", "form"), [("Лев Толстой", "Льву Толстому"), ("Львом Толстым", "Лев Толстой"), ("Лия", "Лией")]
)
def test_names_that_change_within(person: str, form: str) -> None:
    assert _originals(Forgetting(person).without_person(_kept(form))) == [None]


def test_russian_surrogates_that_others_need_in_another_case_stay() -> None:
    forgetting = Forgetting("Юрий Лужков")
    forgetting.without_person(_kept("Юрия Лужкова"))
    forgetting.without_person(_kept("Юрием Гагариным"))
    is_gone = [forgetting.is_gone(Identity("", "kind", name)) for name in ("лужков", "юрии", "гагарин")]
    assert is_gone == [True, False, False]
    assert not forgetting.is_gone(Identity("", "kind", "luzhkov"))


def test_ids_are_exact() -> None:
    kept = _kept("Пермь", person="Иванова")
    assert Forgetting("Иванов").without_person(kept) == kept


def test_surrogates_within_a_document_of_nobody_go_with_the_person() -> None:
    kept = Kept(
        "document-0001", "Kostin and Perth", (Change(Span(0, 6), "Peter Morozov"), Change(Span(11, 16), "Leeds"))
    )
    scope = scope_of(Document("a", "Peter Morozov and Leeds"), b"key")
    forgetting = Forgetting("Peter Morozov", b"key")
    left = forgetting.without_person(kept)
    forgetting.without_person(_kept("Oliver Morozov"))  # who needs a surrogate of the same word
    assert forgetting.is_gone(Identity(scope, "family", "morozov"))
    assert not forgetting.is_gone(Identity("another", "family", "morozov"))
    # The scope is still known when somebody else of the same document is forgotten, who cannot be restored any more.
    other = Forgetting("Leeds", b"key")
    other.without_person(left)
    assert other.is_gone(Identity(scope, "place", "leeds"))


def test_a_womans_patronymic_goes_with_her() -> None:
    forgetting = Forgetting("Щербакова Алёна Игоревна")
    forgetting.without_person(_kept("Щербакова Алёна Игоревна"))
    assert forgetting.is_gone(Identity("", "russian patronymic", "игоревич"))
    other = Forgetting("Щербакова Алёна Ильинична")
    other.without_person(_kept("Щербакова Алёна Ильинична"))
    assert other.is_gone(Identity("", "russian patronymic", "ильич"))


def test_a_preposition_goes_with_the_name_behind_it() -> None:
    changes = (Change(Span(0, 1), "Со"), Change(Span(2, 8), "Щербаковой"), Change(Span(9, 11), "во"))
    left = Forgetting("Щербакова").without_person(Kept("document-0001", "С Раковой во", changes))
    assert _originals(left) == [None, None, "во"]
