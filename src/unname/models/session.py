"""The one way to open a network that is stored as ONNX."""

import importlib
from pathlib import Path
from typing import Any

from unname.core.errors import ConfigError, MissingModel
from unname.core.silence import silence


def load_runtime(module: str = "onnxruntime") -> Any:
    """A module of onnxruntime, the only way to load it: its maker's telemetry starts with it unless told not to.

    Where a program has loaded it before us, its sender runs already; then at least our networks are not told of.
    """
    silence()
    importlib.import_module("onnxruntime").disable_telemetry_events()
    return importlib.import_module(module)


def open_session(path: Path, threads: int, command: str = "pip install --force-reinstall unname") -> Any:
    """The network in the file, to be run with that many threads; `command` says how to get a file that is missing."""
    if not path.exists():
        raise MissingModel(f"no weights at {path.parent!s}; run: {command}")
    onnxruntime = load_runtime()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise ConfigError(f"{path!s} is not a readable ONNX model ({type(error).__name__})") from error
