"""Released texts on their way out: they wait on disk, and leave in an order and under ids that tell nothing."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Any

from unname.cli.sources import Source
from unname.core.document import Span
from unname.core.redaction import Edit, Redaction

IN_MEMORY = 2**25
"""Bytes of released text that wait in memory; more wait on disk."""

_NEUTRAL = re.compile(r"document-\d+")


class Spool:
    """Released texts that wait until their order is known.

    What does not fit into memory goes to a file without a name that its owner alone can read, in the given folder, so
    that nothing is left of it however the run ends.
    """

    def __init__(self, folder: Path | None = None):
        self._file = SpooledTemporaryFile(max_size=IN_MEMORY, dir=None if folder is None else str(folder))  # noqa: SIM115 - it lives as long as this
        self._end = 0

    @classmethod
    def beside(cls, folder: Path | None, out: str | None) -> "Spool":
        """One in the folder that is written to, or beside the file, so that texts lie nowhere else."""
        if folder is None and out is not None and (Path(out).is_file() or not Path(out).exists()):
            folder = Path(out).absolute().parent
        return cls(folder)

    def put(self, text: str) -> Span:
        """Keep the text; tells where it is."""
        raw = text.encode("utf-8", "surrogatepass")
        start = self._file.seek(self._end)
        self._file.write(raw)
        self._end = start + len(raw)
        return Span(start, self._end)

    def get(self, place: Span) -> str:
        """The text that was put there."""
        self._file.seek(place.start)
        return self._file.read(place.end - place.start).decode("utf-8", "surrogatepass")

    def close(self) -> None:
        """Forget all of it."""
        self._file.close()


@dataclass(eq=False)
class Item:
    """One document on its way out: where it comes from, what it is called, and what is released of it, if anything.

    `document` is its id in its source, `neutral` what reports call it, and `id` what it is called where it is released.
    `place` is what it is put in order by. `own_id` says that its record names it, `keeps_id` that this may be released.
    """

    source: Source
    document: str
    place: bytes = field(repr=False)
    neutral: str
    own_id: bool = False
    keeps_id: bool = False
    id: str = ""
    text: Span | None = None
    edits: tuple[Edit, ...] = field(default=(), repr=False)
    fields: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def redaction(self, spool: Spool) -> Redaction | None:
        """What is released, or None if nothing is."""
        return None if self.text is None else Redaction(self.document, spool.get(self.text), self.edits)


def arranged(items: Iterable[Item], in_files: bool, keep_order: bool) -> list[Item]:
    """The documents in the order in which they are released, each with a neutral id that counts them in that order.

    Where every source becomes a file of its own (`in_files`), files are put in order and documents within them. Places
    are all alike in chance, so that the first document speaks for its file, however many there are in it.
    """
    ordered = list(items)
    if not keep_order:
        first: dict[Source, bytes] = {}
        for item in ordered:
            first.setdefault(item.source, item.place)
        ordered.sort(key=lambda item: (first[item.source] if in_files else b"", item.place))
    for number, item in enumerate(ordered, start=1):
        item.neutral = neutral_id(number, len(ordered))
    return ordered


def neutral_id(number: int, n: int = 1) -> str:
    """What the document with that number of `n` is called.

    >>> neutral_id(7)
    'document-0007'
    """
    return f"document-{number:0{max(4, len(str(n)))}d}"


def name(ordered: Iterable[Item]) -> None:
    """Give all documents the ids they are released under: their own where it may be kept and is free, else neutral."""
    taken: set[str] = set()
    for item in ordered:
        item.keeps_id = item.keeps_id and item.document not in taken and not _NEUTRAL.fullmatch(item.document)
        item.id = item.document if item.keeps_id else item.neutral
        taken.add(item.id)
