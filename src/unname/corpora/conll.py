"""CoNLL and its relatives: one token a line with a tag, a blank line after each sentence.

Tokens are joined by single blanks and sentences by a line break, so positions are those of the joined text.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from unname.core.document import LABELS, Document, Mention, Span
from unname.core.errors import ConfigError, InputError
from unname.core.example import Example, Mark
from unname.core.registry import spelled
from unname.core.roles import Readable
from unname.corpora.files import stem

TAGS: Mapping[str, str | None] = {
    **{label: label for label in LABELS},
    **dict.fromkeys(("PER", "PERS", "NAME"), "PERSON"),
    **dict.fromkeys(("ORGANIZATION", "ORGANISATION", "COMPANY"), "ORG"),
    **dict.fromkeys(("LOCATION", "GPE", "GEO", "FAC", "ADDRESS"), "LOC"),
    **dict.fromkeys(("DATE", "TIME", "TIM"), "DATETIME"),
    **dict.fromkeys(("MONEY", "PERCENT", "CARDINAL", "ORDINAL"), "QUANTITY"),
    **dict.fromkeys(("NORP", "LANGUAGE"), "DEM"),
    **dict.fromkeys(("OTH", "OTHER", "LAW", "EVENT", "PRODUCT", "WORK_OF_ART"), "MISC"),
}
"""Usual tag names and our labels; a tag that maps to None is skipped, one that is not here is an error."""

_TAG = re.compile(r"O|[BIESLUM]-\S+")
_COMMENT = re.compile(r"#\s*\w[\w:. -]*\s=(\s|$)")
_NEW_DOCUMENT = re.compile(r"#\s*newdoc(?:\s+id)?(?:\s*=\s*(.*))?")
_PREFIXES = frozenset("BIESLUM")
_SAMPLE = 500


@dataclass
class _Draft:
    """A text being read: sentences so far, and what is marked in them."""

    id: str
    sentences: list[str] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    length: int = 0

    def add(self, rows: Sequence[tuple[str, str, str | None]]) -> None:
        """Append one sentence of tokens with prefix and label."""
        text = " ".join(token for token, _, _ in rows)
        for span, label in _chunks(rows):
            self.marks.append(Mark(Span(span.start + self.length, span.end + self.length), label))
        self.sentences.append(text)
        self.length += len(text) + 1

    def example(self) -> Example:
        """The finished text."""
        return Example(self.id, "\n".join(self.sentences), tuple(self.marks))


@dataclass(frozen=True)
class Conll:
    """Files in IOB1, IOB2, BIOES or BILOU.

    A new document begins at `-DOCSTART-` or `# newdoc`; without these the file is one. `labels` maps tag
    names (without prefix, any case; `*` stands for all others) to labels, or to None to skip them. The
    columns of token and tag are counted from 0 (negative from the right) and found from the first lines
    where not given.
    """

    labels: Mapping[str, str | None] = field(default_factory=lambda: TAGS)
    token: int | None = None
    tag: int | None = None
    language: str = "en"
    endings = (".conll", ".iob2")
    holds_one = False

    @property
    def name(self) -> str:
        """The name with settings."""
        return spelled("conll", self)

    def read(self, file: Readable) -> Iterator[Document]:
        """The documents with the mentions that are tagged in them."""
        for example in read_tagged(file, _checked_labels(self.labels), self.token, self.tag):
            mentions = tuple(Mention(span, label, source="gold") for span, label in example.marks)
            yield Document(example.id, example.text, self.language, None, mentions)


def read_tagged(
    file: Readable, labels: Mapping[str, str | None] | None = None, token: int | None = None, tag: int | None = None
) -> Iterator[Example]:
    """The texts of a file with what is tagged in them: under the name of the tag, or what `labels` map it to."""
    name = stem(file.path)
    draft = _Draft(name)
    rows: list[tuple[str, str, str | None]] = []
    n_texts = 0
    lines = list(file.lines())
    columns = _find_columns(lines, token, tag)
    for number, line in lines:
        parts = _split(line)
        starts = _NEW_DOCUMENT.fullmatch(line.strip()) or (parts and parts[0] == "-DOCSTART-")
        if rows and (starts or not parts):
            draft.add(rows)
            rows = []
        if starts:
            if draft.sentences:
                yield draft.example()
                n_texts += 1
            named = starts[1] if isinstance(starts, re.Match) else ""
            draft = _Draft(named or f"{name}-{n_texts + 1}")
        elif parts and not _is_comment(line, parts, columns):
            row = _row(parts, columns, labels, f"{file.path}, line {number}")
            # Twitter corpora hold tags of tokens that were emptied by cleaning.
            rows += [row] if row[0] else []
    if rows:
        draft.add(rows)
    if draft.sentences or not n_texts:
        yield draft.example()


def _chunks(rows: Sequence[tuple[str, str, str | None]]) -> Iterator[tuple[Span, str]]:
    at = 0
    start, end, label, open_label = 0, 0, "", ""
    for token, prefix, name in rows:
        # In IOB1 an I begins a chunk unless the same label is open; B, S and U always do.
        begins = bool(name) and (prefix in "BSU" or name != open_label)
        if label and (begins or not name):
            yield Span(start, end), label
            label = ""
        if name:
            if begins:
                start, label = at, name
            end = at + len(token)
        open_label = name if name and prefix not in "ELSU" else ""
        at += len(token) + 1
    if label:
        yield Span(start, end), label


def _row(
    parts: Sequence[str], columns: tuple[int, int], labels: Mapping[str, str | None] | None, where: str
) -> tuple[str, str, str | None]:
    try:
        token, tag = parts[columns[0]], parts[columns[1]]
    except IndexError:
        raise InputError(f"{where}: has {len(parts)} columns; token and tag are not among them") from None
    if tag == "O":
        return token, "O", None
    prefix, dash, name = tag.partition("-")
    if not dash or prefix not in _PREFIXES:
        raise InputError(f"{where}: not a tag such as O, B-PER or I-PER")
    if labels is None:
        return token, prefix, name
    if name.upper() not in labels and "*" not in labels:
        raise InputError(f"{where}: unknown tag name; map it to one of {', '.join(LABELS)}, or to None")
    return token, prefix, labels.get(name.upper(), labels.get("*"))


def _find_columns(lines: Sequence[tuple[int, str]], token: int | None, tag: int | None) -> tuple[int, int]:
    sample: list[list[str]] = []
    for _, line in lines:
        parts = _split(line)
        if parts and not _COMMENT.match(line) and not line.startswith(("-DOCSTART-", "# newdoc")):
            sample.append(parts)
        if len(sample) == _SAMPLE:
            break
    width = min(map(len, sample), default=2)
    if tag is None:
        tagged = [column for column in range(width) if all(_TAG.fullmatch(parts[column]) for parts in sample)]
        tag = tagged[-1] if tagged else -1
    if token is None:
        others = [column for column in range(width) if column != tag % width]
        counted = bool(others) and all(re.fullmatch(r"\d+(-\d+)?", parts[others[0]]) for parts in sample)
        token = others[1] if counted and len(others) > 1 else (others or [0])[0]
    return token, tag


def _split(line: str) -> list[str]:
    if not line.strip():
        return []
    return line.split("\t") if "\t" in line else line.split()


def _is_comment(line: str, parts: Sequence[str], columns: tuple[int, int]) -> bool:
    if not line.startswith("#"):
        return False
    in_row = len(parts) > max(columns) and len(parts) >= -min(columns)
    return bool(_COMMENT.match(line)) or not in_row or not _TAG.fullmatch(parts[columns[1]])


def _checked_labels(labels: Mapping[str, str | None]) -> dict[str, str | None]:
    if wrong := sorted({label for label in labels.values() if label is not None} - set(LABELS)):
        raise ConfigError(f"tags are mapped to unknown labels {wrong}; known are {', '.join(LABELS)}")
    return {name.upper(): label for name, label in labels.items()}
