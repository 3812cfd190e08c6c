"""Small encoders, trained on invented people for a few steps."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from tests.tiny import tiny_base

from unname.core.document import Document, Profile
from unname.core.errors import ConfigError
from unname.models.linkage import Parted, open_biencoder
from unname.people.pairs import Pair, Parts
from unname.training.ascent import DOCUMENT, PROFILE, Diverged, Schedule
from unname.training.linkage import Training
from unname.training.linkage_readings import masked_reading
from unname.training.linkage_sides import ALL, Settings, TransformerSides, _reader
from unname.training.linkage_transformer import WHOLE as WHOLE_NETWORK
from unname.training.linkage_transformer import Jointly, _chosen, _schedule, start, train, train_frozen, write
from unname.training.linkage_views import Examples, Masking, hidden_text

MONTHS = "January February March April May June July August September October".split()
JOBS = "judge farmer printer surgeon".split()
WHOLE = Training(epochs=2, width=16, redactions=False)


def people(n: int) -> list[Pair]:
    made = []
    for number in range(n):
        day, year, job = f"{MONTHS[number % 10]} {number % 28 + 1}", 1800 + 3 * number, JOBS[number % 4]
        text = f"A {job}; born in Zenda, {day}, {year}; studied law and moved to Ruritz in {year + 30}."
        profile = Profile(f"p{number}", "", {"birth": f"{day}, {year}", "job": job})
        made.append(Pair(Document(f"p{number}", text, person=f"p{number}"), profile))
    return made


PARTS = Parts(people(24)[:20], people(24)[20:], [])


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tiny_base(tmp_path_factory.mktemp("base")))


@pytest.fixture
def training(base: str) -> Training:
    return replace(WHOLE, document_encoder=base)


@pytest.mark.parametrize("trainer", [train, train_frozen])
@pytest.mark.parametrize("together", [True, False])
def test_what_was_trained_can_be_opened(trainer, together: bool, training: Training, tmp_path: Path) -> None:
    folder = trainer(PARTS, tmp_path / "out", replace(training, together=together))
    encoder = open_biencoder(folder)
    assert isinstance(encoder, Parted)
    assert not encoder.exact
    assert encoder.width == 16
    texts = [pair.document.text for pair in PARTS.train]
    documents, profiles = encoder.documents(texts), encoder.profiles([pair.profile for pair in PARTS.train])
    assert documents.shape == profiles.shape == (20, 16)
    found = (documents @ profiles.T).argmax(axis=1) == np.arange(20)
    assert found.mean() > 0.3  # by chance: 0.05
    assert not (folder / "last.pt").exists()
    assert not (folder / "states.f16").exists()


def test_files_say_what_the_network_says(training: Training, tmp_path: Path) -> None:
    sides = made_sides(training, tmp_path, ties=2)
    start(sides, Examples.of(PARTS.train), Masking())
    with torch.no_grad():
        for side in sides.sides.values():
            assert side.upper.pool.ties.vectors.any()
            side.upper.pool.ties.trust.normal_()
            side.upper.pool.ties.folds = None  # what is written is what all people say
            side.upper.pool.added.normal_()
    numbers, examples = np.arange(4), Examples.of(PARTS.train)
    whole = [np.ones(len(examples.spans[number]), bool) for number in numbers]
    with torch.no_grad():
        documents, profiles = sides.documents(numbers, whole).numpy(), sides._all(PROFILE, numbers).numpy()
    encoder = open_biencoder(write("transformer", sides.sides[DOCUMENT], sides.sides[PROFILE], tmp_path / "out", {}))
    scale = np.abs(documents).max()
    assert np.allclose(encoder.documents(examples.texts[:4]), documents, atol=0.02 * scale)
    assert np.allclose(encoder.profiles([pair.profile for pair in PARTS.train[:4]]), profiles, atol=0.02)


def test_an_interrupted_run_goes_on(training: Training, tmp_path: Path) -> None:
    interrupted = replace(training, epochs=3, minutes=1e-9)
    train_frozen(PARTS, tmp_path / "a", interrupted)
    assert (tmp_path / "a" / "last.pt").exists()
    train_frozen(PARTS, tmp_path / "a", replace(interrupted, minutes=None))
    train_frozen(PARTS, tmp_path / "b", replace(interrupted, minutes=None))
    texts = [pair.document.text for pair in PARTS.train]
    first, second = (open_biencoder(tmp_path / name).documents(texts) for name in "ab")
    assert np.allclose(first, second, atol=1e-3 * np.abs(second).max())


def test_a_finished_run_is_not_done_again_and_no_other_takes_its_place(training: Training, tmp_path: Path) -> None:
    folder = train_frozen(PARTS, tmp_path / "out", training)
    before = (folder / "document.onnx").stat().st_mtime_ns
    assert train_frozen(PARTS, folder, training) == folder
    assert (folder / "document.onnx").stat().st_mtime_ns == before
    with pytest.raises(ConfigError, match="trained otherwise"):
        train_frozen(PARTS, folder, replace(training, seed=2))


def test_a_loss_that_is_no_number_stops_the_training(training: Training, tmp_path: Path) -> None:
    sides = made_sides(training, tmp_path)
    start(sides, Examples.of(PARTS.train), Masking())
    ascent = Jointly(sides, Examples.of(PARTS.train), Schedule(epochs=2, rate=1e-3), Masking())
    for optimizer in ascent.optimizers.values():
        optimizer.param_groups[0]["factor"] = 1.0
    ascent.run(None, minutes=1e-9)
    good = {name: value.clone() for name, value in ascent.best.items()}
    with torch.no_grad():
        sides.sides[DOCUMENT].upper.pool.bias.fill_(torch.nan)
    with pytest.raises(Diverged):
        ascent.run(None)
    assert all(torch.equal(value, good[name]) for name, value in sides.state_dict().items())


def test_frozen_layers_are_computed_once(training: Training, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sides = made_sides(replace(training, frozen_layers=1), tmp_path)
    first = sides.vectors(DOCUMENT)
    monkeypatch.setattr(type(sides.sides[DOCUMENT]), "states", None)
    assert torch.allclose(sides.vectors(DOCUMENT), first, atol=0.02 * float(first.abs().max()))


def test_encoders_of_two_kinds_are_trained_whole(base: str, tmp_path: Path) -> None:
    training = replace(WHOLE, epochs=1, document_encoder=base, profile_encoder=str(tiny_distil(tmp_path / "distil")))
    folder = train(PARTS, tmp_path / "out", training)
    said = json.loads((folder / "linkage.json").read_text())
    assert {said["document"]["lower"], said["profile"]["lower"]} == {"document_lower", "profile_lower"}
    assert np.isfinite(open_biencoder(folder).documents(["A judge; born in Zenda."])).all()


def test_an_encoder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot load the encoder"):
        train(PARTS, tmp_path / "out", replace(WHOLE, document_encoder=str(tmp_path / "nothing")))


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({}, (1, 1)),
        ({"frozen_layers": 3}, (3, 1)),
        ({"document_encoder": "x"}, (0, ALL)),
        ({"document_encoder": "x", "frozen_layers": 2}, (2, ALL)),
    ],
)
def test_layers_are_as_published_for_encoders_that_are_named(
    asked: dict[str, object], expected: tuple[int, int]
) -> None:
    chosen = _chosen(Settings(), Training(**asked))  # type: ignore[arg-type]
    assert (chosen.frozen_layers, chosen.trained_layers) == expected


@pytest.mark.parametrize(
    ("whole", "asked", "expected"),
    [
        (True, {}, (6, 30, 30, 2)),
        (True, {"epochs": 4}, (2, 6, 6, 2)),
        (True, {"train_profiles": False}, (6, 30, 0, 2)),
        (True, {"together": False}, (0, 60, 10, 1)),
        (False, {}, (0, 12, 12, 1)),
    ],
)
def test_the_sum_learns_first_and_passes_with_layers_are_halved(whole, asked, expected) -> None:
    training = Training(**asked)
    settings = _chosen(WHOLE_NETWORK if whole else Settings(trained_layers=0), training)
    schedule = _schedule(settings, training)
    assert schedule.whole_epochs == settings.sum_epochs
    assert (settings.sum_epochs, schedule.epochs, schedule.profile_epochs, schedule.parts) == expected


def test_layers_that_were_not_yet_read_are_not_written(training: Training, tmp_path: Path) -> None:
    sides = made_sides(training, tmp_path, sum_epochs=2)
    start(sides, Examples.of(PARTS.train), Masking())
    torch.nn.init.normal_(sides.sides[DOCUMENT].upper.pool.role, std=0.1)
    sides.begin(0)
    without, name = sides._all(DOCUMENT, np.arange(4)).numpy(), tmp_path / "out"
    encoder = open_biencoder(write("transformer", sides.sides[DOCUMENT], sides.sides[PROFILE], name, {}))
    texts = [pair.document.text for pair in PARTS.train[:4]]
    assert np.allclose(encoder.documents(texts), without, atol=0.02 * np.abs(without).max())
    sides.begin(1)
    assert not np.array_equal(sides._all(DOCUMENT, np.arange(4)).numpy(), without)


def test_sixteen_bits_say_almost_the_same(training: Training, tmp_path: Path) -> None:
    exact, fast = (made_sides(training, tmp_path, fast=fast) for fast in (False, True))
    start(exact, Examples.of(PARTS.train), Masking())
    fast.load_state_dict(exact.state_dict())
    numbers = np.arange(20)
    first, second = (sides._all(DOCUMENT, numbers).numpy() for sides in (exact, fast))
    assert np.abs(first - second).max() < 0.05 * np.abs(first).max()


def test_the_parts_of_a_pass_are_everybody_once(training: Training, tmp_path: Path) -> None:
    schedule = Schedule(epochs=4, batch=3, whole_epochs=1, parts=2)
    ascent = Jointly(made_sides(training, tmp_path), Examples.of(PARTS.train), schedule, Masking())
    first, second, third, fourth = (sorted(np.concatenate(ascent.batches(epoch))) for epoch in range(4))
    assert first == sorted([*second, *third]) == list(range(20))
    assert second != fourth


def test_profiles_learn_in_every_so_many_steps(training: Training, tmp_path: Path) -> None:
    sides = made_sides(training, tmp_path)
    schedule = Schedule(epochs=1, batch=5, profile_every=2)
    ascent = Jointly(sides, Examples.of(PARTS.train), schedule, Masking())
    for group in (group for optimizer in ascent.optimizers.values() for group in optimizer.param_groups):
        group["factor"] = 1.0
    sides.begin(0)
    mix = sides.sides[PROFILE].upper.pool.mix
    for step, learns in ((1, False), (0, True)):
        before = mix.detach().clone()
        ascent._step_both(sides.vectors(PROFILE), np.arange(5), step)
        assert torch.equal(mix, before) is not learns


@pytest.mark.parametrize("shown", [range(0), range(3), [0, 2, 5, 6, 8], [4], range(100)])
def test_hidden_words_read_as_their_text_does(shown, training: Training) -> None:
    reader = _reader(training.document_encoder)
    text = "Ada A. Grey-Smith, born in Zenda (1801);\nelected - twice - to the 3rd court, in Ruritz's old hall."
    reading = reader(text)
    visible = np.isin(np.arange(len(reading.spans)), list(shown))
    told = reader(hidden_text(text, reading.spans, visible))
    found = masked_reading(reading, visible, reader.specials.mask)
    assert found.ids.tolist() == told.ids.tolist()
    assert found.counted.tolist() == told.counted.tolist()
    (one,), (other,) = found.windows(200), told.windows(200)
    assert one.joined.tolist() == other.joined.tolist()


def made_sides(training: Training, folder: Path, **settings: object) -> TransformerSides:
    settings = _chosen(Settings(hidden=24, drop_facts=0.0, **settings), training)  # type: ignore[arg-type]
    return TransformerSides(Examples.of(PARTS.train), Examples.of(PARTS.validation), settings, Masking(), folder)


def tiny_distil(folder: Path) -> Path:
    """An encoder that is no BERT, with the tokenizer of the other."""
    import transformers

    tiny_base(folder)
    config = transformers.DistilBertConfig(vocab_size=30522, dim=24, n_layers=1, n_heads=2, hidden_dim=24)
    transformers.DistilBertModel(config).save_pretrained(folder)
    return folder
