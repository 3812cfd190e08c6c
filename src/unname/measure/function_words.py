"""Which characters of a text carry no content: function words, titles and punctuation.

TAB forgives a mask that leaves these open. Its evaluation takes parts of speech from spaCy's
`en_core_web_md`; where no English pipeline is installed, a list of function words stands in, and every
result says which of the two it was.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from unname.measure.spacy_pipeline import describe_pipeline, open_pipeline

FUNCTION_TAGS = frozenset({"ADP", "PART", "CCONJ", "DET"})
ALSO_FORGIVEN = frozenset({"mr", "mrs", "ms", "no", "nr", "about"})
"""What TAB forgives whatever part of speech it is; the list is its own."""

_ADPOSITIONS = """
    about across after against along alongside amid among amongst around as at before behind beneath beside
    besides between beyond by despite during except for from in inside into like near of off on onto opposite
    out outside over per since than through throughout till to toward towards under until up upon via with
    within without
"""
_PARTICLES_AND_CONJUNCTIONS = "not 's \u2019s n't n\u2019t and but or nor plus"
_DETERMINERS = "the a an this these those each every some any no all both another either neither which whose"
WORDS = frozenset(f"{_ADPOSITIONS} {_PARTICLES_AND_CONJUNCTIONS} {_DETERMINERS}".split())
"""The list that stands in for part-of-speech tags."""

# "Mr." and the initial "A." are tokens of their own to spaCy, with the dot, and so are not forgiven.
_WORD = re.compile(r"\b(?:mrs?|ms|[a-z])\.|\w+|['\u2019]s\b|n['\u2019]t\b", re.IGNORECASE)
_LONG = 1_000_000
_FORGIVEN = re.compile("[ ,.\\-;:/&()\\[\\]\u2013'\"\u2019\u201c\u201d]+")


@dataclass(frozen=True)
class PartOfSpeech:
    """Tells content from function words, with a spaCy pipeline or with the list.

    `pipeline` is `auto` (an installed English pipeline, else the list), `list`, or the name or folder of a
    spaCy pipeline.
    """

    pipeline: str = "auto"

    @property
    def source(self) -> str:
        """What decides, as results name it: `spacy:<pipeline>` or `function words`."""
        if self._pipeline is None:
            return "function words"
        return describe_pipeline(self._pipeline)

    def content(self, text: str) -> bytes:
        """One byte for each character: 1 where it must be hidden to hide what the text says, else 0."""
        return _content(self, text) if len(text) < _LONG else _content.__wrapped__(self, text)

    @cached_property
    def _pipeline(self) -> Any:
        return open_pipeline(self.pipeline, "list", ("parser", "ner", "lemmatizer", "senter"))

    def _function_words(self, text: str) -> Iterator[tuple[int, int]]:
        if self._pipeline is None:
            for found in _WORD.finditer(text):
                word = found[0].lower()
                if word in WORDS or word in ALSO_FORGIVEN:
                    yield found.span()
            return
        self._pipeline.max_length = max(self._pipeline.max_length, len(text) + 1)
        for token in self._pipeline(text):
            if token.pos_ in FUNCTION_TAGS or token.lower_ in ALSO_FORGIVEN:
                yield token.idx, token.idx + len(token)


@lru_cache(maxsize=2048)
def _content(speech: PartOfSpeech, text: str) -> bytes:
    mask = bytearray(b"\1" * len(text))
    for start, end in speech._function_words(text):
        mask[start:end] = bytes(end - start)
    for found in _FORGIVEN.finditer(text):
        mask[found.start() : found.end()] = bytes(len(found[0]))
    return bytes(mask)
