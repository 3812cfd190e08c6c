"""Pseudonyms: are names in step, is nobody called like somebody else, what do they cost, and whom do attacks find?

`data` is the folder with the corpora: tab, wiki553 and wikiactors. Names are compared word by word in what is released.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any

from unname.core.document import Document, Role
from unname.core.fold import fold
from unname.core.progress import Listener
from unname.core.redaction import HIDDEN, Redaction
from unname.corpora.populations import read_table
from unname.corpora.tab import read_tab
from unname.pipeline.corpus import release_all
from unname.pipeline.document import Pipeline, write
from unname.replace.book import RunBook, note_text
from unname.replace.mend import is_function_word
from unname.replace.name_words import is_title, split_name
from unname_research.bench.attack_contest import hold_contest
from unname_research.bench.rounding import rounded
from unname_research.bench.wiki553 import read_lives
from unname_research.bench.wikiactors import BACKGROUND, NAME, ORIGINAL, table_file

KEY = bytes(range(32))
RATES = (0.0, 0.01, 0.05, 0.1)
"""The shares of mentions that are left as if no detector had found them."""

N_TIMED = 40
"""Court cases whose release is timed."""


def run(
    data: str | Path, fast: bool = False, out: str | Path | None = None, report: Listener | None = None
) -> dict[str, Any]:
    """All figures; `fast` attacks without neural networks, and `out` is where 200 sentences are written for reading."""
    cases = [Document(case.document.id, case.document.text) for case in read_tab(Path(data) / "tab", split="dev")]
    lives = [Document(life.id, life.text) for life in read_lives(Path(data) / "wiki553")[0].values()]
    result: dict[str, Any] = {"tab": check_names(cases), "wiki553": check_names(lives)}
    result["cost"] = measure_cost(cases[:N_TIMED])
    result["missed"] = attack_missed(table_file(Path(data) / "wikiactors"), fast, report)
    if out is not None:
        write_sentences(cases[:30] + lives[:60], Path(out))
    return rounded(result)  # type: ignore[no-any-return]


def check_names(documents: Sequence[Document]) -> dict[str, Any]:
    """What became of the names of people in a corpus, each document by itself."""
    owners: dict[str, set[tuple[str, str]]] = defaultdict(set)
    words_of_corpus: set[str] = set()
    n_words = n_in_step = n_mentions = n_hidden = 0
    for document, redaction in _written(documents):
        surrogates: dict[str, set[str]] = defaultdict(set)
        for old, new in _people(document, redaction):
            n_mentions += 1
            n_hidden += new == HIDDEN
            words_of_corpus |= {fold(word.text) for word in split_name(old) if word.kind == "name"}
            for old_word, new_word in _aligned(old, new):
                surrogates[old_word].add(new_word)
        for old_word, new_words in surrogates.items():
            n_words += 1
            n_in_step += len(new_words) == 1
            for new_word in new_words:
                owners[new_word].add((document.id, old_word))
    return {
        "documents": len(documents),
        "mentions of people": n_mentions,
        "hidden instead": n_hidden,
        "names": n_words,
        "names in step": n_in_step / max(1, n_words),
        "surrogates": len(owners),
        "surrogates that are an original of the corpus": len(words_of_corpus & owners.keys()),
        "surrogates of two people": sum(len(each) > 1 for each in owners.values()),
    }


def _written(documents: Sequence[Document]) -> Iterator[tuple[Document, Redaction]]:
    """Each document as it was detected, and its release, as the product writes it."""
    book = RunBook(KEY)
    for document in documents:
        note_text(book, document.text)
    pipeline = Pipeline(replace="pseudonym", book=book)
    for document in documents:
        detected, _, redaction = write(pipeline, pipeline.detect(document))
        yield detected, redaction


def _people(document: Document, redaction: Redaction) -> Iterator[tuple[str, str]]:
    """What was written for each mention of a person.

    Those that overlap something else are left out, and those that are no name: "Mr", or "of" by itself.
    """
    spans = {mention.span for mention in document.mentions if mention.label == "PERSON"}
    for edit in redaction.edits:
        old = document.text[slice(*edit.old)]
        if edit.old in spans and not is_title(old) and not is_function_word(old):
            yield old, redaction.text[slice(*edit.new)]


def _aligned(old: str, new: str) -> Iterator[tuple[str, str]]:
    """Each name of a place with its surrogate, where both have as many words of the same kinds."""
    pairs = [split_name(text) for text in (old, new)]
    if [word.kind for word in pairs[0]] == [word.kind for word in pairs[1]]:
        for before, after in zip(*pairs, strict=True):
            if before.kind == "name" and len(before.text) > 1:
                yield fold(before.text), fold(after.text)


def measure_cost(documents: Sequence[Document], n_times: int = 3) -> dict[str, float]:
    """Processor seconds of a release with masks and with pseudonyms, in turns; the least of each counts."""
    seconds: dict[str, list[float]] = {"mask": [], "pseudonym": []}
    for spec in ("mask", "pseudonym") * n_times:
        start = process_time()
        release_all(documents, replace=spec, key=KEY)
        seconds[spec].append(process_time() - start)
    least = {spec: min(each) for spec, each in seconds.items()}
    return {**least, "ratio": least["pseudonym"] / least["mask"]}


def attack_missed(path: Path, fast: bool, report: Listener | None) -> dict[str, Any]:
    """Whom attacks find among 50 actors where some mentions were missed, behind masks and behind pseudonyms.

    `real` is the share of what our own detectors find as names of people in a release that is the original: how often
    somebody is right who takes every name for a real one.
    """
    table = read_table(path, NAME, BACKGROUND)
    originals = table.columns[ORIGINAL]
    found = {document.id: Pipeline().detect(Document(document.id, document.text)) for document in originals}
    columns: dict[str, list[Document]] = {}
    real: dict[str, float] = {}
    for spec in ("mask", "pseudonym"):
        book = RunBook(KEY)
        for document in originals:
            note_text(book, document.text)
        pipeline = Pipeline(replace=spec, book=book)
        for rate in RATES:
            name = f"{spec}, {rate:.0%} missed"
            columns[name] = [
                replace(document, text=_released(pipeline, found[document.id], rate)) for document in originals
            ]
            real[name] = _share_real([each.text for each in columns[name]], originals)
    contest = hold_contest(table.population, columns, fast=fast, full=False, out=None, report=report).result("")
    return {"suite": contest["suite"], "found_by_any": contest["found_by_any"], "real": real}


def _released(pipeline: Pipeline, detected: Document, rate: float) -> str:
    """A text in which a share of what was found is left, as if nobody had found it; without the output check."""
    lots = random.Random(f"{detected.id} {rate}")
    left = [mention for mention in detected.mentions if mention.role is Role.NONE or lots.random() >= rate]
    missed = detected.with_mentions(left)
    return pipeline.apply(missed, pipeline.plan(missed)).text


def _share_real(texts: Sequence[str], originals: Sequence[Document]) -> float:
    n_names = n_real = 0
    pipeline = Pipeline()
    for text, original in zip(texts, originals, strict=True):
        known = fold(original.text)
        for mention in pipeline.detect(Document("d", text)).mentions:
            name = text[slice(*mention.span)]
            if mention.label == "PERSON" and name[:1].isupper():
                n_names += 1
                n_real += fold(name) in known
    return n_real / max(1, n_names)


def write_sentences(documents: Sequence[Document], folder: Path, n: int = 200) -> None:
    """Write released sentences with a name in them, each below its original, for somebody to read."""
    folder.mkdir(parents=True, exist_ok=True)
    pairs = []
    for document, redaction in _written(documents):
        for edit in redaction.edits:
            if document.text[edit.old.start].isupper() and redaction.text[slice(*edit.new)] != HIDDEN:
                pairs.append((_around(document.text, *edit.old), _around(redaction.text, *edit.new)))
    chosen = random.Random(0).sample(pairs, min(n, len(pairs)))
    (folder / "pseudonyms.txt").write_text("".join(f"{old}\n=> {new}\n\n" for old, new in chosen))


def _around(text: str, start: int, end: int, width: int = 110) -> str:
    return " ".join(f"{text[max(0, start - width) : start]}[{text[start:end]}]{text[end : end + width]}".split())
