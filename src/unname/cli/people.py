"""Options about people: whom attackers know, whom documents are about, who looks for them."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unname.core.document import Profile
from unname.core.errors import ConfigError, InputError

if TYPE_CHECKING:
    from unname.people.population import Population

K = Annotated[
    int | None,
    typer.Option("--k", help="Hide the person among at least this many others of --population.", min=1),
]
PopulationFile = Annotated[
    Path | None,
    typer.Option(help="Whom an attacker knows: .jsonl, .json or .csv with id, name, text and any further fields."),
]
LinkageModel = Annotated[
    str | None,
    typer.Option("--linkage", help="Also hide from this model: a folder that `unname train linkage` wrote."),
]
LeaveOut = Annotated[
    list[str] | None,
    typer.Option(help="A key of --population that attackers do not know, as the document itself; may be repeated."),
]
Subjects = Annotated[Path | None, typer.Option(help="Who each document is about: records with id and subject.")]


Attacks = Annotated[
    list[str] | None,
    typer.Option(
        "--attack",
        help="Look for people with this (or put back masks, with infilling) and hide better what it finds; may be "
        "repeated, none for no attack.",
    ),
]
Jury = Annotated[
    list[str] | None,
    typer.Option("--jury", help="Withhold whoever is found with this in the end; may be repeated, none for no jury."),
]
OtherKnowledge = Annotated[
    Path | None,
    typer.Option(
        "--other-knowledge",
        help="Other facts about the people of --population, which take no part; it is told who is found with them.",
    ),
]


def read_people(
    file: Path | None,
    k: int | None = None,
    linkage: str | None = None,
    subjects: Path | None = None,
    leave_out: Sequence[str] | None = None,
    encoding: str = "utf-8",
) -> "Population | None":
    """The people that the options name, or None; options that need a population are refused without one."""
    from unname.corpora.populations import read_population, read_subjects
    from unname.people.population import Population

    if file is None:
        given = {"--k": k, "--linkage": linkage, "--subjects": subjects, "--leave-out": leave_out}
        if needy := [option for option, value in given.items() if value]:
            raise ConfigError(f"{needy[0]} needs --population FILE: the people among whom to hide")
        return None
    people = read_population(file, encoding=encoding, leave_out=leave_out or ())
    return Population(people, {} if subjects is None else read_subjects(subjects, encoding))


def read_other(path: Path | None, population: "Population | None") -> Sequence[Profile]:
    """The people of whom something else is known, by the same ids; none where no file is given."""
    from unname.corpora.populations import read_population

    if path is None:
        return ()
    if population is None:
        raise ConfigError("--other-knowledge needs --population FILE: the people whom it tells other things about")
    found = read_population(path)
    if not {profile.id for profile in found} & {profile.id for profile in population.people}:
        raise InputError(f"--other-knowledge {path}: none of its ids is in the population")
    return found
