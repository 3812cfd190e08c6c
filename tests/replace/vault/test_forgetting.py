"""Whom to forget, and what others still need."""

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
