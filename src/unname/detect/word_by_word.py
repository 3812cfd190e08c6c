"""Word by word: where every content word is a mention too, what does not identify alone is decided in small parts.

The fewest words that hide a person are seldom whole entities, as in `morris2022`. Where we differ: names of people,
direct identifiers and what the user demands stay whole, so that no part of them can be left over.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from unname.core.document import Document, Mention, Origin, Role
from unname.core.policy import Policy
from unname.detect.propagate import denied, name_parts
from unname.text.spans import Spans
from unname.text.words import POSSESSIVE

SURE = 0.9
"""The confidence from which on the name of a person stays whole, and is taken to identify alone."""


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
    kept = Spans(mention.span for mention in (*whole, *denied(document, policy.allow)))
    names = _name_parts(document, whole)
    outside = (word for word in words if not kept.overlaps(word.span))
    free = [_named(document, word, names) for word in _label(outside, known)]
    return sorted([*whole, *(word for word in free if passes(word))], key=lambda mention: mention.span)


def _name_parts(document: Document, whole: Iterable[Mention]) -> dict[str, Mention]:
    people = [mention for mention in whole if mention.label == "PERSON"]
    return {part: mention for mention in people for part in name_parts(document.text[slice(*mention.span)])}


def _named(document: Document, word: Mention, names: Mapping[str, Mention]) -> Mention:
    said = POSSESSIVE.sub("", document.text[slice(*word.span)])
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


def _label(words: Iterable[Mention], known: Sequence[Mention]) -> Iterator[Mention]:
    """The words, each with the label of the first of the known mentions (sorted) that it overlaps."""
    places = Spans(mention.span for mention in known)
    for word in words:
        number = next(places.numbers(word.span), None)
        yield word if number is None else replace(word, label=known[number].label)
