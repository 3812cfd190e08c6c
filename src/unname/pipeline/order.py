"""Released texts on their way out: they wait, and leave in an order and under ids that tell nothing."""

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from unname.core.document import Span
from unname.core.redaction import Edit
from unname.replace.restore import Change

IN_MEMORY = 2**25
"""Bytes of released text that wait in memory where more may wait on disk."""

_NEUTRAL = re.compile(r"document-\d+")


class Spool:
    """Released texts that wait until their order is known.

    They wait in memory. With a folder, what does not fit there goes to a file without a name in it that its owner alone
    can read, so that nothing is left of it however the run ends.
    """

    def __init__(self, folder: Path | None = None):
        self._file: IO[bytes] = (
            BytesIO() if folder is None else SpooledTemporaryFile(max_size=IN_MEMORY, dir=str(folder))  # noqa: SIM115 - it lives as long as this
        )
        self._end = 0

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
    """One document on its way out: what it is called, and what is released of it, if anything.

    `document` is its id in its source, `neutral` what reports call it, and `id` what it is called where it is released.
    `group` is what it stays together with, `number` its place among all, `place` what it is put in order by. `own_id`
    says that its record names it, `keeps_id` that this may be released. `changes` and `person` are for a vault to keep.
    """

    group: Hashable
    document: str
    place: bytes = field(repr=False)
    neutral: str
    own_id: bool = False
    number: int = 0
    keeps_id: bool = False
    id: str = ""
    text: Span | None = None
    edits: tuple[Edit, ...] = field(default=(), repr=False)
    changes: tuple[Change, ...] = field(default=(), repr=False)
    person: str | None = field(default=None, repr=False)
    fields: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def is_released(self) -> bool:
        """Whether something of it is released."""
        return self.text is not None


def arrange(items: Iterable[Item], in_groups: bool, keep_order: bool) -> list[Item]:
    """The documents in the order in which they are released, each with a neutral id that counts them in that order.

    Where groups stay together, as those of one file, they are put in order and documents within them. Places are all
    alike in chance, so that the first document speaks for its group, however many there are in it.
    """
    ordered = list(items)
    if not keep_order:
        first: dict[Hashable, bytes] = {}
        for item in ordered:
            first.setdefault(item.group, item.place)
        ordered.sort(key=lambda item: (first[item.group] if in_groups else b"", item.place))
    for number, item in enumerate(ordered, start=1):
        item.neutral = neutral_id(number, len(ordered))
    return ordered


def neutral_id(number: int, n: int = 1) -> str:
    """What the document with that number of `n` is called.

    >>> neutral_id(7)
    'document-0007'
    """
    return f"document-{number:0{max(4, len(str(n)))}d}"


def name_items(ordered: Iterable[Item]) -> None:
    """Give all documents the ids they are released under: their own where it may be kept and is free, else neutral."""
    taken: set[str] = set()
    for item in ordered:
        item.keeps_id = item.keeps_id and item.document not in taken and not _NEUTRAL.fullmatch(item.document)
        item.id = item.document if item.keeps_id else item.neutral
        taken.add(item.id)
