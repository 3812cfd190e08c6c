"""The masked lives, with invented people in their place."""

import gzip
import json
from pathlib import Path

import pytest

from bench.actors import PEOPLE, TEXTS
from unname.core.document import Document
from unname.core.errors import InputError
from unname_research import bench
from unname_research.bench.wiki553 import masked, read_lives


def test_wiki553_masks_the_published_spans(tmp_path: Path) -> None:
    lives = [
        {"doc_id": profile.id, "text": text.replace("PERSON", "Ada"), "public_knowledge": profile.text}
        for profile, text in zip(PEOPLE, TEXTS, strict=True)
    ]
    (tmp_path / "wiki553.jsonl.gz").write_bytes(gzip.compress("\n".join(map(json.dumps, lives)).encode()))
    everything = {life["doc_id"]: [[0, len(life["text"]), "MISC"]] for life in lives}
    (tmp_path / "systems_Wiki553_All.json.gz").write_bytes(gzip.compress(json.dumps(everything).encode()))
    (tmp_path / "systems_Wiki553_None.json.gz").write_bytes(gzip.compress(b"{}"))
    result = bench.run("wiki553", data=tmp_path, fast=True)
    assert result["suite"] == {"original": 1.0, "All": 0.125, "None": 1.0}
    assert result["words_hidden"] == {"original": 0.0, "All": 1.0, "None": 0.0}


def test_wiki553_needs_masks(tmp_path: Path) -> None:
    (tmp_path / "wiki553.jsonl.gz").write_bytes(gzip.compress(b""))
    with pytest.raises(InputError):
        bench.run("wiki553", data=tmp_path)


def test_overlapping_masks_are_one() -> None:
    text = masked(Document("d", "Ada Grey was born in Zenda."), [[0, 3], [2, 8, "PER"], [21, 99], [50, 60]]).text
    assert text == "*** was born in ***"


def test_lines_end_at_line_ends_alone(tmp_path: Path) -> None:
    life = {"doc_id": "1", "text": "One\u2028two", "public_knowledge": "Known\x85"}
    packed = gzip.compress(json.dumps(life, ensure_ascii=False).encode())
    (tmp_path / "wiki553.jsonl.gz").write_bytes(packed)
    texts, [profile] = read_lives(tmp_path)
    assert (texts["1"].text, profile.text) == ("One\u2028two", "Known\x85")


def test_damaged_lives_are_told_by_their_place(tmp_path: Path) -> None:
    (tmp_path / "wiki553.jsonl.gz").write_bytes(gzip.compress(b'{"doc_id": "1"}\n{"text": "Xanthippe'))
    with pytest.raises(InputError, match="line 2") as raised:
        read_lives(tmp_path)
    assert "Xanthippe" not in str(raised.value)
