"""The vault: many processes agree, the key can change, people can be forgotten, and releases come back."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unname.core.document import Span
from unname.core.errors import ConfigError, InputError, InternalError
from unname.replace.book import Identity
from unname.replace.restore import Change, Kept, restore_text
from unname.replace.vault import Access, Vault
from unname.replace.vault.vault import Ambiguous

KEY = Access.by_key(bytes(32))
CHEAP = 4

WORKER = """
import sys
from unname.replace.book import Identity
from unname.replace.vault import Access, Vault
with Vault.open(sys.argv[1], Access.by_key(bytes(32))) as vault:
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(60):
        vault.note_words([f"w{sys.argv[2]}-{number}", "shared"])
        identity = Identity("", "name", f"person {number * 7 % 40}")
        tried = 0
        while vault.claim(identity, f"surrogate {number + tried}") is None:
            tried += 1
    for number in range(40):
        print(vault.find(Identity("", "name", f"person {number}")))
"""


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    with Vault.create(tmp_path / "v", KEY) as vault:
        yield vault


def _kept(id: str, text: str = "Dear X.", original: str = "Anna", document: str = "a", **more: object) -> Kept:
    at = text.index("X")
    settings = {"source": "a.jsonl", "number": 1, "run": "r1", **more}
    return Kept(id, text, (Change(Span(at, at + 1), original),), document, **settings)  # type: ignore[arg-type]


def test_eight_processes_agree(tmp_path: Path) -> None:
    Vault.create(tmp_path / "v", KEY).close()
    command = [sys.executable, "-c", WORKER, str(tmp_path / "v")]
    workers = [
        subprocess.Popen([*command, str(number)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for number in range(8)
    ]
    for worker in workers:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    answers = [worker.communicate()[0].splitlines() for worker in workers]
    assert [worker.returncode for worker in workers] == [0] * 8
    assert all(answer == answers[0] for answer in answers)
    assert len(set(answers[0])) == 40
    with Vault.open(tmp_path / "v", KEY) as vault:
        assert vault.check() == (40, 0, 8 * 60 + 1)


def test_threads_agree(vault: Vault) -> None:
    def work(number: int) -> None:
        for step in range(30):
            vault.note_words([f"{number} {step}"])
            vault.claim(Identity("", "name", str(step)), f"{step} by {number}")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert vault.check() == (30, 0, 120)


def test_a_wrong_key_reveals_nothing(tmp_path: Path) -> None:
    with Vault.create(tmp_path / "v", Access.by_passphrase("correct horse"), _cost=CHEAP) as vault:
        vault.claim(Identity("", "name", "anna"), "Berta")
    for access in (Access.by_passphrase("incorrect horse"), KEY):
        with pytest.raises(ConfigError, match="wrong passphrase or key"):
            Vault.open(tmp_path / "v", access)
    with Vault.open(tmp_path / "v", Access.by_passphrase("correct horse")) as vault:
        assert vault.find(Identity("", "name", "anna")) == "Berta"


def test_the_file_shows_no_word(vault: Vault, tmp_path: Path) -> None:
    vault.note_words(["xanthippe"])
    vault.claim(Identity("xanthippe", "xanthippe", "xanthippe"), "xanthippe")
    vault.keep([_kept("xanthippe", "X xanthippe", "xanthippe", "xanthippe", person="xanthippe")])
    vault.close()
    assert b"xanthippe" not in (tmp_path / "v").read_bytes().lower()


def test_what_one_key_file_draws_by(tmp_path: Path) -> None:
    keys = [Vault.create(tmp_path / name, KEY).key for name in "ab"]
    assert keys[0] == keys[1]
    words = Access.by_passphrase("correct horse")
    keys = [Vault.create(tmp_path / name, words, _cost=CHEAP).key for name in "cd"]
    assert keys[0] != keys[1]


def test_a_new_key(vault: Vault, tmp_path: Path) -> None:
    key = vault.key
    vault.note_words(["word"])
    vault.claim(Identity("", "name", "anna"), "Berta")
    vault.keep([_kept("r1")])
    with vault.safe.database.held() as connection:
        sealed = [row[0] for row in connection.execute("SELECT sealed FROM pages")]
    vault.rotate(Access.by_passphrase("correct horse"), _cost=CHEAP)
    assert vault.find(Identity("", "name", "anna")) == "Berta"
    vault.close()
    raw = (tmp_path / "v").read_bytes()
    assert not any(each in raw for each in sealed)
    with pytest.raises(ConfigError, match="wrong passphrase or key"):
        Vault.open(tmp_path / "v", KEY)
    with Vault.open(tmp_path / "v", Access.by_passphrase("correct horse")) as again:
        assert again.key == key
        assert again.check() == (1, 1, 1)
        assert again.has_word("word")
        assert again.claim(Identity("", "name", "anna"), "Clara") == "Berta"
        assert again.recall("r1", "Dear X.").document == "a"


def test_a_failed_batch_is_not_remembered(vault: Vault) -> None:
    with suppress(ZeroDivisionError), vault.batch():
        vault.claim(Identity("", "name", "anna"), "Berta")
        vault.note_words(["word"])
        raise ZeroDivisionError
    assert vault.find(Identity("", "name", "anna")) is None
    assert not vault.has_word("word")
    assert vault.claim(Identity("", "name", "paula"), "Berta") == "Berta"


def test_known_by_id_and_text(vault: Vault) -> None:
    vault.keep(_kept(f"r{number}", original=f"Anna{number}", document=str(number)) for number in range(3))
    assert vault.recall("r1", "Dear X.").document == "1"
    with pytest.raises(Ambiguous, match="several documents with different originals"):
        vault.recall(None, "Dear X.")
    with pytest.raises(Ambiguous, match="'other'"):
        vault.recall("other", "Dear X.")


def test_known_by_text_alone(vault: Vault) -> None:
    vault.keep([_kept("r1"), _kept("r2", "To X!", "Bo", "b")])
    kept = vault.recall(None, "To X!")
    assert restore_text(kept, "To X!").text == "To Bo!"
    assert vault.recall("renamed", "To X!") == kept


def test_runs_tell_apart_what_reads_the_same(vault: Vault) -> None:
    vault.keep([_kept("r1", run="one"), _kept("r1", original="Bo", document="b", run="two")])
    with pytest.raises(Ambiguous):
        vault.recall("r1", "Dear X.")
    assert vault.recall("r1", "Dear X.", runs=["two"]).document == "b"


def test_the_same_release_again_adds_nothing(vault: Vault) -> None:
    vault.keep([_kept("r1", run="one")])
    before = vault.safe.count_rows()
    vault.keep([_kept("r1", run="two")])
    assert vault.safe.count_rows() == before


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 8, 9, 33])
def test_many_runs_with_the_same_ids(vault: Vault, n: int) -> None:
    vault.keep(_kept("r1", f"Dear X {number}", str(number), str(number), run=str(number)) for number in range(n))
    assert vault.check().documents == n
    assert [vault.recall("r1", f"Dear X {number}").document for number in range(n)] == list(map(str, range(n)))
    assert vault.recall("r1", "Dear you X 0", edited=True).document == "0"


def test_edited_texts(vault: Vault) -> None:
    vault.keep([_kept("r1", "Dear X, hello."), _kept("r1", "Go to X at noon", "Bonn", "b", run="r2")])
    with pytest.raises(InputError, match="'r1': its text is not the one that was released"):
        vault.recall("r1", "Go to X at one")
    kept = vault.recall("r1", "Go to X at one", edited=True)
    assert restore_text(kept, "Go to X at one").text == "Go to Bonn at one"
    with pytest.raises(InputError, match="'r7': is not in the vault"):
        vault.recall("r7", "Dear X, bye.", edited=True)
    with pytest.raises(Ambiguous):
        vault.recall("r1", "nothing shared", edited=True)


def test_all_are_kept_or_none(vault: Vault) -> None:
    with pytest.raises(InternalError):
        vault.keep([_kept("r1"), Kept("r2", "", (Change(Span(0, 9), "x"),))])
    assert vault.check().documents == 0


@given(st.lists(st.tuples(st.sampled_from(["r1", "r2"]), st.text(max_size=3), st.text(max_size=400)), max_size=6))
@settings(max_examples=25)
def test_whatever_is_kept_comes_back(tmp_path_factory: pytest.TempPathFactory, releases: list) -> None:
    with Vault.create(tmp_path_factory.mktemp("v") / "v", KEY) as vault:
        kept = [
            Kept(id, f"{text}X", (Change(Span(len(text), len(text) + 1), original),), str(number), run=str(number))
            for number, (id, text, original) in enumerate(releases)
        ]
        vault.keep(kept)
        for each in kept:
            assert vault.recall(each.id, each.text, runs=[each.run]) == each
        vault.check()


def test_forgotten_without_a_trace(vault: Vault, tmp_path: Path) -> None:
    vault.note_words(["blessing", "okoro", "leeds", "peter", "dear"])
    for scope, name in [("", "blessing"), ("", "okoro"), ("", "peter"), ("p1", "leeds")]:
        vault.claim(Identity(scope, "name", name), f"new {name}")
    vault.keep([_kept(f"fill{number}", f"Dear X {number}", f"F{number}", str(number)) for number in range(50)])
    vault.keep([_kept("r1", "Hi X", "Blessing Okoro", "okoro", person="p1"), _kept("r2", "To X", "Blessing Okoro")])
    vault.keep([_kept("r3", "Of X", "Peter", "c")])
    before = _rows(vault)
    assert vault.forget("p1") == (1, 1, 1, 1)
    assert vault.forget("Blessing Okoro") == (0, 1, 2, 2)
    gone = before - _rows(vault)
    assert len(gone) >= 8
    for path in tmp_path.iterdir():
        raw = path.read_bytes()
        assert not any(each in raw for each in gone)
    assert vault.forget("Blessing Okoro").is_nothing
    for id, text in [("r1", "Hi X"), ("r2", "To X")]:
        restored = restore_text(vault.recall(id, text), text)
        assert (restored.text, restored.n_forgotten) == (text, 1)
    assert vault.recall("r1", "Hi X").document == "r1"
    assert restore_text(vault.recall("r3", "Of X"), "Of X").text == "Of Peter"
    assert vault.find(Identity("", "name", "okoro")) is None
    assert vault.find(Identity("", "name", "peter")) == "new peter"
    assert not vault.has_word("okoro")
    assert vault.has_word("peter")
    assert vault.claim(Identity("", "name", "someone"), "new okoro") == "new okoro"
    vault.check()


def test_a_russian_name_is_forgotten_in_all_its_forms(vault: Vault) -> None:
    vault.note_words(["лужков", "лужкову", "лужковым", "собянину"])
    vault.claim(Identity("", "russian family", "лужков"), "Морозов")
    vault.claim(Identity("", "russian family", "собянин"), "Петров")
    vault.keep([_kept("r1", "Указ X", "Юрию Лужкову"), _kept("r2", "С X", "Лужковым Юрием")])
    vault.keep([_kept("r3", "К X", "Собянину")])
    assert vault.forget("Юрия Лужкова") == (0, 2, 1, 3)
    assert [restore_text(vault.recall(*each), each[1]).text for each in (("r1", "Указ X"), ("r2", "С X"))] == [
        "Указ X",
        "С X",
    ]
    assert restore_text(vault.recall("r3", "К X"), "К X").text == "К Собянину"
    assert [vault.has_word(word) for word in ("лужков", "лужкову", "лужковым", "собянину")] == [False] * 3 + [True]
    assert [row.original for row in vault.mapping()] == ["собянин"]
    assert vault.forget("Лужков Юрий").is_nothing
    vault.check()


def test_others_hear_that_somebody_was_forgotten(vault: Vault, tmp_path: Path) -> None:
    anna = Identity("", "name", "anna")
    vault.claim(anna, "Berta")
    with Vault.open(tmp_path / "v", KEY) as other:
        assert other.find(anna) == "Berta"
        vault.forget("anna")
        other.note_words(["later"])
        assert other.find(anna) is None


def test_mapping(vault: Vault) -> None:
    vault.claim(Identity("", "name", "anna"), "Berta")
    vault.claim(Identity("p1", "name", "bo"), "Clas")
    vault.claim(Identity("p1", "town", "bonn"), "Rome")
    rows = sorted(vault.mapping())
    assert [row[:3] for row in rows] == [("name", "anna", "Berta"), ("name", "bo", "Clas"), ("town", "bonn", "Rome")]
    assert rows[0].scope == ""
    assert rows[1].scope == rows[2].scope != "p1"


def _rows(vault: Vault) -> set[bytes]:
    with vault.safe.database.held() as connection:
        pages = connection.execute("SELECT hash, sealed FROM pages").fetchall()
        marks = connection.execute("SELECT hash FROM marks").fetchall()
    hashes = {hash for hash, *_ in [*pages, *marks]}
    return hashes | {sealed for _, sealed in pages}
