"""Every format: it reads what it writes, refuses what is not its own by file and place, and quotes nothing."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from fakes import FakeFormat
from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import InputError
from unname.core.redaction import Edit, Redaction
from unname.core.registry import create, names, parse
from unname.core.roles import Format, WritableFormat
from unname.corpora.reading import File

MARKER = "Xanthippe"
TEXTS = (f"{MARKER} left Zoë's house.", "It rained 🌷 on שלום.")


class Sample(NamedTuple):
    """How a format holds texts: as it should, and broken, with the place that is told."""

    hold: Callable[..., str]
    broken: bytes
    place: str


def _records(*texts: str) -> list[dict[str, str]]:
    return [{"id": f"d{number}", "text": text} for number, text in enumerate(texts)]


def _cases(*texts: str) -> str:
    return json.dumps(
        [{"doc_id": record["id"], "text": record["text"], "annotations": {}} for record in _records(*texts)]
    )


def _tokens(*texts: str) -> str:
    return "".join(
        f"# newdoc id = d{number}\n" + "".join(f"{word}\tO\n" for word in text.split()) + "\n"
        for number, text in enumerate(texts)
    )


def _marked(*texts: str) -> str:
    return "\n".join(f"%%% {record['id']} | invented\n{record['text']}" for record in _records(*texts))


def _lines(*texts: str) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in _records(*texts))


SAMPLES = {
    "fake": Sample(lambda *texts: "\f".join(texts), f"\f{MARKER}".encode(), "part 1"),
    "text": Sample(lambda *texts: texts[0], f"\0{MARKER}".encode(), "looks binary"),
    "jsonl": Sample(_lines, b'\n{"id": "a", "text": "%s\n' % MARKER.encode(), "line 2"),
    "json": Sample(lambda *texts: json.dumps(_records(*texts)), b'[\n{"text": "%s]' % MARKER.encode(), "line 2"),
    "tab": Sample(_cases, b'[\n{"text": "%s]' % MARKER.encode(), "line 2"),
    "marked": Sample(_marked, f"%%% a\n\n%%% b\n⟦d:PERSON|{MARKER}".encode(), "line 3"),
    "conll": Sample(_tokens, f"Ann\tO\n{MARKER}\t{MARKER}\n".encode(), "line 2"),
}
"""A new format needs a line here."""


FORMATS: list[Format] = [FakeFormat(), *(create("format", name) for name in names("format"))]


@pytest.fixture(params=FORMATS, ids=lambda format: format.name)
def format(request: pytest.FixtureRequest) -> Format:
    found: Format = request.param
    return found


@pytest.fixture(params=[each for each in FORMATS if isinstance(each, WritableFormat)], ids=lambda format: format.name)
def writable(request: pytest.FixtureRequest) -> WritableFormat:
    found: WritableFormat = request.param
    return found


@pytest.fixture
def sample(format: Format) -> Sample:
    return SAMPLES[parse(format.name)[0]]


@pytest.fixture
def held(format: Format) -> tuple[str, ...]:
    return texts_for(format)


def texts_for(format: Format) -> tuple[str, ...]:
    """The texts that one file of this format can hold."""
    return TEXTS[:1] if format.holds_one else TEXTS


def read(format: Format, path: Path, raw: bytes, encoding: str = "utf-8") -> list[Document]:
    path.write_bytes(gzip.compress(raw) if path.suffix == ".gz" else raw)
    return list(format.read(File(path, encoding)))


def refused(format: Format, path: Path, raw: bytes, encoding: str = "utf-8") -> str:
    with pytest.raises(InputError) as error:
        read(format, path, raw, encoding)
    message = str(error.value)
    assert message.startswith(str(path))
    assert MARKER not in message
    assert "\n" not in message
    assert error.value.__cause__ is None
    assert error.value.__context__ is None or error.value.__suppress_context__
    return message


def texts(documents: list[Document]) -> tuple[str, ...]:
    return tuple(document.text for document in documents)


def test_it_plays_the_role(format: Format) -> None:
    assert isinstance(format, Format)
    assert parse(format.name)[0]
    assert all(
        ending.startswith(".") and ending == ending.lower() and ending.count(".") == 1 for ending in format.endings
    )


def test_texts_are_read_plain_and_packed(format: Format, sample: Sample, held: tuple[str, ...], tmp_path: Path) -> None:
    raw = sample.hold(*held).encode()
    plain, packed = read(format, tmp_path / "a", raw), read(format, tmp_path / "a.gz", raw)
    assert texts(plain) == held
    assert plain == packed == read(format, tmp_path / "a", raw)
    assert all(document.id for document in plain)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32-le", "gb18030"])
def test_any_encoding_is_read_and_a_mark_at_the_start_is_dropped(
    format: Format, sample: Sample, held: tuple[str, ...], tmp_path: Path, encoding: str
) -> None:
    raw = sample.hold(*held).encode(encoding)
    assert texts(read(format, tmp_path / "a", raw, encoding)) == held
    if encoding == "utf-8-sig":
        assert texts(read(format, tmp_path / "a", raw)) == held


def test_line_ends_of_other_systems_change_nothing_but_themselves(
    format: Format, sample: Sample, held: tuple[str, ...], tmp_path: Path
) -> None:
    raw = sample.hold(*held).replace("\n", "\r\n").encode()
    assert texts(read(format, tmp_path / "a", raw)) == held


def test_an_empty_file_holds_no_text_or_is_refused(format: Format, tmp_path: Path) -> None:
    try:
        documents = read(format, tmp_path / "a", b"")
    except InputError as error:
        assert str(error).startswith(str(tmp_path / "a"))  # noqa: PT017 - both are allowed
    else:
        assert not any(texts(documents))


def test_what_is_broken_is_refused_by_its_place(format: Format, sample: Sample, tmp_path: Path) -> None:
    assert sample.place in refused(format, tmp_path / "a", sample.broken)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (f"{MARKER} caf\xe9".encode("latin-1"), "utf-8"),
        (f"{MARKER} writes home".encode("utf-16"), "give --encoding utf-16"),
        (b"%PDF-1.7\n" + MARKER.encode(), "is a PDF document"),
        (b"\x7fELF\x00\x01" + MARKER.encode(), "is a program"),
        (gzip.compress(MARKER.encode()), "packed with gzip"),
    ],
    ids=["latin-1", "utf-16", "pdf", "program", "gzip"],
)
def test_what_is_no_text_is_refused(format: Format, tmp_path: Path, raw: bytes, said: str) -> None:
    assert said in refused(format, tmp_path / "a", raw)


def test_what_is_not_there_or_damaged_is_refused(
    format: Format, sample: Sample, held: tuple[str, ...], tmp_path: Path
) -> None:
    packed = gzip.compress(sample.hold(*held).encode())
    (tmp_path / "cut.gz").write_bytes(packed[: len(packed) // 2])
    for name in ("cut.gz", "none"):
        with pytest.raises(InputError, match="damaged" if name == "cut.gz" else "No such file"):
            list(format.read(File(tmp_path / name)))


def test_lone_surrogates_are_refused(format: Format, tmp_path: Path, sample: Sample) -> None:
    raw = sample.hold(f"{MARKER} \ud800").encode("utf-8", "surrogatepass")
    assert MARKER not in refuse_or_nothing(format, tmp_path / "a", raw)
    assert MARKER not in refuse_or_nothing(format, tmp_path / "a", json.dumps(_records(f"{MARKER}\ud800")).encode())


def refuse_or_nothing(format: Format, path: Path, raw: bytes) -> str:
    """The refusal; what was read instead must be Unicode."""
    try:
        documents = read(format, path, raw)
    except InputError as error:
        return str(error)
    "".join(texts(documents)).encode()
    return ""


def test_a_huge_line(format: Format, sample: Sample, tmp_path: Path) -> None:
    text = "word " * 400_000 + "end"
    assert texts(read(format, tmp_path / "a", sample.hold(text).encode())) == (text,)


def test_what_it_writes_it_reads_and_nothing_in_it_points_back(writable: WritableFormat, tmp_path: Path) -> None:
    edits = (Edit(Span(1234, 5678), Span(0, 3), "entity-17"),)
    redactions = [Redaction(f"d{n}", text, edits) for n, text in enumerate(texts_for(writable))]
    written = "".join(writable.write(redactions))
    assert written == "".join(writable.write(iter(redactions)))
    assert not [trace for trace in ("1234", "5678", "entity-17") if trace in written]
    documents = read(writable, tmp_path / "a", written.encode())
    assert texts(documents) == texts_for(writable)
    if not writable.holds_one:
        assert [document.id for document in documents] == [redaction.document for redaction in redactions]


def test_documents_keep_what_was_found_where_there_is_a_place_for_it(writable: WritableFormat, tmp_path: Path) -> None:
    mention = Mention(Span(0, 2), "PERSON", "e1", Role.DIRECT, 0.5, "badges")
    documents = [Document(f"d{n}", text, "pl", "p1", (mention,)) for n, text in enumerate(texts_for(writable))]
    again = read(writable, tmp_path / "a", "".join(writable.write(documents)).encode())
    assert texts(again) == texts_for(writable)
    assert all(document.mentions in ((), (mention,)) for document in again)


def test_what_is_written_of_nothing_holds_nothing(writable: WritableFormat, tmp_path: Path) -> None:
    assert not any(texts(read(writable, tmp_path / "a", "".join(writable.write([])).encode())))
