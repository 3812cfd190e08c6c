"""How time grows, on short texts."""

from pathlib import Path

from unname_research import bench

DATA = Path(__file__).parents[3] / "tests" / "data" / "echr_cases.json"


def test_growth_reports_time_per_character():
    result = bench.run("growth", data=DATA, split="dev", sizes=(500, 2000), detectors=("rules",))
    assert [row["characters"] for row in result["rows"]] == [500, 2000]
    assert result["largest_to_smallest"] > 0
