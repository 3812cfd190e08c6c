"""The strategies of risk2022 on tiny invented cases, with parts that need no weights."""

import gzip
import json
import shutil
from pathlib import Path

import pytest

from light_pipelines import Chosen, use_rules_alone
from unname.core.document import Document
from unname.corpora.tab import read_tab
from unname.index.web import LocalIndex
from unname.measure.protection import Protection
from unname_research.bench import strategies
from unname_research.papers import risk2022 as paper

DATA = Path(__file__).parents[3] / "tests" / "data" / "echr_cases.json"
KEYS = {"strategy", "trained", "ours", "price", *paper.KEYS, "token_f1", "failed", "paper"}


@pytest.fixture
def light(monkeypatch):
    use_rules_alone(monkeypatch, paper, strategies)


def test_the_row_whose_time_is_taken_is_there():
    assert strategies.BEST_TRAINED in {strategy.name for strategy in paper.STRATEGIES}


def test_rows_have_the_promised_keys(light):
    wanted = ("zero-shot, mask all", "zero-shot, safe harbor and rarity", "trained, most specific")
    result = strategies.run(DATA, strategies=wanted, weights=None, timed=False)
    rows = {row["strategy"]: row for row in result["rows"]}
    assert set(rows) == set(wanted)
    assert all(set(row) == KEYS for row in rows.values())
    assert rows["zero-shot, mask all"]["paper"]["f1"] == 0.6
    assert rows["zero-shot, safe harbor and rarity"]["paper"] is None
    assert [rows[name]["trained"] for name in wanted] == [False, False, True]
    assert all(0 < row["f1"] <= 1 for row in rows.values())
    json.dumps(result)


def test_a_document_that_fails_is_hidden_as_a_whole(light, monkeypatch):
    cases = read_tab(DATA, split="dev")
    id = cases[0].document.id
    trial = strategies.Trial(cases, LocalIndex({}))
    monkeypatch.setitem(trial._measures, "chosen", Chosen(failing=id))
    strategy = paper.Strategy("mine", paper.SILVER, ("chosen",))
    trial.run([strategy])
    row = trial.row(strategy, Protection())
    assert row["failed"] == 1
    found = trial.recognize(paper.SILVER, Document(id, cases[0].document.text))
    assert trial.hidden["mine"][id] == [tuple(mention.span) for mention in found.mentions]


def test_the_time_of_each_stage_is_taken(light, monkeypatch):
    monkeypatch.setattr(paper, "STRATEGIES", (paper.Strategy("mine", paper.TRAINED, ("categories",)),))
    seconds = strategies.Trial(read_tab(DATA, split="dev"), LocalIndex({})).seconds("mine")
    shares = [seconds[stage] for stage in ("detect", "risk", "decide", "replace")]
    assert all(share >= 0 for share in shares)
    assert sum(shares) == pytest.approx(1.0, abs=0.001)
    assert seconds["median"] >= 0


def test_the_web_holds_nothing_of_the_cases_but_their_background(tmp_path):
    folder = tmp_path / "tab"
    folder.mkdir()
    shutil.copy(DATA, folder / "echr_dev.json")
    train = [{**record, "doc_id": "train-1"} for record in json.loads(DATA.read_text())[:1]]
    (folder / "echr_train.json").write_text(json.dumps([{**record, "dataset_type": "train"} for record in train]))
    (folder / "background_ten.json").write_text(
        json.dumps({"900-1": "Rest of the judgment.", "train-1": "Other rest."})
    )
    (tmp_path / "wikiactors").mkdir()
    actor = json.dumps({"id": "q1", "name": "Flavia Elphberg", "abstract": "An actor of Ruritania."})
    (tmp_path / "wikiactors" / "actors_19k_abstracts.jsonl.gz").write_bytes(gzip.compress(actor.encode()))
    web = strategies.gather_web(folder, read_tab(folder, split="dev"))
    title = next(case.document.names for case in read_tab(folder, split="dev") if case.document.id == "900-1")
    assert web["900-1"].split("\n\n") == [*title, "Rest of the judgment."]
    assert "Other rest." in web["train-1"]
    assert "Tallow" in web["train-1"]
    assert web["actor-q1"] == "An actor of Ruritania."
    assert set(web) == {"900-1", "train-1", "actor-q1"}
