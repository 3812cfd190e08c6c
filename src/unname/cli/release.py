"""`unname release`: documents in, released text out, and nothing beside it that points back."""

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer

from unname.cli.corpus import (
    Attacks,
    Hashes,
    Jury,
    OtherKnowledge,
    about,
    among_themselves,
    read_other,
    summary,
    write_report,
)
from unname.cli.crowd import K, LeaveOut, LinkageModel, Population, Subjects, read_crowd
from unname.cli.failures import exit_code, say
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
from unname.cli.order import Spool
from unname.cli.parcel import packed
from unname.cli.progress import FORMS as PROGRESS_FORMS
from unname.cli.progress import progress
from unname.cli.records import IdField, KeepFields, TextField, read_layout, said_of
from unname.cli.run import Run
from unname.cli.sources import expand
from unname.cli.targets import STANDARD_OUTPUT, check_places, out_folder, plan_targets
from unname.core.errors import Withheld

FORMATS = ("text", "jsonl")
NOTHING_GENERALIZED = (
    "generalize needs a limit on the risk (--max-risk, or a policy that has one); without one everything is masked"
)


def release(
    paths: Annotated[
        list[str],
        typer.Argument(help="Text, .jsonl or TAB .json files, folders of them, or - for standard input."),
    ],
    out: Annotated[
        str | None,
        typer.Option(help="A new file to write (its name has an ending), or a new or empty folder (it has none)."),
    ] = None,
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
    other_knowledge: OtherKnowledge = None,
    balance: Balance = "recall",
    fast: Fast = False,
    detector: Detectors = None,
    input_format: InputFormat = None,
    encoding: Encoding = "utf-8",
    text_field: TextField = "text",
    id_field: IdField = None,
    keep_fields: KeepFields = None,
    keep_ids: Annotated[
        bool,
        typer.Option("--keep-ids", help="Write records under their own ids, but for those that say what is hidden."),
    ] = False,
    keep_order: Annotated[
        bool,
        typer.Option("--keep-order", help="Write documents in the order of the sources, which may tell who is who."),
    ] = False,
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
        typer.Option(
            help="The key of the order and of the hashes in the report, made if it is not there; keep it to yourself."
        ),
    ] = None,
    progress_form: ProgressForm = "bar",
    quiet: Quiet = False,
) -> None:
    """Write the documents with everything that identifies a person taken out.

    A document that fails is not written; the others are, and the exit code tells: 2 for bad input, 1 otherwise.
    Released files and records have neutral names (document-0001), in an order that the key of the run gives: a random
    one, or that of --hash-key, with which a run can be repeated. Who has to know which is which keeps the map
    (--keep-map). A folder --out must be new or empty, and appears when everything is in it, with report.html and
    report.json.

    With --population, what is to be released is attacked first. Whoever is still found by an attack of the policy is
    hidden better, in several rounds if need be; whoever the jury finds in the end is withheld. With --other-knowledge
    it is told whom they find by other facts about the same people.

    With --population and --k, as few words as it takes go beside what is taken out in any case, until that many other
    people (for some documents up to twice as many, by lot) fit at least as well as the person it is about: the one that
    --subjects or its own record names, else the person with the same id, else whoever fits it best. A document for
    which that cannot be done is not written.

    Example: unname release letters.jsonl --population people.jsonl --k 10 --out released/
    """
    from unname.pipeline.corpus import Loop
    from unname.pipeline.recipe import panels, scattered
    from unname.report.release_facts import release_facts

    check_choice("--format", format, FORMATS)
    check_choice("--progress", progress_form, PROGRESS_FORMS)
    check_input(encoding, input_format)
    layout = read_layout(text_field, id_field, keep_fields)
    chosen = {"replacer": replacer, "risk": risk, "optimizer": optimizer}
    crowd = read_crowd(population, k, linkage, subjects, leave_out)
    pipeline = build_pipeline(policy, balance, fast, detector, max_risk, crowd, **chosen)
    if pipeline.only_hides and not quiet:
        say(NOTHING_GENERALIZED)
    people = crowd.people if crowd else ()
    attackers = panels(pipeline.policy, people, attack, jury)
    other = read_other(other_knowledge, people)
    sources = expand(paths, input_format)
    out = None if out in STANDARD_OUTPUT else out
    check_places([*paths, population, subjects, policy, linkage, other_knowledge], out, keep_map, report, hash_key)
    folder = out_folder(sources, paths, out, format)
    shows_text = out is None and sys.stdout.isatty()
    hashes = Hashes.of(hash_key)
    if pipeline.policy.k is not None:
        # Nobody may stand in a place that can be foretold: right behind the others.
        pipeline = scattered(pipeline, hashes.part("lots"), len(people))
    new_key = hashes.kept if hashes.is_new else None
    file = Path(out) if out is not None and folder is None else None
    with (
        packed(folder, [file, keep_map, report, new_key]) as parcel,
        progress(None, quiet or (shows_text and progress_form == "bar"), progress_form) as bar,
        closing(Spool.beside(parcel.place, out)) as spool,
    ):
        place = parcel.place
        targets = plan_targets(sources, place, out, format)
        names = [("file name", Path(each).name) for each in (out, report) if each is not None]
        run = Run(
            pipeline,
            encoding,
            bar,
            hashes,
            layout,
            spool,
            crowd,
            keep_ids,
            keep_order,
            in_files=place is not None,
            keeps_map=keep_map is not None,
            names=names,
        )
        page = place / "report.html" if place and report is None else report
        if crowd or page:
            run.read(sources)
            if not crowd and pipeline.risk_:
                pipeline = run.pipeline = among_themselves(pipeline, run.fit)
            loop = Loop(pipeline, people, *attackers, names=names, other=other)
            outcomes = run.release_together(loop)
            drawn = run.fit if page else ()
            told = about(loop, sources, crowd.file if crowd else None, hashes, drawn, other_knowledge)
            facts = release_facts(outcomes, told | _chosen(run), include_text)
            run.said += summary(facts)
            if page:
                write_report(facts, page, parcel)
                run.said.append(f"the report is in {folder / page.name if folder and report is None else page}")
        else:
            run.release_each(sources)
        if keep_map is not None:
            parcel.write(keep_map, run.map_back(), mode=0o600)
        if new_key is not None:
            parcel.write(new_key, [hashes.key.hex() + "\n"], mode=0o600)
        # In the order of their names, so that no time stamp tells another one.
        for target in sorted(filter(run.is_written, targets), key=run.name_of):
            parcel.write(target.file(run.name_of(target)), run.pieces(target))
        parcel.deliver()
    _conclude(run, f"{folder}/" if folder else out, quiet)


def _chosen(run: Run) -> dict[str, Any]:
    """What was chosen to be as in the sources, for the report."""
    return {
        "ids": "those of records were kept, where they say nothing that is hidden" if run.keep_ids else "neutral",
        "order": "that of the sources" if run.keep_order else "by the key of the run",
        "kept_fields": list(run.layout.keep),
    }


def _kept(run: Run) -> Iterator[str]:
    """What was chosen to be as in the sources, in lines for the terminal."""
    if run.keep_ids:
        n_kept = sum(item.keeps_id for item in run.released)
        n_lost = sum(item.own_id and not item.keeps_id for item in run.released)
        lost = f"; {n_lost} said what is hidden, or were taken, and neutral ones were written" if n_lost else ""
        yield f"kept the ids of {n_kept} of {len(run.released)} documents (--keep-ids){lost}"
    if run.keep_order and len(run.items) > 1:
        yield "kept the order of the sources, which may tell who is who (--keep-order)"
    yield from said_of(run.layout)


def _conclude(run: Run, out: str | None, quiet: bool) -> None:
    n_released = len(run.released)
    n_all = n_released + len(run.failures)
    n_withheld = sum(isinstance(error, Withheld) for error in run.failures)
    counts = {"withheld": n_withheld, "failed": len(run.failures) - n_withheld}
    if run.failures and n_all > 1:
        rest = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
        say(f"released {n_released} of {n_all} documents, {rest}")
    elif not run.failures and out is not None and not quiet:
        say(f"released {n_all} {'document' if n_all == 1 else 'documents'} to {out}")
    if run.crowd and n_released and not quiet:
        run.said += run.crowd.summary(n_released)
    for line in () if quiet else [*run.said, *_kept(run)]:
        say(line)
    if run.failures:
        raise typer.Exit(1 if any(exit_code(error) == 1 for error in run.failures) else 2)
