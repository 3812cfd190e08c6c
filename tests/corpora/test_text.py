from pathlib import Path

import pytest

from unname.corpora.files import stem
from unname.corpora.reading import File
from unname.corpora.text import Text

DATA = Path(__file__).parent.parent / "data"


def test_read_document():
    [document] = Text().read(File(DATA / "letter.txt"))
    assert document.id == "letter"
    assert document.text.startswith("Dear Ms Ilse")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a/b.txt", "b"),
        ("b.txt.gz", "b"),
        ("b", "b"),
        ("-", "stdin"),
        (".hidden", ".hidden"),
        ("a.b.md", "a.b"),
    ],
)
def test_stem(path, expected):
    assert stem(path) == expected
