"""Text with marks in it: what must go, what should, and what must stay, written where it stands.

%%% note-01 | a night shift in a small hospital
Pt ⟦d:PERSON|Okoro⟧, ⟦q:DEM|62⟧M, on ⟦k|warfarin 3 mg⟧.
"""

import re
from collections.abc import Iterator

from unname.core.document import LABELS, Document, Mention, Role, Span
from unname.core.errors import InputError
from unname.core.roles import Readable
from unname.corpora.files import stem

KEPT = "MISC"
"""The label of what must stay, which has none: its role, `none`, says all."""

_ROLES = {"d": Role.DIRECT, "q": Role.QUASI, "k": Role.NONE}
_HEADER = re.compile(r"^%%% (?P<id>[^\s|]+) *(?:\|.*)?(?:\r?\n|\Z)", re.MULTILINE)
_MARK = re.compile(rf"⟦(?P<role>[dqk])(?::(?P<label>{'|'.join(LABELS)}))?\|(?P<text>[^⟦⟧\r\n]+)⟧")
_LINE_END = re.compile(r"\r?\n\Z")
_BRACKET = re.compile("[⟦⟧]")


class Marked:
    """Files with inline marks; a document begins after a line `%%% id | note`, and without such lines a file is one.

    The mentions are those marked `d` (direct), `q` (quasi), and `k` (must stay, with the role `none`).
    """

    name = "marked"
    endings = (".marked",)
    holds_one = False

    def read(self, file: Readable) -> Iterator[Document]:
        """The documents without their marks, and with the mentions that are marked."""
        text = file.text()
        headers = list(_HEADER.finditer(text))
        if not headers:
            yield _unmark(stem(file.path), text, f"{file.path}")
            return
        if text[: headers[0].start()].strip():
            raise InputError(f"{file.path}: there is text before the first line that begins with %%%")
        ends = [header.start() for header in headers[1:]] + [len(text)]
        for header, end in zip(headers, ends, strict=True):
            line = text.count("\n", 0, header.start()) + 1
            marked = _LINE_END.sub("", text[header.end() : end])
            yield _unmark(header["id"], marked, f"{file.path}: line {line}")


def _unmark(id: str, marked: str, place: str) -> Document:
    parts, mentions, length, at = [], [], 0, 0
    for mark in _MARK.finditer(marked):
        if (mark["role"] == "k") == bool(mark["label"]):
            raise InputError(f"{place}: a mark is ⟦d:LABEL|...⟧, ⟦q:LABEL|...⟧ or ⟦k|...⟧")
        before = marked[at : mark.start()]
        start = length + len(before)
        length = start + len(mark["text"])
        label = mark["label"] or KEPT
        mentions.append(Mention(Span(start, length), label, role=_ROLES[mark["role"]], source="marked"))
        parts += [before, mark["text"]]
        at = mark.end()
    text = "".join([*parts, marked[at:]])
    if _BRACKET.search(text):
        raise InputError(
            f"{place}: a mark that is not closed, crosses a line or has no label of ours; labels are "
            + ", ".join(LABELS)
        )
    return Document(id, text, mentions=tuple(mentions))
