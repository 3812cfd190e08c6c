import numpy as np
import pytest

pytest.importorskip("sklearn")

from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import InputError
from unname.risk.entity_judge import load_judge, save_judge
from unname_research.train.risk import Boosting, Example, as_forest, shares, train_judge

SMALL = Boosting(n_trees=25, rate=0.2, bags=2, folds=3, least_samples=5)


def example(number):
    """Towns are hidden after "lives in" and kept after "the Treaty of", whatever the detector thinks of them."""
    dice = np.random.default_rng(number)
    text, detected, marked = "", [], []
    for _ in range(12):
        secret = bool(dice.integers(2))
        text += "She lives in " if secret else "She cited the Treaty of "
        span = Span(len(text), len(text) + 5)
        text += f"{dice.choice(['Zenda', 'Hofba', 'Tarle'])}. "
        detected.append(Mention(span, "LOC", f"e{len(detected)}", confidence=float(dice.uniform(0.2, 0.8))))
        marked.append(Mention(span, "LOC", f"g{len(marked)}", Role.QUASI if secret else Role.NONE))
    document = Document(f"d{number}", text)
    return Example(document.with_mentions(detected), (document.with_mentions(marked),))


@pytest.fixture(scope="module")
def judge():
    return train_judge([example(number) for number in range(15)], [("other", "Zenda")], SMALL)


def test_it_learns_from_the_words_around(judge, tmp_path):
    fresh = example(99)
    hidden = shares(fresh.detected, fresh.annotators)
    save_judge(judge, tmp_path)
    for model in (judge, load_judge(tmp_path)):
        odds = np.array(list(model.estimate_odds(fresh.detected).values()))
        assert ((odds > 0) == (hidden > 0.5)).all()


def test_the_same_seed_gives_the_same_model(judge):
    again = train_judge([example(number) for number in range(15)], [("other", "Zenda")], SMALL)
    assert again.estimate_odds(example(50).detected) == judge.estimate_odds(example(50).detected)


def test_the_arrays_answer_as_the_learner_does():
    from sklearn.ensemble import HistGradientBoostingClassifier

    dice = np.random.default_rng(0)
    rows = dice.normal(size=(300, 4)).astype(np.float32)
    answers = (rows[:, 0] * rows[:, 1] > 0).astype(int)
    learners = [HistGradientBoostingClassifier(max_iter=9, random_state=seed).fit(rows, answers) for seed in range(2)]
    expected = np.mean([learner.decision_function(rows) for learner in learners], axis=0)
    np.testing.assert_allclose(as_forest(learners)(rows), expected, atol=1e-6)


def test_shares_count_annotators_and_characters():
    text = "Tony Booth left Zenda."
    detected = Document("x", text, mentions=(Mention(Span(0, 10), "PERSON", "e1"), Mention(Span(16, 21), "LOC", "e2")))
    one = detected.with_mentions([Mention(Span(0, 10), "PERSON", "a")])
    other = detected.with_mentions([Mention(Span(0, 4), "PERSON", "a"), Mention(Span(16, 21), "LOC", "b", Role.NONE)])
    np.testing.assert_allclose(shares(detected, (one, other)), [(1 + 4 / 9) / 2, 0.0])


def test_too_few_documents_are_refused():
    with pytest.raises(InputError, match="at least 3 documents"):
        train_judge([example(1)], settings=SMALL)
