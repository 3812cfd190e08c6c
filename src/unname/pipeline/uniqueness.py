"""Where there is no population, the corpus is all there is to compare with: what does only one person in it say?"""

from collections.abc import Sequence

from unname.core.document import Document
from unname.measure.unshared import FEWEST
from unname.risk.uniqueness import Uniqueness


def unique_in(documents: Sequence[Document]) -> Uniqueness | None:
    """The risk of what few people of these documents say, for decisions; None where they are about too few people.

    It knows what detectors found. What is told of a release counts all that is visible (`measure/unshared.py`).
    """
    people = {document.person or document.id for document in documents}
    return Uniqueness(documents) if len(people) >= FEWEST else None
