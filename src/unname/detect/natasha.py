"""Names in Russian text by natasha: its network over the words of the news, with the probability of every mention."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.document import Document, Mention, Origin, Role, Span
from unname.core.errors import require
from unname.core.registry import Spelled
from unname.detect.languages.ru_kept import is_no_name
from unname.models.tag_chain import TagChain, best_tags, tag_probabilities
from unname.text.russian import is_known_word

if TYPE_CHECKING:
    from numpy.typing import NDArray

EXTRA = "ru"
"""What installs natasha and the dictionary of Russian."""

LABELS = MappingProxyType({"PER": "PERSON", "LOC": "LOC", "ORG": "ORG"})
"""From the labels of natasha to ours."""

BLOCK, OVERLAP = 4096, 64
"""How many tokens are read at once, and how many more on either side: more than the network sees."""

_OUTSIDE = "O"
_APART = re.compile('\n+|[•·|()\\[\\]«»“”„"]')
_SIGNS = frozenset(' \t\r\u00a0«»"“”„•·-—–,;:()[]')
_LEGAL_FORM = re.compile("ОАО|ООО|ЗАО|ПАО|НАО|АО|ГУП|МУП|ФГУП|ФГБУ|НПО|ИП|АНО|НП|ТОО|ТД|ЧП|НКО|РОО")


@dataclass(frozen=True)
class Natasha(Spelled):
    """Finds people, places and organizations in Russian text with the network that natasha brings with it.

    The tags are those of natasha itself (`tests/detect/test_natasha.py` compares them). Where we differ: natasha gives
    no probabilities; we compute those of its conditional random field, which say how sure a mention is, and also give
    mentions that it holds for less probable than nothing, down to `floor`. Where natasha makes one name of two that a
    bracket, a quotation mark, a bullet or a line break sets apart, we cut it, and leave out legal forms ("ООО") and
    what is no name (`languages/ru_kept.py`).
    """

    floor: float = 0.05

    def detect(self, document: Document) -> Sequence[Mention]:
        """Mentions in order, each with the probability of its label."""
        tokens = list(self.parts_.tokenize(document.text))
        return tuple(
            replace(mention, span=span)
            for start in range(0, len(tokens), BLOCK)
            for mention in sorted(self._block(tokens, start), key=lambda mention: mention.span)
            for span in cut_names(document.text, mention.span)
            if not is_no_name(document.text, span, mention.label, mention.confidence)
        )

    @cached_property
    def parts_(self) -> "Parts":
        """The parts of natasha, loaded when first asked for; all of them come with the package."""
        natasha = require("natasha", EXTRA)
        tagger = natasha.NewsNERTagger(natasha.NewsEmbedding())
        return Parts(tagger.infer.model, tagger.infer.encoder, tagger.infer.decoder, require("razdel", EXTRA).tokenize)

    def _block(self, tokens: Sequence[Any], start: int) -> Iterator[Mention]:
        low, high = max(0, start - OVERLAP), min(len(tokens), start + BLOCK + OVERLAP)
        best, chances = self.parts_.tag([token.text for token in tokens[low:high]])
        tags = self.parts_.tags
        inside = slice(start - low, min(start + BLOCK, len(tokens)) - low)
        spans = [Span(token.start, token.stop) for token in tokens[low:high]]
        for first, last, kind in find_mentions([tags[tag] for tag in best], inside):
            columns = [at for at, tag in enumerate(tags) if tag.endswith(f"-{kind}")]
            chance = float(chances[first:last, columns].sum(axis=1).mean())
            yield _mention(Span(spans[first].start, spans[last - 1].end), kind, chance)
        outside = tags.index(_OUTSIDE)
        doubted = (best == outside) & (chances[:, outside] <= 1.0 - self.floor)
        for at in np.flatnonzero(doubted).tolist():
            doubted[at] = not is_small_word(tokens[low + at].text)
        yield from self._doubted(doubted, chances, spans, inside)

    def _doubted(
        self, doubted: "NDArray[np.bool_]", chances: "NDArray[np.float32]", spans: Sequence[Span], inside: slice
    ) -> Iterator[Mention]:
        """Runs of tokens that are most probably no name, but not surely."""
        tags = self.parts_.tags
        kinds = list(LABELS)
        sums = np.stack(
            [chances[:, [at for at, tag in enumerate(tags) if tag.endswith(kind)]].sum(1) for kind in kinds]
        )
        at = inside.start
        while at < inside.stop:
            last = at
            while last < inside.stop and doubted[last]:
                last += 1
            if last > at:
                kind = int(sums[:, at:last].sum(axis=1).argmax())
                yield _mention(
                    Span(spans[at].start, spans[last - 1].end), kinds[kind], float(sums[:, at:last].sum(0).max())
                )
            at = max(last, at + 1)


@dataclass(frozen=True)
class Parts:
    """What natasha reads with: the network, the numbers of words and shapes, the tags, and what cuts a text."""

    model: Any
    encoder: Any
    decoder: Any
    tokenize: Any

    @cached_property
    def tags(self) -> list[str]:
        """The tags by their numbers."""
        return list(self.decoder.tags_vocab.items)

    def tag(self, words: Sequence[str]) -> "tuple[NDArray[np.intp], NDArray[np.float32]]":
        """The best tag of each word, and the probability of each tag."""
        given = self.encoder.input([self.encoder.item(words)])
        scores = self.model(given.word_id, given.shape_id, given.pad_mask)[0]
        chain = TagChain(scores, self.model.head.crf.transitions.array)
        return best_tags(chain), tag_probabilities(chain)


def find_mentions(tags: Sequence[str], inside: slice) -> Iterator[tuple[int, int, str]]:
    """First word, the one behind the last, and label of each run of tags that begins inside a range.

    >>> list(find_mentions(["B-PER", "I-PER", "O", "I-LOC", "B-LOC"], slice(0, 5)))
    [(0, 2, 'PER'), (3, 4, 'LOC'), (4, 5, 'LOC')]
    """
    at = 0
    while at < len(tags):
        _, _, kind = tags[at].partition("-")
        last = at + 1
        while kind and last < len(tags) and tags[last] == f"I-{kind}":
            last += 1
        if kind and inside.start <= at < inside.stop:
            yield at, last, kind
        at = last


def is_small_word(token: str) -> bool:
    """Whether a token is a sign, or an ordinary word in small letters, which is doubted for its neighbors alone."""
    return not token[0].isalnum() or (token.islower() and is_known_word(token))


def cut_names(text: str, span: Span) -> Iterator[Span]:
    """The parts of a mention that signs set apart, without signs at their ends and without legal forms.

    >>> [text[slice(*part)] for text in ["ООО «Ромашка» (Romashka)"] for part in cut_names(text, Span(0, 24))]
    ['Ромашка', 'Romashka']
    """
    at = span.start
    for start, end in (*(found.span() for found in _APART.finditer(text, *span)), (span.end, span.end)):
        first, last = at, start
        while first < last and text[first] in _SIGNS:
            first += 1
        while last > first and text[last - 1] in _SIGNS:
            last -= 1
        if first < last and not _LEGAL_FORM.fullmatch(text, first, last):
            yield Span(first, last)
        at = end


def _mention(span: Span, kind: str, chance: float) -> Mention:
    role = Role.DIRECT if kind == "PER" else Role.QUASI
    return Mention(span, LABELS[kind], "", role, min(max(chance, 0.0), 1.0), "natasha", Origin.FOUND)
