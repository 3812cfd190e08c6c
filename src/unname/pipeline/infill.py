"""Released texts whose masks an attacker fills in, and what truly stands behind them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from unname.core.document import Document, Role, Span
from unname.core.errors import InputError
from unname.core.progress import Listener
from unname.core.redaction import Edit, Redaction, Replacement, rewrite
from unname.core.results import Fill
from unname.core.roles import Filler
from unname.measure.alignment import find_edits
from unname.measure.recovery import Recovery
from unname.measure.utility import find_changes
from unname.pipeline.knowledge import Knowledge, knowledge
from unname.text.masks import find_masks, mask_label
from unname.text.spans import join_spans
from unname.text.words import TOKEN

BATCH = 8
"""How many texts are filled between two reports."""

_STRENGTH = {Role.DIRECT: 2, Role.QUASI: 1, Role.NONE: 0}


@dataclass(frozen=True, slots=True)
class Hidden:
    """What stands behind one mask of a released text: `mask` is its range there, `text` the words of the original.

    The role and the label are those of the mentions that it hides, where the original has any; else the label is what
    the mask shows.
    """

    mask: Span
    text: str = field(repr=False)
    role: Role | None = None
    label: str | None = None


@dataclass(frozen=True, slots=True)
class HiddenParts:
    """All that is hidden in one document (by id).

    `n_other` counts changes that leave no mask (generalizations, pseudonyms, what was left out), and `n_unclear` masks
    of which nobody can say what they hide: those of the original itself, or several in a row for words in a row.
    """

    document: str
    parts: tuple[Hidden, ...]
    n_other: int = 0
    n_unclear: int = 0


@dataclass(frozen=True)
class Infilled:
    """What an attacker of one level put back: the fills of each text, and, beside what is hidden, the recoveries."""

    known: Knowledge
    hidden: Sequence[HiddenParts] = field(repr=False)
    fills: Sequence[Sequence[Fill]] = field(repr=False)

    @property
    def recoveries(self) -> list[Recovery]:
        """One for every mask of which is known what it hides."""
        return recover(self.hidden, self.fills)


def infill(
    level: str,
    originals: Sequence[Document],
    redactions: Sequence[Redaction],
    general: Sequence[Document],
    filler: Filler,
    report: Listener | None = None,
) -> Infilled:
    """Attack released texts with what an attacker of this level knows; each redaction names its original by id."""
    by_id = {original.id: original for original in originals}
    known = knowledge(level, general, originals, [redaction.document for redaction in redactions])
    hidden = [hidden_parts(by_id[redaction.document], redaction) for redaction in redactions]
    return Infilled(known, hidden, fill_all([redaction.text for redaction in redactions], known, filler, report))


def fill_all(
    texts: Sequence[str], known: Knowledge, filler: Filler, report: Listener | None = None, batch: int = BATCH
) -> list[list[Fill]]:
    """The fills of each text, in order, few texts at a time; their documents are the numbers of all texts."""
    if len(known.without) != len(texts):
        raise InputError(f"there are {len(texts)} texts, and knowledge for {len(known.without)}")
    filled: list[list[Fill]] = [[] for _ in texts]
    for first in range(0, len(texts), batch):
        some = texts[first : first + batch]
        for fill in filler.fill(some, known.background, known.without[first : first + batch]):
            number = first + int(fill.document)
            filled[number].append(Fill(str(number), fill.mask, fill.candidates))
        if report is not None:
            report(f"infill {known.level}", first + len(some), len(texts), 0.0)
    return filled


def recover(hidden: Sequence[HiddenParts], fills: Sequence[Sequence[Fill]]) -> list[Recovery]:
    """What is hidden in each document beside the fills of its text; masks that hide something unknown are left out."""
    recoveries = []
    for number, (document, filled) in enumerate(zip(hidden, fills, strict=True)):
        by_mask = {fill.mask: fill for fill in filled}
        for part in document.parts:
            fill = by_mask.get(part.mask, Fill(str(number), part.mask))
            recoveries.append(Recovery(document.document, part.text, fill, part.role, part.label))
    return recoveries


def write_fills(text: str, fills: Sequence[Fill]) -> str:
    """The text with the first candidate in place of each mask that has one.

    >>> from unname.core.results import Filling
    >>> write_fills("*** sings.", [Fill("0", Span(0, 3), (Filling("Ada", 0.9),))])
    'Ada sings.'
    """
    told = [Replacement(fill.mask, fill.candidates[0].text) for fill in fills if fill.candidates]
    return rewrite(Document("text", text), told).text


def hidden_parts(original: Document, released: Redaction | str) -> HiddenParts:
    """What stands behind each mask of a released text: by its edits where they are known, else by alignment.

    Masks are what `find_masks` finds in the released text, and of each it says what the original has in that place.

    >>> told = hidden_parts(Document("a", "Ada Grey, a judge of Zenda"), "[NAME], a judge of [LOC]")
    >>> [(part.text, part.label) for part in told.parts]
    [('Ada Grey', 'PERSON'), ('Zenda', 'LOC')]
    """
    redaction = Redaction(original.id, released) if isinstance(released, str) else released
    masks = find_masks(redaction.text)
    changes = find_changes(original, redaction, sorted({redaction.text[slice(*mask)] for mask in masks}))
    parts: list[Hidden] = []
    n_other = n_unclear = 0
    for edits, within in _groups(changes, masks):
        if not within:
            n_other += len(edits)
            continue
        found = [] if not edits else list(_behind(original, redaction.text, edits, within))
        parts += [_hidden(original, redaction.text, mask, old) for mask, old in found]
        n_unclear += len(within) - len(found)
    return HiddenParts(original.id, tuple(parts), n_other, n_unclear)


def _groups(edits: Sequence[Edit], masks: Sequence[Span]) -> Iterator[tuple[list[Edit], list[Span]]]:
    """Edits and masks that overlap in the released text, together; those that only touch stay apart."""
    marks = sorted([*((edit.new, 0, edit) for edit in edits), *((mask, 1, None) for mask in masks)], key=_place)
    own: list[Edit] = []
    within: list[Span] = []
    end = -1
    for span, _, edit in marks:
        if span.start >= end and (own or within):
            yield own, within
            own, within = [], []
        end = max(end, span.end)
        if edit is None:
            within.append(span)
        else:
            own.append(edit)
    if own or within:
        yield own, within


def _place(mark: tuple[Span, int, Edit | None]) -> tuple[Span, int]:
    return mark[0], mark[1]


def _behind(
    original: Document, released: str, edits: Sequence[Edit], masks: Sequence[Span], whole: bool = True
) -> Iterator[tuple[Span, Span]]:
    """Each mask with the range of the original that it hides, as far as that can be said."""
    old = Span(edits[0].old.start, max(edit.old.end for edit in edits))
    new = Span(min(edits[0].new.start, masks[0].start), max(edits[-1].new.end, masks[-1].end))
    if not any(map(str.isalnum, _between(released, new, masks))):
        olds = _divided(original, old, len(masks))
        yield from zip(masks, olds, strict=False)
    elif whole:
        # Words stand between the masks: where the original has them, too, they tell what belongs to which mask.
        inner = find_edits(
            original.text[slice(*old)], released[slice(*new)], [released[slice(*mask)] for mask in masks]
        )
        moved = [Edit(_moved(edit.old, old.start), _moved(edit.new, new.start), "") for edit in inner]
        for some, within in _groups(moved, masks):
            if some and within:
                yield from _behind(original, released, some, within, whole=False)


def _between(text: str, span: Span, masks: Sequence[Span]) -> str:
    """The characters of a range that no mask covers."""
    at, pieces = span.start, []
    for mask in masks:
        pieces.append(text[at : mask.start])
        at = mask.end
    return "".join([*pieces, text[at : span.end]])


def _divided(original: Document, old: Span, n: int) -> list[Span]:
    """A range of the original as n parts: its mentions, or its words, if there are so many; none if nobody can say."""
    if not any(map(str.strip, original.text[slice(*old)])):
        return []
    if n == 1:
        return [old]
    mentions = join_spans(mention.span for mention in original.mentions if mention.span.overlaps(old))
    words = [Span(*found.span()) for found in TOKEN.finditer(original.text, *old)]
    return next((parts for parts in (mentions, words) if len(parts) == n), [])


def _moved(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)


def _hidden(original: Document, released: str, mask: Span, old: Span) -> Hidden:
    within = [mention for mention in original.mentions if mention.span.overlaps(old)]
    label = mask_label(released[slice(*mask)])
    if not within:
        return Hidden(mask, original.text[slice(*old)], None, label)
    role = max((mention.role for mention in within), key=_STRENGTH.__getitem__)
    widest = max(within, key=lambda mention: min(mention.span.end, old.end) - max(mention.span.start, old.start))
    return Hidden(mask, original.text[slice(*old)], role, widest.label)
