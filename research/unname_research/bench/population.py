"""How building and searching the sparse index grow with the number of people, who are synthetic."""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from unname.core.errors import InternalError
from unname.index.sparse import SparseIndex
from unname.text.ngrams import NGrams
from unname_research.bench.drawing import drawn
from unname_research.bench.memory import peak_mb

SIZES = (10_000, 100_000, 1_000_000)
CHARACTER_SIZES = (10_000, 100_000)
N_WORDS, N_VOCABULARY, BLOCK, STRETCH = 200, 500_000, 1000, 10
KINDS = {"words": NGrams(words=(1, 3), stop_words=True), "characters": NGrams(characters=(3, 5), stop_words=True)}


def run(
    data: str | Path | None = None,
    sizes: Sequence[int] = SIZES,
    character_sizes: Sequence[int] = CHARACTER_SIZES,
    weighting: str = "tfidf",
    n_queries: int = 100,
    out: str | Path | None = None,
    seed: int = 1,
) -> dict[str, Any]:
    """Seconds, bytes and memory at each size, each measured in a process of its own; no data is read.

    Seconds are processor time on one core, so that other work on the machine does not count, without inventing people.
    A person is 200 words drawn from a Zipf vocabulary of 500,000; a query is 60 % of the words of a person, in
    stretches of ten words whose order is shuffled. `out` is a file for the curves (.svg or .png).
    """
    jobs = [("words", size) for size in sizes] + [("characters", size) for size in character_sizes]
    settings = {"weighting": weighting, "n_queries": n_queries, "seed": seed}
    rows = [_apart({"kind": kind, "n_people": size, **settings}) for kind, size in jobs]
    if out is not None:
        draw(rows, Path(out))
    return {"settings": {**settings, "words": N_WORDS, "vocabulary": N_VOCABULARY}, "rows": rows}


def people(n_people: int, seed: int) -> Iterator[str]:
    """Invented people, as what is known about them; the same for the same seed."""
    vocabulary, shares = _vocabulary()
    for start in range(0, n_people, BLOCK):
        for row in _block(start, min(BLOCK, n_people - start), shares, seed):
            yield " ".join([vocabulary[number] for number in row])


def queries(n_people: int, n_queries: int, seed: int) -> tuple[list[int], list[str]]:
    """Numbers of people, and for each a text of 60 % of what is known about them."""
    vocabulary, shares = _vocabulary()
    random = np.random.default_rng([seed, n_people])
    numbers = random.choice(n_people, min(n_queries, n_people), replace=False)
    texts = []
    for number in numbers:
        start = number // BLOCK * BLOCK
        row = _block(start, min(BLOCK, n_people - start), shares, seed)[number - start]
        stretches = row.reshape(-1, STRETCH)
        kept = random.permutation(len(stretches))[: len(stretches) * 6 // 10]
        texts.append(" ".join(vocabulary[number] for number in stretches[kept].ravel()))
    return numbers.tolist(), texts


def measure(kind: str, n_people: int, weighting: str, n_queries: int, seed: int) -> dict[str, Any]:
    """Build and search one index in this process."""
    with tempfile.TemporaryDirectory(prefix="unname-population-") as folder:
        texts = _Timed(people(n_people, seed))
        began, processor = time.perf_counter(), time.process_time()
        SparseIndex.build(texts, KINDS[kind], folder)
        wall, build_seconds = time.perf_counter() - began, time.process_time() - processor - texts.seconds
        build_peak = peak_mb() or 0.0
        index = SparseIndex.load(folder)
        numbers, found_by = queries(n_people, n_queries, seed)
        ten, best = _seconds(found_by, lambda text: index.top([text], 10, weighting)[0][0, 0])
        one, _ = _seconds(found_by, lambda text: index.top([text], 1, weighting)[0][0, 0])
        full, _ = _seconds(found_by[:20], lambda text: index.scores([text], weighting)[0, 0])
        return {
            "kind": kind,
            "people": n_people,
            "postings": len(index.postings.documents),
            "build_seconds": round(build_seconds, 2),
            "build_wall_seconds": round(wall, 2),
            "index_bytes": sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file()),
            "build_peak_mb": round(build_peak),
            "peak_mb": round(peak_mb() or 0.0),
            "first_query_seconds": round(ten[0], 5),
            "top1_seconds": round(statistics.median(one), 5),
            "top10_seconds": round(statistics.median(ten), 5),
            "full_seconds": round(statistics.median(full), 5),
            "rank1": statistics.fmean(number == found for number, found in zip(numbers, best, strict=True)),
        }


def _seconds(texts: Sequence[str], search: Callable[[str], Any]) -> tuple[list[float], list[int]]:
    """Processor time of each search, and what was found."""
    seconds, found = [], []
    for text in texts:
        began = time.process_time()
        found.append(int(search(text)))
        seconds.append(time.process_time() - began)
    return seconds, found


def draw(rows: Sequence[dict[str, Any]], path: Path) -> None:
    """Curves over the number of people, both axes logarithmic."""
    panels = {
        "build_seconds": "seconds to build",
        "index_bytes": "bytes of index",
        "peak_mb": "peak resident MB",
        "top10_seconds": "seconds per query: best 1 (dotted), 10, all (dashed)",
    }
    with drawn(path, len(panels), figsize=(15, 3.6)) as axes:
        for axis, (key, title) in zip(axes, panels.items(), strict=True):
            for kind in KINDS:
                chosen = [row for row in rows if row["kind"] == kind]
                sizes = [row["people"] for row in chosen]
                label = "word 1-3-grams" if kind == "words" else "character 3-5-grams"
                (line,) = axis.plot(sizes, [row[key] for row in chosen], "o-", label=label)
                for other, style in (("top1_seconds", "o:"), ("full_seconds", "o--")) if key == "top10_seconds" else ():
                    axis.plot(sizes, [row[other] for row in chosen], style, color=line.get_color())
            axis.set(xscale="log", yscale="log", xlabel="people")
            axis.set_title(title, fontsize=9)
            axis.grid(alpha=0.3)
            axis.legend(fontsize=7)


class _Timed(Iterator[str]):
    """Texts, and how long it took to invent them, which is not the index's time."""

    def __init__(self, texts: Iterator[str]):
        self.texts = texts
        self.seconds = 0.0

    def __next__(self) -> str:
        began = time.process_time()
        try:
            return next(self.texts)
        finally:
            self.seconds += time.process_time() - began


def _vocabulary() -> tuple[list[str], "np.ndarray[Any, np.dtype[np.float64]]"]:
    """Words by falling frequency, the frequent ones short, and the running sum of their shares."""
    syllables = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]
    words, longer = list(syllables), list(syllables)
    while len(words) < N_VOCABULARY:
        longer = list(islice((a + b for a in longer for b in syllables), N_VOCABULARY - len(words)))
        words += longer
    shares = np.cumsum(1.0 / (np.arange(N_VOCABULARY) + 2.7))
    return words, shares / shares[-1]


def _block(start: int, size: int, shares: "np.ndarray[Any, np.dtype[np.float64]]", seed: int) -> Any:
    random = np.random.default_rng([seed, start])
    drawn = np.searchsorted(shares, random.random((BLOCK, N_WORDS)), side="right")
    return np.minimum(drawn, N_VOCABULARY - 1)[:size]


def _apart(settings: dict[str, Any]) -> dict[str, Any]:
    command = [sys.executable, "-m", "unname_research.bench.population", json.dumps(settings)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise InternalError(f"measuring {settings['n_people']} people failed with code {done.returncode}")
    result: dict[str, Any] = json.loads(done.stdout)
    return result


if __name__ == "__main__":
    print(json.dumps(measure(**json.loads(sys.argv[1]))))
