"""No pattern of any rule takes more than linear time, whatever the text."""

import subprocess
import sys

import pytest

HOSTILE = {
    "digits": "1",
    "letters": "a",
    "capitals": "A",
    "spaces": " ",
    "lines": "\n",
    "dashes": "-",
    "dots": ".",
    "slashes": "/",
    "mails": "a@",
    "dotted": "a.",
    "commas": "1,",
    "list": "1, 2 and ",
    "grouped": "1 ",
    "groups": "123 456-",
    "codes": "A1",
    "hexadecimal": "f:",
    "words": "Abc ",
    "street": "1 Abc ",
    "lined": "Abc\n",
    "months": "May ",
    "dates": "1 May, ",
    "number words": "two ",
    "amounts": "1 day and ",
    "announced": "ID no. ",
    "mixed": "1.a-/ @:,",
    "opened": "(+",
    "urls": "http://",
    "accents": "é1",
}

SCRIPT = """
import sys
from unname.core.document import Document
from unname.detect.rules import Rules
units = sys.argv[1:]
n_each = 1_000_000 // len(units)
Rules().detect(Document("d", "\\n\\n".join((unit * n_each)[:n_each] for unit in units)))
"""


def read_a_megabyte_of(*units: str) -> None:
    """Every pattern at work in a process of its own, killed if it takes a minute.

    A pattern that backtracks without bound would run for hours, so the limit leaves a wide margin.
    """
    subprocess.run([sys.executable, "-c", SCRIPT, *units], check=True, timeout=60)


def test_a_megabyte_of_all_that_is_hostile_ends_in_time():
    read_a_megabyte_of(*HOSTILE.values())


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_megabyte_of_one_hostile_text_ends_in_time(name):
    read_a_megabyte_of(HOSTILE[name])
