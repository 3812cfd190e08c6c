"""A release that is attacked before it is written."""

import json
import re
from pathlib import Path

import pytest

from doors.files import written

MARKER = "Xanthippe"
JOBS = ("keeper", "judge", "cook", "nurse", "smith", "baker", "pilot", "tailor")
HOBBIES = ("parrots", "cellos", "orchids", "kites", "stamps", "canoes", "clocks", "bonsai")
PEOPLE = [
    {"id": f"p{number}", "name": f"Person {chr(65 + number)}", "text": f"a {job} with {hobby} in Zenda town"}
    for number, (job, hobby) in enumerate(zip(JOBS, HOBBIES, strict=True))
]
LETTERS = [
    {"id": "a", "subject": "p0", "text": "This keeper has parrots and lives here."},
    {"id": "b", "subject": "p1", "text": "That judge has cellos and lives there."},
    {"id": "c", "subject": "p2", "text": "Somebody lives somewhere in town."},
]
AS_THEY_ARE = ("--keep-ids", "--keep-order")
ATTACK = ("--attack", "sparse", "--jury", "sparse(characters=(4, 5))", *AS_THEY_ARE)


def released(folder: Path) -> dict[str, str]:
    found = [json.loads(line) for path in folder.glob("*.jsonl") for line in path.read_text().splitlines()]
    return {each["id"]: each["text"] for each in found}


def test_whoever_is_found_is_hidden_better(run, people, letters, tmp_path):
    out = tmp_path / "released"
    code, _, err = run("release", letters, "--population", people, *ATTACK, "--detector", "rules", "--out", f"{out}/")
    assert code == 0
    texts = released(out)
    assert texts["c"] == LETTERS[2]["text"]
    for id, words in {"a": ("keeper", "parrots"), "b": ("judge", "cellos")}.items():
        assert not all(word in texts[id] for word in words)
        assert "lives" in texts[id]
    found = r"found by an attack or the jury: \d+% \(.*\) of the originals, \d+% \(.*\) of what is released"
    assert re.search(f"{found}, by construction\n", err)
    assert f"the report is in {out / 'report.html'}" in err
    facts = json.loads((out / "report.json").read_text())
    assert (facts["verdict"], facts["reasons"]) == ("holds", [])
    assert "verdict: holds\n" in err
    assert "found with other knowledge than the population: not measured (see --other-knowledge)" in err
    assert [facts["attacks"][name]["judges"] for name in facts["attacks"]] == [False, True]
    assert facts["about"]["population"]["people"] == len(PEOPLE)
    assert facts["words"]["changed_after_first"] == 2
    page = (out / "report.html").read_text()
    assert "parrots" not in page
    assert "parrots" not in (out / "report.json").read_text()


def test_words_are_quoted_on_request_only(run, people, letters, tmp_path):
    out = tmp_path / "released"
    call = ("release", letters, "--population", people, *ATTACK, "--detector", "rules", "--out", f"{out}/")
    assert run(*call, "--include-text").code == 0
    assert "parrots" in (out / "report.html").read_text()


def test_what_the_jury_finds_is_withheld_and_the_rest_is_released(run, people, letters, tmp_path):
    out = tmp_path / "released"
    jury = ("--attack", "none", "--jury", "sparse", *AS_THEY_ARE)
    code, _, err = run("release", letters, "--population", people, *jury, "--detector", "rules", "--out", f"{out}/")
    assert code == 1
    assert set(released(out)) == {"c"}
    assert "document 'a': the jury (sparse) finds the person\n" in err
    assert "released 1 of 3 documents, 2 withheld" in err
    assert [row["status"] for row in json.loads((out / "report.json").read_text())["documents"]].count("withheld") == 2


def test_a_loop_that_does_not_come_to_an_end_withholds(run, people, letters, tmp_path):
    policy, out = tmp_path / "policy.toml", tmp_path / "out.jsonl"
    policy.write_text('max_rounds = 4\nallow = ["keeper", "parrots"]\nattacks = ["sparse"]\njury = ["none"]\n')
    call = ("release", letters, "--population", people, "--policy", policy, "--detector", "rules", "--out", out)
    code, _, err = run(*call, *AS_THEY_ARE)
    assert code == 1
    assert "document 'a': sparse still finds the person after " in err
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == ["b", "c"]


def test_the_same_release_twice_is_the_same(run, people, letters, tmp_path):
    made = []
    for number in range(2):
        out = tmp_path / str(number)
        key = ("--hash-key", tmp_path / "key")
        run("release", letters, "--population", people, *ATTACK, "--detector", "rules", "--out", f"{out}/", *key)
        made.append({path.name: path.read_text() for path in out.iterdir()})
    assert made[0] == made[1]
    assert set(made[0]) == {"document-0001.jsonl", "report.html", "report.json"}


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({"id": "x", "subject": "p99", "text": f"{MARKER} is a judge."}, "its subject is not in the population"),
        ({"id": "x", "subject": ["p0", "p1"], "text": f"{MARKER} is a judge."}, "subject"),
        ({"id": "x", "text": 7}, "text"),
    ],
)
def test_bad_documents_are_told_in_one_line_and_the_rest_goes_on(run, people, tmp_path, record, said):
    letters, out = written(tmp_path / "x.jsonl", [record, *LETTERS]), tmp_path / "released"
    code, _, err = run("release", letters, "--population", people, *ATTACK, "--detector", "rules", "--out", f"{out}/")
    assert code == 2
    (line,) = (line for line in err.splitlines() if "'x'" in line)
    assert said in line
    assert MARKER not in err
    assert set(released(out)) == {"a", "b", "c"}


def test_people_of_one_name_stay_apart(run, letters, tmp_path):
    people = written(tmp_path / "people.jsonl", [{**person, "name": "Anna Quill"} for person in PEOPLE])
    out = tmp_path / "released"
    code, _, _ = run("release", letters, "--population", people, *ATTACK, "--detector", "rules", "--out", f"{out}/")
    assert code == 0
    assert set(released(out)) == {"a", "b", "c"}


@pytest.mark.parametrize(
    ("policy", "options", "said"),
    [
        ('attacks = ["oracle"]', [], "oracle"),
        ('jury = ["sparse(nonsense=1)"]', [], "nonsense"),
        ("", ["--attack", "sparse", "--jury", "sparse"], "which must be apart"),
        ("", ["--progress", "smoke"], "--progress must be bar or json or none"),
        ("max_rounds = 0", [], "max_rounds must be at least 1"),
    ],
)
def test_settings_that_make_no_sense_are_told_in_one_line(run, people, letters, tmp_path, policy, options, said):
    (tmp_path / "policy.toml").write_text(policy)
    out = tmp_path / "released"
    call = ("release", letters, "--population", people, "--policy", tmp_path / "policy.toml", "--detector", "rules")
    code, printed, err = run(*call, "--out", f"{out}/", *options)
    assert (code, printed, err.count("\n")) == (2, "", 1)
    assert said in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letters.jsonl", "people.jsonl", "policy.toml"]


def test_attacks_need_a_population(run, letters, tmp_path):
    code, _, err = run("release", letters, "--attack", "sparse", "--out", tmp_path / "x", "--detector", "rules")
    assert code == 2
    assert "attacks and jury need a population" in err


def test_progress_for_machines(run, people, letters, tmp_path):
    call = (
        "release",
        letters,
        "--population",
        people,
        *ATTACK,
        "--detector",
        "rules",
        "--out",
        f"{tmp_path}/released/",
    )
    told = [json.loads(line) for line in run(*call, "--progress", "json").err.splitlines() if line.startswith("{")]
    assert {"detect", "round 1", "round 2", "check"} <= {line["stage"] for line in told}
    assert told[0]["total"] == 3


def corpus(folder, *texts):
    folder.mkdir()
    for number, text in enumerate(texts):
        (folder / f"{number}.txt").write_text(text)
    return folder


def test_without_a_population_nothing_is_claimed(run, tmp_path):
    """Nobody looked for anybody, and what no detector found is visible all the same."""
    thumbs = "Anna is a nurse. He lost both thumbs juggling chainsaws on live television."
    folder = corpus(tmp_path / "letters", thumbs, "Bert is a nurse.", "Carl is a nurse.")
    code, _, err = run("release", folder, "--out", tmp_path / "released", "--detector", "capitals")
    assert code == 0
    estimated = "but how many people fit was estimated for all that is released"
    assert f"verdict: not shown\nunname:   not attacked: no population was given, {estimated}\n" in err
    assert "unname: people who fit what a document shows, by estimate: smallest " in err
    unique = "documents that say something that nobody else in the corpus says"
    assert f"{unique}: 100% (44% to 100%) of the originals" in err
    assert "; 33% (6% to 79%) of what is released, 0 things in the median" in err
    facts = json.loads((tmp_path / "released" / "report.json").read_text())
    assert (facts["verdict"], facts["attacks"], facts["about"]["population"]) == ("not shown", {}, None)
    page = (tmp_path / "released" / "report.html").read_text()
    assert "Not attacked." in page
    assert "policy holds" not in page
    assert "was supplied" not in page
    assert "chainsaws" not in page


def test_a_document_alone_cannot_be_compared(run, tmp_path):
    folder = corpus(tmp_path / "letters", "this is Anna of Zenda")
    err = run("release", folder, "--out", tmp_path / "released", "--detector", "capitals").err
    assert "nobody else in the corpus says: there is nobody to compare with\n" in err


def test_other_knowledge_is_measured_and_decides_nothing(run, people, letters, tmp_path):
    other = written(
        tmp_path / "other.jsonl",
        [{"id": f"p{number}", "text": text} for number, text in enumerate(["this", "that", "town"])],
    )
    outs = [tmp_path / name for name in ("plain", "told")]
    call = ("release", letters, "--population", people, *ATTACK, "--detector", "rules")
    assert run(*call, "--out", f"{outs[0]}/").code == 0
    code, _, err = run(*call, "--out", f"{outs[1]}/", "--other-knowledge", other)
    assert code == 0
    assert re.search(
        r"found with other knowledge: \d+% \(.*\) of the originals, \d+% \(.*\) of what is released\n", err
    )
    assert released(outs[0]) == released(outs[1])
    facts = json.loads((outs[1] / "report.json").read_text())
    assert facts["about"]["other_knowledge"]["people"] == 3
    assert facts["other_knowledge"]["any"]["released"]["documents"] == 3
    assert "Against other knowledge about 3 people" in (outs[1] / "report.html").read_text()


def test_other_knowledge_needs_the_same_people(run, people, letters, tmp_path):
    other = written(tmp_path / "other.jsonl", [{"id": "q1", "text": "a judge"}])
    call = ("release", letters, "--detector", "rules", "--out", f"{tmp_path}/released/", "--other-knowledge", other)
    code, _, err = run(*call)
    assert (code, err.count("\n")) == (2, 1)
    assert "--other-knowledge needs --population FILE" in err
    code, _, err = run(*call, "--population", people)
    assert (code, err.count("\n")) == (2, 1)
    assert "none of its ids is in the population" in err
    assert not (tmp_path / "released").exists()
