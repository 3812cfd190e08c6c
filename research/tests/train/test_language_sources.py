"""What recognizers learn from."""

import gzip
import json
import random
from pathlib import Path

from unname.core.document import Document, Mention, Role, Span
from unname_research.train.language_sources import HELD_OUT, everyday, read_ler, read_meddocan, with_other_names


def test_other_names_stand_in_the_same_places() -> None:
    text = "Frau Zeisig rief Zeisig in Ulmheim an, Zeisig sei krank."
    spans = [Span(5, 11), Span(17, 23), Span(27, 34)]
    marks = [
        Mention(span, label, role=Role.DIRECT) for span, label in zip(spans[:2], ("PERSON", "PERSON"), strict=True)
    ]
    marks.append(Mention(spans[2], "LOC", role=Role.QUASI))
    other = with_other_names(Document("d", text, "de", mentions=tuple(marks)), "de", random.Random(1))
    first, second, place = (other.text[slice(*mention.span)] for mention in other.mentions)
    assert first == second != "Zeisig"
    assert place != "Ulmheim"
    assert other.text.startswith("Frau ")


def test_held_out_kinds_are_there() -> None:
    for language in ("de", "fr", "es"):
        assert {kind for kind, _ in everyday(language)} > set(HELD_OUT)


def test_of_an_age_the_number_is_marked(tmp_path: Path) -> None:
    row = {
        "doc_id": "a",
        "split": "train",
        "text": "Varón de 62 años",
        "spans": [[9, 16, "EDAD_SUJETO_ASISTENCIA"], [0, 5, "SEXO_SUJETO_ASISTENCIA"]],
    }
    (tmp_path / "meddocan").mkdir()
    (tmp_path / "meddocan" / "meddocan.jsonl.gz").write_bytes(gzip.compress(json.dumps(row).encode()))
    (document,) = read_meddocan(tmp_path, "train")
    assert [(m.span, m.label) for m in document.mentions] == [(Span(9, 11), "DEM")]


def test_sentences_are_typed_as_people_do(tmp_path: Path) -> None:
    rows = "Richter B-RR\nBlum I-RR\n, O\nnach O\n§ B-GS\n1 I-GS\n\nEnde O\n"
    (tmp_path / "german_ler").mkdir()
    (tmp_path / "german_ler" / "ler_dev.conll.gz").write_bytes(gzip.compress(rows.encode()))
    (document,) = read_ler(tmp_path, "dev")
    assert document.text == "Richter Blum, nach § 1\nEnde\n"
    assert [(document.text[slice(*m.span)], m.role) for m in document.mentions] == [
        ("Richter Blum", Role.DIRECT),
        ("§ 1", Role.NONE),
    ]
