"""An invented table of people with anonymized abstracts, as `wikiactors` has it."""

import gzip
import json
from pathlib import Path

from invented import people, released

PEOPLE = people(8)
TEXTS = released(PEOPLE)


def write_actors(folder: Path) -> Path:
    """The table and short lives of others, in a folder, which is given back."""
    (folder / "Invented_eval.json.gz").write_bytes(gzip.compress(json.dumps(_rows()).encode()))
    others = [{"id": str(n), "name": f"Other{n}", "abstract": "A baker who sings."} for n in range(5)]
    others.append({"id": "9", "name": PEOPLE[0].name, "abstract": "The same person again."})
    packed = gzip.compress("\n".join(map(json.dumps, others)).encode())
    (folder / "actors_19k_abstracts.jsonl.gz").write_bytes(packed)
    return folder


def _rows() -> list[dict[str, object]]:
    return [
        {
            "name": profile.name,
            "public_knowledge": profile.text,
            "original_abstract": profile.text[:300],
            "ner3_abstract": text,
            "manual_abstract": "SENSITIVE" if number else text,
            "dev_abstract": text if number < 2 else None,
        }
        for number, (profile, text) in enumerate(zip(PEOPLE, TEXTS, strict=True))
    ]
