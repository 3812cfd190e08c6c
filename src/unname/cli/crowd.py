"""The people among whom a person is to be hidden, and whom each document is about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unname.core.document import Document, Profile
from unname.core.errors import ConfigError, InfeasiblePlan, InputError, shown
from unname.core.fold import fold

if TYPE_CHECKING:
    from unname.core.policy import Policy
    from unname.core.redaction import Plan
    from unname.pipeline.document import Pipeline
    from unname.risk.linkage import Linkage

LONG_NUMBER = 5
"""Digits from which a number is taken for an id rather than for an age or a year."""

K = Annotated[
    int | None,
    typer.Option("--k", help="Hide the person among at least this many others of --population.", min=1),
]
Population = Annotated[
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


@dataclass
class Crowd:
    """A population as it was given, and who is known to be in which document."""

    file: Path
    people: Sequence[Profile] = field(repr=False)
    k: int | None = None
    linkage: str | None = None
    subjects: dict[str, str] = field(default_factory=dict, repr=False)
    n_unknown: int = 0

    def place(self, document: Document) -> Document:
        """The document with the person it is about; counts those about nobody known."""
        from unname.corpora.populations import with_subjects

        same = self._by_id.get(document.id)
        (placed,) = with_subjects([document], [same] if same else [], self.subjects)
        if placed.person is None:
            self.n_unknown += 1
        elif placed.person not in self._by_id:
            raise InputError(f"document {shown(document.id)}: its subject is not in the population")
        return placed

    def knows(self, id: str) -> bool:
        """Whether an id is the id or the name of a person, and so must not be released."""
        return _plain(id) in self._called

    def is_named(self, value: Any) -> bool:
        """Whether a field is the id or the name of a person, or holds one; a short number is taken for a figure."""
        if isinstance(value, dict):
            return any(map(self.is_named, [*value, *value.values()]))
        if isinstance(value, list):
            return any(map(self.is_named, value))
        said = str(value).strip()
        return self.knows(said) and not (said.isdigit() and len(said) < LONG_NUMBER)

    @cached_property
    def risk(self) -> "Linkage":
        """The rank among these people by sparse models, and by the trained one if there is any."""
        from unname.pipeline.recipe import linkage

        return linkage(self.people, self.linkage)

    def demand(self, policy: "Policy") -> "Policy":
        """The policy with the number of others, if one is named; there must be as many."""
        k = policy.k if self.k is None else self.k
        if k is None:
            return policy
        if k >= len(self.people):
            there = f"there {_count(len(self.people))} in {self.file}"
            raise ConfigError(f"--k {k} needs a population of at least {k + 1} people; {there}")
        self.k = k
        return replace(policy, k=k)

    def plan(self, pipeline: "Pipeline", detected: Document) -> "Plan":
        """The plan for a document; where there is none, the failure is told in terms of people."""
        try:
            return pipeline.plan(detected)
        except InfeasiblePlan as error:
            failure, best = error, error.best
        if best is not None and self.k is not None:
            view = {decision.option.entity: decision.option.value for decision in best.decisions}
            rank = self.risk.assess(detected, [view])[0].rank
            if rank is not None and rank <= self.k:
                said = f"could not be hidden among {self.k} others; the best plan reached rank {rank}"
                raise InfeasiblePlan(f"document {detected.id!r}: {said}", best)
        raise failure

    def summary(self, n_released: int) -> Iterator[str]:
        """What holds of everything that was released."""
        those = "it is" if n_released == 1 else "each of them is"
        if self.k is not None:
            yield f"{those} hidden among at least {self.k} others of the {len(self.people)} people in {self.file}"
        if self.n_unknown:
            yield f"about nobody known (see --subjects): {self.n_unknown}; there, whoever fits best is hidden"

    @cached_property
    def _called(self) -> frozenset[str]:
        """The ids and names of all people, folded."""
        return frozenset(_plain(called) for each in self.people for called in (each.id, each.name) if called)

    @cached_property
    def _by_id(self) -> dict[str, Profile]:
        return {profile.id: profile for profile in self.people}


def read_crowd(
    population: Path | None,
    k: int | None = None,
    linkage: str | None = None,
    subjects: Path | None = None,
    leave_out: Sequence[str] | None = None,
    encoding: str = "utf-8",
) -> Crowd | None:
    """The people that the options name, or None; options that need a population are refused without one."""
    from unname.corpora.populations import read_population, read_subjects

    if population is None:
        given = {"--k": k, "--linkage": linkage, "--subjects": subjects, "--leave-out": leave_out}
        if needy := [option for option, value in given.items() if value]:
            raise ConfigError(f"{needy[0]} needs --population FILE: the people among whom to hide")
        return None
    people = read_population(population, encoding=encoding, leave_out=leave_out or ())
    known = {} if subjects is None else read_subjects(subjects, encoding)
    return Crowd(population, people, k, linkage, known)


def _plain(called: str) -> str:
    return fold(" ".join(called.split()))


def _count(n_people: int) -> str:
    return "is one" if n_people == 1 else f"are {n_people}"
