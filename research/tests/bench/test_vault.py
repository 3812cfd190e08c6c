from pathlib import Path

import pytest

from unname_research import bench
from unname_research.bench.vault import draw


def test_processes_agree_and_every_size_has_a_row(tmp_path: Path):
    pytest.importorskip("cryptography")
    result = bench.run("vault", sizes=(20, 40), n_processes=2, n_each=40, n_asked=5)
    together = result["together"]
    assert (together["agree"], together["given_twice"], together["identities"]) == (True, 0, 60)
    assert [row["mappings"] for row in result["rows"]] == [20, 40]
    assert all(row["found_seconds"] > 0 and row["bytes_each"] > 192 for row in result["rows"])


def test_curves_are_drawn(tmp_path: Path):
    pytest.importorskip("matplotlib")
    keys = ("found_seconds", "missed_seconds", "claimed_seconds", "filled_seconds", "bytes_each")
    draw([{"mappings": n, **dict.fromkeys(keys, n)} for n in (10, 100)], tmp_path / "vault.svg")
    assert (tmp_path / "vault.svg").stat().st_size > 1000
