import math
from dataclasses import replace

import pytest

from judging import CASE, NOBODY, TEXT
from unname.risk.commonness import count_phrases
from unname.risk.entity_features import NAMES, describe_entities


def column(features, name):
    return dict(zip(features.ids, features.dense[:, NAMES.index(name)].tolist(), strict=True))


@pytest.mark.parametrize(
    ("name", "entity", "expected"),
    [
        ("mentions", "e1", math.log(2)),
        ("direct", "e1", 1.0),
        ("none", "e4", 1.0),
        ("source_gazetteer", "e1", 0.5),
        ("source_tagger", "e2", 0.0),
        ("words", "e3", 3.0),
        ("all_words", "e1", 3.0),
        ("month", "e3", 1.0),
        ("month", "e2", 0.0),
        ("day", "e3", 1.0),
        ("years_before_last", "e3", 0.0),
        ("peers", "e2", 2.0),
        ("lower", "e4", 1.0),
        ("label_LOC", "e5", 1.0),
        ("label_LOC", "e1", 0.0),
        ("confidence_max", "e1", math.log(99)),
        ("forms", "e1", 2.0),
    ],
)
def test_features_say_what_their_names_say(name, entity, expected):
    features = describe_entities(CASE, NOBODY)
    assert features.dense.shape == (5, len(NAMES))
    assert column(features, name)[entity] == pytest.approx(expected, abs=1e-5)


def test_words_around_an_entity_are_told_apart_from_words_in_it():
    features = describe_entities(CASE, NOBODY)
    other = describe_entities(replace(CASE, text=TEXT.replace("slept", "dwelt")), NOBODY)
    rows = {id: set(features.buckets[features.rows == row]) for row, id in enumerate(features.ids)}
    changed = {id: set(other.buckets[other.rows == row]) for row, id in enumerate(other.ids)}
    assert rows["e1"] != changed["e1"]
    assert rows["e2"] == changed["e2"]
    assert all(0 < weight <= 1.0001 for weight in features.weights[features.rows == 1])


def test_a_training_text_does_not_count_itself():
    common = count_phrases(["Ruritania", "Ruritania"], least=1)
    seen = frozenset(int(hash) for hash in common.hashes)
    assert column(describe_entities(CASE, common), "common")["e2"] == pytest.approx(math.log(3))
    assert column(describe_entities(CASE, common, seen), "common")["e2"] == pytest.approx(math.log(2))
