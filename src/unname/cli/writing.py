"""What a release reads and writes: documents go into a corpus, and what leaves goes to its places."""

import json
import tempfile
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unname.cli.parcel import Parcel
from unname.cli.progress import Progress
from unname.cli.run_key import RunKey
from unname.cli.sources import Source, documents
from unname.cli.targets import Target

if TYPE_CHECKING:
    from unname.corpora.records import Layout
    from unname.pipeline.corpus import Corpus


@dataclass(frozen=True)
class Places:
    """Where a release goes: a folder or a file (or standard output), the map back, the report and the key."""

    folder: Path | None
    out: str | None
    keep_map: Path | None
    report: Path | None
    key: RunKey

    @property
    def new_key(self) -> Path | None:
        """Where a key that was made is to be kept."""
        return self.key.path if self.key.is_new else None

    @property
    def files(self) -> list[Path | None]:
        """The files beside the folder."""
        file = Path(self.out) if self.out is not None and self.folder is None else None
        return [file, self.keep_map, self.report, self.new_key]

    @property
    def shown_out(self) -> str | None:
        """What the place of the release is called for the user."""
        return f"{self.folder}/" if self.folder else self.out

    def page(self, parcel: Parcel) -> Path | None:
        """Where the report is written: in a folder it is there, if no other place is named."""
        return parcel.place / "report.html" if parcel.place and self.report is None else self.report

    def shown_page(self, page: Path) -> Path:
        """What the place of the report is called for the user."""
        return self.folder / page.name if self.folder and self.report is None else page

    def waiting_room(self, parcel: Parcel) -> Path:
        """Where texts may wait on disk: in the folder that is written to, or beside the file, and nowhere else."""
        if parcel.place is not None:
            return parcel.place
        if self.out is not None and (Path(self.out).is_file() or not Path(self.out).exists()):
            return Path(self.out).absolute().parent
        return Path(tempfile.gettempdir())


def add_all(
    corpus: "Corpus",
    sources: Sequence[Source],
    encoding: str,
    layout: "Layout",
    bar: Progress,
    keeps_mentions: bool = True,
) -> None:
    """Read the documents of all sources into the corpus; what cannot be read is told, and the rest goes on."""
    for done, source in enumerate(sources, start=1):
        for document in documents(source, encoding, corpus.fail, layout):
            corpus.add(document if keeps_mentions else document.with_mentions(()), source.number)
        if not (corpus.is_held or corpus.rounds.pipeline.replacers_.draw):
            bar.update("release", done, len(sources), len(corpus.failures))


def write_all(
    corpus: "Corpus", targets: Sequence[Target], places: Places, parcel: Parcel, sources: Sequence[Source]
) -> None:
    """Write what leaves, the map back and a new key; a vault first, so that nothing leaves without it."""
    from unname.corpora.key_file import key_text

    corpus.keep_originals({source.number: source.path for source in sources})
    if places.keep_map is not None:
        parcel.write(places.keep_map, _map_back(corpus, sources), mode=0o600)
    if places.new_key is not None:
        parcel.write(places.new_key, [key_text(places.key.key.secret)], mode=0o600)
    # In the order of their names, so that no time stamp tells another one.
    for name, target in sorted((_name_of(corpus, target), number) for number, target in enumerate(targets)):
        if _is_written(corpus, targets[target]):
            parcel.write(
                targets[target].file(name), targets[target].writer.write(corpus.released(_group_of(targets[target])))
            )


def write_report(facts: Mapping[str, Any], page: Path, parcel: Parcel) -> None:
    """Write the report as a page, and the same facts as JSON beside it."""
    from unname.report.release import release_page

    parcel.write(page.with_suffix(".json"), [json.dumps(facts, indent=1, ensure_ascii=False) + "\n"])
    parcel.write(page, [release_page(facts)])


def _group_of(target: Target) -> int | None:
    return target.sources[0].number if target.in_folder else None


def _name_of(corpus: "Corpus", target: Target) -> str:
    """What a target is called in a folder: like the first of its documents."""
    group = _group_of(target)
    return next((item.neutral for item in corpus.items if group in (None, item.group)), "")


def _is_written(corpus: "Corpus", target: Target) -> bool:
    """Whether a target appears: not if every document of it failed."""
    group = _group_of(target)
    has_text = any(item.is_released for item in corpus.items if group in (None, item.group))
    return has_text or not (target.in_folder or corpus.failures)


def _map_back(corpus: "Corpus", sources: Sequence[Source]) -> Iterator[str]:
    """Where each document that is released comes from, and what was changed in it, a line each."""
    from unname.corpora.map_back import map_line

    paths: dict[Hashable, str] = {source.number: source.path for source in sources}
    items = [item for item in corpus.items if item.is_released]
    for item, redaction in zip(items, corpus.released(), strict=True):
        yield map_line(redaction, paths[item.group], item.document)
