"""The invented letters of the demonstration are what they are said to be."""

import importlib.util
import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from unname.corpora.populations import read_population

SCRIPT = Path(__file__).parents[1] / "examples" / "make_letters.py"


@pytest.fixture
def make(monkeypatch):
    spec = importlib.util.spec_from_file_location("make_letters", SCRIPT)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)

    def write(folder, *options):
        monkeypatch.setattr(sys, "argv", ["make_letters.py", str(folder), *options])
        script.main()
        people, letters = folder / "people.jsonl", folder / "letters.jsonl"
        return people, [json.loads(line) for line in letters.read_text(encoding="utf-8").splitlines()]

    return write


@pytest.mark.parametrize("seed", ["7", "8"])
def test_letters_and_people(make, tmp_path, seed):
    file, letters = make(tmp_path, "--seed", seed)
    people = {profile.id: profile for profile in read_population(file)}
    assert (len(letters), len(people)) == (40, 200)
    assert len({letter["id"] for letter in letters}) == len({letter["text"] for letter in letters}) == 40
    assert all(80 <= len(letter["text"].split()) <= 150 for letter in letters)
    assert not any(mark in letter["text"] for letter in letters for mark in "[]{}|")
    assert all(people[letter["subject"]].name in letter["text"] for letter in letters)
    (about_two, _), *rest = Counter(letter["subject"] for letter in letters).most_common()
    assert [n for _, n in rest] == [1] * 38
    (shared, n_namesakes), *_ = Counter(profile.name for profile in people.values()).most_common()
    assert n_namesakes == 2
    assert sum(people[letter["subject"]].name == shared for letter in letters) == 2
    assert people[about_two].name != shared


def test_one_letter_tells_of_several_people(make, tmp_path):
    file, letters = make(tmp_path)
    names = {profile.name for profile in read_population(file)}
    assert [sum(name in letter["text"] for name in names) for letter in letters].count(3) == 1


def test_some_facts_are_not_on_record(make, tmp_path):
    people = read_population(make(tmp_path)[0])
    known = Counter(key for profile in people for key in profile.fields)
    assert len(known) == 9
    assert all(150 < n < 200 for n in known.values())


def test_the_same_seed_gives_the_same_files(make, tmp_path):
    first, again, other = (make(tmp_path / name, "--seed", seed) for name, seed in (("a", "1"), ("b", "1"), ("c", "2")))
    assert first[1] == again[1] != other[1]
    assert first[0].read_bytes() == again[0].read_bytes() != other[0].read_bytes()


@pytest.mark.parametrize("options", [["--letters", "3"], ["--letters", "40", "--people", "40"], ["--people", "9999"]])
def test_numbers_that_cannot_be_are_refused(make, tmp_path, options):
    with pytest.raises(SystemExit):
        make(tmp_path / "none", *options)
    assert not (tmp_path / "none").exists()
