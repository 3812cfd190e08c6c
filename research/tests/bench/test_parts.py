"""What each detector adds, on invented cases."""

from pathlib import Path

from unname_research import bench

DATA = Path(__file__).parents[3] / "tests" / "data" / "echr_cases.json"


def test_parts_has_a_row_for_every_combination():
    result = bench.run("parts", data=DATA, split="dev", balance="recall")
    assert len(result["rows"]) == 7
    assert result["rows"]["rules+gazetteer+tagger"]["recall_all"] >= result["rows"]["rules"]["recall_all"]
