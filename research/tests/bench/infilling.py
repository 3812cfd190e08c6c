"""Invented corpora for attackers who fill in masks, in the layouts of the real ones."""

import gzip
import json
from pathlib import Path
from typing import Any

NAMES = ("Ada Grey", "Bob Reed", "Cleo Stone", "Dan Moss")
TOWNS = ("Zenda", "Strelsau", "Hentzau", "Tarlenheim")
YEARS = ("1901", "1912", "1923", "1934")
WORK = ("judges quarrels of neighbors", "sings old songs of sailors", "draws maps of caves", "breeds dogs for hunters")


def text_of(number: int) -> str:
    """The life of one person."""
    name, town, year = NAMES[number], TOWNS[number], YEARS[number]
    return f"{name} was born in {town} in {year}. It is known far and wide that {name} {WORK[number]} every day."


def article_of(number: int) -> str:
    """What is publicly known about the same person."""
    return f"For many years a person from {TOWNS[number]} {WORK[number]}; people call the person {NAMES[number]}."


def write_corpora(folder: Path) -> Path:
    """All three corpora, of four documents each."""
    _write_lives(folder / "wiki553")
    _write_cases(folder / "tab")
    _write_actors(folder / "wikiactors")
    return folder


def spans_of(number: int) -> list[list[int]]:
    """Where name, town and year stand."""
    text = text_of(number)
    found = [(text.find(part), len(part)) for part in (NAMES[number], TOWNS[number], YEARS[number])]
    found.append((text.rfind(NAMES[number]), len(NAMES[number])))
    return [[start, start + length] for start, length in found]


def _write_lives(folder: Path) -> None:
    ids = [name.lower().replace(" ", "-") for name in NAMES]
    lives = [{"doc_id": ids[n], "text": text_of(n), "public_knowledge": article_of(n)} for n in range(4)]
    _pack(folder / "wiki553.jsonl.gz", "\n".join(map(json.dumps, lives)))
    _pack(folder / "systems_Wiki553_Manual.json.gz", {ids[n]: spans_of(n) for n in range(4)})
    _pack(folder / "systems_Wiki553_Years.json.gz", {ids[n]: spans_of(n)[2:3] for n in range(4)})
    _pack(folder / "wiki_replace_test_100.json.gz", [_case(ids[0], 0)])


def _write_cases(folder: Path) -> None:
    _pack(folder / "echr_dev.json.gz", [_case(f"001-{n}", n) for n in range(3)])
    _pack(folder / "echr_train.json.gz", [_case("001-3", 3)])
    openings = {f"001-{n}": f"CASE OF {NAMES[n].upper()}" for n in range(4)}
    _pack(folder / "background_TAB_train_dev_BK_Public10pct.json.gz", openings)


def _case(id: str, number: int) -> dict[str, Any]:
    types = [("PERSON", "DIRECT"), ("LOC", "QUASI"), ("DATETIME", "QUASI"), ("PERSON", "DIRECT")]
    mentions = [
        {
            "entity_type": label,
            "entity_mention_id": f"{id}_{n}",
            "start_offset": start,
            "end_offset": end,
            "identifier_type": role,
            "entity_id": f"{id}_{label}",
        }
        for n, ((start, end), (label, role)) in enumerate(zip(spans_of(number), types, strict=True))
    ]
    other = [{**mention, "identifier_type": "NO_MASK"} for mention in mentions]
    annotations = {"first": {"entity_mentions": mentions}, "second": {"entity_mentions": other}}
    meta = {"applicant": NAMES[number]}
    return {"doc_id": id, "text": text_of(number), "meta": meta, "annotations": annotations}


def _write_actors(folder: Path) -> None:
    rows = []
    for n, name in enumerate(NAMES):
        hidden = text_of(n).replace(name, "SENSITIVE").replace(TOWNS[n], "SENSITIVE").replace(YEARS[n], "SENSITIVE")
        rows.append(
            {
                "name": name,
                "public_knowledge": article_of(n),
                "original_abstract": text_of(n),
                "manual_abstract": hidden if n < 3 else None,
            }
        )
    _pack(folder / "Invented_eval.json.gz", rows)
    others = [{"id": str(n), "name": f"Other{n % 30}", "abstract": f"A baker{n} who sings."} for n in range(31)]
    others.append({"id": "99", "name": NAMES[0], "abstract": "The same person again."})
    _pack(folder / "actors_19k_abstracts.jsonl.gz", "\n".join(map(json.dumps, others)))


def _pack(path: Path, content: Any) -> None:
    path.parent.mkdir(exist_ok=True)
    text = content if isinstance(content, str) else json.dumps(content)
    path.write_bytes(gzip.compress(text.encode()))
