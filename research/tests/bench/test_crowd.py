"""The bench of the crowd, on invented people."""

import random

import numpy as np
import pytest

from unname.core.document import Document, Mention, Profile, Span
from unname_research.bench.crowd import _join, _time
from unname_research.bench.crowd_calibration import calibrate, score
from unname_research.bench.crowd_readers import _interval, _reliability, auc
from unname_research.bench.crowd_release import SETTINGS, Trial
from unname_research.bench.release_data import Cast, Version
from unname_research.bench.wiki553 import masked

TEXTS = {
    "ada-quill": "Ada Quill (born 9 May 1957) is a nurse from Lyon who won the quiet regatta.",
    "bo-stone": "Bo Stone was born in Oslo in 1961. He is a sailor and keeps bees on a hill.",
}


def test_independent_facts_are_foretold_within_half_an_order_of_magnitude() -> None:
    dice = random.Random(0)
    people = [
        {"job": dice.choice(["nurse", "sailor", "baker"]), "year": f"born in {dice.randint(1950, 1959)}"}
        for _ in range(4000)
    ]
    found = score(calibrate(people, n_samples=60))
    assert found["n"] == 60
    assert found["median_error"] < 0.5
    assert found["spearman"] > 0.8


def test_auc_is_the_share_of_pairs_in_order() -> None:
    happened = np.array([True, True, False, False])
    assert auc(np.array([4.0, 3.0, 2.0, 1.0]), happened) == 1.0
    assert auc(np.array([4.0, 1.0, 2.0, 1.0]), happened) == pytest.approx(0.625)
    assert np.isnan(auc(np.array([1.0, 2.0]), np.array([True, True])))


def test_people_are_drawn_with_all_their_readings() -> None:
    values = np.array([1.0, 1.0, 0.0, 0.0])
    low, high = _interval(lambda at: float(values[at].mean()), ["ada", "ada", "bo", "bo"])
    assert (low, high) == (0.0, 1.0)


def test_reliability_counts_every_reading_once() -> None:
    rows = _reliability(np.array([-20.0, 0.5, 0.7, 9.0]), np.array([True, True, False, False]))
    assert [row["n"] for row in rows] == [1, 2, 1]
    assert [row["named"] for row in rows] == [1.0, 0.5, 0.0]


def test_releases_are_judged_beside_published_masks() -> None:
    originals = [Document(id, text, person=id) for id, text in TEXTS.items()]
    people = [Profile(id, text=f"{text} And more is known. Much more.") for id, text in TEXTS.items()]
    others = {"somebody": [Version(document, masked(document, [[0, 9]])) for document in originals]}
    trial = Trial(Cast(people, originals, others), every=1)
    pieces = trial.pieces(["release --min-crowd 100"])
    assert list(pieces) == ["judge release --min-crowd 100", "judge somebody", "attack"]
    ours, theirs = (pieces[f"judge {name}"]() for name in ("release --min-crowd 100", "somebody"))
    assert ours.keys() == theirs.keys()
    assert ours["masked"] > theirs["masked"]
    assert ours["withheld"] or ours["crowd_smallest"] >= 100
    assert theirs["crowd_smallest"] < 1
    found = {"attack": {"somebody": {"trir": 0.5}}, "judge somebody": theirs}
    assert trial.result(found)["somebody"]["trir"] == 0.5


def test_every_setting_is_one_of_the_command() -> None:
    assert all(name.startswith("release") for name in SETTINGS)


def test_time_is_taken_by_document_and_by_length() -> None:
    documents = [Document(id, text) for id, text in TEXTS.items()]
    found = _time(documents)
    assert found["documents"] == 2
    assert len(found["ms_by_characters"]) == 2


def test_joined_documents_keep_their_mentions() -> None:
    parts = [
        Document(id, text, mentions=(Mention(Span(0, len(text) - 1), "PERSON", "e1"),))
        for id, text in {"a": "Ada.", "b": "Bo."}.items()
    ]
    joined = _join(parts)
    assert joined.text == "Ada.\nBo.\n"
    assert [joined.text[slice(*each.span)] for each in joined.mentions] == ["Ada", "Bo"]
    assert len(joined.entities) == 2
