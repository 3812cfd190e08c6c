"""Documents, what was found in them, and the people they may be about."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Flag, StrEnum, auto
from functools import cached_property
from typing import Any, NamedTuple

from unname.core.errors import InputError, shown

LABELS = ("CODE", "ORG", "PERSON", "DATETIME", "LOC", "QUANTITY", "DEM", "MISC")
"""The eight categories of the Text Anonymization Benchmark; every mention has one of them."""


class Role(StrEnum):
    """Whether something identifies a person alone, in combination, or not at all."""

    DIRECT = "direct"
    QUASI = "quasi"
    NONE = "none"


class Span(NamedTuple):
    """Half-open range of Python string positions."""

    start: int
    end: int

    def overlaps(self, other: "Span") -> bool:
        """Whether the two share at least one position."""
        return self.start < other.end and other.start < self.end


class Origin(Flag):
    """What a rule needs to know of where a mention comes from; overlapping mentions that become one have all of theirs.

    - FOUND: a detector found it, and its confidence counts as it is.
    - PRIOR: a list or a rule knows the words and not the sentence; a model that took part is heard, too.
    - OPINION: what a model says of the words in their sentence; where it is silent, priors count for less.
    - GIVEN: it came with the document; it is hidden whatever its confidence, and its label stays.
    - DENIED: the policy denies the words; they are hidden, and their label says nothing.
    - WORD: a single word that may be hidden, which nobody found to identify.
    """

    FOUND = auto()
    PRIOR = auto()
    OPINION = auto()
    GIVEN = auto()
    DENIED = auto()
    WORD = auto()
    DEMANDED = GIVEN | DENIED


@dataclass(frozen=True, slots=True)
class Mention:
    """One place in a text that says something about someone.

    `entity` is empty until mentions have been resolved. `source` tells people what found it, and no rule goes by it:
    what rules need is the `origin`, and the `kinds` of finding, such as "date" or "country".
    """

    span: Span
    label: str
    entity: str = ""
    role: Role = Role.QUASI
    confidence: float = 1.0
    source: str = ""
    origin: Origin = Origin.FOUND
    kinds: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        object.__setattr__(self, "span", Span(*self.span))
        if self.label not in LABELS:
            raise InputError(f"unknown label {self.label!r}; known are {', '.join(LABELS)}")
        if self.span.start < 0 or self.span.end <= self.span.start:
            raise InputError(f"a mention must have 0 <= start < end, got {self.span.start}..{self.span.end}")
        if not 0.0 <= self.confidence <= 1.0:
            raise InputError(f"a confidence lies in [0, 1], got {self.confidence}")


@dataclass(frozen=True, slots=True)
class Entity:
    """Every mention of the same person, place, date or thing: the unit of decision."""

    id: str
    label: str
    role: Role
    mentions: tuple[Mention, ...]


@dataclass(frozen=True)
class Document:
    """A text with an identity, the person it is about if known, and what was found in it.

    `person` is an id, as of a profile in a population; `names` are what that person is called, and are searched for in
    the text in all their forms. `own_id` says that its record names it; otherwise the id was made from the name of a
    file or the number of a line. `fields` of its record are released with it.
    """

    id: str
    text: str = field(repr=False)
    language: str = "en"
    person: str | None = field(default=None, repr=False)
    mentions: tuple[Mention, ...] = field(default=(), repr=False)
    names: tuple[str, ...] = field(default=(), repr=False)
    own_id: bool = field(default=False, repr=False, compare=False)
    fields: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise InputError(f"document {shown(self.id)}: text must be a string, got {type(self.text).__name__}")
        if not self.text.isascii():
            self._refuse_surrogates()
        for mention in self.mentions:
            if mention.span.end > len(self.text):
                raise InputError(
                    f"document {shown(self.id)}: mention {mention.span.start}..{mention.span.end} "
                    f"ends outside the text of {len(self.text)} characters"
                )
        ordered = tuple(sorted(self.mentions, key=lambda mention: mention.span))
        object.__setattr__(self, "mentions", ordered)

    def _refuse_surrogates(self) -> None:
        try:
            self.text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise InputError(
                f"document {shown(self.id)}: the character at position {error.start} is a lone surrogate, "
                "which is not valid Unicode text"
            ) from None

    @cached_property
    def entities(self) -> tuple[Entity, ...]:
        """The mentions grouped by entity id, in order of first appearance.

        A mention that was never resolved is an entity of its own. The strongest role among the
        mentions is the role of the entity; the first mention gives the label.
        """
        groups: dict[str, list[Mention]] = {}
        for number, mention in enumerate(self.mentions):
            groups.setdefault(mention.entity or f"mention{number}", []).append(mention)
        strength = {Role.DIRECT: 2, Role.QUASI: 1, Role.NONE: 0}
        return tuple(
            Entity(id, group[0].label, max((m.role for m in group), key=strength.__getitem__), tuple(group))
            for id, group in groups.items()
        )

    def with_mentions(self, mentions: "tuple[Mention, ...] | list[Mention]") -> "Document":
        """The same document with other mentions."""
        return replace(self, mentions=tuple(mentions))


@dataclass(frozen=True)
class Profile:
    """What an attacker may know about one person; all but the id is hidden in `repr`."""

    id: str
    name: str = field(default="", repr=False)
    fields: Mapping[str, object] = field(default_factory=dict, repr=False)
    text: str = field(default="", repr=False)
