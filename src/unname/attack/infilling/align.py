"""The reader that copies: what a document has between the words that stand on both sides of a mask."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from unname.attack.infilling.chain import NOWHERE, Laid, lay
from unname.attack.infilling.contexts import find_contexts
from unname.attack.infilling.keys import Group, Items, Library, items_of, library_of, tokens_of_document
from unname.attack.infilling.situation import Situation
from unname.attack.infilling.split import split_words
from unname.attack.infilling.sureness import Copy, probability_of
from unname.attack.infilling.vote import is_filling, normalize
from unname.core.document import Document, Span
from unname.core.registry import Spelled
from unname.core.results import Filling
from unname.text.masks import find_masks, mask_label
from unname.text.spans import Spans

if TYPE_CHECKING:
    from numpy.typing import NDArray

BESIDE = 8
"""Visible words on either side of a mask by which it is judged how well a document agrees there."""

FEWEST_SHARED = 0.3
"""A document in which less of the text is found is not laid along it as a whole."""

MOSTLY = 0.5
"""A document that agrees with so much of the text tells what stands behind a mask once only."""


@dataclass
class Align(Spelled):
    """Lays a text along each of the `n_whole` documents that share most with it, and looks for its phrases in all.

    The strongest attack where the original, or another edition of it, is in the background.
    """

    n_whole: int = 4
    n_best: int = 5

    needs_passages = False

    def propose(self, situation: Situation) -> list[list[Filling]]:
        """What the documents have in the place of each open mask, best first."""
        text, documents = situation.text, situation.documents
        proposed: list[dict[str, Filling]] = [{} for _ in situation.masks]
        if not documents:
            return [[] for _ in situation.masks]
        masks, numbers = with_closed(text, situation.masks)
        items = items_of(text, masks)
        library = library_of(items, [tokens_of_document(document) for document in documents])
        for group, copy in self.copies(items, library):
            if all(masks[mask] not in numbers for mask in group.masks):
                continue
            for mask, filling in _fillings(items, library, documents, masks, group, copy):
                number = numbers.get(masks[mask])
                if number is not None:
                    key = normalize(filling.text)
                    known = proposed[number].get(key)
                    if known is None or known.probability < filling.probability:
                        proposed[number][key] = filling
        return [_best(list(each.values()), self.n_best) for each in proposed]

    def copies(self, items: Items, library: Library) -> Iterator[tuple[Group, Copy]]:
        """What each group of masks may hide, from whole documents and from phrases."""
        shares = shared(library)
        best = np.argsort(-shares, kind="stable")[: self.n_whole].tolist()
        settled = set()
        for number in best:
            document = library.document(number)
            if shares[number] >= FEWEST_SHARED and len(document):
                laid = lay(library.items, document, library.bits, library.tokens[number].begins)
                for group, copy in _whole_copies(items, library, number, laid):
                    if copy.whole >= MOSTLY and 0 not in (copy.left, copy.right):
                        settled.add((number, group.place))
                    yield group, copy
        for group in items.groups:
            for found in find_contexts(items, library, group):
                # What a document says as a whole is not doubted for a phrase of it.
                if (found.document, group.place) not in settled:
                    share = float(shares[found.document])
                    yield (
                        group,
                        Copy(found.document, found.first, found.after, share, math.nan, found.left, found.right),
                    )


def _best(fillings: Sequence[Filling], n: int) -> list[Filling]:
    """The most probable candidates: at most one of them is right, so that odds are shared."""
    odds = [filling.probability / (1.0 - filling.probability) for filling in fillings]
    total = 1.0 + sum(odds)
    joint = [replace(filling, probability=each / total) for filling, each in zip(fillings, odds, strict=True)]
    return sorted(joint, key=lambda filling: -filling.probability)[:n]


def with_closed(text: str, masks: Sequence[Span]) -> tuple[list[Span], dict[Span, int]]:
    """All masks of a text, those that nobody asks about too, and the numbers of those that somebody does."""
    asked = [Span(*mask) for mask in masks]
    known = Spans(asked)
    others = [span for span in find_masks(text) if not known.overlaps(span)]
    return sorted([*asked, *others]), {span: number for number, span in enumerate(asked)}


def shared(library: Library) -> "NDArray[np.float64]":
    """The share of the words and pairs of words of the text that each document has, rare ones counting for more."""
    n_documents, n_codes = len(library.tokens), len(library.bits)
    if not n_codes:
        return np.zeros(n_documents)
    places = np.flatnonzero(library.codes >= 0)
    owners = np.searchsorted(library.starts, places, side="right") - 1
    seen = np.zeros((n_documents, n_codes), bool)
    seen[owners, library.codes[places]] = True
    wanted = np.unique(_pairs(library.items, n_codes)[1])
    both = np.zeros((n_documents, len(wanted)), bool)
    if len(wanted):
        places, other = _pairs(library.codes, n_codes)
        found = np.minimum(np.searchsorted(wanted, other), len(wanted) - 1)
        hits = np.flatnonzero(wanted[found] == other)
        owners = np.searchsorted(library.starts, places[hits], side="right") - 1
        both[owners, found[hits]] = True
    pair_bits = library.bits[wanted // n_codes] + library.bits[wanted % n_codes]
    total = float(library.bits.sum() + pair_bits.sum())
    return np.asarray((seen @ library.bits + both @ pair_bits) / total)


def _pairs(codes: "NDArray[np.int32]", n_codes: int) -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
    """The places of pairs of known words, and a number for each pair."""
    places = np.flatnonzero((codes[:-1] >= 0) & (codes[1:] >= 0))
    return places, codes[places].astype(np.int64) * n_codes + codes[places + 1]


def _whole_copies(items: Items, library: Library, number: int, laid: Laid) -> Iterator[tuple[Group, Copy]]:
    """What a document that was laid along the text has in the place of each group of masks."""
    visible = np.flatnonzero(~items.is_mask)
    bits = library.bits[library.items[visible]]
    hits = laid.first[visible] != NOWHERE
    whole = float(bits[hits].sum() / bits.sum()) if len(bits) else 0.0
    agreed = np.concatenate([[0.0], np.cumsum(bits * hits)])
    present = np.concatenate([[0.0], np.cumsum(bits)])
    for group in items.groups:
        first, after = int(laid.first[group.place]), int(laid.after[group.place])
        if first == NOWHERE or first >= after:
            continue
        place = int(np.searchsorted(visible, group.place))
        low, high = max(0, place - BESIDE), min(len(visible), place + BESIDE)
        near = (agreed[high] - agreed[low]) / (present[high] - present[low]) if high > low else 0.0
        left = _agreement(items, library, laid, group.place - 1, first - 1, -1)
        right = _agreement(items, library, laid, group.place + 1, after, 1)
        yield group, Copy(number, first, after, whole, float(near), left, right)


def _agreement(items: Items, library: Library, laid: Laid, place: int, at: int, step: int) -> float:
    """The information of the words that agree without a gap from a mask on; NaN where the text ends."""
    if not 0 <= place < len(items.keys):
        return math.nan
    bits = 0.0
    for _ in range(BESIDE):
        if not 0 <= place < len(items.keys) or items.is_mask[place] or laid.first[place] != at:
            break
        bits += float(library.bits[library.items[place]])
        place, at = place + step, at + step
    return bits


def _fillings(
    items: Items, library: Library, documents: Sequence[Document], masks: Sequence[Span], group: Group, copy: Copy
) -> Iterator[tuple[int, Filling]]:
    """What a copy puts behind each mask of a group."""
    tokens = library.tokens[copy.document]
    probability = probability_of(copy)
    if probability <= 0.0:
        return
    span = _without_halves(items, tokens.text, tokens.cut(copy.first, copy.after), group)
    if not is_filling(tokens.text[slice(*span)]):
        return
    cuts, sureness = [span], 1.0
    if len(group.masks) > 1:
        labels = [mask_label(items.text[slice(*masks[mask])]) for mask in group.masks]
        cuts, sureness = split_words(tokens.text, span, labels)
    passage = tokens.cut(max(0, copy.first - BESIDE), min(len(tokens.keys), copy.after + BESIDE))
    for mask, cut in zip(group.masks, cuts, strict=True):
        words = tokens.text[slice(*cut)]
        if words:
            document = documents[copy.document].id
            yield mask, Filling(words, probability * sureness, "align", document, passage)


def _without_halves(items: Items, text: str, span: Span, group: Group) -> Span:
    """A range without what the masked text shows of its words: behind `***s`, "1980s" has hidden "1980"."""
    start, end = span
    place = group.place
    mask = items.spans[place]
    if place and items.spans[place - 1, 1] == mask[0]:
        shown = items.text[slice(*items.spans[place - 1])]
        if shown[-1].isalnum() and text[start:end].startswith(shown) and text[start + len(shown) : end][:1].isalnum():
            start += len(shown)
    if place + 1 < len(items.spans) and items.spans[place + 1, 0] == mask[1]:
        shown = items.text[slice(*items.spans[place + 1])]
        if shown[0].isalnum() and text[start:end].endswith(shown) and text[start : end - len(shown)][-1:].isalnum():
            end -= len(shown)
    return Span(start, end)
