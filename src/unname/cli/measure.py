"""`unname measure utility`: what a release kept of what the texts say."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unname.cli.failures import Failures, say
from unname.cli.options import Encoding, InputFormat, Quiet, check_input
from unname.cli.progress import progress
from unname.cli.records import IdField, TextField, read_layout
from unname.cli.released import GIVE_MAP, MapBack, expand_released, originals_of
from unname.cli.sources import Source, expand, read_once
from unname.cli.visible import in_column
from unname.core.document import Document
from unname.core.errors import ConfigError, InputError
from unname.core.redaction import Redaction
from unname.core.results import Score, pool
from unname.corpora.records import Layout

if TYPE_CHECKING:
    from unname.measure.utility import Utility
    from unname.models.information import Rounds

measure = typer.Typer(help="Measure releases.", no_args_is_help=True)

ByOrder = Annotated[bool, typer.Option("--by-order", help="Pair texts by their order, not by their ids.")]
Suppression = Annotated[
    bool, typer.Option("--suppression", help="Count every replacement as nothing, also generalizations.")
]
Masks = Annotated[list[str] | None, typer.Option(help="A word that another tool writes for a mask; may be repeated.")]

SHOWN = {
    "tpi": "share of the information kept (TPI)",
    "tic": "information kept, nats a text (TIC)",
    "tic_original": "information before, nats a text",
    "words_kept": "share of words kept",
    "words_masked": "share of words changed",
    "ic_multiplier": "information of a changed term / a kept one",
    "compression_loss_zlib": "loss of compressed size (zlib)",
    "compression_loss_zstd": "loss of compressed size (zstd)",
}
"""What the table calls each figure."""


@measure.callback()
def _measure() -> None:
    pass


@measure.command("utility", epilog="Example: unname measure utility original.jsonl released.jsonl --map map.jsonl")
def utility(
    original: Annotated[str, typer.Argument(help="The texts before: a text or .jsonl file, or a folder.")],
    released: Annotated[str, typer.Argument(help="The same texts after, from unname or any other tool.")],
    map: MapBack = None,
    by_order: ByOrder = False,
    rounds: Annotated[
        int, typer.Option(min=0, help="Mask one of so many terms at a time; 0 masks each term alone, which is slow.")
    ] = 6,
    by_sentence: Annotated[
        bool, typer.Option("--by-sentence", help="Mask each term alone and show its sentence alone, as published.")
    ] = False,
    terms: Annotated[
        str, typer.Option(help="What splits texts into terms: auto, words, or a spaCy pipeline.")
    ] = "auto",
    model: Annotated[
        str | None, typer.Option(help="A masked language model by Hugging Face name or folder, if not ours.")
    ] = None,
    mask: Masks = None,
    suppression: Suppression = False,
    released_code: Annotated[
        bool, typer.Option("--released-code", help="Repeat two slips of the published code, for comparison.")
    ] = False,
    each: Annotated[bool, typer.Option("--each", help="Also tell the figures of every text.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    input_format: InputFormat = None,
    encoding: Encoding = "utf-8",
    text_field: TextField = "text",
    id_field: IdField = None,
    quiet: Quiet = False,
) -> None:
    """Measure how much of the information of texts is left in their release, by a masked language model.

    Texts are paired by their ids, or by the map back that the release has kept. What was changed is found by aligning
    the words of both texts. A term is kept if all its words are unchanged; masks say nothing; other words in its place
    count by what they say, and never more than the term did. --text-field and --id-field are those of the originals.
    """
    from unname.measure.utility import Utility

    check_input(encoding, input_format)
    failures = Failures()
    layout = read_layout(text_field, id_field, None)
    before = read_texts(original, expand([original], input_format), encoding, failures, layout)
    after = read_texts(released, expand_released([released], input_format), encoding, failures)
    check_pairing(by_order, map, failures)
    pairs = paired(before, after, by_order, map)
    strategy: Rounds = "sentence" if by_sentence else rounds or None
    metric = Utility(model, strategy, terms, not suppression, tuple(mask or ()), released_code)
    scores = _score(metric, pairs, failures, quiet)
    missing = len(before) - len(pairs)
    _tell(metric, scores, missing, each, as_json)
    if missing and not quiet and not as_json:
        say(f"{missing} of {len(before)} texts have no release and enter no figure")
    failures.leave()


def check_pairing(by_order: bool, map: Path | None, failures: Failures) -> None:
    """Refuse two ways to pair texts, and the order of texts of which some are missing."""
    if by_order and map is not None:
        raise ConfigError("--by-order and --map are two ways to pair texts; give one")
    if by_order and failures.errors:
        raise InputError("texts cannot be paired by order where some cannot be read")


def paired(
    before: Sequence[Document], after: Sequence[Document], by_order: bool = False, map: Path | None = None
) -> list[tuple[Document, Document]]:
    """Each released text with its original: by the map back, by id or by order."""
    if by_order:
        if len(before) != len(after):
            raise InputError(f"--by-order needs as many texts before as after, got {len(before)} and {len(after)}")
        return list(zip(before, after, strict=True))
    known = {document.id: document for document in before}
    originals = originals_of(after, map)
    strange = sum(original not in known for original in originals.values())
    if strange and map is not None:
        raise InputError(f"by the map {map}, {strange} of {len(after)} released texts have no original here")
    if strange:
        order = ", or --by-order if their order is the same" if len(before) == len(after) else ""
        raise InputError(f"{strange} of {len(after)} released texts have an id that no original has; {GIVE_MAP}{order}")
    return [(known[originals[document.id]], document) for document in after]


def read_texts(
    path: str, sources: Sequence[Source], encoding: str, failures: Failures, layout: Layout | None = None
) -> list[Document]:
    """The documents behind a path; there has to be one, or a failure."""
    read = read_once(sources, encoding, failures.add, layout, "text")
    if not read and not failures.errors:
        raise InputError(f"{path}: no texts")
    return read


def _score(
    metric: "Utility", pairs: Sequence[tuple[Document, Document]], failures: Failures, quiet: bool
) -> dict[str, list[Score]]:
    """The scores of each text by its original's id; one that fails is told, and the rest go on."""
    scores: dict[str, list[Score]] = {}
    with progress(len(pairs), hidden=quiet) as bar:
        for before, after in pairs:
            try:
                scores[before.id] = list(metric.score(before, Redaction(before.id, after.text)))
            except ConfigError:
                raise
            except Exception as error:
                failures.add(error, before.id)
            bar.advance()
    return scores


def _tell(metric: "Utility", scores: dict[str, list[Score]], missing: int, each: bool, as_json: bool) -> None:
    result: dict[str, Any] = {"documents": len(scores), "without_release": missing}
    result |= pool([score for found in scores.values() for score in found])
    result |= metric.facts
    rows: list[dict[str, Any]] = [
        {"id": id, **{score.metric: score.value for score in found}} for id, found in scores.items()
    ]
    if as_json:
        print(json.dumps({**result, "each": rows} if each else result))
        return
    for key, words in SHOWN.items():
        if key in result:
            print(f"{words:<44}{result[key]:.3f}")
    print(f"{len(scores)} texts; terms by {metric.facts['terms']}, masked in rounds {metric.facts['rounds']}")
    if each:
        print("\ntpi    words  zlib    text")
    for row in rows if each else ():
        figures = f"{row['tpi']:.3f}  {row['words_kept']:.3f}  {row['compression_loss_zlib']:6.3f}"
        print(f"{figures}  {in_column(row['id'])}")
