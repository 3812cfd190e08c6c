"""A page that stands alone: one HTML file without network and script, for screens of any size and for paper."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from unname.report.text import escape

STYLE = Path(__file__).with_name("page.css")

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""What a browser may load for the page: nothing but what is in it."""


@dataclass(frozen=True)
class Section:
    """A part of a page: an anchor, a heading, and what stands below it as HTML."""

    id: str
    title: str
    parts: Sequence[str] = field(repr=False)


def page(title: str, lead: str, facts: Sequence[tuple[str, str]], sections: Sequence[Section], end: str = "") -> str:
    """The whole file: what it is about in `lead`, the most telling numbers in `facts`, then the sections.

    `title` and `facts` are plain text; `lead`, `end` and the parts of sections are HTML.
    """
    links = "".join(f'<li><a href="#{escape(each.id)}">{escape(each.title)}</a></li>' for each in sections)
    body = "".join(
        f'<section id="{escape(each.id)}"><h2>{escape(each.title)}</h2>{"".join(each.parts)}</section>'
        for each in sections
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n"
        f'<body>\n<header><h1>{escape(title)}</h1><p class="lead">{lead}</p>{_facts(facts)}</header>\n'
        f'<nav aria-label="Sections"><ol>{links}</ol></nav>\n'
        f"<main>{body}</main>\n<footer>{end}</footer>\n</body>\n</html>\n"
    )


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph of plain text.

    >>> paragraph("a < b")
    '<p>a &lt; b</p>'
    """
    return f'<p class="{escape(kind)}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]], strong: Sequence[int] = ()) -> str:
    """A table whose first column names the rows; the numbers of `strong` rows stand out. All is plain text.

    It scrolls sideways within itself where the screen is narrow.
    """
    heads = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = []
    for number, (name, *cells) in enumerate(rows):
        kind = ' class="strong"' if number in strong else ""
        data = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        lines.append(f'<tr{kind}><th scope="row">{escape(name)}</th>{data}</tr>')
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(caption)}"><table>'
        f"<caption>{escape(caption)}</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def figure(drawing: str, caption: str, legend: str = "") -> str:
    """A drawing with what its signs mean, and what it shows in plain text."""
    return f"<figure>{drawing}{legend}<figcaption>{escape(caption)}</figcaption></figure>"


def folded(summary: str, content: str) -> str:
    """Content (HTML) that opens when its summary is touched, and is printed."""
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"


def _facts(facts: Sequence[tuple[str, str]]) -> str:
    cells = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in facts)
    return f'<dl class="facts">{cells}</dl>' if facts else ""
