"""The file of a vault: made whole, for its owner alone, never over another; what is wrong with it is said."""

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from unname.core.errors import InputError
from unname.replace.book import Identity
from unname.replace.vault import Access, Vault
from unname.replace.vault.database import Database

KEY = Access.by_key(bytes(32))


def _claim_many(vault: Vault, n: int, prefix: str = "n") -> None:
    with vault.batch():
        for number in range(n):
            vault.claim(Identity("", "name", f"{prefix}{number}"), f"{prefix}{number}")


def test_its_owner_alone_can_read_it(tmp_path: Path) -> None:
    with Vault.create(tmp_path / "v", KEY) as vault:
        vault.note_words(["word"])
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        assert set(modes) == {"v", "v-wal", "v-shm"}
        assert set(modes.values()) == {0o600}
    assert [path.name for path in tmp_path.iterdir()] == ["v"]


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "v").write_text("mine")
    with pytest.raises(InputError, match="exists"):
        Vault.create(tmp_path / "v", KEY)
    assert (tmp_path / "v").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 1


def test_what_is_no_plain_file_is_refused(tmp_path: Path) -> None:
    Vault.create(tmp_path / "v", KEY).close()
    (tmp_path / "link").symlink_to(tmp_path / "v")
    (tmp_path / "nowhere").symlink_to(tmp_path / "nothing")
    os.mkfifo(tmp_path / "pipe")
    for name, what in {"link": "a link", "nowhere": "a link", ".": "a folder", "pipe": "no plain file"}.items():
        for use in (Vault.open, Vault.create):
            with pytest.raises(InputError, match=what):
                use(tmp_path / name, KEY)


@pytest.mark.parametrize(("content", "said"), [(b"", "not a vault"), (b"text " * 1000, "damaged")])
def test_other_files(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "v").write_bytes(content)
    with pytest.raises(InputError, match=said):
        Vault.open(tmp_path / "v", KEY)
    assert (tmp_path / "v").read_bytes() == content


def test_another_database_is_no_vault(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "v")) as other:
        other.execute("CREATE TABLE marks (hash)")
    with pytest.raises(InputError, match="is not a vault"):
        Vault.open(tmp_path / "v", KEY)


def test_no_such_vault(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such vault"):
        Vault.open(tmp_path / "v", KEY)
    with pytest.raises(InputError, match="No such file"):
        Vault.create(tmp_path / "no" / "v", KEY)
    assert list(tmp_path.iterdir()) == []


def test_a_strange_table_or_trigger_is_damage(tmp_path: Path) -> None:
    Vault.create(tmp_path / "v", KEY).close()
    with closing(sqlite3.connect(tmp_path / "v")) as other:
        other.execute("CREATE TRIGGER t AFTER INSERT ON marks BEGIN DELETE FROM marks; END")
    with pytest.raises(InputError, match="damaged"):
        Vault.open(tmp_path / "v", KEY)


def test_a_full_disk_leaves_the_vault_as_it_was(tmp_path: Path) -> None:
    with Vault.create(tmp_path / "v", KEY) as vault:
        _claim_many(vault, 20)
        connection = vault.safe.database.connection
        (n_pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {n_pages + 2}")
        with pytest.raises(InputError, match="no space left"):
            _claim_many(vault, 500, "more")
        assert vault.find(Identity("", "name", "more0")) is None
        assert vault.find(Identity("", "name", "n7")) == "n7"
        assert vault.check().identities == 20
        connection.execute("PRAGMA max_page_count = 1000000")
        _claim_many(vault, 500, "more")
        assert vault.check().identities == 520


def test_readers_are_not_kept_waiting_by_a_writer(tmp_path: Path) -> None:
    with Vault.create(tmp_path / "v", KEY) as writer:
        _claim_many(writer, 5)
        with Vault.open(tmp_path / "v", KEY) as reader:
            with writer.batch():
                writer.claim(Identity("", "name", "late"), "late")
                assert reader.find(Identity("", "name", "n3")) == "n3"
                assert reader.find(Identity("", "name", "late")) is None
                assert reader.check().identities == 5
            assert reader.find(Identity("", "name", "late")) == "late"


def test_who_waits_too_long_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unname.replace.vault.database.WAIT", 0.01)
    with Vault.create(tmp_path / "v", KEY) as one, Vault.open(tmp_path / "v", KEY) as other:
        with one.batch(), pytest.raises(InputError, match="another process has been using"):
            other.note_words(["word"])
        other.note_words(["word"])


def test_a_reader_keeps_what_is_removed_from_going(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unname.replace.vault.database.WAIT", 0.01)
    with Vault.create(tmp_path / "v", KEY) as one, Vault.open(tmp_path / "v", KEY) as other:
        _claim_many(one, 5)
        with other.safe.database.reading() as connection:
            connection.execute("SELECT count(*) FROM marks").fetchone()
            with pytest.raises(InputError, match="another process"):
                one.forget("n3")
        assert one.forget("n3").is_nothing
        assert (tmp_path / "v-wal").stat().st_size == 0


def test_a_copy_of_the_process_has_a_connection_of_its_own(tmp_path: Path) -> None:
    with Vault.create(tmp_path / "v", KEY) as vault:
        vault.note_words(["before"])
        child = os.fork()
        if not child:
            code = 1
            try:
                vault.note_words(["child"])
                code = 0 if vault.has_word("before") else 2
            finally:
                os._exit(code)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert vault.has_word("child")
        vault.note_words(["after"])
        assert vault.check().words == 3


def test_errors_of_others_stay_what_they_are(tmp_path: Path) -> None:
    with Vault.create(tmp_path / "v", KEY) as vault, pytest.raises(BrokenPipeError), vault.batch():
        raise BrokenPipeError


def test_closed_and_opened_again(tmp_path: Path) -> None:
    vault = Vault.create(tmp_path / "v", KEY)
    vault.close()
    vault.note_words(["word"])
    assert vault.has_word("word")
    vault.close()
    vault.close()
    assert Database(tmp_path / "v").is_whole()
