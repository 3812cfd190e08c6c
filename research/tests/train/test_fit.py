from functools import partial

import numpy as np
import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
pytest.importorskip("onnx")

from unname.core.document import LABELS, Document, Mention, Span  # noqa: E402
from unname.models.encoder import TokenClassifier  # noqa: E402
from unname.models.packaged import WEIGHTS  # noqa: E402
from unname.models.pieces import Tokenizer  # noqa: E402
from unname_research.train.detector import distill  # noqa: E402
from unname_research.train.fit import Schedule, fit, predict  # noqa: E402
from unname_research.train.networks import Encoder, Small, export  # noqa: E402
from unname_research.train.targets import OUTPUTS, Labeled, cut  # noqa: E402


@pytest.fixture(scope="module")
def windows():
    texts = [f"Report {i}: Anna met Peter in Oslo. It rained." for i in range(12)]
    documents = [Document(str(i), text, mentions=_names(text)) for i, text in enumerate(texts)]
    return cut([Labeled((d,)) for d in documents], Tokenizer(WEIGHTS / "tokenizer.json"), 30, 30)


def _names(text):
    return tuple(Mention(Span(text.index(n), text.index(n) + len(n)), "PERSON") for n in ("Anna", "Peter"))


def tiny_encoder():
    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=30522, hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32
    )
    return Encoder(transformers.BertModel(config), len(OUTPUTS))


def tiny_network():
    torch.manual_seed(1)
    return Small(torch.randn(30522, 16), len(OUTPUTS), layers=1, heads=2)


@pytest.mark.parametrize("make", [tiny_encoder, tiny_network])
def test_training_learns_the_names(make, windows):
    schedule = Schedule(epochs=60, encoder_rate=1e-2, head_rate=2e-2, batch_pieces=200)
    network = fit(make(), windows, schedule)
    said = predict(network, windows[:1])[0]
    hidden = np.flatnonzero(windows[0].targets[:, 0] == 1.0)
    assert said[hidden, 0].min() > 0.6
    assert np.delete(said[:, 0], hidden).max() < 0.4


def test_a_resumed_run_ends_where_a_whole_one_does(windows, tmp_path):
    schedule = Schedule(epochs=8, batch_pieces=100, save_every=3, hidden_pieces=0.1)
    whole = fit(tiny_network(), windows, schedule)

    class Stop(Exception):
        pass

    def stop(step, n_steps, loss):
        if step == 10:
            raise Stop

    checkpoint = tmp_path / "run.checkpoint"
    with pytest.raises(Stop):
        fit(tiny_network().eval(), windows, schedule, checkpoint, stop)
    resumed = fit(tiny_network(), windows, schedule, checkpoint)
    for (name, one), other in zip(whole.named_parameters(), resumed.parameters(), strict=True):
        assert torch.allclose(one, other, atol=1e-5), name


def test_exported_weights_say_the_same(windows, tmp_path):
    network = tiny_network().eval()
    export(network, tmp_path, quantize=False)
    (tmp_path / "tokenizer.json").write_bytes((WEIGHTS / "tokenizer.json").read_bytes())
    text = "Report 0: Anna met Peter in Oslo. It rained."
    _, probabilities = TokenClassifier(tmp_path)(text)
    assert np.allclose(probabilities, predict(network, windows[:1])[0], atol=1e-4)
    assert probabilities.shape[1] == 2 + len(LABELS)


def test_a_pupil_learns_what_the_teacher_says(windows):
    teacher = tiny_network().eval()
    taught = distill([partial(predict, teacher)], windows)
    assert np.allclose(taught[0].targets, predict(teacher, windows[:1])[0])
    assert taught[0].weights.min() == 1.0
