import json

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny import tiny_base  # noqa: E402
from unname.core.errors import ConfigError  # noqa: E402
from unname.training.encoder import load_base  # noqa: E402
from unname.training.mlm import MaskedLanguageModel, Pretraining, hide, pretrain, pretrained  # noqa: E402
from unname.training.reading import Reader  # noqa: E402

TEXTS = ["The nurse lives in Ruritania and keeps horses. " * 6, "A judge of Graustark plays chess. " * 8]
SCHEDULE = Pretraining(epochs=4, batch=2, rate=1e-2, head_rate=1e-2, window=24, overlap=4)


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return tiny_base(tmp_path_factory.mktemp("base"))


def weights(model):
    return torch.cat([value.flatten() for value in model.state_dict().values()])


def test_it_learns_what_stands_behind_masks(base):
    model = MaskedLanguageModel(load_base(base))
    losses = pretrain(model, TEXTS, Reader(base), SCHEDULE)
    assert len(losses) == 4
    assert losses[-1] < 0.8 * losses[0]


def test_logits_are_given_where_they_are_asked_for(base):
    model = MaskedLanguageModel(load_base(base)).eval()
    ids = torch.tensor([[101, 2000, 2001, 102], [101, 2002, 102, 0]])
    positions = torch.tensor([[False, True, True, False], [False, True, False, False]])
    with torch.no_grad():
        said = model(ids, (ids > 0).long(), positions)
        alone = model(ids[:1], (ids[:1] > 0).long(), positions[:1])
    assert said.shape == (3, len(model.bias))
    torch.testing.assert_close(said[:2], alone)


def test_the_decoder_is_the_embedding_table(base):
    model = MaskedLanguageModel(load_base(base))
    table = model.base.get_input_embeddings().weight
    assert sum(p.numel() for p in model.parameters()) < 2 * table.numel()
    ids = torch.tensor([[101, 2000, 102]])
    model(ids, torch.ones_like(ids), ids == 2000)[0, 3000].backward()
    assert table.grad[3000].abs().sum() > 0


def test_a_bias_starts_from_how_often_tokens_occur(base):
    model = MaskedLanguageModel(load_base(base))
    model.expect(np.array([7, 7, 7, 9]))
    assert model.bias.argmax() == 7
    assert model.bias[9] > model.bias[8]
    assert model.bias.exp().sum().item() == pytest.approx(1.0, abs=1e-3)


def test_it_is_saved_and_loaded(base, tmp_path):
    model = pretrained(base, TEXTS, SCHEDULE, tmp_path)
    torch.testing.assert_close(weights(MaskedLanguageModel.load(tmp_path / "pretrained")), weights(model))
    assert len(json.loads((tmp_path / "pretrained" / "losses.json").read_text())) == 4
    assert not (tmp_path / "pretraining.pt").exists()
    torch.testing.assert_close(weights(pretrained(base, ["other"], SCHEDULE, tmp_path)), weights(model))


def test_an_interrupted_run_goes_on_to_the_same_result(base, tmp_path):
    torch.manual_seed(5)
    whole = MaskedLanguageModel(load_base(base))
    part = MaskedLanguageModel(load_base(base))
    losses = pretrain(whole, TEXTS, Reader(base), SCHEDULE)

    def interrupt(stage, step, steps, loss):
        if step > steps // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pretrain(part, TEXTS, Reader(base), SCHEDULE, tmp_path / "state.pt", interrupt)
    again = MaskedLanguageModel(load_base(base))
    assert pretrain(again, TEXTS, Reader(base), SCHEDULE, tmp_path / "state.pt") == losses
    torch.testing.assert_close(weights(again), weights(whole))


def test_special_tokens_and_padding_are_never_hidden(base):
    tokenizer = Reader(base).tokenizer
    ids = torch.tensor([[101] + [2000] * 400 + [102] + [0] * 100])
    torch.manual_seed(0)
    seen, positions = hide(ids, (ids > 0).long(), 0.5, tokenizer)
    assert not positions[ids != 2000].any()
    assert (seen[~positions] == ids[~positions]).all()
    hidden = seen[positions]
    assert 150 < len(hidden) < 250
    assert 0.7 < (hidden == tokenizer.mask_token_id).float().mean() < 0.9
    assert 0.03 < (hidden == 2000).float().mean() < 0.2


def test_a_head_of_another_model_is_refused(base, tmp_path):
    from safetensors.torch import save_file

    MaskedLanguageModel(load_base(base)).save(tmp_path)
    save_file({"other": torch.zeros(1)}, tmp_path / "head.safetensors")
    with pytest.raises(ConfigError, match="another kind"):
        MaskedLanguageModel.load(tmp_path)
