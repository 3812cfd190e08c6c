"""What the bench counts, on invented documents."""

from unname.core.document import Document
from unname_research.bench.pseudonyms import check_names, write_sentences

DOCUMENTS = [
    Document("a", "Mr Jonathan Okonkwo came to Leeds. Okonkwo left with Mrs Okonkwo on 3 May 2021."),
    Document("b", "Mr Jonathan Okonkwo is somebody else here; he met Anna Lindqvist."),
]


def test_names_are_in_step_and_nobodys():
    result = check_names(DOCUMENTS)
    assert result["documents"] == 2
    assert result["names"] >= 4
    assert result["names in step"] == 1.0
    assert result["surrogates that are an original of the corpus"] == 0
    assert result["surrogates of two people"] == 0


def test_sentences_are_written_below_their_originals(tmp_path):
    write_sentences(DOCUMENTS, tmp_path, n=3)
    written = (tmp_path / "pseudonyms.txt").read_text()
    assert written.count("=> ") == 3
    assert all(
        "Okonkwo" not in line.partition("[")[2].partition("]")[0] for line in written.split("\n") if line[:2] == "=>"
    )
