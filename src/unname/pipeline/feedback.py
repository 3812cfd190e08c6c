"""What an attack's explanation means for the next decision: the entities that gave a person away."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from unname.attack.contributions import spread_over_words
from unname.core.document import Document, Entity, Mention, Role
from unname.core.fold import fold
from unname.core.redaction import Redaction
from unname.measure.leaks.repair import SOURCE
from unname.pipeline.document import n_words
from unname.text.spans import Spans
from unname.text.words import words


class Clue(NamedTuple):
    """A word of a released text, folded, and how much it counted for the true person."""

    word: str
    weight: float


def clues(explained: Mapping[str, float], text: str) -> list[Clue]:
    """The words of a released text that spoke for the person, the strongest first, as shares of the whole."""
    weights: dict[str, float] = {}
    for word, weight in spread_over_words(explained, text).items():
        if weight > 0:
            weights[fold(word)] = weights.get(fold(word), 0.0) + weight
    total = sum(weights.values())
    found = [Clue(word, weight / total) for word, weight in weights.items()]
    return sorted(found, key=lambda clue: (-clue.weight, clue.word))


def with_clues(document: Document, told: Iterable[Clue]) -> Document:
    """The document in which every place of a word that counted is a mention, whether a detector found it or not."""
    wanted = {clue.word for clue in told}
    taken = Spans(mention.span for mention in document.mentions)
    numbers: dict[str, int] = {}
    added = []
    for span in words(document.text):
        said = fold(document.text[slice(*span)])
        if said in wanted and not taken.overlaps(span):
            number = numbers.setdefault(said, span.start)
            added.append(Mention(span, "MISC", f"{SOURCE}{number}", Role.NONE, source=SOURCE))
    return document.with_mentions([*document.mentions, *added]) if added else document


def strongest(
    document: Document, redaction: Redaction, told: Iterable[Clue], prices: Mapping[str, float], share: float
) -> list[str]:
    """The entities still visible that carry this share of what counted, the most for their price first."""
    weights = {clue.word: clue.weight for clue in told}
    carried: dict[str, float] = {}
    for entity in visible(document, redaction):
        if weight := sum(weights.get(word, 0.0) for word in _said(document, entity)):
            carried[entity.id] = weight
    missing, chosen = share * sum(carried.values()), list[str]()
    for id in sorted(carried, key=lambda id: (-carried[id] / max(prices.get(id, 1.0), 1e-9), id)):
        if missing <= 0:
            break
        chosen.append(id)
        missing -= carried[id]
    return chosen


def visible(document: Document, redaction: Redaction) -> list[Entity]:
    """The entities of which at least one mention stands in the released text as it was."""
    taken = Spans(edit.old for edit in redaction.edits)
    return [entity for entity in document.entities if not all(taken.overlaps(each.span) for each in entity.mentions)]


def n_hidden(document: Document, redaction: Redaction) -> int:
    """How many words of the original are not in the release as they were."""
    taken = Spans(edit.old for edit in redaction.edits)
    return sum(map(taken.overlaps, words(document.text)))


def _said(document: Document, entity: Entity) -> set[str]:
    """The words of all mentions of an entity, folded."""
    texts = (document.text[slice(*mention.span)] for mention in entity.mentions)
    return {fold(text[slice(*span)]) for text in texts for span in words(text)}


def prices_of(document: Document) -> dict[str, float]:
    """The number of words that hiding each entity takes."""
    return {entity.id: float(n_words(document, entity)) for entity in document.entities}


def joined(texts: Sequence[str]) -> str:
    """Several released texts about one person as an attacker would lay them side by side."""
    return "\n\n".join(texts)
