"""What is told of each entity: what it says, how risky it is, and why."""

import pytest

from unname.core.document import Document, Mention, Role, Span
from unname.core.results import Combination, Risk
from unname.pipeline.entity_risks import entity_risks

DOCUMENT = Document(
    "d",
    "Anna met Bert in Zenda.",
    mentions=(
        Mention(Span(0, 4), "PERSON", "e1", Role.DIRECT),
        Mention(Span(9, 13), "PERSON", "e2"),
        Mention(Span(17, 22), "LOC", "e3"),
    ),
)
RISKS = {
    "one": Risk(0.9, by_entity={"e1": 0.9, "e2": 0.2}, combinations=(Combination(frozenset({"e2", "e3"}), "rare"),)),
    "two": Risk(0.7, by_entity={"e1": 0.7}),
}


@pytest.mark.parametrize(
    ("max_risk", "why"),
    [
        (0.5, ["identifies alone, above 0.5 by one and two", "part of 1 risky combination"]),
        (0.8, ["identifies alone, above 0.8 by one", "part of 1 risky combination"]),
        (0.1, ["identifies alone, above 0.1 by one and two", "above 0.1 by one, part of 1 risky combination"]),
    ],
)
def test_why_an_entity_is_risky(max_risk: float, why: list[str]) -> None:
    assert [each.why for each in entity_risks(DOCUMENT, RISKS, max_risk)][:2] == why


def test_every_entity_is_told_with_its_figures() -> None:
    found = entity_risks(DOCUMENT, RISKS)
    assert [each.entity for each in found] == list(DOCUMENT.entities)
    assert [each.risks for each in found] == [{"one": 0.9, "two": 0.7}, {"one": 0.2, "two": 0.0}, {"one": 0, "two": 0}]
    assert all(each.nats > 0 for each in found)
    assert entity_risks(DOCUMENT, {})[1].why == "not above 0.5 by any measure"
