"""How far a list or a rule is believed where a tagger has read the same words."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from math import exp, log

from unname.core.document import Mention

SURE = 0.9
"""A prior from here on stands by itself: check digits and full dates need no second opinion."""

SILENT = 0.02
"""The opinion of a tagger that says nothing of a span."""

PRIOR_WEIGHT, TAGGER_WEIGHT = 0.5, 0.5


def weighed(mentions: Iterable[Mention]) -> list[Mention]:
    """The mentions, where those of lists and rules take the tagger's opinion into account.

    A list knows words and not sentences, so its confidence is a prior: the log-odds of both are added
    with their weights. Where no tagger took part, everything stays as it was.
    """
    mentions = list(mentions)
    judged = sorted((m for m in mentions if _is_tagger(m)), key=lambda mention: mention.span)
    if not judged:
        return mentions
    # Where mentions of the tagger overlap each other, an earlier one may reach further than a later one.
    reach = list(accumulate((mention.span.end for mention in judged), max))
    return [
        mention if _is_tagger(mention) or mention.confidence >= SURE else _weighed(mention, judged, reach)
        for mention in mentions
    ]


def _weighed(mention: Mention, judged: Sequence[Mention], reach: Sequence[int]) -> Mention:
    opinion = SILENT
    index = bisect_left(reach, mention.span.start + 1)
    while index < len(judged) and judged[index].span.start < mention.span.end:
        if judged[index].span.overlaps(mention.span):
            opinion = max(opinion, judged[index].confidence)
        index += 1
    odds = PRIOR_WEIGHT * _log_odds(mention.confidence) + TAGGER_WEIGHT * _log_odds(opinion)
    return replace(mention, confidence=1.0 / (1.0 + exp(-odds)))


def _log_odds(probability: float) -> float:
    bounded = min(max(probability, 1e-4), 1.0 - 1e-4)
    return log(bounded / (1.0 - bounded))


def _is_tagger(mention: Mention) -> bool:
    return mention.source.partition(":")[0] == "tagger"
