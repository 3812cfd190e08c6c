import pytest

from unname.core.document import Document, Mention, Origin, Role, Span
from unname.risk.named import Named

TEXT = "Ada Grey, a nurse of Rome, saw Bo."
DOCUMENT = Document(
    "d",
    TEXT,
    mentions=(
        Mention(Span(0, 8), "PERSON", "e1", Role.DIRECT, origin=Origin.OPINION),
        Mention(Span(12, 17), "DEM", "e2", Role.QUASI, origin=Origin.OPINION | Origin.DENIED),
        Mention(Span(21, 25), "LOC", "e3", Role.QUASI, origin=Origin.OPINION),
        Mention(Span(31, 33), "PERSON", "e4", Role.QUASI, origin=Origin.GIVEN),
    ),
)


@pytest.mark.parametrize(
    ("view", "visible"),
    [
        ({}, {"e1", "e2", "e4"}),
        ({"e1": "***", "e2": "***"}, {"e4"}),
        ({"e1": "***", "e2": "a carer", "e4": "***"}, {"e2"}),
        ({"e1": "***", "e2": "***", "e4": "***"}, set()),
        ({"e1": "", "e2": "[DEM]", "e4": "***"}, {"e1", "e2"}),
        ({"e3": "***"}, {"e1", "e2", "e4"}),
    ],
)
def test_what_was_named_is_certain_until_it_is_hidden(view, visible):
    (risk,) = Named().assess(DOCUMENT, [view])
    assert risk.by_entity == dict.fromkeys(visible, 1.0)
    assert risk.total == float(bool(visible))


@pytest.mark.parametrize(("confidence", "risky"), [(0.2, set()), (0.89, set()), (0.9, {"e1"}), (1.0, {"e1"})])
def test_a_doubtful_identifier_is_left_to_other_measures(confidence, risky):
    doubtful = DOCUMENT.with_mentions([Mention(Span(0, 8), "CODE", "e1", Role.DIRECT, confidence)])
    assert set(Named().assess(doubtful, [{}])[0].by_entity) == risky


def test_a_given_mention_that_may_stay_is_no_demand():
    stays = DOCUMENT.with_mentions([Mention(Span(12, 17), "DEM", "e2", Role.NONE, origin=Origin.GIVEN)])
    assert Named().assess(stays, [{}])[0].total == 0
