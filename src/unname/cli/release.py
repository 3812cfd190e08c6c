"""`unname release`: documents in, released text out, and nothing beside it that points back."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unname.cli.crowd import Crowd, K, LeaveOut, LinkageModel, Population, Subjects, read_crowd
from unname.cli.failures import exit_code, say, say_failed
from unname.cli.options import (
    Balance,
    Detectors,
    Encoding,
    Fast,
    InputFormat,
    MaxRisk,
    Optimizer,
    PolicyFile,
    Quiet,
    RiskMeasure,
    build_pipeline,
    check_choice,
    check_input,
)
from unname.cli.progress import Progress, progress
from unname.cli.sources import STANDARD_INPUT, Source, documents, expand
from unname.core.document import Document
from unname.core.errors import ConfigError
from unname.core.redaction import Redaction, id_tells

if TYPE_CHECKING:
    from unname.pipeline import Pipeline

FORMATS = ("text", "jsonl")
STANDARD_OUTPUT = "-"


@dataclass(frozen=True)
class Target:
    """One output: a file (or standard output if `path` is None) and the sources that go into it."""

    path: Path | None
    format: str
    sources: Sequence[Source]


class NothingReleased(Exception):
    """Every document of a target failed, so the target must not appear."""


@dataclass
class Run:
    """One call of the command: what it works with, what it could not release, and the map back."""

    pipeline: "Pipeline"
    encoding: str
    bar: Progress
    crowd: Crowd | None = None
    keeps_map: bool = False
    n_released: int = 0
    n_renamed: int = 0
    failures: list[BaseException] = field(default_factory=list)
    map: list[str] = field(default_factory=list)

    def pieces(self, target: Target) -> Iterator[str]:
        """The released text of each document of the target, in order."""
        from unname.corpora.jsonl import json_line
        from unname.corpora.records import edits_record, redaction_record

        before = self.n_released, len(self.failures)
        taken: set[str] = set()
        for source in target.sources:
            for number, document in enumerate(documents(source, self.encoding, self.failed), start=1):
                redaction = self.release(document)
                if redaction is None:
                    continue
                id = source.neutral_id(number)
                if source.has_records:
                    is_free = document.id not in taken and not self.tells(document, redaction)
                    self.n_renamed += not is_free
                    id = document.id if is_free else id
                taken.add(id)
                if self.keeps_map:
                    origin = {"source": source.path, "document": document.id}
                    self.map.append(json_line({**edits_record(redaction, id), **origin}))
                yield redaction.text if target.format == "text" else json_line(redaction_record(redaction, id))
            self.bar.advance()
        if self.n_released == before[0] and len(self.failures) > before[1]:
            raise NothingReleased

    def release(self, document: Document) -> Redaction | None:
        """The release of one document, or None if it failed."""
        try:
            redaction = self._among(self.crowd, document) if self.crowd else self.pipeline.release(document)
        except ConfigError:
            raise  # no other document would fare better
        except Exception as error:
            self.failed(error, document.id)
            return None
        self.n_released += 1
        return redaction

    def _among(self, crowd: Crowd, document: Document) -> Redaction:
        detected = self.pipeline.detect(crowd.place(document))
        return self.pipeline.apply(detected, crowd.plan(self.pipeline, detected))

    def tells(self, document: Document, redaction: Redaction) -> bool:
        """Whether the id of a document says who it is about."""
        return id_tells(document, redaction) or (self.crowd is not None and self.crowd.knows(document.id))

    def failed(self, error: BaseException, document: str | None = None) -> None:
        """Note a document that is not released, and go on."""
        self.failures.append(error)
        say_failed(error, document)


def release(
    paths: Annotated[
        list[str],
        typer.Argument(help="Text, .jsonl or TAB .json files, folders of them, or - for standard input."),
    ],
    out: Annotated[str | None, typer.Option(help="File or folder to write into; required for a folder.")] = None,
    format: Annotated[str | None, typer.Option(help="Write plain text or one JSON object a line: text, jsonl.")] = None,
    replacer: Annotated[
        str, typer.Option(help='How changes look: mask, label, "label(numbered=True)", generalize.')
    ] = "mask",
    policy: PolicyFile = None,
    max_risk: MaxRisk = None,
    risk: RiskMeasure = None,
    optimizer: Optimizer = None,
    population: Population = None,
    k: K = None,
    linkage: LinkageModel = None,
    subjects: Subjects = None,
    leave_out: LeaveOut = None,
    balance: Balance = "recall",
    fast: Fast = False,
    detector: Detectors = None,
    input_format: InputFormat = None,
    encoding: Encoding = "utf-8",
    keep_map: Annotated[
        Path | None,
        typer.Option(help="Also write the map back to the originals here, readable by you alone (mode 600)."),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Write the documents with everything that identifies a person taken out.

    A document that fails is not written; the others are, and the exit code tells: 2 for bad input, 1 otherwise.
    Released files have neutral names (document-0001.txt), numbered in the order of the sources.

    With --population and --k, as few words are taken out as it takes until that many other people fit a document at
    least as well as the person it is about: the one that --subjects or its own record names, else the person with the
    same id, else whoever fits it best. A document for which that cannot be done is not written.
    """
    check_choice("--format", format, FORMATS)
    check_input(encoding, input_format)
    chosen = {"replacer": replacer, "risk": risk, "optimizer": optimizer}
    crowd = read_crowd(population, k, linkage, subjects, leave_out)
    pipeline = build_pipeline(policy, balance, fast, detector, max_risk, crowd, **chosen)
    sources = expand(paths, input_format)
    out = None if out == STANDARD_OUTPUT else out
    check_places(sources, out, keep_map)
    targets = plan_targets(sources, paths, out, format)
    shows_text = out is None and sys.stdout.isatty()
    with progress(len(sources), hidden=quiet or shows_text) as bar:
        run = Run(pipeline, encoding, bar, crowd, keeps_map=keep_map is not None)
        for target in targets:
            _write(run, target)
    if keep_map is not None:
        from unname.corpora.files import write_whole

        write_whole(keep_map, run.map, mode=0o600)
    _conclude(run, out, quiet)


def check_places(sources: list[Source], out: str | None, keep_map: Path | None) -> None:
    """Refuse to write over a source, and a map that cannot be written or would go with what is released."""
    originals = _originals(sources)
    for option, path in (("--out", None if out is None else Path(out)), ("--keep-map", keep_map)):
        if path is not None and path.resolve() in originals:
            raise ConfigError(f"{option} {path} is one of the originals")
    if keep_map is not None and (keep_map.is_dir() or not keep_map.parent.is_dir()):
        raise ConfigError(f"--keep-map {keep_map}: not a file in a folder that exists")
    if keep_map is not None and out is not None and keep_map.resolve().is_relative_to(Path(out).resolve()):
        raise ConfigError(f"--keep-map {keep_map} lies in --out; the map back must not go with what is released")


def plan_targets(sources: list[Source], paths: list[str], out: str | None, format: str | None) -> list[Target]:
    """Decide which source goes where, before anything is read."""
    if format == "text" and not all(source.is_text for source in sources):
        raise ConfigError("--format text is for plain texts; what holds several documents is written as jsonl")
    has_folder = any(Path(path).is_dir() for path in paths)
    is_folder = out is not None and (out.endswith("/") or Path(out).is_dir())
    if is_folder or (format != "jsonl" and (has_folder or sum(source.is_text for source in sources) > 1)):
        if out is None:
            what = "a folder" if has_folder else "several texts"
            raise ConfigError(f"{what} cannot go to standard output as text; give --out FOLDER or --format jsonl")
        return _folder_targets(sources, paths, Path(out), format)
    only_text = len(sources) == 1 and sources[0].is_text
    return [Target(None if out is None else Path(out), format or ("text" if only_text else "jsonl"), sources)]


def _folder_targets(sources: list[Source], paths: list[str], folder: Path, format: str | None) -> list[Target]:
    for path in paths:
        if path != "-" and Path(path).is_dir() and folder.resolve().is_relative_to(Path(path).resolve()):
            raise ConfigError(f"--out {folder} lies inside {path}; released files would mix with the originals")
    targets = []
    originals = _originals(sources)
    for source in sources:
        kind = format or ("text" if source.is_text else "jsonl")
        suffix = ".txt" if kind == "text" else ".jsonl"
        file = folder / (source.name + suffix)
        if file.resolve() in originals:
            raise ConfigError(f"--out {folder}: {file} is one of the originals")
        targets.append(Target(file, kind, [source]))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"cannot make the folder {folder}: {error.strerror}") from None
    return targets


def _originals(sources: list[Source]) -> set[Path]:
    return {Path(source.path).resolve() for source in sources if source.path != STANDARD_INPUT}


def _write(run: Run, target: Target) -> None:
    from unname.corpora.files import write_whole

    try:
        if target.path is None:
            for piece in run.pieces(target):
                sys.stdout.write(piece)
            sys.stdout.flush()
        else:
            write_whole(target.path, run.pieces(target))
    except NothingReleased:
        if target.path is not None:
            # What an earlier run released under this name must not pass for today's result.
            target.path.unlink(missing_ok=True)


def _conclude(run: Run, out: str | None, quiet: bool) -> None:
    n_all = run.n_released + len(run.failures)
    if run.failures and n_all > 1:
        say(f"released {run.n_released} of {n_all} documents, {len(run.failures)} failed")
    elif not run.failures and out is not None and not quiet:
        say(f"released {n_all} {'document' if n_all == 1 else 'documents'} to {out}")
    if run.crowd and run.n_released and not quiet:
        for line in run.crowd.summary(run.n_released):
            say(line)
    if run.n_renamed and not quiet:
        say(f"{run.n_renamed} of the ids said what is hidden or were taken; neutral ones were written")
    if run.failures:
        raise typer.Exit(1 if any(exit_code(error) == 1 for error in run.failures) else 2)
