"""Documents aligned with profiles."""

import gzip
import json
import traceback
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Profile
from unname.core.errors import InputError
from unname.corpora.populations import read_pairs
from unname.people.pairs import TEST, VALIDATION, Pair, place, split

MARKER = "Xanthippe"
ADA = {"id": "ada", "name": "Ada Grey", "document": "She plays chess.", "job": "judge", "towns": ["Zenda"]}


def write(path: Path, *records: object) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def pair(id: str) -> Pair:
    return Pair(Document(id, "text", person=id), Profile(id))


def test_a_document_and_what_is_known_otherwise(tmp_path):
    (found,) = read_pairs(write(tmp_path / "people.jsonl", ADA))
    assert found.document == Document("ada", "She plays chess.", person="ada")
    assert found.profile == Profile("ada", "Ada Grey", {"job": "judge", "towns": ["Zenda"]})


@pytest.mark.parametrize("key", ["document", "profile_text", "biography", "text", "background", "public_knowledge"])
def test_the_usual_keys_of_documents(tmp_path, key):
    (found,) = read_pairs(write(tmp_path / "people.jsonl", {"id": "ada", key: "She plays chess."}))
    assert (found.document.text, found.profile.fields) == ("She plays chess.", {})


def test_no_text_beside_the_document_gives_the_answer_away(tmp_path):
    record = {**ADA, "text": MARKER, "biography": MARKER, "background": MARKER, "letter": "Dear all"}
    path = write(tmp_path / "people.jsonl", record)
    for document, text in ((None, "She plays chess."), ("letter", "Dear all"), ("biography", MARKER)):
        (found,) = read_pairs(path, document)
        assert found.document.text == text
        assert MARKER not in json.dumps(dict(found.profile.fields)) + found.profile.text
        assert found.profile.text == ""
        assert document not in found.profile.fields


def test_packed_files_json_and_csv(tmp_path):
    packed = tmp_path / "people.jsonl.gz"
    packed.write_bytes(gzip.compress((json.dumps(ADA) + "\n").encode()))
    whole = tmp_path / "people.json"
    whole.write_text(json.dumps([ADA]))
    table = tmp_path / "people.csv"
    table.write_text("id,name,document,job\nada,Ada Grey,She plays chess.,judge\n")
    assert read_pairs(packed) == read_pairs(whole)
    (found,) = read_pairs(table)
    assert (found.document.text, found.profile.fields) == ("She plays chess.", {"job": "judge"})


def test_a_name_stands_in_for_an_id_and_a_number_is_one(tmp_path):
    records = [{"name": "Ada Grey", "text": "a"}, {"id": 7, "text": "b"}, {"doc_id": "c", "text": "c"}]
    assert [each.profile.id for each in read_pairs(write(tmp_path / "p.jsonl", *records))] == ["Ada Grey", "7", "c"]


def test_missing_values_are_no_fields(tmp_path):
    path = tmp_path / "people.jsonl"
    path.write_text('{"id": "ada", "text": "a", "job": null, "town": "", "age": NaN, "towns": [], "is_rich": false}\n')
    (found,) = read_pairs(path)
    assert found.profile.fields == {"towns": [], "is_rich": False}


@pytest.mark.parametrize(
    ("records", "document", "said"),
    [
        ([], None, "there are no people"),
        ([{"id": "ada", "job": MARKER}], None, "line 1: the record has no document"),
        ([ADA, {"id": "bo", "document": ""}], None, "line 2: the record has no document"),
        ([ADA], "letter", "line 1: the record has no document under 'letter'"),
        ([ADA, {**ADA, "name": MARKER}], None, "line 2: the id appears twice"),
        ([{"text": MARKER}], None, "line 1: the record has neither an id nor a name"),
        ([{"id": "ada", "document": [MARKER]}], None, "'document' must be a string, got list"),
        ([[MARKER]], None, "expected a JSON object"),
    ],
)
def test_bad_people_are_told_by_their_place(tmp_path, records, document, said):
    with pytest.raises(InputError, match=said) as caught:
        read_pairs(write(tmp_path / "people.jsonl", *records), document)
    assert MARKER not in "".join(traceback.format_exception_only(caught.value))


def test_nobody_is_shown_when_printed():
    shown = repr(Pair(Document("a", MARKER), Profile("a", MARKER))) + repr(split([pair(MARKER)]))
    assert MARKER not in shown


IDS = st.lists(st.text(max_size=6), unique=True, max_size=30)


@given(IDS)
def test_everybody_is_on_one_side(ids):
    parts = split(pair(id) for id in ids)
    found = [each.profile.id for part in (parts.train, parts.validation, parts.test) for each in part]
    assert sorted(found) == sorted(ids)


@given(IDS, IDS)
def test_nobody_changes_sides_when_others_come_or_go(ids, others):
    def sides(them: list[str]) -> dict[str, str]:
        parts = vars(split(pair(id) for id in them))
        return {each.profile.id: name for name, part in parts.items() for each in part}

    before, after = sides(ids), sides(list(dict.fromkeys([*others, *ids])))
    assert {id: after[id] for id in ids} == before


@given(IDS, st.randoms(use_true_random=False))
def test_the_order_of_the_file_does_not_matter(ids, order):
    mixed = list(ids)
    order.shuffle(mixed)
    assert split(map(pair, mixed)) == split(map(pair, ids))


def test_shares_are_about_as_asked():
    parts = split(pair(str(number)) for number in range(5000))
    assert len(parts.test) / 5000 == pytest.approx(TEST, abs=0.01)
    assert len(parts.validation) / 5000 == pytest.approx(VALIDATION, abs=0.01)
    assert split([pair("a")], test=1.0).test
    assert split([pair("a")], test=0.0, validation=0.0).train


def test_half_a_character_in_an_id_has_a_place():
    assert 0 <= place("ada\ud800") < 1


def test_a_person_is_always_at_the_same_place():
    assert place("ada") == pytest.approx(0.0847298, abs=1e-7)
    assert 0 <= min(map(place, map(str, range(1000)))) < max(map(place, map(str, range(1000)))) < 1
