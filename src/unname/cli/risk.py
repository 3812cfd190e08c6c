"""`unname risk`: how much each entity of a document tells, alone and with others."""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unname.cli.each import for_each
from unname.cli.options import (
    Balance,
    Detectors,
    Encoding,
    Fast,
    InputFormat,
    PolicyFile,
    check_choice,
    check_input,
    chosen,
    demand,
)
from unname.cli.people import LeaveOut, LinkageModel, PopulationFile, Subjects, read_people
from unname.cli.visible import in_column
from unname.core.addresses import without_credentials
from unname.core.document import Document, Entity, Role
from unname.core.errors import ConfigError
from unname.core.results import Risk

if TYPE_CHECKING:
    from unname.risk.linkage import Linkage

FORMATS = ("text", "json")
MEASURES = ("classifier", "surprisal")


def risk(
    paths: Annotated[
        list[str],
        typer.Argument(help="Text, .jsonl or TAB .json files, folders of them, or - for standard input."),
    ],
    measure: Annotated[
        list[str] | None,
        typer.Option(help="Estimate by this measure; may be repeated (see: unname list risk)."),
    ] = None,
    population: PopulationFile = None,
    linkage: LinkageModel = None,
    subjects: Subjects = None,
    leave_out: LeaveOut = None,
    max_risk: Annotated[float, typer.Option(help="Above which risk an entity counts as risky.")] = 0.5,
    format: Annotated[str, typer.Option(help="text: a line per entity; json: an object per document.")] = "text",
    policy: PolicyFile = None,
    balance: Balance = "recall",
    fast: Fast = False,
    detector: Detectors = None,
    input_format: InputFormat = None,
    encoding: Encoding = "utf-8",
) -> None:
    """Show each entity with its role, its information content, its risk by each measure, and why.

    Information content is what the text loses if the entity is hidden, in nats. Risks are probabilities.
    Combinations of entities that are risky together follow. Nothing is changed, and nothing is sent unless a measure
    is told to ask a search engine on the web. With --population, the rank of the person among these people is told too.
    """
    from unname.core.registry import create
    from unname.models.information import entity_information
    from unname.pipeline.compose import link, make_pipeline

    check_choice("--format", format, FORMATS)
    check_input(encoding, input_format)
    if not 0.0 <= max_risk <= 1.0:
        raise ConfigError(f"--max-risk must lie in [0, 1], got {max_risk}")
    pipeline = make_pipeline(policy=demand(policy), **chosen(balance, fast, detector))
    people = read_people(population, None, linkage, subjects, leave_out)
    ranks = link(people.people, linkage) if people else None
    specs = list(dict.fromkeys(measure or MEASURES))
    models = dict(zip(_shown(specs), [create("risk", spec) for spec in specs], strict=True))
    if format == "text":
        print("document", "entity", "label", "role", "mentions", "nats", *models, "why", "text", sep="\t")

    def work(document: Document) -> None:
        found = pipeline.detect(people.place(document) if people else document)
        risks = {spec: model.assess(found, [{}])[0] for spec, model in models.items()}
        nats = entity_information(found)
        rows = [_row(entity, found, nats[entity.id], risks, max_risk) for entity in found.entities]
        placed = _place(found, ranks, len(people.people)) if people and ranks else {}
        if format == "json":
            print(json.dumps(_record(found, rows, risks) | placed, ensure_ascii=False))
        else:
            _print(found, rows, risks)
            if placed:
                print(in_column(found.id), f"rank {placed['rank']} of {placed['people']} people", sep="\t")
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
    return {"rank": ranks.assess(document, [{}])[0].rank, "people": n_people}


def _row(entity: Entity, document: Document, nats: float, risks: Mapping[str, Risk], max_risk: float) -> dict[str, Any]:
    first = entity.mentions[0].span
    return {
        "entity": entity.id,
        "label": entity.label,
        "role": entity.role.value,
        "mentions": len(entity.mentions),
        "nats": round(nats, 2),
        "risk": {spec: round(risk.by_entity.get(entity.id, 0.0), 3) for spec, risk in risks.items()},
        "why": _why(entity, risks, max_risk),
        "text": document.text[first.start : first.end],
    }


def _why(entity: Entity, risks: Mapping[str, Risk], max_risk: float) -> str:
    reasons = ["identifies alone"] if entity.role is Role.DIRECT else []
    above = [spec for spec, risk in risks.items() if risk.by_entity.get(entity.id, 0.0) > max_risk]
    if above:
        reasons.append(f"above {max_risk:g} by {' and '.join(above)}")
    together = sum(entity.id in each.entities for risk in risks.values() for each in risk.combinations)
    if together:
        reasons.append(f"part of {together} risky combination{'s' * (together > 1)}")
    return ", ".join(reasons) or f"not above {max_risk:g} by any measure"


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
