import math

import pytest

from judging import CASE, JUDGE
from unname.core.document import LABELS, Document, Mention, Span
from unname.core.errors import ConfigError, MissingModel
from unname.risk.classifier import CAUTION, Classifier
from unname.risk.entity_features import count_words
from unname.risk.entity_judge import save_judge


@pytest.fixture
def weights(tmp_path):
    save_judge(JUDGE, tmp_path)
    return str(tmp_path)


def test_risk_is_a_mix_of_judge_and_detectors(weights):
    (risk,) = Classifier(weights).assess(CASE, [{}])
    confidence = (math.log(99) + math.log(9)) / 2
    odds = CAUTION * (0.5 * JUDGE.estimate_odds(CASE)["e1"] + 0.5 * confidence)
    assert risk.by_entity["e1"] == pytest.approx(1 / (1 + math.exp(-odds)))
    assert risk.total == max(risk.by_entity.values())


def test_what_takes_many_words_needs_more_certainty(weights):
    plain = Classifier(weights).assess(CASE, [{}])[0].by_entity
    (risk,) = Classifier(weights, scale="f1").assess(CASE, [{}])
    for entity in CASE.entities:
        words = count_words(CASE, entity)
        hides = plain[entity.id] > 0.9 * words / (words + 3)
        assert (risk.by_entity[entity.id] > 0.5) == hides
    assert risk.by_entity["e5"] > plain["e5"]


def test_hidden_entities_pose_no_risk_and_generalized_ones_less(weights):
    classifier = Classifier(weights)
    whole, hidden, month, year, odd = classifier.assess(
        CASE, [{}, {"e3": "***"}, {"e3": "May 1993"}, {"e3": "1993"}, {"e3": "the Feast of Saint Strelsau"}]
    )
    assert "e3" not in hidden.by_entity
    assert 0 < year.by_entity["e3"] < month.by_entity["e3"] < whole.by_entity["e3"]
    assert odd.by_entity["e3"] == whole.by_entity["e3"]
    assert {id: month.by_entity[id] for id in ("e1", "e2")} == {id: whole.by_entity[id] for id in ("e1", "e2")}


def test_an_entity_of_many_mentions_is_judged(weights):
    text = "Zenda. " * 500
    mentions = tuple(Mention(Span(7 * n, 7 * n + 5), "LOC", "e1", confidence=0.5) for n in range(500))
    (risk,) = Classifier(weights).assess(Document("many", text, mentions=mentions), [{}])
    assert 0 < risk.by_entity["e1"] < 1


@pytest.mark.parametrize("label", LABELS)
def test_the_shipped_weights_follow_the_detectors(label):
    def risk(confidence):
        document = Document(
            "x", "It was Zenda then.", mentions=(Mention(Span(7, 12), label, "e1", confidence=confidence),)
        )
        return Classifier().assess(document, [{}])[0].by_entity["e1"]

    assert risk(0.02) < risk(0.98)


def test_settings_are_checked_and_named(weights):
    assert Classifier(scale="f1").name == "classifier(scale='f1')"
    with pytest.raises(ConfigError, match="scale must be one of"):
        Classifier(weights, scale="f2").assess(CASE, [{}])
    with pytest.raises(MissingModel):
        Classifier("/nowhere").assess(CASE, [{}])
