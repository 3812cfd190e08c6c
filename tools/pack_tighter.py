"""A build hook: wheels are packed tighter.

Most of a wheel is weights in 8 bits, where a repetition of three or four bytes is chance. zlib's strategy for filtered
data takes such bytes one by one, which saves 1.5 MB of 70; neither hatchling nor zipfile has a setting for it.
"""

import zlib
from typing import Any
from unittest.mock import patch

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_deflate = zlib.compressobj


def _deflate_tightly(*_: Any) -> Any:
    return _deflate(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_FILTERED)


class PackTighter(BuildHookInterface[Any]):
    """Packs what is written between the start and the end of a build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the wheel is written."""
        self._packing = patch.object(zlib, "compressobj", _deflate_tightly)
        self._packing.start()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """After the wheel was written."""
        self._packing.stop()
