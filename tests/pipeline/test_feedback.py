"""From an attack's words to entities."""

import pytest

from unname.core.document import Document, Mention, Role, Span
from unname.core.redaction import Replacement, rewrite
from unname.pipeline.feedback import (
    Clue,
    clues,
    n_hidden,
    prices_of,
    strongest,
    visible,
    with_clues,
)

TEXT = "The keeper Anna Quill kept an old lighthouse. Her Lighthouse stood in Zenda."
DOCUMENT = Document(
    "d",
    TEXT,
    mentions=(
        Mention(Span(11, 21), "PERSON", "anna", Role.DIRECT),
        Mention(Span(70, 75), "LOC", "zenda", Role.NONE),
    ),
)


def hiding(*spans: tuple[int, int]):
    return rewrite(DOCUMENT, [Replacement(Span(*span), "***") for span in spans])


def test_clues_are_shares_of_what_spoke_for_the_person():
    found = clues({"old lighthouse": 1.0, "keeper": 2.0, "her": -3.0}, TEXT)
    assert [clue.word for clue in found] == ["keeper", "lighthouse", "old"]
    assert sum(clue.weight for clue in found) == pytest.approx(1.0)
    assert clues({}, TEXT) == []


def test_words_that_no_detector_found_become_mentions_at_all_places():
    told = with_clues(DOCUMENT, [Clue("lighthouse", 0.5), Clue("anna", 0.3), Clue("keeper", 0.2)])
    added = [entity for entity in told.entities if entity.id.startswith("told")]
    assert sorted(len(entity.mentions) for entity in added) == [1, 2]
    assert all("light" not in entity.id and "keep" not in entity.id for entity in added)
    assert with_clues(told, [Clue("lighthouse", 1.0)]) is told
    assert with_clues(DOCUMENT, [Clue("absent", 1.0)]) is DOCUMENT


def test_words_told_in_several_rounds_stay_apart():
    once = with_clues(DOCUMENT, [Clue("keeper", 1.0)])
    twice = with_clues(once, [Clue("lighthouse", 1.0)])
    assert len(twice.entities) == len(once.entities) + 1


def test_the_cheapest_of_what_counts_most_is_taken_until_the_share_is_reached():
    told = [Clue("keeper", 0.5), Clue("lighthouse", 0.3), Clue("zenda", 0.2)]
    document = with_clues(DOCUMENT, told)
    keeper, lighthouse = (entity.id for entity in document.entities if entity.id.startswith("told"))
    prices = prices_of(document)
    assert prices[lighthouse] == 2.0
    redaction = rewrite(document, [])
    assert strongest(document, redaction, told, prices, 0.4) == [keeper]
    assert strongest(document, redaction, told, prices, 0.6) == [keeper, "zenda"]
    assert strongest(document, redaction, told, prices, 1.0) == [keeper, "zenda", lighthouse]
    assert strongest(document, hiding((4, 10)), told, prices, 0.3) == ["zenda"]


def test_what_is_hidden_everywhere_is_not_visible():
    assert [entity.id for entity in visible(DOCUMENT, hiding((11, 21)))] == ["zenda"]
    assert [entity.id for entity in visible(DOCUMENT, hiding((11, 12), (70, 71)))] == []


def test_words_are_hidden_if_any_of_their_letters_are():
    assert n_hidden(DOCUMENT, hiding()) == 0
    assert n_hidden(DOCUMENT, hiding((11, 21))) == 2
    assert n_hidden(DOCUMENT, hiding((12, 17))) == 2
