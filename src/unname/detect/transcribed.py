"""Names of people in another writing: known again by their sound."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from unname.core.document import Document, Mention, Span
from unname.detect.propagate import Seed, name_parts
from unname.detect.rules.writing import FOREIGN
from unname.text.scripts import script_of, sound

KINDS = frozenset({"other-script", "pronunciation", "respelling", "name-elsewhere"})
"""The kinds of findings that may be a name in another writing."""

_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u02c8\u02cc'\u2019-])*")
_FOREIGN_WORD = re.compile(rf"[{FOREIGN}][{FOREIGN}\u0300-\u036f]*")
_LATIN_NAME = re.compile(r"\b[A-Z\u00c0-\u024f][^\W\d_]{2,}")
_FEWEST = 3
"""The fewest consonants by which a name is known for sure."""


def heard(document: Document, mentions: list[Mention]) -> list[Mention]:
    """The mentions, of which those in another writing that sound like a person among them are persons."""
    if all(mention.kinds.isdisjoint(KINDS) for mention in mentions):
        return mentions
    people = [mention for mention in mentions if mention.label == "PERSON"]
    sounds: dict[str, float] = {}
    for mention in people:
        for part in name_parts(document.text[slice(*mention.span)]):
            sounds[sound(part)] = max(mention.confidence, sounds.get(sound(part), 0.0))
    return [m if m.kinds.isdisjoint(KINDS) else _named(document, m, sounds) for m in mentions]


def _named(document: Document, mention: Mention, sounds: dict[str, float]) -> Mention:
    words = _WORD.findall(document.text[slice(*mention.span)])
    alike = [sure for word in words for key, sure in sounds.items() if _alike(sound(word), key)]
    return replace(mention, label="PERSON", confidence=max(mention.confidence, *alike)) if alike else mention


def _alike(one: str, other: str) -> bool:
    """Whether two sounds are the same but for one consonant that a script may lack or add."""
    if one == other:
        return bool(one)
    short, long = sorted((one, other), key=len)
    if len(short) < _FEWEST or len(long) - len(short) > 1:
        return False
    same = next((at for at, letter in enumerate(short) if letter != long[at]), len(short))
    return short[same:] == long[same + 1 :] or (len(short) == len(long) and short[same + 1 :] == long[same + 1 :])


def spoken(document: Document, seeds: Iterable[Seed]) -> Iterator[Mention]:
    """Words of another script than that of a name that was found which sound like it, in a text of whatever script.

    In Latin letters, those count that begin with a capital.
    """
    if document.text.isascii():
        return
    sounds: dict[tuple[str, bool], Seed] = {}
    for seed in seeds:
        for part in name_parts(seed.surface) if seed.label == "PERSON" else ():
            sounds[sound(part), script_of(part[0]) == "latin"] = seed
    for pattern, is_latin in ((_FOREIGN_WORD, False), (_LATIN_NAME, True)):
        if all(of_latin == is_latin for _, of_latin in sounds):
            continue
        for found in pattern.finditer(document.text):
            seed_heard = sounds.get((sound(found[0]), not is_latin))
            if seed_heard and len(sound(found[0])) >= _FEWEST:
                span = Span(*found.span())
                yield Mention(span, "PERSON", "", seed_heard.role, seed_heard.confidence, "propagated")
