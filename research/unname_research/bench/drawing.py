"""Plots of benchmarks, drawn to files by matplotlib."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from unname.core.errors import require


@contextmanager
def drawn(path: Path, n_columns: int = 1, **settings: Any) -> Iterator[Any]:
    """The axes of a figure (an array of them, if there are several) that is written to the file in the end."""
    require("matplotlib", "bench").use("Agg")
    plots = require("matplotlib.pyplot", "bench")
    figure, axes = plots.subplots(1, n_columns, layout="constrained", **settings)
    yield axes
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)
    plots.close(figure)
