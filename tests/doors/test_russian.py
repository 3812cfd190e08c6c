"""Russian at the doors: released from end to end, and refused where what reads it is not installed."""

import sys

import pytest

import unname
from unname.core.errors import MissingModel, Withheld

TEXT = (
    "Пациентка Засядько Ульяна Игоревна, 62 года, поступила 12 мая 2003 года. У Засядько жалобы на кашель. "
    "С Ульяной Игоревной беседовал врач Кшиштофович П. Р., тел. 8 (495) 123-45-67. "
    "Живёт в Перми, ул. Ленина, д. 5, кв. 12."
)
SECRETS = ("Засядько", "Ульян", "Игоревн", "Кшиштофович", "123-45-67", "Перми", "Ленина", "12 мая 2003")


@pytest.mark.parametrize("replacer", ["mask", "label"])
def test_a_document_is_released_without_what_identifies(run, tmp_path, replacer):
    path = tmp_path / "статья.txt"
    path.write_text(TEXT, encoding="utf-8")
    code, out, _ = run("release", path, "--language", "ru", "--replace", replacer)
    assert code == 0
    assert not [secret for secret in SECRETS if secret in out]
    assert "жалобы на кашель" in out


def test_pseudonyms_are_restored_to_the_byte_until_somebody_is_forgotten(run, tmp_path):
    path, key, notes = tmp_path / "статья.txt", tmp_path / "notes.key", tmp_path / "notes.vault"
    path.write_bytes(TEXT.replace(". С ", ".\r\nС ").encode())
    run("vault", "key", key)
    opened = ("--vault", notes, "--key-file", key)
    code, out, _ = run("release", path, "--language", "ru", "--replace", "pseudonym", *opened)
    assert code == 0
    assert not [secret for secret in SECRETS if secret in out]
    (tmp_path / "released.txt").write_bytes(out.encode())
    back = tmp_path / "back.txt"
    assert run("restore", tmp_path / "released.txt", *opened, "--out", back).code == 0
    assert back.read_bytes() == path.read_bytes()
    assert run("vault", "forget", notes, "Ульяне Засядько", "--key-file", key).code == 0
    code, restored, _ = run("restore", tmp_path / "released.txt", *opened)
    assert code == 0
    assert not [name for name in ("Засядько", "Ульян") if name in restored]
    assert "Кшиштофович" in restored


def test_the_language_is_found_by_itself():
    released = unname.release(TEXT).text
    assert not [secret for secret in SECRETS if secret in released]


def test_without_the_extra_nothing_is_passed_as_clean(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "natasha", None)
    with pytest.raises(Withheld, match=r"pip install 'unname\[ru\]'"):
        unname.release(TEXT)
    with pytest.raises(MissingModel, match=r"pip install 'unname\[ru\]'"):
        unname.release(TEXT, language="ru")
    path = tmp_path / "статья.txt"
    path.write_text(TEXT, encoding="utf-8")
    code, out, err = run("release", path, "--language", "ru")
    assert (code, out) == (2, "")
    assert "unname[ru]" in err


def test_others_are_released_where_russian_is_not_read(monkeypatch):
    monkeypatch.setitem(sys.modules, "natasha", None)
    english = "The patient came with his wife last night and was not in pain, but he said that he was tired."
    documents = [unname.Document("a", english), unname.Document("b", TEXT)]
    release = unname.release_all(documents)
    assert set(release.withheld) == {"b"}
    assert "unname[ru]" in release.withheld["b"]
