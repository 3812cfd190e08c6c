"""The one way to open a network that is stored as ONNX."""

from pathlib import Path
from typing import Any

from unname.core.errors import ConfigError, MissingModel


def open_session(path: Path, threads: int, command: str = "pip install --force-reinstall unname") -> Any:
    """The network in the file, to be run with that many threads; `command` says how to get a file that is missing."""
    import onnxruntime

    if not path.exists():
        raise MissingModel(f"no weights at {path.parent!s}; run: {command}")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise ConfigError(f"{path!s} is not a readable ONNX model ({type(error).__name__})") from error
