"""German, French, Spanish and Russian: our own documents that nobody learned from, MEDDOCAN and German LER.

A string counts as hidden if all its letters and digits are, as damaged if one of them is; precision is the share of
hidden letters and digits that stand inside direct or quasi strings. On the two corpora of others, recall by type.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from unname.core.document import Document, Role
from unname.core.errors import ConfigError
from unname.pipeline.document import Pipeline
from unname_research.bench.rounding import rounded
from unname_research.train.language_sources import HELD_OUT, everyday, read_ler, read_meddocan

LANGUAGES = ("de", "fr", "es", "ru")
HELD_OUT_RUSSIAN = ("complaint_letter", "witness_statement", "group_chat", "tenancy_letter", "ambulance_report")
"""The kinds of Russian documents that were written after the rules, which were mended once by the other kinds."""


def run(data: str | Path | None = None, split: str | None = None, **settings: Any) -> dict[str, Any]:
    """Everything for each language, or for that of `split`; and two corpora of others, if there is a folder."""
    if split is not None and split not in LANGUAGES:
        raise ConfigError(f"unknown split {split!r}; known are {', '.join(LANGUAGES)}")
    result: dict[str, Any] = {}
    for language in (split,) if split else LANGUAGES:
        pipeline = Pipeline(language=language, **settings)
        by_kind: dict[str, list[Document]] = {}
        for kind, document in everyday(language):
            if kind in (HELD_OUT_RUSSIAN if language == "ru" else HELD_OUT):
                by_kind.setdefault(kind, []).append(document)
        tallies = {kind: tally(documents, pipeline) for kind, documents in by_kind.items()}
        result[language] = {**_shares(tallies.values()), "by_kind": {k: _shares([t]) for k, t in tallies.items()}}
    if data is not None and split is None:
        result["meddocan"] = recall_by_type(read_meddocan(Path(data), "test"), Pipeline(language="es", **settings))
        result["german_ler"] = recall_by_type(read_ler(Path(data), "test"), Pipeline(language="de", **settings))
    return rounded(result)  # type: ignore[no-any-return]


def tally(documents: Iterable[Document], pipeline: Pipeline) -> dict[str, int]:
    """Strings of each role, those hidden or damaged, and letters and digits hidden, rightly or not."""
    counts = dict.fromkeys(
        ("direct", "direct hidden", "quasi", "quasi hidden", "kept", "damaged", "hidden", "right"), 0
    )
    for gold in documents:
        hidden = hidden_places(gold, pipeline)
        counts["hidden"] += len(hidden)
        for mention in gold.mentions:
            signs = [at for at in range(*mention.span) if gold.text[at].isalnum()]
            n_hidden = sum(at in hidden for at in signs)
            if mention.role is Role.NONE:
                counts["kept"] += 1
                counts["damaged"] += n_hidden > 0
            else:
                counts[mention.role.value] += 1
                counts[f"{mention.role.value} hidden"] += n_hidden == len(signs)
                counts["right"] += n_hidden
    return counts


def hidden_places(gold: Document, pipeline: Pipeline) -> set[int]:
    """The places of letters and digits that a release would hide."""
    found = pipeline.detect(Document(gold.id, gold.text))
    spans = [mention.span for mention in found.mentions if mention.role is not Role.NONE]
    return {at for span in spans for at in range(*span) if gold.text[at].isalnum()}


def recall_by_type(documents: Iterable[Document], pipeline: Pipeline) -> dict[str, dict[str, float]]:
    """The share of strings hidden, by the type that the corpus gives them; what it does not mask is left out."""
    counts: dict[str, list[int]] = {}
    for gold in documents:
        hidden = hidden_places(gold, pipeline)
        for mention in gold.mentions:
            if mention.role is not Role.NONE:
                signs = [at for at in range(*mention.span) if gold.text[at].isalnum()]
                count = counts.setdefault(mention.source, [0, 0])
                count[0] += all(at in hidden for at in signs)
                count[1] += 1
    return {kind: {"recall": right / all, "n": all} for kind, (right, all) in sorted(counts.items())}


def _shares(tallies: Iterable[dict[str, int]]) -> dict[str, float]:
    total: dict[str, int] = {}
    for each in tallies:
        for key, value in each.items():
            total[key] = total.get(key, 0) + value
    pairs = {
        "direct": ("direct hidden", "direct"),
        "quasi": ("quasi hidden", "quasi"),
        "damaged": ("damaged", "kept"),
        "precision": ("right", "hidden"),
    }
    return {name: total[part] / total[whole] if total.get(whole) else 0.0 for name, (part, whole) in pairs.items()}
