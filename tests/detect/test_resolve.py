import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import LABELS, Document, Mention, Origin, Role, Span
from unname.core.policy import Policy
from unname.detect.resolve import pooled, resolve, strongest, uncovered, unite
from unname.detect.weigh import weighed

WORDS = st.sampled_from("Booth Tony Tom Mr Mrs Rome the of met ( ) , . 12 \n Acme acme T. 's it's".split(" "))
HALF = dict.fromkeys(LABELS, 0.5)


@st.composite
def documents(draw: st.DrawFn) -> tuple[Document, list[Mention]]:
    text = " ".join(draw(st.lists(WORDS, min_size=1, max_size=25)))
    spans = st.tuples(st.integers(0, len(text) - 1), st.integers(1, 12)).map(
        lambda pair: Span(pair[0], min(len(text), pair[0] + pair[1]))
    )
    mention = st.builds(
        Mention,
        spans,
        st.sampled_from(LABELS),
        role=st.sampled_from(Role),
        confidence=st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.9, 1.0]),
        origin=st.sampled_from([Origin.FOUND, Origin.PRIOR, Origin.OPINION]),
    )
    return Document("d", text), draw(st.lists(mention, max_size=12))


def covered(mentions: list[Mention]) -> set[int]:
    return {position for mention in mentions for position in range(*mention.span)}


def hidden(mentions: tuple[Mention, ...]) -> list[Mention]:
    return [mention for mention in mentions if mention.role is not Role.NONE]


def surfaces(text: str, mentions: tuple[Mention, ...]) -> list[str]:
    return [text[mention.span.start : mention.span.end] for mention in hidden(mentions)]


@given(documents())
def test_result_is_sorted_apart_inside_and_named(case: tuple[Document, list[Mention]]) -> None:
    document, mentions = case
    resolved = resolve(document, mentions, thresholds=HALF)
    assert all(one.span.end <= other.span.start for one, other in itertools.pairwise(resolved))
    assert all(mention.span.end <= len(document.text) and mention.entity for mention in resolved)
    assert not any(document.text[m.span.start].isspace() or document.text[m.span.end - 1].isspace() for m in resolved)
    first = list(dict.fromkeys(mention.entity for mention in resolved))
    assert first == [f"e{number}" for number in range(1, len(first) + 1)]


@given(documents())
def test_nothing_that_passes_is_dropped(case: tuple[Document, list[Mention]]) -> None:
    document, mentions = case
    passing = [m for m in weighed(mentions) if m.confidence >= 0.5 and m.role is not Role.NONE]
    letters = {position for position, character in enumerate(document.text) if character.isalnum()}
    resolved = resolve(document, mentions, thresholds=HALF)
    assert covered(passing) & letters <= covered(hidden(resolved))


@given(documents())
def test_each_entity_has_one_role(case: tuple[Document, list[Mention]]) -> None:
    document, mentions = case
    roles: dict[str, set[Role]] = {}
    for mention in resolve(document, mentions, thresholds=HALF):
        roles.setdefault(mention.entity, set()).add(mention.role)
    assert all(len(group) == 1 for group in roles.values())


@given(documents(), st.randoms())
def test_the_order_of_the_mentions_does_not_matter(case: tuple[Document, list[Mention]], random: object) -> None:
    document, mentions = case
    shuffled = list(mentions)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert resolve(document, mentions, thresholds=HALF) == resolve(document, shuffled, thresholds=HALF)


@given(documents())
def test_resolving_again_hides_no_less(case: tuple[Document, list[Mention]]) -> None:
    document, mentions = case
    once = resolve(document, mentions, thresholds=HALF)
    again = resolve(document, once, thresholds=HALF)
    assert covered(hidden(once)) <= covered(hidden(again))


@given(documents())
def test_without_seeds_only_what_passes_is_hidden(case: tuple[Document, list[Mention]]) -> None:
    document, mentions = case
    quiet = [replace(mention, label="DEM") for mention in mentions]
    passing = [m for m in quiet if m.confidence >= 0.5 and m.role is not Role.NONE]
    assert covered(hidden(resolve(document, quiet, thresholds=HALF))) <= covered(passing)


def mention(start: int, end: int, label: str = "DEM", confidence: float = 0.9, **settings: object) -> Mention:
    return Mention(Span(start, end), label, confidence=confidence, **settings)  # type: ignore[arg-type]


def test_unions_take_the_best_label_and_every_source_origin_and_kind() -> None:
    kinds, opinion = frozenset({"id"}), {"source": "tagger", "origin": Origin.OPINION}
    direct = mention(2, 6, "CODE", 0.6, role=Role.DIRECT, source="rules:id", origin=Origin.PRIOR, kinds=kinds)
    (union,) = unite([mention(0, 4, "LOC", 0.8, **opinion), direct, mention(1, 2, "ORG", 0.8, **opinion)])
    both = Origin.OPINION | Origin.PRIOR
    assert union == Mention(Span(0, 6), "LOC", "", Role.DIRECT, 0.8, "tagger+rules:id", both, kinds)


@pytest.mark.parametrize(
    ("origin", "hides"),
    [(Origin.FOUND, True), (Origin.PRIOR, False), (Origin.OPINION, True), (Origin.GIVEN, True)],
)
def test_the_confidence_of_a_detector_means_what_it_says_unless_it_is_a_prior(origin: Origin, hides: bool) -> None:
    far = mention(6, 10, "LOC", 0.9, origin=Origin.OPINION)
    resolved = resolve(
        Document("d", "heron Rome"), [mention(0, 5, confidence=0.7, origin=origin), far], thresholds=HALF
    )
    assert ("heron" in surfaces("heron Rome", resolved)) is hides


def test_mentions_that_touch_stay_apart() -> None:
    assert len(unite([mention(0, 4), mention(4, 6)])) == 2


def test_a_doubtful_wide_mention_does_not_widen_a_sure_one() -> None:
    text = "the nurse who lives there"
    resolved = resolve(Document("d", text), [mention(4, 9), mention(0, 25, confidence=0.1)], thresholds=HALF)
    assert [(m.span, m.role) for m in resolved] == [((4, 9), Role.QUASI)]


def test_what_stays_below_the_threshold_is_kept_open() -> None:
    (only,) = resolve(Document("d", "a nurse"), [mention(2, 7, confidence=0.4)], thresholds=HALF)
    assert only.role is Role.NONE


def test_names_spread_and_are_grouped() -> None:
    text = "Mr Tony Booth and his son Tom Booth met T. Booth's aunt. BOOTH"
    found = [mention(0, 13, "PERSON"), mention(26, 35, "PERSON")]
    resolved = resolve(Document("d", text, person="Tony Booth"), found, thresholds=HALF)
    assert surfaces(text, resolved) == ["Mr Tony Booth", "Tom Booth", "T. Booth", "BOOTH"]
    assert [m.entity for m in resolved][:2] == ["e1", "e2"]
    assert [m.role for m in resolved][:2] == [Role.DIRECT, Role.QUASI]


def test_the_given_subject_is_hidden_wherever_it_stands() -> None:
    text = "Today Booth left."
    resolved = resolve(Document("d", text, person="Tony Booth"), [], thresholds=HALF)
    assert [(m.span, m.label, m.role) for m in resolved] == [((6, 11), "PERSON", Role.DIRECT)]


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        (Policy(), ["Rome"]),
        (Policy(deny=frozenset({"visit"})), ["visit", "Rome"]),
        (Policy(deny=frozenset({"VISIT TO"})), ["visit to", "Rome"]),
        (Policy(allow=frozenset({"rome"})), []),
        (Policy(never_change=frozenset({"LOC"})), []),
        (Policy(always_hide=frozenset({"DEM"})), ["Rome", "nurse"]),
        (Policy(thresholds={"DEM": 0.2, "LOC": 0.95}), ["nurse"]),
        (Policy(never_change=frozenset({"MISC"}), deny=frozenset({"visit"})), ["visit", "Rome"]),
    ],
)
def test_the_policy_decides(policy: Policy, expected: list[str]) -> None:
    text = "a visit to Rome by a nurse"
    found = [mention(11, 15, "LOC"), mention(21, 26, "DEM", 0.3)]
    assert surfaces(text, resolve(Document("d", text), found, policy, HALF)) == expected


def test_a_denied_word_does_not_change_a_label() -> None:
    (only,) = resolve(Document("d", "Rome"), [mention(0, 4, "LOC")], Policy(deny=frozenset({"rome"})), HALF)
    assert (only.label, only.confidence) == ("LOC", 1.0)


def test_given_mentions_are_hidden_whatever_their_confidence() -> None:
    found = [mention(0, 3, confidence=0.0, origin=Origin.GIVEN)]
    assert surfaces("cat", resolve(Document("d", "cat"), found, thresholds=HALF)) == ["cat"]


def test_mentions_of_one_form_share_one_fate() -> None:
    document = Document("d", "Rome, Rome, rome, Ann, Ann")
    places = [mention(0, 4, "LOC", 0.2), mention(6, 10, "LOC", 0.9), mention(12, 16, "DEM", 0.1)]
    people = [mention(18, 21, "PERSON", 0.2), mention(23, 26, "PERSON", 0.9)]
    rome, again, trait, *ann = (m.confidence for m in pooled(document, places + people))
    assert rome == again == pytest.approx(0.6)
    assert (trait, ann) == (0.1, [0.9, 0.9])


def test_uncovered_and_strongest() -> None:
    taken = [mention(2, 6), mention(8, 10)]
    assert uncovered([mention(3, 5), mention(5, 7), mention(11, 12)], taken) == [mention(5, 7), mention(11, 12)]
    weak, strong = mention(12, 15, confidence=0.1), mention(14, 20, confidence=0.2)
    assert strongest([mention(5, 7), weak, strong], taken) == [strong]


def test_a_name_inside_something_else_is_searched_again() -> None:
    text = "Mme Solange Peyrolles, 14 rue des Lilas. The file of S. Peyrolles."
    found = [mention(0, 39, "LOC", 0.99), mention(0, 21, "PERSON", 0.9)]
    resolved = resolve(Document("d", text), found, thresholds=HALF)
    assert surfaces(text, resolved) == ["Mme Solange Peyrolles, 14 rue des Lilas", "S. Peyrolles"]
    assert [m.label for m in resolved] == ["LOC", "PERSON"]


def test_one_word_for_which_something_is_called_is_not() -> None:
    text = "Lund University is in Lund."
    found = [mention(0, 15, "ORG", 0.99), mention(0, 4, "PERSON", 0.8)]
    assert surfaces(text, resolve(Document("d", text), found, thresholds=HALF)) == ["Lund University"]


def test_a_known_name_is_a_person_whatever_else_was_said() -> None:
    text = "Dr Lund came. Ask Lund."
    found = [mention(0, 7, "PERSON", 0.95), mention(18, 22, "LOC", 0.9)]
    resolved = resolve(Document("d", text), found, thresholds=HALF)
    assert [(m.label, m.entity) for m in resolved] == [("PERSON", "e1"), ("PERSON", "e1")]


def test_forms_with_other_accents_share_one_fate() -> None:
    text = "from \u0130zmir to Izmir"
    found = [mention(5, 10, "LOC", 0.9), mention(14, 19, "LOC", 0.3)]
    assert surfaces(text, resolve(Document("d", text), found, thresholds=HALF)) == ["\u0130zmir", "Izmir"]
