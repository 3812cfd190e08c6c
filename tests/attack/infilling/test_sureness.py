import math

import pytest

from unname.attack.infilling.sureness import SUREST, Copy, probability_of

SAME = Copy(0, 5, 7, 1.0, 1.0, 40.0, 40.0)
PHRASE = Copy(0, 5, 7, 0.4, math.nan, 30.0, 30.0)


@pytest.mark.parametrize(
    ("surer", "less_sure"),
    [
        (SAME, SAME._replace(whole=0.6)),
        (SAME._replace(whole=0.6), PHRASE),
        (PHRASE, PHRASE._replace(whole=0.1)),
        (PHRASE, PHRASE._replace(left=5.0)),
        (PHRASE, PHRASE._replace(after=15)),
        (SAME, SAME._replace(left=0.0)),
        (SAME, SAME._replace(left=math.nan)),
    ],
)
def test_more_agreement_is_surer(surer: Copy, less_sure: Copy) -> None:
    assert SUREST >= probability_of(surer) >= probability_of(less_sure) > 0
    assert probability_of(surer) > probability_of(less_sure) or probability_of(surer) == SUREST


def test_very_long_copies_need_agreement_on_both_sides() -> None:
    assert probability_of(SAME._replace(after=40)) > 0.5
    assert probability_of(SAME._replace(after=40, right=0.0)) == 0
    assert probability_of(SAME._replace(after=40, near=0.3)) == 0
