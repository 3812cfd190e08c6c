"""How much each entity of a document tells, how risky it is by each measure, and why."""

from collections.abc import Mapping
from dataclasses import dataclass

from unname.core.document import Document, Entity, Role
from unname.core.results import Risk
from unname.models.information import entity_information

MEASURES = ("classifier", "surprisal")
"""What estimates the risk of entities where nothing else is named."""


@dataclass(frozen=True)
class EntityRisk:
    """One entity: what the text loses if it is hidden (`nats`), its risk by each measure, and why it is one or not."""

    entity: Entity
    nats: float
    risks: Mapping[str, float]
    why: str


def entity_risks(document: Document, risks: Mapping[str, Risk], max_risk: float = 0.5) -> list[EntityRisk]:
    """Every entity of a document that measures (by name) have assessed; above `max_risk` it counts as risky."""
    nats = entity_information(document)
    return [
        EntityRisk(
            entity,
            nats[entity.id],
            {measure: risk.by_entity.get(entity.id, 0.0) for measure, risk in risks.items()},
            _why(entity, risks, max_risk),
        )
        for entity in document.entities
    ]


def _why(entity: Entity, risks: Mapping[str, Risk], max_risk: float) -> str:
    reasons = ["identifies alone"] if entity.role is Role.DIRECT else []
    above = [measure for measure, risk in risks.items() if risk.by_entity.get(entity.id, 0.0) > max_risk]
    if above:
        reasons.append(f"above {max_risk:g} by {' and '.join(above)}")
    together = sum(entity.id in each.entities for risk in risks.values() for each in risk.combinations)
    if together:
        reasons.append(f"part of {together} risky combination{'s' * (together > 1)}")
    return ", ".join(reasons) or f"not above {max_risk:g} by any measure"
