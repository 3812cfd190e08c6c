"""What the user demands, and how it is read from TOML files."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from unname.core import registry
from unname.core.document import LABELS, Role
from unname.core.errors import ConfigError
from unname.core.fold import fold
from unname.core.versions import check_version

SHIPPED = Path(__file__).parents[1] / "policies"
"""The folder of the policies that come with the package."""


LEVELS = ("L1", "L2", "L3", "L4")
"""What an attacker has who puts back what masks hide: nothing, general knowledge, the other originals, its own, too."""

REST = "*"
"""The key of `replace` that stands for all labels without a line of their own."""


@dataclass(frozen=True)
class Pattern:
    """What the user knows to identify by its form: an expression, and words of which one has to stand near it.

    Expressions are those of RE2, which run in linear time; they match within a line. `context` words are whole words in
    any case, at most `within` characters before or after. `place` says where the pattern was written.

    >>> Pattern("CODE", "[A-Z]{2}[0-9]{6}", ("record",)).role
    <Role.DIRECT: 'direct'>
    """

    label: str
    expression: str = field(repr=False)
    context: tuple[str, ...] = field(default=(), repr=False)
    role: Role | None = None
    within: int = 40
    place: str = field(default="policy: pattern", compare=False)

    def __post_init__(self) -> None:
        if self.label not in LABELS:
            raise ConfigError(f"{self.place} has an unknown label; known are {', '.join(LABELS)}")
        if not self.expression:
            raise ConfigError(f"{self.place} ({self.label}) has no expression")
        if self.within < 0:
            raise ConfigError(f"{self.place} ({self.label}): within must not be negative, got {self.within}")
        if self.role is None:
            object.__setattr__(self, "role", Role.DIRECT if self.label in ("CODE", "PERSON") else Role.QUASI)
        if self.role is Role.NONE:
            raise ConfigError(
                f"{self.place} ({self.label}): role must be direct or quasi; what is to stay goes to allow"
            )


@dataclass(frozen=True)
class Policy:
    """What the user demands.

    `deny` always hides and `allow` never hides the given words; `always_hide` and `never_change` do the
    same for whole labels. `thresholds` maps a label to the least confidence that hides a mention; `limits` maps
    a label to the most risk that one entity of it may pose, where that is not `max_risk`. `k` is how many
    others have to fit the release at least as well as the true person; it needs a risk model that ranks people.
    `attacks` may feed back into the decision, `jury` only judges. There are at most `max_rounds`, of which each hides
    what carries `share` of all that an attack went by (by default what the pipeline takes); with `ahead`, until every
    attack places so many others before the person. Where one of them puts back what masks hide, such as
    `infilling`, `knowledge` is the level of what it has: nothing (L1), what the population tells (L2), the originals of
    the other documents, too (L3), or even that of the document itself (L4). A right first choice that is more probable
    than `max_put_back` counts as put back; without it the chance counts from which somebody is found.

    `thresholds` may also name kinds of findings of rules and lists ("age", "occupation"), which come before the label.
    `keep` names such kinds that stay ("duration", "substance"): nothing that lies in one is hidden, unless it surely is
    a name or a code. `replace` maps a label, or `*` for the rest, to the replacer of what is hidden. What `patterns`
    match is hidden as if it had been given with the document.

    `min_crowd` is how many people, of the `group`, have to fit all that a release shows; the group is a number of
    people, "world" or the name of a country or city. What many share may then be shown although it identifies in
    combination.
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
    keep: frozenset[str] = frozenset()
    replace: Mapping[str, str] = field(default_factory=dict)
    patterns: tuple[Pattern, ...] = ()
    min_crowd: int | None = None
    group: int | str = "world"
    knowledge: str = "L2"
    max_put_back: float | None = None
    ahead: int = 0
    share: float | None = None

    def __post_init__(self) -> None:
        self._check_crowd()
        for name in ("always_hide", "never_change", "limits"):
            self._check_labels(name, getattr(self, name))
        self._check_labels("thresholds", set(self.thresholds) - self.kinds)
        self._check_labels("replace", set(self.replace) - {REST})
        for label, replacer in self.replace.items():
            _check_replacer(label, replacer)
        for pattern in self.patterns:
            if pattern.label in self.never_change:
                raise ConfigError(f"{pattern.place} ({pattern.label}) hides what never_change keeps")
        if both := self.always_hide & self.never_change:
            raise ConfigError(f"policy contradicts itself: always_hide and never_change share {sorted(both)}")
        if shared := _folded(self.deny) & _folded(self.allow):
            raise ConfigError(f"policy contradicts itself: deny and allow share {len(shared)} words")
        for kind, table in (("threshold", self.thresholds), ("limit", self.limits)):
            for label, value in table.items():
                if not 0.0 <= value <= 1.0:
                    raise ConfigError(f"policy: {kind} of {label} must lie in [0, 1], got {value}")
        for name in ("max_risk", "max_put_back"):
            value = getattr(self, name)
            if value is not None and not 0.0 <= value <= 1.0:
                raise ConfigError(f"policy: {name} must lie in [0, 1], got {value}")
        if self.k is not None and self.k < 1:
            raise ConfigError(f"policy: k must be at least 1, got {self.k}")
        if self.max_rounds < 1:
            raise ConfigError(f"policy: max_rounds must be at least 1, got {self.max_rounds}")
        if self.ahead < 0:
            raise ConfigError(f"policy: ahead must not be negative, got {self.ahead}")
        if self.share is not None and not 0.0 < self.share <= 1.0:
            raise ConfigError(f"policy: share must lie above 0 and at most at 1, got {self.share}")
        if self.knowledge not in LEVELS:
            raise ConfigError(f"policy: unknown level of knowledge {self.knowledge!r}; known are {', '.join(LEVELS)}")

    def _check_crowd(self) -> None:
        if self.min_crowd is not None and _whole("min_crowd", self.min_crowd) < 2:
            raise ConfigError(f"policy: min_crowd must be at least 2, got {self.min_crowd}")
        if not isinstance(self.group, str):
            _whole("group", self.group)
        if isinstance(self.group, int) and self.group < (self.min_crowd or 1):
            raise ConfigError(f"policy: a group of {self.group} people cannot hide anybody among {self.min_crowd or 1}")

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of findings that it names; labels are in capitals."""
        return self.keep | {name for name in self.thresholds if not name.isupper()}

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
    return policy_from(settings, f"policy {str(path)!r}")


def describe_policy(path: str | PathLike[str]) -> str:
    """The first line of comment in the file of a policy, which says what it is for; nothing if it begins otherwise.

    >>> describe_policy("strict")
    'Hide everything that any detector finds, however unsure it is.'
    """
    with open(find_policy(path), encoding="utf-8-sig", errors="replace") as file:
        first = file.readline().strip()
    return first.lstrip("# ").strip() if first.startswith("#") else ""


def policy_from(settings: dict[str, Any], place: str = "policy") -> Policy:
    """The policy that a table of settings describes; `place` is where it stands, for messages.

    >>> policy_from({"always_hide": ["PERSON"], "thresholds": {"LOC": 0.2}}).thresholds
    {'LOC': 0.2}
    """
    # First, since a newer one may have keys that are not known yet.
    check_version("policy", settings.get("version"), "policy", ConfigError)
    known = (*_READERS, PATTERN, "version")
    if unknown := sorted(set(settings) - set(known)):
        raise ConfigError(f"policy: unknown key {unknown[0]!r}; known are {', '.join(known)}")
    read = {key: _READERS[key](key, value) for key, value in settings.items() if key in _READERS}
    return Policy(**read, patterns=_patterns(settings.get(PATTERN, []), place))


def read_replace(spec: str) -> dict[str, str]:
    """The replacers that a line names by label, or the one for all of them under `*`.

    >>> read_replace("PERSON=label, DATETIME=generalize(to='year'), *=mask")
    {'PERSON': 'label', 'DATETIME': "generalize(to='year')", '*': 'mask'}
    >>> read_replace("mask(text='#')")
    {'*': "mask(text='#')"}
    """
    if not _LABELED.match(spec):
        return {REST: spec}
    table: dict[str, str] = {}
    # A comma between two replacers stands before the next label; others are within a replacer's own settings.
    for part in _NEXT_LABEL.split(spec):
        label, _, replacer = (each.strip() for each in part.partition("="))
        if label not in (*LABELS, REST):
            raise ConfigError(f"--replace names an unknown label {label!r}; known are {', '.join((*LABELS, REST))}")
        if label in table:
            raise ConfigError(f"--replace names {label} twice")
        if not replacer:
            raise ConfigError(f"--replace names no replacer for {label}; write {label}=mask")
        table[label] = replacer
    return table


def _check_replacer(label: str, spec: str) -> None:
    try:
        registry.create("replacer", spec)
    except ConfigError as error:
        raise ConfigError(f"policy: replace.{label}: {error}") from None


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


def _word(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise ConfigError(f"policy: {key} must be a string, got {type(value).__name__}")
    return value


def _group(key: str, value: object) -> int | str:
    return value if isinstance(value, str) and value.strip() else _whole(key, value)


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


def _specs(key: str, value: object) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(spec, str) for spec in value.values()):
        raise ConfigError(f"policy: {key} must be a table of replacers, such as CODE = 'label'")
    return dict(value)


def _patterns(value: object, place: str) -> tuple[Pattern, ...]:
    if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
        raise ConfigError(f"{place}: patterns are tables, each below a line [[{PATTERN}]]")
    return tuple(_pattern(table, f"{place}: pattern {number}") for number, table in enumerate(value, 1))


def _pattern(table: dict[str, Any], place: str) -> Pattern:
    label = table.get("label")
    if isinstance(label, str) and label in LABELS:
        place = f"{place} ({label})"
    if unknown := sorted(set(table) - set(_PATTERN_KEYS)):
        raise ConfigError(f"{place}: unknown key {unknown[0]!r}; known are {', '.join(_PATTERN_KEYS)}")
    for key in ("label", "expression"):
        if not isinstance(table.get(key), str):
            raise ConfigError(f"{place}: {key} must be a string")
    role = table.get("role")
    if role not in (None, Role.DIRECT.value, Role.QUASI.value):
        raise ConfigError(f"{place}: role must be direct or quasi")
    context = _strings(f"{PATTERN}.context", table.get("context", []))
    within = _whole(f"{PATTERN}.within", table.get("within", Pattern.within))
    return Pattern(table["label"], table["expression"], context, Role(role) if role else None, within, place)


PATTERN = "pattern"
"""The key of patterns in a file: each is a table of its own, [[pattern]]."""

_LABELED = re.compile(r"\s*(?:[A-Z_]+|\*)\s*=")
_NEXT_LABEL = re.compile(r",(?=\s*(?:[A-Z_]+|\*)\s*=)")
_PATTERN_KEYS = ("label", "expression", "context", "within", "role")
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
    "ahead": _whole,
    "share": _number,
    "keep": _set,
    "replace": _specs,
    "min_crowd": _whole,
    "group": _group,
    "knowledge": _word,
    "max_put_back": _number,
}
