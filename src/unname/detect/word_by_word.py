"""Word by word: where every content word is a mention too, what does not identify alone is decided in small parts.

The fewest words that hide a person are seldom whole entities, as in `morris2022`. Where we differ: names of people,
direct identifiers and what the user demands stay whole, so that no part of them can be left over.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from unname.core.document import Document, Mention, Origin, Role
from unname.core.policy import Policy
from unname.detect.propagate import denied, name_parts

SURE = 0.9
"""The confidence from which on the name of a person stays whole, and is taken to identify alone."""

_POSSESSIVE = re.compile(r"['\u2019]s?$")


def apart_from_words(mentions: Iterable[Mention]) -> tuple[list[Mention], list[Mention]]:
    """The mentions that are single words, and all others."""
    words: list[Mention] = []
    others: list[Mention] = []
    for mention in mentions:
        (words if mention.origin is Origin.WORD else others).append(mention)
    return words, others


def word_by_word(
    document: Document,
    words: Sequence[Mention],
    hidden: Sequence[Mention],
    known: Sequence[Mention],
    policy: Policy,
    passes: Callable[[Mention], bool],
) -> list[Mention]:
    """What stays whole of the `hidden` mentions, and all words beside it that the policy leaves open to change.

    A word has the label of the mention of `known` that it stands in, so that demands on labels reach it; both are
    sorted. Words in a phrase that the policy allows are no mentions. A word that is part of a name that stays whole is
    that person, wherever it stands and whatever the detectors took it for.
    """
    whole = [_certain(mention) for mention in hidden if _stays_whole(mention, policy)]
    kept = sorted([*whole, *denied(document, policy.allow)], key=lambda mention: mention.span)
    names = _name_parts(document, whole)
    free = [_named(document, word, names) for word in _labeled(_outside(words, kept), known)]
    return sorted([*whole, *(word for word in free if passes(word))], key=lambda mention: mention.span)


def _name_parts(document: Document, whole: Iterable[Mention]) -> dict[str, Mention]:
    people = [mention for mention in whole if mention.label == "PERSON"]
    return {part: mention for mention in people for part in name_parts(document.text[slice(*mention.span)])}


def _named(document: Document, word: Mention, names: Mapping[str, Mention]) -> Mention:
    said = _POSSESSIVE.sub("", document.text[slice(*word.span)])
    mention = names.get(said) or names.get(said.title() if said.isupper() else said)
    return word if mention is None else replace(mention, span=word.span)


def _stays_whole(mention: Mention, policy: Policy) -> bool:
    return (
        mention.role is Role.DIRECT
        or mention.label == "CODE"
        or mention.label in policy.always_hide
        or (mention.label == "PERSON" and mention.confidence >= SURE)
        or bool(mention.origin & Origin.DEMANDED)
    )


def _certain(mention: Mention) -> Mention:
    named = mention.label == "PERSON" and mention.confidence >= SURE
    return replace(mention, role=Role.DIRECT) if named else mention


def _outside(words: Iterable[Mention], taken: Sequence[Mention]) -> Iterator[Mention]:
    return (word for word, cover in _with_cover(words, taken) if cover is None)


def _labeled(words: Iterable[Mention], known: Sequence[Mention]) -> Iterator[Mention]:
    for word, cover in _with_cover(words, known):
        yield word if cover is None else replace(word, label=cover.label)


def _with_cover(words: Iterable[Mention], others: Sequence[Mention]) -> Iterator[tuple[Mention, Mention | None]]:
    """Each word with the first of the others (sorted) that it overlaps."""
    ends, most = [], 0
    for other in others:
        most = max(most, other.span.end)
        ends.append(most)
    index = 0
    for word in words:
        while index < len(others) and ends[index] <= word.span.start:
            index += 1
        found = index < len(others) and others[index].span.start < word.span.end
        yield word, others[index] if found else None
