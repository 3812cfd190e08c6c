import numpy as np
import pytest

from unname.core.errors import InputError
from unname.risk.query_network import Clue, ClueNetwork, Example, describe_clues, describe_groups
from unname_research.train.emulator import Schedule, _loss, described_examples, train_emulator

PLACES = [Clue("LOC", term) for term in ("Zenda", "Strelsau", "Ruritz", "Hentzau")]
CODES = [Clue("CODE", f"279{n}/0{n}") for n in range(4)]
EXAMPLES = [
    *(Example((clue,), 50, False) for clue in PLACES),
    *(Example((clue,), 50, True) for clue in CODES),
    *(Example((one, other), 50, True) for one in PLACES for other in CODES),
    *(Example((one, other), 50, False) for one in PLACES for other in PLACES if one != other),
]


def test_it_learns_what_finds_the_person():
    network = train_emulator(EXAMPLES, Schedule(steps=100))
    said = network(described_examples(EXAMPLES))
    assert [value > 0.5 for value in said] == [example.risky for example in EXAMPLES]


def test_the_same_seed_gives_the_same_weights_and_they_survive_the_disk(tmp_path):
    one, other = (train_emulator(EXAMPLES, Schedule(steps=20, seed=1)) for _ in range(2))
    assert np.array_equal(one.hidden, other.hidden)
    one.save(tmp_path / "weights.npz")
    rows = described_examples(EXAMPLES)
    assert ClueNetwork.load(tmp_path / "weights.npz")(rows) == pytest.approx(one(rows), abs=1e-5)


@pytest.mark.parametrize("examples", [[], EXAMPLES[:4], EXAMPLES[4:8]])
def test_it_needs_both_kinds(examples):
    with pytest.raises(InputError):
        train_emulator(examples)


def test_the_order_of_the_clues_does_not_matter():
    rows = describe_clues([PLACES[0], CODES[0]])
    pair = describe_groups(rows, [(0, 1), (1, 0), (0,), (1,)], 50)
    assert np.array_equal(pair[0], pair[1])
    assert not np.array_equal(pair[2], pair[3])
    assert np.isfinite(describe_clues([Clue("MISC", ""), Clue("MISC", "👩")])).all()
    assert describe_groups(rows, [], 50).shape[0] == 0


def test_the_slope_is_that_of_the_loss():
    dice = np.random.default_rng(0)
    inputs, risky = dice.normal(size=(9, 3)), (dice.random(9) > 0.5).astype(float)
    shapes = [(3, 2), (2,), (2,), (1,)]
    weights = dice.normal(size=11)
    _, slope = _loss(weights, inputs, risky, shapes, 0.1)
    for at in range(11):
        step = np.eye(11)[at] * 1e-6
        higher, lower = (_loss(weights + sign * step, inputs, risky, shapes, 0.1)[0] for sign in (1, -1))
        assert slope[at] == pytest.approx((higher - lower) / 2e-6, abs=1e-5)
