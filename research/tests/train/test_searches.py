import gzip
import json

import pytest

from unname.core.document import Document, Mention, Role, Span
from unname.corpora.tab import Case
from unname.index.web import LocalIndex
from unname.risk.queries import Queries
from unname_research.train.searches import (
    OPENING,
    learned_lives,
    other_pages,
    read_lives,
    record_lessons,
    split_opening,
    told_who,
    training_web,
)

TEXT = "Flavia Elphberg was a judge in Zenda."
NAME = Mention(Span(0, 15), "PERSON", "flavia", Role.DIRECT)
JUDGE = Mention(Span(22, 27), "DEM", "judge", Role.QUASI)


def write(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))


LIFE = "Ada Lovelace " + "wrote notes on engines and on much else. " * 8
REST = "Lovelace walked. " * 40


@pytest.fixture
def data(tmp_path):
    lives = [{"doc_id": f"person-{n}", "text": TEXT, "public_knowledge": f"Page {n}."} for n in range(3)]
    write(tmp_path / "wiki553" / "wiki553.jsonl.gz", lives)
    people = [{"people": "Ada Lovelace", "text": LIFE + REST}, {"people": "Person 1", "text": LIFE + REST + "Two."}]
    write(tmp_path / "db_bio" / "db_bio_train.jsonl.gz", people)
    abstracts = [{"id": "a", "name": "Actor", "abstract": "Acts."}, {"id": "b", "name": "Bo", "abstract": LIFE}]
    write(tmp_path / "wikiactors" / "actors_19k_abstracts.jsonl.gz", abstracts)
    (tmp_path / "wikiactors" / "WikiActors_50_eval.json.gz").write_bytes(gzip.compress(b'[{"name": "Actor"}]'))
    (tmp_path / "tab").mkdir()
    (tmp_path / "tab" / "spans_only_train_dev.json.gz").write_bytes(
        gzip.compress(json.dumps({"1-1": {"split": "train"}, "2-2": {"split": "dev"}}).encode())
    )
    (tmp_path / "tab" / "background_TAB_train_dev_BK_Public10pct.json.gz").write_bytes(
        gzip.compress(json.dumps({"1-1": "The rest.", "2-2": "Rest of dev."}).encode())
    )
    return tmp_path


def test_nobody_who_is_measured_on_is_learned_from(data):
    assert [life.document.id for life in read_lives(data)] == ["person-0", "person-1", "person-2"]
    (life,) = learned_lives(data)
    assert life.document.id == "ada-lovelace"
    assert life.document.text.startswith("Ada Lovelace")
    assert life.document.text.endswith("much else.")
    assert life.page == REST.strip()


def test_the_web_of_training_has_no_case_that_is_measured_on_and_the_rest_of_a_life_alone(data):
    web = training_web(data, learned_lives(data), ())
    assert web["1-1"] == "The rest."
    assert web["ada-lovelace"] == REST.strip()
    assert {"actor-a"} <= web.keys()
    assert {"2-2", "person-0", "person-1", "life-train-0"}.isdisjoint(web)


def test_judgments_have_titles_and_those_that_are_told_their_texts(data):
    first, second = (Case(Document(id, f"Text of {id}.", names=("Flavia Elphberg",)), ()) for id in ("1-1", "3-3"))
    web = training_web(data, [], [first, second], [second])
    assert web["1-1"] == "Flavia Elphberg\n\nThe rest."
    assert web["3-3"].split() == "Flavia Elphberg Text of 3-3.".split()


def test_searches_are_told_whom_the_recognizer_was_not():
    case = Case(Document("d", TEXT, names=("Flavia Elphberg",)), ())
    detected = Document("d", TEXT, mentions=(JUDGE,))
    assert told_who(detected, case) == Document("d", TEXT, mentions=(JUDGE,), names=("Flavia Elphberg",))


def test_a_life_is_split_behind_a_sentence():
    opening, rest = split_opening(LIFE + REST)
    assert OPENING <= len(opening) < OPENING + 60
    assert (LIFE + REST).replace(" ", "") == (opening + rest).replace(" ", "")
    assert split_opening("Short.") == ("Short.", "")


def test_only_what_is_at_hand_is_searched(tmp_path):
    assert other_pages(tmp_path) == {}


def test_what_is_searched_and_found_is_recorded():
    document = Document("d", TEXT, mentions=(NAME, JUDGE))
    web = LocalIndex({"own": "Flavia Elphberg, judge"})
    (lesson,) = record_lessons([document, Document("nobody", "A judge."), Document("empty", "")], Queries(web, top=7))
    assert (lesson.top, dict(lesson.found)) == (7, {("judge",): True})
