"""The train command around a recipe that costs nothing."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from crowded import record, write_people
from unname.core.progress import Listener
from unname.people.pairs import Pair
from unname.training import linkage
from unname_research.train import shipped


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    calls: list[dict[str, object]] = []

    def train(data: Path, out: Path, seed: int, scale: float, report: Listener, jurist: Path | None) -> Path:
        calls.append({"data": data, "out": out, "seed": seed, "scale": scale, "jurist": jurist})
        for step in range(1, 101):
            report("silver", step, 100, 1 / step)
        return out / "default"

    monkeypatch.setattr(shipped, "train_detector", train)
    return calls


def test_options_reach_the_recipe_and_progress_is_told_now_and_then(run, asked):
    code, out, err = run("train", "detector", "--data", "corpora", "--out", "weights", "--seed", "7")
    assert (code, out) == (0, "weights/default\n")
    assert asked == [{"data": Path("corpora"), "out": Path("weights"), "seed": 7, "scale": 1.0, "jurist": None}]
    assert 10 <= err.count("\n") <= 12


def test_absent_data_is_told_in_one_line(run, tmp_path):
    pytest.importorskip("torch")
    code, out, err = run("train", "detector", "--data", tmp_path / "absent", "--out", tmp_path / "weights")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "absent" in err


def test_risk_needs_the_weights_of_the_detector(run, tmp_path):
    pytest.importorskip("torch")
    code, out, err = run("train", "risk", "--data", tmp_path, "--detector", tmp_path, "--out", tmp_path / "risk")
    assert (code, out) == (2, "")
    assert "run: unname train detector" in err


@pytest.mark.parametrize("name", ["words", "emulator", "ranker"])
def test_other_models_say_what_is_missing(run, tmp_path, name):
    pytest.importorskip("torch")
    code, out, err = run("train", name, "--data", tmp_path / "absent", "--out", tmp_path / "weights")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "absent" in err


@pytest.fixture
def linked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    calls: list[dict[str, object]] = []

    def train(people: Sequence[Pair], out: Path, report: Listener, **settings: object) -> Path:
        calls.append({"people": len(people), "out": out, **settings})
        report("documents", 1, 1, 0.5)
        return out

    monkeypatch.setattr(linkage, "train_linkage", train)
    return calls


LINKAGE = {
    **{"people": 3, "out": Path("linkage"), "model": "bag", "seed": 0},
    **{"epochs": None, "minutes": None, "dropout": "uniform", "smoothing": 0.1, "width": None, "train_profiles": True},
    **{"document_encoder": None, "profile_encoder": None, "frozen_layers": None, "together": True, "redactions": True},
}


@pytest.mark.parametrize(
    ("options", "changed"),
    [
        ([], {}),
        (["--model", "frozen", "--document", "document"], {"model": "frozen"}),
        (["--seed", "7", "--epochs", "3", "--minutes", "1.5"], {"seed": 7, "epochs": 3, "minutes": 1.5}),
        (["--dropout", "none", "--smoothing", "0"], {"dropout": "none", "smoothing": 0.0}),
        (["--width", "64", "--no-train-profiles"], {"width": 64, "train_profiles": False}),
        (["--published"], {"together": False, "redactions": False}),
        (["--document-encoder", "a", "--profile-encoder", "b"], {"document_encoder": "a", "profile_encoder": "b"}),
        (["--frozen-layers", "2"], {"frozen_layers": 2}),
    ],
)
def test_every_setting_of_linkage_reaches_the_training(run, linked, tmp_path, options, changed):
    people = write_people(tmp_path / "people.jsonl", 3)
    code, out, err = run("train", "linkage", "--people", people, "--out", "linkage", *options)
    assert (code, out) == (0, "linkage\n")
    assert linked == [{**LINKAGE, **changed}]
    assert "documents: step 1 of 1, loss 0.5000" in err


@pytest.mark.parametrize(
    "options", [["--model", "oracle"], ["--dropout", "some"], ["--smoothing", "1"], ["--epochs", "0"], ["--width", "0"]]
)
def test_settings_of_linkage_that_make_no_sense(run, linked, options):
    code, out, _ = run("train", "linkage", "--people", "people.jsonl", "--out", "linkage", *options)
    assert (code, out, linked) == (2, "", [])


def test_a_trained_model_hides_people(run, tmp_path):
    people, out = write_people(tmp_path / "people.jsonl", 120), tmp_path / "linkage"
    code, said, err = run("train", "linkage", "--people", str(people), "--out", str(out), "--model", "facts")
    assert (code, said) == (0, f"{out}\n"), err
    letters = tmp_path / "letters.jsonl"
    letters.write_text(json.dumps({"id": "letter", "text": record(3)["document"], "subject": "x3"}) + "\n")
    crowd = ("--population", str(people), "--leave-out", "document", "--k", "5", "--linkage", str(out))
    code, said, err = run("release", str(letters), *crowd, "--detector", "words")
    assert code == 0, err
    assert "***" in said
