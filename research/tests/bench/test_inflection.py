"""The bench of Russian inflection, on invented documents."""

import io
import tarfile
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from unname.core.errors import InputError
from unname_research.bench.inflection import _slots_by_petrovich, _slots_of, _strays, read_slavicner, run

TEXTS = {
    "one": "Мэр Юрий Дубков уехал из Тулы. К Дубкову в Туле пришли. С Дубковым спорили в «Вестнике».",
    "two": "Анна Рощина живет в Чехии. Для Рощиной Чехия стала домом. Об Анне Рощиной пишут.",
}
ROWS = {
    "one": [
        ("Юрий Дубков", "Юрий Дубков", "PER", "PER-1"), ("Тулы", "Тула", "LOC", "GPE-1"),
        ("Дубкову", "Дубков", "PER", "PER-1"), ("Туле", "Тула", "LOC", "GPE-1"), ("Дубковым", "Дубков", "PER", "PER-1"),
    ],
    "two": [
        ("Анна Рощина", "Анна Рощина", "PER", "PER-2"), ("Чехии", "Чехия", "LOC", "GPE-2"),
        ("Рощиной", "Рощина", "PER", "PER-2"), ("Чехия", "Чехия", "LOC", "GPE-2"),
        ("Анне Рощиной", "Анна Рощина", "PER", "PER-2"),
    ],
}  # fmt: skip


def has_judge() -> bool:
    try:
        return bool(distribution("maru")) and bool(__import__("h5py"))
    except (PackageNotFoundError, ImportError):
        return False


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of a corpus of two documents."""
    files = {"SPLIT_cross-topic_test.ru.txt": "raw/x/ru/one.txt\nraw/x/ru/two.txt\n"}
    for name, text in TEXTS.items():
        rows, at = [], 0
        for surface, lemma, kind, entity in ROWS[name]:
            at = text.index(surface, at)
            rows.append(f"{at}\t{at + len(surface)}\t{surface}\t{lemma}\t{kind}\t{entity}")
            at += len(surface)
        files[f"raw/x/ru/{name}.txt"] = text
        files[f"ner/x/ru/{name}.tsv"] = "\n".join(rows)
    with tarfile.open(tmp_path / "slavicner-ru.tar.gz", "w:gz") as packed:
        for name, content in files.items():
            info = tarfile.TarInfo(f"./{name}")
            info.size = len(content.encode())
            packed.addfile(info, io.BytesIO(content.encode()))
    return tmp_path


def test_the_corpus_is_read_as_annotated(data: Path) -> None:
    documents = dict(read_slavicner(data, "test"))
    assert {name.rpartition("/")[2] for name in documents} == {"one", "two"}
    document, gold = next(each for name, each in documents.items() if name.endswith("one"))
    assert [document.text[slice(*each.span)] for each in gold] == [row[0] for row in ROWS["one"]]


def test_an_empty_folder_and_a_split_that_is_not_there(data: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no split"):
        dict(read_slavicner(data, "dev"))
    with pytest.raises(InputError, match="no such file"):
        dict(read_slavicner(tmp_path / "nowhere", "test"))


def test_a_wrong_case_is_told() -> None:
    assert ("Dat", "Sing") in _slots_of("морозову", "морозов")
    assert ("Ins", "Sing") not in _slots_of("морозову", "морозов")
    assert ("Ins", "Sing") in _slots_by_petrovich("морозовым", "морозов")
    assert ("Dat", "Sing") not in _slots_by_petrovich("морозовым", "морозов")
    assert ("Gen", "Plur") in _slots_of("захаровых", "захаров")


def test_a_form_of_another_name_strays() -> None:
    given = [("family", "морозов"), ("family", "белов")]
    assert _strays([(0, "морозов"), (1, "морозову"), (2, "белова")], given) == {2}
    assert _strays([(0, "морозов"), (1, "морозову")], given) == set()


@pytest.mark.skipif(not has_judge(), reason="maru, the judge, is not installed")
def test_all_agree_and_are_in_step(data: Path, tmp_path: Path) -> None:
    result = run(data, out=tmp_path / "read")
    assert result["given"]["consistency"] == 1.0
    assert result["given"]["n"] == 10
    assert result["given"]["agreement"] >= 0.9
    assert "=> " in (tmp_path / "read" / "russian.txt").read_text(encoding="utf-8")
