"""`unname risk`: how much each entity of a document tells, alone and with others."""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unname.cli.crowd_account import record_account, tell_account
from unname.cli.each import ENTITY_FORMATS, EntityFormat, entity_row, for_each
from unname.cli.options import (
    Balance,
    Detectors,
    Encoding,
    InputFormat,
    PolicyFile,
    check_choice,
    check_input,
    chosen,
    demand,
)
from unname.cli.people import LeaveOut, LinkageModel, PopulationFile, Subjects, read_people
from unname.cli.sources import Paths
from unname.cli.visible import in_column
from unname.core.addresses import without_credentials
from unname.core.document import Document
from unname.core.errors import ConfigError
from unname.core.judging import judge
from unname.core.results import Risk

if TYPE_CHECKING:
    from unname.risk.linkage import Linkage


def risk(
    paths: Paths,
    measure: Annotated[
        list[str] | None,
        typer.Option("--measure", "--risk", help="Estimate by this measure; may be repeated (see: unname list risk)."),
    ] = None,
    population: PopulationFile = None,
    linkage: LinkageModel = None,
    subjects: Subjects = None,
    leave_out: LeaveOut = None,
    max_risk: Annotated[float, typer.Option(help="Above which risk an entity counts as risky.")] = 0.5,
    format: EntityFormat = "text",
    policy: PolicyFile = None,
    balance: Balance = "recall",
    detector: Detectors = None,
    input_format: InputFormat = None,
    encoding: Encoding = "utf-8",
) -> None:
    """Show each entity with its role, its information content, its risk by each measure, and why.

    Information content is what the text loses if the entity is hidden, in nats. Risks are probabilities.
    Combinations of entities that are risky together follow. Nothing is changed, and nothing is sent unless a measure
    is told to ask a search engine on the web. With --population, the rank of the person among these people is told too.

    The measure crowd tells how many people fit a text, and which words cost how many bits (each halves the crowd). The
    text may be a released one: masks say nothing.
    """
    from unname.core.registry import create
    from unname.pipeline.compose import link, make_pipeline
    from unname.pipeline.entity_risks import MEASURES, entity_risks
    from unname.risk.crowd import Crowd

    check_choice("--format", format, ENTITY_FORMATS)
    check_input(encoding, input_format)
    if not 0.0 <= max_risk <= 1.0:
        raise ConfigError(f"--max-risk must lie in [0, 1], got {max_risk}")
    pipeline = make_pipeline(policy=demand(policy), **chosen(balance, detector))
    people = read_people(population, None, linkage, subjects, leave_out)
    ranks = link(people.people, linkage) if people else None
    specs = list(dict.fromkeys(measure or MEASURES))
    models = dict(zip(_shown(specs), [create("risk", spec) for spec in specs], strict=True))
    counting = {spec: model for spec, model in models.items() if isinstance(model, Crowd)}
    has_rows = len(counting) < len(models)
    if format == "text" and has_rows:
        print("document", "entity", "label", "role", "mentions", "nats", *models, "why", "text", sep="\t")

    def work(document: Document) -> None:
        found = pipeline.detect(people.place(document) if people else document)
        risks = {spec: judge(model, found, [{}])[0] for spec, model in models.items()}
        rows = [
            entity_row(
                each.entity,
                found,
                mentions=len(each.entity.mentions),
                nats=round(each.nats, 2),
                risk={spec: round(value, 3) for spec, value in each.risks.items()},
                why=each.why,
            )
            for each in entity_risks(found, risks, max_risk)
        ]
        place = _place(found, ranks, len(people.people)) if people and ranks else {}
        accounts = {spec: model.account(found) for spec, model in counting.items()}
        if format == "json":
            crowds = {spec: record_account(account) for spec, account in accounts.items()}
            told = _record(found, rows, risks) | place | ({"crowd": crowds} if crowds else {})
            print(json.dumps(told, ensure_ascii=False))
        else:
            if has_rows:
                _print(found, rows, risks)
            for account in accounts.values():
                print(*tell_account(found.id, account), sep="\n")
            if place:
                print(in_column(found.id), f"rank {place['rank']} of {place['people']} people", sep="\t")
        sys.stdout.flush()

    for_each(paths, input_format, encoding, work)


def _shown(specs: Sequence[str]) -> list[str]:
    """What measures are called: as they were named, but for passwords; each in its own way."""
    shown: list[str] = []
    for number, spec in enumerate(specs, start=1):
        name = without_credentials(spec)
        shown.append(f"{name} ({number})" if name in shown else name)
    return shown


def _place(document: Document, ranks: "Linkage", n_people: int) -> dict[str, Any]:
    return {"rank": judge(ranks, document, [{}])[0].rank, "people": n_people}


def _print(document: Document, rows: list[dict[str, Any]], risks: Mapping[str, Risk]) -> None:
    id = in_column(document.id)
    for row in rows:
        cells = (row["entity"], row["label"], row["role"], row["mentions"], f"{row['nats']:.2f}")
        estimates = (f"{value:.3f}" for value in row["risk"].values())
        print(id, *cells, *estimates, row["why"], in_column(row["text"]), sep="\t")
    for spec, risk in risks.items():
        for each in risk.combinations:
            print(id, "+".join(sorted(each.entities)), f"together {each.risk:.3f} by {spec}", each.reason, sep="\t")


def _record(document: Document, rows: list[dict[str, Any]], risks: Mapping[str, Risk]) -> dict[str, Any]:
    combinations = [
        {"measure": spec, "entities": sorted(each.entities), "risk": each.risk, "reason": each.reason}
        for spec, risk in risks.items()
        for each in risk.combinations
    ]
    totals = {spec: round(risk.total, 3) for spec, risk in risks.items()}
    return {"id": document.id, "total": totals, "entities": rows, "combinations": combinations}
