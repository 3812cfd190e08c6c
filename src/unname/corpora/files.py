"""Bytes to text and back: decoding that says what is wrong, and files that appear whole or not at all."""

import gzip
import json
import os
import sys
import uuid
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from unname.core.errors import ConfigError, InputError
from unname.core.unfinished import if_ended
from unname.corpora.signatures import looks_binary, what_else, wide_encoding

STANDARD_INPUT = "-"

Failed = Callable[[InputError], None]
"""Takes each error, so that the rest can go on; or raises it."""

_BOM = "\ufeff"


def refuse(error: InputError) -> None:
    """Raise the error: nothing goes on after it."""
    raise error


class NotPlainText(InputError):
    """A file of another kind: none of its lines is worth a try."""


def read_text(path: str | Path, encoding: str = "utf-8") -> str:
    """The whole text of a file (unpacked if its name ends in `.gz`), line ends untouched."""
    with opened(path) as stream:
        raw = stream.read()
    _refuse_other_kinds(raw, path, encoding)
    return decode(raw, path, encoding)


def numbered_lines(path: str | Path, encoding: str = "utf-8", failed: Failed = refuse) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers from 1, one at a time and without line ends."""
    if _newline(encoding) != b"\n":
        for number, line in enumerate(read_text(path, encoding).split("\n"), start=1):
            yield number, line.removesuffix("\r")
        return
    offset = 0
    with opened(path) as stream:
        for number, raw in enumerate(stream, start=1):
            if number == 1:
                _refuse_other_kinds(raw, path, encoding)
            try:
                line = decode(raw, f"{path}, line {number}", encoding, offset)
                yield number, line.removesuffix("\n").removesuffix("\r")
            except InputError as error:
                failed(error)
            offset += len(raw)


def decode(raw: bytes, where: str | Path, encoding: str, offset: int = 0) -> str:
    """Decode strictly; a byte order mark at the start is dropped, and errors never quote the content."""
    if len(_newline(encoding)) == 1 and b"\0" in raw:
        raise InputError(f"{where}: looks binary: has NUL bytes; if it is text, name its encoding with --encoding")
    try:
        text = raw.decode(encoding)
    except UnicodeError as error:
        at = offset + (error.start if isinstance(error, UnicodeDecodeError) else 0)
        advice = "looks binary" if looks_binary(raw) else f"expected {encoding}, give another with --encoding"
        raise InputError(f"{where}: not valid {encoding} at byte {at}; {advice}") from None
    return text.removeprefix(_BOM) if offset == 0 else text


def _refuse_other_kinds(raw: bytes, path: str | Path, encoding: str) -> None:
    """Say what a file is that is no text in this encoding, and what to do."""
    if kind := what_else(raw):
        raise NotPlainText(f"{path}: is {kind}")
    wide = wide_encoding(raw)
    if wide and len(_newline(encoding)) == 1:
        raise NotPlainText(f"{path}: is {wide.upper()}, not {encoding}; give --encoding {wide}")


def load_json(path: str | Path, encoding: str = "utf-8") -> Any:
    """The content of a JSON file; errors tell the place and never the content."""
    return parse_json(read_text(path, encoding), str(path))


def parse_json(text: str, where: str) -> Any:
    """Parse JSON; errors tell the place and never the content."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}" if error.lineno > 1 else f"column {error.colno}"
        raise InputError(f"{where}: not valid JSON at {place}") from None
    except (ValueError, RecursionError):
        raise InputError(f"{where}: JSON that is nested too deep or holds too long a number") from None


def stem(path: str | Path) -> str:
    """The name of a file without its folder and its suffixes; that of standard input is `stdin`.

    >>> stem("letters/to.anna.txt.gz")
    'to.anna'
    """
    return "stdin" if str(path) == STANDARD_INPUT else Path(Path(path).name.removesuffix(".gz")).stem


@contextmanager
def opened(path: str | Path) -> Iterator[IO[bytes]]:
    """A file, a packed file or standard input (`-`) open for reading bytes."""
    if str(path) == STANDARD_INPUT:
        if sys.stdin is None:
            raise InputError("standard input is closed")
        yield sys.stdin.buffer
        return
    try:
        with open(path, "rb") as stream:
            if str(path).endswith(".gz"):
                with gzip.GzipFile(fileobj=stream) as unpacked:
                    yield unpacked  # type: ignore[misc]
            else:
                yield stream
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise InputError(f"{path}: damaged or not a gzip file") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or 'cannot be read'}") from None


def write_whole(path: str | Path, content: str | bytes | Iterable[str | bytes], mode: int | None = None) -> None:
    """Write a file that appears whole or not at all, packed if its name ends in `.gz`.

    The content goes to a temporary file in the same folder that then takes the name; on any failure it is
    removed. `mode` sets the permissions from the first byte on; None leaves them to the umask.
    """
    path = Path(path)
    pieces = (content,) if isinstance(content, str | bytes) else content
    if path.exists() and not path.is_file():
        if path.is_dir():
            raise InputError(f"cannot write {path}: is a folder")
        with _telling_where(path), open(path, "wb") as device:
            device.writelines(_encoded(piece) for piece in pieces)
        return
    temporary = path.with_name(f".{uuid.uuid4().hex}.part")
    with if_ended(lambda: temporary.unlink(missing_ok=True)):
        try:
            with _telling_where(path):
                _write_pieces(temporary, pieces, mode, packed=path.suffix == ".gz")
                os.replace(temporary, path)
        finally:
            with suppress(OSError):
                temporary.unlink()


@contextmanager
def _telling_where(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or 'failed'}") from None


def _write_pieces(path: Path, pieces: Iterable[str | bytes], mode: int | None, packed: bool) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else mode)
    with os.fdopen(descriptor, "wb") as stream:
        if mode is not None:
            os.chmod(path, mode)
        if not packed:
            stream.writelines(_encoded(piece) for piece in pieces)
            return
        # An empty name and no time: a packed file must not tell where and when it was made.
        with gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0) as pack:
            for piece in pieces:
                pack.write(_encoded(piece))


def _encoded(piece: str | bytes) -> bytes:
    try:
        return piece.encode("utf-8") if isinstance(piece, str) else piece
    except UnicodeEncodeError as error:
        raise InputError(f"cannot write: lone surrogate at position {error.start}") from None


def _newline(encoding: str) -> bytes:
    """The bytes of a line end, without the mark that some encodings put at the start."""
    try:
        return "\n\n".encode(encoding).removeprefix("\n".encode(encoding))
    except LookupError:
        raise ConfigError(f"unknown encoding {encoding!r}") from None
    except UnicodeError:
        return b""
