"""What fillers put back of what a release hides, compared with the original."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import FakeRisk
from unname.core.document import Document, Mention, Origin, Role, Span
from unname.core.policy import Policy
from unname.core.redaction import Decision, Option, Plan, Replacement, rewrite
from unname.core.results import Fill, Filling, Risk
from unname.core.roles import View
from unname.pipeline.put_back import (
    compare,
    count,
    evidence,
    find_demanded,
    passage_of,
    read_with,
    seen_entities,
    weigh,
)
from unname.text.spans import Spans

TEXT = "Anna Quill kept the lighthouse of Ruritz, Zenda, for Years a Keeper (2013). Quill left."
MENTIONS = (
    Mention(Span(0, 10), "PERSON", "anna", Role.DIRECT),
    Mention(Span(34, 40), "LOC", "ruritz", Role.QUASI),
    Mention(Span(42, 47), "LOC", "zenda", Role.QUASI),
    Mention(Span(59, 67), "MISC", "keeper", Role.QUASI),
    Mention(Span(76, 81), "PERSON", "anna", Role.DIRECT),
)
DOCUMENT = Document("d", TEXT, mentions=MENTIONS)
REDACTION = rewrite(
    DOCUMENT,
    [
        Replacement(Span(0, 10), "***", "anna"),
        Replacement(Span(34, 47), "***", "ruritz"),
        Replacement(Span(61, 67), "***", "keeper"),
        Replacement(Span(76, 81), "***", "anna"),
    ],
)
MASKS = tuple(edit.new for edit in REDACTION.edits)


def fill(number: int, text: str, probability: float = 0.9) -> Fill:
    return Fill("0", MASKS[number], (Filling(text, probability),))


def put_back(*fills: Fill, limit: float = 0.5):
    return compare(DOCUMENT, REDACTION, fills, limit)


def test_what_equals_the_original_is_put_back_whatever_its_case():
    (attempt,) = put_back(fill(0, "anna  QUILL."))
    assert (attempt.is_right, attempt.entities, attempt.shown) == (True, {"anna"}, "Anna Quill")
    assert attempt.hidden == (0, 10)


def test_what_is_not_sure_or_wrong_or_missing_is_not():
    unsure, wrong, none = put_back(fill(0, "Anna Quill", 0.5), fill(1, "Strelsau"), Fill("0", MASKS[2]))
    assert not any(each.is_right or each.entities for each in (unsure, wrong, none))


def test_the_best_candidate_alone_counts():
    (attempt,) = put_back(Fill("0", MASKS[1], (Filling("Strelsau", 0.6), Filling("Ruritz, Zenda", 0.55))))
    assert not attempt.entities


def test_of_several_things_behind_a_mask_those_count_that_are_said():
    (part,) = put_back(fill(1, "the port of Zenda"))
    assert (part.is_right, part.entities, part.shown) == (False, {"zenda"}, "Zenda")
    (whole,) = put_back(fill(1, "Ruritz (Zenda)"))
    assert (whole.is_right, whole.entities) == (True, {"ruritz", "zenda"})


def test_a_name_is_put_back_by_any_of_its_mentions_and_not_by_less():
    other, less = put_back(fill(0, "Quill"), fill(3, "Qui"))
    assert (other.is_right, other.entities) == (False, {"anna"})
    assert not less.entities


def test_masks_of_the_original_hide_nothing_of_ours():
    document = Document("d", "[NAME] met Anna.", mentions=(Mention(Span(11, 15), "PERSON", "anna", Role.DIRECT),))
    redaction = rewrite(document, [Replacement(Span(11, 15), "***", "anna")])
    assert compare(document, redaction, [Fill("0", Span(0, 6), (Filling("Bert", 1.0),))], 0.5) == []


def test_a_reader_sees_what_was_put_back_and_no_more():
    attempts = put_back(fill(0, "Anna Quill"), fill(1, "Zenda"), fill(2, "wrong"))
    assert read_with(REDACTION, attempts) == (
        "Anna Quill kept the lighthouse of Zenda, for Years a *** (2013). *** left."
    )
    assert seen_entities(attempts) == {"anna", "zenda"}
    assert read_with(REDACTION, []) == REDACTION.text


NOBODY = Spans(())
DEMANDED = frozenset({"anna"})


def test_counts_tell_masks_not_words():
    attempts = put_back(fill(0, "Anna Quill", 0.8), fill(1, "Ruritz, Zenda", 0.6), fill(2, "wrong"), fill(3, "x"))
    told = count(attempts, DEMANDED, "copies", "L2")
    assert (told.n_masks, told.n_right, told.n_direct, told.surely, told.judges) == (4, 2, 1, 0.7, False)
    assert count(attempts, frozenset({"anna", "zenda"}), "copies", "L2", judges=True).n_direct == 2
    assert count([], DEMANDED, "copies", "L2").surely == 0.0


@pytest.mark.parametrize(
    ("policy", "given", "expected"),
    [
        (Policy(), NOBODY, {"anna"}),
        (Policy(always_hide=frozenset({"LOC"})), NOBODY, {"anna", "ruritz", "zenda"}),
        (Policy(deny=frozenset({"ZENDA"})), NOBODY, {"anna", "zenda"}),
        (Policy(), Spans([Span(60, 62)]), {"anna", "keeper"}),
    ],
)
def test_what_is_demanded_identifies_alone_or_the_user_said_so(policy, given, expected):
    assert find_demanded(DOCUMENT, policy, given) == expected


def test_what_a_floor_marks_is_not_what_the_user_marked():
    marked = DOCUMENT.with_mentions([replace(each, origin=Origin.GIVEN) for each in MENTIONS])
    assert find_demanded(marked, Policy(), NOBODY) == {"anna"}
    denied = DOCUMENT.with_mentions([replace(each, origin=Origin.DENIED) for each in MENTIONS[1:2]])
    assert find_demanded(denied, Policy(), NOBODY) == {"ruritz"}


def plan(*hidden: str) -> Plan:
    return Plan("d", tuple(Decision(Option(id, "mask", "***", hides=True), "") for id in hidden))


HIDES_ALL = plan("anna", "ruritz", "zenda", "keeper")


def weighed(seen: str, risk=None, made=HIDES_ALL, **policy):
    return tuple(weigh(DOCUMENT, made, frozenset({seen}), DEMANDED, risk, Policy(**policy)))


def test_what_is_demanded_must_never_be_visible():
    assert weighed("anna") == weighed("anna", FakeRisk(), max_risk=1.0) == (True, True)


def test_the_risk_model_judges_the_rest_as_visible():
    assert weighed("zenda", FakeRisk(), max_risk=0.3) == (False, False)
    assert weighed("zenda", FakeRisk(), max_risk=0.2) == (True, True)
    assert weighed("unknown", FakeRisk(), made=plan("anna"), max_risk=0.1) == (False, False)


def test_without_a_risk_model_nobody_limits_what_identifies_in_combination():
    assert weighed("zenda") == (True, False)


@dataclass(frozen=True)
class Ranks(FakeRisk):
    """Ranks the person as they would stand with the visible entities, and takes everything for risky."""

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        return [Risk(1.0, rank=1 + 2 * sum(id in view for id in ("ruritz", "zenda", "keeper"))) for view in views]


def test_among_others_the_rank_decides_what_is_withheld():
    assert weighed("zenda", Ranks(), k=4) == (True, False)
    assert weighed("zenda", Ranks(), k=5) == (True, True)


def test_the_words_beside_a_mask_that_the_passage_shares_told_it():
    clues = evidence(REDACTION.text, MASKS[2], "the film Years a Slave (2013) by nobody")
    assert [clue.word for clue in clues] == ["2013", "years"]
    assert clues[0].weight > clues[1].weight
    assert abs(sum(clue.weight for clue in clues) - 1.0) < 1e-9


def test_function_words_tell_only_as_parts_of_a_title():
    text = "She was in a hit. The film We're *** (2013) was of the best. It had many others."
    mask = Span(text.index("***"), text.index("***") + 3)
    assert {clue.word for clue in evidence(text, mask, None)} == {"hit", "film", "we're", "we", "re", "2013", "best"}


def test_a_candidate_of_function_words_says_nothing():
    document = Document(
        "d", "Quill of the Sea sank.", mentions=(Mention(Span(0, 16), "MISC", "e"), Mention(Span(6, 12), "MISC", "f"))
    )
    redaction = rewrite(document, [Replacement(Span(0, 16), "***", "e")])
    (attempt,) = compare(document, redaction, [Fill("0", Span(0, 3), (Filling("of the", 0.9),))], 0.5)
    assert not attempt.entities


def test_without_a_passage_all_words_beside_it_may_have_told():
    for passage in (None, "nothing of it"):
        assert {clue.word for clue in evidence(REDACTION.text, MASKS[2], passage)} >= {"years", "2013", "lighthouse"}
    assert evidence("***", Span(0, 3), None) == []


def test_a_passage_is_cut_from_the_document_it_was_read_in():
    known = {"x": Document("x", "Years a Slave was made.")}
    assert passage_of(Filling("y", 1.0, source="x", passage=Span(0, 5)), known) == "Years"
    assert passage_of(Filling("y", 1.0, source="x"), known) == known["x"].text
    assert passage_of(Filling("y", 1.0), known) is None
    assert passage_of(None, known) is None


@given(st.lists(st.tuples(st.integers(0, 3), st.text(max_size=12), st.floats(0, 1)), max_size=6))
def test_what_is_seen_is_never_more_than_was_hidden(guesses):
    by_mask = {number: fill(number, text, probability) for number, text, probability in guesses}
    attempts = put_back(*(by_mask[number] for number in sorted(by_mask)))
    assert len(attempts) == len(by_mask)
    assert seen_entities(attempts) <= {entity.id for entity in DOCUMENT.entities}
    assert all(attempt.entities for attempt in attempts if attempt.is_right)
