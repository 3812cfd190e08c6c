"""`unname measure downstream`: a table, JSON, and every bad input."""

import json
import re

import pytest

NAMES = ("Anna Quill", "Bo Harrow", "Cilla Lund", "Dan Pell", "Eva Strand", "Finn Moss")
MARKER = "Xanthippe"


def conll(said: str, n: int = 12) -> str:
    rows = []
    for number in range(n):
        first, last = NAMES[number % len(NAMES)].split()
        rows.append(f"-DOCSTART- O\n\ntoday O\n{first} B-PER\n{last} I-PER\n{said} O\n")
    return "\n".join(rows)


@pytest.fixture
def files(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.write_text(content, "utf-8")
        return path

    return write


@pytest.fixture
def measured(run, files):
    train, valid = files("train.conll", conll("sang")), files("valid.conll", conll("slept", 6))

    def measure(*options, data=(train, valid)):
        return run("measure", "downstream", *data, "--detector", "capitals", "--seeds", "2", *options)

    return measure


def test_a_table_to_read(measured):
    code, out, err = measured("--replace", "label", "--replace", "mask")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["original", "label", "mask"]
    assert re.search(r"micro_f1 of crf on ner; 12 texts to learn from, 6 to try it on", out)
    assert not any(name in out for name in NAMES)


def test_figures_as_json_and_attempts_that_are_kept(measured, tmp_path):
    options = ("--replace", "pseudonym", "--json", "--out", tmp_path / "kept")
    code, out, _ = measured(*options)
    assert code == 0
    told = json.loads(out)
    assert (told["task"], told["model"], told["metric"], told["seeds"]) == ("ner", "crf", "micro_f1", 2)
    assert set(told["original"]) == {"train", "valid_anonymized", "valid", "std"}
    assert {"delta", "delta_std", "interval", "withheld", "lost", "gone"} < set(told["pseudonym"])
    assert measured(*options)[1] == out


def test_one_seed_is_told(run, measured):
    out = measured("--replace", "label", "--seeds", "1")[1]
    assert "one seed tells neither a deviation nor an interval" in out


@pytest.mark.parametrize(
    ("task", "train", "valid", "says"),
    [
        ("ner", conll("sang"), "", "the validation set is empty"),
        ("ner", "", conll("sang"), "the training set is empty"),
        ("ner", conll("sang"), f"{MARKER} O\n", "the validation set has no marks"),
        ("ner", f"{MARKER} PER\n", conll("sang"), "not a tag"),
        ("classification", f'{{"text": "{MARKER}"}}', "", "needs a label"),
        ("classification", '{"text": "x", "label": "y"}', '{"text": "x", "label": "y"}', "one class alone"),
        ("qa", "{}", "{}", "not in the form of SQuAD"),
        ("translation", "", "", "--task must be"),
    ],
    ids=range(8),
)
def test_bad_input(run, files, task, train, valid, says):
    ending = {"classification": "jsonl", "qa": "json"}.get(task, "conll")
    paths = files(f"train.{ending}", train), files(f"valid.{ending}", valid)
    code, out, err = run("measure", "downstream", *paths, "--task", task)
    assert (code, out) == (2, "")
    assert says in err
    assert MARKER not in err


def test_a_learner_of_another_task(measured):
    code, _, err = measured("--learner", "logistic")
    assert code == 2
    assert "logistic learns classification, not ner" in err


def test_a_class_that_the_release_leaves_nothing_of(run, files):
    swedish = "Jag vet inte vad det är som har hänt med honom, men vi ska nog få veta det i morgon när de kommer."
    rows = [{"text": f"This is what happened to him in the end, {n}", "label": "en"} for n in range(6)]
    rows += [{"text": f"{swedish} {n}", "label": "sv"} for n in range(6)]
    path = files("a.jsonl", "\n".join(map(json.dumps, rows)))
    options = ("--task", "classification", "--detector", "capitals", "--replace", "mask", "--seeds", "1")
    code, out, _ = run("measure", "downstream", path, path, *options)
    assert code == 0
    assert "mask: 6 texts to learn from are withheld" in out
    assert "mask: nothing is left to learn of sv" in out
