"""Risk by kind alone: what belongs to some categories identifies, whatever it says."""

from collections.abc import Sequence
from dataclasses import dataclass

from unname.core.document import LABELS, Document, Entity
from unname.core.errors import ConfigError
from unname.core.registry import Spelled
from unname.core.results import Risk
from unname.core.roles import View
from unname.risk.views import judge_alone

SAFE_HARBOR = ("CODE", "PERSON", "DATETIME", "LOC")
"""Names, places, dates and numbers: what the Safe Harbor rule of HIPAA, 45 CFR 164.514(b)(2)(i), removes by kind."""

PUBLIC = ("country", "official_country", "date-law", "year-law", "reference-law", "reference-cited")
"""The findings that are not about one person: countries, and dates and numbers of laws and published cases."""


@dataclass(frozen=True)
class Categories(Spelled):
    """Certain risk for every visible entity of the given labels, none for any other.

    `spare` names kinds of findings of rules and lists that are no risk; an entity is spared if all its mentions are of
    such a kind. The defaults follow the Safe Harbor rule, which removes
    places smaller than a state and dates that are directly related to an individual. With all labels this is "mask all"
    of `risk2022`; with CODE, PERSON, DATETIME, LOC and QUANTITY it is "mask most specific". A generalization of an
    entity is of its category still, and so as risky.
    """

    labels: tuple[str, ...] = SAFE_HARBOR
    spare: tuple[str, ...] = PUBLIC

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        """The risk of each view: 1 if anything of the categories is visible, else 0."""
        if unknown := sorted(set(self.labels) - set(LABELS)):
            raise ConfigError(f"categories: unknown labels {', '.join(unknown)}; known are {', '.join(LABELS)}")
        risky = {entity.id for entity in document.entities if entity.label in self.labels and not self._spares(entity)}
        return judge_alone(document, views, lambda id, _: float(id in risky))

    def _spares(self, entity: Entity) -> bool:
        return not any(mention.kinds.isdisjoint(self.spare) for mention in entity.mentions)
