"""The emulator with trees that go by how terms look and how common they are."""

import numpy as np
import pytest

from unname.core.document import LABELS, Document, Mention, Role, Span
from unname.core.errors import ConfigError
from unname.risk.commonness import count_phrases
from unname.risk.emulator import Emulator, collect_clues
from unname.risk.entity_judge import Forest
from unname.risk.query_forest import FILE, QueryForest, load_forest, pool_groups, save_forest

TEXT = "Ada, a judge in Zenda, plays chess."
LABEL = {"Ada": "PERSON", "judge": "DEM", "Zenda": "LOC", "chess": "MISC"}
CASE = Document(
    "case",
    TEXT,
    mentions=tuple(
        Mention(
            Span(TEXT.index(word), TEXT.index(word) + len(word)),
            label,
            word,
            Role.DIRECT if label == "PERSON" else Role.QUASI,
        )
        for word, label in LABEL.items()
    ),
)
COMMON = count_phrases(["a judge in Zenda"], least=1)


def stump(label: str, low: float, high: float) -> Forest:
    """High for what is of a category, low for the rest."""
    return Forest(
        np.array([LABELS.index(label), 0, 0], np.int32),
        np.array([0.25, 0.0, 0.0]),
        np.array([1, 1, 2], np.int32),
        np.array([2, 1, 2], np.int32),
        np.array([0.0, low, high]),
        np.array([0], np.int32),
        1,
        0.0,
    )


FOREST = QueryForest(stump("LOC", -3.0, 2.0), stump("MISC", -4.0, 3.0), (0.5, -1.0), COMMON)


@pytest.fixture
def folder(tmp_path):
    save_forest(FOREST, tmp_path)
    return tmp_path


def test_entities_and_pairs_are_judged_each_by_its_trees_and_limit(folder):
    said = Emulator(folder).judge(CASE, [("Zenda",), ("judge",), ("judge", "chess"), ("judge", "Zenda")])
    assert said == pytest.approx([1 / (1 + np.exp(-x)) for x in (1.5, -3.5, 4.0, -3.0)], abs=1e-4)
    (risk,) = Emulator(folder).assess(CASE, [{}])
    assert risk.by_entity["Ada"] == 1.0


def test_what_is_saved_is_read_as_it_was(folder):
    again = load_forest(folder)
    rows = again.describe(CASE, collect_clues(CASE), {})
    groups = [(0,), (1, 2), (0, 1, 2)]
    assert list(again.judge(rows, groups, 50)) == list(FOREST.judge(rows, groups, 50))


def test_groups_are_pooled_in_any_order():
    looks = np.arange(12, dtype=np.float32).reshape(4, 3)
    one, other = (pool_groups(looks, [group], 50) for group in ((0, 3), (3, 0)))
    assert (one == other).all()
    assert one.shape == (1, 10)


def test_what_holds_no_weights_is_refused(folder):
    (folder / FILE).write_bytes(b"nothing")
    with pytest.raises(ConfigError, match="no weights of an emulator"):
        Emulator(folder).judge(CASE, [("judge",)])
