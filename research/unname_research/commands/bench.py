"""`unname bench`: measure on a named benchmark."""

import json
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from unname.cli.options import BALANCES, check_choice
from unname.cli.train import reporting
from unname.core.errors import ConfigError
from unname_research.commands.bench_tables import print_result

commands = typer.Typer()


@commands.command(epilog="Example: unname bench tab --data tab/ --split dev --json")
def bench(
    name: Annotated[str, typer.Argument(help="Which benchmark, such as tab.")],
    data: Annotated[Path | None, typer.Option(help="The folder or file with the data of the benchmark.")] = None,
    split: Annotated[
        str | None, typer.Option(help="Which part of the data: train, dev or test; for everyday also de, fr, es, ru.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    balance: Annotated[str | None, typer.Option(help="recall or f1: what the pipeline is tuned for.")] = None,
    fast: Annotated[bool, typer.Option("--fast", help="For long benchmarks: a part of the work alone.")] = False,
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
    examples: Annotated[
        int | None, typer.Option(help="For everyday: write so many releases to --out, one a kind, for reading.", min=1)
    ] = None,
    endpoint: Annotated[str | None, typer.Option(help="For reader: a chat endpoint on this machine.")] = None,
    model: Annotated[
        str | None,
        typer.Option(
            help="For reader: the model at the endpoint. For utility: a learner in place of the usual. "
            "For ablations: which linkage model."
        ),
    ] = None,
    levels: Annotated[
        str | None, typer.Option(help="For infill: what attackers know, some of L1,L2,L3,L4 with commas.")
    ] = None,
    paper: Annotated[str | None, typer.Option("--name", help="For paper: which one, such as morris2022.")] = None,
    train: Annotated[bool, typer.Option("--train", help="For paper: train its networks again first.")] = False,
    only: Annotated[str | None, typer.Option(help="For paper: some of its tables, by name with commas.")] = None,
    task: Annotated[str | None, typer.Option(help="For utility: which task, such as factrueval.")] = None,
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
    given |= {
        "recipe": recipe,
        "tab": tab,
        "people": people,
        "left_out": left_out,
        "k": k,
        "out": out,
        "examples": examples,
        "endpoint": endpoint,
        "model": model,
        "levels": levels,
        "name": paper,
        "train": train,
        "only": only,
        "task": task,
    }
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
    else:
        print_result(name, result)
