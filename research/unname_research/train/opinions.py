"""What finished taggers say of training windows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from unname.core.progress import Listener
from unname.models.session import open_session
from unname_research.train.fit import arrays
from unname_research.train.targets import Window

Opinion = Callable[[Sequence[Window]], list[Any]]
"""The probability of every output for every piece of every window."""

_BATCH = 16


@dataclass
class Reader:
    """A tagger in a folder, as it runs when it is used: with 8-bit weights, which is several times faster here."""

    folder: Path
    report: Listener | None = None
    threads: int = 2

    @cached_property
    def _session(self) -> Any:
        return open_session(self.folder / "model.onnx", self.threads)

    def __call__(self, windows: Sequence[Window]) -> list[Any]:
        """What it says of each window."""
        asked = {each.name for each in self._session.get_inputs()}
        order = sorted(range(len(windows)), key=lambda i: len(windows[i]))
        result: list[Any] = [None] * len(windows)
        for start in range(0, len(order), _BATCH):
            chosen = order[start : start + _BATCH]
            batch = arrays([windows[i] for i in chosen])
            (logits,) = self._session.run(None, {name: batch[name] for name in asked})
            for row, i in zip(1.0 / (1.0 + np.exp(-logits)), chosen, strict=True):
                result[i] = row[1 : 1 + len(windows[i])].astype(np.float32)
            if self.report and start // _BATCH % 100 == 0:
                self.report(f"{self.folder.name} reads", start, len(order), 0.0)
        return result
