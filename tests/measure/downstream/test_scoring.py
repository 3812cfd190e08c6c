import numpy as np
import pytest

from unname.core.document import Span
from unname.core.example import Example, Mark
from unname.corpora.examples import join_questions
from unname.measure.downstream.scoring import AnswerScoring, ClassScoring, NameScoring, f1_by_label, make_scoring


def example(*marks, label=""):
    return Example("a", "Anna Quill sang in Norvale", tuple(Mark(Span(*span), name) for span, name in marks), label)


def figures(scoring, *pairs):
    sums = np.array([scoring.count(gold, found) for gold, found in pairs]).sum(axis=0)
    return {name: float(value) for name, value in scoring.figures(sums).items()}


def test_names_are_right_to_the_letter():
    gold = example(((0, 10), "PER"), ((19, 26), "LOC"))
    scoring = make_scoring("ner", [gold])
    assert isinstance(scoring, NameScoring)
    assert figures(scoring, (gold, gold)) == {"micro_f1": 1.0, "macro_f1": 1.0}
    half = example(((0, 4), "PER"), ((19, 26), "LOC"))
    assert figures(scoring, (gold, half)) == {"micro_f1": 0.5, "macro_f1": 0.5}
    assert figures(scoring, (gold, example())) == {"micro_f1": 0.0, "macro_f1": 0.0}
    assert f1_by_label(scoring, np.array(scoring.count(gold, half))) == {"LOC": 1.0, "PER": 0.0}


def test_a_label_that_the_sample_has_not_is_left_out_of_the_mean():
    scoring = NameScoring(("LOC", "PER"))
    gold = example(((0, 10), "PER"))
    assert figures(scoring, (gold, gold))["macro_f1"] == 1.0


def test_classes():
    scoring = ClassScoring(("a", "b"))
    pairs = [(example(label=gold), example(label=found)) for gold, found in ("aa", "aa", "aa", "ba")]
    assert figures(scoring, *pairs) == {"micro_f1": 0.75, "macro_f1": pytest.approx(6 / 7 / 2)}


def test_answers():
    gold = join_questions("p", "Anna Quill sang in Norvale.", [("1", "Who?", [Span(0, 10)])])
    scoring = AnswerScoring()
    said = Example("p", gold.text, (Mark(Span(0, 15), "answer 1"),))
    assert figures(scoring, (gold, said)) == {"f1": 0.8, "exact": 0.0}
    assert figures(scoring, (gold, gold)) == {"f1": 1.0, "exact": 1.0}
    assert figures(scoring, (gold, Example("p", gold.text))) == {"f1": 0.0, "exact": 0.0}


def test_the_best_of_several_answers_counts():
    gold = join_questions("p", "Anna Quill sang.", [("1", "Who?", [Span(0, 4), Span(0, 10)])])
    said = Example("p", gold.text, (Mark(Span(0, 10), "answer 1"),))
    assert figures(AnswerScoring(), (gold, said)) == {"f1": 1.0, "exact": 1.0}


def test_sums_of_any_shape():
    scoring = ClassScoring(("a", "b"))
    sums = np.ones((4, 3, 6))
    assert scoring.figures(sums)["micro_f1"].shape == (4, 3)
