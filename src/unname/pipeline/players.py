"""Which model plays which part in a release: one that hides people must not pass for one that looks for them."""

from collections.abc import Iterator

from unname.attack import linkage
from unname.core.registry import create
from unname.core.roles import Attack, HasMembers, Wraps
from unname.pipeline.rounds import Rounds
from unname.risk.combined import Combined
from unname.risk.linkage import SPARSE, Linkage

DEFENDER, ATTACK, JURY = "defender", "attack", "jury"


def same_models(rounds: Rounds) -> dict[str, list[tuple[str, str]]]:
    """Models that play more than one part with the same settings, and what they are: (part, name of the component).

    What such an attack or juror does not find was hidden from itself.
    """
    played: dict[str, list[tuple[str, str]]] = {}
    for model in _defenders(rounds):
        played.setdefault(model, []).append((DEFENDER, "linkage"))
    for part, panel in ((ATTACK, rounds.panel), (JURY, rounds.jurors)):
        for attack in panel.attacks:
            for model in _models(attack):
                played.setdefault(model, []).append((part, attack.name))
    return {model: parts for model, parts in played.items() if len(parts) > 1}


def _defenders(rounds: Rounds) -> Iterator[str]:
    """The models that documents are hidden from, by the names of the attacks that they equal.

    The model that linkage calls `sparse`, without settings, is none of them.
    """
    risk = rounds.pipeline.risk_
    measures = risk.models_ if isinstance(risk, Combined) else [risk]
    for measure in measures:
        if isinstance(measure, Linkage):
            for model in measure.models:
                yield create("attack", model).name if model.startswith(f"{SPARSE}(") else f"linkage {model}"


def _models(attack: Attack) -> list[str]:
    """The models that an attack goes by: itself, or those that it combines."""
    if isinstance(attack, HasMembers):
        return [model for member in attack.members_ for model in _models(member)]
    if isinstance(attack, linkage.Linkage):
        return [f"linkage {model}" for model in dict.fromkeys((str(attack.model), *str(attack.model).split("+")))]
    return _models(attack.inner) if isinstance(attack, Wraps) else [attack.name]
