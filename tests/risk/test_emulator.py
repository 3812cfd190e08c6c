from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import LABELS, Document, Mention, Role, Span
from unname.core.errors import ConfigError, MissingModel
from unname.index.web import LocalIndex
from unname.risk.emulator import Emulator, record_examples
from unname.risk.queries import Queries
from unname.risk.query_network import N_NUMBERS, Clue, ClueNetwork

TEXT = "The case originated in an application (no. 27961/02) of Ada, a judge in Zenda, who plays chess and grew lemons."
WORDS = {"27961/02": "CODE", "judge": "DEM", "Zenda": "LOC", "chess": "MISC", "lemons": "MISC"}
CASE = Document(
    "case",
    TEXT,
    mentions=(
        Mention(Span(TEXT.index("Ada"), TEXT.index("Ada") + 3), "PERSON", "Ada", Role.DIRECT),
        *(Mention(Span(TEXT.index(word), TEXT.index(word) + len(word)), label, word) for word, label in WORDS.items()),
    ),
)


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    """A network with random weights, for which many combinations are riskier than their parts."""
    dice = np.random.default_rng(3)
    n = len(LABELS) + 3 * N_NUMBERS + 2
    path = tmp_path_factory.mktemp("weights") / "random.npz"
    arrays = [dice.normal(size=shape) for shape in ((n, 4), (4,), (4,), (1,))]
    ClueNetwork(np.zeros(n), np.full(n, 5.0), *arrays).save(path)
    return path


def test_the_shipped_weights_tell_a_number_from_a_word():
    (risk,) = Emulator().assess(CASE, [{}])
    assert risk.by_entity["Ada"] == 1.0
    assert risk.by_entity["27961/02"] > 0.5 > risk.by_entity["lemons"]
    assert risk.total == 1.0
    assert Emulator().assess(CASE, [dict.fromkeys(["Ada", *WORDS], "***")])[0].total == 0.0


def test_combinations_are_riskier_than_their_parts(weights):
    (risk,) = Emulator(weights, max_arity=3, least=0.01).assess(CASE, [{}])
    assert risk.combinations
    by_group = {frozenset({id}): value for id, value in risk.by_entity.items()}
    by_group |= {each.entities: each.risk for each in risk.combinations}
    for each in risk.combinations:
        assert each.entities <= WORDS.keys()
        parts = [frozenset(part) for n in range(1, len(each.entities)) for part in combinations(each.entities, n)]
        assert all(each.risk > by_group.get(part, 0.0) for part in parts)
    assert risk.total == max(by_group.values())


def test_least_leaves_out_what_is_hardly_risky(weights):
    every, few = (Emulator(weights, least=least).assess(CASE, [{}])[0].combinations for least in (0.01, 0.95))
    assert {each.entities for each in few} == {each.entities for each in every if each.risk >= 0.95}
    assert len(few) < len(every)


@given(
    st.dictionaries(st.sampled_from(["Ada", *WORDS]), st.sampled_from(["***", "a town", "1990s"]), max_size=5),
    st.sampled_from(["Ada", *WORDS]),
    st.integers(1, 3),
)
def test_hiding_more_never_raises_the_risk(weights, view, more, max_arity):
    emulator = Emulator(weights, max_arity=max_arity, least=0.01)
    before, after, whole = emulator.assess(CASE, [view, {**view, more: "***"}, {}])
    assert after.total <= before.total <= whole.total
    assert after.by_entity == {id: value for id, value in before.by_entity.items() if id != more}
    assert all(value <= whole.by_entity[id] for id, value in before.by_entity.items())


def test_a_value_is_judged_by_itself():
    plain, shown = Emulator().assess(CASE, [{}, {"27961/02": "a file"}])
    assert shown.by_entity["27961/02"] < plain.by_entity["27961/02"]
    assert shown.by_entity["Zenda"] == plain.by_entity["Zenda"]


def test_searches_are_recorded_to_learn_from():
    web = LocalIndex({"own": "Ada, judge", "p1": "Zenda chess", "p2": "chess"})
    examples = list(record_examples([CASE], Queries(web, top=7)))
    told = {(*(clue.term for clue in example.clues), example.risky) for example in examples}
    assert told >= {("judge", True), ("Zenda", False), ("chess", False), ("Zenda", "chess", False)}
    assert {(example.top, example.document) for example in examples} == {(7, "case")}
    (lemons,) = (example.clues[0] for example in examples if example.clues[0].term == "lemons")
    assert lemons == Clue("MISC", "lemons", 1, TEXT.index("lemons") / len(TEXT), 1, 2)
    assert all("Ada" not in clue.term for example in examples for clue in example.clues)
    assert "Zenda" not in repr(examples)


@pytest.mark.parametrize("settings", [{"max_arity": 0}, {"top": 0}, {"least": 0.0}, {"least": 1.5}])
def test_settings_that_make_no_sense(settings):
    with pytest.raises(ConfigError):
        Emulator(**settings).assess(CASE, [{}])


def test_weights_that_cannot_be_read(tmp_path):
    path = tmp_path / "weights.npz"
    with pytest.raises(MissingModel):
        Emulator(path).assess(CASE, [{}])
    path.write_bytes(b"rubbish")
    with pytest.raises(ConfigError):
        Emulator(path).assess(CASE, [{}])
    np.savez(path, center=np.zeros(3))
    with pytest.raises(ConfigError):
        Emulator(path).assess(CASE, [{}])
    ClueNetwork(*np.ones((6, 2))).save(path)
    with pytest.raises(ConfigError, match="another"):
        Emulator(path).assess(CASE, [{}])


def test_a_folder_that_is_not_there_is_told_with_the_command(tmp_path):
    with pytest.raises(MissingModel, match="unname train queries --out"):
        Emulator(tmp_path / "mine" / "queries").assess(CASE, [{}])
