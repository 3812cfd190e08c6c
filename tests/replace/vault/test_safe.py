"""Records come back as they were kept; what was damaged, swapped or taken away is an error and never an answer."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from unname.core.document import Span
from unname.core.errors import ConfigError, InputError, InternalError
from unname.replace.book import Identity
from unname.replace.restore import Change, Kept
from unname.replace.vault import Access, Vault
from unname.replace.vault.safe import PAGE, Safe

KEY = Access.by_key(bytes(32))
NAMES = [Identity("p", "name", f"name{number}") for number in range(30)]
WORDS = [f"word{number}" for number in range(200)]
LONG = Kept("document-0001", "Dear X, " + " ".join(WORDS), (Change(Span(5, 6), "Anna"),), "a", "a.jsonl", 1, "p", "run")


def _filled(path: Path) -> Path:
    with Vault.create(path, KEY) as vault:
        vault.note_words(WORDS)
        for number, identity in enumerate(NAMES):
            vault.claim(identity, f"surrogate{number}")
        vault.keep([LONG])
    return path


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return _filled(tmp_path_factory.mktemp("whole") / "v").read_bytes()


@pytest.fixture
def safe(tmp_path: Path) -> Iterator[Safe]:
    safe = Safe.create(tmp_path / "v", KEY, 4)
    yield safe
    safe.database.close()


@given(st.lists(st.tuples(st.sampled_from("abc"), st.binary(max_size=3 * PAGE) | st.none()), max_size=8))
@example([("a", b"x" * length) for length in range(PAGE - 40, PAGE - 20)])
@settings(max_examples=40)
def test_records(tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, bytes | None]]) -> None:
    safe = Safe.create(tmp_path_factory.mktemp("v") / "v", KEY, 4)
    expected: dict[str, bytes] = {}
    for name, record in steps:
        with safe.writing():
            if record is None:
                safe.remove(safe.hash(name))
                expected.pop(name, None)
            else:
                safe.put(safe.hash(name), record)
                expected[name] = record
        safe.check()
        assert [safe.get(safe.hash(name)) for name in "abc"] == [expected.get(name) for name in "abc"]
        assert sorted(record for _, record in safe.records()) == sorted(expected.values())
    safe.database.close()


def test_all_pages_have_one_size(safe: Safe) -> None:
    with safe.writing():
        for length in (0, 1, 100, 200, 5000):
            safe.put(safe.hash(str(length)), b"x" * length)
    with safe.database.held() as connection:
        sizes = connection.execute("SELECT DISTINCT length(hash), length(sealed) FROM pages").fetchall()
    assert sizes == [(16, PAGE)]


def test_a_part_of_the_whole_is_not_written(safe: Safe) -> None:
    def fail() -> None:
        with safe.writing():
            safe.put(safe.hash("a"), b"half")
            raise ZeroDivisionError

    def go_on() -> None:
        with safe.writing(), suppress(ZeroDivisionError):
            fail()

    with pytest.raises(ZeroDivisionError):
        fail()
    with pytest.raises(InternalError, match="failed"):
        go_on()
    assert safe.get(safe.hash("a")) is None
    safe.check()


def test_nothing_is_written_outside_of_a_block(safe: Safe) -> None:
    with pytest.raises(InternalError):
        safe.put(safe.hash("a"), b"a")


@given(st.data())
@settings(max_examples=300)
def test_a_damaged_byte_is_never_a_wrong_answer(
    tmp_path_factory: pytest.TempPathFactory, whole: bytes, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(whole) - 1))
    flip = data.draw(st.integers(1, 255))
    path = tmp_path_factory.mktemp("d") / "v"
    path.write_bytes(whole[:at] + bytes([whole[at] ^ flip]) + whole[at + 1 :])
    _answers_are_right_or_refused(path)


@given(st.data())
@settings(max_examples=30)
def test_a_cut_file_is_never_a_wrong_answer(
    tmp_path_factory: pytest.TempPathFactory, whole: bytes, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("d") / "v"
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    _answers_are_right_or_refused(path)


def _answers_are_right_or_refused(path: Path) -> None:
    with suppress(InputError), Vault.open(path, KEY) as vault:
        for number, identity in enumerate(NAMES):
            assert vault.find(identity) == f"surrogate{number}"
        assert all(vault.has_word(word) for word in WORDS)
        assert not vault.has_word("other")
        assert vault.find(Identity("p", "name", "other")) is None
        assert vault.recall(LONG.id, LONG.text) == LONG


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM pages WHERE hash = (SELECT min(hash) FROM pages)",
        "DELETE FROM marks WHERE hash = (SELECT max(hash) FROM marks)",
        "INSERT INTO marks VALUES (x'00112233445566778899aabbccddeeff')",
        "INSERT INTO pages SELECT x'00112233445566778899aabbccddeeff', sealed FROM pages LIMIT 1",
        "UPDATE marks SET hash = x'00' WHERE hash = (SELECT max(hash) FROM marks)",
        "UPDATE marks SET hash = 'text' WHERE hash = (SELECT max(hash) FROM marks)",
        "UPDATE vault SET tally = x''",
        "UPDATE vault SET tally = 7",
        "DELETE FROM vault",
        "UPDATE vault SET lock = ''",
    ],
)
def test_rows_that_were_changed_are_found_when_it_is_opened(tmp_path: Path, statement: str) -> None:
    path = _filled(tmp_path / "v")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute(statement)
    with pytest.raises(InputError, match="damaged"):
        Vault.open(path, KEY)


def test_pages_cannot_be_swapped(tmp_path: Path) -> None:
    path = _filled(tmp_path / "v")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        (one, first), (two, second) = other.execute("SELECT * FROM pages LIMIT 2")
        other.executemany("UPDATE pages SET sealed = ? WHERE hash = ?", [(second, one), (first, two)])
    with Vault.open(path, KEY) as vault, pytest.raises(InputError, match="damaged"):
        vault.check()


def test_whoever_has_it_open_hears_of_a_new_key(tmp_path: Path) -> None:
    with Vault.open(_filled(tmp_path / "v"), KEY) as one, Vault.open(tmp_path / "v", KEY) as other:
        one.rotate(Access.by_key(b"1" * 32))
        for work in (lambda: other.find(NAMES[0]), lambda: other.note_words(["new"]), other.check):
            with pytest.raises(ConfigError, match="changed meanwhile; open it again"):
                work()
        assert one.find(NAMES[0]) == "surrogate0"
        assert one.check().identities == len(NAMES)
