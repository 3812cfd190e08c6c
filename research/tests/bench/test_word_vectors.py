"""The attack that no release is made against."""

from types import SimpleNamespace

import numpy as np
import pytest

from unname.core.document import Profile
from unname_research.bench.word_vectors import WordVectors

PEOPLE = [
    Profile("p0", text="a sailor with a boat and a harbour"),
    Profile("p1", text="a judge in a court of law"),
    Profile("p2", text="a baker with bread"),
    Profile("p3"),
]
MEANINGS = {
    **dict.fromkeys(("sailor", "boat", "harbour", "ship", "sea"), 0),
    **dict.fromkeys(("judge", "court", "law", "trial"), 1),
    **dict.fromkeys(("baker", "bread", "cake"), 2),
}


class Vocabulary:
    """Words that mean one of three things, and others that mean nothing."""

    vectors_length = 3

    def __getitem__(self, word):
        known = word in MEANINGS
        vector = np.eye(3, dtype=np.float32)[MEANINGS[word]] if known else np.zeros(3, np.float32)
        return SimpleNamespace(vector=vector, has_vector=known, is_stop=word == "law")


def test_people_are_found_by_words_that_mean_the_same():
    attack = WordVectors(Vocabulary(), size=4)
    scores = attack.scores(["The ship went to sea. ***", "A long trial, [MASK]", "cake"], PEOPLE)
    assert scores.shape == (3, 4)
    assert scores.argmax(axis=1).tolist() == [0, 1, 2]


@pytest.mark.parametrize("text", ["", "***", "the of", "1984"])
def test_nobody_fits_better_where_nothing_is_said(text):
    assert not WordVectors(Vocabulary()).scores([text], PEOPLE).any()


def test_another_population_is_read_anew():
    attack = WordVectors(Vocabulary())
    assert attack.scores(["bread"], PEOPLE[1:]).argmax() == 1
    assert attack.scores(["bread"], PEOPLE).argmax() == 2
