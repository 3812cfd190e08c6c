from pathlib import Path

import pytest

from unname.corpora.text import read_document, stem

DATA = Path(__file__).parent.parent / "data"


def test_read_document():
    document = read_document(DATA / "letter.txt")
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
