"""The options that several commands share."""

import codecs
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unname.core.errors import ConfigError
from unname.core.registry import BUILT_INS

if TYPE_CHECKING:
    from unname.core.policy import Policy

BALANCES = ("recall", "f1")

Balance = Annotated[str, typer.Option(help="Miss as little as possible (recall), or weigh both errors alike (f1).")]
Detectors = Annotated[
    list[str] | None,
    typer.Option(help="Use this detector in place of the usual ones; may be repeated (see: unname list detector)."),
]
Encoding = Annotated[str, typer.Option(help="How the input files are encoded; output is always UTF-8.")]
InputFormat = Annotated[
    str | None,
    typer.Option("--from", help=f"What the input is, if its name does not tell: {', '.join(BUILT_INS['format'])}."),
]
PolicyFile = Annotated[
    str | None,
    typer.Option(help="What to hide and keep: a TOML file, or one that is shipped (see: unname policies)."),
]
Language = Annotated[
    str | None,
    typer.Option(
        help="The language of the texts, as a code (en); without it, what seems to be in one not read is withheld."
    ),
]
MaxRisk = Annotated[
    float | None,
    typer.Option(help="The most risk that may remain, from 0 to 1; without it and --risk, all that identifies goes."),
]
MinCrowd = Annotated[
    int | None,
    typer.Option(
        help="How many people, of the --group, have to fit all that a document shows: rare phrases go too, and what "
        "many share may stay."
    ),
]
Group = Annotated[
    str | None,
    typer.Option(
        help="Whom --min-crowd and the report count: world (the usual), a country or city, or a number of people."
    ),
]
Optimizer = Annotated[
    str | None,
    typer.Option(help="How changes are chosen (see: unname list optimizer): exact, or greedy with --population."),
]
Price = Annotated[
    str | None,
    typer.Option(
        help="What a change costs under a limit on the risk: information (the usual: a mention by its least likely "
        "word piece), information_sum (all pieces added up), words."
    ),
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


def demand(
    policy: str | None, max_risk: float | None = None, min_crowd: int | None = None, group: str | None = None
) -> "Policy":
    """What the options demand, which comes before what the policy says."""
    from unname.core.policy import Policy, read_policy

    demands = Policy() if policy is None else read_policy(policy)
    people = int(group) if group is not None and group.isdecimal() else group
    given = {"max_risk": max_risk, "min_crowd": min_crowd, "group": people}
    return replace(demands, **{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]


def chosen(balance: str, detectors: Sequence[str] | None, **settings: Any) -> dict[str, Any]:
    """The settings of the pipeline that the options name; what is None is left to it."""
    check_choice("--balance", balance, BALANCES)
    named = {"detectors": tuple(detectors) if detectors else None, **settings}
    return {"balance": balance, **{key: value for key, value in named.items() if value is not None}}


def check_input(encoding: str, format: str | None) -> None:
    """Refuse an encoding or an input format that does not exist."""
    from unname.corpora import formats

    check_choice("--from", format, list(formats()))
    try:
        codecs.lookup(encoding)
    except LookupError:
        raise ConfigError(f"unknown encoding {encoding!r}") from None


def check_choice(option: str, value: str | None, choices: Sequence[str]) -> None:
    """Refuse a value that is not among the choices."""
    if value is not None and value not in choices:
        raise ConfigError(f"{option} must be {' or '.join(choices)}, got {value!r}")
