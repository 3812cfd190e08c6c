"""Generalizations beside what people chose, with invented lives."""

import gzip
import json
from pathlib import Path

import pytest

from bench.actors import PEOPLE
from unname_research import bench
from unname_research.bench.generalize import Choice, Written, compare_levels
from unname_research.bench.generalize_truth import judge_date


def test_the_bench_tells_everything(tmp_path: Path) -> None:
    lives, replaced = [], []
    for profile in PEOPLE:
        text = f"{profile.id} was born on 12 March 1974 in Lyon."
        lives.append({"doc_id": profile.id, "text": text, "public_knowledge": profile.text})
        mentions = []
        for number, (label, words, chosen) in enumerate(
            [("PERSON", profile.id, "PERSON 1"), ("DATETIME", "12 March 1974", "1974"), ("LOC", "Lyon", "city")]
        ):
            start = text.index(words)
            mentions.append(
                {
                    "entity_type": label,
                    "entity_id": f"e{number}",
                    "start_offset": start,
                    "end_offset": start + len(words),
                    "identifier_type": "QUASI",
                    "replacement": {
                        "generalizations": {"heuristics": [chosen, "***"]},
                        "generalization_selection": {chosen: ["a1"]},
                    },
                }
            )
        replaced.append({"doc_id": profile.id, "text": text, "annotations": {"a": {"entity_mentions": mentions}}})
    (tmp_path / "wiki553.jsonl.gz").write_bytes(gzip.compress("\n".join(map(json.dumps, lives)).encode()))
    (tmp_path / "wiki_replace_test_100.json.gz").write_bytes(gzip.compress(json.dumps(replaced).encode()))
    result = bench.run("generalize", data=tmp_path)
    assert result["documents"] == len(PEOPLE)
    assert result["generalized"]["PERSON"] == 0.0
    assert result["generalized"]["DATETIME"] == 1.0
    assert result["truthful"]["all"] == 1.0
    assert result["no_finer_than_people"]["DATETIME"] == 1.0
    assert result["tpi"]["generalize"] > result["tpi"]["mask"]


@pytest.mark.parametrize(
    ("label", "new", "chosen", "above", "is_no_finer"),
    [
        ("DATETIME", "1974", "date in the 1970s", ("***",), False),
        ("DATETIME", "in the 1970s", "1974", ("date in the 1970s", "***"), True),
        ("ORG", "a university", "university", ("organization", "***"), True),
        ("ORG", "a university in France", "university", ("organization", "***"), False),
        ("ORG", "an organization", "university", ("organization", "***"), True),
        ("ORG", "a university", "***", (), False),
        ("ORG", "***", "university", (), True),
        ("DEM", "performer", "actor", (), True),
    ],
)
def test_levels(label: str, new: str, chosen: str, above: tuple[str, ...], is_no_finer: bool) -> None:
    assert compare_levels([Written(label, "x", new, Choice(chosen, above))])["all"] == float(is_no_finer)


@pytest.mark.parametrize(
    ("original", "new", "verdict"),
    [
        ("2013-09-25", "2013", True),
        ("1998-99", "the 1990s", True),
        ("Monday", "1974", None),
        ("1974", "1975", False),
    ],
)
def test_dates_are_judged_by_the_calendar(original: str, new: str, verdict: bool | None) -> None:
    assert judge_date(original, new) is verdict
