"""Named benchmarks: each returns one JSON object with stable keys, documented in benchmarks/README.md."""

import importlib
import inspect
from collections.abc import Mapping
from typing import Any

from unname.core.errors import ConfigError

BENCHMARKS: Mapping[str, str] = {
    "tab": "unname.bench.tab:run",
    "parts": "unname.bench.parts:run",
    "presidio-synthetic": "unname.bench.messages:run_presidio_synthetic",
    "ambientmeta": "unname.bench.messages:run_ambientmeta",
    "wiki100": "unname.bench.messages:run_wiki100",
    "growth": "unname.bench.growth:run",
}
NAMES = tuple(BENCHMARKS)


def run(name: str, **settings: Any) -> dict[str, Any]:
    """Run one benchmark; see its module for the settings it knows."""
    if name not in BENCHMARKS:
        raise ConfigError(f"unknown benchmark {name!r}; known are {', '.join(NAMES)}")
    module, _, attribute = BENCHMARKS[name].partition(":")
    function = getattr(importlib.import_module(module), attribute)
    if "split" not in inspect.signature(function).parameters:
        settings.pop("split", None)  # the doors offer it for every benchmark; not every set has splits
    result: dict[str, Any] = function(**settings)
    return {"bench": name, **result}
