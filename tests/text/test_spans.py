from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Span
from unname.text.spans import Spans, join_spans

spans = st.tuples(st.integers(0, 20), st.integers(1, 8)).map(lambda pair: Span(pair[0], pair[0] + pair[1]))


@pytest.mark.parametrize(("span", "is_taken"), [((0, 2), False), ((8, 9), True), ((9, 10), False), ((0, 20), True)])
def test_an_earlier_range_may_reach_further(span, is_taken):
    assert Spans([Span(2, 9), Span(3, 4)]).overlaps(Span(*span)) is is_taken


@given(st.lists(spans, max_size=8), spans)
def test_a_set_answers_as_its_members_would(members, span):
    found = Spans(members)
    assert found.spans == sorted(members)
    assert found.overlaps(span) is any(each.overlaps(span) for each in members)
    assert found.covers(span) is any(each.start <= span.start and span.end <= each.end for each in members)
    assert list(found.numbers(span)) == [n for n, each in enumerate(sorted(members)) if each.overlaps(span)]


@given(st.lists(spans, max_size=8))
def test_joined_ranges_cover_the_same_and_are_apart(members):
    joined = join_spans(members)
    assert {at for span in joined for at in range(*span)} == {at for span in members for at in range(*span)}
    assert all(one.end <= other.start for one, other in pairwise(joined))
    assert all(Spans(joined).covers(span) for span in members)
