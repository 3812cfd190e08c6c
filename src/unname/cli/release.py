"""`unname release`: documents in, released text out, and nothing beside it that points back."""

import dataclasses
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unname.cli.failures import exit_code, say, say_failed
from unname.cli.options import (
    Balance,
    Detectors,
    Encoding,
    Group,
    InputFormat,
    Language,
    MaxRisk,
    MinCrowd,
    Optimizer,
    PolicyFile,
    Price,
    ProgressForm,
    Quiet,
    RiskMeasure,
    check_choice,
    check_input,
    chosen,
    demand,
)
from unname.cli.parcel import Parcel, packed
from unname.cli.people import (
    Attacks,
    Jury,
    K,
    LeaveOut,
    LinkageModel,
    OtherKnowledge,
    PopulationFile,
    Subjects,
    read_other,
    read_people,
)
from unname.cli.progress import FORMS as PROGRESS_FORMS
from unname.cli.progress import progress
from unname.cli.records import IdField, KeepFields, TextField, read_layout, said_of
from unname.cli.run_key import RunKey
from unname.cli.sources import Source, expand
from unname.cli.summary import tell_hidden, tell_kept, tell_language, tell_verdict
from unname.cli.targets import STANDARD_OUTPUT, check_places, out_folder, plan_targets
from unname.cli.vault_key import KeyFile, PassphraseFile, check_standard_input, open_vault
from unname.cli.writing import Places, add_all, write_all, write_report
from unname.core.errors import ConfigError, InfeasiblePlan, UnnameError, Withheld

if TYPE_CHECKING:
    from unname.corpora.records import Layout
    from unname.pipeline.corpus import Corpus
    from unname.pipeline.order import Item
    from unname.replace.vault import Vault


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
    replace: Annotated[
        str | None,
        typer.Option(
            help="How changes look where the policy does not say: mask (the usual), label, label(numbered=True), "
            'generalize, pseudonym; or by label: "PERSON=pseudonym,DATETIME=shift,*=mask".'
        ),
    ] = None,
    vault: Annotated[
        Path | None,
        typer.Option(
            help="An encrypted file, made if it is not there, that remembers who is called what, for all runs with it, "
            "and keeps the originals (see: unname restore)."
        ),
    ] = None,
    passphrase_file: PassphraseFile = None,
    key_file: KeyFile = None,
    same_name: Annotated[
        bool,
        typer.Option("--same-name", help="Take the same name for the same person in all documents (pseudonym)."),
    ] = False,
    policy: PolicyFile = None,
    max_risk: MaxRisk = None,
    min_crowd: MinCrowd = None,
    group: Group = None,
    risk: RiskMeasure = None,
    optimizer: Optimizer = None,
    price: Price = None,
    population: PopulationFile = None,
    k: K = None,
    linkage: LinkageModel = None,
    subjects: Subjects = None,
    leave_out: LeaveOut = None,
    attack: Attacks = None,
    jury: Jury = None,
    other_knowledge: OtherKnowledge = None,
    balance: Balance = "recall",
    detector: Detectors = None,
    language: Language = None,
    input_format: InputFormat = None,
    encoding: Encoding = "utf-8",
    text_field: TextField = "text",
    id_field: IdField = None,
    keep_fields: KeepFields = None,
    ignore_mentions: Annotated[
        bool,
        typer.Option(
            "--ignore-mentions", help="Do as if nothing were marked in the input, to measure against the marks later."
        ),
    ] = False,
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
    measure_kept: Annotated[
        bool,
        typer.Option(
            "--measure-kept",
            help="Also measure how much information is kept of the first 50 documents (TPI), and E5, which joins it "
            "with the people whom the jury does not find; takes up to a second a document.",
        ),
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

    With --min-crowd, that many people have to fit all that a document shows, by tables of names, places and reference
    lives: rare phrases go beside what identifies, and what many share (a nationality, a decade) may stay.

    With --replace pseudonym, people, numbers and places get other believable names, the same wherever they stand; with
    --vault also in later runs, and unname restore gives the originals back to whoever has the passphrase or key.

    Example: unname release letters.jsonl --population people.jsonl --k 10 --out released/
    """
    from unname.corpora import writable_formats
    from unname.pipeline.compose import compose
    from unname.pipeline.corpus import Corpus
    from unname.pipeline.kept import N_DOCUMENTS
    from unname.pipeline.order import Spool

    check_choice("--format", format, list(writable_formats()))
    check_choice("--progress", progress_form, PROGRESS_FORMS)
    check_input(encoding, input_format)
    layout = read_layout(text_field, id_field, keep_fields)
    people = read_people(population, k, linkage, subjects, leave_out)
    settings = chosen(
        balance,
        detector,
        replace=replace,
        risk=risk,
        optimizer=optimizer,
        price=price,
        language=language,
        same_name=same_name,
    )
    rounds = compose(people, k, linkage, attack, jury, policy=demand(policy, max_risk, min_crowd, group), **settings)
    other = read_other(other_knowledge, people)
    sources = expand(paths, input_format)
    out = None if out in STANDARD_OUTPUT else out
    check_standard_input(paths, passphrase_file)
    if vault is None and (passphrase_file or key_file):
        raise ConfigError("--passphrase-file and --key-file open a vault; name it with --vault")
    check_places(
        [*paths, population, subjects, policy, linkage, other_knowledge, vault], out, keep_map, report, hash_key
    )
    folder = out_folder(sources, paths, out, format)
    if group is not None and rounds.pipeline.policy.min_crowd is None and not (people or report or folder):
        raise ConfigError("--group says whom --min-crowd and the report count; name --min-crowd or --report, too")
    if measure_kept and not (people or report or folder):
        raise ConfigError(
            "--measure-kept is for the account of a release; give --population, --report or a folder --out"
        )
    key = RunKey.open(hash_key)
    places = Places(folder, out, keep_map, report, key)
    names = [("file name", Path(each).name) for each in (out, report) if each is not None]
    is_shown = out is None and sys.stdout.isatty()
    with (
        _opened(vault, passphrase_file, key_file) as originals,
        packed(folder, places.files) as parcel,
        progress(None, quiet or (is_shown and progress_form == "bar"), progress_form) as bar,
        closing(Spool(places.waiting_room(parcel))) as spool,
    ):
        page = places.page(parcel)
        targets = plan_targets(sources, parcel.place, out, format)
        corpus = Corpus(
            dataclasses.replace(rounds, names=names, other=other),
            key.key,
            people,
            keep_ids,
            keep_order,
            in_groups=parcel.place is not None,
            gives_evidence=page is not None or people is not None,
            keeps_edits=keep_map is not None,
            n_compared=N_DOCUMENTS if measure_kept else 0,
            vault=originals,
            spool=spool,
            failed=_say_failed,
            report=bar.update,
        )
        add_all(corpus, sources, encoding, layout, bar, keeps_mentions=not ignore_mentions)
        corpus.finish()
        said = _account(corpus, places, parcel, sources, population, other_knowledge, layout, include_text)
        write_all(corpus, targets, places, parcel, sources)
        parcel.deliver()
    if people and corpus.n_released:
        said += tell_hidden(corpus, Path(str(population)))
    _conclude(corpus, places, [*said, *tell_language(corpus), *tell_kept(corpus), *said_of(layout)], quiet)


def _opened(
    vault: Path | None, passphrase_file: str | None, key_file: Path | None
) -> AbstractContextManager["Vault | None"]:
    """The vault, which is closed in the end; None where there is none."""
    return nullcontext() if vault is None else open_vault(vault, passphrase_file, key_file, create=True)


def _say_failed(error: UnnameError, item: "Item | None") -> None:
    say_failed(error, *((item.document, item.neutral) if item else (None,)))


def _account(
    corpus: "Corpus",
    places: Places,
    parcel: Parcel,
    sources: Sequence[Source],
    population: Path | None,
    other: Path | None,
    layout: "Layout",
    include_text: bool,
) -> list[str]:
    """Write the report, if there is one; tells what was measured in lines for the terminal."""
    from unname.pipeline.about import about
    from unname.report.release_facts import release_facts

    if not corpus.gives_evidence:
        return []
    page = places.page(parcel)
    n_people, n_other = len(corpus.rounds.population), len(corpus.rounds.other)
    origin = places.key.tell_origin(sources, population, n_people, other, n_other)
    told = about(corpus, origin, layout.keep, corpus.documents if page else ())
    facts = release_facts(corpus.outcomes(), told, include_text)
    said = tell_verdict(facts)
    if page:
        write_report(facts, page, parcel)
        said.append(f"the report is in {places.shown_page(page)}")
    return said


def _conclude(corpus: "Corpus", places: Places, said: Sequence[str], quiet: bool) -> None:
    n_released, failures = corpus.n_released, corpus.failures
    n_all = n_released + len(failures)
    n_withheld = sum(isinstance(error, Withheld | InfeasiblePlan) for error in failures)
    counts = {"withheld": n_withheld, "failed": len(failures) - n_withheld}
    if failures and n_all > 1:
        rest = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
        say(f"released {n_released} of {n_all} documents, {rest}")
    elif not failures and places.shown_out is not None and not quiet:
        say(f"released {n_all} {'document' if n_all == 1 else 'documents'} to {places.shown_out}")
    for line in () if quiet else said:
        say(line)
    if failures:
        raise typer.Exit(1 if any(exit_code(error) == 1 for error in failures) else 2)
