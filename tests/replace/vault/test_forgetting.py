"""Whom to forget, and what others still need."""

import pytest

from unname.core.document import Span
from unname.replace.book import Identity
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
