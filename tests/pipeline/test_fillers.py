"""Fillers among the attacks and in the jury: what they know, and what becomes of what they put back."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from fakes import FakeAttack, FakeDetector, FakeRisk
from filling import Copies
from unname.core.document import Document, Profile, Span
from unname.core.errors import ConfigError, InternalError
from unname.core.policy import Policy
from unname.core.results import Fill, Filling
from unname.pipeline.document import Pipeline
from unname.pipeline.fillers import Fillers, asks_outside, attacks_of, fillers_of, is_filler
from unname.pipeline.rounds import Rounds

PEOPLE = (
    Profile("p1", text="our keeper of the lighthouse Zorn beside the harbor with a parrot"),
    Profile("p2", text="a judge of the court with a garden"),
    Profile("p3", text="a cook of the inn with a garden"),
)
LETTERS = (
    Document("a", "He kept the lighthouse Zorn beside the harbor.", person="p1"),
    Document("b", "He has a garden in Ruritz, they say.", person="p2"),
)


def rounds(attacks=(), jury=(), label="LOC", people=PEOPLE, risk=None, **policy) -> Rounds:
    made = Pipeline(detectors=(FakeDetector(r"\b(?:Zorn|Ruritz)\b", label),), policy=Policy(**policy), risk=risk)
    return Rounds(made, people, tuple(attacks), tuple(jury))


def test_the_words_beside_what_is_put_back_are_hidden_in_the_next_round():
    plain = rounds(jury=(FakeAttack("jury"),), max_risk=1.0, risk=FakeRisk()).run(LETTERS)
    first, second = rounds(attacks=(Copies(),)).run(LETTERS)
    assert (first.put_back_first[0].n_right, first.put_back_first[0].n_masks) == (1, 1)
    assert first.put_back[0].n_right == 0
    assert first.rounds > 1
    assert first.n_hidden > first.n_hidden_first == 1
    assert first.redaction is not None
    assert not {"lighthouse", "beside"} <= set(first.redaction.text.split())
    assert {"lighthouse", "harbor"} & set(first.clues)
    assert (second.rounds, second.n_hidden, second.put_back[0].n_right) == (1, 1, 0)
    assert len(plain) == 2


def test_what_the_risk_model_can_bear_to_see_is_not_fed_back():
    first, _ = rounds(attacks=(Copies(),), max_risk=1.0, risk=FakeRisk()).run(LETTERS)
    assert first.rounds == 1
    assert first.redaction is not None


def test_what_is_put_back_below_the_limit_does_not_count():
    first, _ = rounds(attacks=(Copies(probability=0.5),)).run(LETTERS)
    assert (first.rounds, first.put_back[0].n_right, first.put_back[0].n_masks) == (1, 0, 1)
    stricter, _ = rounds(attacks=(Copies(probability=0.3),), max_put_back=0.2).run(LETTERS)
    assert (stricter.put_back_first[0].n_right, stricter.put_back[0].n_right) == (1, 0)


class Knows(FakeAttack):
    """Knows the lighthouse by its name alone, and remembers what it was shown."""

    shown: ClassVar[list[str]] = []

    def scores(self, texts: Sequence[str], population: Sequence[Profile]):
        self.shown.extend(texts)
        return super().scores(texts, population)

    def explain(self, text: str, profile: Profile) -> dict[str, float]:
        return {"Zorn": 1.0} if "Zorn" in text and "Zorn" in profile.text else {}


def test_attacks_read_the_text_with_what_is_put_back():
    alone, _ = rounds(attacks=(Knows(),), max_rounds=1).run(LETTERS)
    reads, _ = rounds(attacks=(Knows(), Copies()), max_rounds=1).run(LETTERS)
    assert (alone.first[0].found, reads.first[0].found) == (pytest.approx(1 / 3), 1.0)
    assert reads.reason == "fake still finds the person after 1 rounds"
    hidden, _ = rounds(attacks=(Knows(), Copies())).run(LETTERS)
    assert hidden.redaction is not None
    assert hidden.after[0].found < 0.5


class KnowsOutside(Knows):
    shown: ClassVar[list[str]] = []
    costs: ClassVar[dict[str, float]] = {}

    def check(self) -> None:
        pass

    def declined(self, text: str) -> str:
        return ""


def test_an_attack_that_asks_outside_is_shown_nothing_that_was_put_back():
    rounds(attacks=(KnowsOutside(), Copies())).run(LETTERS)
    assert KnowsOutside.shown
    assert not any("Zorn" in text for text in KnowsOutside.shown)


def test_what_the_user_wants_hidden_is_not_released_if_it_is_put_back():
    denied = frozenset({"Zorn"})
    first, second = rounds(attacks=(Copies(),), deny=denied, max_rounds=1).run(LETTERS)
    assert first.redaction is None
    assert first.reason == "copies puts back what must be hidden"
    assert second.redaction is not None
    hidden, _ = rounds(attacks=(Copies(),), deny=denied).run(LETTERS)
    assert hidden.redaction is not None


def test_what_identifies_in_combination_is_told_where_nobody_limits_the_risk():
    first, _ = rounds(attacks=(Copies(),), max_rounds=1).run(LETTERS)
    assert first.redaction is not None
    assert first.put_back[0].n_right == 1


def test_what_is_put_back_above_the_limit_of_the_risk_is_withheld():
    first, _ = rounds(attacks=(Copies(),), max_rounds=1, max_risk=0.5, risk=FakeRisk()).run(LETTERS)
    assert first.reason == "with what is put back it is still at risk after 1 rounds"


def test_the_jury_tells_and_withholds_what_identifies_alone():
    first, second = rounds(jury=(Copies(),)).run(LETTERS)
    assert first.redaction is not None
    assert [(each.n_right, each.judges, each.level) for each in first.put_back] == [(1, True, "L2")]
    assert first.put_back_first == ()
    assert first.rounds == 1
    named, _ = rounds(jury=(Copies(),), deny=frozenset({"Zorn"})).run(LETTERS)
    assert named.reason == "the jury (copies) puts back what must be hidden"
    assert (named.redaction, second.reason) == (None, "")
    demanded, _ = rounds(jury=(Copies(),), always_hide=frozenset({"LOC"})).run(LETTERS)
    assert demanded.redaction is None


@pytest.mark.parametrize(
    ("level", "background", "without"),
    [
        ("L1", [], [set(), set()]),
        ("L2", ["general/p1", "general/p2", "general/p3"], [set(), set()]),
        (
            "L3",
            ["general/p1", "general/p2", "general/p3", "original/0", "original/1"],
            [{"original/0"}, {"original/1"}],
        ),
        ("L4", ["general/p1", "general/p2", "general/p3", "original/0", "original/1"], [set(), set()]),
    ],
)
def test_each_level_gives_what_it_says(level, background, without):
    filler = Copies(seen=[])
    rounds(attacks=(filler,), knowledge=level, max_rounds=1).run(LETTERS)
    assert filler.seen == [(background, without)]


def test_a_profile_that_holds_the_original_is_not_read_below_the_last_level():
    people = (Profile("p1", text=f"Known: {LETTERS[0].text}"), *PEOPLE[1:])
    told = {
        level: rounds(jury=(Copies(),), people=people, knowledge=level).run(LETTERS)[0].put_back[0].n_right
        for level in ("L2", "L4")
    }
    assert told == {"L2": 0, "L4": 1}


def test_attacks_and_fillers_are_told_apart():
    members = ("sparse", Copies(), "infilling(order='random')", FakeAttack())
    assert [is_filler(each) for each in members] == [False, True, True, False]
    assert fillers_of(members) == (members[1], members[2])
    assert attacks_of(members) == (members[0], members[3])


class Outside(Copies):
    checked = 0
    costs: ClassVar[dict[str, float]] = {}

    def check(self) -> None:
        type(self).checked += 1

    def declined(self, text: str) -> str:
        return ""


def test_who_asks_outside_gets_no_originals():
    rounds(attacks=(Outside(),)).run(LETTERS)
    assert Outside.checked == 1
    with pytest.raises(ConfigError, match="no original may go"):
        rounds(attacks=(Outside(),), knowledge="L3").run(LETTERS)


@dataclass(frozen=True)
class Combining(Copies):
    readers_: tuple[object, ...] = ()

    def check(self) -> None:
        if not self.readers_:
            raise ConfigError("no readers")


def test_who_reads_with_somebody_outside_asks_outside():
    assert asks_outside(Combining(readers_=(Copies(), Outside())))
    assert not asks_outside(Combining(readers_=(Copies(),)))
    with pytest.raises(ConfigError, match="no original may go"):
        rounds(jury=(Combining(readers_=(Outside(),)),), knowledge="L4").run(LETTERS)
    with pytest.raises(ConfigError, match="no readers"):
        rounds(jury=(Combining(),)).run(LETTERS)


def test_who_asks_outside_is_shown_what_may_be_released_alone():
    """A jury that finds the person comes first."""
    seen: list[str] = []

    class Noting(Outside):
        def fill(self, texts, background, without=None):
            seen.extend(texts)
            return super().fill(texts, background, without)

    people = (Profile("p1", text="kept lighthouse"), Profile("p2", text="moon"))
    outcomes = rounds(jury=(FakeAttack("jury"), Noting()), people=people).run(LETTERS)
    assert [outcome.is_released for outcome in outcomes] == [False, True]
    assert [text.split()[1] for text in seen] == ["has"]


@dataclass(frozen=True)
class Broken(Copies):
    answer: Fill | None = None

    def fill(
        self, texts: Sequence[str], background: Sequence[Document], without: Sequence[Collection[str]] | None = None
    ) -> Sequence[Fill]:
        if self.answer is None:
            raise ValueError(texts[0])
        return [self.answer]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, r"filler broken failed \(ValueError\)"),
        (Fill("9", Span(0, 3)), "filled what was not asked"),
        (Fill("0", Span(900, 903)), "filled what was not asked"),
        (Fill("0", Span(0, 3), (Filling("x", 7.0),)), "a probability that is none"),
    ],
)
def test_a_filler_that_breaks_its_promises_fails_the_run_without_a_word_of_the_text(answer, message):
    with pytest.raises(InternalError, match=message) as error:
        rounds(attacks=(Broken("broken", answer=answer),)).run(LETTERS)
    assert "lighthouse" not in str(error.value)


def test_wrong_settings_are_told():
    with pytest.raises(ConfigError, match="must be apart"):
        rounds(attacks=(Copies(),), jury=(Copies(),)).run(LETTERS)
    with pytest.raises(ConfigError, match="need a population"):
        rounds(attacks=(Copies(),), people=()).run(LETTERS)
    with pytest.raises(ConfigError, match="named twice"):
        _ = Fillers((Copies(), Copies()), PEOPLE, "L2").fillers


def test_fillers_have_no_part_in_halves_and_other_knowledge():
    made = rounds(attacks=(Copies(),), jury=(Copies("other"), FakeAttack("jury")), max_risk=1.0, risk=FakeRisk())
    outcomes = replace(made, n_draws=1, other=PEOPLE).run(LETTERS)
    assert {each.attack for outcome in outcomes for each in (*outcome.half_after, *outcome.other_after)} == {"jury"}
