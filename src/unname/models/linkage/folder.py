"""Where the weights of linkage models are, what they say of themselves, and how they are kept small."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.errors import ConfigError, MissingModel
from unname.core.whole_file import whole_file
from unname.models.packaged import find_weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHIPPED = ("bag", "facts", "whole", "transformer", "frozen")
"""Names of the weights that come with unname-research."""

SETTINGS = "linkage.json"
"""The file that says what kind of model a folder holds, and how it was trained."""


def weights_folder(weights: str | Path) -> Path:
    """The folder of shipped weights by their name, or the folder that was named."""
    return find_weights(f"linkage/{weights}") if str(weights) in SHIPPED else Path(weights)


def read_settings(weights: str | Path, version: int | None = None) -> dict[str, Any]:
    """What the folder says of itself; at least its `kind`, and the version that it must have."""
    path = weights_folder(weights) / SETTINGS
    if not path.exists():
        raise MissingModel(
            f"no linkage model at {str(weights)!r}; those of unname-research are {', '.join(SHIPPED)}; "
            "train one with: unname train linkage --people people.jsonl --out FOLDER"
        )
    try:
        settings: dict[str, Any] = json.loads(path.read_text())
        settings["kind"]
    except (ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{path!s} does not say what kind of model it describes") from error
    if version is not None and settings.get("version") != version:
        raise ConfigError(f"the weights at {str(weights)!r} are of another version; train them anew")
    return settings


def read_arrays(weights: str | Path, name: str) -> "dict[str, NDArray[Any]]":
    """The arrays in a file of the folder."""
    path = weights_folder(weights) / name
    if not path.exists():
        raise MissingModel(f"the folder {str(weights)!r} lacks {name}; train it anew")
    with np.load(path, allow_pickle=False) as file:
        return dict(file)


def write_arrays(folder: str | Path, name: str, arrays: "Mapping[str, Any]") -> None:
    """Write arrays into a file of a folder, which appears when it is complete."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    partial = Path(folder) / f"{Path(name).stem}.partial.npz"
    np.savez_compressed(partial, **arrays)
    partial.replace(Path(folder) / name)


def round_rows(rows: "NDArray[np.float32]") -> "tuple[NDArray[np.int8], NDArray[np.float32]]":
    """Rows with 8 bits a number, and the step of each row, by which it is multiplied when it is read."""
    steps = np.maximum(np.abs(rows).max(axis=1, initial=0), 1e-12).astype(np.float32) / 127
    return np.rint(rows / steps[:, None]).astype(np.int8), steps


def write_settings(folder: str | Path, kind: str, settings: dict[str, Any]) -> Path:
    """Describe a folder of weights; gives the file."""
    path = Path(folder) / SETTINGS
    with whole_file(path) as partial:
        partial.write_text(json.dumps({"kind": kind, **settings}, indent=1) + "\n")
    return path
