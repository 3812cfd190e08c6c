"""`unname attack --attack infilling` and `--candidates`: what is put back, how much is right, and whom that names."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from chatting import ChatEndpoint, serving
from doors.files import written
from unname.attack.infilling.situation import Passage
from unname.core.document import Span
from unname.core.registry import BUILT_INS

ALIGN = "infilling(readers=('align',))"
RELEASED = [
    {"id": "r1", "text": "[PERSON] was born in *** in [LOC]. She read law at the ORG_1 and sailed home."},
    {"id": "r2", "text": "<mask> cooks in ██████ and won the SENSITIVE in 1990."},
    {"id": "r3", "text": "Nobody is hidden here."},
]
ORIGINALS = [
    {
        "id": "o1",
        "text": "Ada Grey was born in 1950 in Zenda. She read law at the University of Lutha and sailed home.",
    },
    {"id": "o2", "text": "Tom White cooks in Graustark and won the Golden Spoon in 1990."},
    {"id": "o3", "text": "Nobody is hidden here."},
]
MAP = [{"id": f"r{n}", "document": f"o{n}"} for n in (1, 2, 3)]
LIFE = "Ada Grey was born in 1950 in Zenda, by the sea. There she read law at the University of Lutha, and left."
SUBJECTS = [{"id": "o1", "subject": "Ada Grey"}, {"id": "o2", "subject": "Tom White"}]
MARKER = "Zyxwvut"


@pytest.fixture
def endpoint() -> Iterator[ChatEndpoint]:
    with serving() as told:
        yield told


@pytest.fixture
def given(tmp_path, monkeypatch):
    monkeypatch.setitem(BUILT_INS["attack"], "overlap", "doors.attackers:Overlap")  # type: ignore[arg-type]
    files = {"released": RELEASED, "originals": ORIGINALS, "map": MAP, "subjects": SUBJECTS}
    paths = {name: written(tmp_path / f"{name}.jsonl", records) for name, records in files.items()}
    paths["knowledge"] = tmp_path / "knowledge"
    paths["knowledge"].mkdir()
    (paths["knowledge"] / "ada.txt").write_text(LIFE)
    paths["names"] = tmp_path / "names.txt"
    paths["names"].write_text("Ada Grey\n\nTom White\nRupert Hentzau\n")
    return paths


def fill(*words, confidence=0.8):
    return json.dumps({"fill": words, "confidence": confidence})


def test_what_an_outsider_would_put_back_is_told_with_its_passage(run, given):
    result = run("attack", given["released"], "--attack", ALIGN, "--background", given["knowledge"])
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert len(lines) == 7
    assert lines[0].startswith("r1 0..8 [PERSON]: Ada Grey 0.")
    assert "; from ada 0.." in lines[0]
    assert lines[0].endswith("(align)")
    assert lines[6] == "r2 35..44 SENSITIVE: nothing"


def test_the_same_as_one_json_object(run, given):
    options = ("--attack", ALIGN, "--background", given["knowledge"], "--json")
    told = json.loads(run("attack", given["released"], *options).out)
    assert {key: told[key] for key in ("filler", "documents", "masks", "identity", "readings")} == {
        "filler": told["filler"],
        "documents": 3,
        "masks": 7,
        "identity": None,
        "readings": {},
    }
    assert list(told["levels"]) == ["L2"]
    level = told["levels"]["L2"]
    assert (level["background"], level["leaks"], level["recovery"]) == (1, 0, None)
    assert [len(each["masks"]) for each in level["each"]] == [4, 3, 0]
    first = level["each"][0]["masks"][0]
    assert (first["start"], first["end"], first["label"], first["right"]) == (0, 8, "PERSON", None)
    best = first["candidates"][0]
    assert (best["text"], best["reader"], best["source"]) == ("Ada Grey", "align", "ada")
    assert LIFE[slice(*best["passage"])].startswith("Ada Grey")


def test_how_much_is_right_at_every_level(run, given):
    options = ("--attack", ALIGN, "--background", given["knowledge"], "--originals", given["originals"])
    result = run("attack", given["released"], *options, "--map", given["map"], "--json")
    assert (result.code, result.err) == (0, "")
    levels = json.loads(result.out)["levels"]
    assert list(levels) == ["L1", "L2", "L3", "L4"]
    exact = [levels[level]["recovery"]["all"]["exact"] for level in levels]
    assert exact[0] == 0
    assert exact[3] == 1
    assert set(levels["L4"]["recovery"]["by_label"]) == {"PERSON", "LOC", "ORG"}
    assert all(mask["right"] for each in levels["L4"]["each"] for mask in each["masks"])
    assert levels["L4"]["each"][1]["masks"][0]["candidates"][0]["source"] == "original/o2"


def test_one_level_in_a_table(run, given):
    options = ("--attack", ALIGN, "--originals", given["originals"], "--map", given["map"], "--level", "L4", "--top", 1)
    result = run("attack", given["released"], *options)
    assert result.code == 0
    lines = result.out.splitlines()
    assert lines[0].startswith("r1 0..8 [PERSON] (right): Ada Grey 0.")
    head = next(number for number, line in enumerate(lines) if line.startswith("level"))
    assert lines[head + 1].split()[:6] == ["L4", "7", "7", "1.00", "(1.00-1.00)", "1.00"]
    assert lines[head + 2].split()[:2] == ["LOC", "1"]


def test_who_is_named_by_masked_and_by_filled_texts(run, given):
    people = written(
        given["names"].parent / "people.jsonl", [{"name": "Ada Grey", "text": "Ada"}, {"name": "X", "text": "x"}]
    )
    options = ("--attack", ALIGN, "--attack", "overlap", "--candidates", people, "--background", given["knowledge"])
    who = ("--subjects", given["subjects"], "--map", given["map"])
    told = json.loads(run("attack", given["released"], *options, *who, "--json").out)["identity"]["L2"]
    shares = {column: (each["overlap"]["acc1"], each["overlap"]["acc10"]) for column, each in told.items()}
    assert shares == {"masked": (0.25, 0.5), "filled": (0.5, 0.5)}
    assert told["filled"]["overlap"]["each"][0]["candidates"][0] == {"id": "Ada Grey", "score": 1.0}
    result = run("attack", given["released"], *options, *who)
    lines = [line.split() for line in result.out.splitlines()]
    assert ["masked", "2", "0.25", "0.50", "overlap"] in lines
    assert ["filled", "2", "0.50", "0.50", "overlap"] in lines
    assert "r3 filled, by overlap: " in result.out


def test_names_alone_are_ranked_with_the_background(run, given):
    options = ("--attack", "ranker", "--candidates", given["names"], "--background", given["knowledge"])
    who = ("--subjects", given["subjects"], "--map", given["map"])
    told = json.loads(run("attack", given["released"], *options, *who, "--json").out)["identity"]["L2"]
    assert list(told) == ["masked", "filled"]
    assert told["filled"]["ranker"]["judged"] == 2
    assert told["filled"]["ranker"]["each"][0]["rank"] == 1
    assert [each["ranker"]["acc10"] for each in told.values()] == [1.0, 1.0]


def test_names_alone_may_stand_in_a_text_file(run, given):
    given["names"].write_text("Ada Grey\nTom White\nADA  GREY\n")
    options = ("--attack", ALIGN, "--attack", "overlap", "--candidates", given["names"])
    result = run("attack", given["released"], *options, "--subjects", given["subjects"], "--map", given["map"])
    assert result.code == 0
    assert f"{given['names']}: names that stand there twice count once: 1" in result.err


def test_documents_without_masks_are_told(run, given):
    result = run("attack", given["knowledge"], "--attack", ALIGN, "--background", given["knowledge"])
    assert (result.code, result.out) == (0, "no document has a mask: there is nothing to fill\n")
    told = json.loads(run("attack", given["knowledge"], "--attack", ALIGN, "--json").out)
    assert told["masks"] == 0


def test_a_thousand_masks(run, given, tmp_path):
    many = written(tmp_path / "many.jsonl", [{"id": "m", "text": "*** met [NAME]. " * 500}])
    result = run("attack", many, "--attack", ALIGN, "--background", given["knowledge"])
    assert result.code == 0
    assert len(result.out.splitlines()) == 1000


@pytest.mark.parametrize("background", [None, "empty folder", "empty text"])
def test_without_background_the_level_is_told(run, given, tmp_path, background):
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty.txt").write_text(" \n")
    where = {"empty folder": tmp_path / "empty", "empty text": tmp_path / "empty.txt"}.get(background)
    options = () if where is None else ("--background", where)
    result = run("attack", given["released"], "--attack", ALIGN, *options, "--json")
    assert result.code == 0
    assert result.err == "unname: no background: the attacker has nothing to read at the level L1\n"
    [(level, told)] = json.loads(result.out)["levels"].items()
    assert (level, told["background"]) == ("L1", 0)


def test_redacted_documents_as_background_give_no_masks_back(run, given):
    result = run("attack", given["released"], "--attack", ALIGN, "--background", given["released"], "--json")
    masks = [mask for each in json.loads(result.out)["levels"]["L2"]["each"] for mask in each["masks"]]
    texts = [candidate["text"] for mask in masks for candidate in mask["candidates"]]
    assert not any(sign in text for text in texts for sign in ("*", "[", "<", "█", "ORG_1", "SENSITIVE"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--attack", ALIGN, "--level", "L5"), "unknown level 'L5'"),
        (("--attack", ALIGN, "--level", "L3"), "give --originals"),
        (("--attack", ALIGN, "--level", "L2"), "give --background"),
        (("--attack", ALIGN, "--originals", "{originals}"), "--map FILE"),
        (("--attack", ALIGN, "--background", "{tmp}/nowhere"), "no such file"),
        (("--attack", ALIGN, "--attack", "overlap"), "--candidates"),
        (("--attack", ALIGN, "--attack", "infilling"), "one --attack at a time"),
        (("--attack", ALIGN, "--population", "{names}"), "do not go with them"),
        (("--attack", ALIGN, "--explain"), "do not go with them"),
        (("--attack", ALIGN, "--max-found", "0"), "do not go with them"),
        (("--attack", ALIGN, "--attack", "overlap", "--candidates", "{empty}"), "there are no names"),
        (("--attack", "infilling(readers=('magic',))"), "unknown reader 'magic'"),
        (("--attack", "infilling(order='backwards')"), "unknown order 'backwards'"),
        (("--attack", "overlap", "--level", "L1"), "for attacks on masks"),
        (("--attack", "overlap", "--originals", "{originals}"), "give --population"),
        (("--attack", ALIGN, "--endpoint", "http://127.0.0.1:9/v1"), "--model"),
        (("--attack", ALIGN, "--endpoint", "https://llm.example/v1", "--model", "big"), "--allow-remote"),
        (("--attack", ALIGN, "--model", "big"), "belong to --endpoint"),
        (("--attack", "infilling(readers=('chat',))"), "needs an endpoint"),
        (("--attack", ALIGN, "--subjects", "{subjects}"), "--map FILE"),
    ],
)
def test_bad_settings_are_told_in_a_line(run, given, tmp_path, options, said):
    (tmp_path / "empty.list").write_text("\n")
    names = {**given, "tmp": tmp_path, "empty": tmp_path / "empty.list"}
    result = run("attack", given["released"], *(str(option).format(**names) for option in options))
    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert len(result.err.splitlines()) == 1


def test_a_map_of_other_originals_is_told(run, given):
    other = written(given["map"].parent / "other.jsonl", ORIGINALS[:1])
    result = run("attack", given["released"], "--attack", ALIGN, "--originals", other, "--map", given["map"])
    assert (result.code, result.out) == (2, "")
    assert "2 of 3 released documents have no original" in result.err


def test_an_endpoint_adds_a_reader_and_its_costs_are_told(run, given, endpoint, monkeypatch):
    whole = lambda self, text, masks, documents: [  # noqa: E731
        [Passage(each.id, Span(0, len(each.text)), each.text, 1.0) for each in documents] for _ in masks
    ]
    monkeypatch.setattr("unname.attack.infilling.passages.Passages.find", whole)
    endpoint.steps = [fill("Tom White")]
    options = ("--attack", ALIGN, "--endpoint", endpoint.url, "--model", "tiny", "--background", given["knowledge"])
    told = json.loads(run("attack", given["released"], *options, "--json").out)
    [(name, reading)] = told["readings"].items()
    assert name == f"chat(endpoint='{endpoint.url}', model='tiny')"
    assert reading["answers"]["read"] >= 7
    assert reading["costs"]["calls"] == len(endpoint.asked)
    second = told["levels"]["L2"]["each"][1]["masks"][0]
    assert [(each["text"], each["reader"]) for each in second["candidates"]] == [("Tom White", "chat")]
    assert "by the sea" in endpoint.questions[0]
    assert "Golden Spoon" not in json.dumps(endpoint.asked)
    result = run("attack", given["released"], *options)
    assert result.out.splitlines()[-1].startswith(f"{name}: read ")


def test_an_endpoint_is_never_sent_originals(run, given, endpoint):
    endpoint.steps = [fill("Tom White")]
    options = ("--attack", ALIGN, "--endpoint", endpoint.url, "--model", "tiny", "--originals", given["originals"])
    told = json.loads(run("attack", given["released"], *options, "--map", given["map"], "--json").out)
    assert list(told["levels"]) == ["L1"]
    assert told["levels"]["L1"]["recovery"]["all"]["exact"] == pytest.approx(1 / 7)
    assert "Golden Spoon" not in json.dumps(endpoint.asked)
    refused = run("attack", given["released"], *options, "--map", given["map"], "--level", "L4")
    assert (refused.code, refused.out) == (2, "")
    assert "never sent any" in refused.err


def test_no_answer_is_told_and_is_not_nothing(run, given, endpoint):
    endpoint.steps = [(404, {"error": MARKER})]
    only = f'infilling(readers=(\'chat(endpoint="{endpoint.url}", model="tiny")\',))'
    result = run("attack", given["released"], "--attack", only)
    assert result.code == 1
    assert "a language model gave no answer about some masks: the chat endpoint" in result.err
    assert "answered about no mask at all" in result.err
    assert MARKER not in result.out + result.err


def test_a_document_that_cannot_be_read_is_told_and_the_rest_goes_on(run, given):
    with given["released"].open("a") as file:
        file.write('{"id": "r4", "text": 3}\n')
    result = run("attack", given["released"], "--attack", ALIGN, "--background", given["knowledge"])
    assert result.code == 2
    assert len(result.out.splitlines()) == 7
    assert "r4" in result.err


ROOT = Path(__file__).parents[2]
SHOWN = re.findall(r"^\$ unname (.*)\n((?:[^$`].*\n)*)", (ROOT / "docs" / "infilling.md").read_text(), re.MULTILINE)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=range(len(SHOWN)))
def test_what_the_page_shows_happens(run, monkeypatch, command, output):
    monkeypatch.chdir(ROOT)
    arguments = shlex.split(command)
    described = run("attack", "--help").out
    assert all(word in described for word in arguments if word.startswith("--"))
    if "examples/" not in command:
        return
    result = run(*arguments)
    assert (result.code, result.err) == (0, "")
    for line in output.splitlines():
        told = re.escape(line).replace("0\\.", "0.")
        assert re.search(re.sub(r"\d+", r"\\d+", told), result.out), line


def test_the_examples_are_what_they_are_said_to_be(run, monkeypatch):
    monkeypatch.chdir(ROOT / "examples" / "infilling")
    options = ("--attack", ALIGN, "--originals", "originals.jsonl", "--map", "map.jsonl", "--json")
    told = json.loads(run("attack", "released.jsonl", *options, "--background", "knowledge").out)["levels"]
    assert [told[level]["recovery"]["all"]["n"] for level in told] == [8, 8, 8, 8]
    assert told["L1"]["recovery"]["all"]["exact"] == 0
    assert told["L2"]["recovery"]["all"]["exact"] > 0
    assert told["L4"]["recovery"]["all"]["exact"] == 1
    assert told["L2"]["leaks"] == 0
