"""Where a replacer knows how much may be told ("the year"): what is spared, and what needs no risk model."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from unname.core.document import LABELS, Document, Entity, Mention, Origin, Role
from unname.core.redaction import Option
from unname.core.roles import Replacer, Settles


def spare(document: Document, replacer_of: Callable[[str], Replacer]) -> Document:
    """The document, in which what tells no more than its replacer would write is not to be hidden."""
    settled = {label: replacer for label in LABELS if isinstance(replacer := replacer_of(label), Settles)}
    spared = {e.id for e in document.entities if e.label in settled and _is_spared(e, settled[e.label], document)}
    if not spared:
        return document
    return document.with_mentions([replace(m, role=Role.NONE) if m.entity in spared else m for m in document.mentions])


def settle(replacer: Replacer, entity: Entity, options: Sequence[Option], document: Document) -> Option | None:
    """The option that is enough for an entity, by the user's own word or as is usual; None if nobody knows.

    Words that the user asked for to be hidden are hidden.
    """
    if not isinstance(replacer, Settles) or any(map(_is_demanded, entity.mentions)):
        return None
    return replacer.settle(entity, options, document)


def _is_spared(entity: Entity, replacer: Settles, document: Document) -> bool:
    if entity.role is Role.NONE:
        return False
    return all(not _is_demanded(mention) and replacer.spares(mention, document) for mention in entity.mentions)


def _is_demanded(mention: Mention) -> bool:
    return bool(mention.origin & Origin.DEMANDED)
