import pytest

from unname.core.errors import ConfigError
from unname.core.example import Example
from unname.measure.downstream.attempts import Kept, Released, attempt
from unname.measure.downstream.scoring import ClassScoring
from unname.training.learners.classifiers import Logistic

TRAIN = [
    Example(str(n), f"it was {word}", label=label) for n, (word, label) in enumerate([("good", "a"), ("bad", "b")])
]


def tried(train, valid=TRAIN):
    return attempt(Logistic(), ClassScoring(("a", "b")), TRAIN, TRAIN, Released(train, valid), 0)


def test_counts_of_an_attempt():
    made = tried(TRAIN)
    assert (made.learned_from, made.withheld, made.lost, made.gone) == (2, 0, 0, [])
    assert made.train == [1.0] * 6
    assert made.table.shape == (2, 6)


def test_what_is_withheld_is_not_learned_from():
    made = tried([TRAIN[0], None], [None, None])
    assert (made.learned_from, made.withheld, made.gone) == (1, 1, ["b"])
    assert made.valid_anonymized == []


def test_nothing_to_learn_from():
    made = tried([None, None])
    assert (made.learned_from, made.withheld, made.gone, made.valid) == (0, 2, ["a", "b"], [])


def test_kept_attempts_are_not_made_again(tmp_path):
    kept = Kept(tmp_path / "new", {"task": "x"})
    first = kept.get("a 0", lambda: tried(TRAIN))
    assert kept.get("a 0", lambda: pytest.fail("made again")) == first
    assert "good" not in (tmp_path / "new" / "attempts.json").read_text()
    with pytest.raises(ConfigError, match="something else"):
        Kept(tmp_path / "new", {"task": "y"}).get("a 0", lambda: tried(TRAIN))
