"""Lives of invented people with what is hidden in them, of which networks can learn in seconds."""

import random

from unname.core.document import Span
from unname_research.train.infill_sources import Sheet

PLACES = "Ruritania Graustark Strelsau Edelweiss Lutha Karlova".split()
NAMES = ("Ada Grey", "Tony Booth", "Bo Stone", "Cy Marsh", "Di Lake", "Flo Hill")


def sheet(number: int, kind: str = "lives", knowledge: bool = True) -> Sheet:
    """A life with its name, its place and its year hidden, and another text that tells them."""
    dice = random.Random(number)
    name, place, year = dice.choice(NAMES), dice.choice(PLACES), str(dice.randint(1900, 1990))
    parts = [(name, "PERSON"), " was born in ", (place, "LOC"), " in ", (year, "DATETIME"), " and became a nurse. "]
    parts += ["The nurse keeps horses and plays chess there. Many people know the horses. They win prizes. "]
    parts += ["Later ", (name, "PERSON"), " left the town of ", (place, "LOC"), " and slept for a long time."]
    text, hidden = "", []
    for part in parts:
        words, label = part if isinstance(part, tuple) else (part, None)
        if label:
            hidden.append((Span(len(text), len(text) + len(words)), label))
        text += words
    known = f"It is told that {name}, born {year}, comes from {place} and knows much about horses and chess."
    return Sheet(kind, text, tuple(hidden), (known,) if knowledge else ())


def sheets(n: int = 12) -> list[Sheet]:
    """Lives of all kinds, every third without other texts."""
    kinds = ("lives", "actors", "cases", "members")
    return [sheet(number, kinds[number % 4], number % 3 > 0) for number in range(n)]
