"""One run of `unname release`: documents that are read, released one by one or together, and put in order."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from unname.cli.corpus import Hashes
from unname.cli.crowd import Crowd
from unname.cli.failures import say_failed
from unname.cli.order import Item, Spool, arranged, name, neutral_id
from unname.cli.progress import Progress
from unname.cli.sources import Source, documents
from unname.cli.targets import Target
from unname.core.document import Document, Mention
from unname.core.errors import ConfigError, InputError, Withheld
from unname.core.redaction import Redaction
from unname.core.results import Outcome
from unname.measure.leaks.ids import id_tells

if TYPE_CHECKING:
    from unname.corpora.records import Layout
    from unname.pipeline.corpus import Loop
    from unname.pipeline.document import Pipeline

UNKNOWN = "its subject is not in the population"
NAMED = "a field of --keep-fields holds the id or the name of a person of the population"
NAMES = ("PERSON", "CODE")
"""What everything hidden is taken for where it is looked for in an id."""


@dataclass
class Run:
    """One call of the command: what it works with, what it could not release, and the map back."""

    pipeline: "Pipeline"
    encoding: str
    bar: Progress
    hashes: Hashes
    layout: "Layout"
    spool: Spool = field(repr=False)
    crowd: Crowd | None = None
    keep_ids: bool = False
    keep_order: bool = False
    in_files: bool = False
    keeps_map: bool = False
    failures: list[BaseException] = field(default_factory=list)
    names: Sequence[tuple[str, str]] = ()
    said: list[str] = field(default_factory=list)
    items: list[Item] = field(default_factory=list, repr=False)
    by_source: defaultdict[int, list[Item]] = field(default_factory=lambda: defaultdict(list), repr=False)
    placed: list[tuple[Item, Document, str]] = field(default_factory=list, repr=False)

    @property
    def released(self) -> list[Item]:
        """The documents of which something is released, in order."""
        return [item for item in self.items if item.text is not None]

    def items_of(self, target: Target) -> list[Item]:
        """The documents that go into a target, in order."""
        return self.by_source[target.sources[0].number] if target.in_folder else self.items

    def name_of(self, target: Target) -> str:
        """What a target is called in a folder: like the first of its documents."""
        return next((item.neutral for item in self.items_of(target)), "")

    def is_written(self, target: Target) -> bool:
        """Whether a target appears: not if every document of it failed."""
        return any(item.text is not None for item in self.items_of(target)) or not (target.in_folder or self.failures)

    def pieces(self, target: Target) -> Iterator[str]:
        """What is written of each document of the target, in order."""
        from unname.corpora.jsonl import json_line
        from unname.corpora.records import redaction_record

        for item in self.items_of(target):
            if redaction := item.redaction(self.spool):
                released = {**redaction_record(redaction, item.id), **item.fields}
                yield redaction.text if target.format == "text" else json_line(released)

    def map_back(self) -> Iterator[str]:
        """Where each document that is released comes from, and what was changed in it, a line each."""
        from unname.corpora.records import edits_record

        for item in self.released:
            if redaction := item.redaction(self.spool):
                origin = {"source": item.source.path, "document": item.document}
                # In ASCII: names of files need not be Unicode.
                yield json.dumps({**edits_record(redaction, item.id), **origin}) + "\n"

    def each(self, source: Source) -> Iterator[tuple[Item, Document]]:
        """The documents of a source, each with what becomes of it."""
        for document in documents(source, self.encoding, self.failed, self.layout):
            number = len(self.items) + 1
            place = self.hashes.place(number, document)
            self.items.append(Item(source, document.id, place, neutral_id(number), document.own_id))
            yield self.items[-1], document

    def release_each(self, sources: Sequence[Source]) -> None:
        """Release one document after the other; all wait in the spool until the last one is there."""
        for done, source in enumerate(sources, start=1):
            for item, document in self.each(source):
                # No other id goes further, so that none can come out anywhere.
                self.release(item, replace(document, id=item.neutral))
            self.bar.update("release", done, len(sources), len(self.failures))
        self.arrange()

    def arrange(self) -> None:
        """Put all that was read into the order of the release, with neutral ids."""
        self.items = arranged(self.items, self.in_files, self.keep_order)
        for item in self.items:
            self.by_source[item.source.number].append(item)
        name(self.items)

    def release(self, item: Item, document: Document) -> None:
        """Release one document by itself."""
        try:
            redaction = self.pipeline.release(document, self.names)
        except ConfigError:
            raise  # no other document would fare better
        except Exception as error:
            self.failed(error, item)
            return
        self.keep(item, document, redaction)

    def keep(self, item: Item, document: Document, redaction: Redaction) -> None:
        """Let the release of a document wait for its turn."""
        item.text, item.fields = self.spool.put(redaction.text), document.fields
        item.edits = redaction.edits if self.keeps_map else ()
        item.keeps_id = self.keep_ids and item.own_id and not self.tells(item.document, document, redaction)

    def read(self, sources: Sequence[Source]) -> None:
        """Read all documents at once, with the people they are about."""
        placed = [(item, *self._placed(item, document)) for source in sources for item, document in self.each(source)]
        self.arrange()
        self.placed = [(item, replace(document, id=item.neutral), reason) for item, document, reason in placed]

    @property
    def fit(self) -> list[Document]:
        """The documents that were read and may be released."""
        return [document for _, document, reason in self.placed if not reason]

    def release_together(self, loop: "Loop") -> list[Outcome]:
        """Release all that was read, which is held until it is written; tells what became of each."""
        outcomes = {outcome.document: outcome for outcome in loop.run(self.fit, self.bar.update)}
        for item, document, reason in self.placed:
            outcome = outcomes.setdefault(item.neutral, Outcome(item.neutral, reason=reason))
            if outcome.redaction is not None:
                self.keep(item, document, outcome.redaction)
            elif not reason:
                self.failed(Withheld(outcome.reason), item)
        name(self.items)
        return [outcomes[item.neutral] for item in self.items]

    def _placed(self, item: Item, document: Document) -> tuple[Document, str]:
        """The document with the person it is about, and why it cannot be released, if that is known already."""
        if self.crowd is None:
            return document, ""
        if self.crowd.is_named(list(document.fields.values())):
            self.failed(Withheld(NAMED), item)
            return document, NAMED
        try:
            return self.crowd.place(document), ""
        except InputError as error:
            self.failed(error, item)
            return document, UNKNOWN

    def tells(self, id: str, document: Document, redaction: Redaction) -> bool:
        """Whether an id says who a document is about."""
        from unname.measure.leaks.check import survivors

        if id_tells(replace(document, id=id), redaction) or (self.crowd is not None and self.crowd.knows(id)):
            return True
        # Whatever is hidden is taken for a name, and for a number, so that parts of it are looked for, too.
        hidden = [edit for edit in redaction.edits if edit.old.end > edit.old.start]
        marked = (document.with_mentions([Mention(each.old, label, each.entity) for each in hidden]) for label in NAMES)
        return any(survivors(each, redaction, [("id", id)]) for each in marked)

    def failed(self, error: BaseException, item: Item | None = None) -> None:
        """Note a document that is not released, and go on."""
        self.failures.append(error)
        say_failed(error, *((item.document, item.neutral) if item else (None,)))
