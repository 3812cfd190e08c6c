"""The figures beside the tables of `morris2022`: ranks of two models, parts of speech, what masks themselves tell."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.errors import MissingModel, require
from unname.core.redaction import Redaction
from unname.core.roles import RiskModel
from unname.measure.reidentification import found_by_any, share
from unname.measure.utility import Utility
from unname.models.packaged import packaged_spacy
from unname.text.word_rarity import Rarity
from unname_research.bench.kanon_judges import SPARSE, Ensemble
from unname_research.bench.kanon_search import hide
from unname_research.bench.redactions import Biography, lost, table_aware, thresholds

if TYPE_CHECKING:
    from numpy.typing import NDArray

K = 8
"""The K of Figures 3 and 4 of `morris2022`."""

EDGES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384)
"""Where the bins of ranks begin."""

WAYS: Mapping[str, Mapping[str, bool]] = {
    "a mask for each word": {"joins": False},
    "joined": {},
    "joined, without punctuation": {"tidy": True},
}
"""How masks may be written, from the way that tells most."""


@dataclass(frozen=True)
class Information:
    """The share of information that is preserved of the first documents, on average (TPI)."""

    biographies: Sequence[Biography] = field(repr=False)

    def preserved(self, redactions: Sequence[Redaction]) -> float:
        """TPI of the redactions of these documents, others after them left out."""
        pairs = zip((each.document for each in self.biographies), redactions, strict=False)
        return float(self.utility_.evaluate(pairs)["tpi"])

    @cached_property
    def utility_(self) -> Utility:
        """The measure, which keeps what it computed of each text."""
        return Utility()


def ranks(
    ensemble: Ensemble, defenders: Mapping[str, RiskModel], biographies: Sequence[Biography], processes: int
) -> dict[str, Any] | None:
    """Where two models rank the people whom one of them has hidden to K = 8 (Figure 3), in bins of ranks.

    The second is one that the redactions were not made against: the transformer, or the sparse model where it is
    missing.
    """
    other = next((name for name in ("transformer", "frozen", SPARSE) if name in ensemble.judges), None)
    if "ours_bag" not in defenders or other is None:
        return None
    texts = [each.text for each in hide(defenders["ours_bag"], K, biographies, processes)]
    placed = {name: ensemble.place(name, biographies, texts) for name in ("bag", other)}
    numbers = {name: [each.rank or 1.0 for each in found] for name, found in placed.items()}
    bins = {name: np.searchsorted(EDGES, values, side="right") - 1 for name, values in numbers.items()}
    counts = np.zeros((len(EDGES), len(EDGES)), dtype=int)
    np.add.at(counts, (bins["bag"], bins[other]), 1)
    logs = [np.log(values) for values in numbers.values()]
    return {
        "k": K,
        "models": ["bag", other],
        "edges": list(EDGES),
        "counts": counts.tolist(),
        "median": {name: float(np.median(values)) for name, values in numbers.items()},
        "found": {name: share(each.found for each in found).value for name, found in placed.items()},
        "correlation": float(np.corrcoef(np.stack(logs))[0, 1]) if all(values.std() for values in logs) else None,
    }


def parts_of_speech(
    defenders: Mapping[str, RiskModel], rarity: Rarity, biographies: Sequence[Biography], processes: int
) -> dict[str, Any] | None:
    """The share of words of each part of speech that is masked at K = 8 and, at the same share of all, by rarity.

    None where spaCy and its English pipeline are not installed (Figure 4).
    """
    tagger = load_tagger()
    if tagger is None or "ours" not in defenders:
        return None
    made = hide(defenders["ours"], K, biographies, processes)
    ours = [biography.hidden(redaction) for biography, redaction in zip(biographies, made, strict=True)]
    masked = lost(biographies, made)["masked_pooled"]
    other, threshold = _at_share(rarity, biographies, masked)
    tags = [_tags(tagger, biography) for biography in biographies]
    return {
        "k": K,
        "threshold": threshold,
        "masked": {"ours": masked, "idf_table_aware": float(np.concatenate(other).mean())},
        "words": dict(Counter(tag for each in tags for tag in each).most_common()),
        "ours": _by_tag(tags, ours),
        "idf_table_aware": _by_tag(tags, other),
    }


def limits(
    ensemble: Ensemble, defenders: Mapping[str, RiskModel], biographies: Sequence[Biography], processes: int
) -> dict[str, Any] | None:
    """How many are found at one K when masks show how many words they hide, when not, and without loose punctuation.

    `morris2022` 10 names both as limits of its redactions.
    """
    if "ours" not in defenders:
        return None
    found = {}
    made = hide(defenders["ours"], K, biographies, processes)
    hidden = [biography.hidden(redaction) for biography, redaction in zip(biographies, made, strict=True)]
    for name, way in WAYS.items():
        texts = [each.hiding(facts, **way).text for each, facts in zip(biographies, hidden, strict=True)]
        placed = {judge: ensemble.place(judge, biographies, texts) for judge in ensemble.judges}
        others = [placed[judge] for judge in ensemble.others]
        every = share(found_by_any(list(placed.values()))).value
        found[name] = {
            "reid": every,
            "found_by_all": every,
            "found_by_others": share(found_by_any(others)).value if others else None,
            "by_model": {judge: share(each.found for each in them).value for judge, them in placed.items()},
        }
    return {"k": K, "documents": len(biographies), **found}


def load_tagger() -> Any:
    """spaCy's English pipeline as far as parts of speech need it; None where it is not installed."""
    try:
        return require("spacy", "spacy").load(packaged_spacy(), exclude=["ner", "lemmatizer", "parser"])
    except (MissingModel, OSError):
        return None


def _tags(tagger: Any, biography: Biography) -> list[str]:
    """The part of speech of each word: that of the token in which it begins."""
    by_place: dict[int, str] = {}
    for token in tagger(biography.document.text):
        by_place |= dict.fromkeys(range(token.idx, token.idx + len(token)), token.pos_)
    return [by_place.get(start, "X") for start, _ in biography.words]


def _by_tag(tags: Sequence[Sequence[str]], hidden: "Sequence[NDArray[np.bool_]]") -> dict[str, float]:
    counts: dict[str, list[int]] = {}
    for names, facts in zip(tags, hidden, strict=True):
        for name, fact in zip(names, facts.tolist(), strict=True):
            count = counts.setdefault(name, [0, 0])
            count[0] += fact
            count[1] += 1
    return {name: masked / total for name, (masked, total) in sorted(counts.items())}


def _at_share(
    rarity: Rarity, biographies: Sequence[Biography], masked: float
) -> "tuple[list[NDArray[np.bool_]], float]":
    """What table-aware rarity hides where it comes nearest to a share of all words, and its threshold."""
    way = table_aware(rarity)
    tried = [([way(each, least) for each in biographies], least) for least in thresholds(rarity, biographies)]
    return min(tried, key=lambda each: abs(float(np.concatenate(each[0]).mean()) - masked))
