"""Where the weights of linkage models are, and what they say of themselves."""

import json
from pathlib import Path
from typing import Any

from unname.core.errors import ConfigError, MissingModel
from unname.core.whole_file import whole_file
from unname.models.packaged import find_weights

SHIPPED = ("bag", "facts", "transformer", "frozen")
"""Names of the weights that come with unname-research."""

SETTINGS = "linkage.json"
"""The file that says what kind of model a folder holds, and how it was trained."""


def weights_folder(weights: str | Path) -> Path:
    """The folder of shipped weights by their name, or the folder that was named."""
    return find_weights(f"linkage/{weights}") if str(weights) in SHIPPED else Path(weights)


def read_settings(weights: str | Path) -> dict[str, Any]:
    """What the folder says of itself; at least its `kind`."""
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
    return settings


def write_settings(folder: str | Path, kind: str, settings: dict[str, Any]) -> Path:
    """Describe a folder of weights; gives the file."""
    path = Path(folder) / SETTINGS
    with whole_file(path) as partial:
        partial.write_text(json.dumps({"kind": kind, **settings}, indent=1) + "\n")
    return path
