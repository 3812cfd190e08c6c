from pathlib import Path

import pytest

from bench.infilling import NAMES, article_of, text_of, write_corpora
from unname.core.document import Document, Profile
from unname.core.redaction import Redaction
from unname_research.bench.infill import read_corpora
from unname_research.bench.infill_data import Corpus
from unname_research.bench.infill_identity import identity, known_people, spell, spelled_people


@pytest.fixture
def corpora(tmp_path: Path) -> dict[str, Corpus]:
    return read_corpora(write_corpora(tmp_path), full=True)


def test_names_that_were_filled_in_are_found(corpora: dict[str, Corpus]) -> None:
    for corpus in corpora.values():
        texts = {original.id: original.text for original in corpus.originals}
        masked = [redaction.text for redaction in corpus.redactions]
        whole = [texts[redaction.document] for redaction in corpus.redactions]
        told = identity(corpus, {"masked": masked, "L1": masked, "L4": whole})
        assert list(told) == ["masked", "L1", "L4"]
        assert told["masked"] == told["L1"]
        assert told["L4"]["acc1"] == told["L4"]["acc10"] == 1.0
        assert told["masked"]["n"] == len(masked)
        assert told["masked"]["acc1"] == told["masked"]["without_background"]["acc1"] < 1.0
        assert told["L4"]["acc1"] == told["L4"]["with_background"]["acc1"]


def test_general_documents_name_people_behind_masks(corpora: dict[str, Corpus]) -> None:
    corpus = corpora["wikiactors"]
    told = identity(corpus, {"L2": [redaction.text for redaction in corpus.redactions]}, suite=True)["L2"]
    assert told["acc1"] == told["with_background"]["acc1"] > told["without_background"]["acc1"]
    assert told["ensemble"]["acc10"] == 1.0


def test_those_who_are_nobody_known_are_left_out() -> None:
    released = [Redaction("a", "*** sings"), Redaction("b", "*** draws")]
    corpus = Corpus("tab", [Document("a", article_of(1))], [], released, people=[Profile("a", NAMES[1])])
    told = identity(corpus, {"masked": [text_of(1), text_of(0)]})
    assert (told["masked"]["n"], told["masked"]["acc1"]) == (1, 1.0)
    assert known_people(corpus, corpus.people)[0].text == article_of(1)


@pytest.mark.parametrize(
    ("id", "text", "name"),
    [
        ("ada-gr-y", "It was Ada Gréy who left", "Ada Gréy"),
        ("ada-gre-", "It was Ada Greÿ who left", "Ada Greÿ"),
        ("-da-grey", "It was Áda Grey who left", "Áda Grey"),
        ("a-b-grey", "It was A. B. Grey who left", "A. B. Grey"),
        ("ada-grey", 'Called "Ada" Grey, she left', "Ada Grey"),
        ("ada-grey", "Ada Maria Grey", ""),
        ("ada-grey", "", ""),
    ],
)
def test_names_that_ids_were_made_of(id: str, text: str, name: str) -> None:
    assert spell(id, [text]) == name


def test_only_names_made_from_ids_are_spelled_anew() -> None:
    people = [Profile("ada-gr-y", "Ada Gr Y"), Profile("b", "Bob Reed"), Profile("c-d", "C D")]
    corpus = Corpus("wiki553", [Document("ada-gr-y", "Ada Gréy"), Document("b", "Bób")], [], [], people=people)
    assert [person.name for person in spelled_people(corpus)] == ["Ada Gréy", "Bob Reed", "C D"]
