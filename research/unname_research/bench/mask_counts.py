"""Do masks that show how many words they hide give people away? A model that counts them, beside one that cannot.

`morris2022` 10 names it as a limit: "the Chicago Black Hawks" are one of few teams with a name of three words. Our
models read a run of masks as one, so that they cannot tell; here a bag of words is trained on redacted biographies in
which a run of n masks is a word that says n, and another one on the same biographies in which it is one word for all.
"""

import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from unname.core.document import Document
from unname.models.linkage import open_biencoder
from unname.people.forms import cardinal
from unname.people.pairs import Pair, split
from unname.training.ascent import ranks
from unname.training.linkage import train_linkage
from unname.training.linkage_views import Examples, Masking
from unname_research.bench.redactions import MASK, Biography

_RUN = re.compile(rf"{re.escape(MASK)}(?:\s+{re.escape(MASK)})*")
_MOST = 12


def count_masks(text: str) -> str:
    """A text in which each run of masks is a word that says how many there are.

    >>> count_masks("a *** *** of ***, ***")
    'a hiddentwo of hiddenone, hiddenone'
    """
    return _RUN.sub(lambda run: f"hidden{cardinal(min(run[0].count(MASK), _MOST))}", text)


def join_masks(text: str) -> str:
    """A text in which each run of masks is one and the same word.

    >>> join_masks("a *** *** of ***, ***")
    'a hiddenone of hiddenone, hiddenone'
    """
    return _RUN.sub("hiddenone", text)


READERS: dict[str, Callable[[str], str]] = {"counts masks": count_masks, "does not": join_masks}


def compare_counting(
    pairs: Sequence[Pair],
    judged: Sequence[Biography],
    redacted: Sequence[str],
    epochs: int | None = None,
    seed: int = 0,
) -> dict[str, Any]:
    """Who is found by a model that counts masks and by one that does not, in texts with a mask for each word.

    Both learn from the training people among `pairs`, whose documents have lost the words of the profile and up to
    three tenths of all words.
    """
    parts = split(pairs)
    learned = [*parts.train, *parts.validation]
    hidden = _hidden_texts(learned, seed)
    population = [pair.profile for pair in pairs]
    places = {profile.id: place for place, profile in enumerate(population)}
    right = np.array([places[each.profile.id] for each in judged])
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, read in READERS.items():
            told = [_told(pair, read(text)) for pair, text in zip(learned, hidden, strict=True)]
            model = open_biencoder(train_linkage(told, Path(folder, name.split()[0]), epochs=epochs, seed=seed))
            placed = ranks(model.documents([read(text) for text in redacted]), model.profiles(population), right)
            found[name] = {
                "found": float((placed == 1).mean()),
                "within_10": float((placed <= 10).mean()),
                "reciprocal": float((1 / placed).mean()),
                "median_rank": float(np.median(placed)),
            }
    return {"documents": len(judged), "people": len(parts.train), "runs": _lengths(redacted), "found": found}


def _told(pair: Pair, text: str) -> Pair:
    return replace(pair, document=Document(pair.document.id, text, person=pair.document.person))


def _hidden_texts(pairs: Sequence[Pair], seed: int) -> list[str]:
    """The documents with a mask for each hidden word."""
    examples, dice = Examples.of(pairs), np.random.default_rng([seed, 17])
    masking = Masking(lexical=1.0, capitals=0.0)
    return [
        Biography.of(pair).hiding(_as_words(pair, examples, number, masking, dice), joins=False).text
        for number, pair in enumerate(pairs)
    ]


def _as_words(pair: Pair, examples: Examples, number: int, masking: Masking, dice: np.random.Generator) -> Any:
    """Which words of a document are hidden, by where the words begin that training hides."""
    visible = examples.visible(number, masking, dice)
    gone = [span for span, seen in zip(examples.spans[number], visible, strict=True) if not seen]
    starts = np.array([start for start, _ in Biography.of(pair).words])
    hidden = np.zeros(len(starts), bool)
    for start, end in gone:
        hidden |= (starts >= start) & (starts < end)
    return hidden


def _lengths(texts: Sequence[str]) -> dict[str, int]:
    """How many runs of masks there are of each length."""
    lengths = [run.count(MASK) for text in texts for run in _RUN.findall(text)]
    return {str(length): lengths.count(length) for length in sorted(set(lengths))}
