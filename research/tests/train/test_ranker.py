from pathlib import Path

import numpy as np
import pytest

from unname.attack.ranker import COLUMNS, Ranker
from unname.attack.ranking import guess
from unname.core.document import Document, Profile
from unname.models.name_network import FILE, NameNetwork, read_arrays
from unname_research.train.ranker import Group, Schedule, learn_network, learn_weights, opening_groups, train
from unname_research.train.ranker_sources import Pair

ENDS = {"RURITANIA": ("Ruritania", "ovak"), "GRAUSTARK": ("Graustark", "inen")}
STEMS = ("Bram", "Dolm", "Kert", "Lun", "Marg", "Polt", "Rind", "Tarv")
COURTS = [
    Pair(f"{state}-{stem}", (f"Ada {stem}{end}",), ("The case of ", f" against {name}."),
         ((f"Ada {stem}{end}", "PERSON"),), state)
    for state, (name, end) in ENDS.items() for stem in STEMS
]  # fmt: skip
HEADINGS = [Pair(f"{p.id}-h", (p.names[0].split()[1].upper(),), (ENDS[p.state][0],), state=p.state) for p in COURTS]
LIVES = [Pair(f"life-{n}", (f"Tom {stem}ley",), ("", " is a singer of Zenda."), ((f"Tom {stem}ley", "PERSON"),))
         for n, stem in enumerate(STEMS)]  # fmt: skip
OPENINGS = [Document(p.id, f"CASE OF {p.names[0].split()[1].upper()} v. {p.state}. About {p.id}.") for p in COURTS]
SMALL = Schedule(width=4, parts=2, fewest=1, steps=150, batch=8, real=0.5)


def test_it_learns_which_names_a_text_asks_for() -> None:
    pytest.importorskip("torch")
    network = NameNetwork.of(learn_network(COURTS, HEADINGS, LIVES, SMALL))
    names = network.name_vectors([["Bob Zelovak"], ["Bob Zelinen"]])
    assert network.fit("somebody of Ruritania", names).argmax() == 0
    assert network.fit("somebody of Graustark", names).argmax() == 1


def test_the_same_seed_gives_the_same_weights(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    few = Schedule(width=4, parts=1, fewest=1, steps=10, batch=8, real=0.5)
    one, other = (train(COURTS, HEADINGS, LIVES, OPENINGS, tmp_path / name, few) for name in "ab")
    assert one.read_bytes() == other.read_bytes()
    assert set(read_arrays(tmp_path / "a")["weights"].shape) == {len(COLUMNS)}


def test_what_was_trained_ranks_names(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    told: list[str] = []
    path = train(COURTS, HEADINGS, LIVES, OPENINGS, tmp_path, SMALL, lambda stage, *rest: told.append(stage))
    assert (path, set(told)) == (tmp_path / FILE, {"names"})
    people = [Profile(pair.id, pair.names[0]) for pair in COURTS]
    ranker = Ranker(weights=str(tmp_path))
    found = guess(ranker, ["The case of Ada Kertinen against Graustark."], people)[0]
    assert found.ranking[0][0] == "GRAUSTARK-Kert"
    ranker.background = OPENINGS
    masked = guess(ranker, ["The case of ***, about GRAUSTARK-Polt"], people)[0]
    assert masked.ranking[0][0] == "GRAUSTARK-Polt"


def test_an_opening_that_is_nobodys_has_a_row_for_that() -> None:
    groups = opening_groups(COURTS[:2], OPENINGS[:3])
    assert [group.right for group in groups] == [0, 0, 0]
    assert [len(group.features) for group in groups] == [2, 2, 1]
    assert all(group.features[-1, -1] == 1.0 for group in groups)


def test_weights_follow_what_tells() -> None:
    dice = np.random.default_rng(0)
    groups = []
    for number in range(400):
        features = dice.normal(size=(5, 2))
        features[number % 5, 0] += 4.0
        groups.append(Group(features, number % 5))
    useful, useless = learn_weights(groups)
    assert useful > 5 * abs(useless)
