import numpy as np
import pytest

from scripted import Script, infiller, likes
from unname.attack.infilling import extract
from unname.attack.infilling.extract import Extract, wanted, windows_of
from unname.attack.infilling.situation import MaskReader, Passage, Situation
from unname.core.document import Document, Span
from unname.models.infiller import MOST_PASSAGE, Window
from unname.text.masks import find_masks

TEXT = "*** was born in *** and is a nurse."
PAGE = "An old page. “ADA Gréy” lives in Ruritania 👩🏽‍⚕️ with her sister.\r\nShe keeps horses in Ruritania."


def reader(script, **settings):
    made = Extract(**settings)
    made.__dict__["network_"] = infiller(script)
    return made


def passage(text, start, end, document="page"):
    return Passage(document, Span(start, end), text[start:end], 1.0)


def situation(passages, text=TEXT):
    return Situation(text, find_masks(text), (), passages)


def test_it_is_a_reader_of_passages():
    made = Extract(n_read=2)
    assert isinstance(made, MaskReader)
    assert made.needs_passages
    assert made.name == "extract(n_read=2)"


@pytest.mark.parametrize(
    ("start", "hidden"), [(0, "Ruritania"), (13, "Ruritania"), (18, "Gréy"), (0, "lives in Ruritania")]
)
def test_what_it_points_at_stands_there_in_the_document(start, hidden):
    found = reader(Script(**likes(hidden))).propose(situation([[passage(PAGE, start, 80)], [passage(PAGE, start, 80)]]))
    assert len(found) == 2
    for fillings in found:
        best = fillings[0]
        assert best.text == hidden
        assert (best.reader, best.source) == ("extract", "page")
        for filling in fillings:
            assert PAGE[slice(*filling.passage)] == filling.text
            assert filling.text.strip()


def test_candidates_are_best_first_and_said_once():
    passages = [passage(PAGE, 0, 80), passage(PAGE, 13, len(PAGE)), passage(PAGE, 0, 60, "copy")]
    for fillings in reader(Script(**likes("Ruritania", 9.0)), n_best=4).propose(situation([passages, passages])):
        assert 0 < len(fillings) <= 4
        probabilities = [filling.probability for filling in fillings]
        assert probabilities == sorted(probabilities, reverse=True)
        assert all(0 <= each <= 1 for each in probabilities)
        assert len({filling.text for filling in fillings}) == len(fillings)


def test_what_several_passages_hold_counts_by_the_surest():
    both = [passage("She left Ruritania. " + "Ruritania is far. " * 3, 0, 40, "doubtful")]
    both.append(passage("She left Ruritania.", 0, 19, "sure"))
    (first, _) = reader(Script(**likes("Ruritania", 9.0))).propose(situation([both, both]))
    assert (first[0].text, first[0].source) == ("Ruritania", "sure")


def test_masks_without_passages_get_nothing():
    made = reader(Script(**likes("Ruritania")))
    assert made.propose(situation([])) == [[], []]
    assert made.propose(situation([[], []])) == [[], []]
    assert made.propose(Situation("no masks", [])) == []
    first, second = made.propose(situation([[], [passage(PAGE, 0, 80)]]))
    assert first == []
    assert second[0].text == "Ruritania"
    assert made.propose(situation([[passage("  ", 0, 2)]] * 2)) == [[], []]


@pytest.mark.parametrize("n_before", [0, 100, 137, 250, 1000])
def test_long_passages_are_read_to_their_ends(n_before):
    text = "nurse " * n_before + "Ruritania " + "judge " * 20
    assert n_before < 100 or len(text.split()) > MOST_PASSAGE - 24
    script = Script(**likes("Ruritania"))
    for fillings in reader(script).propose(situation([[passage(text, 0, len(text))]] * 2)):
        assert fillings[0].text == "Ruritania"
        assert fillings[0].passage == Span(6 * n_before, 6 * n_before + 9)
    assert max(feed["ids"].shape[1] for feed in script.fed) < 512


def test_a_thousand_masks_are_read_with_the_passages_that_most_want():
    text = "*** met *** in Graustark, " * 500
    passages = [passage(PAGE, number % 10, 80, str(number % 7)) for number in range(1000)]
    script = Script(**likes("Ruritania"))
    found = reader(script, n_read=2).propose(situation([[each] for each in passages], text))
    assert len(found) == 1000
    assert all(fillings[0].text == "Ruritania" for fillings in found)


def test_passages_are_chosen_by_votes():
    pages = [passage(PAGE, 0, 80, name) for name in "abc"]
    a, b, c = pages
    lists = [[a, b], [c, b], [c]]
    asked = Situation("*** *** ***", find_masks("*** *** ***"), (), lists)
    window = Window(np.zeros(3, np.int64), {0: 0, 1: 1, 2: 2})
    assert wanted(window, asked, 3) == [c, a, b]
    assert wanted(window, asked, 1) == [c]
    assert wanted(Window(np.zeros(3, np.int64), {0: 0}), asked, 3) == [a, b]
    assert wanted(window, Situation("***", find_masks("***")), 3) == []


def test_what_is_said_of_the_right_person_is_believed():
    documents = [Document(name, PAGE) for name in "abcdef"]
    trusted = {"a": 0.15, "f": 0.01}
    pages = [passage(PAGE, 0, 80, name) for name in "fa"]
    asked = Situation("***", find_masks("***"), documents, [pages], trusted)
    assert wanted(Window(np.zeros(1, np.int64), {0: 0}), asked, 1) == [pages[1]]
    scripted = Script(**likes("Ruritania"))
    sure, unsure = (
        reader(scripted).propose(Situation(TEXT, find_masks(TEXT), documents, [[page], [page]], trusted))[0][0]
        for page in (pages[1], pages[0])
    )
    assert sure.text == unsure.text
    assert 0 < unsure.probability < sure.probability < 1


@pytest.mark.parametrize(("trusted", "found"), [(0.9, True), (0.1, False)])
def test_a_document_about_the_person_is_read_as_a_whole(trusted, found):
    long = "The nurse sleeps. " * 200 + "Much later she left Ruritania."
    document = Document("own", long)
    page = passage(long[:400], 0, 400, "own")
    asked = Situation(TEXT, find_masks(TEXT), [document], [[page], [page]], {"own": trusted})
    answers = reader(Script(**likes("Ruritania")), n_whole=100).propose(asked)[0]
    assert (answers[0].text == "Ruritania") is found
    if found:
        assert long[slice(*answers[0].passage)] == "Ruritania"


def test_labels_of_masks_are_shown_to_the_network():
    text = "[PERSON] lives in ***."
    network = infiller(Script())
    (window,) = windows_of(network, situation([], text))
    assert network.text_of(window.ids.tolist()) == "person lives in."


def test_pieces_of_passages_are_remembered_and_forgotten(monkeypatch):
    monkeypatch.setattr(extract, "MOST_KEPT", 2)
    made = reader(Script(**likes("Ruritania")))
    first = passage(PAGE, 0, 80)
    for number in range(4):
        made.propose(situation([[first, passage(PAGE, number, 60)], [first]]))
    assert len(made.pieces_) == 2
    assert first.text in made.pieces_


def test_no_text_in_what_it_shows():
    made = reader(Script(**likes("Ruritania")))
    (first, _) = made.propose(situation([[passage(PAGE, 0, 80)]] * 2))
    for shown in (repr(first), repr(made), repr(situation([[passage(PAGE, 0, 80)]] * 2))):
        assert "Ruritania" not in shown
        assert "nurse" not in shown
