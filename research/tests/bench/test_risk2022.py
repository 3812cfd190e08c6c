"""The strategies of risk2022 on tiny invented cases, with parts that need no weights."""

import gzip
import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from unname.core.document import LABELS, Document, Mention, Role, Span
from unname.core.errors import ConfigError, InputError
from unname.core.results import Risk
from unname.corpora.tab import read_tab
from unname.detect.certain import Certain
from unname.index.web import LocalIndex
from unname.measure.protection import Protection
from unname.pipeline.document import Pipeline
from unname.risk.categories import Categories
from unname.risk.surprisal import Surprisal
from unname_research import bench
from unname_research.bench import risk2022
from unname_research.bench.curve import Curve, draw
from unname_research.papers import risk2022 as recipes

DATA = Path(__file__).parents[3] / "tests" / "data" / "echr_cases.json"
KEYS = {"strategy", "trained", *risk2022.KEYS, "token_f1", "failed", "paper"}


@pytest.fixture
def light(monkeypatch):
    """The pipeline with rules alone, and the length of a mention as its information."""
    detectors = ("rules",)
    monkeypatch.setattr(recipes, "RECOGNIZER", detectors)
    monkeypatch.setattr(risk2022, "Pipeline", lambda **settings: Pipeline(**{"detectors": detectors, **settings}))
    monkeypatch.setattr(recipes, "Pipeline", lambda **settings: Pipeline(**{"detectors": detectors, **settings}))
    monkeypatch.setattr(
        "unname.models.information.entity_information",
        lambda document, *_: {entity.id: 1.0 for entity in document.entities},
    )


@dataclass(frozen=True)
class Chosen:
    """A risk for what has a digit; fails on documents of which it is told."""

    failing: str = ""
    name: str = "chosen"

    def assess(self, document, views):
        if document.id == self.failing:
            raise InputError(f"document {document.id!r} cannot be judged")
        risky = {
            e.id: float(any(map(str.isdigit, document.text[slice(*e.mentions[0].span)]))) for e in document.entities
        }
        return [
            Risk(max([0.0, *seen.values()]), by_entity=seen)
            for seen in ({id: value for id, value in risky.items() if id not in view} for view in views)
        ]


def test_every_row_of_the_published_table_has_a_strategy():
    names = [strategy.name for strategy in risk2022.STRATEGIES]
    assert len(set(names)) == len(names)
    assert set(risk2022.PUBLISHED) <= set(names)
    assert len(risk2022.PUBLISHED) == 12
    assert risk2022.BEST_TRAINED in names


def test_published_f1_follows_from_precision_and_recall():
    # All but one: the paper prints .83 for "most specific", where its own precision and recall give .80.
    for name, (precision, _, recall, _, _, f1) in risk2022.PUBLISHED.items():
        expected = 2 * precision * recall / (precision + recall)
        assert f1 == pytest.approx(expected, abs=0.011) or name == "trained, most specific"


def test_rows_have_the_promised_keys(light):
    wanted = ("zero-shot, mask all", "zero-shot, safe harbor and rarity", "trained, most specific")
    result = risk2022.run(DATA, strategies=wanted, weights=None, timed=False)
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
    trial = risk2022.Trial(cases, LocalIndex({}))
    monkeypatch.setitem(trial._measures, "chosen", Chosen(failing=id))
    strategy = risk2022.Strategy("mine", risk2022.SILVER, ("chosen",))
    trial.run([strategy])
    row = trial.row(strategy, Protection())
    assert row["failed"] == 1
    found = trial.recognize(risk2022.SILVER, Document(id, cases[0].document.text))
    assert trial.hidden["mine"][id] == [tuple(mention.span) for mention in found.mentions]


def test_the_time_of_each_stage_is_taken(light, monkeypatch):
    monkeypatch.setattr(risk2022, "STRATEGIES", (risk2022.Strategy("mine", risk2022.TRAINED, ("categories",)),))
    seconds = risk2022.Trial(read_tab(DATA, split="dev"), LocalIndex({})).seconds("mine")
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
    web = risk2022.gather_web(folder, read_tab(folder, split="dev"))
    assert web["900-1"] == "Rest of the judgment."
    assert web["train-1"].startswith("Other rest.")
    assert "Tallow" in web["train-1"]
    assert web["actor-q1"] == "An actor of Ruritania."
    assert set(web) == {"900-1", "train-1", "actor-q1"}


def test_a_curve_loses_recall_as_its_threshold_rises(tmp_path):
    cases = read_tab(DATA, split="dev")
    curve = Curve("classifier")
    for case in cases:
        document = case.annotators[0]
        curve.add(document, {e.id: number / len(document.entities) for number, e in enumerate(document.entities)})
    points = curve.points(cases, Protection())
    recalls = [point["recall_all"] for point in points]
    assert recalls == sorted(recalls, reverse=True)
    assert recalls[0] > recalls[-1]
    pytest.importorskip("matplotlib")
    row = {"strategy": "mine", "trained": True, "recall_all": 0.5, "precision": 0.5, "paper": None}
    draw([row], {"mine": points}, tmp_path / "curve.svg")
    assert "<svg" in (tmp_path / "curve.svg").read_text()


@pytest.mark.parametrize(
    ("measure", "risk", "expected"),
    [(Categories(), 0.3, 0.3), (Surprisal(threshold=4.0), 0.5, 4.0), (Surprisal(threshold=4.0), 1.0, 4 + 34.5)],
)
def test_a_surprisal_is_drawn_in_nats(measure, risk, expected):
    assert risk2022.in_nats(risk, measure) == pytest.approx(expected, abs=0.1)


def test_the_tab_benchmark_knows_the_recipe(monkeypatch):
    monkeypatch.setattr(risk2022, "run", lambda *given: {"rows": [], "given": given})
    assert bench.run("tab", data=DATA, recipe="risk2022", out="x.svg")["given"] == (DATA, "dev", "x.svg")
    for settings, message in (
        ({"recipe": "mine"}, "known are risk2022"),
        ({"recipe": "risk2022", "balance": "f1"}, "balance cannot be given"),
        ({"out": "x.svg"}, "draws nothing"),
    ):
        with pytest.raises(ConfigError, match=message):
            bench.run("tab", data=DATA, **settings)


def test_without_training_no_confidence_and_no_trained_weights_have_a_part():
    pipeline = recipes.risk2022(("named",))
    assert all(pipeline.thresholds[label] == 0.5 for label in LABELS)
    assert {type(detector) for detector in pipeline.detectors_} == {Certain}
    tagger = pipeline.detectors_[-1].detector
    assert (tagger.weights, tagger.floor) == ("silver", 1.0)
    assert pipeline.policy.max_risk == 0.5


def test_the_recipe_masks_what_any_measure_finds_risky(light):
    pipeline = recipes.risk2022((Chosen(), "rarity"), engine=LocalIndex({"a": "three judges"}))
    assert pipeline.risk.name == "combined(measures=('chosen', \"rarity(engine='local(1 texts)')\"))"
    found = Document(
        "case",
        "three judges in 1999 and 2001 met Flavia",
        mentions=tuple(
            Mention(Span(start, end), "MISC", f"e{number}", Role.NONE)
            for number, (start, end) in enumerate([(0, 12), (16, 20), (34, 40)])
        ),
    )
    plan = pipeline.plan(found)
    assert {decision.option.entity for decision in plan.decisions} == {"e1", "e2"}


@pytest.mark.parametrize("measures", ["surprisal", ()])
def test_measures_are_a_list(measures):
    with pytest.raises(ConfigError, match="at least one"):
        recipes.risk2022(measures)


def test_the_command_prints_a_row_for_each_strategy_with_the_published_figure(run, monkeypatch):
    row = {**dict.fromkeys(risk2022.KEYS, 0.75), "strategy": "mine", "weighted_precision": None, "paper": {"f1": 0.62}}
    result = {"recipe": "risk2022", "rows": [row], "seconds_per_document": {"median": 1.5}}
    asked = {}
    monkeypatch.setattr(bench, "run", lambda name, **settings: asked.update(settings) or result)
    monkeypatch.setenv("COLUMNS", "200")
    told = run("bench", "tab", "--data", "here", "--recipe", "risk2022", "--out", "curve.svg")
    assert (told.code, asked) == (0, {"data": Path("here"), "recipe": "risk2022", "out": Path("curve.svg")})
    assert "mine" in told.out
    assert "0.750 (0.62)" in told.out
    assert "median: 1.5" in told.out
