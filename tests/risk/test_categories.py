import pytest

from unname.core.document import LABELS, Document, Mention, Role, Span
from unname.core.errors import ConfigError
from unname.core.registry import create
from unname.risk.categories import Categories

TEXT = "Rudolf of Ruritania met Flavia in Zenda under the Act of 1871 as a judge"


def found(surface, label, entity, *kinds, role=Role.QUASI):
    start = TEXT.index(surface)
    return Mention(Span(start, start + len(surface)), label, entity, role, kinds=frozenset(kinds))


CASE = Document(
    "case",
    TEXT,
    mentions=(
        found("Rudolf", "PERSON", "e1"),
        found("Ruritania", "LOC", "e2", "country"),
        found("Zenda", "LOC", "e3", "city", "date"),
        found("1871", "DATETIME", "e4", "year-law", "number"),
        found("judge", "DEM", "e5", role=Role.NONE),
    ),
)


@pytest.mark.parametrize(
    ("settings", "risky"),
    [
        ({}, {"e1", "e3"}),
        ({"spare": ()}, {"e1", "e2", "e3", "e4"}),
        ({"spare": ("year-law",)}, {"e1", "e2", "e3"}),
        ({"labels": LABELS, "spare": ()}, {"e1", "e2", "e3", "e4", "e5"}),
        ({"labels": ("DEM",)}, {"e5"}),
        ({"labels": ()}, set()),
    ],
)
def test_the_labels_are_risky_and_what_is_public_is_spared(settings, risky):
    (risk,) = Categories(**settings).assess(CASE, [{}])
    assert {id for id, value in risk.by_entity.items() if value == 1.0} == risky
    assert risk.by_entity.keys() == {"e1", "e2", "e3", "e4", "e5"}
    assert risk.total == float(bool(risky))


def test_one_mention_that_is_not_public_makes_the_entity_risky():
    again = CASE.with_mentions([*CASE.mentions, found("Flavia", "LOC", "e2", "town")])
    (risk,) = Categories().assess(again, [{}])
    assert risk.by_entity["e2"] == 1.0


def test_hidden_is_no_risk_and_a_generalization_is_one_still():
    hidden, general = Categories().assess(CASE, [{"e1": "***", "e3": "***"}, {"e1": "***", "e3": "a town"}])
    assert (hidden.total, hidden.by_entity["e4"]) == (0.0, 0.0)
    assert general.by_entity["e3"] == 1.0


def test_it_is_made_by_name_and_refuses_unknown_labels():
    assert create("risk", "categories(labels=('CODE',))").name == "categories(labels=('CODE',))"
    with pytest.raises(ConfigError, match="unknown labels NAME; known are CODE"):
        Categories(labels=("NAME",)).assess(CASE, [{}])
