"""The redactions that `morris2022` published: how much they mask. Shown, not compared, for they lack the profiles."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from unname.core.errors import InputError
from unname.corpora.rows import Row, cell, read_rows
from unname.measure.compression import measure_loss
from unname.text.masks import MASK, remove_masks
from unname.text.words import words
from unname_research.bench.rounding import rounded

REDACTIONS, ORIGINALS = "redactions.jsonl.gz", "originals.jsonl.gz"
BREAK = "<SPLIT>"
"""What stands for the end of a line there; it is no mask."""


def run(data: str | Path) -> dict[str, Any]:
    """By system and K: the share of words masked, the loss of compressed size, and how often the search succeeded.

    `data` is the folder with the published redactions. A word is masked if it is one more than the masked text has;
    `masked` is the mean over documents. Masks are made one mark, which they are in ours, before sizes are compared;
    `info_loss_as_written` takes them as they were written, word by word.
    """
    folder = Path(data)
    for name in (ORIGINALS, REDACTIONS):
        if not (folder / name).exists():
            raise InputError(f"{folder}: no file {name}")
    originals = {row.values["original_id"]: _lines(cell(row, "text")) for row in read_rows(folder / ORIGINALS)}
    groups: dict[tuple[str, float, str], list[dict[str, float]]] = {}
    for row in read_rows(folder / REDACTIONS):
        groups.setdefault(_key(row), []).append(_figures(row, originals))
    return rounded({"documents": len(originals), "rows": list(_rows(groups))})  # type: ignore[no-any-return]


def _key(row: Row) -> tuple[str, float, str]:
    values = row.values
    return str(values.get("system", "")), float(str(values.get("k") or 0)), str(values.get("beam") or "")


def _figures(row: Row, originals: Mapping[object, str]) -> dict[str, float]:
    original, redacted = originals[row.values["original_id"]], _lines(cell(row, "redacted_text"))
    n_words, n_left = len(words(original)), len(words(remove_masks(redacted)))
    sizes = measure_loss(original, _joined(redacted)), measure_loss(original, redacted)
    return {
        "masked": 1.0 - min(n_left / n_words, 1.0) if n_words else 0.0,
        "info_loss": sizes[0].share if sizes[0] else 0.0,
        "info_loss_as_written": sizes[1].share if sizes[1] else 0.0,
        "succeeded": float(row.values.get("result_type") == "Successful"),
        "queries": float(str(row.values.get("num_queries") or 0)),
    }


def _rows(groups: Mapping[tuple[str, float, str], Sequence[Mapping[str, float]]]) -> Iterator[dict[str, Any]]:
    for (system, k, beam), figures in sorted(groups.items()):
        means = {key: fmean(each[key] for each in figures) for key in figures[0]}
        yield {"system": system, "k": int(k), "beam": beam or None, "documents": len(figures), **means}


def _lines(text: str) -> str:
    return text.replace(BREAK, "\n")


def _joined(text: str) -> str:
    """The text with one mark for masks with nothing but blanks between them."""
    pieces = MASK.split(text)
    kept = [pieces[0], *(piece for piece in pieces[1:-1] if piece.strip()), *pieces[1:][-1:]]
    return "***".join(kept)
