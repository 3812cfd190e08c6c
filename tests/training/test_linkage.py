from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from unname.core.document import Document, Profile
from unname.core.errors import ConfigError, InputError
from unname.models.linkage import open_biencoder
from unname.people.pairs import Pair, split
from unname.training.ascent import DOCUMENT, PROFILE, Ascent, Diverged, Schedule
from unname.training.bag import BagSides, Together
from unname.training.bag_tables import BagSettings
from unname.training.linkage import train_linkage
from unname.training.linkage_views import Examples, Masking

TOWNS = "Zenda Ruritz Strelsau Hentzau Tarlenheim Hofbau".split()
JOBS = ("judge", "baker", "pilot", "nurse", "smith")
SMALL = BagSettings(width=48, soft=16, n_documents=2, n_profiles=2, n_soft_documents=3, n_soft_profiles=3)
MONTHS = "January February March April May June July August September October November December".split()


def a_pair(number: int) -> Pair:
    dice = np.random.default_rng(number)
    town, job = TOWNS[dice.integers(len(TOWNS))], JOBS[dice.integers(len(JOBS))]
    year, month, day = int(dice.integers(1900, 2000)), int(dice.integers(1, 13)), int(dice.integers(1, 28))
    text = f"A {job} from the old town; born in {town} on {MONTHS[month - 1]} {day}, {year} and still there"
    fields = {"town": town, "job": job, "born": f"{year}-{month:02}-{day:02}"}
    return Pair(Document(f"p{number}", text, person=f"p{number}"), Profile(f"p{number}", "", fields))


PAIRS = [a_pair(number) for number in range(150)]


def an_ascent(kind: type[Ascent] = Ascent, epochs: int = 3, **settings: Any) -> Ascent:
    parts = split(PAIRS)
    examples, held_out = Examples.of(parts.train), Examples.of(parts.validation)
    masking = Masking()
    sides = BagSides(examples, held_out, SMALL, masking)
    return kind(sides, examples, Schedule(epochs=epochs, batch=32, rate=3e-3, profile_rate=1e-3, **settings), masking)


def states_equal(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return one.keys() == other.keys() and all(torch.equal(one[name], other[name]) for name in one)


def test_the_encoders_take_turns_at_first() -> None:
    schedule = Schedule(epochs=8, profile_epochs=4)
    assert [schedule.side(epoch) for epoch in range(6)] == [DOCUMENT, PROFILE, DOCUMENT, PROFILE, DOCUMENT, DOCUMENT]
    assert {Schedule(profile_epochs=0).side(epoch) for epoch in range(6)} == {DOCUMENT}


def test_rates_warm_up_fall_and_halve() -> None:
    ascent = an_ascent(epochs=10)
    found = []
    for epoch, share in ((0, 0.5), (0, 1.0), (1, 0.5)):
        ascent.history = ascent.history[:epoch] or [None] * epoch  # type: ignore[list-item]
        ascent.set_rates(share)
        found.append(ascent.optimizers[DOCUMENT].param_groups[0]["lr"] / 3e-3)
    assert found == pytest.approx([0.5 * 0.955, 0.91, 0.5 * 0.865])
    ascent.halvings = 1
    ascent.history = [None] * 9  # type: ignore[list-item]
    ascent.set_rates(1.0)
    assert ascent.optimizers[PROFILE].param_groups[0]["lr"] == pytest.approx(1e-3 * 0.1 / 2)


@pytest.mark.parametrize("kind", [Ascent, Together])
def test_only_the_encoder_whose_turn_it_is_changes(kind: type[Ascent]) -> None:
    ascent = an_ascent(kind, epochs=1)
    before = {name: value.clone() for name, value in ascent.sides.state_dict().items()}
    ascent.run()
    changed = {name.split(".")[0] for name, value in ascent.sides.state_dict().items() if not value.equal(before[name])}
    assert changed == ({DOCUMENT} if kind is Ascent else {DOCUMENT, PROFILE})


@pytest.mark.parametrize("kind", [Ascent, Together])
def test_an_interrupted_run_comes_to_the_same_result(kind: type[Ascent], tmp_path: Path) -> None:
    whole = an_ascent(kind)
    whole.run()
    first = an_ascent(kind)
    first.run(tmp_path, minutes=0.0)
    assert len(first.history) == 1
    second = an_ascent(kind)
    second.run(tmp_path)
    assert len(second.history) == len(whole.history)
    assert states_equal(second.sides.state_dict(), whole.sides.state_dict())
    with pytest.raises(ConfigError, match="other settings"):
        an_ascent(kind, epochs=4).run(tmp_path)


def test_training_stops_when_nothing_comes_of_it() -> None:
    ascent = an_ascent(epochs=50, patience=2, profile_epochs=0)
    for side in (DOCUMENT, PROFILE):
        for parameter in ascent.sides.parameters(side):
            parameter.requires_grad_(True)
    ascent.schedule = Schedule(epochs=50, batch=32, rate=0.0, profile_rate=0.0, patience=2, profile_epochs=0)
    judge = ascent.sides.judge
    scores = iter([0.5, 0.4, 0.3, 0.9])

    def falling() -> Any:
        return type(judge())(0.0, 0.0, next(scores))

    ascent.sides.judge = falling  # type: ignore[method-assign]
    ascent.run()
    assert len(ascent.history) == 3
    assert (ascent.best_epoch, ascent.halvings) == (0, 2)


def test_a_loss_that_is_no_number_keeps_the_last_good_state(tmp_path: Path) -> None:
    ascent = an_ascent(epochs=3)
    ascent.run(tmp_path, minutes=0.0)
    good = {name: value.clone() for name, value in ascent.sides.state_dict().items()}
    ascent.sides.documents = lambda numbers, visible: torch.full((len(numbers), 48), np.nan)  # type: ignore[method-assign]
    ascent.sides.profiles = lambda numbers: torch.full((len(numbers), 48), np.nan)  # type: ignore[method-assign]
    with pytest.raises(Diverged, match="last good state"):
        ascent.run()
    assert states_equal(ascent.sides.state_dict(), good)
    again = an_ascent(epochs=3)
    again.resume(tmp_path)
    assert states_equal(again.sides.state_dict(), good)


def test_trained_people_are_found_and_the_folder_opens(tmp_path: Path) -> None:
    told: list[str] = []
    out = train_linkage(PAIRS, tmp_path / "bag", width=64, epochs=6, report=lambda stage, *_: told.append(stage))
    bag = open_biencoder(out)
    parts = split(PAIRS)
    people = [*parts.validation, *parts.test]
    scores = bag.documents([p.document.text for p in people]) @ bag.profiles([p.profile for p in people]).T
    assert (scores.argmax(axis=1) == np.arange(len(people))).mean() > 0.8
    assert {"both encoders", "held-out people found"} <= set(told)
    assert not (out / "last.pt").exists()
    told.clear()
    assert train_linkage(PAIRS, out, width=64, epochs=6, report=lambda stage, *_: told.append(stage)) == out
    assert told == []
    with pytest.raises(ConfigError, match="trained otherwise"):
        train_linkage(PAIRS, out, width=64, epochs=7)


@pytest.mark.parametrize(
    "settings",
    [
        {"together": False},
        {"dropout": "idf", "redactions": False},
        {"dropout": "none", "smoothing": 0.0, "train_profiles": False},
    ],
)
def test_every_switch_trains(tmp_path: Path, settings: dict[str, Any]) -> None:
    out = train_linkage(PAIRS[:60], tmp_path, width=32, epochs=2, **settings)
    assert open_biencoder(out).width == 32


@pytest.mark.parametrize(
    ("people", "settings", "error", "said"),
    [
        (PAIRS[:1], {}, InputError, "at least 2 people"),
        (PAIRS, {"model": "magic"}, ConfigError, "magic"),
        (PAIRS, {"dropout": "sometimes"}, ConfigError, "sometimes"),
        (PAIRS, {"epochs": 0}, ConfigError, "epochs"),
        (PAIRS, {"smoothing": 1.0}, ConfigError, "smoothing"),
        (PAIRS, {"colour": 1}, ConfigError, "colour"),
    ],
)
def test_bad_input(tmp_path: Path, people: Any, settings: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        train_linkage(people, tmp_path, **settings)
