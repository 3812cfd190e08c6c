"""The benchmark of releases on invented people, with attacks that need no neural network."""

import gzip
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from crowded import record
from unname.core.document import Document, Profile, Span
from unname.core.errors import ConfigError, InputError
from unname.core.policy import Policy
from unname.core.redaction import Replacement, rewrite
from unname.core.registry import create
from unname.core.results import Outcome, Sighting
from unname.pipeline.compose import panels
from unname.pipeline.document import Pipeline
from unname.pipeline.recipe import LINKAGE
from unname_research import bench
from unname_research.bench import release, release_attackers, release_data
from unname_research.bench.other_knowledge import KNOWLEDGE, halves
from unname_research.bench.release_data import Version, packed, read_cast, unpacked
from unname_research.bench.release_figures import beaten_by, figures, loop_figures, strangers

KEYS = {"documents", "withheld", "trir", "max_trir", "masked", "tpi", "others", "seconds", "loop", "curve", "intervals"}
KEYS |= {"plain", "strangers", "left_out", "other_knowledge", "knows_the_algorithm", "found_by_any", "any_interval"}
N = 14


def unrehearsed(role: str, spec: str) -> Any:
    return create(role, spec, **({"rehearsals": 0} if spec == "ensemble" else {}))


def table(folder: Path, **more: Any) -> Path:
    rows = []
    for person in map(record, range(N)):
        text = str(person["document"])
        others = {"blank_abstract": "***", "clear_abstract": text, "dev_abstract": None}
        about = f"{text} Later {person['job']} again in {person['town']}."
        rows.append({"name": f"Person {person['id']}", "public_knowledge": about, "original_abstract": text, **others})
    path = folder / "people_eval.json"
    path.write_text(json.dumps([{**row, **more} for row in rows]))
    return path


def lives(folder: Path) -> Path:
    people = [record(number) for number in range(N)]
    rows = [{"doc_id": p["id"], "text": p["document"], "public_knowledge": f"{p['document']} So."} for p in people]
    masks = {str(p["id"]): [[0, 4], [2, 5], [30, 9999]] for p in people[1:]}
    for name, text in (
        (release_data.LIVES, "".join(json.dumps(row) + "\n" for row in rows)),
        ("systems_Wiki553_Some.json.gz", json.dumps(masks)),
    ):
        with gzip.open(folder / name, "wt") as file:
            file.write(text)
    return folder


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    data = table(tmp_path_factory.mktemp("data"))
    out = tmp_path_factory.mktemp("out")
    told: list[tuple[str, int, int]] = []

    def report(stage: str, done: int, total: int, _: float) -> None:
        told.append((stage, done, total))

    with pytest.MonkeyPatch.context() as patch:
        # What is measured is not the point here: no rehearsals, and plain words for terms.
        patch.setattr(release, "create", unrehearsed)
        patch.setattr(release_attackers, "create", unrehearsed)
        patch.setattr(release, "Preserved", partial(release.Preserved, terms="words"))
        given = {"data": data, "fast": True, "k": 4, "ks": (1, 4, 99), "out": out, "report": report}
        result = bench.run("release-wikiactors", **given)
    return {"result": result, "told": told, "out": out, "data": data}


def test_people_are_hidden_and_the_figures_are_there(small: dict[str, Any]) -> None:
    result = small["result"]
    assert result.keys() >= KEYS
    assert (result["documents"], result["people"]) == (N, N)
    assert result["max_trir"] <= 0.2 < result["others"]["clear_abstract"]["max_trir"] == 1.0
    assert [row["setting"] for row in result["curve"]] == [
        "plain",
        "k = 1, without feedback",
        "k = 4, without feedback",
        "released",
    ]
    alone, least, most, _ = (row["masked"] for row in result["curve"])
    assert alone <= least <= most < 1.0
    assert set(result["trir"]) == set(result["intervals"]) == set(result["others"]["clear_abstract"]["trir"])
    assert all(low <= result["trir"][name] <= high for name, (low, high) in result["intervals"].items())


def test_what_is_measured_is_what_the_command_line_does(small: dict[str, Any]) -> None:
    settings = small["result"]["settings"]
    population = read_cast(small["data"]).population
    feeding, jury = panels(Policy(k=4), population)
    assert settings["attacks"] == [name for name in feeding if name != "dense"]  # fast
    assert settings["jury"] == list(jury)
    assert settings["risk"] == list(LINKAGE)
    assert settings["detectors"] == [each.name for each in Pipeline().detectors_]


def test_attacks_that_took_no_part_are_told_apart(small: dict[str, Any]) -> None:
    left_out = small["result"]["left_out"]["ensemble"]
    assert left_out["strangers"]["found"] == left_out["max_trir"] > small["result"]["max_trir"]
    assert all(name == "word vectors" for name in (small["result"]["strangers"] or {}).get("families", ()))


def test_other_knowledge_is_told_for_ours_and_for_others(small: dict[str, Any]) -> None:
    known = small["result"]["other_knowledge"]
    assert set(known) == {release.HALF, release.BARE, "plain", "blank_abstract", "clear_abstract"}
    assert known["clear_abstract"]["the whole"]["found"] == 1.0
    assert known[release.HALF]["masked"] >= known[release.BARE]["masked"]
    assert set(KNOWLEDGE) <= set(known["plain"])
    assert all(0.0 <= row["behind_k"] <= row["best"] <= 1.0 for row in by_attack(small["result"]).values())


def by_attack(result: dict[str, Any]) -> dict[str, Any]:
    return {name: row for name, row in result["knows_the_algorithm"].items() if name != "chance"}


def test_columns_of_others_are_measured_alike(small: dict[str, Any]) -> None:
    others = small["result"]["others"]
    assert set(others) == {"blank_abstract", "clear_abstract"}
    assert (others["clear_abstract"]["masked"], others["clear_abstract"]["tpi"]) == (0.0, 1.0)
    assert (others["blank_abstract"]["masked"], others["blank_abstract"]["tpi"]) == (1.0, 0.0)
    assert others["clear_abstract"]["beaten_by"] is None  # nothing keeps more than all


def test_work_is_kept_drawn_and_told(small: dict[str, Any]) -> None:
    folder = small["out"] / "release"
    assert {path.name for path in folder.iterdir()} == {"pieces.json", "scatter.svg", "loop.svg", "knowledge.svg"}
    assert small["told"][0][0] == "release"
    kept = json.loads((folder / "pieces.json").read_text())
    kept["utility"]["found"]["released"]["tpi"] = 0.125
    (folder / "pieces.json").write_text(json.dumps(kept))
    again = release.run(small["data"], fast=True, k=4, ks=(1, 4, 99), out=small["out"])
    assert again["tpi"] == 0.125
    with pytest.raises(ConfigError, match="another run"):
        release.run(small["data"], fast=True, k=3, out=small["out"])


def test_the_folder_of_lives_is_known(tmp_path: Path) -> None:
    cast = read_cast(lives(tmp_path))
    assert len(cast.population) == len(cast.originals) == N
    first, second = cast.others["Some"][:2]
    assert first.masked == 0.0
    assert second.text.startswith("***")
    assert second.text.endswith("***")
    assert 0.5 < second.masked < 1.0


def test_redactions_are_kept_as_their_changes() -> None:
    document = Document("d", "A clerk of Zenda, born in May.")
    written = rewrite(document, [Replacement(Span(2, 7), "***"), Replacement(Span(11, 16), "a town")])
    again = unpacked(document, json.loads(json.dumps(packed(written))))
    assert again is not None
    assert (again.text, packed(again)) == (written.text, packed(written))
    assert unpacked(document, packed(None)) is None


def test_what_is_withheld_is_masked_whole() -> None:
    document = Document("d", "A clerk of Zenda")
    withheld = Version(document, None)
    assert (withheld.masked, withheld.text) == (1.0, "")
    assert Version.of(document, "A SENSITIVE of Zenda").masked == 0.25


def test_the_strongest_attack_counts() -> None:
    row = figures({"a": [1.0, 0.0, 0.0, 0.0], "b": [0.0, 1.0, 0.5, 0.0]}, {"masked": 0.5, "tpi": 0.25})
    assert (row["max_trir"], row["strongest"], row["found_by_any"]) == (0.375, "b", 0.625)
    low, high = row["max_interval"]
    assert low < 0.375 < high


@pytest.mark.parametrize(
    ("found", "tpi", "expected"), [(0.3, 0.4, "near"), (0.05, 0.1, "far"), (0.3, 0.5, None), (0.1, 0.4, None)]
)
def test_both_must_be_better(found: float, tpi: float, expected: str | None) -> None:
    settings = {"near": {"max_trir": 0.1, "tpi": 0.5}, "far": {"max_trir": 0.0, "tpi": 0.2}}
    assert beaten_by({"max_trir": found, "tpi": tpi}, settings) == expected


def test_what_the_loop_adds() -> None:
    outcomes = [
        Outcome("a", rounds=1, first=[Sighting("x", 0.0)], after=[Sighting("x", 0.0)], n_words=4, n_hidden_first=1),
        Outcome("b", None, "found", 3, first=[Sighting("x", 1.0)], after=[Sighting("x", 0.5)], n_words=2, n_hidden=1),
    ]
    row = loop_figures(outcomes)
    assert row["rounds"] == {"1": 1, "3": 1}
    assert row["changed_after_first"] == 0.5
    assert row["found"] == {"before": {}, "first": {"x": 0.5}, "after": {"x": 0.25}}
    assert row["masked"] == {"first": 0.125, "after": 0.25}
    assert row["reasons"] == {"found": 1}


def test_halves_share_no_sentence() -> None:
    mine, theirs = halves([Profile("a", text="One. Two. Three."), Profile("b", text="Four.")])
    assert [each.text for each in mine] == ["One. Three.", "Four."]
    assert [each.text for each in theirs] == ["Two.", ""]


def test_the_families_of_attacks_that_took_part_are_no_strangers() -> None:
    row = figures({"sparse": [1.0, 0.0], "dense": [0.0, 0.0], "word vectors": [0.5, 0.0]}, {})
    assert strangers(row, ("ensemble",))["attack"] == "word vectors"
    assert strangers(row, ("ensemble",))["families"] == {"dense": 0.0, "word vectors": 0.25}
    assert strangers(row, ("dense", "sparse(words=(1, 3))", "word vectors")) is None


def test_bad_data_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="k = 14 needs a population of at least 15 people, there are 14"):
        release.run(table(tmp_path), k=N)
    with pytest.raises(ConfigError, match="'sparse' feeds back nothing anyway"):
        release.run(tmp_path, k=3, left_out="sparse")
    rows = json.loads(table(tmp_path).read_text())
    rows[0]["public_knowledge"] = None
    (tmp_path / "people_eval.json").write_text(json.dumps(rows))
    with pytest.raises(InputError, match="1 of its people have no text"):
        read_cast(tmp_path)
    with pytest.raises(InputError, match="no column 'original_abstract'"):
        read_cast(table(tmp_path, original_abstract=None))
