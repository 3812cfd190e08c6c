"""Files that appear whole or not at all, whoever writes them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole_file(path: Path, mode: int | None = None) -> Iterator[Path]:
    """A path beside `path` to write to, which takes its name when the block ends well and is gone if it fails.

    `mode` sets the permissions; None leaves them to the umask. It keeps the ending, by which some writers go.
    """
    partial = path.with_name(f"{path.stem}.partial{path.suffix}")
    try:
        yield partial
        if mode is not None:
            partial.chmod(mode)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
