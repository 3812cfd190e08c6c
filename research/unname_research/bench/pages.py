"""Figures of benchmarks as pages: what `unname report` asks when a file is no release."""

from typing import Any

from unname.report.page import Origin
from unname_research.bench.kanon_page import kanon_page
from unname_research.bench.saved import is_kept


def draw(result: Any, origin: Origin) -> str:
    """The page of a result, kept with `--save` or printed with `--json`."""
    return kanon_page(result["result"] if is_kept(result) else result, origin)
