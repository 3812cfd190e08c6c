"""Which mentions are one entity, and which person the text is about."""

import re
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from unname.core.document import Document, Mention, Origin, Role
from unname.core.fold import fold
from unname.detect.alias import Person, group_people
from unname.people.name_forms import Name, parse_name, without_possessive
from unname.people.names import called
from unname.text.russian import uninflected
from unname.text.vocabulary import TITLES

_TITLE_BEFORE = re.compile(r"\b(\w+)\.?\s+$")
_CUE_BEFORE = re.compile(
    r"\b(?:applicants?|appellant|petitioner|claimant|plaintiff|complainant|patient|client|customer|employee|"
    r"suspect|accused|lodged\b.{0,60}\bby|(?:full |first |last )?name(?:\s+is)?|i am|dear)\b"
    r"\W{0,3}(?:\w+\W+){0,3}$",
    re.IGNORECASE,
)
_CUE_AFTER = re.compile(
    r"^\W{0,3}(?:(?:hereinafter|the|an?)\W{1,3}){0,2}(?:applicant|patient|plaintiff|claimant)\b"
    r"|^\W{0,3}(?:\w+\W+){0,3}born\b",
    re.IGNORECASE,
)
_SPACES = re.compile(r"\s+")
_ARTICLE = re.compile(r"^the\s+", re.IGNORECASE)
_OPENS = re.compile(r"\s*\(\s*(?:hereinafter,?\s*)?(?:the\s+)?[\"'\u201c\u2018]?\s*")


@dataclass
class _Groups:
    """Keys that turn out to mean the same thing."""

    parent: dict[Hashable, Hashable] = field(default_factory=dict)

    def find(self, key: Hashable) -> Hashable:
        root = key
        while (above := self.parent.get(root, root)) != root:
            root = above
        while key != root:
            self.parent[key], key = root, self.parent.get(key, key)
        return root

    def join(self, one: Hashable, other: Hashable) -> None:
        self.parent[self.find(other)] = self.find(one)


def surface_key(text: str) -> str:
    """A surface form without case, accents, line breaks, a leading "the", a final 's and the endings of Russian.

    >>> surface_key("The  Court's"), surface_key("Москвой") == surface_key("Москва")
    ('court', True)
    """
    plain = _ARTICLE.sub("", _SPACES.sub(" ", without_possessive(text.strip())))
    return fold(plain) if plain.isascii() else fold(uninflected(plain))


def entity_ids(document: Document, mentions: Sequence[Mention]) -> list[str]:
    """The entity of each mention (sorted by position): e1, e2, ... in order of appearance.

    People go by alias, all else by label and surface form; what is hidden and what is not are never one
    entity. Mentions that came with the same entity id stay together. Single words go by the entity that the detector
    of words gave them or, without one, each by itself.
    """
    keys = _keys(document, mentions)
    groups = _Groups()
    for key, mention in zip(keys, mentions, strict=True):
        if mention.entity and not _is_word(mention):
            groups.join(("given", mention.entity, mention.role is Role.NONE), key)
    for one, other in _acronyms(document, mentions):
        groups.join(keys[one], keys[other])
    numbers: dict[Hashable, int] = {}
    return [f"e{numbers.setdefault(groups.find(key), len(numbers) + 1)}" for key in keys]


def _keys(document: Document, mentions: Sequence[Mention]) -> list[Hashable]:
    people = [index for index, mention in enumerate(mentions) if _is_shown_person(mention)]
    persons = group_people([_titled(document.text, mentions[index]) for index in people])
    keys: list[Hashable] = [
        ("word", mention.entity or mention.span, mention.role is Role.NONE)
        if _is_word(mention)
        else (
            mention.label,
            mention.role is Role.NONE,
            surface_key(document.text[mention.span.start : mention.span.end]),
        )
        for mention in mentions
    ]
    for index, person in zip(people, persons, strict=True):
        keys[index] = person
    return keys


def _is_shown_person(mention: Mention) -> bool:
    return mention.label == "PERSON" and mention.role is not Role.NONE and not _is_word(mention)


def _is_word(mention: Mention) -> bool:
    return mention.origin is Origin.WORD


def _titled(text: str, mention: Mention) -> str:
    """The surface of a mention with the title that stands before it."""
    start, end = mention.span
    before = _TITLE_BEFORE.search(text, max(0, start - 12), start)
    return text[before.start() if before and before[1].lower() in TITLES else start : end]


def _acronyms(document: Document, mentions: Sequence[Mention]) -> list[tuple[int, int]]:
    """Organizations followed by their own short form in parentheses."""
    organizations = [index for index, mention in enumerate(mentions) if mention.label == "ORG"]
    return [
        (one, other)
        for one, other in pairwise(organizations)
        if mentions[one].role is not Role.NONE and mentions[other].role is not Role.NONE
        if _introduces(document.text, mentions[one], mentions[other])
    ]


def _introduces(text: str, long: Mention, short: Mention) -> bool:
    if short.span.start - long.span.end > 30 or not _OPENS.fullmatch(text, long.span.end, short.span.start):
        return False
    letters = [letter for letter in text[short.span.start : short.span.end] if letter.isalnum()]
    initials = iter([word[0] for word in re.findall(r"\w+", text[long.span.start : long.span.end])])
    return len(letters) > 1 and all(any(letter == initial for initial in initials) for letter in letters)


def subject_entity(document: Document, mentions: Sequence[Mention]) -> str:
    """The entity of the person the text is about, or nothing where no person is named.

    What the person of the document is `called` decides if it fits a name in the text. Else each hidden person gets
    one point for every cue ("applicant", "patient", "born", "name:") up to three, the share of mentions among all of
    people, and a quarter of a point for being named first; the highest sum wins, the earliest of equals.
    """
    people: dict[str, list[Mention]] = defaultdict(list)
    for mention in mentions:
        if _is_shown_person(mention):
            people[mention.entity].append(mention)
    if not people:
        return ""
    return _given_subject(document, people) or _likely_subject(document.text, people)


def _given_subject(document: Document, people: dict[str, list[Mention]]) -> str:
    known = [name for name in map(parse_name, called(document)) if name.parts]
    fitting: dict[str, int] = defaultdict(int)
    for entity, mentions in people.items() if known else ():
        for mention in mentions:
            name = parse_name(document.text[mention.span.start : mention.span.end])
            if any(_fits(person, name) for person in known):
                fitting[entity] = max(fitting[entity], len(name.parts))
    return max(fitting, key=lambda entity: fitting[entity]) if fitting else ""


def _fits(person: Name, name: Name) -> bool:
    shares = any(len(part) > 1 and part in name.parts for part in person.parts)
    return shares and Person(0, person.parts, person.gender).accepts(name)


def _likely_subject(text: str, people: dict[str, list[Mention]]) -> str:
    total = sum(map(len, people.values()))
    first = next(iter(people))
    scores = {
        entity: min(3, sum(_has_cue(text, mention) for mention in mentions[:50]))
        + len(mentions) / total
        + 0.25 * (entity == first)
        for entity, mentions in people.items()
    }
    return max(scores, key=lambda entity: scores[entity])


def _has_cue(text: str, mention: Mention) -> bool:
    start, end = mention.span
    before = text[max(0, start - 100) : start].rpartition("\n\n")[2]
    return bool(_CUE_BEFORE.search(before) or _CUE_AFTER.search(text[end : end + 60]))
