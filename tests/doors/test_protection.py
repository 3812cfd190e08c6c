"""`unname measure protection`: what a release hid of what is marked, and every bad input."""

import json
from pathlib import Path

import pytest

MARKER = "Xanthippe"
DATA = Path(__file__).parent.parent / "data"
GOLD = """%%% a | a nurse
⟦d:PERSON|Tony Booth⟧, a nurse from ⟦q:LOC|Ruritania⟧, takes ⟦k|warfarin 3 mg⟧ every day.
%%% b | a judge
⟦d:PERSON|Anna Grey⟧ is a ⟦k|judge⟧.
"""
TEXTS = {"a": "Tony Booth, a nurse from Ruritania, takes warfarin 3 mg every day.", "b": "Anna Grey is a judge."}
RELEASED = {"b": "*** is a judge.", "a": "Tony ***, a nurse from [LOC], takes *** 3 mg every day."}


def records(**texts):
    return [{"id": id, "text": text} for id, text in texts.items()]


@pytest.fixture
def files(tmp_path):
    def write(name, content):
        path = tmp_path / name
        lines = content if isinstance(content, str) else "".join(json.dumps(each) + "\n" for each in content)
        path.write_text(lines, encoding="utf-8")
        return path

    return write


@pytest.fixture
def gold(files):
    return files("gold.marked", GOLD)


@pytest.fixture
def released(files):
    return files("released.jsonl", records(**RELEASED))


def measured(run, *options):
    return run("measure", "protection", *options)


def figures(run, *options):
    code, out, err = measured(run, *options, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_figures_as_json(run, gold, released):
    found = figures(run, gold, released)
    assert (found["documents"], found["without_release"]) == (2, 0)
    assert (found["direct"], found["quasi"], found["damaged"]) == (0.5, 1.0, 0.5)
    # Booth, Ruritania, Anna Grey against these and warfarin; then Tony is missing.
    assert found["precision"] == pytest.approx(22 / 30)
    assert found["letter_recall"] == pytest.approx(22 / 26)
    assert found["by_label"]["direct"] == {"PERSON": {"recall": 0.5, "strings": 2}}
    assert found["wrong"] == [
        {"id": "a", "start": 0, "end": 10, "role": "direct", "label": "PERSON", "hidden": 5, "letters": 9},
        {"id": "a", "start": 42, "end": 55, "role": "none", "hidden": 8, "letters": 11},
    ]


def test_places_are_told_and_texts_only_if_asked_for(run, gold, released):
    code, out, err = measured(run, gold, released)
    assert (code, err) == (0, "")
    assert "2 strings missed or damaged:" in out
    assert "missed direct PERSON    5 of 9 hidden  a 0..10" in out
    assert not [word for word in ("Tony", "warfarin", "Ruritania") if word in out]
    shown = measured(run, gold, released, "--show-misses").out
    assert "a 0..10  Tony Booth" in shown
    assert "a 42..55  warfarin 3 mg" in shown
    assert figures(run, gold, released, "--show-misses")["wrong"][0]["text"] == "Tony Booth"


def test_a_long_list_is_cut(run, files):
    names = " ".join("⟦d:PERSON|Ada⟧" for _ in range(30))
    gold, after = (
        files("g.marked", f"%%% a\n{names} left"),
        files("r.jsonl", records(a=" ".join(["Ada"] * 30) + " left")),
    )
    out = measured(run, gold, after).out
    assert "and 10 more; --json lists all" in out
    assert len(figures(run, gold, after)["wrong"]) == 30


@pytest.mark.parametrize("ending", ["jsonl", "tab", "conll"])
def test_gold_in_other_formats_gives_the_same(run, files, released, ending):
    text = TEXTS["b"]
    mention = {"start": 0, "end": 9, "label": "PERSON", "role": "direct"}
    named = {"start_offset": 0, "end_offset": 9, "entity_type": "PERSON", "identifier_type": "DIRECT", "entity_id": "e"}
    case = {"doc_id": "b", "text": text, "annotations": {"x": {"entity_mentions": [named]}}}
    tags = "# newdoc id = b\nAnna\tB-PER\nGrey\tI-PER\nis\tO\na\tO\njudge\tO\n.\tO\n"
    gold, after = (
        {
            "jsonl": ("g.jsonl", [{"id": "b", "text": text, "mentions": [mention]}]),
            "tab": ("g.json", json.dumps([case])),
            "conll": ("g.conll", tags),
        }[ending],
        files("r.jsonl", records(b="*** Grey is a judge ." if ending == "conll" else "*** Grey is a judge.")),
    )
    found = figures(run, files(*gold), after)
    # CoNLL knows no roles: what is tagged is quasi.
    role = "quasi" if ending == "conll" else "direct"
    assert found[role] == 0.0
    assert found["strings"][role] == 1
    assert (found["precision"], found["letter_recall"], found["damaged"]) == (1.0, 0.5, None)
    assert [(row["start"], row["end"], row["label"]) for row in found["wrong"]] == [(0, 9, "PERSON")]


def test_each_annotator_of_tab_counts_and_a_miss_is_listed_once(run, files):
    cases = json.loads((DATA / "echr_cases.json").read_text())
    several = next(case for case in cases if len(case["annotations"]) > 1)
    after = files("r.jsonl", [{"id": several["doc_id"], "text": several["text"]}])
    found = figures(run, DATA / "echr_cases.json", after)
    spans = [(row["start"], row["end"], row["role"]) for row in found["wrong"]]
    assert len(spans) == len(set(spans)) < found["strings"]["direct"] + found["strings"]["quasi"]
    assert found["without_release"] == len(cases) - 1


def test_a_release_of_ours_is_measured_by_its_map(run, gold, tmp_path):
    after, back = tmp_path / "released.jsonl", tmp_path / "map.jsonl"
    options = ("--out", after, "--keep-map", back, "--detector", "capitals", "--quiet")
    assert run("release", gold, *options, "--ignore-mentions").code == 0
    found = figures(run, gold, after, "--map", back)
    assert found["documents"] == 2
    aligned = figures(run, gold, files_by_id(after, back), "--json")
    assert {key: aligned[key] for key in ("direct", "quasi", "damaged")} == {
        key: found[key] for key in ("direct", "quasi", "damaged")
    }


def files_by_id(released, back):
    originals = {line["id"]: line["document"] for line in map(json.loads, back.read_text().splitlines())}
    path = released.with_name("named.jsonl")
    lines = [json.loads(line) for line in released.read_text().splitlines()]
    path.write_text("".join(json.dumps({**line, "id": originals[line["id"]]}) + "\n" for line in lines))
    return path


def test_marks_are_hidden_as_given_unless_they_are_ignored(run, files, tmp_path):
    gold = files("g.marked", "%%% a\nthe ⟦q:MISC|old boat⟧ of ⟦d:PERSON|Ada⟧ sank")
    for ignored, expected in (((), 1.0), (("--ignore-mentions",), 0.0)):
        out, back = tmp_path / f"r{len(ignored)}.jsonl", tmp_path / f"m{len(ignored)}.jsonl"
        assert run("release", gold, "--out", out, "--keep-map", back, "--detector", "capitals", *ignored).code == 0
        assert figures(run, gold, out, "--map", back)["quasi"] == expected


def test_a_map_that_is_of_other_texts_is_told(run, files, gold):
    edits = [{"old": [0, 9], "new": [0, 3], "entity": "e1"}]
    back = files("map.jsonl", [{"id": "1", "document": "b", "edits": edits}])
    after = files("r.jsonl", [{"id": "1", "text": f"*** was {MARKER}, a judge."}])
    code, out, err = measured(run, gold, after, "--map", back, "--json")
    assert code == 2
    assert json.loads(out)["documents"] == 0
    assert err.startswith("unname: document 'b': the edits in the map do not turn this text into its release;")
    assert MARKER not in err


def test_a_release_of_another_text_is_told(run, gold, files):
    after = files("r.jsonl", records(a=f"{MARKER} went down to the river because it was warm outside", b=RELEASED["b"]))
    code, out, err = measured(run, gold, after, "--json")
    assert (code, json.loads(out)["documents"]) == (2, 1)
    assert err == "unname: document 'a': the released text has hardly a word of this one; they do not belong together\n"


def test_texts_without_a_release_are_told(run, gold, files):
    code, _, err = measured(run, gold, files("r.jsonl", records(b=RELEASED["b"])))
    assert (code, err) == (0, "unname: 1 of 2 texts have no release and enter no figure\n")


@pytest.mark.parametrize(
    ("gold", "after", "options", "message"),
    [
        (GOLD, records(z=MARKER), [], "1 of 1 released texts have an id that no original has"),
        (GOLD, records(a=MARKER), ["--by-order"], "as many texts before as after, got 2 and 1"),
        (GOLD, [], [], "no texts"),
        (f"%%% a\n{MARKER} left", records(a=MARKER), [], "nothing is marked in the 1 texts"),
        (f"%%% a\n⟦d:PERSON|{MARKER}", records(a=MARKER), [], "a mark that is not closed"),
        (GOLD, records(a=MARKER), ["--from", "odt"], "--from must be"),
        (GOLD, records(a=MARKER), ["--encoding", "klingon"], "unknown encoding"),
    ],
)
def test_bad_input_is_told_without_a_word_of_it(run, files, gold, after, options, message):
    code, _, err = measured(run, files("g.marked", gold), files("r.jsonl", after), *options)
    assert code == 2
    assert message in err
    assert MARKER not in err


@pytest.mark.parametrize(
    ("edits", "message"),
    [
        ("all", "line 1: edits must be a list"),
        ([{"old": [0]}], "line 1: a span is written [start, end]"),
        ([{"old": [0, "x"], "new": [0, 1]}], "line 1: start and end must be whole numbers"),
    ],
)
def test_broken_edits_are_told_by_their_line(run, gold, files, edits, message):
    back = files("map.jsonl", [{"id": "b", "document": "b", "edits": edits}])
    code, out, err = measured(run, gold, files("r.jsonl", records(b=RELEASED["b"])), "--map", back)
    assert (code, out) == (2, "")
    assert message in err


def test_a_broken_gold_file_fails_alone(run, tmp_path, released):
    folder = tmp_path / "gold"
    folder.mkdir()
    (folder / "a.marked").write_text(GOLD, encoding="utf-8")
    (folder / "b.json").write_text(f'[{{"doc_id": "{MARKER}')
    code, out, err = measured(run, folder, released, "--json")
    assert (code, json.loads(out)["documents"]) == (2, 2)
    assert "b.json" in err
    assert MARKER not in err
