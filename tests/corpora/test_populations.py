"""Populations and TRI tables."""

import json

import pytest

from unname.core.document import Document, Profile
from unname.core.errors import InputError
from unname.corpora.populations import read_candidates, read_population, read_subjects, read_table
from unname.people.population import with_subject

MARKER = "Xanthippe"


def write(tmp_path, records, name="people.jsonl"):
    path = tmp_path / name
    path.write_text("\n".join(json.dumps(record) for record in records))
    return path


def test_a_population(tmp_path):
    path = write(
        tmp_path,
        [
            {"id": "p1", "name": "Ada Grey", "job": "judge", "towns": ["Zenda"], "none": None, "text": "She sails."},
            {"name": "Tony Booth", "public_knowledge": "He cooks."},
            {"id": 7, "background": "Somebody."},
            {"doc_id": "p4"},
        ],
    )
    assert read_population(path) == [
        Profile("p1", "Ada Grey", {"job": "judge", "towns": ["Zenda"]}, "She sails."),
        Profile("Tony Booth", "Tony Booth", {}, "He cooks."),
        Profile("7", "", {}, "Somebody."),
        Profile("p4"),
    ]


@pytest.mark.parametrize(
    ("record", "leave_out", "left"),
    [
        ({"job": "judge", "letter": MARKER}, ["letter"], Profile("p1", fields={"job": "judge"})),
        ({"text": MARKER}, ["text"], Profile("p1")),
        ({"text": MARKER, "background": "She sails."}, ["text"], Profile("p1", text="She sails.")),
        ({"name": MARKER, "text": "She sails."}, ["name"], Profile("p1", text="She sails.")),
        ({"name": MARKER, "text": MARKER}, ["name", "text"], Profile("p1")),
    ],
)
def test_what_is_left_out_of_a_population_is_as_if_it_were_not_there(tmp_path, record, leave_out, left):
    path = write(tmp_path, [{"id": "p1", **record}, {"id": "p2", "text": "He cooks."}])
    assert read_population(path, leave_out=leave_out)[0] == left


@pytest.mark.parametrize("key", ["background", "leter"])
def test_what_nobody_has_cannot_be_left_out(tmp_path, key):
    with pytest.raises(InputError, match=f"nobody has the key '{key}'"):
        read_population(write(tmp_path, [{"id": "p1", "text": MARKER}]), leave_out=["text", key])


def test_a_population_in_csv(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("id,name,job,text\n1,Ada Grey,judge,She sails.\n2,Tony Booth,,\n")
    assert read_population(path) == [
        Profile("1", "Ada Grey", {"job": "judge"}, "She sails."),
        Profile("2", "Tony Booth"),
    ]


def test_a_document_beside_a_named_background_is_not_known_to_the_attacker(tmp_path):
    path = write(tmp_path, [{"doc_id": "p1", "text": "the protected text", "bio": "She sails.", "job": "judge"}])
    [profile] = read_population(path, background="bio")
    assert profile == Profile("p1", "", {"job": "judge"}, "She sails.")


@pytest.mark.parametrize(
    ("records", "background", "said"),
    [
        ([], None, "population is empty"),
        ([{"id": "p1"}, {"id": "x"}, {"id": "p1"}], None, "line 3: the id is the same as in line 1"),
        ([{"name": MARKER}, {"name": MARKER}], None, "line 2: the id is the same as in line 1"),
        ([{"text": MARKER}], None, "line 1: the record has neither an id nor a name"),
        ([{"id": "p1", "text": MARKER, "public_knowledge": MARKER}], None, "text and public_knowledge; say which"),
        ([{"id": "p1", "text": MARKER}], "bio", "nobody has the key 'bio'"),
        ([{"id": "p1", "text": [MARKER]}], None, "line 1: 'text' must be a string"),
        ([{"id": "p1", "name": 3}], None, "line 1: 'name' must be a string"),
        ([[MARKER]], None, "line 1: expected a JSON object"),
    ],
)
def test_populations_that_are_refused(tmp_path, records, background, said):
    path = write(tmp_path, records)
    with pytest.raises(InputError) as raised:
        read_population(path, background)
    assert said in str(raised.value)
    assert "people.jsonl" in str(raised.value)
    assert MARKER not in str(raised.value)


TABLE = [
    {"name": "Ada Grey", "bio": "She sails.", "mask": "*** sails", "label": "PERSON sails"},
    {"name": "Tony Booth", "bio": None, "mask": "*** cooks", "label": float("nan")},
    {"name": "Tom White", "bio": "He climbs.", "mask": "", "label": "PERSON"},
]


@pytest.mark.parametrize("kind", ["json", "jsonl", "csv"])
def test_a_table(tmp_path, kind):
    path = tmp_path / f"table.{kind}"
    if kind == "csv":
        lines = ["name,bio,mask,label", "Ada Grey,She sails.,*** sails,PERSON sails", "Tony Booth,,*** cooks,"]
        path.write_text("\n".join([*lines, "Tom White,He climbs.,,PERSON"]))
    else:
        path.write_text(json.dumps(TABLE) if kind == "json" else "\n".join(map(json.dumps, TABLE)))
    table = read_table(path, "name", "bio")
    assert table.population == [Profile("1", "Ada Grey", {}, "She sails."), Profile("3", "Tom White", {}, "He climbs.")]
    assert table.n_without_background == 1
    assert table.columns == {
        "mask": [Document("1", "*** sails", person="1"), Document("2", "*** cooks", person="2")],
        "label": [Document("1", "PERSON sails", person="1"), Document("3", "PERSON", person="3")],
    }
    assert list(read_table(path, "name", "bio", ["label"]).columns) == ["label"]
    assert "Ada" not in repr(table)


@pytest.mark.parametrize(
    ("rows", "columns", "said"),
    [
        (TABLE, ("who", "bio", None), "no column 'who'; there are 'name', 'bio', 'mask', 'label'"),
        (TABLE, ("name", "body", None), "no column 'body'"),
        (TABLE, ("name", "bio", ["mask", "ner"]), "no column 'ner'"),
        (TABLE, ("name", "bio", ["bio"]), "are not anonymizations"),
        ([{"name": "x", "bio": "y"}], ("name", "bio", None), "no column with an anonymization"),
        ([], ("name", "bio", None), "the table is empty"),
        ([{"name": "x", "bio": None, "mask": "z"}], ("name", "bio", None), "population is empty, column 'bio'"),
        ([{"name": None, "bio": MARKER, "mask": "z"}], ("name", "bio", None), "item 1: no name in column 'name'"),
        ([TABLE[0], TABLE[0]], ("name", "bio", None), "item 2: the name is the same as in item 1"),
        ([{"name": "x", "bio": "y", "mask": 3}], ("name", "bio", None), "item 1: 'mask' must be a string, got int"),
    ],
)
def test_tables_that_are_refused(tmp_path, rows, columns, said):
    path = tmp_path / "table.json"
    path.write_text(json.dumps(rows))
    with pytest.raises(InputError) as raised:
        read_table(path, *columns)
    assert said in str(raised.value)
    assert not {MARKER, "Ada"} & set(str(raised.value).split())


def test_who_a_document_is_about(tmp_path):
    given = read_subjects(
        write(tmp_path, [{"id": "a", "subject": "p1", "text": "x"}, {"id": 4, "subject": 2}, {"id": "c"}])
    )
    assert given == {"a": "p1", "4": "2"}
    documents = [
        Document("a", "", person="p9"),
        Document("b", "", person="p8"),
        Document("p2", ""),
        Document("x", ""),
    ]
    named = [with_subject(document, {"p1", "p2"}, given) for document in documents]
    assert [document.person for document in named] == ["p1", "p8", "p2", None]


@pytest.mark.parametrize(
    ("records", "said"),
    [([{"subject": "p1"}], "line 1: the record has no id"), ([{"id": "a"}] * 2, "same as in line 1")],
)
def test_subjects_that_are_refused(tmp_path, records, said):
    with pytest.raises(InputError, match=said):
        read_subjects(write(tmp_path, records))


def test_the_first_line_of_a_table_without_a_header_is_not_quoted(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("Xanthippe Grey,a judge,*** judge\nTom White,a nurse,*** nurse\n")
    with pytest.raises(InputError, match="the first line should name the columns, and has 3 cells") as raised:
        read_table(path, "name", "bio")
    assert "Xanthippe" not in str(raised.value)


def test_names_to_choose_from(tmp_path):
    path = tmp_path / "names.txt"
    path.write_text("Ada  Grey\n\n Tom White \nADA GREY\nTom White\n")
    people, n_twice = read_candidates(path)
    assert [(profile.id, profile.name) for profile in people] == [("Ada Grey", "Ada Grey"), ("Tom White", "Tom White")]
    assert n_twice == 2
    assert read_candidates(write(tmp_path, [{"name": "Ada Grey", "text": "a judge"}]))[0][0].text == "a judge"
    path.write_text(" \n")
    with pytest.raises(InputError, match="there are no names"):
        read_candidates(path)
