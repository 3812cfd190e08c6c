"""`unname attack`: who can be found in released texts, by which attack, at which rank."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unname.cli.failures import Failures, say
from unname.cli.infill import (
    FILLER,
    Asked,
    Candidates,
    Level,
    Originals,
    asks_for_masks,
    attack_masks,
    make_asker,
)
from unname.cli.measure import Masks, Suppression
from unname.cli.naming import AllowRemote, Cache, Endpoint, KeyVariable, Model, Truth, make_reader, name_and_tell
from unname.cli.options import Encoding, InputFormat, Quiet, check_input
from unname.cli.progress import progress
from unname.cli.released import GIVE_MAP, MapBack, expand_released, originals_of
from unname.cli.sources import read_once
from unname.core.document import Document, Profile
from unname.core.errors import ConfigError, InputError
from unname.core.roles import AsksOutside

if TYPE_CHECKING:
    from unname.cli.kept import Pairs
    from unname.core.roles import Attack
    from unname.pipeline.attack import Trial

TEXT = "text"
"""The column that documents stand in where there is no table."""


@dataclass
class Case:
    """Whom an attacker knows, and the documents to attack by column."""

    population: list[Profile]
    columns: dict[str, list[Document]]
    n_without_background: int = 0
    is_table: bool = False
    failures: Failures = field(default_factory=Failures)


def attack(
    paths: Annotated[
        list[str],
        typer.Argument(help="Released documents: text or .jsonl files, folders, - ; or one TRI table (.json, .csv)."),
    ],
    population: Annotated[
        Path | None, typer.Option(help="Whom an attacker knows: .jsonl, .json or .csv with id, name, text and more.")
    ] = None,
    name_column: Annotated[str | None, typer.Option(help="The column of a TRI table that holds the names.")] = None,
    background: Annotated[
        str | None,
        typer.Option(
            help="The column of a TRI table, or the key of a population, with the background; for attacks on masks a "
            "folder or file of documents that outsiders may have read."
        ),
    ] = None,
    column: Annotated[
        list[str] | None, typer.Option(help="Attack this column of the table, not all; may be repeated.")
    ] = None,
    attack: Annotated[
        list[str] | None,
        typer.Option(help="Use this attack in place of the suite; may be repeated (see: unname list attack)."),
    ] = None,
    subjects: Annotated[
        Path | None, typer.Option(help="Who each document is about: records with id and subject.")
    ] = None,
    map: MapBack = None,
    candidates: Candidates = None,
    originals: Originals = None,
    mask: Masks = None,
    suppression: Suppression = False,
    level: Level = None,
    add_population: Annotated[
        list[Path] | None, typer.Option(help="More people whom the attacker must tell apart; may be repeated.")
    ] = None,
    keep_people: Annotated[float, typer.Option(help="Keep this share of the population, drawn at random.")] = 1.0,
    cut: Annotated[float, typer.Option(help="Keep this first share of the words of each background text.")] = 1.0,
    seed: Annotated[int, typer.Option(help="The seed of --keep-people.")] = 0,
    explain: Annotated[bool, typer.Option("--explain", help="Tell the words that gave each person away.")] = False,
    words: Annotated[int, typer.Option(min=1, help="How many words --explain tells.")] = 10,
    top: Annotated[int, typer.Option(min=0, help="Tell this many candidates for each document.")] = 0,
    names: Annotated[bool, typer.Option("--names", help="Show the names of people beside their ids.")] = False,
    compare: Annotated[
        tuple[str, str] | None, typer.Option(help="Two columns to compare person by person.", metavar="A B")
    ] = None,
    max_found: Annotated[
        float | None, typer.Option(min=0, max=1, help="Exit with 1 if any column has more found by any attack.")
    ] = None,
    endpoint: Endpoint = None,
    model: Model = None,
    allow_remote: AllowRemote = False,
    key_variable: KeyVariable = None,
    cache: Cache = None,
    people: Truth = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    input_format: InputFormat = None,
    encoding: Encoding = "utf-8",
    quiet: Quiet = False,
) -> None:
    """Attack released documents as an adversary would, and tell who is found, by which attack, at which rank.

    A document is about the person that --subjects or its own record names, else the person with the same id; with
    --map, that is the id of its original.
    Documents about nobody known enter no rate; their best candidates are shown. Where several people match equally
    well, each is found in part. With --originals, columns stand in the order of E5, the best one first: the harmonic
    mean of the information that is kept (TPI) and of the share of people whom no attack finds.

    With --endpoint, a language model reads the documents, too: among a population it picks from a short list; without
    one it names people from its own knowledge. The released text, and names of a list, are all that is sent.

    With --attack infilling, masks are filled from --background: what an outsider would put back, and with --originals
    how much of it is right. With --candidates, names are ranked for the masked and the filled text; then passages of
    the background are sent to --endpoint, too.
    """
    from unname.cli.attack_tables import Tables
    from unname.cli.kept import kept
    from unname.people.population import cut as cut_texts
    from unname.people.population import sample
    from unname.pipeline.attack import ATTACKS, make_attacks

    check_input(encoding, input_format)
    if asks_for_masks(attack or (), candidates):
        others = (population, name_column, column, add_population, compare, people, max_found)
        if any(other is not None for other in others) or explain or keep_people < 1 or cut < 1:
            raise ConfigError(
                "attacks on masks take --background, --candidates, --originals and --level; options of other attacks "
                "do not go with them"
            )
        asker = make_asker(endpoint, model, allow_remote, key_variable, cache)
        attack_masks(
            Asked(
                paths,
                attack or (),
                background,
                originals,
                level or (),
                candidates,
                subjects,
                map,
                top,
                as_json,
                input_format,
                encoding,
                quiet,
            ),
            asker,
        )
        return
    if level:
        raise ConfigError(f"--level is for attacks on masks: --attack {FILLER}, or --candidates")
    reader = make_reader(endpoint, model, allow_remote, key_variable, cache)
    if people is not None and (reader is None or population is not None):
        raise ConfigError("--people tells whom --endpoint names without a list; with --population, leave it out")
    if reader is not None and population is None and name_column is None:
        if attack:
            raise ConfigError("--attack needs --population FILE; without one, --endpoint alone names people")
        case = _documents_case(paths, people, None, subjects, map, input_format, encoding)
        name_and_tell(reader, case.columns[TEXT], case.population, as_json, quiet)
        case.failures.leave()
        return
    attacks = make_attacks([*(attack or ATTACKS), *([reader] if reader else [])])
    for each in attacks:
        if isinstance(each, AsksOutside):
            each.check()
    if population is not None:
        if name_column is not None or column:
            raise ConfigError("--name-column and --column are for a TRI table, which brings its own --population")
        case = _documents_case(paths, population, background, subjects, map, input_format, encoding)
    else:
        if name_column is None or background is None:
            raise ConfigError("give --population FILE, or --name-column and --background of a TRI table, or --endpoint")
        case = _table_case(paths, name_column, background, column, subjects or map, encoding)
    _add(case, add_population or [], None if population is None else background, encoding, quiet)
    case.population = cut_texts(sample(case.population, keep_people, seed), cut)
    if compare is not None:
        _check_compared(compare, case)
    layout = (name_column, background) if name_column and background else None
    pairs = _with_originals(case, originals, paths[0], layout, map, encoding) if originals is not None else {}
    if (mask or suppression) and originals is None:
        raise ConfigError("--mask and --suppression say what counts as kept of --originals; give them, too")
    trials = _try(attacks, case, max(top, 3), quiet)
    tables = Tables(
        case.population,
        attacks,
        trials,
        case.n_without_background,
        compare,
        n_words=words if explain else 0,
        top=top,
        names=names,
        kept=kept(pairs, mask or (), suppression, quiet),
    )
    if as_json:
        print(json.dumps(tables.record(), ensure_ascii=False, allow_nan=False))
    else:
        tables.show()
    _conclude(case, trials, max_found)


def _documents_case(
    paths: list[str],
    people: Path | None,
    background: str | None,
    subjects: Path | None,
    map: Path | None,
    input_format: str | None,
    encoding: str,
) -> Case:
    from unname.corpora.populations import read_population, read_subjects
    from unname.people.population import with_subject

    case = Case(read_population(people, background, encoding) if people is not None else [], {})
    read = read_once(expand_released(paths, input_format), encoding, case.failures.add)
    given = read_subjects(subjects, encoding) if subjects is not None else {}
    originals = originals_of(read, map)
    if read and given and not given.keys() & set(originals.values()):
        raise InputError(f"no document has an id that --subjects names; {GIVE_MAP}")
    ids = {profile.id for profile in case.population}
    case.columns[TEXT] = [with_subject(each, ids, given, originals[each.id]) for each in read]
    return case


def _table_case(
    paths: list[str],
    name_column: str,
    background: str,
    columns: list[str] | None,
    who_is_who: Path | None,
    encoding: str,
) -> Case:
    from unname.corpora.populations import read_table

    if len(paths) > 1 or who_is_who is not None:
        raise ConfigError(
            "a TRI table is one file whose rows say who is who; --subjects and --map are for --population"
        )
    table = read_table(paths[0], name_column, background, columns or None, encoding)
    return Case(table.population, dict(table.columns), table.n_without_background, is_table=True)


def _with_originals(
    case: Case, originals: str, path: str, layout: tuple[str, str] | None, map: Path | None, encoding: str
) -> "Pairs":
    """The documents of each column with their originals; refused before any attack where some have none."""
    from unname.cli.kept import in_table, with_originals

    columns = {column: found for column, found in case.columns.items() if found}
    if layout is not None:
        return in_table(columns, path, layout, originals, encoding)
    return with_originals(columns, originals, map, encoding)


def _add(case: Case, files: Sequence[Path], background: str | None, encoding: str, quiet: bool) -> None:
    from unname.corpora.populations import read_population
    from unname.people.population import joined

    for file in files:
        # Added people come in the layout of the population. A table has one of its own, with numbers of rows for ids.
        more = read_population(file, background, encoding)
        if case.is_table:
            more = [replace(profile, id=f"{file}:{profile.id}") for profile in more]
        before = len(case.population)
        case.population = joined(case.population, more)
        n_known = len(more) - (len(case.population) - before)
        if n_known and not quiet:
            say(f"{file}: {n_known} of {len(more)} people are in the population already and were not added again")


def _check_compared(compare: tuple[str, str], case: Case) -> None:
    for column in compare:
        if column not in case.columns:
            raise ConfigError(f"--compare: no column {column!r}; there are {', '.join(map(repr, case.columns))}")
        if not case.columns[column]:
            raise InputError(f"--compare: column {column!r} holds no text")


def _try(attacks: "list[Attack]", case: Case, n_candidates: int, quiet: bool) -> "dict[str, Trial]":
    from unname.pipeline.attack import attack_all, n_steps

    full = {column: found for column, found in case.columns.items() if found}
    if not full:
        raise InputError("no document to attack")
    for column in case.columns.keys() - full.keys():
        say(f"column {column!r} holds no text, and is left out")
    total = sum(n_steps(attacks, len(found), len(case.population)) for found in full.values())
    with progress(total, hidden=quiet) as bar:
        return {
            column: attack_all(found, case.population, attacks, n_candidates, bar.advance)
            for column, found in full.items()
        }


def _conclude(case: Case, trials: "dict[str, Trial]", max_found: float | None) -> None:
    case.failures.leave()
    if max_found is None:
        return
    shares = [trial.any() for trial in trials.values()]
    if all(trial.apart >= set(trial.sightings) for trial in trials.values()):
        raise ConfigError("--max-found: attacks that judge documents together are not counted; add another --attack")
    if any(share is None for share in shares):
        raise InputError("--max-found: nobody knows who the documents are about; give --subjects or --map")
    if any(share is not None and share.value > max_found for share in shares):
        raise typer.Exit(1)
