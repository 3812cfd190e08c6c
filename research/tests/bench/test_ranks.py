"""The benchmark of ranks, on few people."""

import json
from pathlib import Path

from unname_research import bench


def test_ranks_has_the_promised_keys(tmp_path: Path) -> None:
    result = bench.run("ranks", out=tmp_path, n_people=300, width=8, sizes=(50, 100, 5000))
    assert {"people", "width", "seconds_1", "seconds_16", "resident_mb", "growth"} <= set(result)
    assert (result["people"], result["width"]) == (300, 8)
    assert [row["people"] for row in result["growth"]] == [50, 100, 300]
    assert result["growth"][-1]["seconds_16"] == result["seconds_16"] >= 0
    assert not list(tmp_path.iterdir())
    json.dumps(result)
