"""Would a search for these find the person? A network that answers by reading each entity in its context.

What it knows of an entity is the vector of its mentions (see `entity_reader`), how the term looks (see `query_network`)
and how common it and its words were in the web in which the network learned.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.document import Document
from unname.core.errors import ConfigError, MissingModel
from unname.models.packaged import find_weights
from unname.risk.commonness import Commonness
from unname.risk.entity_reader import EntityReader
from unname.risk.query_network import Clue, describe_clues
from unname.risk.view_texts import insert_value
from unname.text.words import TOKEN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

FILE = "head.npz"
N_FREQUENCIES = 4
N_SIZES = 3
"""Groups of one, of two, and of more."""

_BATCH = 20_000


def describe_terms(terms: Iterable[str], common: Commonness) -> "Matrix":
    """How common each term is in the web of training: as a whole, its rarest word, its words, and all in all."""
    return np.array([_frequencies(term, common) for term in terms], np.float32).reshape(-1, N_FREQUENCIES)


def describe_looks(clues: Iterable[Clue], common: Commonness) -> "Matrix":
    """What can be said of clues without reading: the category, how the term looks, and how common it is."""
    clues = list(clues)
    terms = describe_terms((clue.term for clue in clues), common)
    return np.column_stack([describe_clues(clues), terms]).astype(np.float32)


def describe_sizes(groups: Sequence[Sequence[int]], top: int) -> "Matrix":
    """How large each group is, one column for each size, and how many results are looked at."""
    sizes = np.minimum([len(group) for group in groups], N_SIZES) - 1
    return np.column_stack([np.eye(N_SIZES)[sizes], np.full(len(groups), np.log(top))]).astype(np.float32)


@dataclass(frozen=True)
class Head:
    """From what is known of each entity to the risk of a group: a layer for each, pooled, and two for all.

    `limits` are the log-odds that count as even, by the size of the group: where F1 was best on texts kept out of
    training. Searches that find the person are rare, so that even the likeliest are seldom likelier than not.
    """

    center: "Matrix" = field(repr=False)
    scale: "Matrix" = field(repr=False)
    each: "Matrix" = field(repr=False)
    each_bias: "Matrix" = field(repr=False)
    group: "Matrix" = field(repr=False)
    group_bias: "Matrix" = field(repr=False)
    output: "Matrix" = field(repr=False)
    output_bias: "Matrix" = field(repr=False)
    limits: "Matrix" = field(repr=False)

    def describe(self, rows: "Matrix") -> "Matrix":
        """What counts of each entity."""
        return np.tanh(((rows - self.center) / self.scale) @ self.each + self.each_bias)

    def __call__(self, told: "Matrix", groups: Sequence[Sequence[int]], top: int) -> "Matrix":
        """The risk of each group of entities, by their rows in what `describe` gave."""
        pooled = np.zeros((len(groups), 3 * told.shape[1]), np.float32)
        sizes = np.array([len(group) for group in groups])
        for size in np.unique(sizes):
            at = np.flatnonzero(sizes == size)
            members = told[np.array([groups[number] for number in at.tolist()])]
            pooled[at] = np.concatenate([members.mean(1), members.max(1), members.min(1)], axis=1)
        inner = np.tanh(np.column_stack([pooled, describe_sizes(groups, top)]) @ self.group + self.group_bias)
        logits = (inner @ self.output + self.output_bias)[:, 0] - self.limits[np.minimum(sizes, N_SIZES) - 1]
        said: Matrix = 1 / (1 + np.exp(-np.clip(logits, -60, 60)))
        return said


@dataclass
class QueryReader:
    """The network in a folder: `model.onnx` reads, `head.npz` judges. By name, that of unname-research."""

    folder: str | Path

    def describe(self, document: Document, clues: Mapping[str, Clue], values: Mapping[str, str]) -> "Matrix":
        """A row for each clue of a document, in which some entities are shown as values."""
        ids = [entity.id for entity in document.entities]
        known = dict(zip(ids, self._reader.read(document), strict=True))
        for id, value in values.items():
            known[id] = self._read_value(document, id, value)
        vectors = np.array([known[id] for id in clues], np.float32).reshape(len(clues), -1)
        rows = np.column_stack([vectors, describe_looks(clues.values(), self._common)])
        return self._head.describe(rows.astype(np.float32))

    def judge(self, rows: "Matrix", groups: Iterable[Sequence[int]], top: int) -> Iterator[tuple[Sequence[int], float]]:
        """Each group of rows with its risk; as many groups as there may be, some at a time."""
        waiting = iter(groups)
        while batch := list(islice(waiting, _BATCH)):
            # The last digits depend on what else is in the batch, and no answer may.
            yield from zip(batch, self._head(rows, batch, top).astype(np.float64).round(5).tolist(), strict=True)

    def _read_value(self, document: Document, id: str, value: str) -> "Matrix":
        entity = next(entity for entity in document.entities if entity.id == id)
        text, spans = insert_value(document.text, [mention.span for mention in entity.mentions], value)
        vector: Matrix = self._reader.read_spans(text, [spans])[0]
        return vector

    @cached_property
    def _reader(self) -> EntityReader:
        return EntityReader(self.folder)

    @property
    def _head(self) -> Head:
        return self._weights[0]

    @property
    def _common(self) -> Commonness:
        return self._weights[1]

    @cached_property
    def _weights(self) -> tuple[Head, Commonness]:
        return load_head(find_weights(self.folder))


def save_head(head: Head, common: Commonness, folder: Path) -> Path:
    """Write the weights beside the network that reads."""
    arrays: dict[str, Any] = {part.name: np.asarray(getattr(head, part.name), np.float16) for part in fields(Head)}
    arrays |= {name: getattr(head, name).astype(np.float32) for name in ("center", "scale", "limits")}
    arrays |= {f"common_{part.name}": getattr(common, part.name) for part in fields(Commonness)}
    folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(folder / FILE, **arrays)
    return folder / FILE


def load_head(folder: Path) -> tuple[Head, Commonness]:
    """Read the weights of a folder."""
    path = folder / FILE
    if not path.exists():
        raise MissingModel(f"no weights of an emulator at {folder!s}; run: unname train queries --out {folder!s}")
    try:
        with np.load(path, allow_pickle=False) as stored:
            head = Head(**{part.name: stored[part.name].astype(np.float32) for part in fields(Head)})
            hashes, counts = stored["common_hashes"], stored["common_counts"]
            return head, Commonness(hashes, counts, int(stored["common_n_texts"]))
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise ConfigError(f"{path!s} holds no weights of an emulator ({type(error).__name__})") from None


def _frequencies(term: str, common: Commonness) -> list[float]:
    words = TOKEN.findall(term)
    single = [common(word) for word in words] or [0]
    whole = common(" ".join(words))
    return [
        float(np.log1p(whole)),
        float(np.log1p(min(single))),
        float(np.mean(np.log1p(single))),
        # As often as words meet that know nothing of each other.
        float(np.sum(np.log((np.array(single) + 0.5) / (common.n_texts + 1)))),
    ]
