import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unname.attack.infilling.align import Align, with_closed
from unname.attack.infilling.documents import Documents
from unname.attack.infilling.situation import Situation
from unname.core.document import Document, Span
from unname.text.masks import find_masks

OTHERS = [
    Document(f"x{number}", f"The {word} river runs through green hills and old towns, past mills, to a cold gray sea.")
    for number, word in enumerate("first second third fourth fifth sixth".split())
]


def best(text: str, *documents: str) -> list[str]:
    background = [Document(str(number), document) for number, document in enumerate(documents)]
    situation = Situation(text, find_masks(text), [*background, *OTHERS])
    return [answers[0].text if answers else "" for answers in Align().propose(situation)]


@pytest.mark.parametrize(
    ("text", "original", "hidden"),
    [
        ("***, a judge", "Ada Grey, a judge", ["Ada Grey"]),
        ("a judge of ***", "a judge of Ruritania", ["Ruritania"]),
        ("in the ***s he left Zenda", "in the 1980s he left Zenda", ["1980"]),
        ("the half-*** of Zenda, 19*** on", "the half-brother of Zenda, 1961 on", ["brother", "61"]),
        ("***'s wife left for Zenda", "Rudolf's wife left for Zenda", ["Rudolf"]),
        ("He met [PERSON] [DATE] in Zenda", "He met Ada Grey 3 May 1961 in Zenda", ["Ada Grey", "3 May 1961"]),
        ("He met *** *** in Zenda", "He met Ada Grey in Zenda", ["Ada", "Grey"]),
        ("born\r\nin ***\r\non ***.\r\n", "born\r\nin Zenda\r\non Monday.\r\n", ["Zenda", "Monday"]),
        ("Он родился в *** и жил там", "Он родился в Стрельсау и жил там", ["Стрельсау"]),
        ("她出生于***，在那里长大", "她出生于 斯特雷尔绍，在那里长大", ["斯特雷尔绍"]),
        ("***", "Ada", [""]),
        ("*** [LOC]", "Ada", ["", ""]),
    ],
)
def test_the_original_gives_back_what_was_hidden(text: str, original: str, hidden: list[str]) -> None:
    assert best(text, original) == hidden


def test_another_page_with_the_same_phrase_is_less_sure() -> None:
    text = "Ada Grey was a judge who was born on *** in Zenda and lived by the river."
    page = Document(
        "p", f"Early years. She was born on 3 May 1961 in Zenda, where her father kept bees. {OTHERS[0].text}"
    )
    original = Document("o", text.replace("***", "3 May 1961"))
    [[phrase]] = Align(n_best=1).propose(Situation(text, find_masks(text), [page, *OTHERS]))
    [[copied]] = Align(n_best=1).propose(Situation(text, find_masks(text), [original, page, *OTHERS]))
    assert (phrase.text, phrase.source) == ("3 May 1961", "p")
    assert (copied.text, copied.source) == ("3 May 1961", "o")
    assert 0.0 < phrase.probability < 0.8 < copied.probability < 1.0
    assert phrase.passage is not None
    assert "born on 3 May 1961 in Zenda" in page.text[slice(*phrase.passage)]


def test_masks_of_a_redacted_background_are_not_copied() -> None:
    text = "*** was a judge who was born on *** in Zenda and lived by the river."
    other = "[PERSON] was a judge who was born on 3 May 1961 in Zenda and lived by the river."
    assert best(text, text) == ["", ""]
    assert best(text, text, other) == ["", "3 May 1961"]


def test_masks_that_nobody_asks_about_hide_something_all_the_same() -> None:
    text = "Seen: *** met *** in *** on Monday."
    masks = find_masks(text)
    assert with_closed(text, masks[1:2]) == (masks, {masks[1]: 0})
    original = Document("o", "Seen: Ada met Tony Booth in Zenda on Monday.")
    [[answer]] = Align(n_best=1).propose(Situation(text, masks[1:2], [original, *OTHERS]))
    assert answer.text == "Tony Booth"


def test_without_documents_there_is_no_answer() -> None:
    assert Align().propose(Situation("***", [Span(0, 3)])) == [[]]
    assert Align().propose(Situation("***", [Span(0, 3)], [Document("e", "")])) == [[]]
    assert Align().propose(Situation("nothing", [])) == []


def test_very_long_copies_need_agreement_on_both_sides() -> None:
    text = "It was in Zenda that he *** and then he left for Strelsau at once."
    assert best(text, text.replace("***", "stood and sang " * 5 + "loudly")) == ["stood and sang " * 5 + "loudly"]


SYLLABLES = "ba ke li mo nu ra se ti vo zu".split()
words = st.lists(st.sampled_from(SYLLABLES), min_size=2, max_size=4).map("".join)
invented = st.lists(words, min_size=10, max_size=120, unique=True)


@settings(max_examples=60, deadline=None)
@given(invented, st.data())
def test_a_text_is_restored_from_itself(invented: list[str], data: st.DataObject) -> None:
    n = len(invented)
    cuts = sorted(data.draw(st.sets(st.integers(1, n - 1), min_size=2, max_size=max(2, n // 3))))
    pieces, hidden = [], []
    # Every second range between cuts is masked, so that something is visible between two masks.
    for number, (start, end) in enumerate(zip([0, *cuts], [*cuts, n], strict=True)):
        if number % 2 and end - start <= 6:
            hidden.append(" ".join(invented[start:end]))
            pieces.append("***")
        else:
            pieces.append(" ".join(invented[start:end]))
    original = Document("o", " ".join(invented))
    text = " ".join(pieces)
    found = Documents().fit([*OTHERS, original]).find(text)
    answers = Align().propose(Situation(text, find_masks(text), found))
    assert [each[0].text for each in answers] == hidden
    assert all(each[0].probability > 0.5 and each[0].source == "o" for each in answers)


def test_a_long_text_is_restored_too() -> None:
    parts = [
        f"Paragraph {number}: on day {number * 7} the court of town{number} heard {number}." for number in range(900)
    ]
    original = "\n".join(parts)
    text = original
    for number in range(0, 900, 3):
        text = text.replace(f"the court of town{number} ", "the court of *** ")
    assert best(text, original) == [f"town{number}" for number in range(0, 900, 3)]
