"""The choice among what several readers propose for one mask."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from unname.core.fold import fold
from unname.core.results import Filling
from unname.text.masks import find_masks, has_masks

LIKELIEST = 0.999
"""Nobody is surer of a filling than that."""


def normalize(text: str) -> str:
    """What must be equal in two candidates that say the same: words without case, blanks and signs around them.

    >>> normalize(" Ruritania, "), normalize("Łódź   II")
    ('ruritania', 'lodz ii')
    """
    plain = " ".join(fold(text).split())
    return plain.strip(" .,;:()[]\"'") or plain


def is_filling(text: str) -> bool:
    """Whether a candidate says something: a mask, or blanks, is none.

    >>> is_filling("Ruritania"), is_filling("***"), is_filling("Ada [PERSON]"), is_filling(" ")
    (True, False, False, False)
    """
    return bool(text.strip()) and not (has_masks(text) and find_masks(text))


def vote(proposed: Sequence[Filling], weights: Mapping[str, float], n_best: int) -> tuple[Filling, ...]:
    """The candidates of all readers as one list, best first.

    Equal candidates of one reader count once, by the surest. What several readers say with the probabilities p and q
    is right with 1 - (1 - p)(1 - q); `weights` multiply the probabilities of a reader first. A candidate goes by the
    words, the name and the source of who is surest of it.
    """
    by_reader: dict[str, dict[str, Filling]] = {}
    for filling in proposed:
        if not is_filling(filling.text):
            continue
        probability = min(max(filling.probability * weights.get(filling.reader, 1.0), 0.0), LIKELIEST)
        known = by_reader.setdefault(normalize(filling.text), {})
        if filling.reader not in known or known[filling.reader].probability < probability:
            known[filling.reader] = replace(filling, probability=probability)
    together = [_join(list(fillings.values())) for fillings in by_reader.values()]
    return tuple(sorted(together, key=lambda filling: -filling.probability)[:n_best])


def _join(fillings: Sequence[Filling]) -> Filling:
    wrong = 1.0
    for filling in fillings:
        wrong *= 1.0 - filling.probability
    best = max(fillings, key=lambda filling: filling.probability)
    return best if len(fillings) == 1 else replace(best, probability=min(1.0 - wrong, LIKELIEST))
