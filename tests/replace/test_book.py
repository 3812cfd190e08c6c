"""Every book of surrogates, in memory or in a vault, keeps the same promises."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from unname.replace.book import Book, Identity, LocalBook, RunBook
from unname.replace.vault import Access, Vault

ANNA = Identity("", "given name", "anna")
OTHER_ANNA = Identity("p2", "given name", "anna")
KEY = Access.by_key(bytes(32))

identities = st.builds(Identity, st.sampled_from(["", "p1"]), st.sampled_from(["a", "b"]), st.text(max_size=2))
steps = st.lists(st.tuples(identities, st.sampled_from("uvw")), max_size=20)


@pytest.fixture(params=["run", "vault"])
def book(request: pytest.FixtureRequest, tmp_path: Path) -> Book:
    return RunBook() if request.param == "run" else Vault.create(tmp_path / "v", KEY)


def test_nobody_has_a_surrogate_at_first(book: Book) -> None:
    assert book.find(ANNA) is None
    assert not book.has_word("anna")
    assert len(book.key) == 32


def test_a_surrogate_stays(book: Book) -> None:
    assert book.claim(ANNA, "Berta") == "Berta"
    assert book.claim(ANNA, "Clara") == "Berta"
    assert book.find(ANNA) == "Berta"


def test_a_surrogate_is_given_once_in_its_kind(book: Book) -> None:
    book.claim(ANNA, "Berta")
    assert book.claim(OTHER_ANNA, "Berta") is None
    assert book.find(OTHER_ANNA) is None
    assert book.claim(OTHER_ANNA, "Clara") == "Clara"
    assert book.claim(Identity("", "town", "paris"), "Berta") == "Berta"


def test_words_are_known_again(book: Book) -> None:
    book.note_words(["anna", "münchen", "anna"])
    book.note_words([])
    book.note_words(["münchen", *map(str, range(2000))])
    assert book.has_word("anna")
    assert book.has_word("münchen")
    assert book.has_word("1999")
    assert not book.has_word("ann")
    assert not book.has_word("")


def test_nothing_is_shown(book: Book) -> None:
    book.note_words(["xanthippe"])
    book.claim(Identity("xanthippe", "xanthippe", "xanthippe"), "xanthippe")
    assert "xanthippe" not in repr(book)
    assert repr(book.key)[2:-1] not in repr(book)


@given(steps)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_vault_answers_as_a_book_of_a_run(tmp_path_factory: pytest.TempPathFactory, steps: list) -> None:
    with Vault.create(tmp_path_factory.mktemp("v") / "v", KEY) as vault:
        run: Book = RunBook()
        ask: Callable[[Book], list] = lambda book: [  # noqa: E731
            (book.claim(*step), [book.find(identity) for identity, _ in steps]) for step in steps
        ]
        expected = ask(run)
        assert ask(vault) == expected
        vault.check()


def test_a_local_book_knows_its_own_words_and_shares_surrogates(book: Book) -> None:
    book.note_words(["clara"])
    local = LocalBook(book)
    local.note_words(["anna"])
    assert local.has_word("anna")
    assert not local.has_word("clara")
    assert local.key == book.key
    assert local.is_shared
    assert not book.is_shared
    assert local.claim(ANNA, "Berta") == local.claim(OTHER_ANNA, "Berta") == "Berta"
    assert LocalBook(book).find(ANNA) == "Berta"
    assert local.claim(Identity("", "given name", "dora"), "Berta") is None
    assert book.find(ANNA) is None
