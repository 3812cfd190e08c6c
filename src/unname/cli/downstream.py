"""`unname measure downstream`: what a model loses that learns from the release in place of the originals."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unname.cli.options import Balance, Detectors, Encoding, Language, PolicyFile, Quiet, check_choice, chosen, demand
from unname.cli.progress import progress
from unname.core.errors import ConfigError

if TYPE_CHECKING:
    from unname.core.roles import Learner

TASKS = {"ner": "crf", "classification": "logistic", "qa": "spanranker"}
"""The tasks, each with the learner that is usual for it."""


def downstream(
    train: Annotated[Path, typer.Argument(help="What the model learns from: .conll, .jsonl or SQuAD .json.")],
    valid: Annotated[Path, typer.Argument(help="What it is tried on, in the same form; never learned from.")],
    task: Annotated[
        str, typer.Option(help="ner: names in CoNLL; classification: lines of text and label; qa: SQuAD.")
    ] = "ner",
    replace: Annotated[
        list[str] | None,
        typer.Option(help="How the release is written; may be repeated (the usual: pseudonym, label)."),
    ] = None,
    learner: Annotated[
        str | None,
        typer.Option(
            help="What learns (see: unname list learner); crf, logistic or spanranker by the task. "
            "transformer(model='NAME') trains on a Hugging Face model."
        ),
    ] = None,
    seeds: Annotated[int, typer.Option(help="How often, with other surrogates each time.", min=1)] = 5,
    out: Annotated[
        Path | None, typer.Option(help="A folder for finished attempts, so that long work can go on; holds no text.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    policy: PolicyFile = None,
    balance: Balance = "recall",
    detector: Detectors = None,
    language: Language = None,
    encoding: Encoding = "utf-8",
    quiet: Quiet = False,
) -> None:
    """Measure what a model loses on your own task that learns from the release in place of the originals.

    The training set and the validation set are released; a model M learns from the originals, M' from the release, and
    both are tried on the validation set as it was. delta = M'(V) - M(V): 0 means that nothing was lost. Needs the extra
    "crf" for ner, and "train" for classification. A release to be learned from loses least by --replace
    "pseudonym(apart=False)".
    """
    from unname.corpora.examples import read_examples
    from unname.pipeline.redraw import measure_downstream

    check_choice("--task", task, tuple(TASKS))
    chosen_learner = make_learner(task, learner)
    settings = chosen(balance, detector, policy=demand(policy), language=language)
    learned_from, tried_on = (read_examples(task, path, encoding) for path in (train, valid))
    with progress(None, hidden=quiet) as bar:
        told = measure_downstream(
            task,
            chosen_learner,
            learned_from,
            tried_on,
            replace or ["pseudonym", "label"],
            seeds,
            out,
            bar.update,
            **settings,
        )
    if as_json:
        print(json.dumps(told))
    else:
        print_downstream(told)


def make_learner(task: str, spec: str | None) -> "Learner":
    """The learner that is named, or the usual one of the task; one of another task is refused."""
    from unname.core.registry import create

    learner: Learner = create("learner", spec or TASKS[task])
    if task not in learner.tasks:
        raise ConfigError(f"{learner.name} learns {' or '.join(learner.tasks)}, not {task}")
    return learner


def print_downstream(told: Mapping[str, Any]) -> None:
    """The table of one comparison, and what is to be known beside it."""
    rows = {name: row for name, row in told.items() if isinstance(row, Mapping) and "valid_anonymized" in row}
    print(f"{'learned from':<24}{'M(T)':>8}{'M(V*)':>8}{'M(V)':>8}{'+-':>8}{'delta':>9}{'+-':>8}   95 % interval")
    for name, row in rows.items():
        figures = [_cell(row[key]) for key in ("train", "valid_anonymized", "valid", "std")]
        cells = "".join(f"{each:>8}" for each in figures)
        if name == "original":
            print(f"{name:<24}{cells}{'-':>9}")
            continue
        interval = "-" if row["interval"] is None else " to ".join(f"{end:+.3f}" for end in row["interval"])
        print(f"{name:<24}{cells}{_cell(row['delta'], '+.3f'):>9}{_cell(row['delta_std']):>8}   {interval}")
    print(
        f"{told['metric']} of {told['model']} on {told['task']}; {told['train_texts']} texts to learn from, "
        f"{told['valid_texts']} to try it on; T, V*: as learned from and released alike, V: the originals"
    )
    if told["seeds"] == 1:
        print("one seed tells neither a deviation nor an interval; give --seeds 5 or more")
    for name, row in rows.items():
        for note in _notes(row):
            print(f"{name}: {note}")


def _notes(row: Mapping[str, Any]) -> list[str]:
    """What became of texts and labels of the training set on the way."""
    notes = [f"{row['withheld']} texts to learn from are withheld"] if row.get("withheld") else []
    if row.get("lost"):
        notes.append(f"{row['lost']:g} marks have nothing left in the release")
    if row.get("gone"):
        notes.append(f"nothing is left to learn of {', '.join(row['gone'])}")
    return [*notes, row["reason"]] if row.get("reason") else notes


def _cell(value: float | None, form: str = ".3f") -> str:
    return "-" if value is None else format(value, form)
