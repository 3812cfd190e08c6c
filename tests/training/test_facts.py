from pathlib import Path
from typing import Any

import numpy as np
import pytest

from crowded import biographies
from unname.core.document import Document, Profile
from unname.core.errors import ConfigError, InputError
from unname.models.linkage import open_biencoder
from unname.people.pairs import Pair, split
from unname.training import facts
from unname.training.ascent import Diverged
from unname.training.linkage import train_linkage

PAIRS = [Pair(biography.document, biography.profile) for biography in biographies(150)]


def ranks(folder: Path) -> "np.ndarray[Any, Any]":
    """The ranks of all people, found by their own documents."""
    encoder = open_biencoder(folder)
    texts, people = [pair.document.text for pair in PAIRS], [pair.profile for pair in PAIRS]
    scores = encoder.documents(texts) @ encoder.profiles(people).T
    return (scores >= scores[np.arange(len(PAIRS)), np.arange(len(PAIRS))][:, None]).sum(axis=1)


def test_it_finds_people_it_has_never_seen(tmp_path: Path) -> None:
    found = ranks(train_linkage(PAIRS, tmp_path, model="facts"))
    unseen = {pair.document.id for pair in split(PAIRS).test}
    kept = [rank for rank, pair in zip(found, PAIRS, strict=True) if pair.document.id in unseen]
    assert kept
    assert np.median(kept) <= 15  # 13 people share job and town, 150 are there


def test_the_same_seed_gives_the_same_model(tmp_path: Path) -> None:
    one, other = (train_linkage(PAIRS, tmp_path / name, model="facts") for name in "ab")
    assert np.array_equal(ranks(one), ranks(other))


def test_an_interrupted_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fit, calls, fatal = facts._fit, [], 0

    def failing(*arguments: Any) -> Any:
        calls.append(1)
        if len(calls) == fatal:
            raise KeyboardInterrupt
        return fit(*arguments)

    monkeypatch.setattr(facts, "_fit", failing)
    whole = train_linkage(PAIRS, tmp_path / "whole", model="facts")
    n_traits = len(calls)
    fatal = n_traits + 2
    with pytest.raises(KeyboardInterrupt):
        train_linkage(PAIRS, tmp_path / "cut", model="facts")
    resumed = train_linkage(PAIRS, tmp_path / "cut", model="facts")
    assert np.array_equal(ranks(resumed), ranks(whole))
    # The trait that was learned before the interruption was not learned again.
    assert len(calls) == n_traits + 1 + n_traits
    assert not list(resumed.glob("trait_*"))


@pytest.mark.parametrize("settings", [{"seed": 1}, {"dropout": "none"}])
def test_a_run_of_another_kind_does_not_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any]
) -> None:
    fit, calls = facts._fit, []

    def failing(*arguments: Any) -> Any:
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return fit(*arguments)

    monkeypatch.setattr(facts, "_fit", failing)
    with pytest.raises(KeyboardInterrupt):
        train_linkage(PAIRS, tmp_path / "cut", model="facts")
    one, other = (train_linkage(PAIRS, tmp_path / name, model="facts", **settings) for name in ("cut", "new"))
    assert np.array_equal(ranks(one), ranks(other))
    assert len(calls) % 2 == 0
    assert not list(one.glob("trait_*"))


@pytest.mark.parametrize(("text", "fields"), [("A judge of Zenda.", {}), ("Judge.", {"job": "judge"})])
def test_people_with_nothing_in_common_are_told(tmp_path: Path, text: str, fields: dict[str, object]) -> None:
    pairs = [
        Pair(Document(f"p{n}", text, person=f"p{n}"), Profile(f"p{n}", "Ada " + "x" * n, fields)) for n in range(60)
    ]
    with pytest.raises(InputError, match="too few"):
        train_linkage(pairs, tmp_path, model="facts")
    assert not (tmp_path / "linkage.json").exists()


def test_no_number_stops_the_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "_SCALE", np.float32(np.nan))
    with pytest.raises(Diverged):
        train_linkage(PAIRS, tmp_path, model="facts")
    assert not (tmp_path / "linkage.json").exists()


def test_a_finished_model_is_not_made_again_nor_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    train_linkage(PAIRS, tmp_path, model="facts")
    monkeypatch.setattr(facts, "_fit", None)
    assert train_linkage(PAIRS, tmp_path, model="facts") == tmp_path
    with pytest.raises(ConfigError):
        train_linkage(PAIRS, tmp_path, model="facts", seed=1)
