"""How long it takes to rank one person among very many, exactly, by vectors of everybody in a mapped file."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.index.matrix import ProfileMatrix
from unname_research.bench.memory import peak_mb

if TYPE_CHECKING:
    from numpy.typing import NDArray

PEOPLE, WIDTH = 728_321, 768
"""The population of `morris2022`, and the width of its vectors."""

_SIZES = (10_000, 100_000)
_DOCUMENTS = (1, 16)
_BLOCK = 4096
_REPEATS = 3


def run(
    data: str | Path | None = None,
    out: str | Path | None = None,
    n_people: int = PEOPLE,
    width: int = WIDTH,
    threads: int = 2,
    sizes: Sequence[int] = _SIZES,
) -> dict[str, Any]:
    """Seconds to rank 1 and 16 documents among all people, warm, and at smaller sizes; vectors are random.

    Needs no `data`; the file is written to a temporary folder in `out`, or in that of the system, and removed. Times
    are the shortest of three; `processor` is what all threads worked together, whatever else the machine did.
    `resident_mb` is the most memory that the process had at any time, the file of `file_mb` included as far as it was
    in memory.
    """
    growth = [_measured(size, width, threads, out) for size in sorted({*(n for n in sizes if n < n_people), n_people})]
    largest = growth[-1]
    per_person = [1e6 * row["seconds_1"] / row["people"] for row in growth]
    return {
        "people": n_people,
        "width": width,
        "threads": threads,
        **{key: value for key, value in largest.items() if key not in ("people", "seconds_build")},
        "resident_mb": None if (peak := peak_mb()) is None else round(peak),
        "file_mb": round(2 * n_people * width / 2**20),
        "growth": growth,
        "microseconds_per_person": [round(each, 3) for each in per_person],
    }


def _measured(n_people: int, width: int, threads: int, out: str | Path | None) -> dict[str, Any]:
    random = np.random.default_rng(0)
    with TemporaryDirectory(dir=out) as folder:
        began = time.perf_counter()
        matrix = ProfileMatrix.build(_random_rows(random, n_people, width), Path(folder) / "all.people", threads)
        row: dict[str, Any] = {"people": n_people, "seconds_build": round(time.perf_counter() - began, 1)}
        for n_documents in _DOCUMENTS:
            vectors = random.standard_normal((n_documents, width))
            chosen = random.integers(0, n_people, n_documents)
            seconds, worked = map(min, zip(*(_seconds(matrix, vectors, chosen) for _ in range(_REPEATS)), strict=True))
            row |= {f"seconds_{n_documents}": round(seconds, 4), f"processor_{n_documents}": round(worked, 4)}
    return row


def _random_rows(random: np.random.Generator, n_people: int, width: int) -> "Iterator[NDArray[np.float32]]":
    for start in range(0, n_people, _BLOCK):
        rows = random.standard_normal((min(_BLOCK, n_people - start), width), np.float32)
        yield rows / np.float32(np.sqrt(width))


def _seconds(matrix: ProfileMatrix, vectors: "NDArray[np.float64]", people: "NDArray[np.int64]") -> tuple[float, float]:
    """By the clock, and on all processors."""
    began, worked = time.perf_counter(), time.process_time()
    matrix.ranks(vectors, people)
    return time.perf_counter() - began, time.process_time() - worked
