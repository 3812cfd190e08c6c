"""How much of what masks hide is put back, on invented corpora."""

import json
from pathlib import Path

import pytest

from bench.infilling import write_corpora
from unname.core.errors import ConfigError, InputError
from unname_research import bench
from unname_research.bench import infill
from unname_research.bench.infill import has_weights, read_corpora
from unname_research.commands.bench_tables import print_result

LEVELS = "L1,L2,L3,L4"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_corpora(tmp_path)


def test_levels_of_all_corpora(data: Path, tmp_path: Path) -> None:
    told = bench.run("infill", data=data, levels=LEVELS, readers=("align",), full=True, out=tmp_path / "out")
    for corpus, n in (("wiki553", 16), ("tab", 12), ("wikiactors", 12)):
        rows = told[corpus]
        assert list(rows) == LEVELS.split(",")
        assert {row["n"] for row in rows.values()} == {n}
        exact = [row["exact"] for row in rows.values()]
        assert exact == sorted(exact)
        assert rows["L1"]["exact"] == 0.0
        assert rows["L4"]["exact"] > 0.9
    assert set(told["masks_per_second"]) == {"align"}
    assert told["by_role"]["tab"]["L4"]["direct"]["n"] == 6
    assert told["by_label"]["tab"]["L4"]["DATETIME"]["exact"] == 1.0
    assert set(told["anonymizations"]) == {"Manual", "Years", *infill.OWN}
    assert told["anonymizations"]["Years"]["levels"]["L4"]["n"] == 4
    assert told["paper"]["wiki553"]["infilling"]["L4"]["exact"] == 0.8008
    assert told["without_align"] == {}
    assert told["about"]["tab"]["documents"] == 3
    assert (tmp_path / "out" / "infill_levels.svg").exists()
    assert (tmp_path / "out" / "infill_anonymizations.svg").exists()
    json.dumps(told)


def test_a_run_goes_on_where_it_was(data: Path, tmp_path: Path) -> None:
    settings = {"data": data, "levels": "L1,L4", "readers": ("align",), "out": tmp_path}
    first = bench.run("infill", **settings)
    kept = (tmp_path / "infill" / "pieces.json").read_text()
    again = bench.run("infill", **settings)
    assert (tmp_path / "infill" / "pieces.json").read_text() == kept
    assert first["tab"] == again["tab"]
    with pytest.raises(ConfigError, match="another run"):
        bench.run("infill", **{**settings, "levels": "L1"})


def test_some_lives_and_some_corpora_are_enough(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(infill, "EVERY", {"wiki553": 3})
    for name in ("tab", "wikiactors"):
        (data / name).rename(data / f"no {name}")
    [(name, corpus)] = read_corpora(data).items()
    assert (name, [each.document for each in corpus.redactions]) == ("wiki553", ["ada-grey", "dan-moss"])


def test_a_fast_run_attacks_a_third(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(infill, "EVERY", {"wiki553": 1, "tab": 1, "wikiactors": 1})
    whole, part = read_corpora(data), read_corpora(data, fast=True)
    for name, corpus in whole.items():
        assert [each.document for each in part[name].redactions] == [each.document for each in corpus.redactions][::3]
    with pytest.raises(ConfigError, match="either"):
        bench.run("infill", data=data, full=True, fast=True)


@pytest.mark.parametrize("wrong", [{"levels": "L9"}, {"levels": ""}, {"readers": ("mind",)}])
def test_wrong_settings_are_told(data: Path, wrong: dict[str, object]) -> None:
    with pytest.raises(ConfigError):
        bench.run("infill", data=data, **wrong)


def test_a_folder_without_corpora_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        bench.run("infill", data=tmp_path)


def test_weights_that_are_not_there_are_told_apart() -> None:
    assert not has_weights("infilling/nothing")


def test_the_table_has_published_figures_beside(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    (data / "wikiactors").rename(data / "no actors")
    print_result("infill", bench.run("infill", data=data, levels="L1,L4", readers=("align",)))
    told = capsys.readouterr().out
    assert "(0.801)" in told.replace("\n", "")
    assert "Years: hides" in told
    assert "masks a second" in told
