from pathlib import Path
from typing import Any

import numpy as np
import pytest

from unname.core.errors import InputError
from unname.models.name_network import ARRAYS, FILE, NameNetwork, Table, in_8_bits, name_pieces, read_arrays, text_words
from unname.models.packaged import WEIGHTS

FOLDER = WEIGHTS / "ranker"


def test_the_shipped_network_knows_where_names_come_from() -> None:
    network = NameNetwork.load(FOLDER)
    names = network.name_vectors([["Hatice Yıldırımoğlu"], ["Grzegorz Kowalczykowski"], ["Harold Butterworth"]])
    for number, text in enumerate(("Turkey, a Turkish national", "Poland, a Polish national", "a British national")):
        assert network.fit(text, names).argmax() == number
    assert (FOLDER / FILE).stat().st_size < 600_000


def test_nothing_known_fits_all_alike() -> None:
    network = NameNetwork.load(FOLDER)
    names = network.name_vectors([["Ada Grey"], []])
    assert network.fit("qwertzuiop *** [PERSON]", names).tolist() == [0.0, 0.0]
    assert network.fit("a Turkish national", names)[1] == 0.0
    assert network.contributions("qwertzuiop", ["Ada Grey"]) == {}
    assert network.name_vectors([]).shape[0] == 0


def test_words_add_up_to_the_fit() -> None:
    network = NameNetwork.load(FOLDER)
    text = "She is a Turkish national who lives in Poland"
    parts = network.contributions(text, ["Ada Grey"])
    assert sum(parts.values()) == pytest.approx(float(network.fit(text, network.name_vectors([["Ada Grey"]]))[0]), 1e-4)
    assert set(parts) <= set(text_words(text))


def test_features_are_found_by_their_hash() -> None:
    empty = Table(np.zeros(0, np.uint32), np.zeros((0, 2), np.float32))
    assert empty.rows(["a", "b"]).tolist() == [-1, -1]
    assert empty.total(["a"]).tolist() == [0.0, 0.0]
    network = NameNetwork.load(FOLDER)
    keys = network.words.keys
    assert (np.diff(keys.astype(np.int64)) > 0).all()
    assert network.words.rows(["turkey", "qwertzuiop"])[1] == -1 < network.words.rows(["turkey"])[0]


def test_pieces_of_names() -> None:
    pieces = name_pieces(("GREY, Ada",))
    assert {"g:ada", "f:grey", "^ad", "ey$"} <= set(pieces)
    assert name_pieces(()) == ()


def test_what_is_no_file_of_weights_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="weights of a ranker"):
        read_arrays(tmp_path)
    others: dict[str, Any] = {name: np.zeros(1) for name in ARRAYS[1:]}
    np.savez(tmp_path / FILE, **others)
    with pytest.raises(InputError, match="weights of a ranker"):
        read_arrays(tmp_path)


def test_8_bits_are_nearly_the_same() -> None:
    vectors = np.random.default_rng(0).normal(size=(20, 6)).astype(np.float32)
    vectors[3] = 0.0
    whole, scales = in_8_bits(vectors)
    assert whole.dtype == np.int8
    assert whole * scales.astype(np.float32) == pytest.approx(vectors, abs=0.02)
    assert not (whole[3] * scales[3]).any()
