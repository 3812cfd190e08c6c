from pathlib import Path

import pytest

from unname.core.errors import ConfigError, InputError
from unname.corpora.conll import TAGS, Conll
from unname.corpora.reading import File

DATA = Path(__file__).parent.parent / "data"


def read(tmp_path, content, **settings):
    (tmp_path / "a.conll").write_text(content, "utf-8")
    return [
        (document.text, [(document.text[slice(*m.span)], m.label) for m in document.mentions])
        for document in Conll(**settings).read(File(tmp_path / "a.conll"))
    ]


def test_documents_sentences_and_adjacent_chunks():
    first, second = Conll().read(File(DATA / "sentences.conll"))
    assert first.text == "Petra Lund left Eastmark Norvale .\n# Nurse"
    assert [first.text[slice(*mention.span)] for mention in first.mentions] == [
        "Petra Lund",
        "Eastmark",
        "Norvale",
    ]
    assert [mention.label for mention in first.mentions] == ["PERSON", "LOC", "LOC"]
    assert (second.id, second.text, second.mentions[0].span) == ("sentences-2", "Harrow & Pell", (0, 13))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("Ann B-PER\nLee I-PER\nof O\n", [("Ann Lee", "PERSON")]),
        ("Ann I-PER\nLee I-PER\n", [("Ann Lee", "PERSON")]),
        ("Ann B-PER\nLee B-PER\n", [("Ann", "PERSON"), ("Lee", "PERSON")]),
        ("Ann B-PER\nYork I-LOC\n", [("Ann", "PERSON"), ("York", "LOC")]),
        ("Ann B-PER\nvan I-PER\nLee E-PER\nBo S-PER\n", [("Ann van Lee", "PERSON"), ("Bo", "PERSON")]),
        (
            "Ann U-PER\nLee B-PER\nBo L-PER\nJo I-PER\n",
            [("Ann", "PERSON"), ("Lee Bo", "PERSON"), ("Jo", "PERSON")],
        ),
        ("Ann B-PER\n\nLee I-PER\n", [("Ann", "PERSON"), ("Lee", "PERSON")]),
        ("B-PER\tAnn\nI-PER\tLee\nO\tx\n", [("Ann Lee", "PERSON")]),
        ("# newdoc id = q\n# text = Ann O\n1\tAnn\tB-PER\t-\t-\n2\tO\tO\t-\t-\n", [("Ann", "PERSON")]),
        ("#tag\tO\nAnn\tB-person\n", [("Ann", "PERSON")]),
        ("New York\tB-LOC\n\tI-LOC\nx\tO\n", [("New York", "LOC")]),
        ("", []),
    ],
)
def test_layouts(tmp_path, content, expected):
    assert read(tmp_path, content)[0][1] == expected


def test_columns_can_be_given(tmp_path):
    assert read(tmp_path, "O B-PER Ann\n", token=2, tag=1) == [("Ann", [("Ann", "PERSON")])]


def test_new_documents_by_comment(tmp_path):
    (tmp_path / "a.conll").write_text("# newdoc id = p\nx\tO\n\n# newdoc id = q\ny\tO\n")
    assert [(document.id, document.text) for document in Conll().read(File(tmp_path / "a.conll"))] == [
        ("p", "x"),
        ("q", "y"),
    ]


@pytest.mark.parametrize("skipping", [{"ROCKET": None}, {"*": None}])
def test_tags_are_skipped_only_on_request(tmp_path, skipping):
    content = "Xanthippe B-Rocket\nAnn B-PER\n"
    with pytest.raises(InputError, match=r"line 1: unknown tag name") as error:
        read(tmp_path, content)
    assert "Xanthippe" not in str(error.value)
    assert read(tmp_path, content, labels={**TAGS, **skipping})[0][1] == [("Ann", "PERSON")]


@pytest.mark.parametrize(
    "content", ["Ann O\nLee\n", "Ann B-PER\nLee Xanthippe\n", "Ann O\nLee -PER\n", "Ann O\nLee BI-PER\n"]
)
def test_broken_lines(tmp_path, content):
    with pytest.raises(InputError, match="line 2") as error:
        read(tmp_path, content, token=0, tag=1)
    assert "Xanthippe" not in str(error.value)


def test_unknown_labels_in_the_mapping(tmp_path):
    with pytest.raises(ConfigError, match="HUMAN"):
        read(tmp_path, "Ann B-PER\n", labels={"PER": "HUMAN"})
