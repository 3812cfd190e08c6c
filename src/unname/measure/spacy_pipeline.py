"""The spaCy pipeline that tells words apart where one is installed; results name what stood in where none is."""

import warnings
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from unname.core.errors import MissingModel, require
from unname.models.packaged import packaged_spacy

PIPELINES = ("en_core_web_md", "en_core_web_lg", "en_core_web_sm")
"""Packages that may hold an English pipeline; the first one found is taken, unless ours is there."""


def open_pipeline(setting: str, instead: str, exclude: tuple[str, ...]) -> Any:
    """The pipeline of that name or folder; for `auto` any that is installed, and None if there is none.

    None, too, if the setting asks for what would stand `instead`.
    """
    if setting == instead:
        return None
    name = find_installed() if setting == "auto" else setting
    return _load(name, exclude) if name else None


def describe_pipeline(pipeline: Any) -> str:
    """A pipeline as results name it: `spacy:<pipeline>`."""
    return f"spacy:{pipeline.meta['lang']}_{pipeline.meta['name']}"


def find_installed() -> str | None:
    """The name or folder of an installed English pipeline."""
    if find_spec("spacy") is None:
        return None
    try:
        return str(packaged_spacy())
    except MissingModel:
        return next((name for name in PIPELINES if find_spec(name) is not None), None)


@lru_cache(maxsize=6)
def _load(name: str, exclude: tuple[str, ...]) -> Any:
    spacy = require("spacy", "spacy")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return spacy.load(Path(name) if Path(name).is_dir() else name, exclude=list(exclude))
        except OSError:
            raise MissingModel(
                f"spaCy pipeline {name!r} is not installed; run: python -m spacy download {name}"
            ) from None
