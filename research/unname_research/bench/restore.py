"""Restore: does every document of every corpus come back to the byte?

The texts of all files in the folder of corpora, cut as they are stored (string values of JSON, blocks of other files),
with every capitalized word and every number masked, in every twentieth text replaced by a surrogate, and kept in one
vault; and court cases, biographies and everyday texts as the product releases them.
"""

import gzip
import json
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from unname.core.document import Document, Mention, Span
from unname.core.progress import Listener
from unname.core.redaction import HIDDEN, Option, Replacement, rewrite
from unname.core.roles import Replacer
from unname.corpora.tab import read_tab
from unname.pipeline.corpus import release_all
from unname.replace.mask import Mask
from unname.replace.pseudonym import Pseudonym
from unname.replace.restore import Kept, changes_of, restore_text
from unname.replace.vault import Access, Vault
from unname_research.bench.everyday_data import read_everyday
from unname_research.bench.wiki553 import read_lives

SHORTEST = 30
"""Characters below which a string of a file is no document."""

BATCH = 200
"""Documents that are kept at once."""

_NAMED = re.compile(r"\b[^\W\d_a-z]\w+|\d[\d./:-]*\d|\d")


def run(data: str | Path, fast: bool = False, report: Listener | None = None) -> dict[str, Any]:
    """Documents, and those that came back otherwise, by corpus; `fast` takes one of twenty."""
    files = sorted(path for path in Path(data).rglob("*") if path.name.removesuffix(".gz").endswith(_ENDINGS))
    by_corpus: dict[str, dict[str, int]] = {}
    with tempfile.TemporaryDirectory() as folder:
        vault = Vault.create(Path(folder) / "corpora.vault", Access.by_key(bytes(32)))
        for done, path in enumerate(files, start=1):
            name = path.relative_to(data).parts[0]
            counts = by_corpus.setdefault(name, {"documents": 0, "different": 0})
            texts = list(_texts(path))[:: 20 if fast else 1]
            counts["documents"] += len(texts)
            counts["different"] += count_different(texts, path.name, vault)
            if report is not None:
                report("restore", done, len(files), counts["different"])
        size = vault.path.stat().st_size
        vault.close()
        released = {
            "tab dev": [
                Document(each.document.id, each.document.text) for each in read_tab(Path(data) / "tab", split="dev")
            ],
            "wiki553": list(read_lives(Path(data) / "wiki553")[0].values()),
            "everyday dev": [sample.plain for sample in read_everyday()],
        }
        product = {name: release_and_restore(each, Path(folder) / f"{name}.vault") for name, each in released.items()}
    n_documents = sum(each["documents"] for each in by_corpus.values())
    n_different = sum(each["different"] for each in by_corpus.values())
    return {
        "documents": n_documents,
        "different": n_different,
        "vault_mb": round(size / 1e6, 1),
        "by_corpus": by_corpus,
        "released": product,
    }


def count_different(texts: Sequence[str], name: str, vault: Vault) -> int:
    """How many texts do not come back as they were."""
    n_different = 0
    for start in range(0, len(texts), BATCH):
        documents = [
            Document(f"{name} {number}", text) for number, text in enumerate(texts[start : start + BATCH], start=start)
        ]
        released = [
            _released(document, vault if number % 20 == 0 else None) for number, document in enumerate(documents)
        ]
        vault.keep(released)
        for document, kept in zip(documents, released, strict=True):
            again = vault.recall(kept.id, kept.text)
            n_different += restore_text(again, kept.text).text != document.text or again.document != document.id
    return n_different


def release_and_restore(documents: Sequence[Document], path: Path) -> dict[str, int]:
    """The same for documents as the product releases them."""
    originals = {document.id: document.text for document in documents}
    with Vault.create(path, Access.by_key(bytes(32))) as vault:
        release = release_all(documents, replace="pseudonym", vault=vault)
        n_different = 0
        for redaction in release.released:
            kept = vault.recall(redaction.document, redaction.text)
            n_different += restore_text(kept, redaction.text).text != originals[kept.document]
    return {"documents": len(documents), "released": len(release.released), "different": n_different}


def _released(document: Document, vault: Vault | None) -> Kept:
    mentions = [
        Mention(Span(*found.span()), "CODE" if found[0][0].isdigit() else "PERSON", f"e{number}")
        for number, found in enumerate(_NAMED.finditer(document.text))
    ]
    marked = document.with_mentions(mentions)
    replacer: Replacer = Pseudonym(book=vault) if vault else Mask()
    changes = [
        Replacement(each.span, replacer.render(each, Option(each.entity, "", HIDDEN), marked), each.entity, True)
        for each in mentions
    ]
    redaction = rewrite(marked, changes)
    return Kept(document.id, redaction.text, changes_of(marked, redaction), document.id, run="bench")


_ENDINGS = (".jsonl", ".json", ".csv", ".tsv", ".txt", ".conll", ".conllu")


def _texts(path: Path) -> Iterator[str]:
    """The texts of a file."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8", errors="surrogateescape", newline="") as file:
        content = file.read()
    stem = path.name.removesuffix(".gz")
    if stem.endswith(".jsonl"):
        records = (json.loads(line) for line in content.splitlines() if line.strip())
        found: Iterable[str] = (text for record in records for text in _strings(record))
    elif stem.endswith(".json"):
        found = _strings(json.loads(content))
    else:
        found = re.split(r"(?:\r?\n){2,}" if "\n\n" in content else r"\r?\n", content)
    for text in found:
        if len(text) >= SHORTEST:
            yield text.encode("utf-8", "replace").decode("utf-8")


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)
