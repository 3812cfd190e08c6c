import numpy as np
import pytest

from invented import people, released
from unname.attack.dense import Dense
from unname.core.document import Profile
from unname.core.errors import ConfigError

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


def test_what_a_text_gets_does_not_depend_on_texts_that_share_a_sentence_with_it() -> None:
    shared = "She keeps eleven beehives behind the courthouse, and all of the town comes to taste the honey in May."
    long = "On Sundays the miners of the valley rowed across the lake in a copper bathtub, " * 3 + "they say."
    texts = [f"{long} {shared}", shared]
    attack = Dense(shortest=1).fit(PEOPLE)
    assert np.array_equal(attack.scores(texts, PEOPLE)[1:], Dense(shortest=1).scores(texts[1:], PEOPLE))


def test_a_stranger_is_explained_without_forgetting_the_others() -> None:
    attack = Dense().fit(PEOPLE)
    words = attack.explain(TEXTS[0], PEOPLE[0])
    assert set(attack.explain("a nurse", Profile("stranger", text="a nurse")).values()) == {0.0}
    assert attack.explain(TEXTS[0], PEOPLE[0]) == words
    assert any(words.values())


def test_signs_that_the_encoder_does_not_see_are_no_words() -> None:
    attack = Dense()
    assert not attack.scores(["\u200b"], PEOPLE).any()
    scores = attack.scores(["\u200b", TEXTS[0]], [*PEOPLE, Profile("blank", text="\u200b")])
    assert not scores[0].any()
    assert scores[1].argmax() == 0


def test_a_long_text_is_compared_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    text = " ".join(f"Sentence {number} is about {text}" for number, text in enumerate(TEXTS))
    attack = Dense(shortest=1).fit(PEOPLE)
    whole = attack.scores([text], PEOPLE)
    monkeypatch.setattr("unname.attack.dense.MAX_COMPARED", 2)
    assert attack.scores([text], PEOPLE) == pytest.approx(whole, abs=1e-4)


def test_windows_without_words_are_refused() -> None:
    with pytest.raises(ConfigError, match="longest"):
        Dense(longest=0).fit(PEOPLE)
