"""Invented releases: what became of documents of people who never lived."""

import json
from pathlib import Path

from unname.core.redaction import Redaction
from unname.core.results import CrowdSize, Outcome, Sighting

GOLDEN = json.loads((Path(__file__).parents[1] / "data" / "release.json").read_text(encoding="utf-8"))

CLUE = "lighthouse"
DEAR = "beekeeper"
SPARSE, DENSE, JUDGE = "sparse(words=(1, 3))", "dense", "classifier(epochs=3)"
DENIED = "Grimbold"

ABOUT = {
    "policy": {
        "max_risk": 0.09,
        "k": 10,
        "always_hide": frozenset({"PERSON", "CODE"}),
        "deny": frozenset({DENIED, "Zenda"}),
        "attacks": (SPARSE, DENSE),
        "jury": (JUDGE,),
    },
    "components": {
        "detectors": ["rules", "gazetteer", "tagger"],
        "risk": "linkage",
        "optimizer": "exact",
        "replace": "generalize",
        "attacks": [SPARSE, DENSE],
        "jury": [JUDGE],
    },
    "versions": {"python": "3.11.2", "numpy": "2.1.0"},
    "seed": 7,
    "max_rounds": 5,
    "population": {"people": 200, "hmac": "5f" * 32},
    "other_knowledge": {"people": 150, "hmac": "6e" * 32},
    "same_models": {SPARSE: [("defender", "linkage"), ("attack", SPARSE)]},
    "inputs": [{"hmac": "a1" * 32}, {"hmac": "b2" * 32}],
    "hash": "HMAC-SHA-256",
    "curve": [
        {"setting": "K = 1", "masked": 0.21, "found": 0.5},
        {"setting": "K = 5", "masked": 0.28, "found": 0.25},
        {"setting": "K = 50", "masked": 0.44, "found": 0.0},
    ],
}


def sightings(sparse: float, dense: float, judge: float, rank: float | None = 1) -> tuple[Sighting, ...]:
    """What two attacks and a judge say of one text; who finds the person places them first."""
    return tuple(
        Sighting(name, found, None if rank is None else (1.0 if found >= 0.5 else rank), judges=name == JUDGE)
        for name, found in ((SPARSE, sparse), (DENSE, dense), (JUDGE, judge))
    )


def released(name: str, text: str = "A ***.") -> Redaction:
    return Redaction(name, text)


OUTCOMES = (
    Outcome(  # hidden in the first round
        "letter-1",
        released("letter-1"),
        rounds=1,
        before=sightings(1, 1, 1),
        first=sightings(0, 0, 0, 14),
        after=sightings(0, 0, 0, 14),
        n_words=100,
        n_hidden_first=20,
        n_hidden=20,
        changes={("PERSON", "direct", "mask"): 3, ("LOC", "quasi", "generalize"): 2, ("LOC", "quasi", "kept"): 1},
        n_unshared_before=12,
        n_unshared=4,
        other_before=sightings(1, 1, 1),
        other_after=sightings(1, 0, 0, 20),
        risk_before=0.99,
        risk_after=0.05,
        crowd_before=CrowdSize(-3.42, -5.1, -1.7, 8e9),
        crowd=CrowdSize(4.27, 3.31, 5.22, 8e9),
        costs=(("widow", 3.25),),
        shown={"LOC": 1},
    ),
    Outcome(  # hidden in the third round
        "letter-2",
        released("letter-2"),
        rounds=3,
        before=sightings(1, 0, 1, 4),
        first=sightings(1, 0, 1, 4),
        after=sightings(0, 0, 0, 11.5),
        n_words=80,
        n_hidden_first=20,
        n_hidden=32,
        changes={("PERSON", "direct", "mask"): 1, ("LOC", "quasi", "mask"): 1, ("LOC", "none", "mask"): 1},
        n_unshared_before=9,
        n_unshared=0,
        unread=frozenset({"markup"}),
        other_before=sightings(1, 0, 0, 3),
        other_after=sightings(0, 0, 0, 30),
        clues=(CLUE, "keeper"),
        risk_before=0.8,
        risk_after=0.08,
        crowd_before=CrowdSize(1.9, 1.1, 2.7, 8e9),
        crowd=CrowdSize(2.68, 1.84, 3.51, 8e9),
        costs=((DEAR, 11.04), ("ferry", 7.0)),
        shown={"LOC": 2, "DEM": 1},
    ),
    Outcome(  # hidden from the attacks that feed back, found by the jury
        "letter-3",
        reason=f"found by {JUDGE}, which judges only",
        rounds=2,
        before=sightings(1, 1, 1),
        first=sightings(0, 1, 1, 9),
        after=sightings(0, 0, 1, 9),
        n_words=50,
        n_hidden_first=10,
        n_hidden=15,
        changes={("PERSON", "direct", "mask"): 9},
        n_unshared_before=3,
        clues=("harbor",),
        risk_before=1.0,
        risk_after=0.02,
        crowd_before=CrowdSize(-9.0, -11.0, -7.0, 8e9),
        crowd=CrowdSize(-1.0, -2.0, 0.0, 8e9),
        costs=(("withheld", 20.0),),
        shown={"ORG": 1},
    ),
    Outcome("letter-4", reason="optimizer exact failed (TimeoutError)", n_words=40),  # never got to a text
    Outcome(  # whoever it is about is not in the population
        "letter-5",
        released("letter-5"),
        rounds=1,
        before=sightings(0, 0, 0, None),
        first=sightings(0, 0, 0, None),
        after=sightings(0, 0, 0, None),
        other_before=sightings(0, 0, 0, None),
        other_after=sightings(0, 0, 0, None),
        n_words=0,
        n_unshared_before=0,
        n_unshared=0,
        risk_before=0.0,
        risk_after=0.0,
    ),
)
