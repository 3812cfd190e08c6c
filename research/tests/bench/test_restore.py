"""Texts of files come back to the byte."""

import gzip
import json

from unname.core.document import Document
from unname.replace.vault import Access, Vault
from unname_research.bench.restore import _texts, count_different, release_and_restore


def test_the_texts_of_a_file_are_its_strings_and_blocks(tmp_path):
    long = "A string that is long enough to be a document."
    with gzip.open(tmp_path / "a.jsonl.gz", "wt") as file:
        file.write(json.dumps({"id": "x", "texts": [long, {"more": long.upper()}]}) + "\n")
    (tmp_path / "b.txt").write_text(f"{long}\nnext line\n\n{long.lower()}")
    assert list(_texts(tmp_path / "a.jsonl.gz")) == [long, long.upper()]
    assert list(_texts(tmp_path / "b.txt")) == [f"{long}\nnext line", long.lower()]


def test_texts_come_back(tmp_path):
    texts = [f"Anna Quill of Zenda, born {1950 + number}, met Bert.\r\n\tTwice. 😀" for number in range(45)]
    with Vault.create(tmp_path / "v", Access.by_key(bytes(32))) as vault:
        assert count_different(texts, "f", vault) == 0


def test_a_release_comes_back(tmp_path):
    documents = [Document("a", "Mr Okonkwo came to Leeds on 3 May 2021."), Document("b", "Mrs Lindqvist did not.")]
    result = release_and_restore(documents, tmp_path / "v")
    assert result == {"documents": 2, "released": 2, "different": 0}
