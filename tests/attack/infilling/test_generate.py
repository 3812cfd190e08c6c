import pytest

from scripted import TOKENIZER, Script, infiller, pieces
from unname.attack.infilling.generate import Generate, as_name
from unname.attack.infilling.situation import MaskReader, Passage, Situation
from unname.core.document import Span
from unname.models.infiller import MOST_PASSAGE
from unname.text.masks import find_masks

TEXT = "*** was born in *** and is a nurse."
PAGE = "Ada Grey lives in Ruritania with her sister."


def reader(script, **settings):
    made = Generate(**settings)
    made.__dict__["network_"] = infiller(script)
    return made


def writes(text):
    return Script(written=tuple(pieces(text)))


def situation(passages=(), text=TEXT):
    return Situation(text, find_masks(text), (), passages)


def test_it_is_a_reader_of_passages():
    made = Generate(n_best=1)
    assert isinstance(made, MaskReader)
    assert made.needs_passages
    assert made.name == "generate(n_best=1)"


def test_it_writes_for_every_mask_without_a_passage():
    script = writes("Strelsau")
    found = reader(script).propose(situation())
    assert len(found) == 2
    for fillings in found:
        assert fillings[0].text == "Strelsau"
        assert len(fillings) == 3
        probabilities = [filling.probability for filling in fillings]
        assert probabilities == sorted(probabilities, reverse=True)
        assert all(0 <= each <= 1 for each in probabilities)
        assert all((each.reader, each.source, each.passage) == ("generate", "", None) for each in fillings)
    assert not any(feed["types"].any() for feed in script.fed)


def test_it_reads_the_passage_that_most_masks_want_and_none():
    script = writes("Strelsau")
    best, other = (Passage(name, Span(7, 7 + len(PAGE)), PAGE, 1.0) for name in ("best", "other"))
    found = reader(script, n_best=1).propose(situation([[best], [best, other]]))
    for fillings in found:
        assert {each.text for each in fillings} == {"Strelsau"}
        assert {(each.source, each.passage) for each in fillings} == {("", None), ("best", best.span)}
    read = [feed["ids"][0][feed["types"][0] == 1].tolist() for feed in script.fed]
    assert sorted({tuple(each) for each in read}) == [(), (*pieces(PAGE), TOKENIZER.special[2])]


def test_who_reads_more_says_all_that_it_says_with_less():
    page = Passage("page", Span(0, len(PAGE)), PAGE, 1.0)
    alone = reader(writes("Strelsau")).propose(situation())
    more = reader(writes("Strelsau")).propose(situation([[page], [page]]))
    for less, all_of_it in zip(alone, more, strict=True):
        assert {(each.text, each.probability) for each in less} <= {(each.text, each.probability) for each in all_of_it}


def test_a_mask_without_a_passage_gets_something_too():
    for passages in ([[], []], [[], [Passage("page", Span(0, len(PAGE)), PAGE, 1.0)]]):
        for fillings in reader(writes("Strelsau")).propose(situation(passages)):
            assert fillings[0].text == "Strelsau"


def test_no_more_of_a_passage_is_read_than_the_network_knows():
    script = writes("Strelsau")
    long = Passage("long", Span(0, 6000), "nurse " * 1000, 1.0)
    reader(script).propose(situation([[long], [long]]))
    assert max((feed["types"] == 1).sum() for feed in script.fed) == MOST_PASSAGE + 1


def test_of_a_long_passage_the_part_is_read_that_tells_of_the_text():
    script = writes("Strelsau")
    text = "The judge " * 300 + TEXT.replace("***", "Ada") + " judge" * 300
    long = Passage("long", Span(0, len(text)), text, 1.0)
    reader(script).propose(situation([[long], [long]]))
    asked = set(pieces("was born in and is a nurse."))
    assert any(asked <= set(feed["ids"][0][feed["types"][0] == 1].tolist()) for feed in script.fed)


def test_a_thousand_masks_are_written_for():
    text = "*** met *** in Graustark, " * 500
    found = reader(writes("Ada"), n_best=1).propose(situation((), text))
    assert [[filling.text for filling in fillings] for fillings in found] == [["Ada"]] * 1000


def test_without_masks_nothing_is_asked():
    script = writes("Ada")
    assert reader(script).propose(Situation("A nurse.", [])) == []
    assert script.fed == []


def test_what_is_no_word_is_no_candidate():
    # The network may write signs of its own alone, which are nothing as text.
    script = Script(written=TOKENIZER.special[1:])
    for fillings in reader(script, n_best=1).propose(situation()):
        assert fillings == []


@pytest.mark.parametrize(
    "text",
    [
        *("O'Grady", "Smith-Stone", "12/05/1960", "No. 36244/06", "1,000 Euros", "St. Mary's", "the Workers' Party"),
        *("(Actor)", "3:45", "#5", "5%", "$5.3 Million", "May 3, 1950", "James's", "1990–1995", "Part: One", "A. & B."),
        *("Ada Grey of Lutha", "", "7"),
    ],
)
def test_written_words_look_as_in_texts(text):
    assert as_name(TOKENIZER.decode(pieces(text))) == text
