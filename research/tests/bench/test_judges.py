from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny import tiny_base
from unname.corpora.tab import read_tab
from unname.pipeline.document import Pipeline
from unname_research.bench.judges import READERS, READS, decide_cases, judged_by
from unname_research.train.entity_reading import Pace
from unname_research.train.judge_reader import judge_all, train

CASES = Path(__file__).parents[3] / "tests" / "data" / "echr_cases.json"
PACE = Pace(epochs=1, frozen=0, pieces=200)


def test_each_reader_judges_every_entity_by_what_it_is_told(tmp_path):
    (case, *_) = read_tab(CASES)
    rules = Pipeline(detectors=("rules",))
    decided = dict(decide_cases([case], [rules]))
    document = rules.detect(case.document)
    base = tiny_base(tmp_path / "base")
    for name, reader in READERS.items():
        seen = {id: reader.see(each) for id, each in decided.items()}
        network = train(seen, tmp_path / f"{name}.pt", PACE, base, beside=reader.beside)
        odds = judged_by(network, reader)(document)
        assert list(odds) == [entity.id for entity in document.entities]
    columns = {name: reader.see(next(iter(decided.values()))).looks.shape[1] for name, reader in READERS.items()}
    assert columns[READS] == columns["reader without the others"] == columns["reader without surprisal"] + 2


@pytest.mark.parametrize("beside", [True, False])
def test_the_others_count_only_where_they_are_told(tmp_path, beside):
    (case, *_) = read_tab(CASES)
    decided = dict(decide_cases([case], [Pipeline(detectors=("rules",))]))
    network = train(decided, tmp_path / "judge.pt", PACE, tiny_base(tmp_path / "base"), beside=beside)
    (each,) = decided.values()
    looks = each.looks.copy()
    looks[1:] += 3.0
    others = replace(each, looks=looks)
    before, after = (judge_all(network, {"": one})[""][0] for one in (each, others))
    assert (before == pytest.approx(after, abs=1e-6)) != beside
