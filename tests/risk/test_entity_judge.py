from dataclasses import replace

import numpy as np
import pytest

from judging import CASE, JUDGE, NOBODY
from unname.core.document import Document
from unname.core.errors import ConfigError, MissingModel
from unname.risk.entity_features import BUCKETS, NAMES, describe_entities
from unname.risk.entity_judge import FILE, load_judge, save_judge


def test_the_judge_adds_up_its_trees_and_scales_them():
    odds = JUDGE.estimate_odds(CASE)
    assert odds["e1"] == pytest.approx(2.0 * (0.25 + 2.0) + 0.5)
    assert odds["e2"] == pytest.approx(2.0 * (0.25 - 1.0) + 0.5)
    assert JUDGE.estimate_odds(Document("empty", "")) == {}


def test_the_forest_sees_what_the_linear_part_says():
    features = describe_entities(CASE, NOBODY)
    bucket = next(b for b, row in zip(features.buckets, features.rows, strict=True) if row == 1)
    linear = np.zeros(BUCKETS, np.float32)
    linear[bucket] = 3.0
    rows = replace(JUDGE, linear=linear, linear_start=-1.0).stack(features)
    assert rows[1, -1] == pytest.approx(2.0)
    assert rows.shape == (5, len(NAMES) + 1)


def test_weights_survive_the_disk(tmp_path):
    save_judge(JUDGE, tmp_path)
    read = load_judge(tmp_path)
    assert read.estimate_odds(CASE) == pytest.approx(JUDGE.estimate_odds(CASE))
    assert isinstance(read.forest.depth, int)


def test_bad_weights_are_refused(tmp_path):
    with pytest.raises(MissingModel, match="unname train risk"):
        load_judge(tmp_path / "nowhere")
    (tmp_path / FILE).write_bytes(b"rubbish")
    with pytest.raises(ConfigError, match="no readable weights"):
        load_judge(tmp_path)
    save_judge(replace(JUDGE, linear=np.zeros(3, np.float32)), tmp_path)
    with pytest.raises(ConfigError, match="other features"):
        load_judge(tmp_path)
