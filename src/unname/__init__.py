"""Release text about people with evidence that they cannot be found."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from unname.core.document import LABELS as LABELS
    from unname.core.document import Document as Document
    from unname.core.document import Entity as Entity
    from unname.core.document import Mention as Mention
    from unname.core.document import Origin as Origin
    from unname.core.document import Profile as Profile
    from unname.core.document import Role as Role
    from unname.core.document import Span as Span
    from unname.core.errors import ConfigError as ConfigError
    from unname.core.errors import InfeasiblePlan as InfeasiblePlan
    from unname.core.errors import InputError as InputError
    from unname.core.errors import InternalError as InternalError
    from unname.core.errors import MissingModel as MissingModel
    from unname.core.errors import UnnameError as UnnameError
    from unname.core.errors import Withheld as Withheld
    from unname.core.policy import Policy as Policy
    from unname.core.policy import read_policy as read_policy
    from unname.core.redaction import Edit as Edit
    from unname.core.redaction import Redaction as Redaction
    from unname.core.results import Release as Release
    from unname.pipeline.corpus import release_all as release_all
    from unname.pipeline.document import Pipeline as Pipeline
    from unname.pipeline.document import release as release

_HOMES = {
    "unname.core.document": ("LABELS", "Document", "Entity", "Mention", "Origin", "Profile", "Role", "Span"),
    "unname.core.errors": (
        "ConfigError",
        "InfeasiblePlan",
        "InputError",
        "InternalError",
        "MissingModel",
        "UnnameError",
        "Withheld",
    ),
    "unname.core.policy": ("Policy", "read_policy"),
    "unname.core.redaction": ("Edit", "Redaction"),
    "unname.core.results": ("Release",),
    "unname.pipeline.corpus": ("release_all",),
    "unname.pipeline.document": ("Pipeline", "release"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("unname")
    if name not in _HOME_OF:
        raise AttributeError(f"module 'unname' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
