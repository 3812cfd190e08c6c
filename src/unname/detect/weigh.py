"""How far a finding is believed in the light of what else is known: a tagger's opinion, a citation around it."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from math import exp, log

from unname.core.document import Mention, Origin, Span

SURE = 0.9
"""A prior from here on stands by itself: check digits and full dates need no second opinion."""

SILENT = 0.02
"""The opinion of a tagger that says nothing of a span."""

PRIOR_WEIGHT, TAGGER_WEIGHT = 0.5, 0.5
_OUTVOTED = Origin.PRIOR | Origin.GIVEN


CITED = -3.0
"""What is added to the log-odds of a mention inside a citation of case law, which annotators leave open."""


def weighed(mentions: Iterable[Mention], cited: Sequence[Span] = ()) -> list[Mention]:
    """The mentions with their confidence in the light of what else is known.

    A list knows words and not sentences, so its confidence is a prior: the log-odds of list (or rule) and
    tagger are added with their weights; where no tagger took part, priors stand. So it is with what came with the
    document, which is hidden in any case. Mentions inside the `cited` spans (sorted, apart from each other) count for
    less.
    """
    return _discounted(_agreed(list(mentions)), cited)


def mean_opinion(confidences: Sequence[float]) -> float:
    """The probability whose log-odds are the mean of theirs."""
    return _probability(sum(map(_log_odds, confidences)) / len(confidences))


def _agreed(mentions: list[Mention]) -> list[Mention]:
    judged = sorted((m for m in mentions if m.origin is Origin.OPINION), key=lambda mention: mention.span)
    if not judged:
        return mentions
    # Where mentions of the tagger overlap each other, an earlier one may reach further than a later one.
    reach = list(accumulate((mention.span.end for mention in judged), max))
    return [
        _weighed(mention, judged, reach) if mention.origin & _OUTVOTED and mention.confidence < SURE else mention
        for mention in mentions
    ]


def _discounted(mentions: list[Mention], cited: Sequence[Span]) -> list[Mention]:
    if not cited:
        return mentions
    starts = [span.start for span in cited]
    result = []
    for mention in mentions:
        index = bisect_right(starts, mention.span.start) - 1
        inside = index >= 0 and mention.span.end <= cited[index].end
        result.append(_shifted(mention, CITED) if inside else mention)
    return result


def _shifted(mention: Mention, shift: float) -> Mention:
    return replace(mention, confidence=_probability(_log_odds(mention.confidence) + shift))


def _weighed(mention: Mention, judged: Sequence[Mention], reach: Sequence[int]) -> Mention:
    opinion = SILENT
    index = bisect_left(reach, mention.span.start + 1)
    while index < len(judged) and judged[index].span.start < mention.span.end:
        if judged[index].span.overlaps(mention.span):
            opinion = max(opinion, judged[index].confidence)
        index += 1
    odds = PRIOR_WEIGHT * _log_odds(mention.confidence) + TAGGER_WEIGHT * _log_odds(opinion)
    return replace(mention, confidence=_probability(odds))


def _log_odds(probability: float) -> float:
    bounded = min(max(probability, 1e-4), 1.0 - 1e-4)
    return log(bounded / (1.0 - bounded))


def _probability(log_odds: float) -> float:
    return 1.0 / (1.0 + exp(-log_odds))
