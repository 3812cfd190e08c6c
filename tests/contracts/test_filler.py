"""Every filler: one fill for each mask, each text alone, never a mask, and nothing from documents it must not have.

Fillers are tried with what they can do without trained networks.
"""

import pytest

from fakes import FakeFiller
from unname.core.document import Document
from unname.core.registry import create, names, parse
from unname.core.roles import Filler
from unname.text.masks import find_masks

BACKGROUND = [
    Document("d1", "Tony Booth (born 3 May 1950 in Strelsau) is a nurse who lives in Ruritania with his sister Ada."),
    Document("d2", "Ada Grey is a judge in Graustark. She was born in 1961 in Edelweiss, far from Ruritania."),
    Document("d3", "A redacted page: *** (born [DATE] in ***) is a nurse who lives in [LOC] with his sister ***."),
]
TEXTS = [
    "*** (born *** in ***) is a nurse who lives in *** with his sister ***.",
    "",
    "Nothing is hidden here [sic] [1].",
    "[PERSON] is a judge in [GPE]. She was born in [DATE] [LOC], far from SENSITIVE.",
    "***",
    "███ met PERSON_1 *** *** at <mask>.\r\n____ and [REDACTED]",
]
VARIANTS = ["infilling(order='random', seed=3)", "infilling(n_documents=1, n_best=1, rounds=1)"]
PLAIN = {"infilling": {"readers": ("align",)}}
"""Settings with which no trained network is needed."""


@pytest.fixture(params=["fake", *names("filler"), *VARIANTS])
def filler(request: pytest.FixtureRequest) -> Filler:
    if request.param == "fake":
        return FakeFiller()
    made: Filler = create("filler", request.param, **PLAIN.get(parse(request.param)[0], {}))
    return made


def test_it_plays_the_role(filler: Filler) -> None:
    assert isinstance(filler, Filler)
    assert parse(filler.name)[0]


def test_there_is_one_fill_for_every_mask_in_order(filler: Filler) -> None:
    fills = filler.fill(TEXTS, BACKGROUND)
    wanted = [(str(number), mask) for number, text in enumerate(TEXTS) for mask in find_masks(text)]
    assert [(each.document, each.mask) for each in fills] == wanted
    assert list(filler.fill([], BACKGROUND)) == []
    assert list(filler.fill(["", "Nothing is hidden."], BACKGROUND)) == []


def test_candidates_are_best_first_and_never_masks(filler: Filler) -> None:
    for background in (BACKGROUND, BACKGROUND[2:]):
        for fill in filler.fill(TEXTS, background):
            probabilities = [candidate.probability for candidate in fill.candidates]
            assert probabilities == sorted(probabilities, reverse=True)
            assert all(0 <= probability <= 1 for probability in probabilities)
            assert not any(find_masks(candidate.text) or not candidate.text.strip() for candidate in fill.candidates)
            assert all(candidate.reader for candidate in fill.candidates)


def test_each_text_is_filled_alone(filler: Filler) -> None:
    together = filler.fill(TEXTS, BACKGROUND)
    for number, text in enumerate(TEXTS):
        alone = [(fill.mask, fill.candidates) for fill in filler.fill([text], BACKGROUND)]
        assert alone == [(fill.mask, fill.candidates) for fill in together if fill.document == str(number)]
    assert filler.fill(TEXTS, BACKGROUND) == together


def test_what_is_barred_is_never_a_source(filler: Filler) -> None:
    without = [{"d1"}] * 3 + [{"d2"}, set(), {"d1", "d2", "d3"}]
    for fill in filler.fill(TEXTS, BACKGROUND, without):
        assert not {candidate.source for candidate in fill.candidates} & without[int(fill.document)]
    barred = filler.fill(TEXTS, BACKGROUND, [{"d1"}] * len(TEXTS))
    missing = filler.fill(TEXTS, BACKGROUND[1:], None)
    shown = [[candidate.text for candidate in fill.candidates] for fill in barred]
    assert len(shown) == len(missing)
    assert not any("Strelsau" in text for texts in shown for text in texts)


def test_without_background_there_are_fills_all_the_same(filler: Filler) -> None:
    fills = filler.fill(TEXTS, [])
    assert len(fills) == sum(len(find_masks(text)) for text in TEXTS)
    assert not any(candidate.source for fill in fills for candidate in fill.candidates)
    assert len(filler.fill(TEXTS, [Document("empty", "")])) == len(fills)


def test_a_thousand_masks_are_filled(filler: Filler) -> None:
    text = "*** met *** in [LOC], " * 333 + "***"
    fills = filler.fill([text], BACKGROUND)
    assert [fill.mask for fill in fills] == find_masks(text)
    assert len(fills) == 1000
