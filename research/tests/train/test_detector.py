import pytest

pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
pytest.importorskip("onnx")
pytest.importorskip("safetensors")

from unname.core.document import Document, Mention, Span  # noqa: E402
from unname.detect.tagger import Tagger  # noqa: E402
from unname.models.packaged import WEIGHTS  # noqa: E402
from unname_research.train import detector  # noqa: E402
from unname_research.train.targets import Labeled  # noqa: E402


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


def test_every_stage_leaves_weights_that_load_and_is_not_done_twice(tmp_path, monkeypatch, labeled):
    monkeypatch.setattr(detector, "load_base", tiny_base)
    monkeypatch.setattr(detector, "packaged_minilm", lambda: WEIGHTS)
    stages = []

    def report(stage, step, n_steps, loss):
        stages.append(stage)

    folders = detector.train_stages(tmp_path, labeled, labeled, labeled, report=report)
    assert set(stages) == set(folders) == {"silver", "default", "light"}
    for folder in folders.values():
        Tagger(str(folder), floor=0.0).detect(Document("d", labeled[0].annotators[0].text))
    before = len(stages)
    detector.train_stages(tmp_path, labeled, labeled, labeled, report=report)
    assert len(stages) == before


def test_no_fold_sees_the_cases_it_is_for(tmp_path, monkeypatch, labeled):
    monkeypatch.setattr(detector, "load_base", tiny_base)
    monkeypatch.setattr(detector, "packaged_minilm", lambda: WEIGHTS)
    detector.train_stages(tmp_path, labeled, labeled, labeled)
    seen = []
    usual = detector.annotated_windows

    def windows(annotated, *others, **settings):
        seen.append([label.annotators[0].id for label in annotated])
        return usual(annotated, *others, **settings)

    monkeypatch.setattr(detector, "annotated_windows", windows)
    folders = detector.train_folds(tmp_path / "folds", tmp_path / "silver.safetensors", labeled, labeled)
    assert seen == [["1", "3", "5"], ["0", "2", "4"]]
    for folder in folders:
        Tagger(str(folder), floor=0.0).detect(Document("d", labeled[0].annotators[0].text))
