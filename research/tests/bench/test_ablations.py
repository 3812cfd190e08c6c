import json
from pathlib import Path

import pytest

from unname.text.words import words
from unname_research.bench import run
from unname_research.bench.ablations import ROWS, VARIANTS, _masked

TOWNS, JOBS = ("Zenda", "Ruritz", "Strelsau"), ("judge", "baker", "pilot", "nurse")


@pytest.mark.slow
def test_every_variant_is_measured(tmp_path: Path) -> None:
    people = [
        {
            "id": f"p{number}",
            "text": f"A {JOBS[number % 4]} born in {TOWNS[number % 3]} in {1900 + number % 97}",
            "town": TOWNS[number % 3],
            "job": JOBS[number % 4],
            "born": 1900 + number % 97,
        }
        for number in range(120)
    ]
    path = tmp_path / "people.jsonl"
    path.write_text("\n".join(map(json.dumps, people)))
    told: list[str] = []
    result = run("ablations", data=path, share=1.0, epochs=1, report=lambda stage, *_: told.append(stage))
    assert list(result["found"]) == list(VARIANTS) == told
    assert set(result["paper"]) == set(ROWS) <= set(VARIANTS)
    assert result["paper"]["combined"] == {"original": 0.964, "masked": 0.383}
    assert all(0 <= share <= 1 for shares in result["found"].values() for share in shares.values())
    assert result["found"]["combined"]["original"] > 0.2


def test_the_share_that_is_masked() -> None:
    text = "one two three four five six seven eight nine ten"
    assert len(words(_masked(text, 0.3, [0, 1]).replace("[MASK]", " "))) == 7
    assert _masked(text, 0.0, [0]) == text
