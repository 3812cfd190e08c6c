"""A learned probability for each entity of a document: boosted trees over its numbers, a linear part over its words.

Weights are one `.npz` of plain arrays; nothing but numpy is needed to use them.
"""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.document import Document
from unname.core.errors import ConfigError, MissingModel
from unname.risk.commonness import Commonness
from unname.risk.entity_features import BUCKETS, NAMES, Features, describe_entities

if TYPE_CHECKING:
    from numpy.typing import NDArray

FILE = "judge.npz"


@dataclass(frozen=True)
class Forest:
    """Trees in one table of nodes; a leaf leads to itself, and the answer is the sum of the leaves reached."""

    feature: "NDArray[np.int32]"
    threshold: "NDArray[np.float64]"
    left: "NDArray[np.int32]"
    right: "NDArray[np.int32]"
    value: "NDArray[np.float64]"
    roots: "NDArray[np.int32]"
    depth: int
    start: float

    def __call__(self, rows: "NDArray[np.float32]") -> "NDArray[np.float64]":
        """The sum over all trees for each row."""
        at = np.broadcast_to(self.roots, (len(rows), len(self.roots)))
        number = np.arange(len(rows))[:, None]
        for _ in range(self.depth):
            goes_left = rows[number, self.feature[at]] <= self.threshold[at]
            at = np.where(goes_left, self.left[at], self.right[at])
        answer: NDArray[np.float64] = self.start + self.value[at].sum(axis=1)
        return answer


@dataclass(frozen=True)
class EntityJudge:
    """Log-odds from a forest that also sees what the linear part says, brought to scale by `slope` and `shift`."""

    forest: Forest
    linear: "NDArray[np.float32]"
    linear_start: float
    slope: float
    shift: float
    common: Commonness

    def estimate_odds(self, document: Document) -> dict[str, float]:
        """The log-odds of each entity of a detected document."""
        features = describe_entities(document, self.common)
        if not features.ids:
            return {}
        scaled = self.slope * self.forest(self.stack(features)) + self.shift
        return dict(zip(features.ids, scaled.tolist(), strict=True))

    def stack(self, features: Features) -> "NDArray[np.float32]":
        """The numbers of each entity and, last, what the linear part says."""
        said = np.full(len(features.ids), self.linear_start)
        np.add.at(said, features.rows, features.weights * self.linear[features.buckets])
        return np.column_stack([features.dense, said]).astype(np.float32)


def save_judge(judge: EntityJudge, folder: str | Path) -> Path:
    """Write the weights into a folder."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, Any] = {f"forest_{field.name}": getattr(judge.forest, field.name) for field in fields(Forest)}
    arrays |= {f"common_{field.name}": getattr(judge.common, field.name) for field in fields(Commonness)}
    arrays |= {name: getattr(judge, name) for name in ("linear_start", "slope", "shift")}
    np.savez_compressed(folder / FILE, linear=judge.linear.astype(np.float16), **arrays)
    return folder / FILE


def load_judge(folder: str | Path) -> EntityJudge:
    """Read the weights of a folder."""
    path = Path(folder) / FILE
    if not path.exists():
        raise MissingModel(f"no weights at {folder!s}; run: unname train risk --out {folder!s}")
    try:
        with np.load(path, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        judge = EntityJudge(
            forest=Forest(**_part(arrays, "forest_", Forest)),
            linear=arrays["linear"].astype(np.float32),
            linear_start=float(arrays["linear_start"]),
            slope=float(arrays["slope"]),
            shift=float(arrays["shift"]),
            common=Commonness(**_part(arrays, "common_", Commonness)),
        )
    except Exception as error:
        raise ConfigError(f"{path!s} holds no readable weights ({type(error).__name__})") from error
    if len(judge.linear) != BUCKETS or judge.forest.feature.max(initial=0) > len(NAMES):
        raise ConfigError(f"{path!s} was trained with other features; run: unname train risk")
    return judge


def _part(arrays: "dict[str, NDArray[Any]]", prefix: str, kind: type) -> dict[str, Any]:
    """The arrays of one part by field name; single numbers as Python numbers."""
    found = {field.name: arrays[prefix + field.name] for field in fields(kind)}
    return {name: array if array.ndim else array.item() for name, array in found.items()}
