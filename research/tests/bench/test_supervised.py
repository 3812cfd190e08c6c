import shutil
from pathlib import Path

from light_pipelines import use_rules_alone
from unname_research.bench import supervised

CASES = Path(__file__).parents[3] / "tests" / "data" / "echr_cases.json"


def test_judges_are_compared_with_the_detectors(monkeypatch, tmp_path):
    use_rules_alone(monkeypatch, supervised)
    (tmp_path / "tab").mkdir()
    shutil.copy(CASES, tmp_path / "tab" / "echr_dev.json")
    everything = {supervised.ALONE: lambda d: dict.fromkeys((e.id for e in d.entities), 9.0)}
    nothing = {"nothing": lambda d: dict.fromkeys((e.id for e in d.entities), -9.0)}
    found = supervised.compare_judges(tmp_path, everything | nothing)
    assert found[supervised.ALONE]["gain"] == 0.0
    assert found[supervised.ALONE]["gain_interval"] == [0.0, 0.0]
    assert found["nothing"]["recall_all"] <= found[supervised.ALONE]["recall_all"]
    assert found["nothing"]["auc"] == 0.5
