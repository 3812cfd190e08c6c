"""Whether the id of a document says something that its release hides."""

import re

from unname.core.document import Document
from unname.core.fold import fold
from unname.core.redaction import Redaction

_TELLING = re.compile(r"[^\W\d_]{3,}|\d{5,}")
_LONG = 4
_HUMP = re.compile(r"[A-Z][^\W\d_A-Z]{2,}")


def id_tells(document: Document, redaction: Redaction) -> bool:
    """Whether the id of a document says a name or a number that its release hides, or is said by what it hides.

    >>> from unname.core.document import Span
    >>> from unname.core.redaction import Replacement, rewrite
    >>> quill = Document("quill-3", "by Anna Quill")
    >>> id_tells(quill, rewrite(quill, [Replacement(Span(3, 13), "***")]))
    True
    """
    said = {fold(word) for pattern in (_TELLING, _HUMP) for word in pattern.findall(document.id)}
    id = _signs(document.id)
    for edit in redaction.edits:
        hidden = document.text[edit.old.start : edit.old.end]
        if any(fold(word) in said for word in _TELLING.findall(hidden) if not word[0].islower()):
            return True
        signs = _signs(hidden)
        if min(len(id), len(signs)) >= _LONG and (signs in id or (id in signs and not id.isalpha())):
            return True
    return False


def _signs(text: str) -> str:
    """The letters and digits alone."""
    return "".join(filter(str.isalnum, fold(text)))
