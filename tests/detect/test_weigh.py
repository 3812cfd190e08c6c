from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Mention, Origin, Span
from unname.detect.weigh import SILENT, SURE, weighed


def listed(start, end, confidence, origin=Origin.PRIOR):
    return Mention(Span(start, end), "LOC", confidence=confidence, origin=origin)


def tagged(start, end, confidence):
    return listed(start, end, confidence, Origin.OPINION)


def test_without_a_tagger_priors_stand():
    mentions = [listed(0, 4, 0.5), listed(6, 9, 0.2)]
    assert weighed(mentions) == mentions


@pytest.mark.parametrize(("opinion", "raises"), [(0.9, True), (0.03, False)])
def test_a_doubtful_entry_follows_the_tagger(opinion, raises):
    entry, _ = weighed([listed(0, 4, 0.5), tagged(2, 9, opinion)])
    assert (entry.confidence > 0.5) is raises


def test_silence_counts_against_an_entry():
    entry, _ = weighed([listed(0, 4, 0.5), tagged(20, 24, 0.9)])
    assert SILENT < entry.confidence < 0.5


def test_what_was_found_means_what_it_says():
    mentions = [listed(0, 4, 0.7, Origin.FOUND), tagged(2, 9, 0.01), listed(20, 24, 0.3, Origin.FOUND)]
    assert weighed(mentions) == mentions


def test_no_rule_goes_by_the_source():
    named = [
        replace(each, source=source) for each in (listed(0, 4, 0.5), tagged(2, 9, 0.2)) for source in ("", "tagger")
    ]
    assert weighed(named)[0].confidence == weighed(named)[1].confidence < 0.5
    assert weighed(named)[2:] == named[2:]


def test_what_is_sure_stays():
    assert weighed([listed(0, 4, SURE), tagged(0, 4, 0.01)])[0].confidence == SURE


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 20), st.floats(0, 1)), max_size=8))
def test_the_strongest_overlapping_opinion_counts(rows):
    opinions = [tagged(start, start + length, confidence) for start, length, confidence in rows]
    entry = weighed([listed(20, 30, 0.4), *opinions])[0]
    met = [m.confidence for m in opinions if m.span.overlaps(Span(20, 30))]
    alone = weighed([listed(20, 30, 0.4), tagged(20, 30, max([SILENT, *met]))])[0]
    assert entry.confidence == (alone.confidence if opinions else 0.4)


def test_what_is_cited_counts_for_less():
    cited, outside = weighed([listed(5, 9, 0.97), listed(30, 34, 0.97)], cited=[Span(0, 20)])
    assert 0.2 < cited.confidence < 0.7
    assert outside.confidence == 0.97
