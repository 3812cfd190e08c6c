"""What the search for masks costs: ours against Algorithm 1 of `morris2022` as it is written, and against the best."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean
from typing import Any

from unname.core.document import Document, Profile
from unname.core.errors import InfeasiblePlan, MissingModel
from unname.core.redaction import Plan, Redaction
from unname.core.registry import create
from unname.core.roles import RiskModel
from unname.models.linkage import BiEncoder
from unname_research.bench.kanon_judges import Remembered, Whole
from unname_research.bench.parallel import each
from unname_research.bench.redactions import Biography
from unname_research.papers.morris2022 import ALGORITHM_1, morris2022

K = 10

SECONDS = 60.0
"""How long plain searches may take with one model; then no further document is tried."""

SHORTEST = 10
"""How many documents a transformer searches, the shortest."""

_SAME = 1e-6


@dataclass(frozen=True)
class Cost:
    """The words that one search masked, its seconds, and the texts that the model read for it."""

    loss: float
    seconds: float
    calls: int
    is_proven: bool = False


def hide(
    risk: RiskModel, k: int, biographies: Sequence[Biography], processes: int = 1, **settings: Any
) -> list[Redaction]:
    """The documents, each hidden among k others as far as that can be done, in the order of the documents."""
    for biography in biographies[:1]:
        # What the risk model knows of the population is made here, so that copies of this process share it.
        risk.assess(biography.document, [{}])
    pipeline = morris2022(None, k, risk=risk, **settings)
    return each(partial(_hidden, pipeline), biographies, processes)


def _hidden(pipeline: Any, biography: Biography) -> Redaction:
    detected = pipeline.detect(biography.document)
    redaction: Redaction = pipeline.apply(detected, _planned(pipeline, detected))
    return redaction


def _planned(pipeline: Any, detected: Document) -> Plan:
    try:
        plan: Plan = pipeline.plan(detected)
    except InfeasiblePlan as error:
        if error.best is None:
            raise
        plan = error.best
    return plan


def seconds_to_release(
    defenders: Mapping[str, RiskModel], biographies: Sequence[Biography], processes: int, n: int = 1000
) -> dict[str, Any] | None:
    """The seconds from text to release of 1,000 documents, to K = 10 against the bag.

    The population is read before. Of fewer documents, the seconds are scaled up.
    """
    if "ours_bag" not in defenders:
        return None
    chosen = biographies[:n]
    risk = defenders["ours_bag"]
    risk.assess(chosen[0].document, [{}])
    began = time.perf_counter()
    hide(risk, K, chosen, processes)
    seconds = time.perf_counter() - began
    words = fmean(len(biography.words) for biography in chosen)
    scaled = seconds * n / len(chosen)
    return {"seconds": scaled, "documents": len(chosen), "mean_words": words, "k": K, "processes": processes}


def search_costs(
    population: Sequence[Profile],
    encoders: Mapping[str, Remembered],
    biographies: Sequence[Biography],
    budget: float = SECONDS,
) -> dict[str, Any]:
    """For the bag and the transformer, what plain searches and ours cost; for the bag, also what the optimum saves."""
    costs: dict[str, Any] = {}
    by_length = sorted(biographies, key=lambda biography: len(biography.words))[:SHORTEST]
    for name, chosen in (("bag", biographies), ("transformer", by_length)):
        if name in encoders:
            encoder = encoders[name]
            plain, ours = (_linked(population, model) for model in (Whole(encoder), encoder))
            costs[name] = _compared(plain, ours, encoder, chosen, budget)
            if name == "bag":
                costs["optimal"] = _against_optimum(plain, ours, encoder, chosen, budget)
    return costs


def _linked(population: Sequence[Profile], model: BiEncoder) -> RiskModel:
    risk: RiskModel = create("risk", "linkage", population=population, model=model, threads=1)
    # Nobody pays for reading the population, which is done with the first question.
    risk.assess(Document("", "", person=population[0].id), [{}])
    return risk


def _compared(
    plain_risk: RiskModel, risk: RiskModel, encoder: Remembered, biographies: Sequence[Biography], budget: float
) -> dict[str, Any]:
    plain: list[Cost] = []
    began = time.perf_counter()
    for biography in biographies:
        plain.append(_cost(ALGORITHM_1, biography, plain_risk, encoder))
        if time.perf_counter() - began > budget:
            break
    # One after the other: in turns, each would find the processor's memory full of the other's numbers.
    ours = [_cost("greedy", biography, risk, encoder) for biography in biographies[: len(plain)]]
    totals = {
        "seconds_plain": sum(cost.seconds for cost in plain),
        "seconds_ours": sum(cost.seconds for cost in ours),
        "calls_plain": sum(cost.calls for cost in plain),
        "calls_ours": sum(cost.calls for cost in ours),
    }
    masked = sum(cost.loss for cost in plain), sum(cost.loss for cost in ours)
    return {
        "documents": len(plain),
        "k": K,
        "speedup": totals["seconds_plain"] / max(totals["seconds_ours"], 1e-9),
        "fewer_calls": totals["calls_plain"] / max(totals["calls_ours"], 1),
        "longer_masks": masked[1] / masked[0] - 1.0 if masked[0] else 0.0,
        **totals,
    }


def _against_optimum(
    plain_risk: RiskModel, risk: RiskModel, encoder: Remembered, biographies: Sequence[Biography], budget: float
) -> dict[str, Any] | None:
    """The optimizer that proves its plans, against our search and against Algorithm 1 as written."""
    triples = []
    began = time.perf_counter()
    for biography in biographies:
        try:
            proven = _cost("linear", biography, risk, encoder)
        except MissingModel:
            return None
        searches = (("greedy", risk), (ALGORITHM_1, plain_risk))
        triples.append([proven, *(_cost(spec, biography, model, encoder) for spec, model in searches)])
        if time.perf_counter() - began > budget:
            break
    best, greedy, plain = ([triple[side] for triple in triples] for side in (0, 1, 2))
    return {
        "documents": len(triples),
        "k": K,
        **_saved(best, greedy),
        "against_plain": _saved(best, plain),
        "proven": fmean(cost.is_proven for cost in best),
        "seconds": fmean(cost.seconds for cost in best),
    }


def _saved(best: Sequence[Cost], others: Sequence[Cost]) -> dict[str, float]:
    """On which share of documents fewer and more words are masked, and how many fewer in all."""
    shares = [1.0 - one.loss / other.loss if other.loss else 0.0 for one, other in zip(best, others, strict=True)]
    return {
        "strictly_better": fmean(share > _SAME for share in shares),
        "worse": fmean(share < -_SAME for share in shares),
        "saved": 1.0 - sum(cost.loss for cost in best) / max(sum(cost.loss for cost in others), _SAME),
    }


def _cost(optimizer: str, biography: Biography, risk: RiskModel, encoder: Remembered) -> Cost:
    """What one search masks and costs; the words are found before the clock starts."""
    pipeline = morris2022(None, K, risk=risk, optimizer=optimizer)
    detected = pipeline.detect(biography.document)
    read, began = encoder.n_read + encoder.n_parted, time.perf_counter()
    plan = _planned(pipeline, detected)
    seconds = time.perf_counter() - began
    is_proven = plan.lower_bound is not None and plan.loss <= plan.lower_bound + _SAME
    return Cost(plan.loss, seconds, encoder.n_read + encoder.n_parted - read, is_proven)
