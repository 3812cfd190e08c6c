"""Trying attacks out on the background alone: texts about known people, made as a release would be."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from unname.attack.background import hold_out
from unname.core.document import Profile
from unname.core.roles import Rewrite
from unname.text.vocabulary import STOP_WORDS
from unname.text.words import WORD

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Scores = NDArray[np.float64]

_SMALL = 0.001  # keeps the weights finite where every rehearsal is won

HIDDEN = (0.0, 0.5, 0.75)
"""Shares of the meaningful words that a rehearsed text loses beyond its names, from careless to strict."""

MAX_DRAWS = 3
"""How many texts are made about one person at most."""

_INSIDE = re.compile(r"(?<=[^\W_.!?:\"“]\s|[,;]\s)[^\W\d_a-z][\w'’-]*")
"""A word with a capital that does not begin a sentence."""


@dataclass(frozen=True)
class Rehearsal:
    """Texts that were taken out of a population, about whom they are (by number), and what is left of it."""

    texts: tuple[str, ...] = field(repr=False)
    people: "NDArray[np.intp]"
    population: tuple[Profile, ...] = field(repr=False)


def rehearse(
    population: Sequence[Profile], n_texts: int, summary_words: int, anonymize: Rewrite | None, seed: int
) -> list[Rehearsal]:
    """About `n_texts` texts in up to `MAX_DRAWS` draws, each person once a draw, each text in every strength."""
    n_draws = min(MAX_DRAWS, max(1, round(n_texts / (len(HIDDEN) * max(1, len(population))))))
    share = min(1.0, n_texts / (n_draws * len(HIDDEN) * max(1, len(population))))
    made = []
    for draw in range(n_draws):
        kept, held, people = hold_out(population, share, summary_words, seed + draw)
        if len(people) < 2:
            continue
        hidden = (
            anonymize(held)
            if anonymize
            else [drop_names(text, population[i].text) for text, i in zip(held, people, strict=True)]
        )
        dice = random.Random(seed + draw)
        texts = [_thin(text, lost, dice) for lost in HIDDEN for text in hidden]
        made.append(Rehearsal(tuple(texts), np.tile(people, len(HIDDEN)), tuple(kept)))
    return made


def drop_names(text: str, background: str) -> str:
    """The text without numbers and without the words that the background writes with a capital inside a sentence.

    >>> drop_names("Grey met Tom in 1999. She was glad.", "In spring Ada Grey met Tom.")
    'met in. She was glad.'
    """
    inside = (found.group() for found in _INSIDE.finditer(background))
    names = {word.lower() for word in inside if not word[0].islower()} - {"i"}

    def seen(found: "re.Match[str]") -> str:
        word = found.group()
        return "" if word.lower() in names or any(map(str.isdigit, word)) else word

    return re.sub(r"\s+([.,;:!?])", r"\1", " ".join(WORD.sub(seen, text).split()))


def average_for_others(scores: "Scores", people: "NDArray[np.intp]") -> "tuple[Scores, Scores]":
    """The mean score that each person gets for texts about others: over all texts, and as each text would see it.

    A text sees no text about its own person, as if that person had not been rehearsed.
    """
    rows = np.arange(len(people))
    others = np.ones_like(scores)
    others[rows, people] = 0.0
    of_person = np.zeros((int(people.max()) + 1, len(people)))
    of_person[people, rows] = 1.0
    sums, counts = (scores * others).sum(axis=0), others.sum(axis=0)
    left_sums = sums - (of_person @ (scores * others))[people]
    left_counts = counts - (of_person @ others)[people]
    return sums / np.maximum(counts, 1.0), left_sums / np.maximum(left_counts, 1.0)


def fit_weights(
    scores: "Scores", centers: "Scores", people: "NDArray[np.intp]", evenness: float = 0.3
) -> "tuple[NDArray[np.float64], float]":
    """The weight of each member, none negative, and the share of the centers to take away, from 0 to 1.

    Under them the right people are likeliest: a softmax over people of the weighted sum of scores - share x centers.
    Both have one row for each text, one column for each person and one layer for each member. `evenness` draws the
    weights toward each other: rehearsals are not quite the real thing, so a member has to be clearly better to count
    for much more.
    """
    from scipy.optimize import minimize

    rows, n_members = np.arange(len(people)), scores.shape[2]

    def loss(point: "NDArray[np.float64]") -> "tuple[float, NDArray[np.float64]]":
        weights, share = point[:-1], point[-1]
        features = scores - share * centers
        logits = features @ weights
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        totals = chances.sum(axis=1, keepdims=True)
        chances /= totals
        uneven = weights - weights.mean()
        value = np.mean(np.log(totals[:, 0]) - logits[rows, people])
        value += evenness * uneven @ uneven + _SMALL * weights @ weights
        by_weight = (np.einsum("tp,tpm->tm", chances, features) - features[rows, people]).mean(axis=0)
        by_weight += 2 * evenness * uneven + 2 * _SMALL * weights
        center = centers @ weights
        by_share = np.mean(center[rows, people] - (chances * center).sum(axis=1))
        return float(value), np.append(by_weight, by_share)

    start = np.append(np.full(n_members, 1.0 / n_members), 0.5)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=[(0.0, None)] * n_members + [(0.0, 1.0)]).x
    weights: NDArray[np.float64] = found[:-1] if found[:-1].any() else np.ones(n_members)
    return weights, float(found[-1])


def _thin(text: str, share: float, dice: random.Random) -> str:
    """The text without a random share of its meaningful words."""
    if not share:
        return text
    return WORD.sub(
        lambda found: found.group() if found.group().lower() in STOP_WORDS or dice.random() > share else "", text
    )
