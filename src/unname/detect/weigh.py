"""How far a finding is believed in the light of what else is known: a tagger's opinion, a citation around it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import exp, log

from unname.core.document import Mention, Origin, Span
from unname.text.spans import Spans

SURE = 0.9
"""A prior from here on stands by itself: check digits and full dates need no second opinion."""

SILENT = 0.02
"""The opinion of a tagger that says nothing of a span."""

PRIOR_WEIGHT, TAGGER_WEIGHT, DOUBT = 0.3, 0.7, -0.3
"""The shares of prior and tagger in the log-odds, and what is added to them.

Near to a fit on kinds of everyday text that the tagger had not seen, which leans on the tagger a little more.
"""

_OUTVOTED = Origin.PRIOR | Origin.GIVEN


CITED = -3.0
"""What is added to the log-odds of a mention inside a citation of case law, which annotators leave open."""


def weighed(mentions: Iterable[Mention], cited: Sequence[Span] = ()) -> list[Mention]:
    """The mentions with their confidence in the light of what else is known.

    A list knows words and not sentences, so its confidence is a prior: the log-odds of list (or rule) and
    tagger are added with their weights; where no tagger took part, priors stand. So it is with what came with the
    document, which is hidden in any case. Mentions inside the `cited` spans count for less.
    """
    return _discount(_agree(list(mentions)), cited)


def mean_opinion(confidences: Sequence[float]) -> float:
    """The probability whose log-odds are the mean of theirs."""
    return _probability(sum(map(_log_odds, confidences)) / len(confidences))


def _agree(mentions: list[Mention]) -> list[Mention]:
    opinions = sorted((m for m in mentions if m.origin is Origin.OPINION), key=lambda mention: mention.span)
    if not opinions:
        return mentions
    places = Spans(mention.span for mention in opinions)
    return [
        _weigh(mention, max((opinions[number].confidence for number in places.numbers(mention.span)), default=0.0))
        if mention.origin & _OUTVOTED and mention.confidence < SURE
        else mention
        for mention in mentions
    ]


def _discount(mentions: list[Mention], cited: Sequence[Span]) -> list[Mention]:
    places = Spans(cited)
    return [_shift(mention, CITED) if places.covers(mention.span) else mention for mention in mentions]


def _shift(mention: Mention, shift: float) -> Mention:
    return replace(mention, confidence=_probability(_log_odds(mention.confidence) + shift))


def _weigh(mention: Mention, opinion: float) -> Mention:
    odds = PRIOR_WEIGHT * _log_odds(mention.confidence) + TAGGER_WEIGHT * _log_odds(max(opinion, SILENT)) + DOUBT
    return replace(mention, confidence=_probability(odds))


def _log_odds(probability: float) -> float:
    bounded = min(max(probability, 1e-4), 1.0 - 1e-4)
    return log(bounded / (1.0 - bounded))


def _probability(log_odds: float) -> float:
    return 1.0 / (1.0 + exp(-log_odds))
