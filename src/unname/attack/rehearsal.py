"""Trying attacks out on the background alone: texts about known people, made as a release would be."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from unname.attack.background import take_sentences, with_sentences
from unname.attack.occlusion import log_softmax
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

BESIDE = 2
"""Sentences that are lost on either side of one that was taken: neighbors resemble each other."""

FEWEST_PEOPLE = 12
"""People whose text is rehearsed, if there are as many, however little is known about them."""

NEAR = 0.85
"""A member that tells less than this share of what the best tells does not come near it."""

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
    """About `n_texts` texts in up to `MAX_DRAWS` draws, each person once a draw, each text in every strength.

    A released text is no part of what is known, so the sentences beside those that were taken are lost too: else
    attacks that go by style would seem to know most.
    """
    able = _most_told(population, summary_words)
    n_people = n_texts / len(HIDDEN)
    n_draws = min(MAX_DRAWS, max(1, round(n_people / max(1, len(able)))))
    made = []
    for draw in range(n_draws):
        kept, held, people = take_sentences(
            population, able, round(n_people / n_draws), summary_words, seed + draw, beside=BESIDE
        )
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


def _most_told(population: Sequence[Profile], summary_words: int) -> list[int]:
    """Those of whom enough is known to take a whole summary; if they are few, those of whom most is known.

    Where a line is known about most people and a page about some, texts of a line teach nothing about a page.
    """
    words = {number: len(population[number].text.split()) for number in with_sentences(population)}
    enough = [number for number, n_words in words.items() if n_words >= 3 * summary_words]
    if len(enough) < FEWEST_PEOPLE:
        enough = sorted(words, key=lambda number: (-words[number], number))[:FEWEST_PEOPLE]
    return sorted(enough)


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


def weigh(scores: "Scores", people: "NDArray[np.intp]") -> "NDArray[np.float64]":
    """The weight of each member: of all of them, or of one alone if none of the others comes near it by itself.

    `scores` has one row for each text, one column for each person and one layer for each member. A member is as good as
    what it tells by itself about whom a text is about, beyond a blind guess.
    """
    n_members = scores.shape[2]
    alone = [fit_weights(scores[:, :, [member]], people) for member in range(n_members)]
    told = np.array([_told(scores[:, :, [member]], people, alone[member]) for member in range(n_members)])
    best = int(told.argmax())
    if told[best] > 0 and (np.delete(told, best) < NEAR * told[best]).all():
        weights = np.zeros(n_members)
        weights[best] = alone[best][0]
        return weights
    return fit_weights(scores, people)


def fit_weights(scores: "Scores", people: "NDArray[np.intp]", evenness: float = 0.3) -> "NDArray[np.float64]":
    """The weight of each member, none negative, under which the right people are likeliest.

    That is by a softmax over people of the weighted sum of scores. `evenness` draws the weights toward each other:
    rehearsals are not quite the real thing, so a member has to be clearly better to count for much more.
    """
    from scipy.optimize import minimize

    rows, n_members = np.arange(len(people)), scores.shape[2]

    def loss(weights: "NDArray[np.float64]") -> "tuple[float, NDArray[np.float64]]":
        logs = log_softmax(scores @ weights)
        uneven = weights - weights.mean()
        value = -logs[rows, people].mean() + evenness * uneven @ uneven + _SMALL * weights @ weights
        slope = (np.einsum("tp,tpm->tm", np.exp(logs), scores) - scores[rows, people]).mean(axis=0)
        return float(value), slope + 2 * evenness * uneven + 2 * _SMALL * weights

    start = np.full(n_members, 1.0 / n_members)
    found: NDArray[np.float64] = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=[(0.0, None)] * n_members).x
    return found if found.any() else np.ones(n_members)


def _told(scores: "Scores", people: "NDArray[np.intp]", weights: "NDArray[np.float64]") -> float:
    """How much less is left to guess about whom texts are about, on average, than by chance."""
    logs = log_softmax(scores @ weights)
    return float(np.log(scores.shape[1]) + logs[np.arange(len(people)), people].mean())


def _thin(text: str, share: float, dice: random.Random) -> str:
    """The text without a random share of its meaningful words."""
    if not share:
        return text
    return WORD.sub(
        lambda found: found.group() if found.group().lower() in STOP_WORDS or dice.random() > share else "", text
    )
