"""`unname decide`: what would be changed and what kept, with the reason for each."""

import json
import sys
from typing import Annotated, Any

import typer

from unname.cli.each import ENTITY_FORMATS, EntityFormat, entity_row, for_each
from unname.cli.failures import say
from unname.cli.options import (
    Balance,
    Detectors,
    Encoding,
    Group,
    InputFormat,
    MaxRisk,
    MinCrowd,
    Optimizer,
    PolicyFile,
    Price,
    RiskMeasure,
    check_choice,
    check_input,
    chosen,
    demand,
)
from unname.cli.people import K, LeaveOut, LinkageModel, PopulationFile, Subjects, read_people
from unname.cli.sources import Paths
from unname.cli.visible import in_column
from unname.core.document import Document, Entity
from unname.core.errors import ConfigError, InfeasiblePlan, shown
from unname.core.redaction import Decision, Plan

UNITS = {"information": "nats", "information_sum": "nats", "words": "words"}
"""What a loss is counted in, by the price of the pipeline."""


def decide(
    paths: Paths,
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
    replace: Annotated[
        str | None,
        typer.Option(help="What may be done where the policy does not say: mask, label, generalize, pseudonym."),
    ] = None,
    format: EntityFormat = "text",
    policy: PolicyFile = None,
    balance: Balance = "recall",
    detector: Detectors = None,
    input_format: InputFormat = None,
    encoding: Encoding = "utf-8",
) -> None:
    """Show the plan for each document: what to change, what to keep, and why; nothing is written.

    The plan loses the least information that meets the policy, or tells how far it may be from that. Where no plan
    meets it, the demands that clash are told with the best plan there is, and the exit code is 1. With --population and
    --k, the person is to be hidden among that many others by as few words as it takes beyond what is hidden anyway.
    """
    from unname.pipeline.compose import make_pipeline, plan_among

    check_choice("--format", format, ENTITY_FORMATS)
    check_input(encoding, input_format)
    people = read_people(population, k, linkage, subjects, leave_out)
    settings = chosen(balance, detector, replace=replace, risk=risk, optimizer=optimizer, price=price)
    pipeline = make_pipeline(people, k, linkage, policy=demand(policy, max_risk, min_crowd, group), **settings)
    if people and pipeline.policy.k is None:
        raise ConfigError("--population needs --k, or a policy with k: among how many others to hide")
    if group is not None and pipeline.policy.min_crowd is None:
        raise ConfigError("--group says whom --min-crowd counts; name that, too")
    unit = UNITS[pipeline.price]

    def work(document: Document) -> None:
        found = pipeline.detect(people.place(document) if people else document)
        try:
            plan = plan_among(pipeline, found)
        except InfeasiblePlan as error:
            if error.best is not None:
                _show(found, error.best, format, unit, feasible=False)
            raise
        _show(found, plan, format, unit, feasible=True)

    for_each(paths, input_format, encoding, work)


def _show(document: Document, plan: Plan, format: str, unit: str, feasible: bool) -> None:
    taken = {decision.option.entity: decision for decision in plan.decisions}
    rows = [_row(entity, document, taken.get(entity.id), plan) for entity in document.entities]
    if format == "json":
        print(json.dumps(_record(plan, rows, feasible), ensure_ascii=False))
    else:
        for row in rows:
            loss = "" if row["loss"] is None else f"{row['loss']:.2f}"
            cells = (row["entity"], row["label"], row["action"], in_column(row["value"]), loss)
            print(in_column(document.id), *cells, row["reason"], in_column(row["text"]), sep="\t")
    sys.stdout.flush()
    say(f"document {shown(document.id)}: {_summary(plan, unit)}")


def _row(entity: Entity, document: Document, taken: Decision | None, plan: Plan) -> dict[str, Any]:
    if taken is None:
        kept = plan.kept.get(entity.id, "does not identify")
        return entity_row(entity, document, action="keep", value="", loss=None, reason=kept)
    option = taken.option
    return entity_row(entity, document, action=option.action, value=option.value, loss=option.loss, reason=taken.reason)


def _record(plan: Plan, rows: list[dict[str, Any]], feasible: bool) -> dict[str, Any]:
    return {
        "id": plan.document,
        "feasible": feasible,
        "risk_before": plan.risk_before,
        "risk_after": plan.risk_after,
        "loss": plan.loss,
        "lower_bound": plan.lower_bound,
        "optimal": plan.is_optimal,
        "decisions": rows,
    }


def _summary(plan: Plan, unit: str = "nats") -> str:
    n = len(plan.decisions)
    if plan.risk_before is None or plan.risk_after is None:
        return f"{n} changes, all that identifies"
    said = f"{n} changes, risk {plan.risk_before:.3f} to {plan.risk_after:.3f}, loss {plan.loss:.1f} {unit}"
    if plan.lower_bound is None:
        return f"{said}, no bound proven"
    if plan.is_optimal:
        return f"{said}, proven optimal"
    return f"{said}, of which at most {1 - plan.lower_bound / plan.loss:.1%} could be spared"
