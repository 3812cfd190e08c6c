"""Corpora for attackers who fill in masks."""

from pathlib import Path

import pytest

from bench.infilling import NAMES, TOWNS, YEARS, text_of, write_corpora
from unname.core.document import Role
from unname.core.errors import InputError
from unname.pipeline.infill import hidden_parts
from unname_research.bench.infill_data import Corpus, read_actors, read_cases, read_wiki553


def _hidden(corpus: Corpus) -> list[list[str]]:
    by_id = {original.id: original for original in corpus.originals}
    return [[part.text for part in hidden_parts(by_id[each.document], each).parts] for each in corpus.redactions]


def test_lives_are_released_by_hand_and_by_systems(tmp_path: Path) -> None:
    corpus = read_wiki553(write_corpora(tmp_path) / "wiki553")
    assert _hidden(corpus) == [[NAMES[n], TOWNS[n], YEARS[n], NAMES[n]] for n in range(4)]
    assert set(corpus.others) == {"Manual", "Years"}
    assert _hidden(corpus.released_by("Years")) == [[year] for year in YEARS]
    assert (len(corpus.general), len(corpus.originals)) == (4, 4)
    assert [person.name for person in corpus.people] == list(NAMES)
    assert corpus.originals[0].mentions[0].role is Role.DIRECT
    assert not corpus.originals[1].mentions


def test_fewer_documents_leave_the_knowledge_whole(tmp_path: Path) -> None:
    corpus = read_wiki553(write_corpora(tmp_path) / "wiki553").every(3)
    assert [each.document for each in corpus.redactions] == ["ada-grey", "dan-moss"]
    assert len(corpus.others["Years"]) == 2
    assert len(corpus.originals) == len(corpus.people) == 4


def test_cases_are_masked_as_their_first_annotator_says(tmp_path: Path) -> None:
    corpus = read_cases(write_corpora(tmp_path) / "tab")
    assert _hidden(corpus) == [[NAMES[n], TOWNS[n], YEARS[n], NAMES[n]] for n in range(3)]
    assert corpus.redactions[0].text.startswith("*** was born in *** in ***.")
    assert [(person.id, person.name) for person in corpus.people] == [(f"001-{n}", NAMES[n]) for n in range(3)]
    assert [original.id for original in corpus.originals] == ["001-0", "001-1", "001-2", "001-3"]
    assert len(corpus.general) == 4


def test_actors_are_compared_with_their_originals(tmp_path: Path) -> None:
    corpus = read_actors(write_corpora(tmp_path) / "wikiactors")
    assert _hidden(corpus) == [[NAMES[n], TOWNS[n], YEARS[n], NAMES[n]] for n in range(3)]
    assert "SENSITIVE" not in corpus.redactions[0].text
    assert [each.text for each in corpus.originals[:4]] == [text_of(n) for n in range(4)]
    assert [each.text for each in corpus.originals[4:]] == [
        "A baker30 who sings.",
        *(f"A baker{n} who sings." for n in (10, 20)),
    ]


def test_a_folder_without_what_it_needs_is_told(tmp_path: Path) -> None:
    write_corpora(tmp_path)
    (tmp_path / "wiki553" / "systems_Wiki553_Manual.json.gz").unlink()
    with pytest.raises(InputError, match="by hand"):
        read_wiki553(tmp_path / "wiki553")
