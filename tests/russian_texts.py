"""Russian texts with mentions marked by hand: "у [PERSON:a|Лужкова]"."""

import re

from unname.core.document import Document, Mention, Span
from unname.core.redaction import Option
from unname.replace.book import RunBook
from unname.replace.pseudonym import Pseudonym

_MARK = re.compile(r"\[(?P<label>[A-Z]+):(?P<entity>\w+)\|(?P<surface>[^\]]*)\]")


def marked(text: str, language: str = "ru") -> Document:
    """The document of a text with marks."""
    pieces: list[str] = []
    mentions: list[Mention] = []
    at = length = 0
    for found in _MARK.finditer(text):
        before = text[at : found.start()]
        start = length + len(before)
        length = start + len(found["surface"])
        mentions.append(Mention(Span(start, length), found["label"], entity=found["entity"]))
        pieces += (before, found["surface"])
        at = found.end()
    return Document("d", "".join([*pieces, text[at:]]), language=language, mentions=tuple(mentions))


def rendered(text: str, key: int = 1) -> list[str]:
    """What is written for each mention, in order."""
    document, replacer = marked(text), pseudonym(key)
    return [replacer.render(each, Option(each.entity, "pseudonym"), document) for each in document.mentions]


def pseudonym(key: int = 1) -> Pseudonym:
    """A replacer with a key of its own."""
    return Pseudonym(book=RunBook(bytes([key]) * 32))
