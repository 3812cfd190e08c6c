import random
from dataclasses import replace

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from invented_sheets import sheets  # noqa: E402
from tiny import tiny_base  # noqa: E402
from unname.core.errors import InputError  # noqa: E402
from unname.models.infiller import END, _Sheet  # noqa: E402
from unname.models.packaged import WEIGHTS  # noqa: E402
from unname.models.pieces import Tokenizer  # noqa: E402
from unname.training.encoder import load_base  # noqa: E402
from unname_research.train.infill_examples import Pages  # noqa: E402
from unname_research.train.infill_networks import PointAndWrite  # noqa: E402
from unname_research.train.infilling import (  # noqa: E402
    Schedule,
    arrays,
    make_optimizer,
    pointing_loss,
    set_pace,
    train,
    without_dropout,
)

SHEETS = sheets()
SCHEDULE = Schedule(steps=24, batch=4, rate=3e-3, head_rate=1e-2, warmup=3, save_every=10)
TOKENIZER = Tokenizer(WEIGHTS / "tokenizer.json")
NAMES = ("ids", "types", "places", "inside", "visible")


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return tiny_base(tmp_path_factory.mktemp("base"))


@pytest.fixture(scope="module")
def trained(base, tmp_path_factory):
    losses = []
    model = train(SHEETS, tmp_path_factory.mktemp("out"), SCHEDULE, base, lambda *said: losses.append(said[-1]))
    return model, losses


@pytest.fixture(scope="module")
def examples():
    pages, dice = Pages(SHEETS, TOKENIZER), random.Random(2)
    drawn = [pages.draw(dice.choice(pages.pages), dice) for _ in range(30)]
    return [each for each in drawn if each is not None]


def test_it_learns_to_point_and_to_write(trained):
    network, losses = trained
    assert len(losses) == SCHEDULE.steps
    assert losses[-1] < 0.9 * losses[0]
    assert not network.training


def test_an_interrupted_run_goes_on_to_the_same_result(base, trained, tmp_path):
    class Stop(Exception):
        pass

    def interrupt(stage, step, n_steps, loss):
        if step == 17:
            raise Stop

    with pytest.raises(Stop):
        train(SHEETS, tmp_path, SCHEDULE, base, interrupt)
    steps = []
    again = train(SHEETS, tmp_path, SCHEDULE, base, lambda stage, step, n_steps, loss: steps.append(step))
    assert steps[0] == 11
    for name, value in trained[0].state_dict().items():
        torch.testing.assert_close(again.state_dict()[name], value)


def test_a_run_with_other_settings_does_not_go_on_from_it(base, tmp_path):
    trial = replace(SCHEDULE, steps=1, warmup=0)
    train(SHEETS, tmp_path, trial, base)
    with pytest.raises(InputError, match="other settings"):
        train(SHEETS, tmp_path, SCHEDULE, base)
    again = train(SHEETS, tmp_path, trial, base, lambda *_: pytest.fail("there is nothing left to do"))
    assert isinstance(again, PointAndWrite)


def test_nothing_to_learn_from_is_refused(base, tmp_path):
    for empty in ([], [replace(SHEETS[0], hidden=())]):
        with pytest.raises(InputError, match="nothing hidden"):
            train(empty, tmp_path, SCHEDULE, base)


def test_rates_rise_and_fall(base):
    network = PointAndWrite(load_base(base))
    optimizer = make_optimizer(network, 1.0, 2.0)
    n_parameters = sum(len(group["params"]) for group in optimizer.param_groups)
    assert n_parameters == len(list(network.parameters()))
    paces = []
    for step in range(10):
        set_pace(optimizer, step, 10, 4)
        one, other = (group["lr"] for group in optimizer.param_groups)
        assert other == pytest.approx(2 * one)
        paces.append(one)
    assert paces == pytest.approx([0.25, 0.5, 0.75, 1, 1, 5 / 6, 4 / 6, 3 / 6, 2 / 6, 1 / 6])
    set_pace(optimizer, 0, 1, 100)
    assert optimizer.param_groups[0]["lr"] == pytest.approx(0.01)


def test_nothing_is_dropped(base):
    network = PointAndWrite(load_base(base))
    for module in network.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = 0.5
    without_dropout(network)
    assert all(module.p == 0 for module in network.modules() if isinstance(module, torch.nn.Dropout))


def test_examples_are_laid_out_as_the_reader_lays_them_out(examples):
    from unname.models.infiller import _Line

    batch = arrays(examples, TOKENIZER)
    for number, example in enumerate(examples):
        asked, passage = example.ids[example.types == 0][1:-1], example.ids[example.types == 1][:-1]
        sheet = _Sheet(asked, passage, TOKENIZER.special)
        sheet.lines = [
            _Line(mask, tuple(words[1:-1].tolist()), 0.0)
            for mask, words in zip(example.masks, example.answers, strict=True)
        ]
        given = {name: batch[name][number].numpy() for name in NAMES}
        laid = {name: value * 0 for name, value in given.items()}
        laid["ids"] += TOKENIZER.special[0]
        sheet.lay(*(laid[name] for name in NAMES))
        for name in NAMES:
            assert (laid[name] == given[name]).all(), name
    assert batch["words"].tolist() == [int(w) for each in examples for words in each.answers for w in words[1:]]
    assert (batch["words"] == END).sum() == len(batch["line"])
    assert (batch["ids"][batch["line"], batch["column"]] == TOKENIZER.mask).all()


def test_blanks_learn_without_seeing_each_other(base, examples):
    network = PointAndWrite(load_base(base)).eval()
    batch = arrays(examples[:6], TOKENIZER)
    with torch.no_grad():
        before = network.read(*(batch[name] for name in NAMES))
        for row in range(6):
            n = int(batch["n_read"][row])
            last = len(examples[row].answers[-1]) - 1
            end = n + sum(len(words) - 1 for words in examples[row].answers)
            ids = batch["ids"].clone()
            ids[row, end - last : end] = 2024
            after = network.read(ids, *(batch[name] for name in NAMES[1:]))
            torch.testing.assert_close(before[row, : end - last], after[row, : end - last])


def test_pointing_is_learned_at_the_true_places_alone(examples):
    batch = arrays(examples, TOKENIZER)
    n, width = len(batch["line"]), batch["ids"].shape[1]
    right = torch.full((n, 2, width), -20.0)
    number = 0
    for each in examples:
        for begins, ends in zip(each.begins, each.ends, strict=True):
            right[number, 0, begins[-1]], right[number, 1, ends[-1]] = 20.0, 20.0
            number += 1
    assert float(pointing_loss(right, examples, batch)) == pytest.approx(0.0, abs=1e-4)
    # What is said of the text, of blanks and of padding does not count.
    elsewhere = right.clone()
    for number, line in enumerate(batch["line"].tolist()):
        n_asked = int((examples[line].types == 0).sum())
        elsewhere[number, :, 1:n_asked] = 50.0
        elsewhere[number, :, int(batch["n_read"][line]) :] = 50.0
    assert float(pointing_loss(elsewhere, examples, batch)) == pytest.approx(0.0, abs=1e-4)
    assert float(pointing_loss(-right, examples, batch)) > 1.0
