"""`unname train`: make the shipped models again."""

from pathlib import Path
from typing import Annotated

import typer

from unname.cli.train import reporting

train = typer.Typer()


@train.command("detector", epilog="Example: unname train detector --data corpora/ --out weights/ --seed 1")
def train_detector(
    data: Annotated[Path, typer.Option(help="The folder with the training corpora.")],
    out: Annotated[Path, typer.Option(help="The folder for checkpoints and weights; an interrupted run resumes.")],
    seed: Annotated[int, typer.Option(help="The same seed and data give the same model.")] = 0,
    scale: Annotated[float, typer.Option(help="The share of the corpora to use, for a trial.", min=0.0, max=1.0)] = 1.0,
    jurist: Annotated[Path | None, typer.Option(help="A tagger in a folder, one more teacher on court text.")] = None,
) -> None:
    """Train the tagger from corpora, which takes three hours; needs the extra "train"."""
    from unname_research.train import shipped

    with reporting() as report:
        weights = shipped.train_detector(data, out, seed=seed, scale=scale, report=report, jurist=jurist)
    print(weights)


@train.command("encoder", epilog="Example: unname train encoder --out weights/sentence")
def train_encoder(
    out: Annotated[Path, typer.Option(help="The folder for model.onnx.")],
    base: Annotated[str | None, typer.Option(help="A Hugging Face name or folder, if not MiniLM.")] = None,
) -> None:
    """Pack the sentence encoder of the attack `dense` as it is, with 8-bit weights; needs the extra "train"."""
    from unname_research.train import shipped

    print(shipped.pack_encoder(out, base))


@train.command("words", epilog="Example: unname train words --data corpora/ --out weights/words")
def train_words(
    data: Annotated[Path, typer.Option(help="The folder with the training corpora.")],
    out: Annotated[Path, typer.Option(help="The folder for checkpoints and model.onnx; an interrupted run resumes.")],
    seed: Annotated[int, typer.Option(help="The same seed and data give the same model.")] = 0,
    steps: Annotated[int | None, typer.Option(help="How many steps, for a trial.", min=1)] = None,
) -> None:
    """Train the masked language model, which takes an hour or two; needs the extra "train"."""
    from unname_research.train import shipped

    with reporting() as report:
        weights = shipped.train_words(data, out, seed=seed, steps=steps, report=report)
    print(weights)


@train.command("risk", epilog="Example: unname train risk --data corpora/ --detector weights/ --out weights/risk")
def train_risk(
    data: Annotated[Path, typer.Option(help="The folder with the training corpora.")],
    detector: Annotated[Path, typer.Option(help="The folder that `unname train detector` wrote.")],
    out: Annotated[Path, typer.Option(help="The folder for checkpoints and judge.npz; an interrupted run resumes.")],
    seed: Annotated[int, typer.Option(help="The same seed and data give the same model.")] = 0,
) -> None:
    """Train the risk measure `classifier`, which takes an hour; needs the extra "train"."""
    from unname_research.train import shipped

    with reporting() as report:
        weights = shipped.train_risk(data, out, detector, seed=seed, report=report)
    print(weights)


@train.command("infilling", epilog="Example: unname train infilling --data corpora/ --out weights/infilling")
def train_infilling(
    data: Annotated[Path, typer.Option(help="The folder with the training corpora.")],
    out: Annotated[Path, typer.Option(help="The folder for checkpoints and weights; an interrupted run resumes.")],
    seed: Annotated[int, typer.Option(help="The same seed and data give the same models.")] = 0,
    steps: Annotated[int | None, typer.Option(help="How many steps for each network, for a trial.", min=1)] = None,
    start: Annotated[
        Path | None, typer.Option(help="A folder of such weights: the network that fills masks goes on from there.")
    ] = None,
) -> None:
    """Train the networks that find passages and fill masks, which takes two hours; needs the extra "train"."""
    from unname_research.train import shipped

    with reporting() as report:
        weights = shipped.train_infilling(data, out, seed=seed, steps=steps, report=report, start=start)
    print(weights)


@train.command("sureness", epilog="Example: unname train sureness --data corpora/")
def train_sureness(
    data: Annotated[Path, typer.Option(help="The folder with the training corpora.")],
    seed: Annotated[int, typer.Option(help="The same seed and data give the same numbers.")] = 0,
) -> None:
    """Print the numbers by which copies for masks are judged, which takes two minutes; needs the extra "train"."""
    from unname_research.train import shipped

    with reporting() as report:
        found = shipped.fit_sureness(data, seed=seed, report=report)
    for name, numbers in found.items():
        print(name, *numbers)


@train.command("belief", epilog="Example: unname train belief --data corpora/")
def train_belief(
    data: Annotated[Path, typer.Option(help="The folder with the training corpora.")],
    seed: Annotated[int, typer.Option(help="The same seed and data give the same numbers.")] = 0,
) -> None:
    """Print the numbers by which trained readers of masks are believed, in ten minutes; needs the extra "train"."""
    from unname_research.train import shipped

    with reporting() as report:
        found = shipped.fit_belief(data, seed=seed, report=report)
    for name, numbers in found.items():
        print(name, *numbers)


@train.command("queries", epilog="Example: unname train queries --data corpora/ --out weights/")
def train_queries(
    data: Annotated[Path, typer.Option(help="The folder with the training corpora.")],
    out: Annotated[Path, typer.Option(help="The folder for checkpoints and weights; an interrupted run resumes.")],
    seed: Annotated[int, typer.Option(help="The same seed and data give the same model.")] = 0,
    reads: Annotated[bool, typer.Option("--reads", help="One that reads each entity where it stands.")] = False,
) -> None:
    """Train the emulator of searches in a larger web, which takes minutes; needs the extra "train"."""
    from unname_research.train import shipped

    with reporting() as report:
        weights = shipped.train_queries(data, out, seed=seed, reads=reads, report=report)
    print(weights)


@train.command("emulator", epilog="Example: unname train emulator --data corpora/ --out weights/")
def train_emulator(
    data: Annotated[Path, typer.Option(help="The folder with the training corpora.")],
    out: Annotated[Path, typer.Option(help="The folder for emulator.npz.")],
) -> None:
    """Train the emulator of search queries, which takes minutes."""
    from unname_research.train import shipped

    print(shipped.train_emulator(data, out))


@train.command("ranker", epilog="Example: unname train ranker --data corpora/ --out weights/ranker")
def train_ranker(
    data: Annotated[Path, typer.Option(help="The folder with the training corpora.")],
    out: Annotated[Path, typer.Option(help="The folder for ranker.npz.")],
    seed: Annotated[int, typer.Option(help="The same seed and data give the same model.")] = 0,
) -> None:
    """Train the ranker of names, which takes a minute or two; needs the extra "train"."""
    from unname_research.train import ranker

    with reporting() as report:
        weights = ranker.train_ranker(data, out, ranker.Schedule(seed=seed), report=report)
    print(weights)


@train.command("language", epilog="Example: unname train language --language de --data corpora/ --out weights/de")
def train_language(
    language: Annotated[str, typer.Option(help="Which language: de, fr or es.")],
    out: Annotated[Path, typer.Option(help="The folder for model.npz.")],
    data: Annotated[Path, typer.Option(help="The folder with the training corpora.")] = Path("../shared/data"),
    seed: Annotated[int, typer.Option(help="The same seed and data give the same model.")] = 0,
    epochs: Annotated[int, typer.Option(help="How often to go through everything.", min=1)] = 7,
) -> None:
    """Train the recognizer of a language, which takes a minute or two; needs the extra "train"."""
    from unname_research.train import language as languages

    with reporting() as report:
        schedule = languages.Schedule(seed=seed, epochs=epochs)
        weights = languages.train_language(language, data, out, schedule, report=report)
    print(weights)
