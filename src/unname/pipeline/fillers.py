"""Fillers among the attacks or in the jury of a release: asked with what the policy's level of knowledge gives them."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from unname.core.document import Document, Profile, Span
from unname.core.errors import ConfigError, InternalError, guarded
from unname.core.redaction import Redaction
from unname.core.registry import create, names, parse
from unname.core.results import Fill
from unname.core.roles import AsksOutside, Attack, Filler, ReadsWith
from unname.people.profiles import profile_text
from unname.pipeline.feedback import Clue
from unname.pipeline.knowledge import Knowledge, knowledge
from unname.pipeline.put_back import Attempt, compare, evidence, passage_of

Member = str | Attack | Filler
"""An attack or filler, or what it is called."""

Written = tuple[Document, Redaction]
"""A detected document and what is released of it."""


def is_filler(member: Member) -> bool:
    """Whether a member of the attacks or of the jury puts back what masks hide, and does not look for people.

    >>> is_filler("infilling(order='random')"), is_filler("sparse")
    (True, False)
    """
    if isinstance(member, str):
        return parse(member)[0] in names("filler")
    return isinstance(member, Filler)


def fillers_of(members: Sequence[Member]) -> tuple[str | Filler, ...]:
    """The members that put back what masks hide."""
    return tuple(each for each in members if is_filler(each))  # type: ignore[misc]


def attacks_of(members: Sequence[Member]) -> tuple[str | Attack, ...]:
    """The members that look for people."""
    return tuple(each for each in members if not is_filler(each))  # type: ignore[misc]


def asks_outside(filler: Filler) -> bool:
    """Whether texts leave the house where this filler reads them."""
    readers = filler.readers_ if isinstance(filler, ReadsWith) else ()
    return any(isinstance(each, AsksOutside) for each in (filler, *readers))


@dataclass
class Fillers:
    """Fillers of the same level of knowledge, who have read a population; `judges` says that they are of the jury."""

    members: Sequence[str | Filler]
    population: Sequence[Profile] = field(repr=False)
    level: str
    judges: bool = False

    @cached_property
    def fillers(self) -> list[Filler]:
        """The fillers, created when first asked for."""
        made = [create("filler", each) if isinstance(each, str) else each for each in self.members]
        if len({each.name for each in made}) < len(made):
            raise ConfigError("the same filler is named twice")
        return made

    def check(self) -> None:
        """Refuse what could not be asked; who asks outside must not be handed originals to read."""
        for filler in self.fillers:
            if asks_outside(filler) and self.level in ("L3", "L4"):
                raise ConfigError(f"{filler.name} asks outside, where no original may go: knowledge must be L1 or L2")
            if isinstance(filler, AsksOutside | ReadsWith):
                filler.check()

    def read(self, originals: Sequence[Document]) -> "Library":
        """The fillers with what they know of these originals, in order."""
        return Library(self, originals)


@dataclass
class Library:
    """Fillers with what they have to read about the originals of a release, which are told apart by their places."""

    panel: Fillers
    originals: Sequence[Document] = field(repr=False)

    @cached_property
    def known(self) -> Knowledge:
        """What they have, made when first asked for: nobody reads where there is no filler."""
        numbered = [Document(str(number), original.text) for number, original in enumerate(self.originals)]
        general = [Document(profile.id, profile_text(profile)) for profile in self.panel.population]
        return knowledge(self.panel.level, general, numbered)

    def attempts(
        self, written: Mapping[int, Written], limit: float, outside: Container[int]
    ) -> Iterator[tuple[str, dict[int, list[Attempt]]]]:
        """What each filler puts back in each of the documents, by their places; those `outside` may leave the house."""
        for filler in self.panel.fillers:
            is_outside = asks_outside(filler)
            shown = {number: each for number, each in written.items() if not is_outside or number in outside}
            fills = self._fill(filler, shown)
            pairs = zip(shown.items(), fills, strict=True)
            yield filler.name, {number: compare(*each, found, limit) for (number, each), found in pairs}

    def _fill(self, filler: Filler, written: Mapping[int, Written]) -> list[list[Fill]]:
        texts = [redaction.text for _, redaction in written.values()]
        without = [self.known.without[number] for number in written]
        background = self.known.background
        found = guarded(f"filler {filler.name}", lambda: filler.fill(texts, background, without)) if texts else []
        return _grouped(found, texts)

    def clues(self, text: str, attempt: Attempt) -> list[Clue]:
        """The visible words that told a filler what stands behind a mask of a released text."""
        return evidence(text, attempt.mask, passage_of(attempt.best, self._by_id))

    @cached_property
    def _by_id(self) -> dict[str, Document]:
        return {document.id: document for document in self.known.background}


def _grouped(fills: Sequence[Fill], texts: Sequence[str]) -> list[list[Fill]]:
    """The fills of each text, in order; one that fits no text breaks what fillers promise."""
    grouped: list[list[Fill]] = [[] for _ in texts]
    for fill in fills:
        number = int(fill.document) if fill.document.isdecimal() else len(texts)
        if number >= len(texts) or not Span(0, len(texts[number])).overlaps(fill.mask):
            raise InternalError("a filler filled what was not asked")
        if any(not 0.0 <= each.probability <= 1.0 for each in fill.candidates):
            raise InternalError("a filler gave a probability that is none")
        grouped[number].append(fill)
    return grouped
