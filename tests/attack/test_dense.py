import numpy as np
import pytest

from invented import people, released
from unname.attack.dense import Dense
from unname.core.document import Profile

PEOPLE = people(6)
TEXTS = released(PEOPLE)


@pytest.fixture(scope="module")
def attack() -> Dense:
    return Dense().fit(PEOPLE)


def test_meaning_is_enough_without_a_shared_word(attack: Dense) -> None:
    cook = Profile("cook", text="She runs a restaurant and prepares meals for guests.")
    doctor = Profile("doctor", text="He treats patients and prescribes medicine at a clinic.")
    texts = ["A physician who heals sick folk in a hospital", "A chef cooking dinner"]
    assert Dense().scores(texts, [cook, doctor]).argmax(axis=1).tolist() == [1, 0]


def test_everybody_is_found(attack: Dense) -> None:
    assert attack.scores(TEXTS, PEOPLE).argmax(axis=1).tolist() == list(range(6))


@pytest.mark.parametrize("text", ["", "  ", "*** [PERSON]"])
def test_a_text_without_words_says_nothing(attack: Dense, text: str) -> None:
    assert not attack.scores([text], PEOPLE).any()


def test_somebody_of_whom_nothing_is_known_comes_last() -> None:
    scores = Dense().scores(TEXTS[:2], [PEOPLE[0], Profile("nobody"), PEOPLE[1]])
    assert (scores[:, 1] < scores[:, [0, 2]].min(axis=1)).all()


def test_a_population_of_whom_nothing_is_known_gives_ties() -> None:
    assert not Dense().scores(["a nurse"], [Profile("a"), Profile("b")]).any()


def test_windows_hold_every_word_of_a_text() -> None:
    attack = Dense(shortest=3, longest=5)
    text = "One. Two three. Four five six seven eight nine ten! Eleven"
    windows = attack._windows(text)
    assert " ".join(windows).split() == text.split()
    assert max(len(window.split()) for window in windows) <= 5


def test_words_that_are_left_out_lower_the_score(attack: Dense) -> None:
    words = attack.explain(TEXTS[0], PEOPLE[0])
    assert set(words) == {"a", "pilot", "from", "keeps", "eleven", "beehives", "behind", "the", "courthouse"}
    assert words["beehives"] > words["the"]
    assert attack.explain("", PEOPLE[0]) == {}


def test_background_that_was_read_is_not_read_again(attack: Dense, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attack, "_encoder", lambda windows: pytest.fail("read again") if windows else np.zeros((0, 1)))
    attack.fit(PEOPLE[:3])
    attack.fit(PEOPLE)
