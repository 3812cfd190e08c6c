"""Where a policy demands a crowd: what may be hidden then, what is certain, and how large the crowd came out."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from unname.core.document import Document, Origin, Role
from unname.core.errors import ConfigError, InfeasiblePlan, Withheld
from unname.core.fold import fold
from unname.core.policy import Policy
from unname.core.redaction import Plan, Redaction
from unname.core.results import CrowdSize
from unname.core.roles import RiskModel
from unname.pipeline import recipe
from unname.text.spans import Spans
from unname.text.vocabulary import FUNCTION_WORDS
from unname.text.words import words

_TIGHT = 1e-6


def add_phrases(document: Document, policy: Policy) -> Document:
    """The document in which any phrase may be hidden, where a crowd is demanded and nobody found all words already.

    The same words in another place are the same entity.
    """
    if policy.min_crowd is None or any(mention.origin is Origin.WORD for mention in document.mentions):
        return document
    from unname.detect.phrases import Phrases  # here, as below: most policies demand no crowd

    numbers: dict[str, int] = {}
    found = []
    for mention in Phrases().detect(document):
        form = " ".join(fold(document.text[slice(*mention.span)]).split())
        found.append(replace(mention, entity=f"phrase{numbers.setdefault(form, len(numbers) + 1)}"))
    return document.with_mentions([*document.mentions, *found])


def check_group(policy: Policy) -> None:
    """Refuse a group that nobody knows, or that is smaller than the crowd demanded of it."""
    if policy.min_crowd is None and policy.group == "world":
        return
    from unname.risk.shares import group_size

    size = group_size(policy.group)
    if policy.min_crowd is not None and size < policy.min_crowd:
        named = f"{policy.group}, " if isinstance(policy.group, str) else ""
        raise ConfigError(
            f"policy: {named}a group of {size:.0f} people cannot hide anybody among min_crowd = {policy.min_crowd}"
        )


def crowd_measures(policy: Policy) -> list[RiskModel]:
    """What counts the crowd that a policy demands, if it does; names and codes go, however many share them."""
    if policy.min_crowd is None:
        return []
    check_group(policy)
    from unname.risk.crowd import Crowd
    from unname.risk.named import Named

    return [Named(sure=0.0, labels=recipe.NEVER_SHOWN), Crowd(policy.group)]


def check_readable(document: Document, redaction: Redaction, policy: Policy) -> None:
    """Withhold a document of which nothing is left to read, where a crowd is demanded."""
    if policy.min_crowd is None:
        return
    gone = Spans(edit.old for edit in redaction.edits)
    told = [span for span in words(document.text) if fold(document.text[slice(*span)]) not in FUNCTION_WORDS]
    n_hidden = sum(next(gone.numbers(span), None) is not None for span in told)
    if told and n_hidden > recipe.MOST_HIDDEN * len(told):
        share = f"{n_hidden / len(told):.0%} of its meaningful words"
        raise Withheld(f"document {document.id!r}: nothing readable is left: {share} would have to go for the crowd")


Written = tuple[Document, Plan, Redaction]


def hold_crowd(
    document: Document, policy: Policy, write: Callable[[Policy], Written], detect: Callable[[Document], Document]
) -> Written:
    """What is written for a policy, or for one that demands more, if otherwise fewer people fit the release.

    It is read anew, as whoever gets it would: other things may be found in it than in the original, once what stood
    around them is hidden.
    """
    from unname.risk.shares import group_size

    tried = policy
    for _ in range(recipe.MAX_REPAIRS):
        try:
            written = write(tried)
        except InfeasiblePlan:
            if tried is policy:
                raise
            break
        missing = missing_bits(document, written[-1], policy, detect)
        if not missing or tried.min_crowd is None:
            return written
        wanted = math.ceil(tried.min_crowd * 2 ** min(missing, 64.0))
        if wanted > group_size(policy.group):
            break
        tried = replace(tried, min_crowd=wanted)
    least = f"{policy.min_crowd:,}"
    raise Withheld(f"document {document.id!r}: read anew, its release leaves a crowd smaller than {least}")


def missing_bits(
    document: Document, redaction: Redaction, policy: Policy, detect: Callable[[Document], Document]
) -> float:
    """By how many bits a release falls short of the crowd that is demanded when it is read anew; 0 if it does not."""
    if policy.min_crowd is None:
        return 0.0
    from unname.risk.crowd import Crowd

    anew = detect(Document(document.id, redaction.text, language=document.language))
    missing = math.log2(policy.min_crowd) - Crowd(policy.group).estimate(anew).log10 / math.log10(2)
    return missing if missing > _TIGHT else 0.0


class CrowdEvidence(NamedTuple):
    """How many people fit a document and its release, which words cost how many bits there, and what is shown again."""

    before: CrowdSize
    after: CrowdSize
    costs: Sequence[tuple[str, float]]
    shown: Mapping[str, int]


def measure_crowd(document: Document, plan: Plan, policy: Policy) -> CrowdEvidence | None:
    """The crowd that a detected document leaves, as it is and as the plan shows it; None without tables for it.

    What is shown again is what a plain release would have hidden, counted by label.
    """
    from unname.risk.crowd import Crowd, has_tables

    if not has_tables(document):
        return None
    crowd = Crowd(policy.group)
    view = {decision.option.entity: decision.option.seen for decision in plan.decisions}
    shown: dict[str, int] = {}
    for entity in document.entities if policy.min_crowd is not None else ():
        if entity.role is not Role.NONE and entity.id not in view:
            shown[entity.label] = shown.get(entity.label, 0) + 1
    costs = crowd.explain(document, view)[: recipe.N_CLUES]
    return CrowdEvidence(crowd.estimate(document), crowd.estimate(document, view), costs, shown)
