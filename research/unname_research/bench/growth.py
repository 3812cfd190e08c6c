"""How time per character grows with the length of a document."""

from pathlib import Path
from typing import Any

from unname.corpora.tab import read_tab
from unname_research.bench.detector_run import ours

SIZES = (10_000, 100_000, 1_000_000, 10_000_000)


def run(data: str | Path, split: str = "dev", sizes: tuple[int, ...] = SIZES, **settings: Any) -> dict[str, Any]:
    """Seconds per million characters at each size; documents are court cases, one after another.

    Small sizes are run on as many different documents as fit 200 kB, so that every size reads like text.
    """
    corpus = "\n\n".join(case.document.text for case in read_tab(data, split=split))
    rows = []
    for size in sizes:
        n_documents = max(1, 200_000 // size)
        endless = corpus * (1 + size * n_documents // len(corpus))
        texts = [endless[number * size : (number + 1) * size] for number in range(n_documents)]
        result = ours(texts, settings)
        per_million = result.seconds / result.n_characters * 1e6
        rows.append(
            {"characters": size, "seconds_per_million": round(per_million, 3), "peak_mb": round(result.peak_mb)}
        )
    ratio = rows[-1]["seconds_per_million"] / rows[0]["seconds_per_million"]
    return {"settings": settings, "rows": rows, "largest_to_smallest": round(ratio, 3)}
