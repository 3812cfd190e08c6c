"""Where every word is a mention, names and what is demanded stay whole and all else goes word by word."""

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Mention, Origin, Role, Span
from unname.core.policy import Policy
from unname.detect.resolve import resolve
from unname.detect.words import Words

TEXT = "Old Tony Booth of Zenda Castle has cat 17-23 and a dog."


def found(
    label: str, surface: str, confidence: float = 1.0, role: Role = Role.QUASI, origin: Origin = Origin.FOUND
) -> Mention:
    start = TEXT.index(surface)
    return Mention(Span(start, start + len(surface)), label, "", role, confidence, "fake", origin)


def resolved(*mentions: Mention, policy: Policy | None = None, types: bool = True) -> dict[str, tuple[str, str]]:
    document = Document("d", TEXT)
    every = [*mentions, *Words(types).detect(document)]
    return {
        TEXT[each.span.start : each.span.end]: (each.label, each.role.value)
        for each in resolve(document, every, policy or Policy())
    }


@pytest.mark.parametrize(
    ("mention", "whole"),
    [
        (found("PERSON", "Tony Booth"), ("PERSON", "direct")),
        (found("CODE", "cat 17-23", role=Role.DIRECT), ("CODE", "direct")),
        (found("CODE", "cat 17-23", 0.6), ("CODE", "quasi")),
        (found("LOC", "Zenda Castle", 0.7, Role.DIRECT), ("LOC", "direct")),
        (found("LOC", "Zenda Castle", 0.1, origin=Origin.GIVEN), ("LOC", "quasi")),
    ],
)
def test_what_identifies_alone_or_was_given_stays_whole(mention, whole):
    surface = TEXT[mention.span.start : mention.span.end]
    words = resolved(mention)
    assert words[surface] == whole
    assert not set(surface.split()) & words.keys()
    assert words["dog"] == ("MISC", "quasi")


@pytest.mark.parametrize(
    ("mention", "label"),
    [
        (found("LOC", "Zenda Castle"), "LOC"),
        (found("ORG", "Zenda Castle", 0.7), "ORG"),
        (found("PERSON", "Zenda Castle", 0.6), "PERSON"),
        (found("LOC", "Zenda Castle", 0.2), "MISC"),
    ],
)
def test_all_else_goes_word_by_word_under_its_label(mention, label):
    words = resolved(mention)
    assert "Zenda Castle" not in words
    assert words["Zenda"][0] == words["Castle"][0] == label


@pytest.mark.parametrize(
    ("policy", "gone", "kept"),
    [
        (Policy(never_change=frozenset({"LOC"})), {"Zenda", "Castle", "Zenda Castle"}, {"dog"}),
        (Policy(allow=frozenset({"Zenda Castle"})), {"Zenda", "Castle", "Zenda Castle"}, {"dog"}),
        (Policy(allow=frozenset({"dog"})), {"dog"}, {"Zenda"}),
        (Policy(always_hide=frozenset({"LOC"})), {"Zenda", "Castle"}, {"Zenda Castle"}),
        (Policy(deny=frozenset({"a dog"})), {"dog"}, {"a dog", "Zenda"}),
        (Policy(never_change=frozenset({"MISC"})), {"dog"}, {"Zenda"}),
    ],
)
def test_demands_on_labels_and_words_hold(policy, gone, kept):
    words = resolved(found("LOC", "Zenda Castle"), policy=policy)
    hidden = {surface for surface, (_, role) in words.items() if role != "none"}
    assert not gone & hidden
    assert kept <= hidden


OTHERS = st.builds(
    lambda at, size, label, sure, role: Mention(Span(at, min(len(TEXT), at + size)), label, "", role, sure, "fake"),
    st.integers(0, 50),
    st.integers(1, 9),
    st.sampled_from(["PERSON", "LOC", "CODE"]),
    st.floats(0, 1),
    st.sampled_from(list(Role)),
)


@given(st.lists(OTHERS, max_size=6))
def test_every_content_word_stays_open_to_change_and_nothing_overlaps(mentions):
    document = Document("d", TEXT)
    words = Words().detect(document)
    hidden = [each for each in resolve(document, [*mentions, *words], Policy()) if each.role is not Role.NONE]
    for one, other in itertools.pairwise(hidden):
        assert one.span.end <= other.span.start
    for word in words:
        assert any(each.span.start < word.span.end and word.span.start < each.span.end for each in hidden)


def test_words_alone_are_what_they_were():
    assert set(resolved()) == {word for word in re.findall(r"[\w-]+", TEXT) if word not in ("of", "has", "and", "a")}


def test_the_same_word_is_one_entity_if_types_are_asked_for():
    document = Document("d", "Cats chase cats.")
    entities = {types: {m.entity for m in resolve(document, Words(types).detect(document))} for types in (True, False)}
    assert [len(entities[types]) for types in (True, False)] == [2, 3]


@pytest.mark.parametrize("again", ["Booth", "BOOTH", "Booth's"])
@pytest.mark.parametrize("taken_for", ["LOC", "ORG", "PERSON"])
def test_a_part_of_a_name_that_stays_whole_is_the_person_whatever_it_was_taken_for(again, taken_for):
    text = f"Tony Booth came. He sold {again} to all, at a booth."
    second = text.index(again, 12)
    mentions = [
        Mention(Span(0, 10), "PERSON", role=Role.DIRECT, source="fake"),
        Mention(Span(second, second + len(again)), taken_for, role=Role.QUASI, confidence=0.7, source="fake"),
    ]
    document = Document("d", text)
    made = document.with_mentions(resolve(document, [*mentions, *Words(True).detect(document)], Policy()))
    (person,) = (entity for entity in made.entities if entity.role is Role.DIRECT)
    assert [mention.span.start for mention in person.mentions] == [0, second]
