"""Files that appear together when all of them are whole, or not at all."""

import errno
import os
import shutil
import sys
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from unname.core.errors import InputError
from unname.core.unfinished import if_ended

_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)


@dataclass(eq=False)
class Parcel:
    """What a run writes, kept out of sight until it is delivered.

    Each file is written into a hidden folder beside the place where it is wanted, which its owner alone can enter, and
    gets its name in the end; nothing that is there is ever written over. `place` is where to write what is wanted in a
    folder of its own. What cannot be taken back, as on standard output or in a pipe, goes out last.
    """

    place: Path | None = None
    _hidden: dict[Path, Path] = field(default_factory=dict, repr=False)
    _names: list[tuple[Path, Path]] = field(default_factory=list, repr=False)
    _moved: set[Path] = field(default_factory=set, repr=False)
    _made: list[Path] = field(default_factory=list, repr=False)
    _streams: list[tuple[Path | None, Iterable[str]]] = field(default_factory=list, repr=False)
    _folder: Path | None = field(default=None, repr=False)

    def open_folder(self, wanted: Path) -> None:
        """Write into that folder; a new one appears at once, one that is there and empty is filled."""
        self._folder = wanted.absolute()
        if self._folder.is_dir():
            self.place = self._beside(self._folder / "any")
            return
        for parent in reversed([each for each in self._folder.parents if not each.exists()]):
            with _telling(f"cannot make the folder {wanted}"):
                parent.mkdir()
            self._made.append(parent)
        # Inside of the hidden one, so that it has the permissions of any new folder when it comes out.
        self.place = self._beside(self._folder) / self._folder.name
        self.place.mkdir()

    def reserve(self, path: Path) -> None:
        """Make sure that a file can be written there, before any work is done for it."""
        if not is_stream(path):
            self._beside(path.absolute())

    def write(self, path: Path | None, content: Iterable[str], mode: int | None = None) -> None:
        """Write a file, readable by its owner alone if `mode` says so; None is standard output."""
        from unname.corpora.files import write_whole

        if path is None or is_stream(path):
            self._streams.append((path, content))
        elif self.place is not None and path.parent == self.place:
            write_whole(path, content, mode)
        else:
            wanted = path.absolute()
            hidden = self._beside(wanted) / wanted.name
            write_whole(hidden, content, mode)
            self._names.append((hidden, wanted))

    def deliver(self) -> None:
        """Give everything its name: what is kept beside a release first, so that no release is there without it."""
        for hidden, wanted in self._names:
            with _telling(f"cannot write {wanted}"):
                self._name(hidden, wanted)
        if self._folder is not None and self.place is not None:
            with _telling(f"cannot write {self._folder}"):
                self._fill(self.place, self._folder)
        for path, content in self._streams:
            _send(path, content)

    def take_back(self) -> None:
        """Take away what was delivered and is ours."""
        for hidden, wanted in reversed(self._names):
            with suppress(OSError):
                if hidden.exists():
                    if wanted.samefile(hidden):
                        wanted.unlink()
                elif hidden in self._moved:
                    os.rename(wanted, hidden)

    def clear(self) -> None:
        """Take away all that is out of sight, and folders that were made for nothing."""
        for hidden in self._hidden.values():
            shutil.rmtree(hidden, ignore_errors=True)
        for folder in reversed(self._made):
            with suppress(OSError):
                folder.rmdir()

    def _beside(self, wanted: Path) -> Path:
        """The hidden folder in which something waits for its name."""
        folder = wanted.parent
        if folder not in self._hidden:
            # Any other name than that of a former run, which may have been killed and left its own behind.
            self._hidden[folder] = folder / f".unname-{uuid.uuid4().hex}.part"
            with _telling(f"cannot write {wanted}"):
                self._hidden[folder].mkdir(mode=0o700)
        return self._hidden[folder]

    def _fill(self, place: Path, folder: Path) -> None:
        if place.parent == folder:
            for hidden in sorted(place.iterdir()):
                self._names.append((hidden, folder / hidden.name))
                self._name(hidden, folder / hidden.name)
        else:
            self._names.append((place, folder))
            self._moved.add(place)
            # Fails if a folder with something in it is there by now.
            os.rename(place, folder)

    def _name(self, hidden: Path, wanted: Path) -> None:
        """Give a file a name that nothing has, which is checked and done in one step where the system can."""
        try:
            os.link(hidden, wanted)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            if os.path.lexists(wanted):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
            self._moved.add(hidden)
            os.rename(hidden, wanted)


@contextmanager
def packed(folder: Path | None, files: Sequence[Path | None]) -> Iterator[Parcel]:
    """A parcel for a folder, or none, and for these files; what was not delivered leaves nothing behind."""
    parcel = Parcel()

    def undo() -> None:
        parcel.take_back()
        parcel.clear()

    with if_ended(undo):
        try:
            if folder is not None:
                parcel.open_folder(folder)
            for file in files:
                if file is not None:
                    parcel.reserve(file)
            yield parcel
        except BaseException:
            parcel.take_back()
            raise
        finally:
            parcel.clear()


def is_stream(path: Path) -> bool:
    """Whether what is written there goes on to somebody: a pipe or a device, which cannot be written over."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _send(path: Path | None, content: Iterable[str]) -> None:
    from unname.corpora.files import write_whole

    if path is not None:
        write_whole(path, content)
        return
    for piece in content:
        sys.stdout.write(piece)
    sys.stdout.flush()


@contextmanager
def _telling(what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"{what}: {error.strerror or 'failed'}") from None
