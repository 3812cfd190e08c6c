"""What was computed once about a text need not be again: numbers under a hash, in memory and, if wanted, on disk."""

import hashlib
import os
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.unfinished import if_ended

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]


@dataclass
class InformationCache:
    """The newest `size` answers, and all of them in `folder` if one is given.

    Keys are hashes and values are numbers, so neither memory nor disk holds text. Files can be read by their owner
    alone; one that is damaged counts as absent.
    """

    size: int = 512
    folder: str | Path | None = None
    _kept: "OrderedDict[str, Values]" = field(init=False, repr=False, compare=False, default_factory=OrderedDict)
    _lock: Lock = field(init=False, repr=False, compare=False, default_factory=Lock)

    def get(self, key: str, length: int) -> "Values | None":
        """The numbers under a key, if there are as many as expected."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
        found = self._kept.get(key)
        if found is None and self.folder is not None:
            found = _read(Path(self.folder) / f"{key}.npy")
            if found is not None:
                self._remember(key, found)
        return found if found is not None and found.shape == (length,) else None

    def put(self, key: str, values: "Values") -> None:
        """Keep the numbers under a key."""
        self._remember(key, values)
        if self.folder is not None:
            _write(Path(self.folder), key, values)

    def _remember(self, key: str, values: "Values") -> None:
        with self._lock:
            self._kept[key] = values
            self._kept.move_to_end(key)
            while len(self._kept) > self.size:
                self._kept.popitem(last=False)


CACHE = InformationCache()
"""The cache of this process, in memory alone."""


def key_of(text: str, spans: Sequence[Sequence[int]], settings: object) -> str:
    """A hash of a text, spans in it and settings."""
    digest = hashlib.sha256(repr(settings).encode())
    digest.update(np.array([tuple(span)[:2] for span in spans], dtype=np.int64).tobytes())
    digest.update(text.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _read(path: Path) -> "Values | None":
    try:
        with open(path, "rb") as stream:
            found: Any = np.lib.format.read_array(stream, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    return found if found.dtype == np.float64 and np.isfinite(found).all() else None


def _write(folder: Path, key: str, values: "Values") -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    temporary = folder / f".{key}.{os.getpid()}.part"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with if_ended(lambda: temporary.unlink(missing_ok=True)):
        try:
            with os.fdopen(descriptor, "wb") as stream:
                np.save(stream, values)
            os.replace(temporary, folder / f"{key}.npy")
        finally:
            temporary.unlink(missing_ok=True)
