"""What an attack gave away: entities that led to the person, and so must not be seen together again."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain

from unname.core.document import Document
from unname.core.registry import Spelled
from unname.core.results import Combination, Risk
from unname.core.roles import View
from unname.risk.views import drop_redundant, find_visible


@dataclass(frozen=True)
class Exposed(Spelled):
    """The risk of the combinations that are known by document id, as long as all of their entities are visible.

    A generalization of an entity is as visible as the entity: what attacks made of the words was not asked again. An
    entity that a document does not have, as one that the policy allows, cannot be hidden, so the others have to be.
    """

    combinations: Mapping[str, Sequence[Combination]] = field(default_factory=dict, repr=False)

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        """The risk of each view: that of the riskiest combination still visible as a whole."""
        entities = {entity.id for entity in document.entities}
        exposed = [
            Combination(each.entities & entities, each.reason, each.risk)
            for each in self.combinations.get(document.id, ())
        ]
        return [_judge(exposed, find_visible(document, view).keys()) for view in views]


def _judge(exposed: Sequence[Combination], visible: Set[str]) -> Risk:
    left = [each for each in exposed if each.entities <= visible]
    by_entity: dict[str, float] = {}
    for each in left:
        if len(each.entities) == 1:
            (id,) = each.entities
            by_entity[id] = max(each.risk, by_entity.get(id, 0.0))
    together = drop_redundant(by_entity, (each for each in left if len(each.entities) > 1))
    whole = max((each.risk for each in left if not each.entities), default=0.0)
    total = max(chain(by_entity.values(), (each.risk for each in together), [whole]))
    return Risk(total, by_entity=by_entity, combinations=together, whole=whole)
