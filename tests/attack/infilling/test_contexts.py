import pytest

from unname.attack.infilling import contexts
from unname.attack.infilling.contexts import find_contexts
from unname.attack.infilling.keys import items_of, library_of, tokens_of
from unname.text.masks import find_masks

FILLER = "The river runs through green hills and old towns, past mills and bridges, down to a cold gray sea. " * 20


def found(text: str, *documents: str) -> list[list[str]]:
    items = items_of(text, find_masks(text))
    library = library_of(items, [tokens_of(document) for document in documents])
    return [
        [documents[each.document][slice(*library.tokens[each.document].cut(each.first, each.after))] for each in places]
        for places in (find_contexts(items, library, group) for group in items.groups)
    ]


@pytest.fixture(autouse=True)
def _few_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contexts, "FEWEST_BITS", 5.0)


def test_a_phrase_tells_what_is_between_its_words() -> None:
    page = FILLER + "She was born on 3 May 1961 in Zenda, and left. " + FILLER
    assert found("*** was born on *** in Zenda", FILLER, page)[1] == ["3 May 1961"]


def test_both_sides_have_to_be_in_one_document_and_near() -> None:
    assert found("was born on *** in Zenda", FILLER + "she was born on", "in Zenda" + FILLER) == [[]]
    assert found("was born on *** in Zenda", f"was born on {'x ' * 13} in Zenda {FILLER}") == [[]]
    assert found("was born on *** in Zenda", f"was born on {'x ' * 12} in Zenda {FILLER}") == [["x " * 11 + "x"]]


def test_more_agreement_comes_first() -> None:
    pages = [f"He was seen on Monday in Zenda. {FILLER}", f"She was born on Tuesday in Zenda. {FILLER}"]
    assert found("Ada was born on *** in Zenda", *pages)[0] == ["Tuesday", "Monday"]


@pytest.mark.parametrize("text", ["*** in Zenda", "born on ***", "***"])
def test_a_mask_at_an_end_has_one_side_alone(text: str) -> None:
    assert found(text, "He was born on Monday in Zenda") == [[]]
