"""From a name such as `mask(per_word=True)` to a component.

Built-ins stand in one table and are imported when first asked for; others come by entry point
(group `unname.<role>`) through the same code. Nothing registers on import.
"""

import ast
import importlib
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from importlib.metadata import entry_points
from typing import Any

from unname.core.addresses import without_credentials
from unname.core.errors import ConfigError

BUILT_INS: Mapping[str, Mapping[str, str]] = {
    "detector": {
        "rules": "unname.detect.rules:Rules",
        "gazetteer": "unname.detect.gazetteer:Gazetteer",
        "fields": "unname.detect.fields:Fields",
        "tagger": "unname.detect.tagger:Tagger",
        "recognizer": "unname.detect.recognizer:Recognizer",
        "words": "unname.detect.words:Words",
        "phrases": "unname.detect.phrases:Phrases",
        "spacy": "unname.detect.spacy:Spacy",
        "natasha": "unname.detect.natasha:Natasha",
    },
    "risk": {
        "named": "unname.risk.named:Named",
        "linkage": "unname.risk.linkage:Linkage",
        "surprisal": "unname.risk.surprisal:Surprisal",
        "queries": "unname.risk.queries:Queries",
        "emulator": "unname.risk.emulator:Emulator",
        "combined": "unname.risk.combined:Combined",
        "categories": "unname.risk.categories:Categories",
        "rarity": "unname.risk.rarity:Rarity",
        "idf": "unname.risk.idf:Idf",
        "classifier": "unname.risk.classifier:Classifier",
        "exposed": "unname.risk.exposed:Exposed",
        "uniqueness": "unname.risk.uniqueness:Uniqueness",
        "crowd": "unname.risk.crowd:Crowd",
    },
    "optimizer": {
        "greedy": "unname.decide.ranks.greedy:Greedy",
        "exact": "unname.decide.cover.exact:Exact",
        "implicit": "unname.decide.cover.implicit:Implicit",
        "linear": "unname.decide.ranks.linear:Linear",
    },
    "replacer": {
        "mask": "unname.replace.mask:Mask",
        "label": "unname.replace.label:Label",
        "generalize": "unname.replace.generalize:Generalize",
        "pseudonym": "unname.replace.pseudonym:Pseudonym",
        "shift": "unname.replace.shift:Shift",
    },
    "attack": {
        "sparse": "unname.attack.sparse:Sparse",
        "dense": "unname.attack.dense:Dense",
        "linkage": "unname.attack.linkage:Linkage",
        "classifier": "unname.attack.classifier:Classifier",
        "ensemble": "unname.attack.ensemble:Ensemble",
        "assignment": "unname.attack.assignment:Assignment",
        "reader": "unname.attack.reader:Reader",
        "ranker": "unname.attack.ranker:Ranker",
    },
    "filler": {"infilling": "unname.attack.infilling.infilling:Infilling"},
    "metric": {
        "protection": "unname.measure.protection:Protection",
        "utility": "unname.measure.utility:Utility",
        "strings": "unname.measure.strings:Strings",
    },
    "learner": {
        "crf": "unname.training.learners.crf:Crf",
        "logistic": "unname.training.learners.classifiers:Logistic",
        "boosting": "unname.training.learners.classifiers:Boosting",
        "spanranker": "unname.training.learners.span_ranker:SpanRanker",
        "transformer": "unname.training.learners.transformer:Transformer",
        "bilstm": "unname.training.learners.bilstm:BiLstm",
    },
    "format": {
        "text": "unname.corpora.text:Text",
        "jsonl": "unname.corpora.jsonl:Jsonl",
        "json": "unname.corpora.json_records:Json",
        "tab": "unname.corpora.tab:Tab",
        "conll": "unname.corpora.conll:Conll",
        "marked": "unname.corpora.marked:Marked",
    },
}

RENAMED: Mapping[str, Mapping[str, str]] = {"risk": {"told": "exposed"}}
"""What built-ins were called before, and are called now."""


def names(role: str) -> list[str]:
    """Every name that can be created for the role: built-in in the order of the table, then plugged in."""
    plugged = sorted(point.name for point in entry_points(group=f"unname.{role}"))
    return list(dict.fromkeys((*_built_in(role), *plugged)))


def create(role: str, spec: str, **settings: Any) -> Any:
    """The component that `spec` names; keyword settings are defaults that the spec overrides.

    >>> create("replacer", "mask(text='#')").name
    "mask(text='#')"
    """
    name, given = parse(spec)
    factory = _factory(role, name)
    try:
        return factory(**{**settings, **given})
    except TypeError as error:
        raise ConfigError(f"{role} {spec!r}: {error}") from error


def parse(spec: str) -> tuple[str, dict[str, Any]]:
    """Split `name(key=value, ...)`; values are Python literals.

    >>> parse("greedy(width=8)")
    ('greedy', {'width': 8})
    """
    found = re.fullmatch(r"\s*([A-Za-z_][\w-]*)\s*(\(.*\))?\s*", spec, re.DOTALL)
    if not found:
        raise ConfigError(f"cannot read component {spec!r}; write name or name(setting=value)")
    try:
        call = ast.parse(f"f{found[2] or '()'}", mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            raise ValueError("one pair of parentheses")
        keys = [keyword.arg for keyword in call.keywords]
        if call.args or not all(keys) or len(set(keys)) < len(keys):
            raise ValueError("settings are written name=value, each once")
        return found[1], {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
    except (SyntaxError, ValueError) as error:
        raise ConfigError(f"cannot read the settings of {spec!r}; write name(setting=value)") from error


def spelled(stem: str, component: Any) -> str:
    """The name of a dataclass component with the settings that differ from their defaults; passwords are left out."""
    changed = []
    for field in fields(component):
        if not (field.init and field.repr):
            continue
        value = getattr(component, field.name)
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        if value != default:
            changed.append(f"{field.name}={without_credentials(repr(value))}")
    return f"{stem}({', '.join(changed)})" if changed else stem


class Spelled:
    """A dataclass component that goes by the name of its class, with the settings that differ from their defaults."""

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled(type(self).__name__.lower(), self)


def _built_in(role: str) -> Mapping[str, str]:
    if role not in BUILT_INS:
        raise ConfigError(f"unknown role {role!r}; known are {', '.join(BUILT_INS)}")
    return BUILT_INS[role]


def _factory(role: str, name: str) -> Callable[..., Any]:
    built_in = _built_in(role)
    if name in built_in:
        module, _, attribute = built_in[name].partition(":")
        return getattr(importlib.import_module(module), attribute)  # type: ignore[no-any-return]
    for point in entry_points(group=f"unname.{role}"):
        if point.name == name:
            return point.load()  # type: ignore[no-any-return]
    if new := RENAMED.get(role, {}).get(name):
        raise ConfigError(f"{role} {name!r} is now called {new!r}")
    raise ConfigError(f"unknown {role} {name!r}; known are {', '.join(sorted(names(role)))}")
