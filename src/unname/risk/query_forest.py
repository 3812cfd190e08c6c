"""Would a search for these find the person? Boosted trees that answer by how terms look and how common they are.

What they know of an entity is what `query_network` says of it, and in how many pages of the web in which they learned
it and its words stand. Where we differ from `risk2022` 3.2.2: nothing is read but the terms.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.document import Document
from unname.core.errors import ConfigError
from unname.risk.commonness import Commonness
from unname.risk.entity_judge import Forest
from unname.risk.query_network import Clue
from unname.risk.query_reader import describe_looks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

FILE = "forest.npz"
_BATCH = 5_000


def pool_groups(looks: "Matrix", groups: Sequence[Sequence[int]], top: int) -> "Matrix":
    """A row for each group of one size: mean, least and most of each number, and how many results are looked at."""
    members = looks[np.array(groups)]
    results = np.full((len(groups), 1), np.log(top))
    pooled = [members.mean(1), members.min(1), members.max(1)] if members.shape[1] > 1 else [members[:, 0]]
    rows: Matrix = np.concatenate([*pooled, results], axis=1).astype(np.float32)
    return rows


@dataclass(frozen=True)
class QueryForest:
    """Trees for an entity alone, and trees for entities together; `limits` are the log-odds that count as even.

    Searches that find the person are rare, so that even the likeliest are seldom likelier than not: even is where F1
    was best on texts kept out of training.
    """

    alone: Forest = field(repr=False)
    together: Forest = field(repr=False)
    limits: tuple[float, float]
    common: Commonness = field(repr=False)

    def describe(self, document: Document, clues: Mapping[str, Clue], values: Mapping[str, str]) -> "Matrix":
        """A row for each clue, whatever the text around it and whichever of them are shown as values."""
        return describe_looks(clues.values(), self.common)

    def judge(self, rows: "Matrix", groups: Iterable[Sequence[int]], top: int) -> Iterator[tuple[Sequence[int], float]]:
        """Each group of rows with its risk; as many groups as there may be, some at a time."""
        waiting = iter(groups)
        while batch := list(islice(waiting, _BATCH)):
            # The last digits depend on what else is in the batch, and no answer may.
            yield from zip(batch, self._judge(rows, batch, top).round(5).tolist(), strict=True)

    def _judge(self, rows: "Matrix", groups: Sequence[Sequence[int]], top: int) -> "NDArray[np.float64]":
        said, sizes = np.zeros(len(groups)), np.array([len(group) for group in groups])
        for size in np.unique(sizes):
            at = np.flatnonzero(sizes == size)
            pooled = pool_groups(rows, [groups[number] for number in at.tolist()], top)
            forest, limit = (self.alone, self.limits[0]) if size == 1 else (self.together, self.limits[1])
            said[at] = forest(pooled) - limit
        return 1 / (1 + np.exp(-np.clip(said, -60, 60)))


def save_forest(forest: QueryForest, folder: Path) -> Path:
    """Write the weights into a folder."""
    arrays: dict[str, Any] = {
        f"{name}_{part.name}": getattr(trees, part.name)
        for name, trees in (("alone", forest.alone), ("together", forest.together))
        for part in fields(Forest)
    }
    arrays |= {f"common_{part.name}": getattr(forest.common, part.name) for part in fields(Commonness)}
    folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(folder / FILE, limits=np.array(forest.limits), **arrays)
    return folder / FILE


def load_forest(folder: Path) -> QueryForest:
    """Read the weights of a folder."""
    path = folder / FILE
    try:
        with np.load(path, allow_pickle=False) as stored:
            alone, together = (_read_part(stored, name, Forest) for name in ("alone", "together"))
            low, high = stored["limits"].tolist()
            return QueryForest(alone, together, (low, high), _read_part(stored, "common", Commonness))
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise ConfigError(f"{path!s} holds no weights of an emulator ({type(error).__name__})") from None


def _read_part(stored: Any, name: str, kind: type) -> Any:
    found = {part.name: stored[f"{name}_{part.name}"] for part in fields(kind)}
    return kind(**{key: array if array.ndim else array.item() for key, array in found.items()})
