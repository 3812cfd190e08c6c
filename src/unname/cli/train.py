"""`unname train`: make the shipped models again."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from unname.cli.failures import say
from unname.cli.options import check_choice

train = typer.Typer(help="Train the models that unname ships, or one for people of your own.", no_args_is_help=True)

MODELS = ("bag", "facts", "transformer", "frozen")
DROPOUTS = ("uniform", "idf", "none")

Report = Callable[[str, int, int, float], None]


@train.callback()
def _train() -> None:
    pass


@train.command("detector", epilog="Example: unname train detector --data corpora/ --out weights/ --seed 1")
def train_detector(
    data: Annotated[Path, typer.Option(help="The folder with the training corpora.")],
    out: Annotated[Path, typer.Option(help="The folder for checkpoints and weights; an interrupted run resumes.")],
    seed: Annotated[int, typer.Option(help="The same seed and data give the same model.")] = 0,
    scale: Annotated[float, typer.Option(help="The share of the corpora to use, for a trial.", min=0.0, max=1.0)] = 1.0,
) -> None:
    """Train the tagger from corpora; needs the extra "train"."""
    from unname.recipes import train_detector as train_tagger

    with reporting() as report:
        weights = train_tagger(data, out, seed=seed, scale=scale, report=report)
    for name, folder in weights.items():
        print(f"{name}\t{folder}")


@train.command("encoder", epilog="Example: unname train encoder --out weights/sentence")
def train_encoder(
    out: Annotated[Path, typer.Option(help="The folder for model.onnx.")],
    base: Annotated[str | None, typer.Option(help="A Hugging Face name or folder, if not MiniLM.")] = None,
) -> None:
    """Pack the sentence encoder of the attack `dense` as it is, with 8-bit weights; needs the extra "train"."""
    from unname.recipes import pack_encoder

    print(pack_encoder(out, base))


@train.command("words", epilog="Example: unname train words --data corpora/ --out weights/words")
def train_words(
    data: Annotated[Path, typer.Option(help="The folder with the training corpora.")],
    out: Annotated[Path, typer.Option(help="The folder for checkpoints and model.onnx; an interrupted run resumes.")],
    seed: Annotated[int, typer.Option(help="The same seed and data give the same model.")] = 0,
    steps: Annotated[int | None, typer.Option(help="How many steps, for a trial.", min=1)] = None,
) -> None:
    """Train the masked language model, which takes an hour or two; needs the extra "train"."""
    from unname.recipes import train_words as train_language_model

    with reporting() as report:
        weights = train_language_model(data, out, seed=seed, steps=steps, report=report)
    print(weights)


@train.command("risk", epilog="Example: unname train risk --data corpora/ --detector weights/ --out weights/risk")
def train_risk(
    data: Annotated[Path, typer.Option(help="The folder with the training corpora.")],
    detector: Annotated[Path, typer.Option(help="The folder that `unname train detector` wrote.")],
    out: Annotated[Path, typer.Option(help="The folder for checkpoints and judge.npz; an interrupted run resumes.")],
    seed: Annotated[int, typer.Option(help="The same seed and data give the same model.")] = 0,
) -> None:
    """Train the risk measure `classifier`, which takes an hour; needs the extra "train"."""
    from unname.recipes import train_risk as train_classifier

    with reporting() as report:
        weights = train_classifier(data, out, detector, seed=seed, report=report)
    print(weights)


@train.command("emulator", epilog="Example: unname train emulator --data corpora/ --out weights/")
def train_emulator(
    data: Annotated[Path, typer.Option(help="The folder with the training corpora.")],
    out: Annotated[Path, typer.Option(help="The folder for emulator.npz.")],
) -> None:
    """Train the emulator of search queries, which takes minutes."""
    from unname.recipes import train_emulator as train_network

    print(train_network(data, out))


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
    from unname.recipes import train_linkage as train_model

    check_choice("--model", model, MODELS)
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
        weights = train_model(
            people,
            out,
            model=model,
            document=document,
            seed=seed,
            train_profiles=not no_train_profiles,
            report=report,
            **chosen,
        )
    print(weights)


@contextmanager
def reporting() -> Iterator[Report]:
    """A bar on a terminal; a line a tenth of each stage otherwise, since training takes long."""
    if not sys.stderr.isatty():
        yield _report_tenths()
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[loss]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        stages: dict[str, int] = {}

        def report(stage: str, step: int, n_steps: int, loss: float) -> None:
            if stage not in stages:
                stages[stage] = bar.add_task(stage, total=n_steps, loss="")
            bar.update(stages[stage], completed=step, loss=f"loss {loss:.4f}" if loss else "")  # type: ignore[arg-type]

        yield report


def _report_tenths() -> Report:
    told: set[tuple[str, int]] = set()

    def report(stage: str, step: int, n_steps: int, loss: float) -> None:
        tenth = 10 * step // max(1, n_steps)
        if (stage, tenth) not in told:
            told.add((stage, tenth))
            say(f"{stage}: step {step} of {n_steps}" + (f", loss {loss:.4f}" if loss else ""))

    return report
