"""Named benchmarks: each returns one JSON object with stable keys, documented in benchmarks/README.md."""

import importlib
import inspect
from collections.abc import Mapping
from typing import Any

from unname.core.errors import ConfigError

BENCHMARKS: Mapping[str, str] = {
    "tab": "unname_research.bench.tab:run",
    "parts": "unname_research.bench.parts:run",
    "presidio-synthetic": "unname_research.bench.messages:run_presidio_synthetic",
    "ambientmeta": "unname_research.bench.messages:run_ambientmeta",
    "wiki100": "unname_research.bench.messages:run_wiki100",
    "growth": "unname_research.bench.growth:run",
    "population": "unname_research.bench.population:run",
    "wikiactors": "unname_research.bench.wikiactors:run",
    "wiki553": "unname_research.bench.wiki553:run",
    "generalize": "unname_research.bench.generalize:run",
    "suite": "unname_research.bench.suite:run",
    "scenarios": "unname_research.bench.scenarios:run",
    "decide": "unname_research.bench.decide:run",
    "tpi": "unname_research.bench.tpi:run",
    "words": "unname_research.bench.language_model:run",
    "kanon": "unname_research.bench.kanon:run",
    "nndeid": "unname_research.bench.nndeid:run",
    "ranks": "unname_research.bench.ranks:run",
    "ablations": "unname_research.bench.ablations:run",
    "release": "unname_research.bench.release:run",
    "release-wikiactors": "unname_research.bench.release:run",
    "release-tab": "unname_research.bench.release_tab:run",
    "disguises": "unname_research.bench.disguises:run",
    "languages": "unname_research.bench.languages:run",
    "recognition": "unname_research.bench.recognition:run",
    "everyday": "unname_research.bench.everyday:run",
    "pseudonyms": "unname_research.bench.pseudonyms:run",
    "vault": "unname_research.bench.vault:run",
    "restore": "unname_research.bench.restore:run",
    "reader": "unname_research.bench.reader:run",
    "crowd": "unname_research.bench.crowd:run",
    "infill": "unname_research.bench.infill:run",
    "infill-release": "unname_research.bench.infill_release:run_release",
    "infill-growth": "unname_research.bench.infill_growth:run",
    "judges": "unname_research.bench.judges:run",
    "utility": "unname_research.bench.utility:run",
    "absence": "unname_research.bench.absence:run",
    "inflection": "unname_research.bench.inflection:run",
    "paper": "unname_research.bench.paper:run",
}
NAMES = tuple(BENCHMARKS)

LONG = (
    *("kanon", "ablations", "release", "release-wikiactors", "everyday", "pseudonyms", "restore", "reader", "crowd"),
    *("infill", "infill-release", "infill-growth", "paper", "utility", "recognition", "judges"),
)
"""Those that take minutes whatever the settings, and tell how far they are."""

PIPELINE = ("balance", "detectors", "policy")
"""Settings that a benchmark of the pipeline hands on to it."""


def run(name: str, /, **settings: Any) -> dict[str, Any]:
    """Run one benchmark; see its module for the settings it knows."""
    if name not in BENCHMARKS:
        raise ConfigError(f"unknown benchmark {name!r}; known are {', '.join(NAMES)}")
    module, _, attribute = BENCHMARKS[name].partition(":")
    function = getattr(importlib.import_module(module), attribute)
    known = inspect.signature(function).parameters
    if "split" not in known:
        settings.pop("split", None)  # not every set has splits
    goes_on = any(parameter.kind is parameter.VAR_KEYWORD for parameter in known.values())
    for setting in settings:
        if setting not in known and not (goes_on and setting in PIPELINE):
            raise ConfigError(f"the benchmark {name!r} has no setting {setting!r}")
    missing = [key for key, parameter in known.items() if _is_needed(parameter) and key not in settings]
    if missing:
        raise ConfigError(f"the benchmark {name!r} needs {', '.join(missing)}")
    result: dict[str, Any] = function(**settings)
    return {"bench": name, **result}


def _is_needed(parameter: inspect.Parameter) -> bool:
    return parameter.default is parameter.empty and parameter.kind is parameter.POSITIONAL_OR_KEYWORD
