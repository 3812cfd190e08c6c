import math
from dataclasses import dataclass

import pytest

from fakes import FakeRisk
from unname.core.document import Document, Mention, Span
from unname.core.errors import InternalError
from unname.core.judging import judge, may_rise
from unname.core.policy import Policy
from unname.core.redaction import Option
from unname.core.registry import create, names
from unname.core.results import Combination, Risk
from unname.pipeline.document import Pipeline
from unname.risk.combined import Combined

NAN = math.nan
DOCUMENT = Document("d", "Zanzibar", mentions=(Mention(Span(0, 8), "LOC", "e1"),))
UNKNOWN = [
    Risk(NAN),
    Risk(0.0, whole=NAN),
    Risk(0.0, by_entity={"e1": NAN}),
    Risk(0.0, combinations=(Combination(frozenset({"e1"}), "odd", NAN),)),
    Risk(0.0, 1, probability=NAN),
]


@dataclass
class Says:
    """Gives some answers, whatever it is asked."""

    answers: list[Risk]
    name: str = "says"

    def assess(self, document, views):
        return self.answers * len(views) if len(self.answers) == 1 else self.answers


@pytest.mark.parametrize("answer", UNKNOWN, ids=str)
def test_what_is_not_a_number_is_an_error(answer):
    with pytest.raises(InternalError, match="document 'd': risk model says gave a risk of NaN") as caught:
        judge(Says([answer]), DOCUMENT, [{}])
    assert "Zanzibar" not in str(caught.value)


@pytest.mark.parametrize("answers", [[], [Risk(0.0), Risk(0.0)]], ids=len)
def test_every_view_has_one_answer(answers):
    with pytest.raises(InternalError, match=f"document 'd': risk model says gave {len(answers)} answers to 3 views"):
        judge(Says(answers), DOCUMENT, [{}, {}, {}])


@pytest.mark.parametrize("answer", UNKNOWN, ids=str)
@pytest.mark.parametrize("first", [True, False])
def test_no_other_measure_covers_it_up(answer, first):
    sure, odd = Says([Risk(0.0, by_entity={"e1": 0.0}, whole=0.1, probability=0.5)]), Says([answer])
    with pytest.raises(InternalError, match="NaN"):
        Combined((odd, sure) if first else (sure, odd)).assess(DOCUMENT, [{}])


@pytest.mark.parametrize("answer", UNKNOWN, ids=str)
@pytest.mark.parametrize("optimizer", names("optimizer"))
def test_no_limit_is_met_by_it(answer, optimizer):
    pytest.importorskip("ortools")
    options = [Option("e1", "mask", "***", hides=True)]
    for limit in (0.0, 1.0):
        with pytest.raises(InternalError, match="NaN"):
            create("optimizer", optimizer).plan(DOCUMENT, options, Says([answer]), Policy(max_risk=limit))
    pipeline = Pipeline(detectors=(), risk=Says([answer]), policy=Policy(max_risk=1.0), optimizer=optimizer)
    with pytest.raises(InternalError) as outcome:
        pipeline.release(DOCUMENT)
    assert "Zanzibar" not in str(outcome.value)


def test_numbers_pass():
    assert judge(FakeRisk(), DOCUMENT, [{}, {"e1": "***"}]) == [Risk(1.0), Risk(0.0)]
    assert judge(Says([Risk(math.inf)]), DOCUMENT, [{}]) == [Risk(math.inf)]
    assert not may_rise(FakeRisk())
