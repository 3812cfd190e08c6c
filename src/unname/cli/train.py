"""`unname train`: models for people of your own; unname-research adds those that are shipped."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from unname.cli.failures import say
from unname.cli.options import check_choice
from unname.core.progress import Listener

train = typer.Typer(
    help="Train a model for people of your own, or (with unname-research) those that unname ships.",
    no_args_is_help=True,
)


@train.callback()
def _train() -> None:
    pass


@train.command("linkage", epilog="Example: unname train linkage --people people.jsonl --out linkage/")
def train_linkage(
    people: Annotated[Path, typer.Option(help="People with a document each: .jsonl, .json or .csv, packed or not.")],
    out: Annotated[Path, typer.Option(help="The folder for checkpoints and the model; an interrupted run resumes.")],
    model: Annotated[str, typer.Option(help="bag, facts: minutes; transformer: hours; frozen: between.")] = "bag",
    document: Annotated[str | None, typer.Option(help="The key that holds the document, if none of the usual.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed and people give the same model.")] = 0,
    epochs: Annotated[int | None, typer.Option(help="How many times to read all documents.", min=1)] = None,
    minutes: Annotated[float | None, typer.Option(help="Stop after so many minutes, for a trial.", min=0.0)] = None,
    dropout: Annotated[str, typer.Option(help="How words are hidden in training: uniform, idf or none.")] = "uniform",
    smoothing: Annotated[float, typer.Option(help="The share of label smoothing.", min=0.0, max=0.999)] = 0.1,
    width: Annotated[int | None, typer.Option(help="The width of the vectors.", min=1)] = None,
    no_train_profiles: Annotated[
        bool, typer.Option("--no-train-profiles", help="Leave the encoder of profiles as it is.")
    ] = False,
    document_encoder: Annotated[
        str | None, typer.Option(help="For transformers: a Hugging Face name or folder, if not MiniLM.")
    ] = None,
    profile_encoder: Annotated[str | None, typer.Option(help="The same for the side of profiles.")] = None,
    frozen_layers: Annotated[int | None, typer.Option(help="How many lower layers stay as they are.", min=0)] = None,
    published: Annotated[
        bool, typer.Option("--published", help="As morris2022: encoders take turns, words are hidden at random alone.")
    ] = False,
) -> None:
    """Train a model that finds the person a document is about, to hide people from it.

    Needs the extra "train". What it wrote goes to: unname release --linkage FOLDER.
    """
    from unname.corpora.populations import read_pairs
    from unname.training import linkage as training
    from unname.training.linkage_views import DROPOUTS

    check_choice("--model", model, tuple(training.TRAINERS))
    check_choice("--dropout", dropout, DROPOUTS)
    chosen: dict[str, object] = {
        "epochs": epochs,
        "minutes": minutes,
        "dropout": dropout,
        "smoothing": smoothing,
        "width": width,
    }
    encoders = {"document_encoder": document_encoder, "profile_encoder": profile_encoder}
    chosen |= {**encoders, "frozen_layers": frozen_layers, "together": not published, "redactions": not published}
    with reporting() as report:
        weights = training.train_linkage(
            read_pairs(people, document),
            out,
            model=model,
            seed=seed,
            train_profiles=not no_train_profiles,
            report=report,
            **chosen,
        )
    print(weights)


@contextmanager
def reporting() -> Iterator[Listener]:
    """A bar on a terminal; a line a tenth of each stage otherwise, since training takes long."""
    if not sys.stderr.isatty():
        yield _report_tenths()
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[loss]}"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(stderr=True)) as bar:
        stages: dict[str, int] = {}

        def report(stage: str, step: int, n_steps: int, loss: float) -> None:
            if stage not in stages:
                stages[stage] = bar.add_task(stage, total=n_steps, loss="")
            bar.update(stages[stage], completed=step, loss=f"loss {loss:.4f}" if loss else "")  # type: ignore[arg-type]

        yield report


def _report_tenths() -> Listener:
    told: set[tuple[str, int]] = set()

    def report(stage: str, step: int, n_steps: int, loss: float) -> None:
        tenth = 10 * step // max(1, n_steps)
        if (stage, tenth) not in told:
            told.add((stage, tenth))
            say(f"{stage}: step {step} of {n_steps}" + (f", loss {loss:.4f}" if loss else ""))

    return report
