"""The options that several commands share, and the pipeline they describe."""

import codecs
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unname.core.errors import ConfigError

if TYPE_CHECKING:
    from unname.pipeline import Pipeline

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
PolicyFile = Annotated[Path | None, typer.Option(help="What to hide and what to keep, as a TOML file.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar and no summary; errors are still told.")]


def build_pipeline(
    policy: Path | None, balance: str, fast: bool, detectors: Sequence[str] | None, **settings: Any
) -> "Pipeline":
    """The pipeline that the options describe."""
    from unname.core.policy import read_policy
    from unname.pipeline import Pipeline

    check_choice("--balance", balance, BALANCES)
    if policy is not None:
        settings["policy"] = read_policy(policy)
    if detectors:
        settings["detectors"] = tuple(detectors)
    pipeline = Pipeline(balance=balance, fast=fast, **settings)
    # A wrong name must be told before anything is read or made.
    _ = pipeline.detectors_, pipeline.replacer_, pipeline.thresholds
    return pipeline


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
