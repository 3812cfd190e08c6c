import gzip
import json

import pytest

from unname.core.document import Document, Mention, Role, Span
from unname.index.web import LocalIndex
from unname.risk.queries import Queries
from unname_research.train.searches import Life, other_pages, read_lives, record_lessons, training_web

TEXT = "Flavia Elphberg was a judge in Zenda."
NAME = Mention(Span(0, 15), "PERSON", "flavia", Role.DIRECT)
JUDGE = Mention(Span(22, 27), "DEM", "judge", Role.QUASI)


def write(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))


@pytest.fixture
def data(tmp_path):
    lives = [{"doc_id": f"person-{n}", "text": TEXT, "public_knowledge": f"Page {n}."} for n in range(30)]
    write(tmp_path / "wiki553" / "wiki553.jsonl.gz", lives)
    write(tmp_path / "wikiactors" / "actors_19k_abstracts.jsonl.gz", [{"id": "a", "name": "Ada", "abstract": "Acts."}])
    (tmp_path / "tab").mkdir()
    (tmp_path / "tab" / "spans_only_train_dev.json.gz").write_bytes(
        gzip.compress(json.dumps({"1-1": {"split": "train"}, "2-2": {"split": "dev"}}).encode())
    )
    (tmp_path / "tab" / "background_TAB_train_dev_BK_Public10pct.json.gz").write_bytes(
        gzip.compress(json.dumps({"1-1": "The rest.", "2-2": "Rest of dev."}).encode())
    )
    return tmp_path


def test_whoever_is_measured_on_has_no_page_in_the_web_of_training(data):
    lives = read_lives(data)
    kept_out = {life.document.id for life in lives if life.is_kept_out}
    assert 0 < len(kept_out) < len(lives) / 2
    web = training_web(data, lives, ())
    assert kept_out.isdisjoint(web)
    assert "2-2" not in web
    assert web["1-1"] == "The rest."
    assert {"actor-a"} <= web.keys()
    assert Life(Document("person-1", TEXT), "").is_kept_out == ("person-1" in kept_out)


def test_only_what_is_at_hand_is_searched(tmp_path):
    assert other_pages(tmp_path) == {}


def test_what_is_searched_and_found_is_recorded():
    document = Document("d", TEXT, mentions=(NAME, JUDGE))
    web = LocalIndex({"own": "Flavia Elphberg, judge"})
    (lesson,) = record_lessons([document, Document("nobody", "A judge."), Document("empty", "")], Queries(web, top=7))
    assert (lesson.top, dict(lesson.found)) == (7, {("judge",): True})
