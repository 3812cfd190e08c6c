"""Where released documents go: checked before anything is read."""

import os
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from unname.cli.parcel import is_stream
from unname.cli.sources import Source
from unname.core.errors import ConfigError
from unname.core.roles import WritableFormat
from unname.corpora import TEXT, format_of, writable_formats

STANDARD_OUTPUT = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
"""What the user may call it. By such a path the file behind it could be replaced."""

SEVERAL = "jsonl"
"""What several documents are written as where nobody says otherwise."""


@dataclass(frozen=True)
class Target:
    """One output and the sources that go into it: a file, standard output if `path` is None, or a file in a folder.

    What it is called there is told only when the order of all that is released is known.
    """

    path: Path | None
    writer: WritableFormat
    sources: Sequence[Source]
    in_folder: bool = False

    def file(self, name: str) -> Path | None:
        """Where to write what goes by that name."""
        return self.path / f"{name}{self.writer.endings[0]}" if self.path and self.in_folder else self.path


def out_folder(sources: list[Source], paths: list[str], out: str | None, format: str | None) -> Path | None:
    """The folder to write into, if it is a folder; one that holds something already is refused.

    A name without an ending is that of a folder; one with an ending is that of a file, unless several texts are to be
    written which cannot go into one.
    """
    has_folder = any(Path(path).is_dir() for path in paths)
    n_texts = sum(source.holds_one for source in sources)
    is_several = (has_folder or n_texts > 1) and not _holds_several(_written_as(out, format))
    what = "a folder" if has_folder else "several texts"
    if out is None:
        if is_several:
            raise ConfigError(f"{what} cannot go to standard output as text; give --out FOLDER or --format jsonl")
        return None
    if not _names_folder(out):
        if not is_several:
            return None
        if format_of(out) or is_stream(Path(out)):
            raise ConfigError(f"{what} cannot go into {out} as text; name a folder or a .jsonl file")
    folder = Path(out)
    if os.path.lexists(folder) and not folder.is_dir():
        raise ConfigError(f"cannot make the folder {folder}: File exists")
    if folder.is_dir() and any(folder.iterdir()):
        raise ConfigError(f"--out {folder} is not empty; name a new folder, so that no earlier release stays among it")
    return folder


def _names_folder(out: str) -> bool:
    path = Path(out)
    return out.endswith("/") or path.is_dir() or not (path.suffix or os.path.lexists(path))


def _written_as(out: str | None, format: str | None) -> str | None:
    """The format that is asked for, by name or by the ending of a file that takes several documents."""
    by_ending = format_of(out) if out and not _names_folder(out) else None
    return format or (by_ending if _holds_several(by_ending) else None)


def _holds_several(format: str | None) -> bool:
    known = writable_formats().get(format or "")
    return known is not None and not known.holds_one


def check_places(
    read: Sequence[str | Path | None],
    out: str | None,
    keep_map: Path | None,
    report: Path | None = None,
    hash_key: Path | None = None,
) -> None:
    """Refuse to write over anything, and to write where it would be lost, read or released by mistake.

    `read` is all that is read. What is read is there, so that nothing which is there may be written over.
    """
    written = {"--out": None if out is None else Path(out), "--report": report, "--keep-map": keep_map}
    # A key that is there is read.
    written["--hash-key"] = None if hash_key is None or hash_key.exists() else hash_key
    for option, path in written.items():
        if path is not None and not is_stream(path):
            _check_place(option, path, [Path(each) for each in read if each is not None])
    if report is not None:
        if report.suffix == ".json" or is_stream(report):
            raise ConfigError(f"--report {report}: name the page (.html); its facts are written beside it as .json")
        refuse_existing("--report", report.with_suffix(".json"))
    _check_apart({**written, "--hash-key": hash_key})


def _check_place(option: str, path: Path, read: Sequence[Path]) -> None:
    if option != "--out" and (path.is_dir() or not path.absolute().parent.is_dir()):
        raise ConfigError(f"{option} {path}: not a file in a folder that exists")
    if not path.is_dir():
        refuse_existing(option, path)
    for folder in read:
        if folder.is_dir() and _real(path).is_relative_to(_real(folder)):
            raise ConfigError(f"{option} {path} lies inside {folder}; what is written would mix with what is read")


def refuse_existing(option: str, path: Path) -> None:
    """Refuse to write where something is already, be it a link to nothing."""
    if os.path.lexists(path):
        raise ConfigError(f"{option} {path} exists already, and nothing is written over; name a new file")


def _check_apart(places: dict[str, Path | None]) -> None:
    """Refuse one place for two things, and private things in a folder that is released."""
    given = {option: _real(path) for option, path in places.items() if path is not None and not is_stream(path)}
    if "--report" in given:
        given["the .json beside --report"] = given["--report"].with_suffix(".json")
    taken: dict[str, str] = {}
    for option, path in given.items():
        # Some file systems do not tell letters apart by their case or their form.
        other = taken.setdefault(unicodedata.normalize("NFKD", str(path)).casefold(), option)
        if other != option:
            raise ConfigError(f"{option} and {other} are the same file")
    for option in ("--keep-map", "--hash-key"):
        if option in given and "--out" in given and given[option].is_relative_to(given["--out"]):
            raise ConfigError(f"{option} {places[option]} lies in --out; it must not go with what is released")


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def plan_targets(sources: list[Source], folder: Path | None, out: str | None, format: str | None) -> list[Target]:
    """Decide which source goes where, before anything is read."""
    formats = writable_formats()
    if format and formats[format].holds_one and not all(source.holds_one for source in sources):
        raise ConfigError(f"--format {format} is for plain texts; what holds several documents is written as {SEVERAL}")
    if folder is None:
        kind = _written_as(out, format) or (TEXT if len(sources) == 1 and sources[0].holds_one else SEVERAL)
        if out and not format and kind == SEVERAL and format_of(out) == TEXT:
            raise ConfigError(f"what holds several documents cannot go into {out} as text; name a .jsonl file")
        return [Target(None if out is None else Path(out), formats[kind], sources)]
    return [
        Target(folder, formats[format or (TEXT if source.holds_one else SEVERAL)], [source], in_folder=True)
        for source in sources
    ]
