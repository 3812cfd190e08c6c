"""The published redactions, on an invented pair of them."""

import gzip
import json

import pytest

from unname.core.errors import InputError
from unname_research import bench

ORIGINAL = "ada grey ( born may 3, 1904 ) was a judge.<SPLIT>she lived in zenda."


def pack(path, rows):
    path.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in rows).encode()))


def row(system, k, text, **others):
    found = {"system": system, "k": k, "beam": None, "original_id": 0, "redacted_text": text}
    return {**found, "result_type": "Successful", "num_queries": "4", **others}


def test_the_share_masked_by_system_and_k(tmp_path):
    pack(tmp_path / "originals.jsonl.gz", [{"original_id": 0, "text": ORIGINAL}])
    little = ORIGINAL.replace("ada grey", "<mask> <mask>")
    more = little.replace("zenda", "[MASK]").replace("judge", "[MASK]")
    rows = [row("bm25", 1, little), row("bm25", 10, more), row("bm25", 10, ORIGINAL, result_type="Failed")]
    pack(tmp_path / "redactions.jsonl.gz", rows)
    result = bench.run("nndeid", data=tmp_path)
    first, second = result["rows"]
    assert (first["system"], first["k"], first["documents"], first["succeeded"]) == ("bm25", 1, 1, 1.0)
    assert first["masked"] == pytest.approx(2 / 13, abs=1e-4)
    assert second["masked"] == pytest.approx(4 / 13 / 2, abs=1e-4)
    assert (second["succeeded"], second["queries"]) == (0.5, 4.0)
    assert first["info_loss"] >= first["info_loss_as_written"]


def test_a_folder_without_them(tmp_path):
    with pytest.raises(InputError, match=r"originals\.jsonl\.gz"):
        bench.run("nndeid", data=tmp_path)
