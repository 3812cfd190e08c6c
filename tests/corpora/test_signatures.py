"""Files that are no plain text are called what they are."""

import gzip
import io
import zipfile

import pytest

from unname.corpora import read
from unname.corpora.files import NotPlainText
from unname.corpora.signatures import looks_binary, what_else, wide_encoding

MARKER = "Xanthippe"


def zipped(*names: str, first: bytes = MARKER.encode()) -> bytes:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as archive:
        for name in names:
            archive.writestr(name, first)
    return kept.getvalue()


FILES = {
    ".docx": (zipped("[Content_Types].xml", "word/document.xml"), "a Word document (.docx); save it as plain text"),
    ".xlsx": (zipped("[Content_Types].xml", "xl/workbook.xml"), "an Excel workbook (.xlsx); save its sheets as CSV"),
    ".pptx": (zipped("ppt/presentation.xml"), "a PowerPoint presentation"),
    ".odt": (zipped("mimetype", first=b"application/vnd.oasis.opendocument.text"), "an OpenDocument text (.odt)"),
    ".zip": (zipped("letters/anna.txt"), "a ZIP archive"),
    ".pdf": (b"%PDF-1.7\n" + MARKER.encode(), "a PDF document; save it as plain text first"),
    ".rtf": (b"{\\rtf1\\ansi " + MARKER.encode() + b"}", "an RTF document"),
    ".doc": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + MARKER.encode("utf-16-le"), "an Office document of old (.doc"),
    "gzip": (gzip.compress(MARKER.encode()), "packed with gzip; give its name the ending .gz"),
    ".sqlite": (b"SQLite format 3\x00" + MARKER.encode(), "an SQLite database; export it"),
    ".parquet": (b"PAR1\x15\x04" + MARKER.encode(), "a Parquet file; export it"),
    ".png": (b"\x89PNG\r\n\x1a\n\x00" + MARKER.encode(), "an image (PNG)"),
    ".jpg": (b"\xff\xd8\xff\xe0\x00\x10JFIF" + MARKER.encode(), "an image (JPEG)"),
    ".tar": (b"letters/anna.txt".ljust(257, b"\0") + b"ustar\x00" + MARKER.encode(), "a tar archive"),
    ".exe": (b"MZ\x90\x00" + MARKER.encode(), "a program"),
    "utf-16": (f"Dear {MARKER}".encode("utf-16"), "UTF-16, not utf-8; give --encoding utf-16"),
    "utf-16-be": (f"Dear {MARKER}".encode("utf-16-be"), "UTF-16-BE, not utf-8; give --encoding utf-16-be"),
    "utf-32": (f"Dear {MARKER}".encode("utf-32"), "UTF-32, not utf-8; give --encoding utf-32"),
    "utf-32-le": (f"Dear {MARKER}".encode("utf-32-le"), "UTF-32-LE, not utf-8; give --encoding utf-32-le"),
}


@pytest.mark.parametrize("name", ["case-7", "case-7.txt", "case-7.jsonl", "case-7.json", "case-7.conll"])
@pytest.mark.parametrize(("raw", "said"), FILES.values(), ids=FILES)
def test_other_kinds_are_told_once_with_what_to_do(tmp_path, raw, said, name):
    path = tmp_path / name
    path.write_bytes(raw)
    failures = []
    assert list(read(path, failed=failures.append)) == []
    (error,) = failures
    assert isinstance(error, NotPlainText)
    # Of an archive, the first line need not hold the names in it.
    is_cut = raw.startswith(b"PK") and name.endswith(("jsonl", "conll"))
    assert str(error).startswith(f"{path}: is {'a' if is_cut else said}")
    assert MARKER not in str(error)


@pytest.mark.parametrize(
    "text",
    [
        "BZh and BMW",
        "MZ",
        "PAR1 is a receptor.",
        "ID3 tags",
        "GIF89a was a format",
        "RIFF-RAFF",
        "Rar!",
        "",
        "PK",
        "\t\f\n",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_words_are_words(text, encoding):
    raw = f"{text} Zoë".encode(encoding)
    assert what_else(raw) is None
    assert wide_encoding(raw) is None
    assert not looks_binary(raw)


def test_text_that_is_said_to_be_wide_is_read(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("Zoë".encode("utf-16"))
    assert next(iter(read(path, encoding="utf-16"))).text == "Zoë"
