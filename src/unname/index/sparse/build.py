"""Building postings chunk by chunk: sorted runs first, then one merge by ranges of terms."""

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from unname.core.errors import InputError
from unname.core.unfinished import if_ended
from unname.index.sparse.postings import KEY_BITS, MAX_COUNT, Postings
from unname.text.ngrams import NGrams

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[np.integer]
    Keys = NDArray[np.uint64]

CHUNK_CHARACTERS = 16_000_000
"""Text that is turned into one run; character n-grams get a quarter, being four times as many."""
_PARTS_BITS = 16
_MIN_BITS, _MAX_BITS = 16, 24
_LOCAL = np.uint64(64 - KEY_BITS)
_MAX_MERGED = 1 << 24
_LOGARITHMS = 1.0 + np.log(np.maximum(np.arange(MAX_COUNT + 1), 1))

Progress = Callable[[int], None]


class Run(Protocol):
    """Postings that are sorted but do not hold all documents."""

    max_count: int

    @property
    def lengths(self) -> "Integers":
        """The lengths of its documents."""
        ...

    @property
    def n_postings(self) -> int:
        """How many postings there are."""
        ...

    def part(self, first: int, last: int) -> "tuple[Keys, Keys, Integers]":
        """Keys, documents and counts of the parts `first` to `last` out of 65,536 equal ranges of keys."""
        ...


@dataclass
class FileRun:
    """The postings of one chunk of documents, in two files that are read piece by piece."""

    lengths: "Integers"
    bounds: "NDArray[np.int64]"
    packed: Path
    counts: Path
    max_count: int

    @property
    def n_postings(self) -> int:
        """How many there are."""
        return int(self.bounds[-1])

    def part(self, first: int, last: int) -> "tuple[Keys, Keys, Integers]":
        """See `Run`."""
        start, size = int(self.bounds[first]), int(self.bounds[last] - self.bounds[first])
        packed = np.fromfile(self.packed, np.uint64, size, offset=8 * start)
        counts = np.fromfile(self.counts, np.uint16, size, offset=2 * start)
        return packed >> _LOCAL, packed & ((np.uint64(1) << _LOCAL) - np.uint64(1)), counts


@dataclass
class OldRun:
    """Postings built before, to which others are added."""

    postings: Postings
    max_count: int

    @property
    def lengths(self) -> "Integers":
        """The lengths of the documents."""
        return self.postings.lengths

    @property
    def n_postings(self) -> int:
        """How many there are."""
        return len(self.postings.documents)

    def part(self, first: int, last: int) -> "tuple[Keys, Keys, Integers]":
        """See `Run`."""
        old = self.postings
        shift = KEY_BITS - old.fingerprint_bits - _PARTS_BITS
        offsets = old.offsets[first << shift : (last << shift) + 1].astype(np.int64)
        place = slice(int(offsets[0]), int(offsets[-1]))
        buckets = np.repeat(np.arange(first << shift, last << shift, dtype=np.uint64), np.diff(offsets))
        keys = (buckets << np.uint64(old.fingerprint_bits)) | old.fingerprints[place].astype(np.uint64)
        return keys, old.documents[place].astype(np.uint64), old.counts[place]


class Sink(Protocol):
    """Takes arrays in pieces, in order, and gives back the whole."""

    def open(self, name: str, dtype: "np.dtype[np.generic]", size: int) -> None: ...  # noqa: D102

    def write(self, name: str, piece: "NDArray[np.generic]") -> None: ...  # noqa: D102

    def close(self) -> "dict[str, NDArray[np.generic]]": ...  # noqa: D102


def build(
    texts: Iterable[str],
    ngrams: NGrams,
    sink: Sink,
    progress: Progress | None = None,
    old: Postings | None = None,
    scratch: Path | None = None,
) -> Postings:
    """The postings of `old` and of further texts, numbered in order; runs are kept in the folder `scratch`."""
    scrap = tempfile.TemporaryDirectory(prefix="unname-index-", dir=scratch)
    with if_ended(scrap.cleanup), scrap as folder:
        runs: list[Run] = [] if old is None else [OldRun(old, int(old.counts.max(initial=0)))]
        known = ngrams.word_hashes()
        for number, chunk in enumerate(_chunks(texts, CHUNK_CHARACTERS // (4 if ngrams.characters else 1))):
            runs.append(_run(*ngrams.batch(chunk, known), len(chunk), Path(folder, str(number))))
            if progress:
                progress(len(chunk))
        return _merge(runs, sink)


def _chunks(texts: Iterable[str], size: int) -> Iterator[Sequence[str]]:
    chunk: list[str] = []
    characters = 0
    for text in texts:
        chunk.append(text)
        characters += len(text) + 1
        if characters >= size:
            yield chunk
            chunk, characters = [], 0
    if chunk:
        yield chunk


def _run(hashes: "Keys", numbers: "NDArray[np.uint32]", n_documents: int, path: Path) -> FileRun:
    """Sort and count the n-grams of one chunk; term and document share one number, so one plain sort does it."""
    lengths = np.bincount(numbers, minlength=n_documents).astype(np.uint32)
    packed = (hashes >> _LOCAL) << _LOCAL
    packed |= numbers
    packed.sort()
    starts = _starts(packed)
    counts = np.minimum(np.diff(starts, append=len(packed)), MAX_COUNT).astype(np.uint16)
    packed = packed[starts]
    edges = np.arange(1 << _PARTS_BITS, dtype=np.uint64) << np.uint64(64 - _PARTS_BITS)
    bounds = np.append(np.searchsorted(packed, edges), len(packed))
    files = path.with_suffix(".packed"), path.with_suffix(".counts")
    packed.tofile(files[0])
    counts.tofile(files[1])
    return FileRun(lengths, bounds, *files, int(counts.max(initial=0)))


def _merge(runs: Sequence[Run], sink: Sink) -> Postings:
    lengths = np.concatenate([np.zeros(0, np.uint32), *(run.lengths for run in runs)]).astype(np.uint32)
    total, n_documents = sum(run.n_postings for run in runs), len(lengths)
    bits = min(max((total // 4).bit_length(), _MIN_BITS), _MAX_BITS)
    max_count = max((run.max_count for run in runs), default=0)
    count_bits, document_bits = max_count.bit_length(), n_documents.bit_length()
    range_bits = max(0, KEY_BITS + count_bits + document_bits - 64, (total // _MAX_MERGED).bit_length())
    if range_bits > _PARTS_BITS:
        raise InputError(f"{n_documents} documents are too many for one index")
    sink.open("fingerprints", np.dtype(np.uint16 if KEY_BITS - bits <= 16 else np.uint32), total)
    sink.open("documents", np.dtype(np.uint32), total)
    sink.open("counts", np.dtype(np.uint8 if max_count < 256 else np.uint16), total)
    sizes = np.zeros(1 << bits, np.int64)
    squares = np.zeros(n_documents)
    step = 1 << (_PARTS_BITS - range_bits)
    for first in range(0, 1 << _PARTS_BITS, step):
        keys, documents, counts = _sorted_part(runs, first, first + step, document_bits, count_bits)
        _add_squares(squares, keys, documents, counts)
        buckets = (keys >> np.uint64(KEY_BITS - bits)).astype(np.int64)
        begin, end = (first << bits) >> _PARTS_BITS, ((first + step) << bits) >> _PARTS_BITS
        sizes[begin:end] += np.bincount(buckets - begin, minlength=end - begin)
        sink.write("fingerprints", keys & ((np.uint64(1) << np.uint64(KEY_BITS - bits)) - np.uint64(1)))
        sink.write("documents", documents)
        sink.write("counts", counts)
    offsets = np.append(0, np.cumsum(sizes))
    small = {"offsets": offsets.astype(np.uint32 if total < 1 << 32 else np.uint64), "lengths": lengths}
    for name, array in {**small, "norms": np.sqrt(squares)}.items():
        sink.open(name, array.dtype, len(array))
        sink.write(name, array)
    return Postings(**sink.close())  # type: ignore[arg-type]


def _sorted_part(
    runs: Sequence[Run], first: int, last: int, document_bits: int, count_bits: int
) -> "tuple[Keys, NDArray[np.int64], Keys]":
    """A range of terms out of all runs; key, document and count share one number, so one plain sort does it."""
    base = np.uint64(first << (KEY_BITS - _PARTS_BITS))
    documents_shift, key_shift = np.uint64(count_bits), np.uint64(count_bits + document_bits)
    pieces: list[Keys] = [np.zeros(0, np.uint64)]
    n_before = 0
    for run in runs:
        keys, documents, counts = run.part(first, last)
        keys -= base
        keys <<= key_shift
        documents += np.uint64(n_before)
        documents <<= documents_shift
        keys |= documents
        keys |= counts
        pieces.append(keys)
        n_before += len(run.lengths)
    packed = np.concatenate(pieces)
    packed.sort()
    counts = packed & ((np.uint64(1) << documents_shift) - np.uint64(1))
    documents = (packed >> documents_shift) & ((np.uint64(1) << np.uint64(document_bits)) - np.uint64(1))
    packed >>= key_shift
    packed += base
    return packed, documents.view(np.int64), counts


def _starts(ordered: "Keys") -> "NDArray[np.int64]":
    """Where each different number of a sorted array stands first."""
    return np.flatnonzero(np.concatenate([np.ones(min(len(ordered), 1), bool), ordered[1:] != ordered[:-1]]))


def _add_squares(squares: "NDArray[np.float64]", keys: "Keys", documents: "NDArray[np.int64]", counts: "Keys") -> None:
    """Add what a range of terms gives to the squared length of every document's tf-idf vector."""
    starts = _starts(keys)
    frequencies = np.diff(starts, append=len(keys))
    weights = np.repeat(smooth_idf(frequencies, len(squares)), frequencies)
    weights *= log_counts(counts)
    weights *= weights
    squares += np.bincount(documents, weights, minlength=len(squares))


def log_counts(counts: "Integers") -> "NDArray[np.float64]":
    """1 + ln count."""
    return _LOGARITHMS[counts]


def smooth_idf(frequencies: "NDArray[np.integer]", n_documents: int) -> "NDArray[np.float64]":
    """ln((1 + documents) / (1 + documents with the term)) + 1, as scikit-learn has it."""
    idf: NDArray[np.float64] = np.log((1.0 + n_documents) / (1.0 + frequencies)) + 1.0
    return idf
