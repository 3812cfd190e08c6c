"""`unname measure utility`: what is left, and every bad input."""

import json

import pytest

import unname.measure.utility as module
from expecting import Expecting

MARKER = "Xanthippe"
BEFORE = [
    {"id": "a", "text": "Tony Booth, a nurse from Ruritania, sang."},
    {"id": "b", "text": "Anna Grey is a judge."},
]
AFTER = [
    {"id": "b", "text": "Anna Grey is a judge."},
    {"id": "a", "text": "[NAME], a nurse from ***, sang."},
]


@pytest.fixture(autouse=True)
def _no_weights(monkeypatch):
    monkeypatch.setattr(module, "MaskedLM", lambda model: Expecting())


@pytest.fixture
def files(tmp_path):
    def write(name, records):
        path = tmp_path / name
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
        return path

    return write


def measured(run, before, after, *options):
    return run("measure", "utility", before, after, "--terms", "words", *options)


def test_figures_as_json(run, files):
    code, out, err = measured(run, files("o.jsonl", BEFORE), files("r.jsonl", AFTER), "--json", "--each")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert (told["documents"], told["without_release"], told["terms"], told["rounds"]) == (2, 0, "words", "6-TA")
    each = {row["id"]: row for row in told["each"]}
    assert each["b"]["tpi"] == 1.0
    assert 0 < each["a"]["tpi"] < 1
    assert told["tpi"] == pytest.approx((1 + each["a"]["tpi"]) / 2)
    assert told["words_masked"] == pytest.approx(3 / 7 / 2)


def test_a_table_to_read(run, files):
    code, out, err = measured(run, files("o.jsonl", BEFORE), files("r.jsonl", AFTER), "--each", "--rounds", "0")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("share of the information kept (TPI)")
    assert "2 texts; terms by words, masked in rounds S-TA" in lines
    assert lines[-1].split()[-1] == "a"
    assert not any(line.endswith(" ") for line in lines)
    assert "Tony" not in out


def test_terms_may_be_judged_in_their_sentence_alone(run, files):
    told = json.loads(measured(run, files("o.jsonl", BEFORE), files("r.jsonl", AFTER), "--json", "--by-sentence").out)
    assert told["rounds"] == "S-TA by sentence"
    assert 0 < told["tpi"] < 1


@pytest.mark.parametrize("options", [["--suppression"], ["--mask", "someone"], ["--released-code"]])
def test_what_counts_as_nothing(run, files, options):
    before, after = (
        files("o.jsonl", BEFORE),
        files("r.jsonl", [AFTER[0], {"id": "a", "text": "someone, a nurse from Ruritania, sang."}]),
    )
    plain = json.loads(measured(run, before, after, "--json").out)
    other = json.loads(measured(run, before, after, "--json", *options).out)
    assert other["tpi"] < plain["tpi"]


def test_texts_without_a_release_are_told(run, files):
    code, _, err = measured(run, files("o.jsonl", BEFORE), files("r.jsonl", AFTER[:1]))
    assert code == 0
    assert err == "unname: 1 of 2 texts have no release and enter no figure\n"


def test_neutral_ids_are_paired_by_order_if_asked(run, files):
    before = files("o.jsonl", BEFORE)
    after = files("r.jsonl", [{"id": "1", "text": AFTER[1]["text"]}, {"id": "2", "text": AFTER[0]["text"]}])
    code, _, err = measured(run, before, after)
    assert code == 2
    assert err == (
        "unname: 2 of 2 released texts have an id that no original has; give the map back that release --keep-map "
        "wrote, by --map FILE, or --by-order if their order is the same\n"
    )
    told = json.loads(measured(run, before, after, "--by-order", "--json").out)
    assert told == json.loads(measured(run, before, files("s.jsonl", AFTER), "--json").out)


@pytest.mark.parametrize(
    ("after", "options", "message"),
    [
        ([{"id": "z", "text": MARKER}], [], "by --map FILE\n"),
        ([{"id": "a", "text": MARKER}], ["--by-order"], "as many texts before as after, got 2 and 1"),
        ([], [], "no texts"),
        ([{"id": "a", "text": MARKER}], ["--rounds", "-1"], "--rounds"),
        ([{"id": "a", "text": MARKER}], ["--encoding", "klingon"], "unknown encoding"),
        ([{"id": "a", "text": MARKER}], ["--from", "odt"], "--from must be"),
    ],
)
def test_bad_input_is_told_in_one_line(run, files, after, options, message):
    code, out, err = measured(run, files("o.jsonl", BEFORE), files("r.jsonl", after), *options)
    assert (code, out) == (2, "")
    assert message in err
    assert MARKER not in err


def test_a_file_that_is_not_there(run, files, tmp_path):
    code, _, err = measured(run, files("o.jsonl", BEFORE), tmp_path / "absent.jsonl")
    assert code == 2
    assert "no such file" in err


def test_a_text_that_cannot_be_read_fails_alone(run, files):
    before = files("o.jsonl", [*BEFORE, {"id": "b", "text": MARKER}])
    code, out, err = measured(run, before, files("r.jsonl", AFTER), "--json")
    assert code == 2
    assert json.loads(out)["documents"] == 2
    assert "duplicate document id" in err
    assert MARKER not in err
    assert measured(run, before, files("r.jsonl", AFTER), "--by-order").code == 2


def test_a_failure_of_ours_counts_more_than_bad_input(run, files, monkeypatch):
    def fail(self, document, redaction):
        raise ValueError(document.text)

    monkeypatch.setattr(module.Utility, "score", fail)
    before = files("o.jsonl", [*BEFORE, {"id": "b", "text": MARKER}])
    code, _, err = measured(run, before, files("r.jsonl", AFTER), "--json")
    assert code == 1
    assert MARKER not in err


@pytest.fixture
def map_back(files):
    """Which of two released texts is which; the lines of a map may stand in any order."""
    return files("map.jsonl", [{"id": "document-0002", "document": "b"}, {"id": "document-0001", "document": "a"}])


NEUTRAL = [{"id": "document-0001", "text": AFTER[1]["text"]}, {"id": "document-0002", "text": AFTER[0]["text"]}]


def test_neutral_ids_are_told_apart_by_the_map_back(run, files, map_back):
    before, after = files("o.jsonl", BEFORE), files("r.jsonl", NEUTRAL)
    told = json.loads(measured(run, before, after, "--map", map_back, "--json", "--each").out)
    assert told == json.loads(measured(run, before, files("s.jsonl", AFTER[::-1]), "--json", "--each").out)


def test_a_folder_that_release_wrote_is_measured_without_its_report(run, tmp_path):
    before, after, back = tmp_path / "letters", tmp_path / "released", tmp_path / "map.jsonl"
    before.mkdir()
    for record in BEFORE:
        (before / f"{record['id']}.txt").write_text(record["text"])
    assert run("release", before, "--out", after, "--keep-map", back, "--detector", "capitals").code == 0
    code, out, err = measured(run, before, after, "--map", back, "--json", "--each")
    assert (code, err) == (0, "")
    assert {row["id"] for row in json.loads(out)["each"]} == {"a", "b"}


@pytest.mark.parametrize(
    ("back", "options", "message"),
    [
        ([{"id": "document-0001", "document": "a"}], [], "1 of 2 released documents are not in the map"),
        (
            [{"id": each["id"], "document": MARKER} for each in NEUTRAL],
            [],
            "2 of 2 released texts have no original here",
        ),
        ([{"id": "document-0001", "document": "a"}] * 2, [], "line 2: another line has the same id"),
        ([{"id": "document-0001"}], [], "line 1: not a map back"),
        ([], [], "the map is empty"),
        ([{"id": "document-0001", "document": "a"}], ["--by-order"], "two ways to pair texts"),
    ],
)
def test_a_map_that_does_not_fit_is_told_in_one_line(run, files, back, options, message):
    before, after = files("o.jsonl", BEFORE), files("r.jsonl", NEUTRAL)
    code, out, err = measured(run, before, after, "--map", files("map.jsonl", back), *options)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err
    assert MARKER not in err


def test_originals_may_have_other_fields(run, files):
    before = files("o.jsonl", [{"key": each["id"], "body": each["text"]} for each in BEFORE])
    fields = ("--text-field", "body", "--id-field", "key")
    told = json.loads(measured(run, before, files("r.jsonl", AFTER), *fields, "--json").out)
    assert told == json.loads(measured(run, files("p.jsonl", BEFORE), files("r.jsonl", AFTER), "--json").out)
