"""What a policy keeps by its kind, whatever else is said of the same words: a drug, a duration, a time of day."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from unname.core.document import Mention, Origin, Role
from unname.detect.weigh import SURE
from unname.text.spans import Spans, join_spans

SURELY = frozenset({"PERSON", "CODE"})
"""Labels of which a sure mention is hidden all the same: somebody may be called like a drug."""


def without_kept(mentions: Sequence[Mention], keep: Collection[str]) -> list[Mention]:
    """The mentions, of which those inside a finding of a kind that is kept have the role `none`.

    >>> from unname.core.document import Span
    >>> dose = Mention(Span(0, 9), "MISC", kinds=frozenset({"substance"}))
    >>> [each.role.value for each in without_kept([dose, Mention(Span(0, 9), "ORG", confidence=0.5)], {"substance"})]
    ['none', 'none']
    """
    kept = Spans(join_spans([mention.span for mention in mentions if not mention.kinds.isdisjoint(keep)]))
    if not kept.spans:
        return list(mentions)
    return [replace(m, role=Role.NONE) if _stays(m, kept) else m for m in mentions]


def _stays(mention: Mention, kept: Spans) -> bool:
    if Origin.GIVEN in mention.origin or (mention.label in SURELY and mention.confidence >= SURE):
        return False
    return kept.covers(mention.span)
