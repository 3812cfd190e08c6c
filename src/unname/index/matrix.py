"""Everybody as one row of a matrix: who fits a document best, exactly, however many people there are.

A row is 16-bit floating point, its numbers multiples of 2^-20; vectors of documents are rounded to multiples of 2^-22.
Sums of their products below 2^11 then fit 64-bit floating point without any rounding: a score does not depend on the
order of additions, on blocks, threads or the processor, and neither does a rank.
"""

import os
import struct
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TypeVar

import numpy as np

from unname.core.errors import ConfigError, InputError
from unname.core.unfinished import if_ended
from unname.index.float16 import FORMS, widen
from unname.index.threads import one_thread

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rows = NDArray[np.float16]
    Floats = NDArray[np.float64]
    Numbers = NDArray[np.int64]

T = TypeVar("T")

STEP = 2.0**-22
"""Coordinates of documents are rounded to multiples of this."""

_ROW_STEP = 2.0**-20
"""Coordinates of people, too; in 16 bits, this touches those below 2^-10 alone."""

_HEADER = struct.Struct("<16sQQd")
_MAGIC = b"unname people 1\n"
_STRETCH = 2048
"""People whose scores are looked at together; sums over people are taken stretch by stretch, whatever the blocks."""
_TOGETHER = 256
"""Documents that are compared with everybody in one go."""
_WORTH_THREADS = 2**25
"""Multiplications below which a second thread costs more than it saves."""
_LARGEST = 2.0**14
_NOBODY = np.zeros(0, np.int64)


class Standing(NamedTuple):
    """The rank of one person for each document, 1 + the number of others who score as high, and the probability."""

    ranks: "Numbers"
    probabilities: "Floats"


@dataclass(frozen=True, eq=False)
class ProfileMatrix:
    """One row for each person, in memory or memory-mapped; scores are dot products with all of them.

    Work goes block by block on at most `threads` threads, so that little of a mapped file is in memory at a time. A
    matrix of at most `n_wide` numbers is kept in memory in the form in which it is multiplied. `longest` is the length
    of the longest row, where it is known.
    """

    rows: "Rows" = field(repr=False)
    threads: int = 2
    block: int = 128
    n_wide: int = 2**24
    longest: float = 0.0
    mapped: "mmap | None" = field(default=None, repr=False)
    _widened: "dict[np.dtype[Any], NDArray[Any]]" = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def build(
        cls, blocks: "Iterable[NDArray[Any]]", path: str | Path | None = None, threads: int = 2
    ) -> "ProfileMatrix":
        """A matrix of the rows of all blocks, in memory or in a file, which appears when it is complete.

        The file can be read by its owner alone.
        """
        if path is None:
            made = [_half(block) for block in blocks]
            if not sum(map(len, made)):
                raise InputError("a matrix of people needs at least one of them")
            if len({block.shape[1] for block in made}) > 1:
                raise InputError("the blocks of a matrix of people differ in width")
            return cls(np.concatenate(made), threads)
        path = Path(path)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = path.with_name(f".{path.name}.{os.getpid()}.part")
        with if_ended(lambda: part.unlink(missing_ok=True)):
            try:
                with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
                    _write(stream, blocks)
                os.replace(part, path)
            finally:
                part.unlink(missing_ok=True)
        return cls.open(path, threads)

    @classmethod
    def open(cls, path: str | Path, threads: int = 2) -> "ProfileMatrix":
        """The matrix in a file that `build` wrote, memory-mapped."""
        try:
            with open(path, "rb") as stream:
                head = stream.read(_HEADER.size)
                size = os.fstat(stream.fileno()).st_size
                if len(head) < _HEADER.size or not head.startswith(_MAGIC):
                    raise InputError(f"{str(path)!r} holds no matrix of people")
                _, n_people, width, longest = _HEADER.unpack(head)
                if size != _HEADER.size + 2 * n_people * width:
                    raise InputError(f"{str(path)!r} is not complete: {size} bytes for {n_people} x {width} numbers")
                mapped = mmap(stream.fileno(), 0, access=ACCESS_READ)
        except OSError as error:
            raise InputError(f"the matrix of people {str(path)!r} cannot be read ({type(error).__name__})") from None
        rows = np.frombuffer(mapped, np.dtype("<f2"), n_people * width, _HEADER.size)
        return cls(rows.reshape(n_people, width), threads, longest=longest, mapped=mapped)

    @property
    def n_people(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """How many numbers a row has."""
        return int(self.rows.shape[1])

    def scores(self, vectors: "NDArray[Any]", people: "NDArray[Any] | None" = None) -> "Floats":
        """The score of everybody, or of these people (columns), for each document (rows)."""
        vectors = self._checked(vectors)
        chosen = None if people is None else np.asarray(people, np.int64)
        scores: Floats = np.empty((len(vectors), self.n_people if chosen is None else len(chosen)))

        def keep(start: int, found: "Floats") -> None:
            scores[:, start : start + found.shape[1]] = found

        self._each(vectors, keep, chosen)
        return scores

    def standings(self, vectors: "NDArray[Any]", people: "NDArray[Any]") -> Standing:
        """The rank and the probability of one person for each document; the probability is a softmax over everybody."""
        found = [self._standing(*pair) for pair in self._batches(vectors, people)]
        ranks, probabilities = ([each[side] for each in found] for side in (0, 1))
        return Standing(np.concatenate([_NOBODY, *ranks]), np.concatenate([np.zeros(0), *probabilities]))

    def ranks(self, vectors: "NDArray[Any]", people: "NDArray[Any]") -> "Numbers":
        """1 + the number of others who score at least as high as the person, for each document."""
        return np.concatenate([_NOBODY, *(self._ranks(*pair) for pair in self._batches(vectors, people))])

    def best(self, vectors: "NDArray[Any]", n: int) -> "tuple[Numbers, Floats]":
        """The numbers and scores of the `n` people who fit each document best, best first; the first of equals."""
        vectors, n = self._checked(vectors), min(n, self.n_people)
        numbers, scores = np.empty((len(vectors), n), np.int64), np.empty((len(vectors), n))
        for start in range(0, len(vectors), _TOGETHER):
            batch = slice(start, start + _TOGETHER)
            found = self._each(vectors[batch], lambda first, scores: _first(scores, n, first))
            every = [np.concatenate(side, axis=1) for side in zip(*found, strict=True)]
            order = np.argsort(-every[1], axis=1, kind="stable")[:, :n]
            numbers[batch], scores[batch] = (np.take_along_axis(side, order, axis=1) for side in every)
        return numbers, scores

    def about(self, vector: "NDArray[Any]") -> "tuple[Floats, NDArray[np.float32], float]":
        """The vector of one document on the grid, everybody's scores in 32 bits, and how far these may be off."""
        vectors = self._checked(np.asarray(vector)[None])
        scores = np.concatenate(self._each(vectors, lambda _, scores: scores[0], dtype=np.float32))
        return vectors[0], scores.astype(np.float32, copy=False), float(self._margins(vectors)[0, 0])

    def _batches(self, vectors: "NDArray[Any]", people: "NDArray[Any]") -> "Iterator[tuple[Floats, Floats]]":
        """The documents, some at a time, with the scores of their own people."""
        vectors, people = self._checked(vectors), np.asarray(people, np.int64)
        if people.shape != vectors.shape[:1]:
            raise InputError(f"{len(vectors)} documents need as many people, got {people.size}")
        for start in range(0, len(vectors), _TOGETHER):
            batch = slice(start, start + _TOGETHER)
            own: Floats = np.einsum("ij,ij->i", vectors[batch], self.rows[people[batch]].astype(np.float64))
            yield vectors[batch], own[:, None]

    def _ranks(self, vectors: "Floats", own: "Floats") -> "Numbers":
        def n_above(_: int, scores: "Floats") -> "Numbers":
            return np.asarray(np.count_nonzero(scores >= own, axis=1))

        if not self._is_kept:
            return self._screened(vectors, own)
        return _at_least_first(np.sum(self._each(vectors, n_above), axis=0))

    def _screened(self, vectors: "Floats", own: "Floats") -> "Numbers":
        """The same for less work: 32 bits tell who is above, but for the few whose score is too close to say."""
        margin = self._margins(vectors)

        def n_above(start: int, scores: "Floats") -> "Numbers":
            leads = scores - own
            rows, people = np.nonzero(np.abs(leads) <= margin)
            close = np.einsum("ij,ij->i", vectors[rows], self.rows[start + people].astype(np.float64))
            n_close = np.bincount(rows[close >= own[rows, 0]], minlength=len(own))
            return np.asarray(n_close + np.count_nonzero(leads > margin, axis=1))

        return _at_least_first(np.sum(self._each(vectors, n_above, dtype=np.float32), axis=0))

    def _margins(self, vectors: "Floats") -> "Floats":
        """The most by which a sum of products rounded to 32 bits can be off for each document, twice over."""
        lengths: Floats = np.linalg.norm(vectors, axis=1, keepdims=True) * self._longest
        return (self.width + 8) * 2.0**-23 * lengths + 2.0**-40

    @cached_property
    def _longest(self) -> float:
        starts = range(0, self.n_people, _STRETCH)
        return self.longest or max(_longest(self.rows[start : start + _STRETCH]) for start in starts)

    def _standing(self, vectors: "Floats", own: "Floats") -> Standing:
        def count(_: int, scores: "Floats") -> "tuple[Any, Floats, Floats]":
            highest = scores.max(axis=1)
            return np.count_nonzero(scores >= own, axis=1), highest, np.exp(scores - highest[:, None]).sum(axis=1)

        n_above, highest, sums = (np.stack(side) for side in zip(*self._each(vectors, count), strict=True))
        top = highest.max(axis=0)
        total = top + np.log((sums * np.exp(highest - top)).sum(axis=0))
        return Standing(_at_least_first(n_above.sum(axis=0)), np.exp(own[:, 0] - total))

    def _checked(self, vectors: "NDArray[Any]") -> "Floats":
        vectors = on_grid(vectors)
        if vectors.ndim != 2 or vectors.shape[1] != self.width:
            raise InputError(f"vectors of shape {vectors.shape} do not fit a matrix of width {self.width}")
        return vectors

    def _each(
        self,
        vectors: "Floats",
        work: "Callable[[int, Floats], T]",
        people: "Numbers | None" = None,
        dtype: type[np.floating[Any]] = np.float64,
    ) -> list[T]:
        """What `work` makes of the scores of each stretch of people, in their order."""
        scaled = np.ascontiguousarray(vectors * FORMS[np.dtype(dtype)].before, dtype)
        total = self.n_people if people is None else len(people)

        def run(starts: list[int]) -> list[T]:
            made = []
            wide = np.empty((self.block, self.width), dtype)
            for start in starts:
                place = slice(start, min(start + _STRETCH, total))
                made.append(work(start, self._stretch(scaled, place if people is None else people[place], wide)))
                if people is None:
                    self._let_go(place)
            return made

        starts = list(range(0, total, _STRETCH))
        n_threads = min(self.threads, len(starts))
        if n_threads < 2 or total * self.width * len(vectors) < _WORTH_THREADS:
            with one_thread():
                return run(starts)
        size = -(-len(starts) // n_threads)
        shares = [starts[at : at + size] for at in range(0, len(starts), size)]
        with one_thread(), ThreadPoolExecutor(n_threads) as pool:
            return [made for share in pool.map(run, shares) for made in share]

    def _stretch(self, scaled: "NDArray[Any]", people: "slice | Numbers", wide: "NDArray[Any]") -> "NDArray[Any]":
        """The scores (documents x people) of some people."""
        after = scaled.dtype.type(FORMS[scaled.dtype].after)
        if self._is_kept and isinstance(people, slice):
            return np.asarray(np.dot(scaled, self._kept(scaled.dtype)[people].T) * after)
        rows = self.rows[people]
        scores = np.empty((len(rows), len(scaled)), scaled.dtype)
        for at in range(0, len(rows), self.block):
            piece = rows[at : at + self.block]
            np.dot(widen(piece, wide[: len(piece)]), scaled.T, out=scores[at : at + len(piece)])
        return np.asarray(np.multiply(scores.T, after, order="C"))

    @property
    def _is_kept(self) -> bool:
        """Whether rows are few enough to be kept as they are multiplied: widening them takes as long as multiplying."""
        return self.rows.size <= self.n_wide

    def _kept(self, dtype: "np.dtype[Any]") -> "NDArray[Any]":
        """All rows as they are multiplied."""
        if dtype not in self._widened:
            self._widened[dtype] = widen(self.rows, np.empty(self.rows.shape, dtype))
        return self._widened[dtype]

    def _let_go(self, people: slice) -> None:
        """Take rows of a mapped file out of the memory of this process; the file cache of the system keeps them."""
        if self.mapped is None or not hasattr(self.mapped, "madvise"):
            return
        from mmap import MADV_DONTNEED, PAGESIZE

        first, last = (_HEADER.size + 2 * self.width * place for place in (people.start, people.stop))
        first -= first % PAGESIZE
        self.mapped.madvise(MADV_DONTNEED, first, last - first)


def on_grid(vectors: "NDArray[Any]") -> "Floats":
    """Vectors with coordinates rounded so that sums of them, and their products with rows, are exact."""
    rounded: Floats = np.rint(np.asarray(vectors, np.float64) / STEP) * STEP
    if not (np.abs(rounded) < _LARGEST).all():
        raise ConfigError(f"a linkage model gave a vector that is not finite or has numbers of {_LARGEST:.0f} or more")
    return rounded


def _at_least_first(ranks: "NDArray[Any]") -> "Numbers":
    """Ranks, for scores too large to be exact, too: there, a sum in another order may miss the person themselves."""
    return np.asarray(np.maximum(ranks, 1), np.int64)


def _half(block: "NDArray[Any]") -> "Rows":
    block = np.asarray(block)
    if block.ndim != 2 or not block.shape[1]:
        raise InputError(f"a block of a matrix of people has rows of numbers, got the shape {block.shape}")
    with np.errstate(over="ignore"):
        rows: Rows = np.ascontiguousarray(np.rint(block / _ROW_STEP) * _ROW_STEP, "<f2")
    if not np.isfinite(rows).all():
        raise ConfigError("a linkage model gave a person a vector that is not finite in 16 bits")
    return rows


def _write(stream: BinaryIO, blocks: "Iterable[NDArray[Any]]") -> None:
    n_people = width = 0
    longest = 0.0
    stream.write(_HEADER.pack(_MAGIC, 0, 0, 0.0))
    for block in blocks:
        rows = _half(block)
        if width and rows.shape[1] != width:
            raise InputError("the blocks of a matrix of people differ in width")
        n_people, width = n_people + len(rows), rows.shape[1]
        longest = max(longest, _longest(rows))
        stream.write(rows.data)
    if not n_people:
        raise InputError("a matrix of people needs at least one of them")
    stream.seek(0)
    stream.write(_HEADER.pack(_MAGIC, n_people, width, longest))
    stream.flush()
    os.fsync(stream.fileno())


def _longest(rows: "Rows") -> float:
    wide = rows.astype(np.float64)
    return float(np.sqrt(np.einsum("ij,ij->i", wide, wide).max(initial=0.0)))


def _first(scores: "Floats", n: int, start: int) -> "tuple[Numbers, Floats]":
    order = np.argsort(-scores, axis=1, kind="stable")[:, :n]
    return order + start, np.take_along_axis(scores, order, axis=1)
