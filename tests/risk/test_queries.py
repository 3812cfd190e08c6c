import logging
import socket
import traceback
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import ConfigError, InputError, UnnameError
from unname.core.registry import create
from unname.index.web import LocalIndex, Recorded, Recorder, SearchFailed
from unname.risk.queries import Queries

TEXT = "Mr Rudolf Rassendyll, a judge of Zenda, met Flavia in Strelsau. Rassendyll's judge was late."
WEB = {
    "own": "Rudolf Rassendyll is a judge in Zenda.",
    "town": "Zenda has a castle. Strelsau is far.",
    "court": "A judge may be late.",
    "club": "Flavia and Rudolf Rassendyll play chess.",
}


def document(*found, text=TEXT, **settings):
    """A document with (surface, label, entity, role) wherever the surface stands."""
    mentions = []
    for surface, label, entity, role in found:
        at = text.find(surface)
        while at >= 0:
            mentions.append(Mention(Span(at, at + len(surface)), label, entity, role))
            at = text.find(surface, at + 1)
    return Document("case", text, mentions=tuple(mentions), **settings)


CASE = document(
    ("Mr Rudolf Rassendyll", "PERSON", "e1", Role.DIRECT),
    ("judge", "DEM", "e2", Role.QUASI),
    ("Zenda", "LOC", "e3", Role.QUASI),
    ("Flavia", "PERSON", "e4", Role.QUASI),
    ("Strelsau", "LOC", "e5", Role.NONE),
)


def pairs(risk):
    return {"".join(sorted(combination.entities)) for combination in risk.combinations}


def test_entities_that_find_a_page_about_the_person():
    (risk,) = Queries(LocalIndex(WEB)).assess(CASE, [{}])
    assert risk.by_entity == {"e1": 1.0, "e2": 1.0, "e3": 1.0, "e4": 1.0, "e5": 0.0}
    assert risk.total == 1.0
    assert risk.combinations == ()


def test_with_few_results_it_takes_two_to_find_the_person():
    # The best page for each word alone is another one.
    web = {**WEB, "judges": "judge judge judge", "Zenda": "Zenda Zenda Zenda", "names": "Flavia, Flavia, Flavia"}
    queries = Queries(LocalIndex(web), top=1)
    (risk,) = queries.assess(CASE, [{}])
    assert risk.by_entity == {"e1": 1.0, "e2": 0.0, "e3": 0.0, "e4": 0.0, "e5": 0.0}
    assert pairs(risk) == {"e2e3"}
    assert all("judge" not in combination.reason for combination in risk.combinations)


def hidden(*ids):
    return dict.fromkeys(ids, "***")


def test_views_that_hide_are_answered_from_one_run():
    recorder = Recorder(LocalIndex(WEB))
    queries = Queries(recorder)
    queries.assess(CASE, [{}])
    asked = len(recorder.answers_)
    risks = queries.assess(CASE, [hidden("e1"), hidden("e1", "e2", "e3"), hidden("e1", "e2", "e3", "e4", "e5")])
    assert [risk.total for risk in risks] == [1.0, 1.0, 0.0]
    assert [sorted(risk.by_entity) for risk in risks] == [["e2", "e3", "e4", "e5"], ["e4", "e5"], []]
    assert len(recorder.answers_) == asked


class Counting:
    """An engine that remembers what it was asked."""

    name = "counting"

    def __init__(self, texts):
        self.index = LocalIndex(texts)
        self.asked = []

    def search(self, query, n):
        self.asked.append(frozenset(query))
        return self.index.search(query, n)


def test_nothing_is_asked_twice_nor_beyond_what_is_risky_or_empty():
    engine = Counting(WEB)
    Queries(engine, max_arity=3).assess(CASE, [{}, hidden("e1")])
    assert len(engine.asked) == len(set(engine.asked))
    about = [query - {"Rudolf Rassendyll"} for query in engine.asked]
    assert frozenset({"judge", "Zenda"}) not in about
    assert frozenset({"Flavia", "Strelsau"}) not in about


def test_a_larger_combination_is_asked_if_none_of_its_parts_is_risky():
    text = "Ada, a judge of Zenda, plays chess."
    case = document(
        *[(word, "MISC", word, Role.QUASI) for word in ("judge", "Zenda", "chess")], text=text, person="Ada Grey"
    )
    others = {f"{a}{b}{n}": f"{a} {b} " * 3 for a, b in combinations(["judge", "Zenda", "chess"], 2) for n in "12"}
    engine = LocalIndex({**others, "own": "Ada Grey: judge, Zenda, chess."})
    assert not Queries(engine, max_arity=2, top=2).assess(case, [{}])[0].combinations
    (risk,) = Queries(engine, max_arity=3, top=2).assess(case, [{}])
    assert [combination.entities for combination in risk.combinations] == [frozenset({"judge", "Zenda", "chess"})]


def test_a_value_is_searched_in_place_of_the_entity():
    risks = Queries(LocalIndex(WEB)).assess(
        CASE,
        [
            {**hidden("e1", "e2", "e4"), "e3": "a town"},
            {**hidden("e1", "e2", "e4"), "e3": "Zenda"},
            {**hidden("e2", "e3", "e4"), "e1": "a judge"},
            {**hidden("e1", "e2", "e3", "e4"), "e5": "Rudolf Rassendyll"},
        ],
    )
    assert [risk.total for risk in risks] == [0.0, 1.0, 1.0, 0.0]


def test_a_value_that_is_safe_alone_may_give_away_with_others():
    web = {
        "own": "Rudolf Rassendyll, a judge in the old castle town Zenda.",
        **{f"town{n}": "town town town" for n in range(3)},
        **{f"judge{n}": "judge judge judge" for n in range(3)},
    }
    case = document(
        ("Mr Rudolf Rassendyll", "PERSON", "e1", Role.DIRECT),
        ("judge", "DEM", "e2", Role.QUASI),
        ("Zenda", "LOC", "e3", Role.QUASI),
    )
    queries = Queries(LocalIndex(web), top=3)
    plain, shown, safe = queries.assess(case, [{}, {**hidden("e1"), "e3": "town"}, hidden("e1", "e3")])
    assert plain.by_entity == {"e1": 1.0, "e2": 0.0, "e3": 1.0}
    assert shown.by_entity == {"e2": 0.0, "e3": 0.0}
    assert pairs(shown) == {"e2e3"}
    assert safe.total == 0.0


@pytest.mark.parametrize(
    ("found", "subject", "risky"),
    [
        ([("Zenda", "LOC", "e3", Role.QUASI)], "Rudolf Rassendyll", {"e3"}),
        ([("Zenda", "LOC", "e3", Role.QUASI)], "Mr Rudolf Rassendyll", {"e3"}),
        ([("Zenda", "LOC", "e3", Role.QUASI)], "own", {"e3"}),
        ([("Strelsau", "LOC", "e3", Role.QUASI)], "Rudolf Rassendyll", set()),
        ([("Rassendyll", "PERSON", "e1", Role.QUASI)], "Rudolf Rassendyll", {"e1"}),
        ([("Mr Rudolf", "PERSON", "e1", Role.QUASI)], "Rassendyll, Rudolf", {"e1"}),
        ([("Flavia", "PERSON", "e4", Role.QUASI), ("Zenda", "LOC", "e3", Role.QUASI)], "Ada Rassendyll", {"e3", "e4"}),
        ([("Flavia", "PERSON", "e4", Role.QUASI), ("Zenda", "LOC", "e3", Role.QUASI)], None, {"e4"}),
        ([("Flavia", "PERSON", "e4", Role.DIRECT), ("Zenda", "LOC", "e3", Role.QUASI)], "17", {"e4"}),
    ],
)
def test_who_is_to_be_protected(found, subject, risky):
    case = document(*found, person=subject)
    (risk,) = Queries(LocalIndex(WEB)).assess(case, [{}])
    assert {id for id, value in risk.by_entity.items() if value} == risky


def test_nobody_to_protect_is_an_error_and_nothing_found_is_not():
    with pytest.raises(InputError, match="'case'"):
        Queries(LocalIndex(WEB)).assess(document(("Zenda", "LOC", "e3", Role.QUASI)), [{}])
    assert Queries(LocalIndex(WEB)).assess(Document("d", "Zenda"), [{}])[0].total == 0.0


def test_no_engine_is_an_error_with_a_hint():
    with pytest.raises(ConfigError, match="folder"):
        create("risk", "queries").assess(CASE, [{}])


@pytest.mark.parametrize("settings", [{"max_arity": 0}, {"top": 0}, {"max_queries": 0}, {"on_limit": "maybe"}])
def test_settings_that_make_no_sense(settings):
    with pytest.raises(ConfigError):
        Queries(LocalIndex(WEB), **settings).assess(CASE, [{}])


def test_too_many_queries_raise_before_they_are_sent():
    engine = Counting({"own": "Rudolf Rassendyll", "x": "judge Zenda Flavia Strelsau"})
    with pytest.raises(SearchFailed, match="max_queries is 10"):
        Queries(engine, max_queries=10).assess(CASE, [{}])
    assert len(engine.asked) <= 10


def test_or_stop_at_a_size_and_say_so(caplog):
    engine = LocalIndex({"own": "Rudolf Rassendyll", "x": "judge Zenda Flavia Strelsau"})
    queries = Queries(engine, max_queries=10, on_limit="stop")
    with caplog.at_level(logging.WARNING):
        queries.assess(CASE, [{}])
    assert queries.search(CASE).arity == 1
    assert "'case'" in caplog.text
    assert "Zenda" not in caplog.text
    assert Queries(engine).search(CASE).arity == 2


class Broken:
    name = "broken"

    def __init__(self, error):
        self.error = error

    def search(self, query, n):
        raise self.error


@pytest.mark.parametrize(
    "engine",
    [Recorded({}), Broken(ValueError(TEXT)), Broken(SearchFailed("the endpoint cannot be reached"))],
    ids=["recorded", "foreign", "down"],
)
def test_a_search_that_fails_fails_the_document_without_its_text(engine):
    with pytest.raises(UnnameError, match="'case'") as raised:
        Queries(engine).assess(CASE, [{}])
    assert "Rassendyll" not in "".join(traceback.format_exception(raised.value))


def test_an_endpoint_that_is_down():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(SearchFailed, match="document 'case': the search endpoint cannot be reached"):
        create("risk", f"queries(engine=\"http(url='{url}', retries=1, backoff=0, per_second=0)\")").assess(CASE, [{}])


def test_one_document_fails_and_another_does_not():
    answers = {"Flavia": ["own"], "Zenda": ["town"], "Flavia AND Zenda": []}
    queries = Queries(Recorded(answers))
    fine = document(("Flavia", "PERSON", "e4", Role.DIRECT), ("Zenda", "LOC", "e3", Role.QUASI))
    with pytest.raises(SearchFailed):
        queries.assess(CASE, [{}])
    assert queries.assess(fine, [{}])[0].by_entity == {"e4": 1.0, "e3": 0.0}


def test_the_name_tells_the_engine_and_no_text():
    assert Queries(LocalIndex(WEB), top=3).name == "queries(engine='local(4 texts)', top=3)"
    assert "Zenda" not in repr(Queries(LocalIndex(WEB)).search(CASE))


WORDS = ["Ada", "judge", "Zenda", "chess", "lemons"]


@given(
    st.lists(st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join), max_size=6),
    st.integers(1, 3),
    st.integers(1, 3),
    st.dictionaries(st.sampled_from(WORDS[1:]), st.sampled_from(["***", "", "judge", "chess"]), max_size=4),
    st.sampled_from(WORDS[1:]),
)
def test_hiding_more_never_raises_the_risk(texts, max_arity, top, view, more):
    text = "Of Ada: judge, Zenda, chess, lemons."
    case = document(*[(word, "MISC", word, Role.QUASI) for word in WORDS[1:]], text=text, person="Ada")
    before, after, whole = Queries(LocalIndex(texts), max_arity, top).assess(case, [view, {**view, more: "***"}, {}])
    assert after.total <= before.total <= whole.total
    assert all(before.by_entity[id] <= whole.by_entity[id] for id in before.by_entity)
    assert {c.entities for c in after.combinations} == {
        c.entities for c in before.combinations if more not in c.entities
    }
    risky = {id for id, value in before.by_entity.items() if value}
    for combination in before.combinations:
        assert combination.entities <= before.by_entity.keys()
        assert combination.entities.isdisjoint(risky)
