"""The tables of benchmarks/README.md and of docs/papers are what the results beside it make."""

import doctest
import importlib.util
import json
import re
from pathlib import Path

import pytest

from unname_research.bench.saved import is_kept

ROOT = Path(__file__).parents[1]
RESULTS = sorted((ROOT / "benchmarks" / "results").glob("*.json"))
SPEC = importlib.util.spec_from_file_location("tables", ROOT / "benchmarks" / "tables.py")
tables = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(tables)

MACHINE = {"processor": "Abacus", "cores": 2, "eight_bit": [], "load_before": 0.5}
KEPT = {"command": "unname bench wiki100 --data wiki553", "date": "2031-01-02", "version": "9.9", "machine": MACHINE}
FIGURES = dict.fromkeys(tables.TAB.values(), 0.5)
ABOUT = {"version": "9.9", "model": "small 1.0"}
WIKI100 = {"documents": 3, **FIGURES, "presidio": {**FIGURES, **ABOUT}}
WIKI100["presidio_published"] = {"documents": 2, **FIGURES}
PAGE = "Before.\n<!-- table: wiki100 -->\n| old |\n<!-- end -->\nAfter.\n"


@pytest.fixture
def results(tmp_path):
    (tmp_path / "wiki100.json").write_text(json.dumps({**KEPT, "result": WIKI100}))
    return tmp_path


@pytest.mark.parametrize("path", tables.LINKS, ids=lambda path: path.stem)
def test_each_page_shows_what_the_results_say(path):
    page = path.read_text(encoding="utf-8")
    assert tables.filled(page, link=tables.LINKS[path]) == page, "run: make tables"


def test_examples():
    assert doctest.testmod(tables).failed == 0


@pytest.mark.parametrize("path", tables.LINKS, ids=lambda path: path.stem)
def test_marks_stand_in_pairs(path):
    page = path.read_text(encoding="utf-8")
    assert page.count("<!-- table:") == page.count("<!-- end -->") == len(tables.BLOCK.findall(page))


@pytest.mark.parametrize("path", RESULTS, ids=lambda path: path.stem)
def test_kept_results_tell_how_they_were_made_and_not_where(path):
    text = path.read_text(encoding="utf-8")
    kept = json.loads(text)
    assert is_kept(kept)
    assert kept["command"].startswith("unname bench ")
    # A path of some machine, an address, or the name of a host has no place here.
    assert not re.search(r'(?:^|[\s"\'=(])(?:/|~|[A-Z]:\\\\|\.\./)\w', text)
    assert "://" not in text
    # Each is shown in a table of the page.
    page = tables.PAGE.read_text(encoding="utf-8")
    assert f"(results/{path.name})" in page


def test_a_table_is_made_anew_with_where_it_comes_from(results):
    assert tables.filled(PAGE, results) == (
        "Before.\n<!-- table: wiki100 -->\n"
        "|  | texts | direct | quasi | token recall | token precision | token F1 |\n"
        "|---|---|---|---|---|---|---|\n"
        "| unname (default) | 3 | .500 | .500 | .500 | .500 | .500 |\n"
        "| Presidio 9.9 as it comes, on small 1.0 | 3 | .500 | .500 | .500 | .500 | .500 |\n"
        "| Presidio, published output | 2 | .500 | .500 | .500 | .500 | .500 |\n"
        "\n"
        "- [wiki100.json](results/wiki100.json): `unname bench wiki100 --data wiki553`, 2031-01-02, "
        "Abacus, 2 cores (no 8-bit instructions), load 0.5.\n"
        "<!-- end -->\nAfter.\n"
    )
    assert tables.filled(tables.filled(PAGE, results), results) == tables.filled(PAGE, results)


def test_a_table_without_its_result_is_refused(results):
    (results / "wiki100.json").unlink()
    with pytest.raises(SystemExit, match=r"needs wiki100\.json, which is not kept"):
        tables.filled(PAGE, results)
    with pytest.raises(SystemExit, match="no table is called 'other'"):
        tables.filled(PAGE.replace("wiki100", "other"), results)


def test_a_row_with_a_column_of_its_own_is_refused():
    with pytest.raises(SystemExit, match="does not have: b"):
        tables.markdown([{"a": 1}, {"a": 1, "b": 2}])


def released(**more):
    row = {"max_trir": 0.1, "max_interval": [0.05, 0.2], "strongest": "suite", "found_by_any": 0.2, "masked": 0.3}
    return {**row, "any_interval": [0.1, 0.3], "full_dates": 0.0, "tpi": 0.4, **more}


def test_releases_stand_beside_what_others_made():
    result = released(
        settings={"k": 12},
        withheld=3,
        strangers={"families": {"word vectors": 0.06}},
        before_withholding=released(),
        plain=released(),
        curve=[released(setting="plain"), released(setting="k = 1, without feedback"), released(setting="released")],
        left_out={"dense": released(withheld=2, strangers={"families": {"dense": 0.04, "word vectors": 0.02}})},
        others={"manual_abstract": released()},
    )
    rows = list(tables.release_wiki553(result))
    assert [row["released by"] for row in rows] == [
        *("manual", "unname, plain: no population", "unname, k = 1, without feedback"),
        *("**unname**, k = 12 with feedback, 3 withheld", "the same before withholding"),
        "the same with `dense` and its family left out, 2 withheld",
    ]
    assert rows[0]["found by the strongest attack (95 %)"] == ".100 (.050-.200)"
    told = [row["by attacks that took no part"] for row in rows]
    assert told == ["", "", "", "word vectors .060", "", "dense .040, word vectors .020"]


def test_knowledge_stands_beside_knowledge():
    found = {"found": 0.25, "interval": [0.2, 0.3], "found_by_any": 0.5}
    row = {"the other half": found, "the whole": found, "masked": 0.5, "tpi": 0.3}
    (cells,) = tables.knowledge_wiki553({"other_knowledge": {"plain": row}})
    assert cells["masked by"] == "unname, plain: no population"
    assert cells["knows the other half"] == ".250 (.200-.300)"
    assert cells["by any, with the dates"] == 0.5


def test_the_worst_place_is_told_for_who_knows_the_algorithm():
    told = {"chance": 0.02, "a": {"behind_k": 0.1, "best": 0.1, "best_place": 13}}
    told["b"] = {"behind_k": 0.0, "best": 0.2, "best_place": 2}
    row, _ = tables.algorithm({"knows_the_algorithm": told}, {"knows_the_algorithm": told})
    assert (row["behind the first k"], row["as ranked by"]) == (0.1, "`a`")
    assert (row["in the best place"], row["as ranked by "]) == (0.2, "`b`, place 2")


def test_k_anonymity_is_told_by_judges_that_did_not_defend_and_by_all():
    row = {"setting": 30, "found_by_others": 0.2, "interval_by_others": [0.1, 0.3], "found_by_all": 0.25}
    row |= {"interval": [0.2, 0.3], "masked": 0.1, "info_loss": 0.05, "tpi": 0.8}
    row["by_model"] = {"sparse": 0.2, "bag": 0.0}
    plain = {**row, "setting": None, "bm25, raw profiles": 0.3}
    result = {
        "table1": {"none": plain, "lexical": plain},
        "levels_by_others": {"0.25": {"lexical": plain, "ours": row, "idf": None}, "0.05": {"ours": None}},
        "levels": {"0.25": {"ours": {**row, "setting": 1500}}},
        "paper": {"table1": {"none": {"masked": 0.0}}, "levels": {"0.25": {"ours": {"reid": 0.2}}, "0.05": {}}},
    }
    apart, every = tables.kanon_by_others(result), list(tables.kanon_by_all(result))
    assert [(cells["method"], cells["setting"], cells["found by others (95 %)"]) for cells in apart] == [
        ("words of the profile", "-", ".200 (.100-.300)"),
        ("IDF", "never", "-"),
        ("**ours** (bag + facts + sparse)", "K = 30", ".200 (.100-.300)"),
        ("**ours** (bag + facts + sparse)", "never", "-"),
    ]
    assert (every[0]["setting"], every[0]["found by all (95 %)"]) == ("K = 1,500", ".250 (.200-.300)")
    assert [cells["masked by"] for cells in tables.kanon_judges(result)] == [
        *("words of the profile", "**ours** (bag + facts + sparse)"),
    ]
    assert tables.markdown(tables.kanon_plain(result)).count("\n") == 3


def test_the_tables_of_a_paper_stand_beside_it():
    row = {"found_by_others": 0.2, "interval_by_others": [0.1, 0.3], "found_by_all": 0.25, "masked": 0.1}
    ours = {"ours": {**row, "masked_interval": [0.08, 0.12]}, "idf": None}
    ours["ours over IDF, table-aware"] = {"masked": 0.7, "masked_interval": [0.6, 0.8]}
    found = {"original": 0.9, "masked": 0.3}
    searches = {name: {"masked": 0.1, "found_by_others": 0.2, "by_model": {"bag": 0.0}} for name in ("greedy", "beam")}
    made = {
        "table_2": {"ours": {"0.25": ours}, "paper": {"0.25": {"ours": {"reid": 0.228, "masked": 0.242}}}},
        "table_3": {
            "ours": {"found": {"baseline": found}},
            "paper": {"baseline": {"original": 0.529, "masked": 0.106}},
        },
        "table_3_transformer": {"ours": {"found": {"baseline": found}}, "paper": None},
        "limits": {"ours": {"counting": {"found": {"counts masks": {"found": 0.1}}}}, "paper": None},
        "appendix_b": {"ours": {"width": 4, **searches}, "paper": None},
    }
    plain = {**row, "by_model": {"whole": 0.2}}
    made["table_1"] = {"ours": {"lexical": plain}, "paper": {"lexical": {"masked": 0.28, "sparse": 0.0}}}
    result = {"tables": made}
    (redacted,) = tables.morris2022_plain(result)
    assert (redacted["whole"], redacted["by all"], redacted["paper: masked"]) == (0.2, 0.25, 0.28)
    one, ratio = tables.morris2022_levels(result)
    assert (one["words masked (95 %)"], one["paper: masked"]) == (".100 (.080-.120)", 0.242)
    assert (ratio["method"], ratio["words masked (95 %)"]) == ("ours over IDF, table-aware", ".700 (.600-.800)")
    (trained,) = tables.morris2022_ablations(result)
    assert (trained["transformer, masked"], trained["paper, original"]) == (0.3, 0.529)
    assert [each["a model that"] for each in tables.morris2022_counting(result)] == ["counts masks"]
    assert [each["hidden from bag, K = 1"] for each in tables.morris2022_diversity(result)] == ["greedy", "beam of 4"]
