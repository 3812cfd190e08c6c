"""How much of what masks hide an attacker put back: exact match and token recall, with intervals."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from unname.core.document import Role
from unname.core.results import Fill
from unname.text.words import TOKEN

SEED, N_DRAWS = 0, 1000

AT = (1, 3, 5)
"""Of how many candidates one may be right."""

MAIN = ("exact", "token_recall", "token_recall_conventional")
"""The figures that have an interval."""

_SIGN = re.compile(r"[^\w\s]")
_AROUND = re.compile(r"^[\W_]+|[\W_]+$")


@dataclass(frozen=True, slots=True)
class Recovery:
    """What one mask of a document hides, beside what an attacker put there; role and label as far as they are known."""

    document: str
    hidden: str = field(repr=False)
    fill: Fill = field(repr=False)
    role: Role | None = None
    label: str | None = None

    @property
    def best(self) -> str:
        """The first candidate, or nothing."""
        return self.fill.candidates[0].text if self.fill.candidates else ""

    def is_exact(self, n: int = 1) -> bool:
        """Whether one of the first n candidates is what is hidden, blanks, case and signs around it aside."""
        return any(is_same(filling.text, self.hidden) for filling in self.fill.candidates[:n])


@dataclass(frozen=True, slots=True)
class Recovered:
    """The figures of some masks, each of which counts alike; shares from 0 to 1.

    `n` masks in `documents` documents, of which `filled` have a candidate at all. `exact` is the share of first
    candidates that are right, `exact_at` that of masks with a right one among the first so many. `token_recall` is, as
    in `infill2025`, the mean share of predicted tokens that the hidden text has; `token_recall_conventional` that of
    the tokens of the hidden text that were predicted. A mask without candidate counts 0 everywhere. `intervals` hold 95
    of 100 corpora that are drawn anew from the documents.
    """

    n: int
    documents: int
    filled: int
    exact: float
    token_recall: float
    token_recall_conventional: float
    exact_at: Mapping[int, float]
    intervals: Mapping[str, tuple[float, float]]


def plain(text: str) -> str:
    """A text as it is compared: blanks collapsed, without case, and without punctuation around it.

    >>> plain(' "The  Quiet Harbor", ')
    'the quiet harbor'
    """
    folded = " ".join(text.split()).casefold()
    return _AROUND.sub("", folded) or folded


def is_same(guessed: str, hidden: str) -> bool:
    """Whether a guess is what is hidden; an empty one never is.

    >>> is_same("12 May 2001", "12  may 2001."), is_same("2001", "12 May 2001"), is_same("", "")
    (True, False, False)
    """
    return bool(guessed.strip()) and plain(guessed) == plain(hidden)


def tokens(text: str) -> list[str]:
    """The words of a text without case; its signs, if it has no words.

    >>> tokens("Smith v. the U.K."), tokens("--")
    (['smith', 'v', 'the', 'u', 'k'], ['-', '-'])
    """
    return TOKEN.findall(text.casefold()) or _SIGN.findall(text)


def token_recall(guessed: str, hidden: str) -> tuple[float, float]:
    """The share of predicted tokens that the hidden text has, and the share of its tokens that were predicted.

    The first is what `infill2025` calls token recall. A token counts as often as both have it.

    >>> token_recall("Ada Grey of Zenda", "Ada Grey")
    (0.5, 1.0)
    """
    predicted, original = tokens(guessed), tokens(hidden)
    both = (Counter(predicted) & Counter(original)).total()
    return both / max(len(predicted), 1), both / max(len(original), 1)


def summarize(recoveries: Sequence[Recovery], at: Sequence[int] = AT, seed: int = SEED) -> Recovered:
    """The figures of masks, pooled over all of them, with intervals over documents."""
    rows = [(float(each.is_exact()), *token_recall(each.best, each.hidden)) for each in recoveries]
    n = len(rows)
    table = np.array(rows, dtype=np.float64).reshape(n, len(MAIN))
    exact, published, conventional = (float(mean) for mean in table.sum(axis=0) / max(n, 1))
    documents = [each.document for each in recoveries]
    intervals = resample(documents, table, seed) if n else []
    return Recovered(
        n,
        len(set(documents)),
        sum(bool(each.fill.candidates) for each in recoveries),
        exact,
        published,
        conventional,
        {k: sum(each.is_exact(k) for each in recoveries) / max(n, 1) for k in at},
        dict(zip(MAIN, intervals, strict=False)),
    )


def summarize_by(
    recoveries: Sequence[Recovery], key: Callable[[Recovery], str | None], at: Sequence[int] = AT
) -> dict[str, Recovered]:
    """The figures of each group of masks; those that belong to none are left out."""
    groups: dict[str, list[Recovery]] = {}
    for each in recoveries:
        name = key(each)
        if name is not None:
            groups.setdefault(name, []).append(each)
    return {name: summarize(groups[name], at) for name in sorted(groups)}


def by_role(recoveries: Sequence[Recovery]) -> dict[str, Recovered]:
    """The figures of direct and of quasi identifiers, as far as roles are known."""
    return summarize_by(recoveries, lambda each: None if each.role is None else each.role.value)


def by_label(recoveries: Sequence[Recovery]) -> dict[str, Recovered]:
    """The figures of each category, as far as categories are known."""
    return summarize_by(recoveries, lambda each: each.label)


def resample(
    documents: Sequence[str], values: "np.ndarray[tuple[int, int], np.dtype[np.float64]]", seed: int = SEED
) -> list[tuple[float, float]]:
    """For each column of values, between which means 95 of 100 corpora lie that are drawn anew from the documents."""
    names = {name: number for number, name in enumerate(dict.fromkeys(documents))}
    totals = np.zeros((len(names), values.shape[1] + 1))
    np.add.at(totals, [names[name] for name in documents], np.column_stack([values, np.ones(len(values))]))
    share = np.full(len(names), 1 / len(names))
    drawn = np.random.default_rng(seed).multinomial(len(names), share, size=N_DRAWS) @ totals
    low, high = np.quantile(drawn[:, :-1] / drawn[:, -1:], (0.025, 0.975), axis=0)
    return [(float(a), float(b)) for a, b in zip(low, high, strict=True)]
