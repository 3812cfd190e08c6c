import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unname.core.document import Profile
from unname.core.errors import ConfigError, MissingModel
from unname.models.linkage import BiEncoder, Parted, open_biencoder
from unname.models.linkage.bag import Bag, Table, save_tables
from unname.models.linkage.bag_features import N_KINDS, document_features
from unname.text.words import visible_words

WIDTH, SOFT = 96, 32
VOCABULARY = "born in Zenda on March 29, 1804 a judge; O'Brien's 1833-March 3 (Tenn.) [LOC] Łódź".split()


def a_table(texts: list[str], seed: int, unit: bool = False) -> Table:
    """A table that has learned half of the features of some texts."""
    dice = np.random.default_rng(seed)
    hashes = np.unique(document_features(texts).hashes)[::2]
    return Table(
        hashes,
        dice.normal(size=len(hashes)).astype(np.float32),
        dice.normal(size=(len(hashes), SOFT)).astype(np.float32),
        dice.normal(size=N_KINDS).astype(np.float32),
        dice.normal(size=WIDTH).astype(np.float32),
        unit,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    texts = [" ".join(VOCABULARY)]
    tables = a_table(texts, 1), a_table(texts, 2, unit=True)
    return save_tables(tmp_path_factory.mktemp("bag"), tables, {})


@pytest.fixture(scope="module")
def bag(folder: Path) -> Bag:
    return Bag(folder)


def masked(text: str, spans: list[tuple[int, int]], visible: list[bool], mask: str, joined: bool) -> str:
    pieces, end, gap = [], 0, False
    for (start, stop), seen in zip(spans, visible, strict=True):
        if seen:
            gap = False
            continue
        between = text[end:start]
        if not (joined and gap and not any(map(str.isalnum, between))):
            pieces += [between, mask]
        end, gap = stop, True
    return "".join([*pieces, text[end:]])


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_parts_of_visible_words_are_the_vector_of_the_masked_text(bag: Bag, data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.sampled_from([*VOCABULARY, "unheard-of", "(1805)", "--", "***"]), max_size=15))
    text = data.draw(st.sampled_from([" ", ", ", "; "])).join(chosen)
    parts = bag.parts(text)
    visible = data.draw(st.lists(st.booleans(), min_size=len(parts.spans), max_size=len(parts.spans)))
    mask = data.draw(st.sampled_from(["[MASK]", "***", "████", "<MASK>", "[PERSON_1]"]))
    hidden = masked(text, list(parts.spans), visible, mask, data.draw(st.booleans()))
    assert parts.members.dtype == np.int32
    assert parts.members.shape == (len(parts.vectors), 3)
    np.testing.assert_allclose(parts.total(), bag.documents([text])[0], atol=1e-4)
    np.testing.assert_allclose(parts.total(np.array(visible, bool)), bag.documents([hidden])[0], atol=1e-4)


def test_the_bag_is_a_parted_bi_encoder(bag: Bag) -> None:
    assert isinstance(bag, BiEncoder)
    assert isinstance(bag, Parted)
    assert bag.exact
    assert bag.width == WIDTH


def test_a_text_is_read_alone(bag: Bag) -> None:
    texts = ["born in Zenda", "", "[MASK]", "a judge on March 29, 1804"] * 200
    together = bag.documents(texts)
    np.testing.assert_allclose(together[3], bag.documents([texts[3]])[0], atol=1e-5)
    np.testing.assert_array_equal(together[1], bag.tables_[0].bias)
    np.testing.assert_array_equal(together[2], bag.tables_[0].bias)
    assert bag.documents([]).shape == (0, WIDTH)
    assert bag.profiles([]).shape == (0, WIDTH)


def test_letter_case_accents_and_the_order_of_fields_change_nothing(bag: Bag) -> None:
    np.testing.assert_allclose(*bag.documents(["Born in Łódź", "born in lodz"]), atol=1e-6)
    fields = {"born": "1804-03-29", "job": "judge"}
    first, second = Profile("p", "", fields), Profile("p", "", dict(reversed(fields.items())))
    np.testing.assert_array_equal(*bag.profiles([first, second]))


def test_a_profile_says_a_thing_once_and_under_its_key(bag: Bag) -> None:
    judge, twice = Profile("p", "", {"job": "judge"}), Profile("p", "", {"job": ["judge", "Judge"]})
    np.testing.assert_array_equal(*bag.profiles([judge, twice]))


def test_the_soft_part_of_a_profile_has_unit_length(bag: Bag) -> None:
    soft = bag.profiles([Profile("p", "", {"job": "judge", "born": 1804}), Profile("q")])[:, WIDTH - SOFT :]
    np.testing.assert_allclose(np.linalg.norm(soft, axis=1), 1.0, atol=1e-5)


def test_words_across_a_mask_do_not_join() -> None:
    apart = document_features(["March [DATE] 29"])
    assert set(apart.last - apart.first) == {0}


def test_every_word_is_a_member_of_a_part(bag: Bag) -> None:
    text = "a judge of [LOC], 1833-March 3"
    parts = bag.parts(text)
    assert [span for stretch in visible_words(text) for span in stretch] == list(parts.spans)
    assert set(parts.members.ravel()) - {-1} == set(range(len(parts.spans)))


def test_saved_tables_come_back(bag: Bag, folder: Path) -> None:
    again = open_biencoder(folder)
    np.testing.assert_array_equal(again.documents(["a judge"]), bag.documents(["a judge"]))
    exact = a_table([" ".join(VOCABULARY)], 1)
    np.testing.assert_allclose(bag.tables_[0].soft, exact.soft, atol=0.02)
    np.testing.assert_array_equal(bag.tables_[0].scales, exact.scales)


def test_the_shipped_bag_opens_by_name() -> None:
    shipped = open_biencoder("bag")
    assert shipped.name == "bag"
    assert shipped.documents(["a judge"]).shape == (1, shipped.width)


@pytest.mark.parametrize(
    ("described", "error"),
    [
        (None, MissingModel),
        ("{", ConfigError),
        ("[]", ConfigError),
        ('{"kind": "magic"}', ConfigError),
    ],
)
def test_what_is_no_model_is_refused(tmp_path: Path, described: str | None, error: type[Exception]) -> None:
    if described is not None:
        (tmp_path / "linkage.json").write_text(described)
    with pytest.raises(error):
        open_biencoder(tmp_path)


def test_weights_of_another_version_are_refused(folder: Path, tmp_path: Path) -> None:
    described = json.loads((folder / "linkage.json").read_text())
    (tmp_path / "linkage.json").write_text(json.dumps({**described, "version": 0}))
    with pytest.raises(ConfigError, match="version"):
        open_biencoder(tmp_path).documents(["a judge"])
    (tmp_path / "linkage.json").write_text(json.dumps(described))
    with pytest.raises(MissingModel):
        open_biencoder(tmp_path).documents(["a judge"])
