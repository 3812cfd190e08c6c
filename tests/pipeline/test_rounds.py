"""Rounds of hiding and attacking: who is found is hidden better, or withheld."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from fakes import FakeAttack, FakeDetector
from unname.core.document import Document, Mention, Profile, Role, Span
from unname.core.errors import ConfigError, InternalError
from unname.core.policy import Policy
from unname.core.redaction import Decision, Option, Plan
from unname.pipeline.case import Case
from unname.pipeline.document import Pipeline
from unname.pipeline.rounds import Rounds
from unname.pipeline.whatif import curve
from unname.risk.linkage import Linkage

PEOPLE = (
    Profile("p1", "Anna Quill", text="keeper of the old lighthouse with a parrot"),
    Profile("p2", "Bert Moss", text="judge of the old court with a garden"),
    Profile("p3", "Carl Reed", text="cook of the new inn with a garden"),
    Profile("p4", "Dora Finch", text="cook of the new court with a cello"),
)
LETTERS = (
    Document("a", "Anna is the keeper of our lighthouse, parrot and all.", person="p1"),
    Document("b", "Bert is a man with a garden.", person="p2"),
)


@dataclass(frozen=True)
class Shared(FakeAttack):
    """Like the fake one, for words of four letters and more, whatever their case."""

    name: str = "shared"
    least: int = 4

    def explain(self, text: str, profile: Profile) -> dict[str, float]:
        said = {word.strip(".,").lower() for word in text.split()}
        return {word: 1.0 for word in profile.text.split() if len(word) >= self.least and word in said}


class Once(FakeAttack):
    """Fails when asked again."""

    asked = 0

    def scores(self, texts: Sequence[str], population: Sequence[Profile]):
        type(self).asked += 1
        if self.asked > 1:
            raise ValueError(texts[0])
        return super().scores(texts, population)


def pipeline(**policy) -> Pipeline:
    return Pipeline(detectors=(FakeDetector(),), policy=Policy(**policy))


SHARED = Shared()


def loop(attacks=(SHARED,), jury=(), people=PEOPLE, share=0.3, other=(), **policy) -> Rounds:
    return Rounds(pipeline(**policy), people, tuple(attacks), tuple(jury), share=share, other=other)


def test_whoever_is_found_goes_another_round():
    first, second = loop().run(LETTERS)
    assert first.rounds > 1
    assert first.reason == ""
    assert first.redaction is not None
    assert first.redaction.text.count("***") > 1
    assert "Anna" not in first.redaction.text
    assert [each.found for each in (*first.before, *first.first)] == [1.0, 1.0]
    assert first.after[0].found <= 0.5
    assert first.n_hidden > first.n_hidden_first >= 1
    assert set(first.clues) == {"keeper", "lighthouse", "parrot"}
    assert second.rounds == 1
    assert second.n_hidden == second.n_hidden_first == 1


def test_no_more_is_hidden_than_it_takes():
    less, more = (loop(share=share).run(LETTERS)[0] for share in (0.3, 1.0))
    assert less.n_hidden <= more.n_hidden
    assert more.rounds == 2


def test_a_margin_hides_more_and_is_no_reason_to_withhold():
    near, far = (replace(loop(share=0.1), ahead=ahead).run(LETTERS) for ahead in (0, 2))
    assert sum(each.n_hidden for each in far) > sum(each.n_hidden for each in near)
    assert all(each.redaction for each in far)
    assert all(each.after[0].rank > 2 for each in far)
    (tight,) = replace(loop(max_rounds=1), ahead=4).run(LETTERS[1:])
    assert tight.redaction is not None


def test_a_policy_may_say_how_far_rounds_go():
    told = Rounds(pipeline(ahead=2, share=0.1), PEOPLE, (SHARED,))
    given = replace(loop(share=0.1), ahead=2)
    assert [each.n_hidden for each in told.run(LETTERS)] == [each.n_hidden for each in given.run(LETTERS)]


def test_after_the_last_round_the_document_is_withheld():
    first, second = loop(max_rounds=1).run(LETTERS)
    assert first.redaction is None
    assert first.reason == "shared still finds the person after 1 rounds"
    assert first.n_hidden == first.n_hidden_first
    assert second.redaction is not None


def test_where_nothing_is_left_to_hide_the_document_is_withheld():
    kept = loop(allow=frozenset({"keeper", "lighthouse", "parrot"}))
    first, _ = kept.run(LETTERS)
    assert first.redaction is None
    assert "still finds the person" in first.reason
    assert first.rounds <= 2


def test_what_the_jury_finds_is_withheld_and_not_repaired():
    jury = Shared("jury", least=1)
    first, second = loop(attacks=(), jury=(jury,)).run(LETTERS)
    assert first.redaction is None
    assert first.reason == "the jury (jury) finds the person"
    assert first.rounds == 1
    assert [each.judges for each in first.after] == [True]
    assert second.redaction is not None


def test_documents_about_one_person_are_judged_together():
    halves = (
        Document("x", "the keeper and the garden", person="p1"),
        Document("y", "the parrot and the cello", person="p1"),
    )
    alone = loop(max_rounds=1).run(halves[:1])[0]
    assert alone.redaction is not None
    together = loop(max_rounds=1).run(halves)
    assert [each.redaction for each in together] == [None, None]
    hidden = loop().run(halves)
    assert all(each.redaction for each in hidden)
    assert any(each.n_hidden for each in hidden)


def test_the_same_twice_gives_the_same():
    texts = [[each.redaction and each.redaction.text for each in loop().run(LETTERS)] for _ in range(2)]
    assert texts[0] == texts[1]


def test_without_a_population_there_is_one_round_and_nobody_is_looked_for():
    outcomes = Rounds(pipeline()).run(LETTERS)
    assert [each.rounds for each in outcomes] == [1, 1]
    assert all(each.redaction for each in outcomes)
    assert not any(each.before or each.first or each.after for each in outcomes)


def test_all_that_is_visible_counts_as_said_by_nobody_else():
    """No detector found the thumbs, and yet there is only one person who lost them."""
    corpus = (
        Document("a", "Anna is a nurse. He lost both thumbs juggling chainsaws on live television."),
        Document("b", "Bert is a nurse. He lost his way on television."),
        Document("c", "Carl is a nurse, and Dora is a nurse."),
        Document("d", "Dora is a nurse."),
    )
    first, second, third, fourth = Rounds(pipeline()).run(corpus)
    assert "chainsaws" in first.redaction.text
    assert first.n_unshared > second.n_unshared > 0
    assert (third.n_unshared, fourth.n_unshared) == (0, 0)
    assert third.n_unshared_before > 0


def test_with_nobody_else_nothing_can_be_compared():
    (outcome,) = Rounds(pipeline()).run(LETTERS[:1])
    assert (outcome.before, outcome.after) == ((), ())
    assert (outcome.n_unshared_before, outcome.n_unshared) == (None, None)


def test_what_nobody_else_says_is_counted_among_what_is_released():
    """Whom nobody sees, nobody is compared with."""
    documents = [*LETTERS, Document("c", "Carl has a parrot.", person="p3")]
    outcomes = loop(attacks=(), jury=(Shared("jury"),)).run(documents)
    assert [bool(each.redaction) for each in outcomes] == [False, True, True]
    assert [each.n_unshared for each in outcomes] == [None, 3, 1]  # man, garden, man with a garden; parrot


def test_kinds_of_text_that_nobody_looked_at_are_told():
    foreign = Document("a", "Anna wurde gestern aus dem Krankenhaus entlassen und nach Hause gebracht.")
    plain, other = Rounds(replace(pipeline(), language="en")).run(
        [Document("b", "Bert was here and went home again."), foreign]
    )
    assert (plain.unread, other.unread) == (frozenset(), frozenset({"language"}))


OTHER = (
    Profile("p2", "", text="a man with a garden"),
    Profile("p1", "", text="somebody who says ours"),
    Profile("p9", "", text="man of the moon"),
)


def test_other_knowledge_is_looked_at_last_and_decides_nothing():
    made = replace(loop(jury=(Shared("jury", least=3),)), other=OTHER)
    plain = loop(jury=(Shared("jury", least=3),)).run(LETTERS)
    outcomes = made.run(LETTERS)
    assert [each.redaction for each in outcomes] == [each.redaction for each in plain]
    assert plain[0].other_before == plain[0].other_after == ()
    assert [each.attack for each in outcomes[1].other_after] == ["shared", "jury"]
    assert [each.judges for each in outcomes[1].other_after] == [False, True]
    assert outcomes[1].other_after[0].found > 0.5
    assert outcomes[1].redaction is not None


def test_other_knowledge_is_not_asked_about_what_is_withheld():
    first, second = replace(loop(max_rounds=1), other=OTHER).run(LETTERS)
    assert first.redaction is None
    assert len(first.other_before) == 1
    assert first.other_after == ()
    assert len(second.other_after) == 1


def test_words_that_were_only_open_to_change_were_not_found_to_identify():
    linkage = Linkage(population=PEOPLE)
    made = Pipeline(
        detectors=("words(types=True)",), risk=linkage, optimizer="greedy", price="words", policy=Policy(k=1)
    )
    outcomes = Rounds(made, PEOPLE, (Shared(least=3),)).run(LETTERS)
    assert {(role, action) for each in outcomes for _, role, action in each.changes} == {("none", "mask")}


def test_what_identifies_and_is_kept_is_counted():
    mentions = (
        Mention(Span(0, 4), "PERSON", "anna", Role.DIRECT),
        Mention(Span(12, 18), "DEM", "keeper", Role.QUASI),
        Mention(Span(26, 36), "MISC", "lighthouse", Role.NONE),
    )
    plan = Plan("a", (Decision(Option("anna", "mask", "***", hides=True), ""),))
    case = Case(replace(LETTERS[0], mentions=mentions), plan=plan)
    assert case.outcome().changes == {("PERSON", "direct", "mask"): 1, ("DEM", "quasi", "kept"): 1}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"people": ()}, "attacks need a population"),
        ({"attacks": ("nonsense",)}, "nonsense"),
        ({"attacks": (Shared(), Shared())}, "named twice"),
        ({"jury": (Shared(),)}, "which must be apart"),
        ({"share": 0.0}, "share must lie above 0"),
        ({"attacks": (), "other": PEOPLE}, "other knowledge needs attacks"),
    ],
)
def test_wrong_settings_are_told_before_anything_is_done(settings, message):
    with pytest.raises(ConfigError, match=message):
        loop(**settings).run(LETTERS)
    with pytest.raises(ConfigError, match="ahead must not be negative"):
        replace(loop(), ahead=-1).run(LETTERS)


def test_an_attack_that_fails_fails_the_run_without_a_word_of_the_text():
    with pytest.raises(InternalError, match=r"attack once failed \(ValueError\)") as error:
        loop(attacks=(Once("once"),)).run(LETTERS)
    assert "lighthouse" not in str(error.value)


def test_a_document_that_fails_is_withheld_and_the_others_go_on():
    class Picky(FakeDetector):
        def detect(self, document):
            if "parrot" in document.text:
                raise ValueError(document.text)
            return super().detect(document)

    broken = Rounds(Pipeline(detectors=(Picky(),)), PEOPLE, (Shared(),))
    first, second = broken.run(LETTERS)
    assert first.redaction is None
    assert "failed (ValueError)" in first.reason
    assert "lighthouse" not in first.reason
    assert second.redaction is not None


def test_progress_is_told_by_stage():
    told = []
    loop().run(LETTERS, lambda *step: told.append(step))
    assert told[:2] == [("detect", 1, 2, 0), ("detect", 2, 2, 0)]
    assert ("round 1", 2, 2, 0) in told
    assert ("round 2", 1, 1, 0) in told
    stages = [stage for stage, *_ in told]
    assert {"attack originals", "attack 1", "explain 1", "attack 2"} <= set(stages)
    assert stages[-1] == "check"


def test_what_was_written_can_be_had_before_it_is_judged():
    """Whoever measures what withholding adds needs both."""
    made = loop()
    cases = made.write(LETTERS)
    assert all(case.redaction for case in cases)
    assert made.judge(cases) == loop().run(LETTERS)


def test_hidden_among_others_by_linkage_with_feedback_on_top():
    linkage = Linkage(population=PEOPLE)
    made = Pipeline(
        detectors=("words(types=True)",), risk=linkage, optimizer="greedy", price="words", policy=Policy(k=1)
    )
    first, second = Rounds(made, PEOPLE, (Shared(least=3),)).run(LETTERS)
    for outcome in (first, second):
        assert outcome.redaction is not None
        assert outcome.after[0].found <= 0.5


def test_the_curve_tells_what_other_demands_would_cost():
    linkage = Linkage(population=PEOPLE)
    made = Pipeline(
        detectors=("words(types=True)",), risk=linkage, optimizer="greedy", price="words", policy=Policy(k=1)
    )
    points = list(curve(Rounds(made, PEOPLE, (Shared(),)), LETTERS))
    assert [point["setting"] for point in points] == ["k = 1", "k = 3"]
    assert points[0]["masked"] <= points[1]["masked"]
    assert list(curve(Rounds(made), LETTERS)) == []


def test_what_is_hidden_in_one_place_is_hidden_in_all():
    @dataclass(frozen=True)
    class First(FakeDetector):
        def detect(self, document: Document):
            return list(super().detect(document))[:1]

    text = "ANNA QUILL left. Dear An\u00adna Quill, the Quillish way is yours."
    document = Document("a", text, mentions=())
    made = Pipeline(detectors=(First(r"A\w+ Q\w+", "ORG"),))
    (outcome,) = Rounds(made).run([document])
    assert outcome.redaction is not None
    assert "uill," not in outcome.redaction.text
    assert outcome.reason == ""


def test_the_jury_looks_with_halves_too():
    plain, judged = (replace(loop(attacks=(), jury=(SHARED,), max_risk=1.0), n_draws=n) for n in (0, 2))
    assert all(not outcome.half_after for outcome in plain.run(LETTERS))
    outcomes = judged.run(LETTERS)
    assert all(len(outcome.half_after) == 4 and outcome.is_released for outcome in outcomes)
    assert all(each.judges for outcome in outcomes for each in outcome.half_after)


def test_whom_half_of_what_is_known_finds_is_withheld():
    people = (
        Profile("p1", text="Sails boats. Keeps parrots."),
        Profile("p2", text="Sails boats. Keeps bees. Sails boats and sails."),
        Profile("p3", text="Bakes bread. Keeps bees."),
    )
    letter = Document("a", "Someone who keeps parrots.", person="p1")
    rounds = replace(loop(attacks=(), jury=("sparse",), people=people), n_draws=1)
    object.__setattr__(rounds, "_ask_jury", lambda cases, report: None)  # who knows everything would be first
    (outcome,) = rounds.run([letter])
    assert outcome.reason == "the jury (sparse) finds the person with half of what is known"


def test_draws_are_not_negative():
    with pytest.raises(ConfigError, match="n_draws must not be negative"):
        replace(loop(), n_draws=-1).run(LETTERS)
