"""The one way to ask a risk model: what is missing or not a number in its answer is an error, never a low risk."""

import math
from collections.abc import Sequence

from unname.core.document import Document
from unname.core.errors import InternalError
from unname.core.results import Risk
from unname.core.roles import MayRise, RiskModel, View


def may_rise(model: RiskModel) -> bool:
    """Whether hiding more may raise the total that a risk model gives."""
    return isinstance(model, MayRise) and model.may_rise


def judge(model: RiskModel, document: Document, views: Sequence[View]) -> Sequence[Risk]:
    """What a risk model says of each view, in order."""
    answers = model.assess(document, views)
    if len(answers) != len(views):
        raise InternalError(
            f"document {document.id!r}: risk model {model.name} gave {len(answers)} answers to {len(views)} views"
        )
    if any(map(_is_unknown, answers)):
        # Nothing is above a limit, nor below one, that is not a number.
        raise InternalError(f"document {document.id!r}: risk model {model.name} gave a risk of NaN")
    return answers


def _is_unknown(risk: Risk) -> bool:
    numbers = (risk.total, risk.whole, *risk.by_entity.values(), *(each.risk for each in risk.combinations))
    return any(map(math.isnan, numbers)) or (risk.probability is not None and math.isnan(risk.probability))
