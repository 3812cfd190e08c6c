"""The utility benchmark on invented data in the forms of the corpora."""

import gzip
import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from unname.core.errors import ConfigError
from unname_research.bench import replace2021_tables, run, utility_data
from unname_research.bench.utility_data import read_factrueval, read_rurebus, read_rusentne, sampled


@pytest.fixture
def reviews(tmp_path: Path) -> Path:
    folder = tmp_path / "utility_tasks"
    folder.mkdir()
    said = [("a fine film by Anna Quill", "1"), ("a dull film by Bo Harrow", "0")]
    for part, n in (("train", 30), ("dev", 10)):
        lines = [f"{text} {number}\t{label}" for number in range(n) for text, label in said]
        with gzip.open(folder / f"sst2_{part}.tsv.gz", "wt", encoding="utf-8") as file:
            file.write("\n".join(lines))
    return tmp_path


def test_the_figures_of_a_task(reviews: Path, tmp_path: Path) -> None:
    result = run("utility", data=reviews, task="sst2", fast=True, out=tmp_path / "kept")
    assert (result["task"], result["model"], result["metric"], result["seeds"]) == ("sst2", "logistic", "micro_f1", 2)
    assert set(result["original"]) == {"train", "valid_anonymized", "valid", "std"}
    for name in ("pseudonym", "label", "mask"):
        assert {"train", "valid_anonymized", "valid", "std", "delta", "interval"} <= set(result[name])
    assert "apart" not in result
    assert result["original"]["valid"] == result["pseudonym"]["valid"] == 1.0
    again = run("utility", data=reviews, task="sst2", fast=True, out=tmp_path / "kept")
    assert again["pseudonym"] == result["pseudonym"]
    assert "Quill" not in (tmp_path / "kept" / "sst2" / "logistic" / "attempts.json").read_text()


def test_an_unknown_task_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="unknown task 'nothing'"):
        run("utility", data=tmp_path, task="nothing")


def test_factrueval_by_mapping_a(tmp_path: Path) -> None:
    text = "Анна Квилл из фирмы Маяк в городе Норвал"
    spans = [("1", "name", "Анна"), ("2", "surname", "Квилл"), ("3", "org_descr", "фирмы"), ("4", "org_name", "Маяк")]
    spans += [("5", "loc_descr", "городе"), ("6", "loc_name", "Норвал")]
    lines = [f"{id} {kind} {text.index(word)} {len(word)} 1 1 # {word}" for id, kind, word in spans]
    files = {
        "x.txt": text,
        "x.spans": "\n".join(lines),
        "x.objects": "1 Person 1 2 # Анна Квилл\n2 Org 3 4 # Маяк\n3 LocOrg 5 6",
        "unmarked.txt": "Ничего",
    }
    folder = tmp_path / "ru" / "factrueval2016"
    folder.mkdir(parents=True)
    with tarfile.open(folder / "factrueval2016.tar.gz", "w:gz") as archive:
        for part in ("devset", "testset"):
            for name, content in files.items():
                info = tarfile.TarInfo(f"fact/{part}/{name}")
                info.size = len(content.encode())
                archive.addfile(info, io.BytesIO(content.encode()))
    train, valid = read_factrueval(tmp_path)
    assert len(train) == len(valid) == 1
    assert [(text[slice(*mark.span)], mark.label) for mark in train[0].marks] == [
        ("Анна Квилл", "PER"),
        ("Маяк", "ORG"),
        ("Норвал", "LOC"),
    ]


def test_rurebus(tmp_path: Path) -> None:
    folder = tmp_path / "ru" / "rurebus"
    folder.mkdir(parents=True)
    for name in ("train_part_1", "train_part_2", "train_part_3", "test_full"):
        with zipfile.ZipFile(folder / f"{name}.zip", "w") as archive:
            archive.writestr("d/1.txt", "рост доходов бюджета")
            archive.writestr("d/1.ann", "T1\tMET 5 20\tдоходов бюджета\nR1\tX Arg1:T1 Arg2:T1\n")
    train, valid = read_rurebus(tmp_path)
    assert (len(train), len(valid)) == (3, 1)
    assert [train[0].text[slice(*mark.span)] for mark in train[0].marks] == ["доходов бюджета"]


def test_rusentne(tmp_path: Path) -> None:
    folder = tmp_path / "ru" / "rusentne2023"
    folder.mkdir(parents=True)
    head = "sentence\tentity\tentity_tag\tentity_pos_start_rel\tentity_pos_end_rel\tlabel"
    for name in ("train_data", "validation_data_labeled"):
        with gzip.open(folder / f"{name}.csv.gz", "wt", encoding="utf-8") as file:
            file.write(f"{head}\nАнна рада\tАнна\tPERSON\t0\t4\t1\n")
    train, _ = read_rusentne(tmp_path)
    assert (train[0].label, train[0].text[slice(*train[0].marks[0].span)]) == ("1", "Анна")


def test_samples_are_the_same_each_time_and_in_order() -> None:
    numbers = list(range(50))
    chosen = sampled(numbers, 9)  # type: ignore[arg-type]
    assert chosen == sorted(chosen) == sampled(numbers, 9)  # type: ignore[arg-type]
    assert sampled(numbers, 99) == numbers  # type: ignore[arg-type]


def test_published_differences_are_those_of_published_figures() -> None:
    for name, rows in replace2021_tables.TABLE_3.items():
        for strategy in ("pseudonym", "label"):
            difference = rows[strategy]["valid"] - rows["original"]["valid"]
            assert rows[strategy]["delta"] == pytest.approx(difference, abs=0.0011), (name, strategy)
    for name, rows in replace2021_tables.TABLE_4.items():
        for strategy in ("pseudonym", "label"):
            difference = rows[strategy]["valid"] - rows["original"]["valid"]
            assert rows[strategy]["delta"] == pytest.approx(difference, abs=0.0101), (name, strategy)


def test_every_task_of_the_paper_is_a_task_of_the_benchmark(tmp_path: Path) -> None:
    made = replace2021_tables.tables(tmp_path, False, None)
    assert {name.removeprefix("table_3_") for name in made if name != "table_4"} == set(utility_data.TASKS)
    assert set(replace2021_tables.PAPER) - {"all_or_nothing"} <= set(made)


def test_attempts_tell_no_text(reviews: Path, tmp_path: Path) -> None:
    run("utility", data=reviews, task="sst2", fast=True, model="boosting(rounds=2)", out=tmp_path / "kept")
    kept = json.loads((tmp_path / "kept" / "sst2" / "boosting(rounds=2)" / "attempts.json").read_text())
    assert {name for name in kept if name != "about"} >= {"original 0", "original 1", "pseudonym 1", "label 0"}
