from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny import tiny_base  # noqa: E402
from unname.training.encoder import layer_rates, load_base  # noqa: E402
from unname.training.frozen import fit_frozen  # noqa: E402
from unname.training.identity import (  # noqa: E402
    Epoch,
    Examples,
    Finetuning,
    Fit,
    Identity,
    document_logits,
    judged,
    new_identity,
    window_logits,
)
from unname.training.reading import padded  # noqa: E402

SPECIAL = (0, 101, 102)
SCHEDULE = Finetuning(epochs=4, batch=4, rate=3e-3)


def begun(base, **settings) -> Fit:
    return Fit(new_identity(load_base(base), 3), examples(), replace(SCHEDULE, **settings), SPECIAL)


def examples() -> Examples:
    dice = np.random.default_rng(0)
    people = [number % 3 for number in range(24)]
    windows = [2000 + 50 * person + dice.integers(0, 9, size=dice.integers(3, 8)) for person in people]
    checks = [[2000 + 50 * person + dice.integers(0, 9, size=5)] for person in range(3)]
    return Examples(windows, people, checks, [0, 1, 2])


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return tiny_base(tmp_path_factory.mktemp("base"))


@pytest.fixture(scope="module")
def fitted(base):
    fit = begun(base, epochs=12, patience=12)
    fit.run()
    return fit


def test_padding_is_not_read(base):
    network = Identity(load_base(base), 3).eval()
    short, long = np.array([2000, 2001]), np.arange(2000, 2030)
    alone = window_logits(network, [short], SPECIAL)
    torch.testing.assert_close(window_logits(network, [short, long], SPECIAL)[0], alone[0])
    ids, mask = padded([short, long], SPECIAL)
    assert ids.shape == (2, 32)
    assert mask.sum(1).tolist() == [4, 32]


def test_it_learns_who_is_who(fitted):
    assert fitted.history[fitted.best_epoch].accuracy == 1.0
    assert fitted.history[-1].loss < 0.5 * fitted.history[0].loss


def test_logits_of_windows_are_summed(fitted):
    document = examples().windows[:3]
    total = window_logits(fitted.network, document, SPECIAL).sum(axis=0)
    said = document_logits(fitted.network, [document, [], document], SPECIAL)
    assert (said[0] == total).all()
    assert not said[1].any()
    assert (said[2] == said[0]).all()


def test_an_interrupted_run_goes_on_to_the_same_result(base, tmp_path):
    whole = begun(base)
    whole.run()
    (tmp_path / "a").mkdir()
    short = begun(base)
    short.run(tmp_path / "a", minutes=0.0)
    assert len(short.history) == 1
    assert not short.finished
    again = begun(base)
    network = again.run(tmp_path / "a", keep_epochs=True)
    assert [epoch.loss for epoch in again.history] == [epoch.loss for epoch in whole.history]
    for name, value in network.state_dict().items():
        torch.testing.assert_close(value, whole.network.state_dict()[name])
    assert sorted(path.name for path in (tmp_path / "a").glob("epoch*")) == [
        f"epoch_{number:02}.safetensors" for number in (2, 3, 4)
    ]
    assert all(path.stat().st_mode & 0o077 == 0 for path in (tmp_path / "a").iterdir())


@pytest.mark.parametrize(
    ("accuracies", "best", "finished"),
    [
        ([], -1, False),
        ([0.2], 0, False),
        ([0.2, 0.4, 0.4, 0.2], 2, False),
        ([0.6, 0.4, 0.4, 0.4, 0.4, 0.4], 0, True),
        ([0.4, 0.4, 0.4, 0.4, 0.4, 0.4], 5, False),
        ([0.1] * 7 + [0.9] * 3, 9, True),
    ],
)
def test_the_best_epoch_is_the_last_of_equals_and_patience_ends_the_run(base, accuracies, best, finished):
    fit = begun(base, epochs=10)
    fit.history = [Epoch(1.0, 1.0, accuracy, -1.0) for accuracy in accuracies]
    assert fit.best_epoch == best
    assert fit.finished is finished


def test_without_a_development_set_the_last_epoch_counts(base):
    unchecked = replace(examples(), development=(), development_people=())
    fit = Fit(new_identity(load_base(base), 3), unchecked, SCHEDULE, SPECIAL)
    fit.run()
    assert fit.best_epoch == 3


def test_embeddings_can_be_left_alone(base):
    before = load_base(base).get_input_embeddings().weight.detach().clone()
    for frozen in (True, False):
        fit = begun(base, epochs=1, freeze_embeddings=frozen)
        after = fit.run().base.get_input_embeddings().weight
        assert torch.equal(before, after) is frozen


def test_fine_tuning_goes_on_from_the_frozen_solution(base):
    network = fit_frozen(load_base(base), 3, examples(), SPECIAL)
    before = {name: value.clone() for name, value in network.state_dict().items()}
    fit = Fit(network, examples(), replace(SCHEDULE, epochs=2, rate=1e-4, layer_decay=0.5), SPECIAL)
    after = fit.run().state_dict()
    changed = {name.split(".")[0] for name, value in after.items() if not torch.equal(value, before[name])}
    assert changed == {"base", "head"}
    assert fit.history[-1].accuracy == 1.0


def test_lower_layers_can_learn_slower(base):
    network = Identity(load_base(base), 3)
    groups = layer_rates(network, 1.0, 0.5)
    assert sum(parameter.numel() for group in groups for parameter in group["params"]) == sum(
        parameter.numel() for parameter in network.parameters()
    )
    rate = {id(parameter): group["lr"] for group in groups for parameter in group["params"]}
    layers = len(network.base.encoder.layer) + 1
    assert rate[id(network.head.weight)] == rate[id(network.dense.weight)] == 1.0
    assert rate[id(network.last.output.dense.weight)] == 0.5
    assert rate[id(network.base.get_input_embeddings().weight)] == 0.5 ** (layers + 1)
    assert {group["lr"] for group in layer_rates(network, 0.1, 1.0)} == {0.1}


def test_attention_is_dropped_only_where_asked(base):
    def dropped(**settings):
        torch.manual_seed(0)
        network = begun(base, **settings).network.train()
        for module in network.modules():
            if isinstance(module, torch.nn.Dropout) and module is not network.last.attention.self.dropout:
                module.p = 0.0
        ids, mask = padded([np.arange(2000, 2030)], SPECIAL)
        with torch.inference_mode():
            return not torch.allclose(network(ids, mask), network(ids, mask))

    assert dropped(attention_dropout=True)
    assert not dropped()


def test_fewer_digits_learn_the_same(base):
    fit = begun(base, epochs=12, patience=12, bfloat16=True)
    fit.run()
    assert fit.history[fit.best_epoch].accuracy == 1.0
    assert next(fit.network.parameters()).dtype == torch.float32


def test_ties_are_shared():
    logits = np.array([[1.0, 1.0, 0.0], [0.0, 2.0, 1.0]])
    assert judged(logits, [0, 2])[0] == 0.25
    assert judged(logits, [0, 1])[0] == 0.75


def test_a_frozen_encoder_learns_who_is_who(base):
    encoder = load_base(base)
    before = {name: value.clone() for name, value in encoder.state_dict().items()}
    network = fit_frozen(encoder, 3, examples(), SPECIAL)
    said = document_logits(network, examples().development, SPECIAL)
    assert said.argmax(axis=1).tolist() == [0, 1, 2]
    assert all(torch.equal(value, before[name]) for name, value in encoder.state_dict().items())


def test_progress_is_told(base):
    told = []
    fit = begun(base, epochs=1)
    fit.run(report=lambda stage, step, steps, value: told.append((stage, step, steps)))
    assert told[0] == ("fine-tuning", 1, 6)
    assert told[-1] == ("development", 1, 1)


def test_the_opening_token_is_what_a_whole_last_layer_makes_of_it(tmp_path):
    base = load_base(tiny_base(tmp_path)).eval()
    ids, mask = padded([np.array([2000, 2001, 2002]), np.array([2003])], (0, 101, 102))
    with torch.inference_mode():
        expected = base(input_ids=ids, attention_mask=mask).last_hidden_state[:, 0].clone()
        network = Identity(base, 2).eval()
        expected = network.head(torch.tanh(network.dense(expected)))
        assert torch.allclose(network(ids, mask), expected, atol=1e-5)
    assert network.last is not None
