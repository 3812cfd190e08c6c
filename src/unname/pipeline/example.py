"""What a policy does to a short invented example that holds something of every kind."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from unname.core.document import Document, Mention, Role, Span
from unname.core.policy import SHIPPED, Policy
from unname.core.redaction import Edit, Redaction
from unname.corpora import read
from unname.pipeline.document import Pipeline

EXAMPLE = SHIPPED / "example.marked"
"""The example, with marks of what a policy may do something about."""

KEPT, CHANGED, HIDDEN = "kept", "changed", "hidden"


@dataclass(frozen=True)
class Shown:
    """One marked string of the example, what a reader sees in its place, and in one word what became of it."""

    label: str
    role: Role
    text: str
    becomes: str
    outcome: str


def read_example() -> Document:
    """The example without its marks, and with the mentions that are marked."""
    return next(iter(read(EXAMPLE)))


def try_policy(policy: Policy, **settings: object) -> tuple[Redaction, list[Shown]]:
    """The example as the policy releases it, and what became of each of its strings, in order.

    Nobody is hidden among others or looked for in it, since an example has no population. The other settings are those
    of `Pipeline`.
    """
    example = read_example()
    alone = replace(policy, k=None, attacks=(), jury=())
    redaction = Pipeline(policy=alone, **settings).release(replace(example, mentions=()))  # type: ignore[arg-type]
    return redaction, [_show(mention, example, redaction) for mention in example.mentions]


def _show(mention: Mention, example: Document, redaction: Redaction) -> Shown:
    text = example.text[mention.span.start : mention.span.end]
    touched = [edit for edit in redaction.edits if edit.old.overlaps(mention.span)]
    if not touched:
        return Shown(mention.label, mention.role, text, text, KEPT)
    start, end = _map(mention.span, redaction.edits)
    becomes = redaction.text[start:end]
    left = sum(1 for sign in becomes if sign.isalnum())
    return Shown(mention.label, mention.role, text, becomes, CHANGED if left else HIDDEN)


def _map(span: Span, edits: Sequence[Edit]) -> Span:
    """Where a range of the original stands in the release, with all of the edits that it begins or ends in."""
    return Span(_place(span.start, edits, first=True), _place(span.end, edits, first=False))


def _place(position: int, edits: Sequence[Edit], first: bool) -> int:
    before = bisect_right(edits, position - (not first), key=lambda edit: edit.old.start) - 1
    if before < 0:
        return position
    edit = edits[before]
    if position < edit.old.end or (position == edit.old.end and not first):
        return edit.new.start if first else edit.new.end
    return position - edit.old.end + edit.new.end
