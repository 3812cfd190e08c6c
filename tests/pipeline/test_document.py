import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import FakeDetector, FakeReplacer, FakeRisk
from unname.core.document import Document, Entity, Mention, Profile, Role, Span
from unname.core.errors import ConfigError, InfeasiblePlan, InputError, InternalError, UnnameError, Withheld
from unname.core.policy import Policy
from unname.core.redaction import Decision, Option, Plan, Redaction
from unname.core.results import Risk
from unname.core.roles import View
from unname.measure.leaks.check import Leak
from unname.models.information import entity_information
from unname.pipeline.document import Pipeline, release
from unname.risk.linkage import Linkage

TEXT = "Mr Tony Booth met Ada Grey in Rome. Booth left."
NAMES = FakeDetector(r"Tony Booth|Ada Grey")
PLACES = FakeDetector("Rome", "LOC", 0.3, "places")


@dataclass(frozen=True)
class Failing:
    """Quotes the text in its error, as a careless library would."""

    name: str = "failing"
    joins: bool = False

    def detect(self, document: Document) -> Sequence[Mention]:
        raise ValueError(f"cannot read {document.text}")

    def options(self, entity: Entity, document: Document) -> Sequence[Option]:
        return [Option(entity.id, "fail")]

    def render(self, mention: Mention, option: Option, document: Document) -> str:
        raise KeyError(document.text)


@dataclass(frozen=True)
class Astray:
    name: str = "astray"

    def detect(self, document: Document) -> Sequence[Mention]:
        return [Mention(Span(0, len(document.text) + 1), "LOC")]


@dataclass(frozen=True)
class Idle(FakeReplacer):
    def options(self, entity: Entity, document: Document) -> Sequence[Option]:
        return []


@dataclass(frozen=True)
class Halving(FakeReplacer):
    """Can also blur, which costs half."""

    def options(self, entity: Entity, document: Document) -> Sequence[Option]:
        return [Option(entity.id, "blur", "someone", 0.5), Option(entity.id, "hash", "#", 1.0, hides=True)]


@dataclass(frozen=True)
class FailingRisk:
    """Fails where there is anything to judge."""

    name: str = "failing"

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        if document.entities:
            raise ValueError(f"cannot judge {document.text}")
        return [Risk(0.0) for _ in views]


def hidden(document: Document) -> list[str]:
    return [document.text[m.span.start : m.span.end] for m in document.mentions if m.role is not Role.NONE]


def release_each(pipeline, documents):
    """What becomes of each document by itself."""
    for document in documents:
        try:
            yield document.id, pipeline.release(document)
        except ConfigError:
            raise
        except UnnameError as error:
            yield document.id, error


def test_detect_finds_groups_and_weighs() -> None:
    detected = Pipeline(detectors=(NAMES, PLACES)).detect(Document("d", TEXT))
    found = [(detected.text[m.span.start : m.span.end], m.label, m.entity, m.role) for m in detected.mentions]
    assert found == [
        ("Tony Booth", "PERSON", "e1", Role.DIRECT),
        ("Ada Grey", "PERSON", "e2", Role.QUASI),
        ("Rome", "LOC", "e3", Role.QUASI),
        ("Booth", "PERSON", "e1", Role.DIRECT),
    ]


@pytest.mark.parametrize(("balance", "kept"), [("recall", False), ("f1", True)])
def test_balance_moves_the_thresholds(balance: str, kept: bool) -> None:
    text = Pipeline(detectors=(PLACES,), balance=balance).release(Document("d", TEXT)).text
    assert ("Rome" in text) is kept


def test_the_policy_overrides_the_balance() -> None:
    policy = Policy(thresholds={"LOC": 0.2})
    assert "Rome" not in release(Document("d", TEXT), detectors=(PLACES,), balance="f1", policy=policy).text


@pytest.mark.parametrize(
    ("replacer", "text"),
    [
        ("mask", "Mr *** met *** in Rome. *** left."),
        ("mask(per_word=True)", "Mr *** *** met *** *** in Rome. *** left."),
        ("label", "Mr [PERSON] met [PERSON] in Rome. [PERSON] left."),
        ("label(numbered=True)", "Mr [PERSON_1] met [PERSON_2] in Rome. [PERSON_1] left."),
        (FakeReplacer(), "Mr # met # in Rome. # left."),
    ],
)
def test_release(replacer: object, text: str) -> None:
    assert release(Document("d", TEXT), detectors=(NAMES,), replace=replacer).text == text


def test_the_map_back_is_exact() -> None:
    redaction = release(Document("d", TEXT), detectors=(NAMES,))
    assert [TEXT[e.old.start : e.old.end] for e in redaction.edits] == ["Tony Booth", "Ada Grey", "Booth"]
    assert {redaction.text[e.new.start : e.new.end] for e in redaction.edits} == {"***"}


@pytest.mark.parametrize(
    "name",
    [
        "T\u043eny Booth",
        "To\u200bny\u00a0Bo\u00adoth",
        "Ｔｏｎｙ Ｂｏｏｔｈ",
        "𝐓ony Boot\u0336h",
        "T\x00ony Booth",
    ],
)
def test_disguised_names_are_found_at_their_place(name: str) -> None:
    text = f"שלום 👋🏽 {name} \u202eleft"
    redaction = release(Document("d", text), detectors=(NAMES,))
    assert redaction.text == "שלום 👋🏽 *** \u202eleft"
    assert [text[e.old.start : e.old.end] for e in redaction.edits] == [name]


@pytest.mark.parametrize("text", ["", " ", "\x00", "no names here", "👋🏽", "\ufeff"])
def test_nothing_to_hide_leaves_the_text_as_it_is(text: str) -> None:
    assert release(Document("d", text), detectors=(NAMES,)) == Redaction("d", text)


def test_given_mentions_are_honored() -> None:
    given = (
        Mention(Span(14, 17), "MISC", confidence=0.0),
        Mention(Span(15, 21), "LOC"),
        Mention(Span(0, 2), "DEM", role=Role.NONE),
    )
    detected = Pipeline(detectors=()).detect(Document("d", TEXT, mentions=given))
    assert hidden(detected) == ["met Ada"]
    assert detected.mentions[-1].source == "given"


def test_a_given_mention_of_invisible_characters_is_hidden() -> None:
    text = "a\u200b\u200bb"
    document = Document("d", text, mentions=(Mention(Span(1, 3), "MISC"),))
    assert release(document, detectors=()).text == "a***b"


@given(st.text(max_size=30), st.data())
def test_given_mentions_are_hidden_in_any_text(text: str, data: st.DataObject) -> None:
    if not text or any("\ud800" <= character <= "\udfff" for character in text):
        return
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    detected = Pipeline(detectors=()).detect(Document("d", text, mentions=(Mention(Span(start, end), "LOC"),)))
    covered = {p for m in detected.mentions if m.role is not Role.NONE for p in range(*m.span)}
    assert all(p in covered for p in range(start, end) if text[p].isalnum())


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"deny": "Jose\u0301 B"}, "***\n*** of ***, O\u2019Neil"),
        ({"deny": "o'neil"}, "José\nB of ***, ***"),
        ({"allow": "zoe\u0308  quill"}, "José\nB of Zoë Quill, O\u2019Neil"),
    ],
)
def test_the_words_of_a_policy_are_read_as_the_text_is(settings: dict[str, str], expected: str) -> None:
    policy = Policy(**{key: frozenset({word}) for key, word in settings.items()})
    document = Document("d", "José\nB of Zoë Quill, O\u2019Neil")
    assert release(document, detectors=(FakeDetector("Zoë Quill"),), policy=policy).text == expected


@pytest.mark.parametrize("subject", ["Zoë Quill", "Zoe\u0308 Quill", "QUILL, ZOË", "zoë quill"])
def test_the_given_subject_is_found_however_it_is_written(subject: str) -> None:
    document = Document("d", "Then Zoë came and Qu\u00adill left.", person=subject)
    assert release(document, detectors=()).text == "Then *** came and *** left."


def test_deny_and_allow() -> None:
    policy = Policy(deny=frozenset({"met"}), allow=frozenset({"Ada Grey"}))
    assert release(Document("d", TEXT), detectors=(NAMES,), policy=policy).text == "Mr *** Ada Grey in Rome. *** left."


def test_a_plan_says_why() -> None:
    pipeline = Pipeline(detectors=(NAMES,))
    plan = pipeline.plan(pipeline.detect(Document("d", TEXT)))
    assert [decision.reason for decision in plan.decisions] == [
        "PERSON identifies alone, 2 mentions",
        "PERSON identifies in combination, 1 mention",
    ]
    assert plan.loss == 5.0


def test_a_smaller_plan_hides_less() -> None:
    pipeline = Pipeline(detectors=(NAMES,))
    detected = pipeline.detect(Document("d", TEXT))
    plan = pipeline.plan(detected)
    smaller = type(plan)(plan.document, plan.decisions[1:])
    assert pipeline.apply(detected, smaller).text == "Mr Tony Booth met *** in Rome. Booth left."


@pytest.mark.parametrize(
    "settings",
    [
        {"balance": "precision"},
        {"detectors": ("no_such_detector",)},
        {"detectors": ("words(width=3)",)},
        {"detectors": (), "replace": "no_such_replacer"},
        {"volume": 11},
    ],
)
def test_settings_that_make_no_sense(settings: dict[str, object]) -> None:
    with pytest.raises(ConfigError):
        release(Document("d", TEXT), **{"detectors": (NAMES,), **settings})


@pytest.mark.parametrize(
    ("pipeline", "message"),
    [
        (Pipeline(detectors=(Failing(),)), r"document 'd': detector failing failed \(ValueError\)"),
        (
            Pipeline(detectors=(NAMES,), replace=Failing()),
            r"document 'd': replacer failing failed \(KeyError\)",
        ),
        (Pipeline(detectors=(Astray(),)), "document 'd': detector astray went outside the text"),
        (Pipeline(detectors=(NAMES,), replace=Idle()), "document 'd': replacer fake has no option for e1"),
    ],
)
def test_failures_do_not_quote_the_text(pipeline: Pipeline, message: str) -> None:
    with pytest.raises(InternalError, match=message) as caught:
        pipeline.release(Document("d", TEXT))
    assert caught.value.__context__ is None
    assert "Booth" not in "".join(traceback.format_exception(caught.value))


def test_one_failure_does_not_stop_the_others() -> None:
    @dataclass(frozen=True)
    class Picky(FakeDetector):
        def detect(self, document: Document) -> Sequence[Mention]:
            if document.id == "bad":
                raise ValueError(document.text)
            return super().detect(document)

    documents = [Document(id, "It was Ada Grey") for id in ("one", "bad", "two")]
    results = dict(release_each(Pipeline(detectors=(Picky(r"Ada Grey"),)), documents))
    assert isinstance(results.pop("bad"), UnnameError)
    assert {id: result.text for id, result in results.items()} == {"one": "It was ***", "two": "It was ***"}


def test_bad_settings_stop_a_batch() -> None:
    with pytest.raises(ConfigError):
        list(release_each(Pipeline(detectors=(), balance="best"), [Document("d", TEXT)]))


def test_components_are_made_once() -> None:
    pipeline = Pipeline(detectors=("words",))
    assert pipeline.detectors_ is pipeline.detectors_
    assert pipeline.replacers_ is pipeline.replacers_


RISKY = Policy(max_risk=0.4)


def planned(policy: Policy = RISKY, **settings: object) -> tuple[Pipeline, Document]:
    pytest.importorskip("ortools")
    pipeline = Pipeline(detectors=(NAMES, PLACES), policy=policy, risk=FakeRisk(), **settings)  # type: ignore[arg-type]
    return pipeline, pipeline.detect(Document("d", TEXT))


def test_a_limit_on_the_risk_changes_as_little_as_it_can() -> None:
    pipeline, detected = planned()
    plan = pipeline.plan(detected)
    assert plan.risk_after is not None
    assert plan.risk_after <= 0.4
    assert plan.loss == plan.lower_bound
    assert len(plan.decisions) + len(plan.kept) == len(detected.entities)
    # The subject identifies alone, so it goes whatever it costs.
    assert "e1" in {decision.option.entity for decision in plan.decisions}
    assert "Booth" not in pipeline.apply(detected, plan).text


def test_losses_are_the_information_of_all_mentions() -> None:
    pipeline, detected = planned()
    options = {option.entity: option.loss for option in pipeline.options(detected)}
    nats = entity_information(detected)
    assert options == pytest.approx(nats)
    assert all(loss > 0 for loss in options.values())


def test_losses_may_add_up_all_word_pieces() -> None:
    pipeline, detected = planned(price="information_sum")
    options = {option.entity: option.loss for option in pipeline.options(detected)}
    assert options == pytest.approx(entity_information(detected, pool="sum"))
    by_least_likely = entity_information(detected)
    assert all(options[id] >= nats - 1e-6 for id, nats in by_least_likely.items())
    assert any(options[id] > nats + 1.0 for id, nats in by_least_likely.items())


def test_a_share_of_the_loss_is_a_share_of_the_information() -> None:
    pipeline, detected = planned(replace=Halving())
    by_action: dict[str, dict[str, float]] = {}
    for option in pipeline.options(detected):
        by_action.setdefault(option.entity, {})[option.action] = option.loss
    assert all(losses["blur"] == pytest.approx(losses["hash"] / 2) for losses in by_action.values())


@pytest.mark.parametrize(("replacer", "share"), [("mask", 1.0), (Halving(), 0.5)])
def test_losses_may_be_the_number_of_words(replacer: object, share: float) -> None:
    pipeline, detected = planned(price="words", replace=replacer)
    least: dict[str, float] = {}
    for option in pipeline.options(detected):
        least[option.entity] = min(option.loss, least.get(option.entity, option.loss))
    n_words = {
        entity.id: sum(len(TEXT[m.span.start : m.span.end].split()) for m in entity.mentions)
        for entity in detected.entities
    }
    assert least == {id: share * n for id, n in n_words.items()}


def test_an_unknown_price() -> None:
    pipeline, detected = planned(price="euros")
    with pytest.raises(ConfigError, match="unknown price 'euros'; known are information, information_sum, words"):
        pipeline.plan(detected)


def test_without_a_limit_nothing_is_merely_generalized() -> None:
    pipeline = Pipeline(detectors=(NAMES,), replace=Halving())
    assert pipeline.release(Document("d", TEXT)).text == "Mr # met # in Rome. # left."


def test_allowed_words_stay_also_under_a_limit() -> None:
    pipeline, detected = planned(Policy(max_risk=0.0, allow=frozenset({"Ada Grey"})))
    assert "Ada Grey" in pipeline.apply(detected, pipeline.plan(detected)).text


def test_an_allowed_word_stays_where_another_form_of_it_goes() -> None:
    pytest.importorskip("ortools")
    courts = FakeDetector(r"the Court|Court", "ORG", 0.3)
    policy = Policy(max_risk=0.5, allow=frozenset({"Court"}), thresholds={"ORG": 0.5})
    pipeline = Pipeline(detectors=(courts,), policy=policy, risk="categories(labels=('ORG',))")
    assert pipeline.release(Document("d", "In Zenda, the Court and Court met.")).text == "In Zenda, *** and Court met."


@pytest.mark.parametrize("max_risk", [None, 0.5])
def test_a_plan_for_mentions_without_entities_hides_the_right_ones(max_risk: float | None) -> None:
    pytest.importorskip("ortools")
    spans = (Span(0, 5), Span(6, 11))
    mentions = tuple(Mention(span, "PERSON", role=Role.DIRECT) for span in spans)
    document = Document("d", "Court Quill", mentions=mentions)
    pipeline = Pipeline(detectors=(NAMES,), policy=Policy(max_risk=max_risk, allow=frozenset({"Court"})))
    assert pipeline.apply(document, pipeline.plan(document)).text == "Court ***"


@pytest.mark.parametrize(
    "plan",
    [Plan("other", ()), Plan("d", (Decision(Option("e99", "mask", "***"), ""),))],
    ids=["document", "entity"],
)
def test_a_plan_for_another_document_releases_nothing(plan: Plan) -> None:
    pipeline = Pipeline(detectors=(NAMES,))
    with pytest.raises(InternalError, match="made for another document"):
        pipeline.apply(pipeline.detect(Document("d", TEXT)), plan)


def test_a_number_of_people_cannot_be_promised_without_ranks() -> None:
    pytest.importorskip("ortools")
    pipeline = Pipeline(detectors=(NAMES,), policy=Policy(k=5))
    with pytest.raises(ConfigError, match="k = 5 needs a risk model that ranks people"):
        pipeline.release(Document("d", TEXT))


@pytest.mark.parametrize("limit", [0.5, 1.0])
def test_denied_words_and_direct_identifiers_go_under_any_limit(limit: float) -> None:
    pipeline, detected = planned(Policy(max_risk=limit, limits={"PERSON": 1.0}, deny=frozenset({"left"})))
    released = pipeline.apply(detected, pipeline.plan(detected)).text
    assert "left" not in released
    assert "Booth" not in released


def test_what_cannot_be_met_releases_nothing() -> None:
    pytest.importorskip("ortools")
    policy = Policy(max_risk=0.0, never_change=frozenset({"PERSON"}))
    pipeline = Pipeline(detectors=(NAMES, PLACES), policy=policy, risk="surprisal")
    detected = pipeline.detect(Document("d", TEXT))
    with pytest.raises(InfeasiblePlan) as caught:
        pipeline.plan(detected)
    assert caught.value.best is not None
    assert "Booth" not in str(caught.value)
    ((_, outcome),) = release_each(pipeline, [Document("d", TEXT)])
    assert isinstance(outcome, InfeasiblePlan)


def test_a_failing_risk_measure_fails_the_document_alone() -> None:
    pytest.importorskip("ortools")
    pipeline = Pipeline(detectors=(NAMES,), risk=FailingRisk())
    outcomes = dict(release_each(pipeline, [Document("a", TEXT), Document("b", "nobody here")]))
    assert isinstance(outcomes["a"], InternalError)
    assert "Booth" not in str(outcomes["a"])
    assert outcomes["b"].text == "nobody here"  # type: ignore[union-attr]


def test_the_linear_optimizer_is_reached_and_still_hides_what_identifies_alone() -> None:
    pytest.importorskip("ortools")
    people = [Profile(str(n), text=f"Ada Grey of Rome met person {n}") for n in range(4)]
    people.append(Profile("booth", "Tony Booth", text="Tony Booth of Rome left"))
    risk = Linkage(population=people)
    pipeline = Pipeline(detectors=(NAMES, PLACES), policy=Policy(max_risk=0.5), risk=risk, optimizer="linear")
    detected = pipeline.detect(Document("d", TEXT, person="booth"))
    plan = pipeline.plan(detected)
    assert plan.lower_bound == pytest.approx(plan.loss)
    direct = {entity.id for entity in detected.entities if entity.role is Role.DIRECT}
    assert direct <= {decision.option.entity for decision in plan.decisions}


def test_a_text_is_released_like_a_document() -> None:
    settings = {"detectors": (NAMES,)}
    assert release(TEXT, **settings) == release(Document("text", TEXT), **settings)
    assert Pipeline(detectors=(NAMES,)).release(TEXT).text == "Mr *** met *** in Rome. *** left."


@pytest.mark.parametrize("given", [None, TEXT.encode(), 7, [TEXT]], ids=lambda given: type(given).__name__)
def test_what_is_no_text_is_refused_without_a_word_of_it(given: object) -> None:
    with pytest.raises(InputError, match=f"got {type(given).__name__}") as caught:
        release(given)  # type: ignore[arg-type]
    assert "Booth" not in str(caught.value)


def test_what_is_hidden_in_one_place_is_hidden_in_all() -> None:
    assert release("Born in Rome. ROME it was, in Ro\u200bme.", detectors=(PLACES,)).text.count("***") == 3


def test_what_still_says_something_hidden_is_withheld(monkeypatch: pytest.MonkeyPatch) -> None:
    pipeline = Pipeline(detectors=(NAMES,))
    with pytest.raises(Withheld, match=r"document 'd': the output check found .* \(file name\)") as caught:
        pipeline.release(Document("d", TEXT), names=[("file name", "tony-booth.txt")])
    assert "booth" not in str(caught.value).lower()
    monkeypatch.setattr("unname.measure.leaks.check.find_leaks", lambda *_: [Leak("e1", "as it stands")])
    with pytest.raises(Withheld):
        release(TEXT, detectors=(NAMES,))
    ((_, outcome),) = release_each(pipeline, [Document("d", TEXT)])
    assert isinstance(outcome, Withheld)


def test_an_output_check_that_fails_releases_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(document: Document, *_: object) -> None:
        raise ValueError(document.text)

    monkeypatch.setattr("unname.measure.leaks.check.find_leaks", fail)
    with pytest.raises(InternalError, match=r"the output check failed \(ValueError\)") as caught:
        release(TEXT, detectors=(NAMES,))
    assert "Booth" not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("unit", ["John Smith ", "123 456-", "J. S. "])
def test_what_repeats_itself_takes_time_by_its_length(unit: str) -> None:
    pipeline = Pipeline(detectors=("rules", "gazetteer"))
    spent = []
    for size in (10_000, 10_000, 80_000):
        began = time.process_time()
        pipeline.release(Document("a", (unit * size)[:size]))
        spent.append(time.process_time() - began)
    assert spent[2] < 8 * 3 * max(spent[1], 0.02)  # eight times the text; the square would take 64 times as long
