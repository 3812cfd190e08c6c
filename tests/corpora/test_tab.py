import copy
import gzip
import json
from pathlib import Path

import pytest

from unname.core.document import Mention, Role, Span
from unname.core.errors import ConfigError, InputError
from unname.corpora.reading import File
from unname.corpora.tab import Case, Tab, read_tab

DATA = Path(__file__).parent.parent / "data"
CASES = json.loads((DATA / "echr_cases.json").read_text())
MARKER = "Xanthippe"


def write(path, content):
    data = json.dumps(content).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def test_read_tab():
    first, second, third = read_tab(DATA / "echr_cases.json")
    assert (first.document.person, first.document.names) == (None, ("Orvin Tallow",))
    assert third.document.names == ()
    assert first.document.mentions == ()
    assert first.names == ("annotator1", "annotator2")
    assert [len(annotator.mentions) for annotator in first.annotators] == [5, 4]
    assert first.annotators[1].mentions[0] == Mention(
        Span(43, 51), "CODE", "900-1_annotator2_e1", Role.DIRECT, source="gold"
    )
    assert first.annotators[1].mentions[-1].role is Role.NONE
    assert third.annotators[1].mentions == ()
    assert second.document.text[slice(*second.annotators[0].mentions[0].span)] == "Petra Lund"


@pytest.mark.parametrize(("split", "ids"), [(None, 3), ("dev", 2), ("train", 1)])
def test_splits(split, ids):
    assert len(read_tab(DATA / "echr_cases.json", split)) == ids


def test_no_case_of_the_split():
    with pytest.raises(InputError, match="no case of the split 'test'"):
        read_tab(DATA / "echr_cases.json", "test")
    with pytest.raises(ConfigError, match="unknown split"):
        read_tab(DATA / "echr_cases.json", "validation")


def test_a_folder_of_files(tmp_path):
    write(tmp_path / "echr_dev.json.gz", CASES[:2])
    write(tmp_path / "echr_train_1.json", CASES[2:])
    write(tmp_path / "echr_test.json", ["never opened"])
    write(tmp_path / "echr_spans.json", {"900-1": [[0, 3]]})
    write(tmp_path / "systems.json", CASES)
    assert [case.document.id for case in read_tab(tmp_path, "dev")] == ["900-1", "900-2"]
    assert [case.document.id for case in read_tab(tmp_path)] == ["900-1", "900-2", "900-3"]


def test_the_file_name_tells_the_split_where_cases_do_not(tmp_path):
    bare = [{key: value for key, value in CASES[0].items() if key != "dataset_type"}]
    write(tmp_path / "echr_dev.json", bare)
    assert read_tab(tmp_path, "dev")[0].split == "dev"
    with pytest.raises(InputError):
        read_tab(tmp_path / "echr_dev.json", "train")


def test_the_order_of_the_file_is_kept(tmp_path):
    case = copy.deepcopy(CASES[0])
    case["annotations"]["annotator1"]["entity_mentions"].reverse()
    read = read_tab(write(tmp_path / "a.json", [case]))[0]
    assert read.listings[0] == read.annotators[0].mentions[::-1]
    assert Case(read.document, read.annotators).listings[0] == read.annotators[0].mentions


def changed(**changes):
    case = copy.deepcopy(CASES[0])
    case["text"] = case["text"].replace("Fennbridge", MARKER)
    case["annotations"]["annotator1"]["entity_mentions"][1].update(changes)
    return case


@pytest.mark.parametrize(
    ("case", "message"),
    [
        (changed(start_offset=60, end_offset=60), "document '900-1': annotator1: mention 2: a span must have"),
        (changed(end_offset=9999), "ends outside the text"),
        (changed(start_offset=None), "whole numbers"),
        (changed(entity_type=MARKER), "unknown label"),
        (changed(identifier_type=MARKER), "identifier_type must be one of DIRECT"),
        (changed(entity_id=""), "no entity_id"),
        ({**CASES[0], "doc_id": ""}, "no doc_id"),
        ({**CASES[0], "text": None}, "document '900-1': the case has no text"),
        ({**CASES[0], "annotations": {MARKER + " ": {}}}, "an annotator: no list of entity_mentions"),
        (
            {**CASES[0], "annotations": {"a": {"entity_mentions": [MARKER]}}},
            "mention 1: expected a JSON object",
        ),
    ],
)
def test_broken_cases(tmp_path, case, message):
    path = write(tmp_path / "a.json", [case, CASES[1]])
    with pytest.raises(InputError) as error:
        read_tab(path)
    assert message in str(error.value)
    assert MARKER not in str(error.value)
    errors = []
    assert [case.document.id for case in read_tab(path, failed=errors.append)] == ["900-2"]
    assert len(errors) == 1


def test_duplicates_and_other_json(tmp_path):
    with pytest.raises(InputError, match="duplicate document id '900-1'"):
        read_tab(write(tmp_path / "a.json", [CASES[0], CASES[0]]))
    with pytest.raises(InputError, match="not a list of TAB cases"):
        read_tab(write(tmp_path / "b.json", {"a": []}))


def test_what_is_read_of_cases_has_no_annotation(tmp_path):
    for content in (CASES, CASES[:1], CASES[0]):
        documents = list(Tab().read(File(write(tmp_path / "a.json", content))))
        assert [document.id for document in documents][:1] == ["900-1"]
        assert not any(document.mentions for document in documents)


@pytest.mark.parametrize("content", [7, {}, [{"id": "a", "text": MARKER}], {"900-1": [[0, 3]]}])
def test_other_json_holds_no_cases(tmp_path, content):
    with pytest.raises(InputError, match="not a list of TAB cases") as error:
        list(Tab().read(File(write(tmp_path / "a.json", content))))
    assert MARKER not in str(error.value)
