"""The emulator with a network that reads entities in their context."""

from dataclasses import replace

import numpy as np
import pytest

from unname.core.document import LABELS, Document, Mention, Role, Span
from unname.core.errors import ConfigError, MissingModel
from unname.risk.commonness import count_phrases
from unname.risk.emulator import Emulator
from unname.risk.entity_reader import EntityReader
from unname.risk.query_network import N_NUMBERS
from unname.risk.query_reader import FILE, N_FREQUENCIES, N_SIZES, Head, describe_terms, load_head, save_head

TEXT = "The case of Ada, a judge in Zenda, who plays chess and grew lemons."
WORDS = {"Ada": "PERSON", "judge": "DEM", "Zenda": "LOC", "chess": "MISC", "lemons": "MISC"}
CASE = Document(
    "case",
    TEXT,
    mentions=tuple(
        Mention(
            Span(TEXT.index(word), TEXT.index(word) + len(word)),
            label,
            word,
            Role.DIRECT if label == "PERSON" else Role.QUASI,
        )
        for word, label in WORDS.items()
    ),
)
WIDTH = 3
COMMON = count_phrases(["a judge in Zenda", "the judge plays chess", "a judge", "judge", "no chess"], least=1)


def make_head(seed=2):
    dice = np.random.default_rng(seed)
    n = WIDTH + len(LABELS) + N_NUMBERS + N_FREQUENCIES
    shapes = [(n,), (n,), (n, 5), (5,), (15 + N_SIZES + 1, 4), (4,), (4, 1), (1,), (N_SIZES,)]
    arrays = [dice.normal(size=shape).astype(np.float32) for shape in shapes]
    arrays[1] = np.full(n, 5.0, np.float32)
    arrays[-1] = np.zeros(N_SIZES, np.float32)
    return Head(*arrays)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    save_head(make_head(), COMMON, tmp_path)

    def read_spans(self, text, mentions):
        return np.array(
            [[len(text) / 50, len(spans), sum(ord(text[s.start]) for s in spans) % 7] for spans in mentions], np.float32
        )

    monkeypatch.setattr(EntityReader, "read_spans", read_spans)
    return tmp_path


def test_it_judges_entities_and_pairs(folder):
    (risk,) = Emulator(folder, least=0.01).assess(CASE, [{}])
    assert risk.by_entity["Ada"] == 1.0
    assert all(0 < risk.by_entity[word] < 1 for word in WORDS if word != "Ada")
    assert risk.combinations
    emulator = Emulator(folder)
    alone, pair, turned = emulator.judge(CASE, [("judge",), ("judge", "Zenda"), ("Zenda", "judge")])
    assert alone == risk.by_entity["judge"]
    assert pair == turned
    assert Emulator(folder).judge(CASE, []) == []


def test_a_value_is_read_in_its_place(folder):
    plain, shown, hidden = Emulator(folder).assess(CASE, [{}, {"Zenda": "a town"}, dict.fromkeys(WORDS, "***")])
    assert shown.by_entity["Zenda"] <= plain.by_entity["Zenda"]
    assert shown.by_entity["chess"] == plain.by_entity["chess"]
    assert hidden.total == 0.0


def test_what_is_common_in_the_web_is_known():
    judge, zenda, unheard = describe_terms(["the judge", "Zenda", "Hentzau"], COMMON)
    assert judge[1] == pytest.approx(np.log1p(COMMON("the")))
    assert zenda[0] == pytest.approx(np.log1p(1))
    assert unheard[:3].tolist() == [0.0, 0.0, 0.0]
    assert zenda[3] > unheard[3]
    assert describe_terms([], COMMON).shape == (0, N_FREQUENCIES)
    assert np.isfinite(describe_terms(["", "..."], COMMON)).all()


def test_weights_survive_the_disk_and_bad_ones_are_refused(folder, tmp_path):
    head, common = load_head(folder)
    told = np.random.default_rng(0).normal(size=(4, WIDTH + len(LABELS) + N_NUMBERS + N_FREQUENCIES)).astype(np.float32)
    groups = [(0,), (1, 2), (0, 2, 3), (0, 1, 2, 3)]
    wanted = make_head()(make_head().describe(told), groups, 50)
    assert head(head.describe(told), groups, 50) == pytest.approx(wanted, abs=0.01)
    assert common("judge") == COMMON("judge")
    with pytest.raises(MissingModel):
        load_head(tmp_path / "nowhere")
    (folder / FILE).write_bytes(b"rubbish")
    with pytest.raises(ConfigError):
        load_head(folder)


def test_the_limit_of_each_size_is_even_odds():
    head = make_head()
    rows = np.random.default_rng(5).normal(size=(3, 5)).astype(np.float32)
    groups = [(0,), (1,), (0, 1), (0, 1, 2)]
    before = np.log(head(rows, groups, 50) / (1 - head(rows, groups, 50)))
    moved = replace(head, limits=np.array([1.0, -2.0, 0.5], np.float32))
    after = np.log(moved(rows, groups, 50) / (1 - moved(rows, groups, 50)))
    assert after == pytest.approx(before - [1.0, 1.0, -2.0, 0.5], abs=1e-4)
