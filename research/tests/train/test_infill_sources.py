import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Mention, Role, Span
from unname.pipeline.document import Pipeline
from unname_research.train import infill_sources
from unname_research.train.infill_sources import (
    ACTORS,
    CASES,
    LIVES,
    MEMBERS,
    OPENINGS,
    _hidden,
    read_sheets,
    split_sentences,
)
from unname_research.train.measured import Measured, slug

FILLER = "The nurse of the old town keeps nine grey horses, plays chess with a judge and sings at every fair. " * 3
MEASURED = "A tale that is told of one person alone and of nobody else in the whole wide world, number {} of many. "


def life(name, text=""):
    return f"{name} was born on 3 May 1950 in Ruritania. {text or FILLER}"


def pack(path, rows, is_list=False):
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(rows) if is_list else "\n".join(map(json.dumps, rows))
    path.write_bytes(gzip.compress(text.encode()))


def case(id, split):
    mention = {
        "entity_type": "PERSON",
        "start_offset": 0,
        "end_offset": 8,
        "entity_id": "e",
        "identifier_type": "DIRECT",
    }
    mention |= {"entity_mention_id": f"{id}-m", "span_text": "Ada Lake", "edit_type": "correct"}
    mention |= {"confidential_status": "NOT_CONFIDENTIAL"}
    annotators = {name: {"entity_mentions": [mention]} for name in ("ann1", "ann2", "ann3")}
    return {"doc_id": id, "dataset_type": split, "text": f"Ada Lake of case {id}.", "annotations": annotators}


@pytest.fixture
def data(tmp_path):
    told = " ".join(MEASURED.format(word) for word in "one two three four five six seven eight nine ten".split())
    measured = [
        {"doc_id": "ada-grey", "text": life("Ada Grey"), "public_knowledge": FILLER},
        {"doc_id": "v-ra-l-ke", "text": life("Véra Láke"), "public_knowledge": FILLER},
        {"doc_id": "joan-may-stone", "text": life("Joan May Stone"), "public_knowledge": told},
    ]
    pack(tmp_path / "wiki553" / "wiki553.jsonl.gz", measured)
    actors = [{"name": "Bo Marsh (actor)", "original_abstract": life("Bo Marsh"), "public_knowledge": FILLER}]
    pack(tmp_path / "wikiactors" / "WikiActors_50_eval.json.gz", actors, is_list=True)
    people = {
        "train": [("Ada Grey", "Ada_Grey"), ("Di Hill", "Di_Hill")],
        "validation": [("Vera Lake", "Véra_Láke"), ("Flo Wood", "Flo_Wood")],
        "test": [("Ada L. Grey", "Ada_Grey"), ("Joan", "Joan_May_Stone_(nurse)")],
    }
    for name, rows in people.items():
        lives = [{"people": person, "wiki_name": page, "text": life(person)} for person, page in rows]
        pack(tmp_path / "db_bio" / f"db_bio_{name}.jsonl.gz", lives)
    rows = [("0", "Bo Marsh", life("Bo Marsh")), ("1", "Cy Field", life("Cy Field")), ("2", "Di Short", "Acts.")]
    rows += [("3", "Someone Else", life("Somebody", told)), ("4", "Véra Láke", life("Véra Láke"))]
    actors = [{"id": id, "name": name, "abstract": text} for id, name, text in rows]
    pack(tmp_path / "wikiactors" / "actors_19k_abstracts.jsonl.gz", actors)
    names = [("Ada", None, "Grey"), ("Joan", "May", "Stone"), ("Eve", "", "Reed")]
    members = [
        {"id": id, "given_name": given, "middle_name": middle, "family_name": family, "profile_text": life(given)}
        for id, (given, middle, family) in zip("ABC", names, strict=True)
    ]
    del members[0]["middle_name"]
    pack(tmp_path / "congress_bioguide" / "bioguide_profiles.jsonl.gz", members)
    pack(tmp_path / "tab" / "echr_all.json.gz", [case("1-1", "train"), case("2-2", "dev")], is_list=True)
    pack(tmp_path / "tab" / OPENINGS, {"1-1": "Ada Lake lives in Lutha.", "2-2": "Not this one."}, is_list=True)
    return tmp_path


@pytest.fixture
def with_rules(monkeypatch):
    monkeypatch.setattr(infill_sources, "Pipeline", lambda: Pipeline(detectors=("rules",)))


def test_nobody_who_is_measured_is_learned_from(data, with_rules):
    said = []
    sheets = read_sheets(data, report=lambda *each: said.append(each))
    begins = {
        kind: {each.text.split(" was born")[0] for each in sheets if each.kind == kind}
        for kind in (LIVES, ACTORS, MEMBERS)
    }
    assert begins == {LIVES: {"Di Hill", "Flo Wood"}, ACTORS: {"Cy Field"}, MEMBERS: {"Eve"}}
    for sheet in sheets:
        assert all(0 <= span.start < span.end <= len(sheet.text) for span, _ in sheet.hidden)
    assert any(sheet.text[slice(*span)] == "3 May 1950" for sheet in sheets for span, _ in sheet.hidden)


def test_cases_are_of_training_alone_with_their_openings(data, with_rules):
    cases = [sheet for sheet in read_sheets(data) if sheet.kind == CASES]
    assert [sheet.text for sheet in cases] == ["Ada Lake of case 1-1."] * 2  # two annotators
    assert [sheet.hidden for sheet in cases] == [((Span(0, 8), "PERSON"),)] * 2
    assert [sheet.knowledge for sheet in cases] == [("Ada Lake lives in Lutha.",)] * 2


def test_the_same_seed_gives_the_same_sheets(data, with_rules):
    assert read_sheets(data, seed=3) == read_sheets(data, seed=3)
    # One is drawn before it is known to be measured.
    assert sum(sheet.kind == MEMBERS for sheet in read_sheets(data, n_members=1)) <= 1


def test_sheets_show_no_text(data, with_rules):
    assert "Ruritania" not in repr(read_sheets(data))
    assert "horses" not in repr(Measured.read(data))


@pytest.mark.parametrize(
    ("name", "is_measured"),
    [
        *[
            ("Ada Grey", True),
            ("ADA_GREY", True),
            ("Véra Láke", True),
            ("Bo Marsh", True),
            ("Bo Marsh (swimmer)", True),
        ],
        *[("Ada", False), ("Ada Greyer", False), ("", False), ("(actor)", False)],
    ],
)
def test_people_are_known_however_they_are_written(data, name, is_measured):
    assert Measured.read(data).is_about([name], "A short text.") is is_measured


def test_people_are_known_by_their_texts(data):
    measured = Measured.read(data)
    told = " ".join(MEASURED.format(word) for word in "one two three four five".split())
    assert measured.is_about(["Nobody"], f"Something new. {told.upper()}")
    assert not measured.is_about(["Nobody"], told[:200])
    assert not measured.is_about(["Nobody"], "")


def test_what_overlaps_is_hidden_as_one():
    def mention(start, end, label, role=Role.QUASI):
        return Mention(Span(start, end), label, role=role)

    mentions = (mention(0, 5, "PERSON"), mention(3, 9, "LOC"), mention(4, 6, "ORG"), mention(9, 12, "MISC"))
    mentions += (mention(14, 20, "LOC", Role.NONE), mention(15, 17, "DATETIME"), mention(16, 17, "LOC"))
    found = list(_hidden(Document("a", "x" * 30, mentions=mentions)))
    assert found == [(Span(0, 9), "PERSON"), (Span(9, 12), "MISC"), (Span(15, 17), "DATETIME")]
    assert list(_hidden(Document("b", "nothing"))) == []


@given(
    st.lists(st.sampled_from(["A nurse sleeps. ", "Dr. Grey left.\n", "No! ", "word ", ""])).map("".join),
    st.integers(2, 4),
)
def test_parts_of_a_text_are_the_whole_of_it(text, n_parts):
    parts = split_sentences(text, n_parts)
    assert "".join(parts) == text
    assert len(parts) in (1, n_parts)


def test_slugs():
    assert slug("José_A. Núñez (judge)") == "jose-a-nunez-judge"
    assert slug("-- ") == ""
