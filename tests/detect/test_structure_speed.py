"""Reading structure takes time that grows with the text alone, however it is broken."""

import time

import pytest

from unname.core.document import Document
from unname.detect.cut import cut_mentions, fit_replacements
from unname.detect.fields import Fields
from unname.detect.structure import read_structure

HOSTILE = {
    "quotation marks": '"',
    "escapes": '"\\"',
    "open tags": "<",
    "tags with blanks": "<a ",
    "open attributes": '<a b="',
    "tags": "<b>",
    "apostrophes": "' ",
    "blanks": " ",
    "lines": "\n",
    "dots": ".",
    "objects": '[{"',
    "keys": '{"a":',
    "commas": ",\n",
    "open cells": '"a,\n',
    "cells": ',"',
    "bars": "|",
    "segments": "PID|^~\n",
    "colons": "a:",
    "pairs": "name=",
    "labels without values": "Name:\n",
    "short labels": "DOB ",
    "links": "http://a",
    "comments": "<!--",
    "fences": "```\n",
    "digits": "1",
    "names": "Anna Kovac,",
    "rows": "Anna Kovac,Tom Smith\n",
}
SHORT, LONG = 10_000, 80_000
MOST = 60.0
"""Microseconds for a character, on whatever machine: what takes the square of the length would need hundreds."""


def read(text: str) -> float:
    start = time.process_time()
    structure = read_structure(text)
    Fields().detect(Document("d", text))
    list(fit_replacements(text, []))
    cut_mentions(text, [])
    assert all(span.start < span.end for span in structure.signs.spans)
    return (time.process_time() - start) / len(text) * 1e6


@pytest.mark.parametrize("unit", HOSTILE.values(), ids=HOSTILE)
def test_time_grows_with_the_text(unit: str) -> None:
    short, long = (read((unit * (length // len(unit) + 1))[:length]) for length in (SHORT, LONG))
    assert long < max(MOST, 3 * short)


def test_a_table_of_many_columns() -> None:
    head, row = ",".join(f"col{n}" for n in range(10_000)), ",".join("Anna Kovac" for _ in range(10_000))
    text = f"name,{head}\nTom Smith,{row}\n"
    assert read(text) < MOST
    assert len(read_structure(text).tables) == 1
    assert sum(text[span.start] == "," for span in read_structure(text).signs.spans) == 20_000
