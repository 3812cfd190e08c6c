"""Which files are in a folder, and what in it cannot be read: nothing is passed over in silence, nothing read twice."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple


class Found(NamedTuple):
    """A file below a folder; or something that is no file to read, with the reason."""

    path: Path
    problem: str = ""


def below(folder: str | Path) -> list[Found]:
    """Everything below a folder but what is hidden (its name begins with a dot), in the order of the paths.

    Links are not followed out of the folder; one to something inside counts only where that is not found anyway.
    """
    walk = _Walk(Path(folder))
    return sorted(walk.everything(), key=lambda found: found.path.relative_to(folder).as_posix())


def id_below(folder: Path, file: Path) -> str:
    """What the text in a file below a folder is called: its path from there, without suffixes.

    >>> id_below(Path("letters"), Path("letters/may/anna.txt.gz"))
    'may/anna'
    """
    return Path(file.relative_to(folder).as_posix().removesuffix(".gz")).with_suffix("").as_posix()


@dataclass
class _Walk:
    """A way through a folder that remembers where it has been."""

    folder: Path
    links: list[Path] = field(default_factory=list)
    been: set[str] = field(default_factory=set)

    def everything(self) -> Iterator[Found]:
        root = os.path.realpath(self.folder)
        yield from self._inside(self.folder, root)
        # Links come last, so that what they point to is known by its own path. Following one may bring more of them.
        while self.links:
            yield from self._behind(self.links.pop(), root)

    def _inside(self, folder: Path, real: str) -> Iterator[Found]:
        self.been.add(real)
        try:
            with os.scandir(folder) as opened:
                entries = sorted((entry for entry in opened if not entry.name.startswith(".")), key=lambda e: e.name)
        except OSError as error:
            yield Found(folder, f"cannot be read: {error.strerror}")
            return
        for entry in entries:
            path, real_path = folder / entry.name, os.path.join(real, entry.name)
            if entry.is_symlink():
                self.links.append(path)
            elif entry.is_dir(follow_symlinks=False):
                yield from self._inside(path, real_path)
            else:
                self.been.add(real_path)
                yield _file(path, entry.is_file(follow_symlinks=False))

    def _behind(self, link: Path, root: str) -> Iterator[Found]:
        real = os.path.realpath(link)
        if not os.path.exists(real):
            yield Found(link, "a link to something that is not there")
        elif real != root and not real.startswith(os.path.join(root, "")):
            yield Found(link, "a link out of the folder, which is not followed")
        elif real not in self.been and os.path.isdir(real):
            yield from self._inside(link, real)
        elif real not in self.been:
            self.been.add(real)
            yield _file(link, os.path.isfile(real))


def _file(path: Path, is_file: bool) -> Found:
    """The file, unless it is a pipe, a socket or a device: those may never end, or never begin."""
    return Found(path) if is_file else Found(path, "a pipe, socket or device, which is not read in a folder")
