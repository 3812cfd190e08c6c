"""The mutation test, small: of what is planted in every disguise, nothing passes the output check."""

from unname_research.bench.disguise_kinds import DISGUISES
from unname_research.bench.disguises import cases, is_seen


def test_nothing_that_is_planted_passes():
    planted = list(cases(5 * len(DISGUISES), seed=7))
    assert {case.disguise for case in planted} == set(DISGUISES)
    passed = [(case.disguise, case.target.text) for case in planted if not is_seen(case)]
    assert passed == []


def test_nothing_is_seen_where_nothing_is_planted():
    for case in cases(40):
        start, end = case.place
        assert not is_seen(case._replace(document=_without(case.document, start, end)))


def _without(document, start, end):
    line = document.text.rindex("\n\n", 0, start + 1) if "\n\n" in document.text[:start] else start
    return type(document)(document.id, document.text[:line], mentions=document.mentions)
