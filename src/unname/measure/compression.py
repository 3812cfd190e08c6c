"""How much smaller a release is when compressed: the information loss of `morris2022` 6."""

import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.util import find_spec
from typing import NamedTuple

from unname.core.errors import require


class Loss(NamedTuple):
    """The share of the compressed size that is gone, and the compressed size before, which is its weight."""

    share: float
    weight: float


def measure_loss(original: str, released: str, compressor: str = "zlib") -> Loss | None:
    """1 - size of the released text / size of the original, both compressed; None if the compressor is not installed.

    It is negative where masks take more room than what they hide, and 1 where nothing is left.

    Where we differ: `morris2022` names no compressor. What a compressor writes for an empty text is not counted, so
    that short texts are not judged by headers. Masks count as they are written.

    >>> measure_loss("a nurse in Ruritania", "", "zlib").share
    1.0
    """
    if compressor == "zstd" and not _has_zstd():
        return None
    compress = COMPRESSORS[compressor]
    empty = compress(b"")
    before, after = (compress(text.encode("utf-8")) - empty for text in (original, released))
    return Loss(1.0 - after / before if before else 0.0, float(before))


def _zlib(raw: bytes) -> int:
    return len(zlib.compress(raw, 9))


def _zstd(raw: bytes) -> int:
    return len(require("zstandard", "zstd").ZstdCompressor(level=19, write_checksum=False).compress(raw))


COMPRESSORS: Mapping[str, Callable[[bytes], int]] = {"zlib": _zlib, "zstd": _zstd}
"""The compressors by name; each gives the size of what it writes."""


@lru_cache(maxsize=1)
def _has_zstd() -> bool:
    return find_spec("zstandard") is not None
