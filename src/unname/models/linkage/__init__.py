"""Models that link documents with profiles: two encoders, one space, scored by dot product."""

import importlib
from pathlib import Path

from unname.core.errors import ConfigError
from unname.models.linkage.folder import SHIPPED, read_settings, weights_folder
from unname.models.linkage.protocol import BiEncoder, Parted, Parts

__all__ = ["SHIPPED", "BiEncoder", "Parted", "Parts", "open_biencoder", "weights_folder"]

KINDS = {
    "bag": "unname.models.linkage.bag:Bag",
    "facts": "unname.models.linkage.facts:Facts",
    "transformer": "unname.models.linkage.transformer:Transformer",
    "frozen": "unname.models.linkage.transformer:Transformer",
}
"""What reads the weights, by the kind that their settings name; each is made from the name or folder of the weights."""


def open_biencoder(weights: str | Path) -> BiEncoder:
    """The shipped model of a name in SHIPPED, or one from a folder that training wrote; `bag+facts` is both as one."""
    if "+" in str(weights) and not weights_folder(weights).exists():
        from unname.models.linkage.joined import Joined

        members = [open_biencoder(each) for each in str(weights).split("+")]
        parted = tuple(member for member in members if isinstance(member, Parted))
        if len(parted) < len(members):
            raise ConfigError(f"{str(weights)!r} has a model that does not say what each word adds")
        return Joined(parted)
    kind = read_settings(weights)["kind"]
    if kind not in KINDS:
        raise ConfigError(f"unknown kind of linkage model {kind!r}; known are {', '.join(KINDS)}")
    module, _, attribute = KINDS[kind].partition(":")
    encoder: BiEncoder = getattr(importlib.import_module(module), attribute)(str(weights))
    return encoder
