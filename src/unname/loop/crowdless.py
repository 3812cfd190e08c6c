"""Where there is no population, the corpus is all there is to compare with: what does only one person in it say?"""

from collections.abc import Sequence

from unname.core.document import Document
from unname.core.redaction import Plan
from unname.core.release import Sighting
from unname.risk.uniqueness import Uniqueness

FEWEST = 2
"""People below whom nothing can be said: alone, everything is unique."""


def unique_in(documents: Sequence[Document]) -> Uniqueness | None:
    """What tells how unique things are among these documents; None where they are about too few people."""
    people = {document.subject or document.id for document in documents}
    return Uniqueness(documents) if len(people) >= FEWEST else None


def unique_sightings(unique: Uniqueness, document: Document, plan: Plan) -> tuple[Sighting, Sighting]:
    """How surely what is visible of the person is theirs alone in the corpus, before and after."""
    view = {decision.option.entity: decision.option.value for decision in plan.decisions}
    before, after = unique.assess(document, [{}, view])
    return Sighting(unique.name, before.total), Sighting(unique.name, after.total)
