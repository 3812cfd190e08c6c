"""The options that several commands share, and the pipeline they describe."""

import codecs
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unname.core.errors import ConfigError

if TYPE_CHECKING:
    from unname.cli.crowd import Crowd
    from unname.pipeline.document import Pipeline

BALANCES = ("recall", "f1")

Balance = Annotated[str, typer.Option(help="Miss as little as possible (recall), or weigh both errors alike (f1).")]
Detectors = Annotated[
    list[str] | None,
    typer.Option(help="Use this detector in place of the usual ones; may be repeated (see: unname list detector)."),
]
Encoding = Annotated[str, typer.Option(help="How the input files are encoded; output is always UTF-8.")]
Fast = Annotated[bool, typer.Option("--fast", help="Trade some recall for several times the speed.")]
InputFormat = Annotated[
    str | None,
    typer.Option("--from", help="What the input is, if its name does not tell: text, jsonl, json, tab, conll."),
]
PolicyFile = Annotated[
    str | None,
    typer.Option(
        help="What to hide and keep: a TOML file, or one that is shipped (gdpr, hipaa-safe-harbor, research, strict)."
    ),
]
MaxRisk = Annotated[
    float | None,
    typer.Option(help="The most risk that may remain, from 0 to 1; without it and --risk, all that identifies goes."),
]
Optimizer = Annotated[
    str | None,
    typer.Option(help="How changes are chosen (see: unname list optimizer): exact, or greedy with --population."),
]
RiskMeasure = Annotated[
    str | None,
    typer.Option(help="What estimates the risk (see: unname list risk); classifier where only a limit is given."),
]
ProgressForm = Annotated[
    str,
    typer.Option(
        "--progress", help="How to tell how far it is: bar (on a terminal alone), json (a line each time), none."
    ),
]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="No progress bar and no summary; errors and lines of JSON are still told.")
]


def build_pipeline(
    policy: str | None,
    balance: str,
    fast: bool,
    detectors: Sequence[str] | None,
    max_risk: float | None = None,
    crowd: "Crowd | None" = None,
    **settings: Any,
) -> "Pipeline":
    """The pipeline that the options describe; `max_risk` and `crowd` come before what the policy says.

    Settings of None are left to the pipeline.
    """
    from unname.core.policy import Policy, read_policy
    from unname.pipeline.document import Pipeline

    check_choice("--balance", balance, BALANCES)
    demands = Policy() if policy is None else read_policy(policy)
    settings["policy"] = demands if max_risk is None else replace(demands, max_risk=max_risk)
    settings = {key: value for key, value in settings.items() if value is not None}
    if detectors:
        settings["detectors"] = tuple(detectors)
    pipeline = Pipeline(balance=balance, fast=fast, **settings)
    if crowd is not None:
        pipeline = _among(crowd, pipeline, settings.get("optimizer"))
    # A wrong name must be told before anything is read or made.
    _ = pipeline.detectors_, pipeline.replacer_, pipeline.thresholds, pipeline.risk_, pipeline.optimizer_
    return pipeline


def _among(crowd: "Crowd", plain: "Pipeline", optimizer: str | None) -> "Pipeline":
    """The pipeline that hides people among others, too; what the plain one hides stays hidden."""
    from unname.pipeline.recipe import OPTIMIZER, among

    if plain.risk is not None:
        raise ConfigError("--population measures the risk by linkage; --risk cannot be given beside it")
    policy = crowd.demand(plain.policy)
    if policy.k is None:
        return plain  # who is found all the same is hidden better by the loop
    _ = crowd.risk.scorers_  # a model that is not there must be told before anything is read or made
    # What searches words need not be able to decide a plain release.
    alone = replace(plain, policy=replace(policy, k=None), optimizer=type(plain).optimizer)
    return among(alone, crowd.risk, policy.k, optimizer or OPTIMIZER)


def check_input(encoding: str, format: str | None) -> None:
    """Refuse an encoding or an input format that does not exist."""
    from unname.corpora import FORMATS

    check_choice("--from", format, FORMATS)
    try:
        codecs.lookup(encoding)
    except LookupError:
        raise ConfigError(f"unknown encoding {encoding!r}") from None


def check_choice(option: str, value: str | None, choices: Sequence[str]) -> None:
    """Refuse a value that is not among the choices."""
    if value is not None and value not in choices:
        raise ConfigError(f"{option} must be {' or '.join(choices)}, got {value!r}")
