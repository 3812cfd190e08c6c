"""What a file is that is no plain text, told by its first bytes, and what to do about it."""

from collections.abc import Iterator

_SAVE = "save it as plain text first"
_UNPACK = "unpack it first"
_EXPORT = "export it as text, JSON Lines or CSV first"
_NO_TEXT = "it has no text to release"

_WRITTEN: tuple[tuple[bytes, str, str], ...] = (
    (b"%PDF-", "a PDF document", _SAVE),
    (b"%!PS", "a PostScript document", _SAVE),
    (b"{\\rtf", "an RTF document", _SAVE),
)
"""Documents that consist of letters and still are no text to read."""

_BINARY: tuple[tuple[bytes, str, str], ...] = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Office document of old (.doc, .xls, .ppt) or an Outlook message", _SAVE),
    (b"\xdbA-", "a Word document of old (.doc)", _SAVE),
    (b"\xffWPC", "a WordPerfect document", _SAVE),
    (b"\x1f\x8b", "packed with gzip", "give its name the ending .gz, or unpack it first"),
    (b"BZh", "packed with bzip2", _UNPACK),
    (b"\xfd7zXZ\x00", "packed with xz", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "packed with zstd", _UNPACK),
    (b"\x04\x22\x4d\x18", "packed with lz4", _UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", _UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive", _UNPACK),
    (b"SQLite format 3\x00", "an SQLite database", _EXPORT),
    (b"PAR1", "a Parquet file", _EXPORT),
    (b"ARROW1\x00", "an Arrow file", _EXPORT),
    (b"ORC\x00", "an ORC file", _EXPORT),
    (b"Obj\x01", "an Avro file", _EXPORT),
    (b"\x89HDF\r\n", "an HDF5 file", _EXPORT),
    (b"\x93NUMPY", "a NumPy array", _EXPORT),
    (b"\x89PNG\r\n", "an image (PNG)", _NO_TEXT),
    (b"\xff\xd8\xff", "an image (JPEG)", _NO_TEXT),
    (b"GIF87a", "an image (GIF)", _NO_TEXT),
    (b"GIF89a", "an image (GIF)", _NO_TEXT),
    (b"II*\x00", "an image (TIFF)", _NO_TEXT),
    (b"MM\x00*", "an image (TIFF)", _NO_TEXT),
    (b"AT&TFORM", "a scanned document (DjVu)", _SAVE),
    (b"\x7fELF", "a program", _NO_TEXT),
    (b"\xca\xfe\xba\xbe", "a program", _NO_TEXT),
    (b"\xcf\xfa\xed\xfe", "a program", _NO_TEXT),
    (b"OggS", "a recording (Ogg)", _NO_TEXT),
    (b"fLaC", "a recording (FLAC)", _NO_TEXT),
    (b"ID3", "a recording (MP3)", _NO_TEXT),
    (b"\x1aE\xdf\xa3", "a film (Matroska)", _NO_TEXT),
    (b"!BDN", "an Outlook mailbox (.pst)", _EXPORT),
    (b"MZ", "a program", _NO_TEXT),
    (b"BM", "an image (BMP)", _NO_TEXT),
    (b"RIFF", "an image, a recording or a film (WebP, WAV, AVI)", _NO_TEXT),
)
"""Other files. Those that begin with a word count only where there are bytes that no text has."""

_ZIPPED: tuple[tuple[bytes, str, str], ...] = (
    (b"word/", "a Word document (.docx)", _SAVE),
    (b"xl/", "an Excel workbook (.xlsx)", "save its sheets as CSV first"),
    (b"ppt/", "a PowerPoint presentation (.pptx)", _SAVE),
    (b"vnd.oasis.opendocument.text", "an OpenDocument text (.odt)", _SAVE),
    (b"vnd.oasis.opendocument.spreadsheet", "an OpenDocument spreadsheet (.ods)", "save its sheets as CSV first"),
    (b"vnd.oasis.opendocument", "an OpenDocument file", _SAVE),
    (b"epub+zip", "an e-book (.epub)", _SAVE),
)
_MARKS: tuple[tuple[bytes, str], ...] = (
    # UTF-32 first: its mark begins like that of UTF-16.
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_SAMPLE = 4096
_IN_TEXT = bytes({*range(32, 256), *b"\t\n\v\f\r\b\x1a\x1b\x85"} - {127})


def what_else(raw: bytes) -> str | None:
    """What the bytes are if they are no plain text in an encoding of single bytes, with advice; None if they may be.

    >>> what_else(b"%PDF-1.7")
    'a PDF document; save it as plain text first'
    >>> what_else(b"Dear Anna,") is None
    True
    """
    for kind, advice in _kinds(raw):
        return f"{kind}; {advice}"
    return None


def wide_encoding(raw: bytes) -> str | None:
    """The encoding of two or four bytes a letter that the bytes seem to be in, if any.

    >>> wide_encoding("Dear Anna".encode("utf-16-le"))
    'utf-16-le'
    """
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return encoding
    sample = raw[:_SAMPLE]
    for width in (4, 2):
        n_letters = len(sample) // width
        for first, encoding in ((0, f"utf-{8 * width}-le"), (width - 1, f"utf-{8 * width}-be")):
            if n_letters and _is_wide(sample[: n_letters * width], width, first):
                return encoding
    return None


def _is_wide(sample: bytes, width: int, first: int) -> bool:
    """Whether most letters have their low byte at `first`, and nothing but zeros in the others."""
    others = [sample[at::width] for at in range(width) if at != first]
    n_letters = len(sample) // width
    empty = min(part.count(0) for part in others)
    return empty >= 0.6 * n_letters and sample[first::width].count(0) <= 0.1 * n_letters


def looks_binary(raw: bytes) -> bool:
    """Whether there are control characters that no text has.

    >>> looks_binary(b"\\x00\\x01"), looks_binary(b"a\\tb")
    (True, False)
    """
    return bool(raw[:_SAMPLE].translate(None, delete=_IN_TEXT))


def _counts(start: bytes, is_binary: bool) -> bool:
    """Whether first bytes tell what a file is: a text may begin with them, too, if they are a word."""
    return is_binary or not start.isascii()


def _kinds(raw: bytes) -> Iterator[tuple[str, str]]:
    yield from ((kind, advice) for start, kind, advice in _WRITTEN if raw.startswith(start))
    is_binary = looks_binary(raw)
    yield from (
        (kind, advice) for start, kind, advice in _BINARY if raw.startswith(start) and _counts(start, is_binary)
    )
    if not is_binary:
        return
    if raw.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        yield from ((kind, advice) for part, kind, advice in _ZIPPED if part in raw)
        yield "a ZIP archive, or an Office document (.docx, .xlsx, .odt)", "unpack it, or save it as plain text first"
    if raw[4:8] == b"ftyp":
        yield "an image or a film (HEIC, MP4)", _NO_TEXT
    if raw[257:262] == b"ustar":
        yield "a tar archive", _UNPACK
