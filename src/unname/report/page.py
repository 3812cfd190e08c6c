"""A page that stands alone: one HTML file without network, for screens of any size and for paper.

It holds no script, or the one that sorts tables, which the policy of the page names by its hash.
"""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from unname.report.plain import escape

STYLE = Path(__file__).with_name("page.css")
SORTING = Path(__file__).with_name("sort.js")

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""What a browser may load for the page: nothing but what is in it."""


@dataclass(frozen=True)
class Origin:
    """Where the figures come from: the file with its hash, the version that drew the page, and the day."""

    file: str
    hash: str
    version: str
    date: str


@dataclass(frozen=True)
class Section:
    """A part of a page: an anchor, a heading, and what stands below it as HTML."""

    id: str
    title: str
    parts: Sequence[str] = field(repr=False)


def page(
    title: str,
    lead: str,
    facts: Sequence[tuple[str, str]],
    sections: Sequence[Section],
    end: str = "",
    sorts: bool = False,
) -> str:
    """The whole file: what it is about in `lead`, the most telling numbers in `facts`, then the sections.

    `title` and `facts` are plain text; `lead`, `end` and the parts of sections are HTML. If it `sorts`, it brings
    the script that lets readers sort tables, and needs nothing of it to be read.
    """
    policy, script = _sorting() if sorts else (_POLICY, "")
    links = "".join(f'<li><a href="#{escape(each.id)}">{escape(each.title)}</a></li>' for each in sections)
    body = "".join(
        f'<section id="{escape(each.id)}"><h2>{escape(each.title)}</h2>{"".join(each.parts)}</section>'
        for each in sections
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n"
        f'<body>\n<header><h1>{escape(title)}</h1><p class="lead">{lead}</p>{_facts(facts)}</header>\n'
        f'<nav aria-label="Sections"><ol>{links}</ol></nav>\n'
        f"<main>{body}</main>\n<footer>{end}</footer>\n{script}</body>\n</html>\n"
    )


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph of plain text.

    >>> paragraph("a < b")
    '<p>a &lt; b</p>'
    """
    return f'<p class="{escape(kind)}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def bullets(items: Sequence[str]) -> str:
    """Plain texts as a list.

    >>> bullets(["a < b"])
    '<ul><li>a &lt; b</li></ul>'
    """
    return f"<ul>{''.join(f'<li>{escape(item)}</li>' for item in items)}</ul>"


def table(
    caption: str,
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    strong: Sequence[int] = (),
    kind: str = "",
    said: Sequence[int] = (),
) -> str:
    """A table whose first column names the rows; the numbers of `strong` rows stand out. All is plain text.

    It scrolls sideways within itself where the screen is narrow. `kind` chooses how it looks: "wrapped" has long
    names of rows, "long" goes over many pages, "sortable" can be sorted on a page that sorts. Columns (from 0) that
    are `said` hold words and not numbers.
    """
    ways = [' class="said"' if place in said else "" for place in range(len(head))]
    heads = "".join(f'<th scope="col"{way}>{escape(cell)}</th>' for way, cell in zip(ways, head, strict=True))
    chosen = f' class="{escape(kind)}"' if kind else ""
    lines = []
    for number, (name, *cells) in enumerate(rows):
        weight = ' class="strong"' if number in strong else ""
        data = "".join(f"<td{way}>{escape(cell)}</td>" for way, cell in zip(ways[1:], cells, strict=True))
        lines.append(f'<tr{weight}><th scope="row">{escape(name)}</th>{data}</tr>')
    scrolls = "scroll sortable" if "sortable" in kind else "scroll"
    return (
        f'<div class="{scrolls}" role="region" tabindex="0" aria-label="{escape(caption)}"><table{chosen}>'
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


def _sorting() -> tuple[str, str]:
    """What a browser may load for a page that sorts, and the script itself, which nothing may be added to."""
    source = SORTING.read_text(encoding="utf-8")
    hash = base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()
    return f"{_POLICY}; script-src 'sha256-{hash}'", f"<script>{source}</script>\n"
