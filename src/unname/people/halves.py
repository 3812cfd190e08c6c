"""What is known about people in two halves that share no fact and no sentence."""

import random
from collections.abc import Sequence
from dataclasses import replace

from unname.core.document import Profile
from unname.text.sentences import sentences


def split_knowledge(population: Sequence[Profile], seed: int) -> tuple[list[Profile], list[Profile]]:
    """Everybody with one half of the fields and of the sentences of the background text, and with the other.

    Both halves have everybody in the same order, with the id; the name stays in neither, since a name is hidden
    whoever knows it. Which half a fact falls into is drawn by the seed, and differs from person to person. Of an odd
    number, either half may get the larger part; of a single fact, one half gets nothing.

    >>> ada = Profile("p1", "Ada", {"job": "judge", "town": "Zenda"}, "She sails. She sews.")
    >>> first, second = split_knowledge([ada], 0)
    >>> sorted([*first[0].fields, *second[0].fields]), sorted([first[0].text, second[0].text])
    (['job', 'town'], ['She sails.', 'She sews.'])
    """
    lots = random.Random(seed)
    pairs = [_split(profile, lots) for profile in population]
    return [first for first, _ in pairs], [second for _, second in pairs]


def _split(profile: Profile, lots: random.Random) -> tuple[Profile, Profile]:
    said = [profile.text[slice(*span)].strip() for span in sentences(profile.text)]
    fields, texts = _sides(len(profile.fields), lots), _sides(len(said), lots)
    first, second = (
        replace(
            profile,
            name="",
            fields={key: value for (key, value), at in zip(profile.fields.items(), fields, strict=True) if at == side},
            text=" ".join(sentence for sentence, at in zip(said, texts, strict=True) if at == side),
        )
        for side in (0, 1)
    )
    return first, second


def _sides(n: int, lots: random.Random) -> list[int]:
    """On which side each of so many things falls: as many on either, but for one."""
    start = lots.randrange(2)
    sides = [(start + number) % 2 for number in range(n)]
    lots.shuffle(sides)
    return sides
