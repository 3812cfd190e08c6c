"""What a page holds, read as a browser would."""

from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree import ElementTree

VOID = {"meta", "br", "hr", "img", "input", "link"}


class Page(HTMLParser):
    """Tags that must be closed in order, with the text of chosen ones."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append((self.open[-1] if self.open else "", data.strip()))

    def of(self, tag: str) -> list[str]:
        """The texts right below a tag."""
        return [text for name, text in self.texts if name == tag]

    def attributes(self, tag: str, name: str) -> list[str | None]:
        """An attribute of all tags of one kind."""
        return [attrs.get(name) for found, attrs in self.tags if found == tag]


def drawings(source: str) -> Iterator[ElementTree.Element]:
    """Every drawing with a title, which must be valid XML."""
    for part in source.split("<svg ")[1:]:
        text = "<svg " + part.partition("</svg>")[0] + "</svg>"
        element = ElementTree.fromstring(text.replace(' xmlns="http://www.w3.org/2000/svg"', ""))
        if element.get("role") == "img":
            yield element
