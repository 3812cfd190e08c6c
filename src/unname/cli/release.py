"""`unname release`: documents in, released text out, and nothing beside it that points back."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unname.cli.corpus import Attacks, Hashes, Jury, about, among_themselves, summary, write_report
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
    ProgressForm,
    Quiet,
    RiskMeasure,
    build_pipeline,
    check_choice,
    check_input,
)
from unname.cli.places import Target, check_places, out_folder, plan_targets, staged
from unname.cli.progress import FORMS as PROGRESS_FORMS
from unname.cli.progress import Progress, progress
from unname.cli.sources import Source, documents, expand
from unname.core.document import Document
from unname.core.errors import ConfigError, InputError, Withheld
from unname.core.redaction import Redaction, id_tells
from unname.core.release import Outcome

if TYPE_CHECKING:
    from unname.loop import Loop
    from unname.pipeline import Pipeline

FORMATS = ("text", "jsonl")
STANDARD_OUTPUT = "-"
UNKNOWN = "its subject is not in the population"


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
    names: Sequence[tuple[str, str]] = ()
    said: list[str] = field(default_factory=list)
    taken: set[str] = field(default_factory=set, repr=False)
    placed: list[tuple[Source, int, Document, bool]] = field(default_factory=list, repr=False)
    held: dict[str, list[tuple[str, Document, Redaction | None]]] = field(default_factory=dict, repr=False)

    def pieces(self, target: Target) -> Iterator[str]:
        """The released text of each document of the target, in order."""
        from unname.corpora.jsonl import json_line
        from unname.corpora.records import edits_record, redaction_record

        n_written, n_failed = 0, len(self.failures)
        for source in target.sources:
            for id, document, redaction in self.each(source):
                if redaction is None:
                    continue
                if self.keeps_map:
                    origin = {"source": source.path, "document": document.id}
                    self.map.append(json_line({**edits_record(redaction, id), **origin}))
                n_written += 1
                yield redaction.text if target.format == "text" else json_line(redaction_record(redaction, id))
            if not self.held:
                self.bar.advance()
        if not n_written and (self.held or len(self.failures) > n_failed):
            raise NothingReleased

    def each(self, source: Source) -> Iterator[tuple[str, Document, Redaction | None]]:
        """The documents of a source with their releases, None where there is none, and the ids that they go by."""
        if self.held:
            yield from self.held[source.name]
            return
        for number, document in enumerate(documents(source, self.encoding, self.failed), start=1):
            redaction = self.release(document)
            yield self.id_of(source, number, document, redaction), document, redaction

    def id_of(self, source: Source, number: int, document: Document, redaction: Redaction | None) -> str:
        """The id of the document, or a neutral one if that is taken, says what is hidden or is the name of a file."""
        id = source.neutral_id(number)
        if source.has_records and redaction is not None:
            is_free = document.id not in self.taken and not self.tells(document, redaction)
            self.n_renamed += not is_free
            id = document.id if is_free else id
        self.taken.add(id)
        return id

    def release(self, document: Document) -> Redaction | None:
        """The release of one document by itself, or None if it failed."""
        try:
            redaction = self.pipeline.release(document, self.names)
        except ConfigError:
            raise  # no other document would fare better
        except Exception as error:
            self.failed(error, document.id)
            return None
        self.n_released += 1
        return redaction

    def read(self, sources: Sequence[Source]) -> None:
        """Read all documents at once, with the people they are about."""
        self.held = {source.name: [] for source in sources}
        self.placed = [
            (source, number, *self._placed(document))
            for source in sources
            for number, document in enumerate(documents(source, self.encoding, self.failed), start=1)
        ]

    @property
    def fit(self) -> list[Document]:
        """The documents that were read and may be released."""
        return [document for *_, document, is_fine in self.placed if is_fine]

    def release_together(self, loop: "Loop") -> list[Outcome]:
        """Release all that was read, which is held until it is written; tells what became of each."""
        outcomes = loop.run(self.fit, self.bar.update)
        following, told = iter(outcomes), []
        for source, number, document, is_fine in self.placed:
            outcome = next(following) if is_fine else Outcome(document.id, reason=UNKNOWN)
            if is_fine and outcome.redaction is None:
                self.failed(Withheld(outcome.reason), document.id)
            id = self.id_of(source, number, document, outcome.redaction)
            self.n_released += outcome.redaction is not None
            self.held[source.name].append((id, document, outcome.redaction))
            told.append(replace(outcome, document=id))
        return told

    def _placed(self, document: Document) -> tuple[Document, bool]:
        """The document with the person it is about, and whether that can be told."""
        try:
            return self.crowd.place(document) if self.crowd else document, True
        except InputError as error:
            self.failed(error, document.id)
            return document, False

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
    attack: Attacks = None,
    jury: Jury = None,
    balance: Balance = "recall",
    fast: Fast = False,
    detector: Detectors = None,
    input_format: InputFormat = None,
    encoding: Encoding = "utf-8",
    keep_map: Annotated[
        Path | None,
        typer.Option(help="Also write the map back to the originals here, readable by you alone (mode 600)."),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(help="Where to write the report (.html, and .json beside it); in a folder --out it is there."),
    ] = None,
    include_text: Annotated[
        bool, typer.Option("--include-text", help="Let the report quote the words that gave people away.")
    ] = False,
    hash_key: Annotated[
        Path | None,
        typer.Option(help="The key of the hashes in the report, made if it is not there; keep it to yourself."),
    ] = None,
    progress_form: ProgressForm = "bar",
    quiet: Quiet = False,
) -> None:
    """Write the documents with everything that identifies a person taken out.

    A document that fails is not written; the others are, and the exit code tells: 2 for bad input, 1 otherwise.
    Released files have neutral names (document-0001.txt), numbered in the order of the sources. A folder --out must be
    new or empty, and appears when everything is in it, with report.html and report.json.

    With --population, what is to be released is attacked first. Whoever is still found by an attack of the policy is
    hidden better, in several rounds if need be; whoever the jury finds in the end is withheld.

    With --population and --k, as few words are taken out as it takes until that many other people fit a document at
    least as well as the person it is about: the one that --subjects or its own record names, else the person with the
    same id, else whoever fits it best. A document for which that cannot be done is not written.

    Example: unname release letters.jsonl --population people.jsonl --k 10 --out released/
    """
    from unname.loop import Loop
    from unname.loop.usual import panels

    check_choice("--format", format, FORMATS)
    check_choice("--progress", progress_form, PROGRESS_FORMS)
    check_input(encoding, input_format)
    chosen = {"replacer": replacer, "risk": risk, "optimizer": optimizer}
    crowd = read_crowd(population, k, linkage, subjects, leave_out)
    pipeline = build_pipeline(policy, balance, fast, detector, max_risk, crowd, **chosen)
    people = crowd.people if crowd else ()
    attackers = panels(pipeline.policy, people, attack, jury)
    sources = expand(paths, input_format)
    out = None if out == STANDARD_OUTPUT else out
    check_places(sources, out, keep_map, report, hash_key)
    folder = out_folder(sources, paths, out, format)
    shows_text = out is None and sys.stdout.isatty()
    with (
        staged(folder) as place,
        progress(None, quiet or (shows_text and progress_form == "bar"), progress_form) as bar,
    ):
        targets = plan_targets(sources, place, out, format)
        names = [("file name", Path(each).name) for each in (out, report) if each is not None]
        run = Run(pipeline, encoding, bar, crowd, keeps_map=keep_map is not None, names=names)
        page = place / "report.html" if place and report is None else report
        if crowd or page:
            run.read(sources)
            if not crowd and pipeline.risk_:
                pipeline = run.pipeline = among_themselves(pipeline, run.fit)
            loop = Loop(pipeline, people, *attackers, names=names)
            outcomes = run.release_together(loop)
            run.said += summary(outcomes, people)
            if page:
                told = about(loop, sources, crowd.file if crowd else None, Hashes.of(hash_key), run.fit)
                write_report(outcomes, told, page, include_text)
                run.said.append(f"the report is in {folder / page.name if folder and report is None else page}")
        for target in targets:
            _write(run, target)
    if keep_map is not None:
        from unname.corpora.files import write_whole

        write_whole(keep_map, run.map, mode=0o600)
    _conclude(run, out, quiet)


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
    n_withheld = sum(isinstance(error, Withheld) for error in run.failures)
    counts = {"withheld": n_withheld, "failed": len(run.failures) - n_withheld}
    if run.failures and n_all > 1:
        rest = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
        say(f"released {run.n_released} of {n_all} documents, {rest}")
    elif not run.failures and out is not None and not quiet:
        say(f"released {n_all} {'document' if n_all == 1 else 'documents'} to {out}")
    if run.crowd and run.n_released and not quiet:
        run.said += run.crowd.summary(run.n_released)
    for line in () if quiet else run.said:
        say(line)
    if run.n_renamed and not quiet:
        say(f"{run.n_renamed} of the ids said what is hidden or were taken; neutral ones were written")
    if run.failures:
        raise typer.Exit(1 if any(exit_code(error) == 1 for error in run.failures) else 2)
