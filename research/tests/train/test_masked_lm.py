from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny import tiny_base  # noqa: E402
from unname.core.errors import InputError  # noqa: E402
from unname.models.masked_lm import MaskedLM  # noqa: E402
from unname.training.reading import Reader  # noqa: E402
from unname_research.train.masked_lm import Schedule, WordHider, export, train  # noqa: E402

TEXTS = ["The nurse lives in Ruritania and keeps horses. " * 6, "A judge of Graustark plays chess. " * 8]
SCHEDULE = Schedule(steps=30, batch=2, window=24, rate=1e-2, head_rate=1e-2, warmup=3, save_every=10)


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return tiny_base(tmp_path_factory.mktemp("base"))


@pytest.fixture(scope="module")
def trained(base, tmp_path_factory):
    losses = []
    model = train(TEXTS, tmp_path_factory.mktemp("out"), SCHEDULE, base, lambda *said: losses.append(said[-1]))
    return model, losses


def test_it_learns_which_words_to_expect(trained):
    _, losses = trained
    assert len(losses) == SCHEDULE.steps
    assert losses[-1] < 0.9 * losses[0]


def test_an_interrupted_run_goes_on_to_the_same_result(base, trained, tmp_path):
    class Stop(Exception):
        pass

    def interrupt(stage, step, n_steps, loss):
        if step == 17:
            raise Stop

    with pytest.raises(Stop):
        train(TEXTS, tmp_path, SCHEDULE, base, interrupt)
    steps = []
    again = train(TEXTS, tmp_path, SCHEDULE, base, lambda stage, step, n_steps, loss: steps.append(step))
    assert steps[0] == 11
    for name, value in trained[0].state_dict().items():
        torch.testing.assert_close(again.state_dict()[name], value)


def test_a_run_with_other_settings_does_not_go_on_from_it(base, tmp_path):
    trial = replace(SCHEDULE, steps=2, warmup=0)
    train(TEXTS, tmp_path, trial, base)
    with pytest.raises(InputError, match="other settings"):
        train(TEXTS, tmp_path, SCHEDULE, base)
    train(TEXTS, tmp_path, trial, base)


def test_nothing_to_learn_from_is_refused(base, tmp_path):
    with pytest.raises(InputError, match="no text"):
        train(["", "  "], tmp_path, SCHEDULE, base)


def test_words_are_hidden_whole(base):
    reader = Reader(base)
    ids = torch.from_numpy(reader("Quillfeather bellringer antidisestablishmentarianism lives").ids)[None]
    pieces = reader.tokenizer.convert_ids_to_tokens(ids[0])
    word = np.cumsum([not piece.startswith("##") for piece in pieces])
    for seed in range(20):
        torch.manual_seed(seed)
        seen, hidden = WordHider(reader.tokenizer)(ids, 0.5)
        for number in set(word):
            assert len(set(hidden[0][word == number].tolist())) == 1
        assert (seen[hidden] == reader.tokenizer.mask_token_id).all()
        assert (seen[~hidden] == ids[~hidden]).all()


@pytest.mark.parametrize("quantize", [False, True])
def test_the_written_model_says_what_the_network_says(trained, base, tmp_path, quantize):
    network, _ = trained
    export(network, tmp_path, quantize)
    model = MaskedLM(tmp_path)
    pieces = model.tokenize("the nurse lives in ruritania")
    said = model.log_probabilities(pieces, [np.array([1]), np.array([2, 3])])
    ids = torch.tensor([[101, *pieces.ids.tolist(), 102]])
    for places, answer in zip(([1], [2, 3]), said, strict=True):
        hidden, positions = ids.clone(), torch.zeros_like(ids, dtype=torch.bool)
        positions[0, [place + 1 for place in places]] = True
        hidden[positions] = 103
        with torch.no_grad():
            logits = network(hidden, torch.ones_like(ids), positions)
        expected = torch.log_softmax(logits, -1)[range(len(places)), ids[positions]]
        np.testing.assert_allclose(answer, expected, atol=0.5 if quantize else 1e-4)
