"""Where released documents go: checked before anything is read, and there only when it is whole."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from unname.cli.sources import STANDARD_INPUT, Source
from unname.core.errors import ConfigError

SUFFIXES = {"text": ".txt", "jsonl": ".jsonl"}


@dataclass(frozen=True)
class Target:
    """One output and the sources that go into it: a file, standard output if `path` is None, or a file in a folder.

    What it is called there is told only when the order of all that is released is known.
    """

    path: Path | None
    format: str
    sources: Sequence[Source]
    in_folder: bool = False

    def file(self, name: str) -> Path | None:
        """Where to write what goes by that name."""
        return self.path / f"{name}{SUFFIXES[self.format]}" if self.path and self.in_folder else self.path


def out_folder(sources: list[Source], paths: list[str], out: str | None, format: str | None) -> Path | None:
    """The folder to write into, if it is a folder; one that holds something already is refused."""
    has_folder = any(Path(path).is_dir() for path in paths)
    is_folder = out is not None and (out.endswith("/") or Path(out).is_dir())
    if not is_folder and (format == "jsonl" or not (has_folder or sum(source.is_text for source in sources) > 1)):
        return None
    if out is None:
        what = "a folder" if has_folder else "several texts"
        raise ConfigError(f"{what} cannot go to standard output as text; give --out FOLDER or --format jsonl")
    folder = Path(out)
    for path in paths:
        if path != "-" and Path(path).is_dir() and folder.resolve().is_relative_to(Path(path).resolve()):
            raise ConfigError(f"--out {folder} lies inside {path}; released files would mix with the originals")
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"cannot make the folder {folder}: File exists")
    if folder.is_dir() and any(folder.iterdir()):
        raise ConfigError(f"--out {folder} is not empty; name a new folder, so that no earlier release stays among it")
    return folder


@contextmanager
def staged(folder: Path | None) -> Iterator[Path | None]:
    """A hidden folder beside the one that is wanted, which takes its place when all is in it and vanishes otherwise."""
    if folder is None:
        yield None
        return
    part = folder.absolute().with_name(f".{folder.name}.{os.getpid()}.part")
    try:
        part.mkdir(parents=True)
    except OSError as error:
        raise ConfigError(f"cannot make the folder {folder}: {error.strerror}") from None
    try:
        yield part
        if folder.is_dir():
            folder.rmdir()
        part.rename(folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def check_places(
    sources: list[Source],
    out: str | None,
    keep_map: Path | None,
    report: Path | None = None,
    hash_key: Path | None = None,
) -> None:
    """Refuse to write over a source, and what cannot be written or must not go with what is released."""
    originals = _originals(sources)
    private = {"--keep-map": keep_map, "--hash-key": hash_key}
    for option, path in {"--out": None if out is None else Path(out), "--report": report, **private}.items():
        if path is not None and path.resolve() in originals:
            raise ConfigError(f"{option} {path} is one of the originals")
        if path is not None and option != "--out" and (path.is_dir() or not path.absolute().parent.is_dir()):
            raise ConfigError(f"{option} {path}: not a file in a folder that exists")
    for option, path in private.items():
        if path is not None and out is not None and path.resolve().is_relative_to(Path(out).resolve()):
            raise ConfigError(f"{option} {path} lies in --out; it must not go with what is released")


def plan_targets(sources: list[Source], folder: Path | None, out: str | None, format: str | None) -> list[Target]:
    """Decide which source goes where, before anything is read."""
    if format == "text" and not all(source.is_text for source in sources):
        raise ConfigError("--format text is for plain texts; what holds several documents is written as jsonl")
    if folder is None:
        only_text = len(sources) == 1 and sources[0].is_text
        return [Target(None if out is None else Path(out), format or ("text" if only_text else "jsonl"), sources)]
    kinds = [format or ("text" if source.is_text else "jsonl") for source in sources]
    return [Target(folder, kind, [source], in_folder=True) for source, kind in zip(sources, kinds, strict=True)]


def _originals(sources: list[Source]) -> set[Path]:
    return {Path(source.path).resolve() for source in sources if source.path != STANDARD_INPUT}
