import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny import tiny_base  # noqa: E402
from unname.core.document import Document, Mention, Role, Span  # noqa: E402
from unname_research.train.entity_reading import Pace  # noqa: E402
from unname_research.train.judge_reader import decide, judge_all, train  # noqa: E402

PACE = Pace(epochs=15, frozen=0, rate=1e-3, head_rate=1e-2, pieces=60)


def detected(town):
    text = f"The clerk came to {town} by train."
    words = {"clerk": "DEM", town: "LOC", "train": "MISC"}
    mentions = [
        Mention(Span(text.index(word), text.index(word) + len(word)), label, word, Role.QUASI)
        for word, label in words.items()
    ]
    return Document(town, text, mentions=tuple(mentions))


@pytest.mark.parametrize("with_surprisal", [False, True])
def test_it_learns_what_annotators_hide(tmp_path, with_surprisal):
    cases = {}
    for town in ("Zenda", "Strelsau", "Hentzau", "Ruritz", "Tarlenheim", "Burlesdon"):
        document = detected(town)
        target = np.array([float(entity.label == "LOC") for entity in document.entities])
        nats = {entity.id: 3.0 for entity in document.entities} if with_surprisal else None
        cases[town] = decide(document, target, np.ones(len(target)), nats)
    network = train(cases, tmp_path / "judge.pt", PACE, tiny_base(tmp_path / "base"))
    said = judge_all(network, cases)
    for town, odds in said.items():
        assert ((odds > 0) == (cases[town].target > 0.5)).all()
