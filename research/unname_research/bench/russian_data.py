"""Russian corpora with names marked as people, places and organizations, read as examples."""

import random
import tarfile
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from unname.core.document import Span
from unname.core.example import Example, Mark, flatten_marks
from unname.corpora.conll import read_tagged
from unname.corpora.examples import cut_sentences
from unname.corpora.reading import File
from unname_research.bench.utility_data import read_factrueval, sampled

PER, LOC, ORG = "PER", "LOC", "ORG"
TYPES = (PER, LOC, ORG)

COLLECTION3 = {"PER": PER, "LOC": LOC, "GEOPOLIT": LOC, "ORG": ORG, "MEDIA": ORG}
"""From the types of Collection5 to those of Collection3."""

_NEREL = {
    "PERSON": PER,
    "ORGANIZATION": ORG,
    **dict.fromkeys(("CITY", "COUNTRY", "LOCATION", "DISTRICT", "STATE_OR_PROVINCE"), LOC),
}
_TEST_SHARE = 5
"""One document of so many of Collection5 is kept from learning; nobody published a split of documents."""

__all__ = ["TYPES", "read_collection3", "read_entities", "read_factrueval", "read_others"]


def read_collection3(data: Path) -> tuple[list[Example], list[Example]]:
    """Collection3, made of Collection5: what is learned from, and every fifth document by a fixed lot to try it on.

    Its offsets count two characters for each line end, where the texts have one.
    """
    files = _files(data / "ru/collection5/collection5.tar.gz")
    examples = []
    for stem in sorted(name.removesuffix(".txt") for name in files if name.endswith(".txt")):
        text = files[f"{stem}.txt"].replace("\r\n", "\n")
        ends = [at for at, sign in enumerate(text) if sign == "\n"]
        there = {at + number + extra: at for number, at in enumerate(ends) for extra in (0, 1)}
        places = _Places(there, [at + number for number, at in enumerate(ends)])
        marks = (
            Mark(Span(places.find(start), places.find(end)), COLLECTION3[label])
            for label, start, end in _brat(files[f"{stem}.ann"])
        )
        whole = flatten_marks(mark for mark in marks if mark.span.start < mark.span.end <= len(text))
        examples.append(Example(stem.rpartition("/")[2], text, whole))
    held_out = set(random.Random(0).sample(range(len(examples)), len(examples) // _TEST_SHARE))
    return [each for n, each in enumerate(examples) if n not in held_out], [examples[n] for n in sorted(held_out)]


def read_entities(data: Path, part: str) -> dict[str, list[tuple[Span, ...]]]:
    """FactRuEval: which of the names that are marked in each text are of one person, place or organization."""
    files = _files(data / "ru/factrueval2016/factrueval2016.tar.gz", f"/{part}set/")
    examples = dict(zip(("dev", "test"), read_factrueval(data), strict=True))[part]
    stems = {name.rpartition("/")[2].removesuffix(".coref"): name for name in files if name.endswith(".coref")}
    return {
        each.id: _entities(each, files, stems[each.id].removesuffix(".coref")) for each in examples if each.id in stems
    }


def _entities(example: Example, files: Mapping[str, str], stem: str) -> list[tuple[Span, ...]]:
    places = {}
    for line in files[f"{stem}.spans"].splitlines():
        if cells := line.split():
            places[cells[0]] = Span(int(cells[2]), int(cells[2]) + int(cells[3]))
    held: dict[str, list[Span]] = {}
    for line in files[f"{stem}.objects"].splitlines():
        cells = line.partition("#")[0].split()
        if cells:
            held[cells[0]] = [places[cell] for cell in cells[2:] if cell in places]
    groups = []
    for line in files[f"{stem}.coref"].splitlines():
        cells = line.split()
        if cells and all(map(str.isdigit, cells)):
            parts = [span for cell in cells[1:] for span in held.get(cell, ())]
            groups.append(tuple(m.span for m in example.marks if any(m.span.overlaps(part) for part in parts)))
    return [group for group in groups if group]


class _Places:
    """From places in a text with two signs at each line end to those in one with one."""

    def __init__(self, ends: Mapping[int, int], starts: Sequence[int]):
        self._ends, self._starts = ends, starts

    def find(self, place: int) -> int:
        """The same place in the other text."""
        return self._ends.get(place, place - bisect_left(self._starts, place))


def read_others(data: Path) -> Iterator[tuple[str, list[Example]]]:
    """Other corpora than that on which something was tuned: their test parts, by name."""
    yield "nerel", _read_nerel(data)
    yield "collection3", read_collection3(data)[1]
    yield "wikineural-ru", _read_wikineural(data)
    yield "slavicner-ru", _read_slavicner(data)


def _read_nerel(data: Path) -> list[Example]:
    """NEREL, test: people, organizations and places; of names inside of names, the longest."""
    files = _files(data / "ru/nerel/nerel-v1.1.tar.gz", "/test/")
    examples = []
    for stem in sorted(name.removesuffix(".txt") for name in files if name.endswith(".txt")):
        found = ((_NEREL.get(label), start, end) for label, start, end in _brat(files[f"{stem}.ann"]))
        marks = (Mark(Span(start, end), label) for label, start, end in found if label)
        examples.append(Example(stem.rpartition("/")[2], files[f"{stem}.txt"], flatten_marks(marks)))
    return examples


def _read_wikineural(data: Path) -> list[Example]:
    """WikiNEuRal, Russian test: 2,000 sentences of Wikipedia, ten to a text; names of other types are left out."""
    (whole,) = read_tagged(File(data / "ru/wikineural-ru/test.conllu.gz"))
    texts = sampled(list(cut_sentences(whole)), 200)
    return [Example(each.id, each.text, tuple(m for m in each.marks if m.label in TYPES)) for each in texts]


def _read_slavicner(data: Path) -> list[Example]:
    """SlavicNER, the Russian texts of the test part of its cross-topic split."""
    files = _files(data / "ru/slavicner-ru/slavicner-ru.tar.gz")
    examples = []
    for name in files["SPLIT_cross-topic_test.ru.txt"].split():
        text = files[name]
        rows = files[f"ner/{name.removeprefix('raw/').removesuffix('.txt')}.tsv"].splitlines()
        cells = [row.split("\t") for row in rows if row.strip()]
        marks = (Mark(Span(int(each[0]), int(each[1])), each[4]) for each in cells if each[4] in TYPES)
        examples.append(Example(name.rpartition("/")[2], text, flatten_marks(marks)))
    return examples


def _files(path: Path, inside: str = "") -> dict[str, str]:
    """The texts of an archive by their names."""
    files = {}
    with tarfile.open(path) as archive:
        for member in archive.getmembers():
            if member.isfile() and inside in f"/{member.name}" and (file := archive.extractfile(member)):
                files[member.name] = file.read().decode("utf-8-sig" if member.name.endswith(".tsv") else "utf-8")
    return files


def _brat(content: str) -> Iterator[tuple[str, int, int]]:
    """Label, start and end of each entity in one piece."""
    for line in content.splitlines():
        if line.startswith("T"):
            label, *ends = line.split("\t")[1].split()
            if len(ends) == 2:
                yield label, int(ends[0]), int(ends[1])
