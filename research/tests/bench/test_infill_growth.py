"""How the filling adversary's cost grows, on a few invented documents and with vectors that cost nothing."""

import numpy as np
import pytest

from unname.core.document import Document
from unname.text.masks import find_masks
from unname_research import bench
from unname_research.bench import infill_growth
from unname_research.bench.infill_growth import EACH, N_KNOWN, N_NEW, PASSAGE, invent, measure, questions, strangers


def vectors(texts):
    return [np.ones((len(text.split()), 2), np.float32) for text in texts]


def test_documents_are_the_same_for_the_same_seed_and_any_number():
    few, many = list(invent(3, seed=3)), list(invent(210, seed=3))
    assert many[:3] == few
    assert len(set(many)) == 210
    assert {len(text.split()) for text in few} == {EACH * PASSAGE}
    assert few != list(invent(3, seed=4))


def test_questions_hide_words_of_a_document_and_new_ones():
    background = [Document(str(number), text) for number, text in enumerate(invent(5, seed=3))]
    for question in questions(background, 3, seed=3):
        assert len(find_masks(question.text)) == len(question.hidden)
        assert question.hidden.count(None) == N_NEW
        told = background[int(question.document)].text
        assert all(word in told for word in question.hidden if word)


def test_strangers_stand_in_no_document():
    told = " ".join(invent(5, seed=3))
    texts = strangers(3, seed=3)
    assert len(set(texts)) == 3
    for text in texts:
        assert len(find_masks(text)) == N_KNOWN + N_NEW
        assert not any(sentence.partition(" *** ")[0] in told for sentence in text.split(". "))


def test_what_is_read_does_not_grow_with_the_background():
    few, many = (measure(n_passages, n_texts=2, seed=1, vectors=vectors) for n_passages in (1000, 1500))
    assert (few["documents"], many["documents"]) == (100, 150)
    assert few["documents_found"] == many["documents_found"] == 100
    assert few["passages_read"] == many["passages_read"] == 200 < few["passages_at_hand"]
    assert few["postings"] < many["postings"]
    assert many["found_first"] == many["copied_right"] == 1.0


def test_sizes_stand_beside_the_smallest_and_are_kept(tmp_path, monkeypatch):
    asked = []

    def apart(settings):
        asked.append(settings["n_passages"])
        return measure(**settings, vectors=vectors)

    monkeypatch.setattr(infill_growth, "_apart", apart)
    monkeypatch.setattr(infill_growth, "find_weights", lambda name: tmp_path)
    told = []
    settings = {"n_texts": 1, "out": tmp_path, "report": lambda *news: told.append(news)}
    result = bench.run("infill-growth", sizes=(20, 40), **settings)
    assert [row["passages"] for row in result["rows"]] == [20, 40]
    assert [row["passages"] for row in result["times_smallest"]] == [1.0, 2.0]
    assert told == [("infill-growth", 1, 2, 0.0), ("infill-growth", 2, 2, 0.0)]
    again = bench.run("infill-growth", sizes=(20, 40, 60, 80), fast=True, **settings)
    assert again["rows"][:2] == result["rows"]
    assert asked == [20, 40, 60]


@pytest.mark.slow
def test_each_size_is_measured_in_a_process_of_its_own():
    result = bench.run("infill-growth", sizes=(20,), n_texts=1)
    assert result["rows"][0]["copied_right"] == 1.0
