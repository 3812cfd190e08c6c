"""The file of a run's key, with which the run can be repeated."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unname.cli.sources import Source
from unname.pipeline.key import Key


@dataclass(frozen=True)
class RunKey:
    """The key of a run and the file it is kept in, if it is kept; a new one is still to be written there."""

    key: Key
    path: Path | None = None
    is_new: bool = False

    @classmethod
    def open(cls, path: Path | None) -> "RunKey":
        """With the key in a file; or a new one, to be written there for its owner alone, if there is a place for it."""
        from unname.corpora.key_file import read_key

        if path is None or not path.exists():
            return cls(Key(), path, is_new=path is not None)
        return cls(Key(read_key(path, f"--hash-key {path}")), path)

    def hash_file(self, path: str | Path) -> str:
        """The hash of the content of a file; empty for what cannot be read, or not twice, as standard input."""
        try:
            return self.key.hash(Path(path).read_bytes()) if os.path.isfile(path) else ""
        except OSError:
            return ""

    def tell_origin(
        self, sources: Sequence[Source], population: Path | None, n_people: int, other: Path | None, n_other: int
    ) -> dict[str, Any]:
        """What went into a run, by keyed hashes, for its report."""
        return {
            "population": population and {"people": n_people, "hmac": self.hash_file(population)},
            "other_knowledge": other and {"people": n_other, "hmac": self.hash_file(other)},
            # Sorted: the order of sources is not told.
            "inputs": [{"hmac": hash} for hash in sorted(self.hash_file(source.path) for source in sources)],
            "hash": "HMAC-SHA-256" + ("" if self.path else ", with a key that was not kept (see --hash-key)"),
        }
