import numpy as np
import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
pytest.importorskip("onnx")
pytest.importorskip("safetensors")

from unname.core.document import Document, Mention, Span  # noqa: E402
from unname.detect.tagger import Tagger  # noqa: E402
from unname.models.packaged import WEIGHTS  # noqa: E402
from unname.models.pieces import Tokenizer  # noqa: E402
from unname_research.train import detector  # noqa: E402
from unname_research.train.fit import predict  # noqa: E402
from unname_research.train.opinions import Reader  # noqa: E402
from unname_research.train.targets import OUTPUTS, Labeled, cut  # noqa: E402


def tiny_base():
    config = transformers.BertConfig(
        vocab_size=30522, hidden_size=64, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32
    )
    return transformers.BertModel(config)


@pytest.fixture
def labeled():
    texts = [f"Letter {i}: Anna lives in Oslo." for i in range(6)]
    return [
        Labeled(
            (Document(str(i), text, mentions=(Mention(Span(text.index("Anna"), text.index("Anna") + 4), "PERSON"),)),)
        )
        for i, text in enumerate(texts)
    ]


@pytest.fixture
def sources(labeled):
    return detector.Sources(labeled, {"note": labeled[:2], "chat": labeled[2:4], "log": labeled[4:]}, labeled, labeled)


@pytest.fixture
def tiny(monkeypatch):
    monkeypatch.setattr(detector, "load_base", tiny_base)
    monkeypatch.setattr(detector, "packaged_minilm", lambda: WEIGHTS)
    monkeypatch.setattr(detector, "small_embeddings", lambda network: torch.randn(30522, 16))


@pytest.mark.usefixtures("tiny")
def test_every_stage_leaves_weights_that_load_and_is_not_done_twice(tmp_path, sources):
    stages = []

    def report(stage, step, n_steps, loss):
        stages.append(stage)

    trained = detector.train_stages(tmp_path, sources, report=report)
    assert trained == tmp_path / "default"
    trained_in = [stage for stage in dict.fromkeys(stages) if not stage.endswith("reads")]
    assert trained_in == ["silver", "teacher0", "teacher1", "teacher2", "default"]
    for stage in trained_in:
        Tagger(str(tmp_path / stage), floor=0.0).detect(Document("d", "Anna lives in Oslo."))
    before = len(stages)
    detector.train_stages(tmp_path, sources, report=report)
    assert len(stages) == before


def test_no_teacher_sees_the_cases_and_kinds_that_it_judges(sources):
    parts = [detector.without_fold(sources, fold) for fold in range(detector.N_FOLDS)]
    cases = [[label.annotators[0].id for label in part.cases] for part in parts]
    assert cases == [["1", "2", "4", "5"], ["0", "2", "3", "5"], ["0", "1", "3", "4"]]
    assert [list(part.kinds) for part in parts] == [["chat", "log"], ["note", "log"], ["note", "chat"]]


def test_what_is_read_again_is_about_other_people(sources):
    tokenizer = Tokenizer(WEIGHTS / "tokenizer.json")
    read = detector.annotated_windows(detector.Sources((), sources.kinds, (), ()), tokenizer, seed=3)
    names = {tuple(window.ids[window.targets[:, 0] == 1.0]) for window in read}
    assert len(read) == 6 * detector.EPOCHS["kinds"]
    assert len(names) > 6


def test_teachers_say_what_is_not_annotated(sources):
    def sure(windows):
        return [np.ones_like(window.targets) for window in windows]

    def unsure(windows):
        return [np.zeros_like(window.targets) for window in windows]

    windows = cut(sources.cases[:1], Tokenizer(WEIGHTS / "tokenizer.json"), 30, 30)
    (alone,) = detector.distill([sure], windows)
    assert alone.targets.min() == 1.0
    (half,) = detector.distill([sure], windows, gold=0.5)
    assert set(half.targets[:, 0].tolist()) == {0.5, 1.0}
    (argued,) = detector.distill([sure, sure], windows, jurist=unsure)
    assert set(argued.targets[:, 0].tolist()) == {0.5}


def test_a_tagger_is_asked_as_it_runs(tmp_path, sources):
    network = detector.Small(torch.randn(30522, 16), len(OUTPUTS)).eval()
    detector.export(network, tmp_path, quantize=False)
    windows = cut(sources.cases, Tokenizer(WEIGHTS / "tokenizer.json"), 30, 30)
    for said, expected in zip(Reader(tmp_path)(windows), predict(network, windows), strict=True):
        assert np.allclose(said, expected, atol=1e-4)
