"""The data of the utility benchmark: each task with its language, what is learned from, and what it is tried on.

Large sets are cut by a fixed seed, so that all tasks together take less than an hour of one thread.
"""

import csv
import gzip
import json
import random
import tarfile
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from unname.core.document import Span
from unname.core.example import TARGET, Example, Mark, flatten_marks
from unname.corpora.conll import read_tagged
from unname.corpora.examples import cut_sentences, read_examples
from unname.corpora.reading import File

Split = tuple[list[Example], list[Example]]
"""What is learned from, and what it is tried on."""


@dataclass(frozen=True)
class UtilityTask:
    """One task of the benchmark: its kind, the learners that are compared on it, and how its data are read and cut."""

    kind: str
    language: str
    learners: tuple[str, ...]
    read: Callable[[Path], Split]
    cut: str


def read_factrueval(data: Path) -> Split:
    """FactRuEval: names by mapping A, the development set to learn from, the test set to try it on."""
    with tarfile.open(data / "ru/factrueval2016/factrueval2016.tar.gz") as archive:
        files = {name: file.read().decode() for name in archive.getnames() if (file := _extract(archive, name))}
    return _factrueval_part(files, "devset"), _factrueval_part(files, "testset")


def _extract(archive: tarfile.TarFile, name: str) -> tarfile.ExFileObject | None:
    member = archive.getmember(name)
    file = archive.extractfile(member) if member.isfile() else None
    return file if isinstance(file, tarfile.ExFileObject) else None


def _factrueval_part(files: Mapping[str, str], part: str) -> list[Example]:
    stems = sorted(name.removesuffix(".txt") for name in files if f"{part}/" in name and name.endswith(".txt"))
    annotated = [stem for stem in stems if f"{stem}.objects" in files]
    return [
        Example(stem.rpartition("/")[2], files[f"{stem}.txt"], _factrueval_marks(files, stem)) for stem in annotated
    ]


def _factrueval_marks(files: Mapping[str, str], stem: str) -> tuple[Mark, ...]:
    """Mapping A: a person is its whole object, an organization or a place each of its names without its kind."""
    spans: dict[str, tuple[str, Span]] = {}
    for line in files[f"{stem}.spans"].splitlines():
        if cells := line.split():
            spans[cells[0]] = cells[1], Span(int(cells[2]), int(cells[2]) + int(cells[3]))
    marks: set[Mark] = set()
    for line in files[f"{stem}.objects"].splitlines():
        cells = line.partition("#")[0].split()
        held = [spans[cell] for cell in cells[2:] if cell in spans]
        kind = cells[1] if cells else ""
        if kind == "Person" and held:
            marks.add(Mark(Span(min(span.start for _, span in held), max(span.end for _, span in held)), "PER"))
        elif kind == "Org":
            marks |= {Mark(span, "ORG") for name, span in held if name == "org_name"}
        elif kind in ("Location", "LocOrg"):
            marks |= {Mark(span, "LOC") for name, span in held if name == "loc_name"}
    return flatten_marks(marks)


def read_rurebus(data: Path) -> Split:
    """RuREBus: state documents with eight kinds of phrases; a part of the training set, and of the scored test set."""
    train = [
        each for number in (1, 2, 3) for each in _brat(data / f"ru/rurebus/train_part_{number}.zip", f"part {number} ")
    ]
    return sampled(train, 20), sampled(list(_brat(data / "ru/rurebus/test_full.zip")), 12)


def _brat(path: Path, prefix: str = "") -> Iterator[Example]:
    with zipfile.ZipFile(path) as archive:
        names = sorted(name for name in archive.namelist() if name.endswith(".ann") and "__MACOSX" not in name)
        for name in names:
            text = archive.read(name.removesuffix(".ann") + ".txt").decode()
            marks = (_brat_mark(line) for line in archive.read(name).decode().splitlines() if line.startswith("T"))
            whole = flatten_marks(mark for mark in marks if mark.span.end <= len(text))
            yield Example(prefix + Path(name).stem, text, whole)


def _brat_mark(line: str) -> Mark:
    label, *ends = line.split("\t")[1].split()
    return Mark(Span(int(ends[0]), int(ends[-1])), label)


def read_wikineural(data: Path) -> Split:
    """WikiNEuRal, English: sentences of Wikipedia with people, places, organizations and others, ten to a text."""
    parts = []
    for part in ("val", "test"):
        path = data / f"ner_en_wikineural_nc/wikineural_en_{part}.conllu.gz"
        parts.append([each for whole in read_tagged(File(path)) for each in cut_sentences(whole)])
    return sampled(parts[0], 150), sampled(parts[1], 100)


def read_xquad(path: str) -> Callable[[Path], Split]:
    """XQuAD in one language: the first 36 of 48 articles to learn from, the others to try it on."""

    def read(data: Path) -> Split:
        examples = read_examples("qa", data / path)
        n_passages = _n_passages(data / path, 36)
        return examples[:n_passages], examples[n_passages:]

    return read


def _n_passages(path: Path, n_articles: int) -> int:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return sum(len(article["paragraphs"]) for article in json.load(file)["data"][:n_articles])


def read_rusentne(data: Path) -> Split:
    """RuSentNE: what a sentence of the news says of somebody in it, good, bad or neither; the one meant is marked."""
    folder = data / "ru/rusentne2023"
    parts = [_rusentne(folder / name) for name in ("train_data.csv.gz", "validation_data_labeled.csv.gz")]
    return sampled(parts[0], 1500), sampled(parts[1], 800)


def _rusentne(path: Path) -> list[Example]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = list(csv.DictReader(StringIO(file.read()), delimiter="\t"))
    ends = ("entity_pos_start_rel", "entity_pos_end_rel")
    marked = ((row, Span(*(int(row[end]) for end in ends))) for row in rows)
    return [
        Example(
            str(n), row["sentence"], (Mark(span, TARGET),) if span.end <= len(row["sentence"]) else (), row["label"]
        )
        for n, (row, span) in enumerate(marked)
    ]


def read_sst2(data: Path) -> Split:
    """SST-2: sentences of film reviews, for or against; a part of the training set, and the development set."""
    parts = []
    for part in ("train", "dev"):
        with gzip.open(data / f"utility_tasks/sst2_{part}.tsv.gz", "rt", encoding="utf-8") as file:
            rows = [line.rstrip("\n").rpartition("\t") for line in file]
        parts.append([Example(str(n), text, label=label.strip()) for n, (text, _, label) in enumerate(rows)])
    return sampled(parts[0], 3000), parts[1]


def read_db_bio(data: Path) -> Split:
    """DB-bio: lives in Wikipedia, by occupation; a part of the training set, and the validation set."""
    parts = []
    for part in ("train", "validation"):
        with gzip.open(data / f"db_bio/db_bio_{part}.jsonl.gz", "rt", encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        parts.append([Example(str(n), row["text"], label=row["label"]) for n, row in enumerate(rows)])
    return _sampled_by_class(parts[0], 14), sampled(parts[1], 120)


def sampled(examples: Sequence[Example], n: int) -> list[Example]:
    """So many of the examples, the same each time, in their order; all of them if there are no more."""
    chosen = random.Random(0).sample(range(len(examples)), min(n, len(examples)))
    return [examples[number] for number in sorted(chosen)]


def _sampled_by_class(examples: Sequence[Example], n: int) -> list[Example]:
    by_class: dict[str, list[Example]] = defaultdict(list)
    for example in examples:
        by_class[example.label].append(example)
    return [example for label in sorted(by_class) for example in sampled(by_class[label], n)]


CLASSIFIERS = ("logistic", "boosting")
TASKS: Mapping[str, UtilityTask] = {
    "factrueval": UtilityTask("ner", "ru", ("crf", "bilstm"), read_factrueval, "none"),
    "rurebus": UtilityTask("ner", "ru", ("crf",), read_rurebus, "20 of 188 and 12 of 30 documents"),
    "wikineural": UtilityTask("ner", "en", ("crf",), read_wikineural, "1,500 and 1,000 sentences"),
    "xquad-ru": UtilityTask("qa", "ru", ("spanranker",), read_xquad("ru/xquad-ru/xquad.ru.json.gz"), "none"),
    "xquad-en": UtilityTask("qa", "en", ("spanranker",), read_xquad("utility_tasks/xquad_en.json.gz"), "none"),
    "rusentne": UtilityTask("classification", "ru", CLASSIFIERS, read_rusentne, "1,500 of 6,637 and 800 of 2,845"),
    "sst2": UtilityTask("classification", "en", CLASSIFIERS, read_sst2, "3,000 of 6,920 sentences to learn from"),
    "db_bio": UtilityTask("classification", "en", CLASSIFIERS, read_db_bio, "14 of each class and 120 of 243 texts"),
}
"""All tasks; the first learner is the one whose figures stand alone."""
