"""What morris2022 composes."""

from crowded import biographies
from linking import Summing
from unname.core.policy import Policy
from unname_research.papers.morris2022 import morris2022


def test_people_are_hidden_among_k_others() -> None:
    people = biographies(30)
    pipeline = morris2022([each.profile for each in people], k=3, models=(Summing(), "sparse"), replace="label")
    assert pipeline.replace == "label"
    detected = pipeline.detect(people[5].document)
    plan = pipeline.plan(detected)
    view = {decision.option.entity: decision.option.seen for decision in plan.decisions}
    assert pipeline.risk_ is not None
    before, after = pipeline.risk_.assess(detected, [{}, view])
    assert before.rank is not None
    assert after.rank is not None
    assert before.rank <= 3 < after.rank
    assert pipeline.apply(detected, plan).text != people[5].document.text


def test_a_risk_of_ones_own_takes_the_place_of_the_population() -> None:
    pipeline = morris2022(None, k=2, risk="named", policy=Policy(deny=frozenset({"Zenda"})))
    assert (pipeline.policy.k, pipeline.policy.deny) == (2, {"Zenda"})
    assert pipeline.risk == "named"
