"""What of the form of a text a release loses: line breaks, tags, tabs, cells, quotes and braces."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from unname_research.bench.everyday_data import Sample
from unname_research.bench.everyday_figures import outside_marks
from unname_research.bench.release_run import Released

FORM = ("line_breaks", "tags", "tabs", "separators", "quotes", "braces")

_SIGNS = {"\n": "line_breaks", "\t": "tabs", "|": "separators", '"': "quotes", **dict.fromkeys("{}[]", "braces")}
_SIGN = re.compile(f"[{re.escape(''.join(_SIGNS))}]")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]*>|<!--|-->")
_QUOTED = re.compile(r'"[^"\n]*"')
_ROWS = 3
"""How many lines with the same number of commas or semicolons make a table, if they are half of all."""


def lost_form(samples: Sequence[Sample], released: Sequence[Released]) -> dict[str, dict[str, float | None]]:
    """Of each kind of sign how many there are, and how many stood in what was changed, outside marks, and are gone.

    What is withheld loses nothing. Of a tag, the first and the last sign count.
    """
    there: Counter[str] = Counter()
    gone: Counter[str] = Counter()
    for sample, result in zip(samples, released, strict=True):
        if result.reason:
            continue
        signs = dict(find_form(sample.gold.text))
        there.update(Counter(signs.values()))
        gone.update(_gone(sample, result, signs))
    return {
        name: {"there": there[name], "lost": gone[name], "share": gone[name] / there[name] if there[name] else None}
        for name in FORM
    }


def _gone(sample: Sample, result: Released, signs: dict[int, str]) -> Counter[str]:
    by_edit: list[Counter[str]] = [Counter() for _ in result.edits]
    starts = [edit.old.start for edit in result.edits]
    for start, end in outside_marks(sample, result.hidden):
        number = bisect_right(starts, start) - 1
        by_edit[number].update(signs[place] for place in range(start, end) if place in signs)
    found: Counter[str] = Counter()
    for edit, lost in zip(result.edits, by_edit, strict=True):
        # What was written in their place may hold the same signs, as where a line break was kept.
        found += lost - Counter(name for _, name in find_form(result.text[edit.new.start : edit.new.end]))
    return found


def find_form(text: str) -> Iterator[tuple[int, str]]:
    """The places of signs that give a text its form; a tag has those of its first and last sign."""
    inside: set[int] = set()
    for tag in _TAG.finditer(text):
        yield tag.start(), "tags"
        yield tag.end() - 1, "tags"
        inside.update((tag.start(), tag.end() - 1))
    for found in _SIGN.finditer(text):
        if found.start() not in inside:
            yield found.start(), _SIGNS[found[0]]
    for place in _cells(text):
        if place not in inside:
            yield place, "separators"


def _cells(text: str) -> Iterable[int]:
    """The commas or semicolons between the cells of a table; those of running text are no form."""
    # Quoted cells may hold either sign.
    bare = _QUOTED.sub(lambda found: "x" * len(found[0]), text)
    lines = bare.split("\n")
    n_filled = sum(bool(line.strip()) for line in lines)
    for sign in ",;":
        counts = Counter(n for line in lines if (n := line.count(sign)) >= 2)
        usual, n_rows = counts.most_common(1)[0] if counts else (0, 0)
        if n_rows >= max(_ROWS, n_filled / 2):
            at = 0
            for line in lines:
                if line.count(sign) == usual:
                    yield from (at + found.start() for found in re.finditer(sign, line))
                at += len(line) + 1
