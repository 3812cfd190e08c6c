"""`unname restore`: originals, ids and order back, for whoever has the key."""

import json
import stat
from collections.abc import Iterable
from pathlib import Path

import pytest

from doors.files import written
from unname.core.document import Document, Span
from unname.core.redaction import Replacement, rewrite
from unname.corpora.key_file import key_text
from unname.replace.restore import Kept, changes_of
from unname.replace.vault import Access, Vault

KEY = bytes(range(32))
MARKER = "Xanthippe"
TEXTS = [f"Dear {MARKER} {number}, é 🌷\r\n\tyours, {MARKER}." for number in range(4)]


@pytest.fixture
def key(tmp_path: Path) -> Path:
    (tmp_path / "notes.key").write_text(key_text(KEY))
    return tmp_path / "notes.key"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    Vault.create(tmp_path / "notes.vault", Access.by_key(KEY)).close()
    return tmp_path / "notes.vault"


def keep(
    vault: Path, texts: Iterable[str], source: str = "in/notes.jsonl", run: str = "run"
) -> list[dict[str, object]]:
    """Release texts by hand; gives the released records, in another order than that of the originals."""
    records = []
    with Vault.open(vault, Access.by_key(KEY)) as opened:
        for number, text in enumerate(texts):
            document = Document(f"letter-{number}", text)
            spans = [Span(at, at + len(MARKER)) for at in range(len(text)) if text.startswith(MARKER, at)]
            redaction = rewrite(document, [Replacement(span, "Berta") for span in spans])
            id = f"document-{9 - number:04}"
            changes = changes_of(document, redaction)
            opened.keep([Kept(id, redaction.text, changes, document.id, source, number, "p1", run)])
            records.append({"id": id, "text": redaction.text})
    return records[::-1]


def test_originals_come_back_with_their_ids_in_their_order(run, tmp_path, vault, key):
    released = written(tmp_path / "released.jsonl", keep(vault, TEXTS))
    out = tmp_path / "back.jsonl"
    code, shown, err = run("restore", released, "--vault", vault, "--key-file", key, "--out", out)
    assert (code, shown, err) == (0, "", f"unname: restored 4 of 4 documents to {out}\n")
    back = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert back == [{"id": f"letter-{number}", "text": text} for number, text in enumerate(TEXTS)]
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert run("restore", released, "--vault", vault, "--key-file", key, "--out", out).code == 2


def test_one_text_to_standard_output(run, tmp_path, vault, key):
    (record,) = keep(vault, TEXTS[:1], "letter.txt")
    (tmp_path / "renamed.txt").write_bytes(str(record["text"]).encode())
    assert run("restore", tmp_path / "renamed.txt", "--vault", vault, "--key-file", key) == (0, TEXTS[0], "")


def test_a_folder_of_texts_gets_its_names_back(run, tmp_path, vault, key):
    (tmp_path / "released").mkdir()
    for number, text in enumerate(TEXTS):
        source = f"{'ab'[number % 2]}/letter{number // 2}.txt"
        (record,) = keep(vault, [text], source)
        (tmp_path / "released" / f"document-{number}.txt").write_bytes(str(record["text"]).encode())
    run("restore", tmp_path / "released", "--vault", vault, "--key-file", key, "--out", tmp_path / "back")
    back = {path.name: path.read_bytes().decode() for path in (tmp_path / "back").iterdir()}
    assert set(back) == {"letter0.txt", "letter0-2.txt", "letter1.txt", "letter1-2.txt"}
    assert sorted(back.values()) == sorted(TEXTS)


def test_a_document_that_is_not_known_is_told_and_the_others_are_restored(run, tmp_path, vault, key):
    records = [*keep(vault, TEXTS[:2]), {"id": "strange", "text": f"Dear {MARKER}"}]
    released = written(tmp_path / "released.jsonl", records)
    code, out, err = run("restore", released, "--vault", vault, "--key-file", key)
    assert code == 2
    assert [json.loads(line)["text"] for line in out.splitlines()] == TEXTS[:2]
    assert "document 'strange': is not in the vault" in err
    assert "restored 2 of 3 documents" in err
    assert MARKER not in err


def test_edited_texts(run, tmp_path, vault, key):
    (record,) = keep(vault, TEXTS[:1])
    record["text"] = str(record["text"]).replace("yours", "yours truly").replace("Dear Berta", "Dear Carla")
    released = written(tmp_path / "released.jsonl", [record])
    code, out, err = run("restore", released, "--vault", vault, "--key-file", key)
    assert (code, out) == (2, "")
    assert "it was edited since" in err
    code, out, err = run("restore", released, "--vault", vault, "--key-file", key, "--edited")
    expected = str(record["text"]).replace("Berta", MARKER)
    assert (code, json.loads(out)["text"]) == (0, expected)
    assert "1 places were edited and could not be put back" in err


def test_runs_tell_apart_what_reads_the_same(run, tmp_path, vault, key):
    short = keep(vault, [f"ok {MARKER}"], run="one")
    long = keep(vault, [f"ok {MARKER}", TEXTS[0]], "other.jsonl", run="two")
    with Vault.open(vault, Access.by_key(KEY)) as opened:
        opened.keep([Kept("document-0009", "ok Berta", (), "another", "x", 0, None, "one")])
    assert short[0] == long[1]
    released = written(tmp_path / "released.jsonl", long)
    code, out, _ = run("restore", released, "--vault", vault, "--key-file", key)
    assert (code, [json.loads(line)["text"] for line in out.splitlines()]) == (0, [f"ok {MARKER}", TEXTS[0]])
    code, out, err = run("restore", written(tmp_path / "short.jsonl", short), "--vault", vault, "--key-file", key)
    assert (code, out) == (2, "")
    assert "several documents with different originals" in err


def test_fields_that_were_kept_come_back(run, tmp_path, vault, key):
    records = [{**record, "ward": 7, "other": 8} for record in keep(vault, TEXTS[:1])]
    released = written(tmp_path / "released.jsonl", records)
    code, out, err = run("restore", released, "--vault", vault, "--key-file", key, "--keep-fields", "ward")
    assert (code, json.loads(out)["ward"], "other" in json.loads(out)) == (0, 7, False)
    assert "fields left out" in err


def test_what_was_forgotten_is_counted(run, tmp_path, vault, key):
    released = written(tmp_path / "released.jsonl", keep(vault, TEXTS))
    code, _, err = run("vault", "forget", vault, "p1", "--key-file", key)
    assert (code, err) == (0, "unname: forgot 8 places, 4 documents about the person, 0 surrogates\n")
    code, out, err = run("restore", released, "--vault", vault, "--key-file", key)
    assert (code, MARKER in out) == (0, False)
    assert "8 places were forgotten and stay as they were released" in err


def test_a_wrong_key_or_no_vault(run, tmp_path, vault, key):
    released = written(tmp_path / "released.jsonl", keep(vault, TEXTS))
    (tmp_path / "other.key").write_text("77" * 32)
    out = tmp_path / "back.jsonl"
    code, shown, err = run("restore", released, "--vault", vault, "--key-file", tmp_path / "other.key", "--out", out)
    assert (code, shown, out.exists()) == (2, "", False)
    assert "wrong passphrase or key" in err
    code, _, err = run("restore", released, "--vault", tmp_path / "no.vault", "--key-file", key)
    assert (code, "no such vault" in err) == (2, True)
