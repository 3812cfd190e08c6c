"""What a plan has to meet beyond its risk model and policy as they are given."""

from collections.abc import Sequence
from dataclasses import replace

from unname.core.document import Document
from unname.core.policy import Policy
from unname.core.results import Combination
from unname.core.roles import RiskModel


def with_exposed(risk: RiskModel, document: Document, exposed: Sequence[Combination]) -> RiskModel:
    """The risk model, to which what gave the person away is risky, too."""
    if not exposed:
        return risk
    from unname.risk.combined import combine
    from unname.risk.exposed import Exposed

    return combine((risk, Exposed({document.id: tuple(exposed)})))


def below_certainty(policy: Policy) -> Policy:
    """The policy with limits below 1, so that what is certain to identify is never within them."""
    most = 1.0 - 1e-6
    limits = {label: min(limit, most) for label, limit in policy.limits.items()}
    return replace(policy, limits=limits, max_risk=None if policy.max_risk is None else min(policy.max_risk, most))
