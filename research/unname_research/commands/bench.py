"""`unname bench`: measure on a named benchmark."""

import json
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from unname.cli.options import BALANCES, Fast, check_choice
from unname.cli.train import reporting
from unname.core.errors import ConfigError

commands = typer.Typer()


@commands.command(epilog="Example: unname bench tab --data tab/ --split dev --json")
def bench(
    name: Annotated[str, typer.Argument(help="Which benchmark, such as tab.")],
    data: Annotated[Path | None, typer.Option(help="The folder or file with the data of the benchmark.")] = None,
    split: Annotated[str | None, typer.Option(help="Which part of the data: train, dev or test.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    balance: Annotated[str | None, typer.Option(help="recall or f1: what the pipeline is tuned for.")] = None,
    fast: Fast = False,
    full: Annotated[bool, typer.Option("--full", help="Also what takes hours, such as TRIA as published.")] = False,
    recipe: Annotated[str | None, typer.Option(help="A published method, strategy by strategy: risk2022.")] = None,
    tab: Annotated[Path | None, typer.Option(help="For tpi: also compare with precision on this benchmark.")] = None,
    people: Annotated[
        Path | None, typer.Option(help="For kanon: a file of further people that no model has seen.")
    ] = None,
    left_out: Annotated[
        str | None, typer.Option(help="For release: an attack that feeds back nothing, so that it only judges.")
    ] = None,
    k: Annotated[int | None, typer.Option("--k", help="For release: among how many others to hide.", min=1)] = None,
    out: Annotated[Path | None, typer.Option(help="Where long work keeps its checkpoints and plots go.")] = None,
    save: Annotated[
        Path | None, typer.Option(help="Also keep the result in this .json file, with command, day and machine.")
    ] = None,
) -> None:
    """Measure protection, attacks, speed and memory on a benchmark, beside other tools where they are installed."""
    from unname_research.bench import LONG, NAMES, run
    from unname_research.bench.saved import check_place, command_line, how_busy, keep

    check_choice("--balance", balance, BALANCES)
    if name not in NAMES:
        raise ConfigError(f"unknown benchmark {name!r}; known are {', '.join(sorted(NAMES))}")
    given: dict[str, Any] = {"data": data, "split": split, "balance": balance, "fast": fast, "full": full}
    given |= {"recipe": recipe, "tab": tab, "people": people, "left_out": left_out, "k": k, "out": out}
    if save:
        check_place(save)
    load = how_busy()
    with reporting() if full or name in LONG else nullcontext() as report:
        settings = {key: value for key, value in given.items() if value}
        result = run(name, **settings, **({"report": report} if report else {}))
    if save:
        keep(save, command_line(name, given), result, load)
    if as_json:
        print(json.dumps(result))
    elif "recipe" in result:
        _print_strategies(name, result)
    elif "levels" in result:
        _print_levels(name, result)
    elif "attacks" in result:
        _print_rates(name, result)
    else:
        _print_table(name, result)


def _print_rates(name: str, result: dict[str, Any]) -> None:
    """Attacks by columns, with the seconds of each."""
    from rich.console import Console
    from rich.table import Table

    columns = list(result["suite"])
    table = Table("attack", *(column.removesuffix("_abstract") for column in columns), "mean", "s", title=name)
    rates = {"suite": result["suite"], **result["attacks"]}
    rates |= {key: result[key] for key in ("found_by_any", "assignment")}
    for attack, by_column in rates.items():
        seconds = result["seconds"].get(attack)
        cells = [f"{by_column[column]:.2f}" for column in columns]
        table.add_row(attack, *cells, f"{result['mean'][attack]:.3f}", "" if seconds is None else f"{seconds:.1f}")
    Console().print(table)
    print(f"{result['people']} people; rehearsals took {result['seconds']['rehearsal']:.1f} s")


def _print_strategies(name: str, result: dict[str, Any]) -> None:
    """Strategies by figures, each with the published figure in parentheses."""
    from rich.console import Console
    from rich.table import Table

    keys = ("precision", "weighted_precision", "recall_all", "recall_direct", "recall_quasi", "f1")
    table = Table("strategy", *(key.replace("_", " ") for key in keys), title=f"{name} {result['recipe']}")
    for row in result["rows"]:
        published = row["paper"] or {}
        cells = ["-" if row[key] is None else f"{row[key]:.3f}" for key in keys]
        beside = [f" ({published[key]:.2f})" if key in published else "" for key in keys]
        table.add_row(row["strategy"], *map("".join, zip(cells, beside, strict=True)))
    Console().print(table)
    for stage, seconds in result.get("seconds_per_document", {}).items():
        print(f"{stage}: {seconds}")


def _print_levels(name: str, result: dict[str, Any]) -> None:
    """What each method masks below each level of re-identification, beside the published share."""
    from rich.console import Console
    from rich.table import Table

    head = (
        "found below",
        "method",
        "setting",
        "found by others",
        "by all",
        "words masked",
        "paper",
        "size lost",
        "TPI",
    )
    for key, judges in (("levels_by_others", "models that did not defend"), ("levels", "all models")):
        table = Table(*head, title=f"{name}: found by {judges}")
        for level, rows in result[key].items():
            for method, row in rows.items():
                table.add_row(level, method, *_level_cells(row, result["paper"]["levels"].get(level, {}).get(method)))
        Console().print(table)
    print(f"{result['split']} part; {result['method']}")
    for model, rate in result["reid_original"].items():
        print(f"original documents found by {model}: {rate:.3f}")
    for model, cost in result["search"].items():
        told = ", ".join(f"{key} {value:.4g}" for key, value in (cost or {}).items() if value is not None)
        print(f"search, {model}: {told or '-'}")
    seconds = result["seconds_1000_documents"]
    print(f"1,000 documents to K = 10: {'-' if seconds is None else f'{seconds:.1f} s'}")
    for model, reason in result["missing"].items():
        print(f"without {model}: {reason}")


def _level_cells(row: dict[str, Any] | None, published: dict[str, Any] | None) -> list[str]:
    keys = ("setting", "found_by_others", "found_by_all", "masked", "info_loss", "tpi")
    cells = ["-" if not row or row.get(key) is None else f"{row[key]:.4g}" for key in keys]
    return [*cells[:4], f"{published['masked']:.3f}" if published else "", *cells[4:]]


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
