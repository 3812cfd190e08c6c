from pathlib import Path

import pytest

from unname_research import bench
from unname_research.bench.population import N_WORDS, STRETCH, draw, people, queries


def test_people_are_the_same_for_the_same_seed_and_any_number():
    few, many = list(people(5, seed=3)), list(people(1200, seed=3))
    assert many[:5] == few
    assert len(set(many)) == 1200
    assert {len(text.split()) for text in few} == {N_WORDS}
    assert few != list(people(5, seed=4))


def test_a_query_is_part_of_a_person():
    everybody = list(people(1100, seed=3))
    numbers, texts = queries(1100, 8, seed=3)
    for number, text in zip(numbers, texts, strict=True):
        words = text.split()
        assert len(words) == N_WORDS * 6 // 10
        assert " ".join(words[:STRETCH]) in everybody[number]


@pytest.mark.slow
def test_every_size_has_a_row(tmp_path: Path):
    result = bench.run("population", sizes=(40,), character_sizes=(30,), n_queries=3)
    assert [(row["kind"], row["people"], row["rank1"]) for row in result["rows"]] == [
        ("words", 40, 1.0),
        ("characters", 30, 1.0),
    ]
    assert all(row["index_bytes"] > 0 and row["peak_mb"] > 0 for row in result["rows"])


def test_curves_are_drawn(tmp_path: Path):
    pytest.importorskip("matplotlib")
    rows = [
        {"kind": kind, "people": n, "build_seconds": n, "index_bytes": n, "peak_mb": n}
        | {"top1_seconds": n, "top10_seconds": n, "full_seconds": n}
        for kind in ("words", "characters")
        for n in (10, 100)
    ]
    draw(rows, tmp_path / "curves.svg")
    assert "<svg" in (tmp_path / "curves.svg").read_text(encoding="utf-8")
