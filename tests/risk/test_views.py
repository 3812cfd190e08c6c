from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Mention, Span
from unname.core.redaction import HIDDEN
from unname.core.results import Combination
from unname.risk.views import Memory, drop_redundant, find_visible, hash_content, sum_up

CASE = Document("d", "Ada of Zenda", mentions=(Mention(Span(0, 3), "PERSON", "a"), Mention(Span(7, 12), "LOC", "b")))


def test_who_is_visible_as_what():
    assert find_visible(CASE, {}) == {"a": None, "b": None}
    assert find_visible(CASE, {"a": "***", "b": "a town"}) == {"b": "a town"}
    assert find_visible(CASE, {"a": HIDDEN, "b": HIDDEN, "nobody": "x"}) == {}
    # What is seen is not judged by its looks.
    assert find_visible(CASE, {"a": "", "b": "[LOC]"}) == {"a": "", "b": "[LOC]"}


GROUPS = st.lists(
    st.tuples(st.sets(st.sampled_from("abcd"), min_size=2).map(frozenset), st.sampled_from([0.2, 0.5, 1.0])), max_size=8
)


@given(GROUPS, st.dictionaries(st.sampled_from("abcd"), st.sampled_from([0.0, 0.2, 0.5, 1.0])))
def test_what_is_left_out_changes_no_demand(groups, by_entity):
    given_ = [Combination(entities, "", risk) for entities, risk in groups]
    kept = drop_redundant(by_entity, given_)
    assert set(kept) <= set(given_)
    assert sum_up(by_entity, given_).total == max([0.0, *by_entity.values(), *(risk for _, risk in groups)])

    def exceeds(seen, limit, told):
        alone = any(by_entity.get(id, 0.0) > limit for id in seen)
        return alone or any(each.entities <= seen and each.risk > limit for each in told)

    for size in range(5):
        for seen in map(set, combinations("abcd", size)):
            assert all(exceeds(seen, limit, kept) == exceeds(seen, limit, given_) for limit in (0.0, 0.2, 0.5))


def test_a_memory_goes_by_content_and_forgets_the_oldest():
    memory: Memory[str] = Memory(size=2)
    worked: list[str] = []

    def work(document):
        worked.append(document.id)
        return document.id

    texts = [Document(name, name) for name in "abc"]
    for document in (texts[0], texts[1], texts[0], texts[2], texts[0], texts[1]):
        assert memory.recall(document, work) == document.id
    assert worked == ["a", "b", "c", "b"]
    assert hash_content(CASE) != hash_content(CASE.with_mentions(CASE.mentions[:1]))
    assert hash_content(CASE) == hash_content(Document(CASE.id, CASE.text, mentions=CASE.mentions))
    assert hash_content(CASE) != hash_content(Document("other", CASE.text, mentions=CASE.mentions))
