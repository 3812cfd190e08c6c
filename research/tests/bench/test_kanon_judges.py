"""The ensemble that judges."""

import numpy as np
import pytest

from crowded import biographies
from linking import Summing
from unname.core.errors import ConfigError, MissingModel
from unname.models.linkage import Parted
from unname.models.linkage.transformer import Transformer
from unname_research.bench import kanon_judges
from unname_research.bench.kanon_judges import SPARSE, Ensemble, Remembered, Together, Whole

PEOPLE = biographies(24)
POPULATION = [each.profile for each in PEOPLE]
TEXTS = [each.document.text for each in PEOPLE]


def test_models_that_are_not_there_are_named():
    ensemble = Ensemble.of(POPULATION, {SPARSE: SPARSE, "absent": "no/such/folder"})
    assert list(ensemble.judges) == [SPARSE]
    assert "no/such/folder" in ensemble.missing["absent"]
    with pytest.raises(MissingModel, match="no/such/folder"):
        Ensemble.of(POPULATION, {"absent": "no/such/folder"})


def test_people_are_found_by_the_judges():
    ensemble = Ensemble.of(POPULATION, {SPARSE: SPARSE, "bag": Summing()})
    for name in ensemble.judges:
        whole = ensemble.place(name, PEOPLE, TEXTS)
        empty = ensemble.place(name, PEOPLE, [""] * len(PEOPLE))
        assert np.mean([each.found for each in whole]) > 0.3
        assert np.mean([each.found for each in empty]) == pytest.approx(1 / 24)
    assert set(ensemble.seconds) == {SPARSE, "bag"}


def test_the_population_is_read_once():
    encoder = Summing()
    ensemble = Ensemble.of(POPULATION, {"bag": encoder})
    known = ensemble.encoders["bag"]
    before = encoder.n_profiles
    assert np.array_equal(known.profiles(POPULATION[3:5]), known.vectors_[3:5])
    assert encoder.n_profiles == before == 24
    stranger = biographies(30)[-1].profile
    assert known.profiles([stranger]).shape == (1, known.width)
    assert encoder.n_profiles == 25


def test_what_is_read_is_counted():
    known = Remembered(Summing(), POPULATION)
    Whole(known).documents(TEXTS[:3])
    known.parts(TEXTS[0])
    assert (known.n_read, known.n_parted) == (3, 1)
    assert isinstance(known, Parted)
    assert known.exact
    assert not isinstance(Whole(known), Parted)
    assert (Whole(known).name, Whole(known).width) == ("summing", known.width)
    assert np.array_equal(Whole(known).profiles(POPULATION[:1]), known.vectors_[:1])


def test_a_model_without_parts_cannot_judge():
    with pytest.raises(ConfigError, match="what each word adds"):
        Ensemble.of(POPULATION, {"whole": Whole(Remembered(Summing(), POPULATION))})


def test_transformers_read_the_same_texts_once(monkeypatch):
    read = []

    def documents_of(encoders, texts):
        read.append(list(texts))
        return [np.array([[len(text) * number] for text in texts]) for number in range(1, 1 + len(encoders))]

    monkeypatch.setattr(kanon_judges, "documents_of", documents_of)
    one, other = Transformer("one"), Transformer("other")
    both = Together([one, other])
    assert both.documents(one, ["a", "bb"]).tolist() == [[1], [2]]
    assert both.documents(other, ["bb"]).tolist() == [[4]]
    assert read == [["a", "bb"]]
    assert both.documents(other, ["ccc"]).tolist() == [[6]]
    assert read == [["a", "bb"], ["ccc"]]
