"""Checks files of the everyday corpus: marks are well formed, and nothing that is marked once is left elsewhere.

python tools/check_marks.py research/unname_research/everyday/train/radiology.marked
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

HEADER = re.compile(r"^%%% ([a-z0-9_]+-\d+) \| .+$", re.MULTILINE)
MARK = re.compile(r"⟦(?:([dq]):([A-Z]+)|(k))\|([^⟦⟧]*)⟧")
LABELS = {"PERSON", "CODE", "LOC", "ORG", "DEM", "DATETIME", "QUANTITY", "MISC"}
SUSPICIOUS = re.compile(r"[\w.+-]+@[\w-]+\.\w+|\b\d{6,}\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b|\b\d{4}-\d\d-\d\d")


def documents(text: str) -> Iterator[tuple[str, str]]:
    """The ids and the marked texts of a file."""
    heads = list(HEADER.finditer(text))
    for head, after in zip(heads, [*heads[1:], None], strict=True):
        yield head[1], text[head.end() + 1 : after.start() if after else len(text)].removesuffix("\n")


def complaints(document: str) -> Iterator[str]:
    """What is wrong, or may be, with one marked text."""
    for match in MARK.finditer(document):
        if match[2] and match[2] not in LABELS:
            yield f"unknown label {match[2]}"
        if "\n" in match[4] or not match[4].strip() or match[4] != match[4].strip():
            yield f"mark crosses a line, is empty, or has blanks at its ends: {match[0]!r}"
    rest = MARK.sub(lambda match: "\x00" * len(match[4]), document)
    if "⟦" in rest or "⟧" in rest:
        yield f"a mark that is not well formed near {rest[max(0, re.search('[⟦⟧]', rest).start() - 20) :][:60]!r}"
    hidden = {match[4] for match in MARK.finditer(document) if not match[3]}
    for string in sorted(hidden):
        word = re.escape(string)
        if len(string) > 3 and (left := re.search(rf"(?<!\w){word}(?!\w)", rest)):
            yield f"marked once, left elsewhere: {string!r} near {rest[max(0, left.start() - 25) : left.end() + 15]!r}"
    kept = {match[4] for match in MARK.finditer(document) if match[3]}
    for string in sorted(hidden & kept):
        yield f"must go and must stay: {string!r}"
    for left in SUSPICIOUS.finditer(rest):
        yield f"unmarked: {left[0]!r}"


def main(paths: Sequence[str]) -> int:
    """Print what is wrong with each file; gives the number of complaints."""
    n_complaints = 0
    for path in paths:
        text = Path(path).read_text(encoding="utf-8")
        found = list(documents(text))
        counts, words = Counter(), []
        for name, document in found:
            for complaint in complaints(document):
                n_complaints += 1
                print(f"{path}: {name}: {complaint}")
            counts.update(match[1] or "k" for match in MARK.finditer(document))
            words.append(len(MARK.sub(lambda match: match[4], document).split()))
        repeated = [name for name, count in Counter(name for name, _ in found).items() if count > 1]
        if repeated:
            print(f"{path}: the same id twice: {repeated}")
        lengths = f"{min(words, default=0)}-{max(words, default=0)} words ({sum(words)})"
        print(f"{path}: {len(found)} documents, {lengths}, {dict(counts)}")
    return n_complaints


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
