"""`unname attack`: who is found, by which attack, at which rank; and every bad input."""

import gzip
import json
from pathlib import Path

import pytest

from doors.files import written
from unname.core.registry import BUILT_INS

DATA = Path(__file__).parents[1] / "data"
MARKER = "Xanthippe"
PEOPLE = [
    {"id": "p1", "name": "Tony Booth", "text": "a nurse sailing round Ruritania"},
    {"id": "p2", "name": "Ada Grey", "text": "a judge climbing in Graustark"},
    {"id": "p3", "name": "Tom White", "text": "a judge"},
    {"id": "p4"},
]
RELEASED = [
    {"id": "a", "text": "*** a nurse sailing", "subject": "p1"},
    {"id": "b", "text": "*** a judge", "subject": "p2"},
    {"id": "p3", "text": "***"},
]
TABLE = [
    {"name": "Tony Booth", "bio": "a nurse sailing round Ruritania", "mask": "*** sailing", "open": "a nurse sailing"},
    {"name": "Ada Grey", "bio": "a judge climbing in Graustark", "mask": "*** judge", "open": "climbing in Graustark"},
    {"name": "Tom White", "bio": "a judge", "mask": "***", "open": None},
    {"name": "Eve Black", "bio": None, "mask": "*** judge", "open": "a cook"},
]
COLUMNS = ("--name-column", "name", "--background", "bio")


@pytest.fixture(autouse=True)
def _stand_in_attacks(monkeypatch):
    made = {"overlap": "Overlap", "ensemble": "Suite", "together": "Together", "quoting": "Quoting"}
    for name, class_name in made.items():
        monkeypatch.setitem(BUILT_INS["attack"], name, f"doors.attackers:{class_name}")


@pytest.fixture
def people(tmp_path):
    return written(tmp_path / "people.jsonl", PEOPLE)


@pytest.fixture
def released(tmp_path):
    return written(tmp_path / "released.jsonl", RELEASED)


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.json"
    path.write_text(json.dumps(TABLE))
    return path


def answer(result):
    assert (result.code, result.err) == (0, "")
    return json.loads(result.out)


def test_the_suite_its_members_and_any(run, people, released):
    told = answer(run("attack", released, "--population", people, "--json"))
    assert set(told) == {
        "people",
        "people_without_background",
        "attacks",
        "apart",
        "columns",
        "comparison",
        "seconds",
    }
    assert (told["people"], told["people_without_background"], told["comparison"]) == (4, 1, None)
    assert told["attacks"] == ["suite", "size 1", "size 6"]
    column = told["columns"]["text"]
    assert (column["documents"], column["judged"]) == (3, 3)
    suite = column["attacks"]["suite"]
    assert suite["trir"] == pytest.approx((1 + 1 / 2 + 1 / 4) / 3)
    assert suite["low"] < suite["trir"] < suite["high"]
    assert (suite["upper_bound"], suite["median_rank"], suite["chance"]) == (1, 1.5, 0.25)
    assert suite["within"]["1"] == suite["trir"]
    assert column["attacks"]["size 6"]["trir"] == pytest.approx((1 + 1 / 4 + 1 / 4) / 3)
    assert column["found_by_any"]["trir"] == suite["trir"]
    assert [
        (each["id"], each["subject"], each["ranks"]["suite"], each["ties"]["suite"]) for each in column["each"]
    ] == [
        ("a", "p1", 1, 0),
        ("b", "p2", 1.5, 1),
        ("p3", "p3", 2.5, 3),
    ]
    assert column["each"][1]["found"] == {"suite": 0.5, "size 1": 0.5, "size 6": 0.25}
    assert set(column["each"][0]) == {"id", "subject", "ranks", "found", "ties", "at_least"}


def test_a_table_to_read(run, people, released):
    code, out, err = run("attack", released, "--population", people)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split()[:2] == ["attack", "found"]
    assert lines[1].split() == ["suite", "0.58", "0.16-0.91", "1.00", "1.5", "0.5", "0.778"]
    assert any(line.startswith("found by any") for line in lines)
    assert any(line.split() == ["b", "p2", "suite", "(2", "alike),", "size", "1", "(2", "alike)"] for line in lines)
    assert not any(line.split()[:2] == ["p3", "p3"] for line in lines)
    assert "4 people; by chance 0.25 would be found" in lines
    assert "people without background, who cannot be found: 1" in lines
    assert "Ada" not in out
    assert "\x1b" not in out
    assert not any(line.endswith(" ") for line in lines)


def test_where_every_attack_finds_a_person_they_are_not_listed(run, people, released):
    lines = run("attack", released, "--population", people).out.splitlines()
    assert any(line.split() == ["a", "p1", "every", "attack"] for line in lines)


def test_names_are_shown_when_asked_for(run, people, released):
    assert "p2 (Ada Grey)" in run("attack", released, "--population", people, "--names").out
    told = answer(run("attack", released, "--population", people, "--names", "--json"))
    assert told["names"] == {"p1": "Tony Booth", "p2": "Ada Grey", "p3": "Tom White"}


def test_explain_tells_words_and_shares(run, people, released):
    arguments = ("attack", released, "--population", people, "--explain", "--words", 2)
    each = answer(run(*arguments, "--json"))["columns"]["text"]["each"]
    assert each[0]["clues"] == {
        "suite": [
            {"word": "sailing", "contribution": 7.0, "share": 7 / 13},
            {"word": "nurse", "contribution": 5.0, "share": 5 / 13},
        ]
    }
    assert "clues" not in each[2]
    assert "a by suite: sailing 54%, nurse 38%" in run(*arguments).out.splitlines()


def test_candidates_when_asked_for(run, people, released):
    arguments = ("attack", released, "--population", people, "--attack", "overlap", "--top", 2)
    each = answer(run(*arguments, "--json"))["columns"]["text"]["each"][0]
    assert each["candidates"] == {"overlap": [{"id": "p1", "score": 3.0}, {"id": "p2", "score": 1.0}]}
    assert each["margin"] == {"overlap": 2.0}
    assert "p1 3, p2 1" in run(*arguments).out


def test_documents_of_nobody_known_enter_no_rate(run, people, tmp_path):
    path = written(tmp_path / "x.jsonl", [*RELEASED, {"id": "x", "text": "a nurse"}])
    arguments = ("attack", path, "--population", people, "--attack", "overlap")
    column = answer(run(*arguments, "--json"))["columns"]["text"]
    assert (column["documents"], column["judged"]) == (4, 3)
    assert column["attacks"]["overlap"]["n_documents"] == 3
    assert column["each"][3]["candidates"]["overlap"][0] == {"id": "p1", "score": 2.0}
    assert "documents about nobody known, which enter no rate (see --subjects and --map): 1" in run(*arguments).out


def test_only_documents_of_nobody_known(run, people):
    arguments = ("attack", "-", "--population", people, "--attack", "overlap")
    column = answer(run(*arguments, "--json", stdin=b"a nurse"))["columns"]["text"]
    assert (column["attacks"], column["found_by_any"]) == ({}, None)
    code, out, _ = run(*arguments, stdin=b"a nurse")
    assert code == 0
    assert "p1 2, p2 1, p3 1" in out


def test_subjects_from_a_file_come_first(run, people, released, tmp_path):
    subjects = written(tmp_path / "originals.jsonl", [{"id": "a", "subject": "p2", "text": MARKER}])
    told = answer(run("attack", released, "--population", people, "--subjects", subjects, "--json"))
    each = told["columns"]["text"]["each"]
    assert [one["subject"] for one in each] == ["p2", "p2", "p3"]


def test_a_person_who_is_not_in_the_population_counts_as_not_found(run, people, tmp_path):
    path = written(tmp_path / "x.jsonl", [RELEASED[0], {"id": "x", "text": "a nurse", "subject": "p99"}])
    arguments = ("attack", path, "--population", people, "--attack", "overlap")
    column = answer(run(*arguments, "--json"))["columns"]["text"]
    summary = column["attacks"]["overlap"]
    assert (summary["trir"], summary["upper_bound"], summary["n_unplaced"]) == (0.5, 0.5, 1)
    assert column["each"][1]["ranks"] == {"overlap": None}
    assert "no attack could find more than 0.50" in run(*arguments).out


@pytest.mark.parametrize("text", ["", "   ", "*** *** ***", "[PERSON] [LOC]"])
@pytest.mark.parametrize("attack", ["overlap", "sparse", "sparse(weighting='bm25')", "sparse(top=2)"])
def test_a_text_that_says_nothing_is_found_by_chance_alone(run, people, tmp_path, text, attack):
    path = written(tmp_path / "x.jsonl", [{"id": f"d{n}", "text": text, "subject": f"p{n}"} for n in range(1, 5)])
    arguments = ("attack", path, "--population", people, "--attack", attack)
    column = answer(run(*arguments, "--json"))["columns"]["text"]
    assert [each["found"][attack] for each in column["each"]] == [0.25] * 4
    assert [each["ranks"][attack] for each in column["each"]] == [2.5] * 4
    assert column["attacks"][attack]["area"] == 0.5
    assert "first choice of" not in run(*arguments).out


def test_a_tri_table(run, table):
    told = answer(run("attack", table, *COLUMNS, "--attack", "overlap", "--json"))
    assert (told["people"], told["people_without_background"]) == (3, 1)
    assert list(told["columns"]) == ["mask", "open"]
    mask, open_ = told["columns"].values()
    assert (mask["documents"], open_["documents"]) == (4, 3)
    assert mask["attacks"]["overlap"]["trir"] == pytest.approx((1 + 0.5 + 1 / 3 + 0) / 4)
    assert open_["attacks"]["overlap"]["trir"] == pytest.approx(2 / 3)
    assert mask["attacks"]["overlap"]["upper_bound"] == 0.75


def test_a_tri_table_to_read(run, table):
    code, out, _ = run("attack", table, *COLUMNS, "--attack", "overlap")
    lines = [line.split() for line in out.splitlines()]
    assert code == 0
    assert lines[:3] == [
        ["column", "documents", "overlap", "found", "by", "any"],
        ["mask", "4", "0.46", "0.46"],
        ["open", "3", "0.67", "0.67"],
    ]
    assert "first choice of" in run("attack", table, *COLUMNS, "--attack", "overlap", "--column", "open").out


def test_what_was_kept_ranks_the_columns(run, tmp_path):
    rows = [{**row, "before": f"{row['name']}, {row['bio']}", "kept": f"***, {row['bio']}"} for row in TABLE[:3]]
    path = tmp_path / "whole.json"
    path.write_text(json.dumps([{**row, "mask": "***", "open": row["before"]} for row in rows]))
    columns = ("--column", "mask", "--column", "kept", "--column", "open")
    asked = ("attack", path, *COLUMNS, *columns, "--originals", "before", "--attack", "overlap")
    told = answer(run(*asked, "--json"))["columns"]
    assert (told["open"]["tpi"], told["mask"]["tpi"]) == (1.0, 0.0)
    assert 0 < told["kept"]["tpi"] < 1
    for column in told.values():
        safe = 1 - column["found_by_any"]["trir"]
        whole = column["tpi"] + safe
        assert column["e5"] == pytest.approx(2 * column["tpi"] * safe / whole if whole else 0)
    best = sorted(told, key=lambda column: -told[column]["e5"])
    lines = run(*asked).out.splitlines()
    assert lines[0].split()[-2:] == ["TPI", "E5"]
    assert [line.split()[0] for line in lines[1:] if line.split()[0] in told] == best


def test_what_was_kept_of_documents(run, people, released, tmp_path):
    before = [{"id": each["id"], "text": each["text"].replace("***", "Somebody,")} for each in RELEASED]
    originals = written(tmp_path / "before.jsonl", before)
    asked = ("attack", released, "--population", people, "--attack", "overlap", "--originals", originals)
    told = answer(run(*asked, "--json"))["columns"]["text"]
    assert 0 < told["tpi"] < 1
    assert "both in one (E5)" in run(*asked).out
    general = [{**each, "text": each["text"].replace("nurse", "worker")} for each in RELEASED]
    asked = ("attack", written(tmp_path / "general.jsonl", general), *asked[2:], "--json")
    counted, worker, none = (
        answer(run(*asked, *more))["columns"]["text"]["tpi"] for more in ((), ("--mask", "worker"), ("--suppression",))
    )
    assert worker == none < counted
    assert "give them, too" in run(*asked[:6], "--suppression").err
    result = run("attack", released, "--population", people, "--originals", written(tmp_path / "one.jsonl", before[:1]))
    assert result.code == 2
    assert "no original" in result.err


def test_columns_are_compared_on_the_people_in_both(run, table):
    arguments = ("attack", table, *COLUMNS, "--attack", "overlap", "--compare", "mask", "open")
    comparison = answer(run(*arguments, "--json"))["comparison"]
    assert (comparison["one"], comparison["other"]) == ("mask", "open")
    found = comparison["attacks"]["overlap"]
    assert (found["n_documents"], found["only_one"], found["only_other"]) == (3, 0, 1)
    assert found["difference"] == pytest.approx(0.5 - 2 / 3)
    assert 0 < found["p_found"] <= 1
    assert "-0.17" in run(*arguments).out


def test_joint_attacks_are_reported_apart(run, people, released):
    arguments = ("attack", released, "--population", people, "--attack", "overlap", "--attack", "together")
    told = answer(run(*arguments, "--json"))
    assert told["apart"] == ["together"]
    column = told["columns"]["text"]
    assert column["attacks"]["together"]["trir"] == 1
    assert column["found_by_any"]["trir"] == column["attacks"]["overlap"]["trir"]
    assert "together (apart)" in run(*arguments).out


def test_scenarios(run, people, released, tmp_path):
    more = written(
        tmp_path / "more.jsonl", [{"id": "p1"}, {"id": "q1", "name": "ada grey"}, {"id": "q2", "text": "a nurse"}]
    )
    arguments = ("attack", released, "--population", people, "--attack", "overlap", "--json")
    assert answer(run(*arguments, "--keep-people", 0.5))["people"] == 2
    cut = answer(run(*arguments, "--cut", 0.2))["columns"]["text"]["each"]
    assert cut[0]["found"]["overlap"] == pytest.approx(1 / 3)  # of three people, "a" is left
    code, out, err = run(*arguments, "--add-population", more)
    assert (code, json.loads(out)["people"]) == (0, 5)
    assert err == f"unname: {more}: 2 of 3 people are in the population already and were not added again\n"
    assert run(*arguments, "--add-population", more, "--quiet").err == ""


def test_the_background_is_anonymized_for_attacks_that_want_it():
    from unname.pipeline.attack import make_attacks

    overlap, apart = make_attacks(["overlap", "assignment(attack='overlap(size=2)')"])
    for attack in (overlap, apart.inner):
        assert attack.anonymize(["Please call Anna Quill."]) == ["Please call [PERSON]."]
    assert [attack.name for attack in make_attacks(["overlap", "overlap", "overlap(size=2)"])] == [
        "overlap",
        "overlap(size=2)",
    ]


def test_an_attack_within_another_is_shared():
    from unname.pipeline.attack import make_attacks

    apart, sparse = make_attacks(["assignment(attack='sparse')", "sparse"])
    assert apart.inner is sparse
    [alone] = make_attacks(["assignment(attack='sparse')"])
    assert alone.inner.name == "sparse"


@pytest.mark.parametrize(("limit", "code"), [(0.58, 1), (0.59, 0), (1, 0), (0, 1)])
def test_more_found_than_allowed(run, people, released, limit, code):
    result = run("attack", released, "--population", people, "--max-found", limit)
    assert (result.code, result.err) == (code, "")
    assert "found by any" in result.out


def test_a_limit_that_cannot_be_judged_is_an_error(run, people):
    code, _, err = run("attack", "-", "--population", people, "--max-found", 0.5, stdin=b"a nurse")
    said = "--max-found: nobody knows who the documents are about; give --subjects or --map"
    assert (code, err) == (2, f"unname: {said}\n")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "people.jsonl: the population is empty"),
        ('{"id": "p1"}\n{"id": "p1"}', "line 2: the id is the same as in line 1"),
        ('{"text": "Xanthippe"}', "line 1: the record has neither an id nor a name"),
        ('{"id": "p1", "text": 3}', "line 1: 'text' must be a string"),
        ('["Xanthippe"]', "line 1: expected a JSON object"),
        ('{"id": "Xanthippe', "line 1: not valid JSON"),
        (None, "No such file"),
    ],
)
def test_bad_populations(run, released, tmp_path, content, said):
    path = tmp_path / "people.jsonl"
    if content is not None:
        path.write_text(content)
    code, out, err = run("attack", released, "--population", path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert MARKER not in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--name-column", "who", "--background", "bio"], "no column 'who'; there are 'name', 'bio', 'mask', 'open'"),
        ([*COLUMNS, "--column", "ner"], "no column 'ner'"),
        ([*COLUMNS, "--compare", "mask", "ner"], "--compare: no column 'ner'; there are 'mask', 'open'"),
        ([*COLUMNS, "--subjects", "x.jsonl"], "--subjects and --map are for --population"),
        ([*COLUMNS, "--cut", "0"], "a share lies above 0"),
        ([*COLUMNS, "--keep-people", "2"], "a share lies above 0"),
        ([*COLUMNS, "--attack", "guesswork"], "unknown attack 'guesswork'"),
        ([*COLUMNS, "--population", "people.jsonl"], "--name-column and --column are for a TRI table"),
        (["--background", "bio"], "give --population FILE, or --name-column and --background"),
        ([], "give --population FILE, or --name-column and --background"),
        ([*COLUMNS, "--encoding", "klingon"], "unknown encoding"),
    ],
)
def test_bad_settings_of_a_table(run, table, arguments, said):
    code, out, err = run("attack", table, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_a_column_without_text(run, tmp_path):
    path = tmp_path / "table.json.gz"
    path.write_bytes(gzip.compress(json.dumps([{**row, "none": None} for row in TABLE]).encode()))
    arguments = ("attack", path, *COLUMNS, "--attack", "overlap")
    code, out, err = run(*arguments, "--json")
    assert (code, err) == (0, "unname: column 'none' holds no text, and is left out\n")
    assert list(json.loads(out)["columns"]) == ["mask", "open"]
    code, out, err = run(*arguments, "--compare", "mask", "none")
    assert (code, out, err) == (2, "", "unname: --compare: column 'none' holds no text\n")
    assert run(*arguments, "--column", "none").code == 2


def test_a_document_that_cannot_be_read_does_not_stop_the_others(run, people, tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(RELEASED[0]) + f'\n{{"id": "x", "text": ["{MARKER}"]}}\n' + json.dumps(RELEASED[0]))
    code, out, err = run("attack", path, "--population", people, "--json")
    assert code == 2
    assert json.loads(out)["columns"]["text"]["documents"] == 1
    assert err.count("\n") == 2
    assert MARKER not in err


def test_no_document_at_all(run, people, tmp_path):
    (tmp_path / "empty.jsonl").write_text("")
    code, out, err = run("attack", tmp_path / "empty.jsonl", "--population", people)
    assert (code, out, err) == (2, "", "unname: no document to attack\n")


def test_an_attack_that_quotes_the_text_in_its_error(run, people, tmp_path):
    path = written(tmp_path / "x.jsonl", [{"id": "x", "text": MARKER, "subject": "p1"}])
    code, out, err = run("attack", path, "--population", people, "--attack", "quoting")
    assert (code, out, err) == (1, "", "unname: internal error (ValueError)\n")


def test_an_id_cannot_steer_the_terminal(run, people, tmp_path):
    path = written(tmp_path / "x.jsonl", [{"id": "a\x1b[2J[bold]", "text": "a nurse", "subject": "p1"}])
    out = run("attack", path, "--population", people, "--attack", "overlap", "--explain", "--top", 1).out
    assert "a\u241b[2J[bold]" in out
    assert "\x1b" not in out


@pytest.mark.parametrize("attack", ["overlap", "sparse"])
def test_documents_of_ten_megabytes(run, people, tmp_path, attack):
    path = written(tmp_path / "x.jsonl", [{"id": "x", "text": "sailing " * 1_250_000, "subject": "p1"}])
    told = answer(run("attack", path, "--population", people, "--attack", attack, "--json"))
    assert told["columns"]["text"]["attacks"][attack]["trir"] == 1


def test_a_list_of_the_best_tells_at_least_which_rank(run, tmp_path):
    people = [{"id": f"p{n}", "text": " ".join(["nurse", "sailing", "judge", "cook"][: n + 1])} for n in range(4)]
    paths = (
        written(tmp_path / "people.jsonl", people),
        written(tmp_path / "x.jsonl", [{"id": "x", "text": "cook judge", "subject": "p0"}]),
    )
    arguments = ("attack", paths[1], "--population", paths[0], "--attack", "sparse(top=2)")
    column = answer(run(*arguments, "--json"))["columns"]["text"]
    assert column["attacks"]["sparse(top=2)"]["n_bounded"] == 1
    assert column["each"][0]["ranks"]["sparse(top=2)"] == 2.5
    assert column["each"][0]["at_least"] == {"sparse(top=2)": True}


def test_the_real_attack_finds_and_explains(run, people, released):
    arguments = ("attack", released, "--population", people, "--attack", "sparse", "--explain")
    each = answer(run(*arguments, "--json"))["columns"]["text"]["each"]
    assert each[0]["found"] == {"sparse": 1}
    words = each[0]["clues"]["sparse"]
    assert {"nurse", "sailing", "nurse sailing"} == {clue["word"] for clue in words}
    assert sum(clue["share"] for clue in words) == pytest.approx(1)


def test_the_invented_people_of_the_documents(run):
    told = answer(
        run("attack", DATA / "released.jsonl", "--population", DATA / "people.jsonl", "--attack", "sparse", "--json")
    )
    summary = told["columns"]["text"]["attacks"]["sparse"]
    # Three say enough; of one all is hidden, so that chance alone is left; and one is about nobody in the population.
    assert summary["trir"] == pytest.approx((3 + 1 / 6) / 5)
    assert summary["upper_bound"] == 0.8


def test_an_invented_table(run):
    columns = ("--name-column", "name", "--background", "background")
    told = answer(run("attack", DATA / "table.csv", *columns, "--attack", "sparse", "--json"))["columns"]
    assert told["masked"]["attacks"]["sparse"]["trir"] == 0.75
    assert told["labeled"]["attacks"]["sparse"]["trir"] == pytest.approx(2 / 3)


def test_help_shows_an_example(run):
    code, out, _ = run("attack", "--help")
    assert code == 0
    assert "Example: unname attack " in " ".join(out.split())


def test_people_added_to_a_table_are_not_taken_for_its_rows(run, table, tmp_path):
    records = [{"id": "1", "text": "a cook"}, {"id": "2", "name": "ada grey", "text": "a judge"}]
    more = written(tmp_path / "more.jsonl", records)
    code, out, err = run("attack", table, *COLUMNS, "--attack", "overlap", "--add-population", more, "--json")
    assert (code, json.loads(out)["people"]) == (0, 4)
    assert "1 of 2 people are in the population already" in err


def test_a_limit_on_what_is_not_counted_is_an_error(run, people, released):
    code, _, err = run("attack", released, "--population", people, "--attack", "together", "--max-found", 0.5)
    assert code == 2
    assert "attacks that judge documents together are not counted" in err


def test_a_list_of_one_finds_whom_it_names(run, people, released):
    told = answer(run("attack", released, "--population", people, "--attack", "sparse(top=1)", "--json"))
    assert [each["found"]["sparse(top=1)"] for each in told["columns"]["text"]["each"]] == [1, 0, 0.25]


def test_released_documents_are_told_apart_by_the_map_back(run, people, tmp_path):
    originals = written(tmp_path / "letters.jsonl", RELEASED)
    out, back = tmp_path / "out.jsonl", tmp_path / "map.jsonl"
    assert run("release", originals, "--out", out, "--keep-map", back, "--detector", "rules").code == 0
    options = ("--population", people, "--attack", "sparse", "--json")
    subjects = ("--subjects", originals) if any("subject" in record for record in RELEASED) else ()
    before = answer(run("attack", originals, *options))["columns"]["text"]
    after = answer(run("attack", out, *options, "--map", back, *subjects))["columns"]["text"]
    assert after["judged"] == before["judged"] > 0
    who = {line["id"]: line["document"] for line in map(json.loads, back.read_text().splitlines())}
    assert {who[each["id"]]: each["subject"] for each in after["each"]} == {
        each["id"]: each["subject"] for each in before["each"]
    }


def test_subjects_of_other_ids_ask_for_the_map(run, people, tmp_path):
    released = written(tmp_path / "r.jsonl", [{"id": "document-0001", "text": "a nurse"}])
    subjects = written(tmp_path / "s.jsonl", [{"id": "a", "subject": "p1"}])
    code, out, err = run("attack", released, "--population", people, "--subjects", subjects)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "no document has an id that --subjects names; give the map back" in err
