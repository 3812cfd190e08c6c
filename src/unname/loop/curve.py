"""What other demands would have cost: people found against words hidden, on some of the documents."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from unname.core.document import Document
from unname.core.release import Outcome
from unname.loop.rounds import Loop
from unname.measure.reidentification import share

N_DOCUMENTS = 50
"""How many documents the curve is drawn from."""

FACTORS = (0.1, 0.3, 1.0, 3.0, 10.0)
"""The numbers of others that are tried, as multiples of what the policy demands."""


def curve(loop: Loop, documents: Sequence[Document]) -> Iterator[dict[str, Any]]:
    """The share of people found by the attacks that feed back, and of words hidden, after one round for several k.

    Empty without attacks or without a k to vary.
    """
    k = loop.pipeline.policy.k
    if k is None or not loop.attacks:
        return
    most = len(loop.population) - 1
    made = loop.pipeline
    for others in sorted({min(most, max(1, round(k * factor))) for factor in FACTORS}):
        # Components are handed over as they are, so that nothing is loaded again.
        pipeline = replace(
            made,
            policy=replace(made.policy, k=others),
            detectors=made.detectors_,
            replacer=made.replacer_,
            optimizer=made.optimizer_,
        )
        once = replace(loop, pipeline=pipeline, attacks=tuple(loop.panel.attacks), jury=(), max_rounds=1)
        outcomes = once.run(documents[:N_DOCUMENTS])
        yield {"setting": f"k = {others}", "masked": hidden_share(outcomes), "found": found_share(outcomes)}


def hidden_share(outcomes: Sequence[Outcome]) -> float:
    """The mean share of words hidden in what is or would have been released."""
    shares = [each.n_hidden / each.n_words for each in outcomes if each.n_words]
    return sum(shares) / len(shares) if shares else 0.0


def found_share(outcomes: Sequence[Outcome]) -> float:
    """The share of people whom one of the attacks finds in what is or would have been released."""
    chances = [max((sighting.found for sighting in each.after), default=0.0) for each in outcomes]
    return share(chances).value if chances else 0.0
