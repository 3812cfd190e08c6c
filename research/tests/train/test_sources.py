import gzip
import json

from unname.core.document import Document, Mention, Span
from unname_research.train.sources import entity_sentences, merged, training_ids, wikipedia_lives


def pack(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode()))


def test_people_who_judge_us_are_left_out(tmp_path):
    rows = [
        {"people": name, "text": f"{name} was born."} for name in ("Ada Film", "Bo Plain", "Cy Summary", "Véra Láke")
    ]
    pack(tmp_path / "db_bio" / "db_bio_train.jsonl.gz", "\n".join(map(json.dumps, rows)))
    actors = [{"name": name, "abstract": f"{name} acts."} for name in ("Ada Film (actress)", "Di Stage")]
    pack(tmp_path / "wikiactors" / "actors_19k_abstracts.jsonl.gz", "\n".join(map(json.dumps, actors)))
    pack(tmp_path / "wikiactors" / "WikiActors_50_eval.json.gz", json.dumps([{"name": "Ada Film"}]))
    pack(
        tmp_path / "wiki553" / "wiki553.jsonl.gz",
        "\n".join(json.dumps({"doc_id": id}) for id in ("cy-summary", "v-ra-l-ke")),
    )
    assert {d.id for d in wikipedia_lives(tmp_path, 1000)} == {"life-bo-plain", "actor-di-stage"}


def test_only_training_ids_are_given(tmp_path):
    rows = {"1": {"split": "train"}, "2": {"split": "dev"}}
    pack(tmp_path / "tab" / "spans_only_train_dev.json.gz", json.dumps(rows))
    assert training_ids(tmp_path) == ["1"]


def test_sentences_of_a_test_set_are_left_out(tmp_path):
    text = "Ann\tB-person\nLee\tI-person\nsleeps\tO\n\nBob\tB-person\nsings\tO\n"
    pack(tmp_path / "ner_en" / "wnut17_train.conll.gz", text)
    (document,) = entity_sentences(tmp_path, ["Bob sings!"])
    assert document.text == "Ann Lee sleeps\n"
    assert [(m.span, m.label) for m in document.mentions] == [(Span(0, 7), "PERSON")]


def test_machine_labels_fill_only_what_people_did_not_label():
    gold = Document("a", "Ann Lee, 12 May, Oslo", mentions=(Mention(Span(0, 7), "PERSON"),))
    silver = [Mention(Span(4, 11), "DATETIME"), Mention(Span(9, 15), "DATETIME"), Mention(Span(17, 21), "LOC")]
    assert [m.span for m in merged(gold, silver).mentions] == [Span(0, 7), Span(9, 15)]
