"""Court cases through the whole loop, on invented ones."""

from pathlib import Path

from unname.measure.leaks.check import Leak
from unname_research import bench

DATA = Path(__file__).parents[3] / "tests" / "data" / "echr_cases.json"


def test_cases_through_the_loop_are_scored_as_released(monkeypatch):
    result = bench.run("release-tab", data=DATA, detectors=("rules", "gazetteer"))
    assert (result["documents"], result["withheld"]) == (2, 0)
    assert {"recall_direct", "recall_quasi", "token_precision", "released", "unique"} <= set(result)
    assert result["unique"]["before"]["median"] > result["unique"]["after"]["median"]
    # What is withheld is hidden whole.
    monkeypatch.setattr("unname.measure.leaks.check.find_leaks", lambda document, *_: [Leak("e", "as it stands")])
    withheld = bench.run("release-tab", data=DATA, detectors=("rules",))
    assert (withheld["withheld"], withheld["recall_all"]) == (2, 1.0)
    assert withheld["released"]["recall_all"] == 0.0
