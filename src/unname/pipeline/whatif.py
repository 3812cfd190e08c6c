"""What other demands would have cost: people found against words hidden, on some of the documents."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from unname.core.document import Document
from unname.core.errors import UnnameError
from unname.core.redaction import Redaction
from unname.measure.reidentification import share
from unname.pipeline.document import Pipeline, write
from unname.pipeline.feedback import n_hidden
from unname.pipeline.panel import Panel
from unname.pipeline.rounds import Rounds
from unname.text.words import words

N_DOCUMENTS = 25
"""How many documents the curve is drawn from."""

FACTORS = (0.1, 0.3, 1.0, 3.0, 10.0)
"""The numbers of others that are tried, as multiples of what the policy demands."""


def curve(rounds: Rounds, documents: Sequence[Document]) -> Iterator[dict[str, Any]]:
    """The share of people found by the first attack that feeds back, and of words hidden, in one round for several k.

    Empty without attacks or without a k to vary.
    """
    k = rounds.pipeline.policy.k
    if k is None or not rounds.panel.attacks:
        return
    made = rounds.pipeline
    panel = Panel(rounds.panel.attacks[:1], rounds.population)
    detected = list(_detected(made, documents[:N_DOCUMENTS]))
    most = len(rounds.population) - 1
    for others in sorted({min(most, max(1, round(k * factor))) for factor in FACTORS}):
        # Components are handed over as they are, so that nothing is loaded again.
        demands = replace(made.policy, k=others)
        pipeline = replace(made, policy=demands, optimizer=made.optimizer_, book=made.book_)
        written = {number: _written(pipeline, document) for number, document in enumerate(detected)}
        texts = {number: redaction.text for number, redaction in written.items() if redaction}
        subjects = {number: document.person for number, document in enumerate(detected) if document.person}
        found = panel.sightings(texts, subjects)
        hidden = [_share_hidden(detected[number], redaction) for number, redaction in written.items()]
        if texts:
            chances = [max(sighting.found for sighting in sightings) for sightings in found.values()]
            yield {
                "setting": f"k = {others}",
                # Of few documents, an exact share tells how many words the originals have.
                "masked": round(sum(hidden) / len(hidden), 2),
                "found": share(chances).value,
            }


def _detected(pipeline: Pipeline, documents: Sequence[Document]) -> Iterator[Document]:
    for document in documents:
        try:
            yield pipeline.detect(document)
        except UnnameError:
            continue  # it is not released either


def _written(pipeline: Pipeline, document: Document) -> Redaction | None:
    try:
        return write(pipeline, document)[2]
    except UnnameError:
        return None


def _share_hidden(document: Document, redaction: Redaction | None) -> float:
    """The share of words that are hidden: all of them where nothing could be written."""
    n_words = len(words(document.text))
    return 1.0 if redaction is None else n_hidden(document, redaction) / max(n_words, 1)
