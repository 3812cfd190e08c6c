"""From n-grams to words, so that explanations of different attacks can be added up."""

from collections.abc import Mapping

from unname.core.fold import fold
from unname.text.words import UNHYPHENATED


def spread_over_words(contributions: Mapping[str, float], text: str) -> dict[str, float]:
    """Contributions per word of the text: those of n-grams are spread evenly over the words they touch.

    An n-gram of words counts for the words in it, a piece of a word (or its stem) for the words that have it; accents
    make no difference, as n-grams have none.

    >>> spread_over_words({"red hair": 1.0, "hair": 0.5, "judg": 0.2}, "Red hair, a judge")
    {'red': 0.5, 'hair': 1.0, 'judge': 0.2}
    """
    present = list(dict.fromkeys(found.group().lower() for found in UNHYPHENATED.finditer(text)))
    folded = {word: fold(word) for word in present}
    holders: dict[str, list[str]] = {}
    for word, plain in folded.items():
        holders.setdefault(plain, []).append(word)
    total = dict.fromkeys(present, 0.0)
    for ngram, value in contributions.items():
        parts = [part for part in ngram.split() if part]
        touched: list[str] = []
        for part in parts:
            if part not in holders:
                holders[part] = [word for word, plain in folded.items() if part in plain]
            touched += holders[part]
        for word in touched:
            total[word] += value / len(touched)
    return {word: value for word, value in total.items() if value}
