"""What the user demands, and how it is read from TOML files."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from unname.core.document import LABELS
from unname.core.errors import ConfigError
from unname.core.fold import fold
from unname.core.versions import check_version

SHIPPED = Path(__file__).parents[1] / "policies"
"""The folder of the policies that come with the package."""


@dataclass(frozen=True)
class Policy:
    """What the user demands.

    `deny` always hides and `allow` never hides the given words; `always_hide` and `never_change` do the
    same for whole labels. `thresholds` maps a label to the least confidence that hides a mention; `limits` maps
    a label to the most risk that one entity of it may pose, where that is not `max_risk`. `k` is how many
    others have to fit the release at least as well as the true person; it needs a risk model that ranks people.
    `attacks` may feed back into the decision, `jury` only judges.
    """

    max_risk: float | None = None
    k: int | None = None
    always_hide: frozenset[str] = frozenset()
    never_change: frozenset[str] = frozenset()
    deny: frozenset[str] = field(default=frozenset(), repr=False)
    allow: frozenset[str] = field(default=frozenset(), repr=False)
    thresholds: Mapping[str, float] = field(default_factory=dict)
    limits: Mapping[str, float] = field(default_factory=dict)
    attacks: tuple[str, ...] = ()
    jury: tuple[str, ...] = ()
    max_rounds: int = 5

    def __post_init__(self) -> None:
        for name in ("always_hide", "never_change"):
            self._check_labels(name, getattr(self, name))
        for name in ("thresholds", "limits"):
            self._check_labels(name, getattr(self, name))
        if both := self.always_hide & self.never_change:
            raise ConfigError(f"policy contradicts itself: always_hide and never_change share {sorted(both)}")
        if shared := _folded(self.deny) & _folded(self.allow):
            raise ConfigError(f"policy contradicts itself: deny and allow share {len(shared)} words")
        for kind, table in (("threshold", self.thresholds), ("limit", self.limits)):
            for label, value in table.items():
                if not 0.0 <= value <= 1.0:
                    raise ConfigError(f"policy: {kind} of {label} must lie in [0, 1], got {value}")
        if self.max_risk is not None and not 0.0 <= self.max_risk <= 1.0:
            raise ConfigError(f"policy: max_risk must lie in [0, 1], got {self.max_risk}")
        if self.k is not None and self.k < 1:
            raise ConfigError(f"policy: k must be at least 1, got {self.k}")
        if self.max_rounds < 1:
            raise ConfigError(f"policy: max_rounds must be at least 1, got {self.max_rounds}")

    @staticmethod
    def _check_labels(setting: str, labels: Iterable[str]) -> None:
        if unknown := sorted(set(labels) - set(LABELS)):
            raise ConfigError(f"policy: {setting} names unknown labels {unknown}; known are {', '.join(LABELS)}")


def list_policies() -> list[str]:
    """The names of the policies that come with the package."""
    return sorted(path.stem for path in SHIPPED.glob("*.toml"))


def find_policy(name: str | PathLike[str]) -> Path:
    """The file of a policy: a path, or the name of one that comes with the package.

    What exists where the path says comes first. A bare name, with or without `.toml`, is then looked up among those
    shipped.

    >>> find_policy("strict").name
    'strict.toml'
    """
    path = Path(name)
    if path.is_file():
        return path
    stem = path.name.removesuffix(".toml")
    if str(path) == path.name and stem in list_policies():
        return SHIPPED / f"{stem}.toml"
    if path.exists():
        return path
    raise ConfigError(
        f"policy {str(path)!r} cannot be read: No such file, and none of that name is shipped "
        f"({', '.join(list_policies())})"
    )


def read_policy(path: str | PathLike[str]) -> Policy:
    """The policy in a TOML file, whose keys are `version` and the fields of `Policy`; or a shipped one, by its name."""
    path = find_policy(path)
    try:
        with open(path, encoding="utf-8-sig") as file:
            settings = tomllib.loads(file.read())
    except OSError as error:
        raise ConfigError(f"policy {str(path)!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"policy {str(path)!r} is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"policy {str(path)!r} is not TOML: {_place(error)}") from None
    return policy_from(settings)


def policy_from(settings: dict[str, Any]) -> Policy:
    """The policy that a table of settings describes.

    >>> policy_from({"always_hide": ["PERSON"], "thresholds": {"LOC": 0.2}}).thresholds
    {'LOC': 0.2}
    """
    # First, since a newer one may have keys that are not known yet.
    check_version("policy", settings.get("version"), "policy", ConfigError)
    known = (*_READERS, "version")
    if unknown := sorted(set(settings) - set(known)):
        raise ConfigError(f"policy: unknown key {unknown[0]!r}; known are {', '.join(known)}")
    return Policy(**{key: _READERS[key](key, value) for key, value in settings.items() if key != "version"})


def _folded(words: Iterable[str]) -> set[str]:
    return {fold(" ".join(word.split())) for word in words}


def _place(error: tomllib.TOMLDecodeError) -> str:
    # The message may quote the file, and a deny list holds names; the place is all there is to say.
    _, found, place = str(error).rpartition("(at ")
    return f"see {place.rstrip(')')}" if found else "see the end of the file"


def _number(key: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ConfigError(f"policy: {key} must be a number, got {type(value).__name__}")
    return float(value)


def _whole(key: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ConfigError(f"policy: {key} must be a whole number, got {type(value).__name__}")
    return value


def _strings(key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ConfigError(f"policy: {key} must be a list of strings")
    if not all(item.strip() for item in value):
        raise ConfigError(f"policy: {key} holds an empty string")
    return tuple(value)


def _set(key: str, value: object) -> frozenset[str]:
    return frozenset(_strings(key, value))


def _numbers(key: str, value: object) -> dict[str, float]:
    if not isinstance(value, dict):
        raise ConfigError(f"policy: {key} must be a table of numbers, got {type(value).__name__}")
    return {name: _number(f"{key}.{name}", number) for name, number in value.items()}


_READERS: dict[str, Callable[[str, object], Any]] = {
    "max_risk": _number,
    "k": _whole,
    "always_hide": _set,
    "never_change": _set,
    "deny": _set,
    "allow": _set,
    "thresholds": _numbers,
    "limits": _numbers,
    "attacks": _strings,
    "jury": _strings,
    "max_rounds": _whole,
}
