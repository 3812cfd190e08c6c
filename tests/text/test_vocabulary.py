"""Each list differs from the others in what is named, and in nothing else."""

from unname.text import vocabulary
from unname.text.vocabulary import (
    ANNOUNCING_TITLES,
    CALENDAR,
    COURTESY_TITLES,
    FUNCTION_WORDS,
    GRAMMAR_WORDS,
    NAME_PARTICLES,
    PARTICLES,
    SPELLED_TITLES,
    STOP_WORDS,
    TITLES,
)


def test_lists_are_in_small_letters_and_hold_each_other():
    lists = {name: value for name, value in vars(vocabulary).items() if isinstance(value, frozenset)}
    assert len(lists) > 12
    assert all(word == word.lower() for words in lists.values() for word in words)
    assert GRAMMAR_WORDS < FUNCTION_WORDS
    assert GRAMMAR_WORDS < STOP_WORDS
    assert NAME_PARTICLES < PARTICLES
    assert len(CALENDAR) == 19


def test_titles_differ_on_purpose():
    assert COURTESY_TITLES < ANNOUNCING_TITLES
    assert {"madam"} == COURTESY_TITLES - TITLES
    assert set("cpl dona madam senor senora sheik superintendent".split()) == ANNOUNCING_TITLES - TITLES
    assert set("count countess duchess duke madam pastor".split()) == SPELLED_TITLES - TITLES
    assert len(FUNCTION_WORDS ^ STOP_WORDS) == 66
