import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unname.core.document import Profile
from unname.core.errors import ConfigError, MissingModel
from unname.models.linkage import BiEncoder, Parted, open_biencoder
from unname.models.linkage.bag_features import document_features
from unname.models.linkage.facts import Facts, Values, save_facts, value_hash
from unname.text.words import visible_words

WORDS = "a judge of Zenda, born 1957; the old town".split()
JOB, TOWN = ("job", "is"), ("town", "is")
CHOICES = [(JOB, None), (JOB, "judge"), (JOB, "baker"), (TOWN, "zenda")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    dice = np.random.default_rng(0)
    features = np.unique(document_features([" ".join(WORDS)]).hashes)
    hashes = np.array([value_hash(trait, value) for trait, value in CHOICES], np.uint64)
    rows = dice.normal(size=(len(hashes), 8)).astype(np.float16).astype(np.float32)
    values = Values((JOB, TOWN), np.sort(hashes), rows[np.argsort(hashes)])
    words = dice.normal(size=(len(features), 8)).astype(np.float32)
    return save_facts(tmp_path_factory.mktemp("facts"), features, words, values, {})


def row(folder: Path, trait: tuple[str, str], value: str | None) -> np.ndarray:
    values = Facts(folder).loaded_[1]
    return values.rows[list(values.hashes).index(value_hash(trait, value))]


def test_it_is_a_bi_encoder_with_parts(folder: Path) -> None:
    encoder = open_biencoder(folder)
    assert isinstance(encoder, BiEncoder)
    assert isinstance(encoder, Parted)
    assert encoder.exact
    assert encoder.width == 8


def test_a_profile_is_the_sum_of_what_it_says(folder: Path) -> None:
    people = [Profile("a", fields={"job": "Judge", "town": "Zenda"}), Profile("b", fields={"town": "Ruritz"})]
    found = Facts(folder).profiles(people)
    assert np.allclose(found[0], row(folder, JOB, "judge") + row(folder, TOWN, "zenda"))
    # A value that nobody taught says nothing; having no job is a value that was taught.
    assert np.allclose(found[1], row(folder, JOB, None))


@settings(max_examples=50, deadline=None)
@given(hidden=st.sets(st.integers(0, len(WORDS) - 1)))
def test_masking_is_algebra(folder: Path, hidden: set[int]) -> None:
    facts, text = Facts(folder), " ".join(WORDS)
    masked = " ".join("***" if number in hidden else word for number, word in enumerate(WORDS))
    spans = [span for stretch in visible_words(text) for span in stretch]
    visible = np.array([number not in hidden for number in range(len(spans))])
    assert np.allclose(facts.parts(text).total(visible), facts.documents([masked])[0], atol=1e-4)


def test_no_texts_and_no_people(folder: Path) -> None:
    assert Facts(folder).documents([]).shape == (0, 8)
    assert Facts(folder).profiles([]).shape == (0, 8)


def test_damaged_folders_are_told(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(MissingModel):
        open_biencoder(tmp_path)
    settings_file = json.loads((folder / "linkage.json").read_text())
    (tmp_path / "linkage.json").write_text(json.dumps(settings_file))
    with pytest.raises(MissingModel):
        Facts(tmp_path).documents(["a"])
    (tmp_path / "linkage.json").write_text(json.dumps({**settings_file, "version": 0}))
    with pytest.raises(ConfigError):
        Facts(tmp_path).documents(["a"])
