"""What policies demand by kind: what stays whatever else is said of the same words, and kinds that are seen by form."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from unname.core.document import Document, Mention, Origin, Role
from unname.detect.weigh import SURE
from unname.text.spans import Spans, join_spans

SURELY = frozenset({"PERSON", "CODE"})
"""Labels of which a sure mention is hidden all the same: somebody may be called like a drug."""


SOFT = frozenset({"DEM", "MISC", "QUANTITY"})
"""Labels of what is said of somebody: around a disease or a drug, such a mention is about that ("type 2 diabetes")."""

_FORMS = {
    ("LOC", "address"): re.compile(r"(?=.{0,200}\d)(?=.{0,200}[^\W\d_]{3})", re.DOTALL),
    ("DEM", "age"): re.compile(r"(?:aged?\W{1,2})?\d{1,3}(?!\w?[\d.,/%])", re.IGNORECASE),
}
"""How kinds look that a tagger, which gives labels alone, finds too: a place with a number is that of a house."""


def with_kinds(document: Document, mentions: Iterable[Mention]) -> list[Mention]:
    """The mentions, of which those without a kind have the one that their form tells.

    >>> from unname.core.document import Span
    >>> home = Document("d", "6 Bohuntin Road", mentions=(Mention(Span(0, 15), "LOC"),))
    >>> [set(mention.kinds) for mention in with_kinds(home, home.mentions)]
    [{'address'}]
    """
    return [mention if mention.kinds else _with_kind(document, mention) for mention in mentions]


def _with_kind(document: Document, mention: Mention) -> Mention:
    for (label, kind), form in _FORMS.items():
        if mention.label == label and form.match(document.text, *mention.span):
            return replace(mention, kinds=frozenset({kind}))
    return mention


def without_kept(mentions: Sequence[Mention], keep: Collection[str]) -> list[Mention]:
    """The mentions, of which those inside a finding of a kind that is kept have the role `none`.

    So have soft ones that only share words with it, if it is such a word itself, as a disease is and a time is not.

    >>> from unname.core.document import Span
    >>> drug = Mention(Span(0, 9), "MISC", kinds=frozenset({"substance"}))
    >>> [each.role.value for each in without_kept([drug, Mention(Span(0, 9), "ORG", confidence=0.5)], {"substance"})]
    ['none', 'none']
    """
    kept = [mention for mention in mentions if not mention.kinds.isdisjoint(keep)]
    if not kept:
        return list(mentions)
    spans = Spans(join_spans(mention.span for mention in kept))
    words = Spans(mention.span for mention in kept if mention.label in SOFT - {"QUANTITY"})
    return [replace(m, role=Role.NONE) if _stays(m, spans, words) else m for m in mentions]


def _stays(mention: Mention, spans: Spans, words: Spans) -> bool:
    if Origin.GIVEN in mention.origin or (mention.label in SURELY and mention.confidence >= SURE):
        return False
    return spans.covers(mention.span) or (mention.label in SOFT and words.overlaps(mention.span))
