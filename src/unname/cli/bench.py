"""`unname bench`: measure on a named benchmark."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from unname.cli.options import BALANCES, Balance, Fast, check_choice
from unname.core.errors import ConfigError


def bench(
    name: Annotated[str, typer.Argument(help="Which benchmark, such as tab.")],
    data: Annotated[Path, typer.Option(help="The folder or file with the data of the benchmark.")],
    split: Annotated[str, typer.Option(help="Which part of the data: train, dev or test.")] = "dev",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    balance: Balance = "recall",
    fast: Fast = False,
) -> None:
    """Measure protection, speed and memory on a benchmark, beside other tools where they are installed."""
    from unname.bench import NAMES, run

    check_choice("--balance", balance, BALANCES)
    if name not in NAMES:
        raise ConfigError(f"unknown benchmark {name!r}; known are {', '.join(sorted(NAMES))}")
    result = run(name, data=data, split=split, balance=balance, fast=fast)
    if as_json:
        print(json.dumps(result))
    else:
        _print_table(name, result)


def _print_table(name: str, result: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("measure", "value", title=name)
    for key, value in _flat(result):
        table.add_row(key, f"{value:.4g}" if isinstance(value, float) else str(value))
    Console().print(table)


def _flat(result: dict[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    rows: list[tuple[str, Any]] = []
    for key, value in result.items():
        if isinstance(value, dict):
            rows += _flat(value, f"{prefix}{key}.")
        else:
            rows.append((prefix + key, "-" if value is None else value))
    return rows
