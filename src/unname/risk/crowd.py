"""How many people fit all that a text shows? Where nobody knows the population, its size at least can be estimated.

Every fact halves the crowd so many times as it has bits: names by their frequency, places by how many live there, dates
and numbers by their precision, all other words by how many of thousands of reference lives of the same kind say them.
Outside of what detectors found, a word that many of that kind say is mostly how such texts are written, and counts for
little. Stated corrections to the plain sum: the kind is decided once, by the whole document, and costs its own bits;
what two words share counts once (`core/roles.py: CrowdTerms`); and a name or place counts as one fact.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from unname.core.document import Document, Origin, Role, Span
from unname.core.errors import ConfigError, Withheld
from unname.core.fold import fold
from unname.core.redaction import HIDDEN
from unname.core.registry import Spelled
from unname.core.results import CrowdSize, Risk
from unname.core.roles import View
from unname.risk.crowd_account import Account, Cost, sort_of
from unname.risk.lives import Lives, shipped_lives
from unname.risk.shares import SMALLEST_PLACE, WORLD, Shares, group_size, number_bits, shipped_shares
from unname.risk.views import Memory
from unname.text.languages import ENGLISH, guess_language
from unname.text.masks import MASK, has_masks, remove_masks, says_nothing
from unname.text.vocabulary import FUNCTION_WORDS, TITLES
from unname.text.words import bare_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

RARE = 16.0
"""The bits of a word that no reference life says. The rarer a plain word is, the more of what it tells is about the
person, and the less about how such texts are written: it counts bits / RARE of its bits."""

MANY = 6.0
"""The bits up to which many share something: one in 64, as a nationality, a common profession or a decade."""

CODE_BITS = 33.0
"""The bits of a code, such as the number of a passport: one person has it."""

SPREAD = 1.1
"""By how many bits a term is off, as a standard deviation; `unname bench crowd` measures it."""

MOST_PAIRED = 150
"""Among how many terms, the dearest, dependencies are looked for, so that the time grows with the length alone."""

_TIGHT = 1e-9


class Term(NamedTuple):
    """Something that a text says, in how many bits, and whose mentions say it (none if some place is in no entity).

    `sort` is what it is to a reader: a name, a place, a date.
    """

    form: str
    bits: float
    owners: tuple[str, ...]
    sort: str


@dataclass(frozen=True, eq=False)
class Terms:
    """All that a document says, as a sum (see `core/roles.py: CrowdTerms`)."""

    group_bits: float
    kind_bits: float
    terms: Sequence[Term] = field(repr=False)
    shared: Sequence[tuple[int, int, float]]
    model: "Crowd" = field(repr=False)
    kind: int

    @property
    def bits(self) -> Sequence[float]:
        """The bits of each term."""
        return [term.bits for term in self.terms]

    @property
    def owners(self) -> Sequence[tuple[str, ...]]:
        """The entities of each term; none where it stands outside of all entities, too."""
        return [term.owners for term in self.terms]

    @property
    def rest(self) -> float:
        """What can be told however entities are hidden: the kind of life."""
        return self.kind_bits

    def value_bits(self, value: str) -> float:
        """What a value says that stands in place of an entity."""
        forms = {fold(value[slice(*span)]): value[slice(*span)] for span in bare_words(value)}
        return math.fsum(self.model.fact_bits(word, self.kind) for word in forms.values())

    def visible_bits(self, view: View) -> float:
        """All bits that a view shows."""
        return self.rest + math.fsum(cost.bits for cost in self.plain_costs(view)) - self.twice(view)

    def plain_costs(self, view: View) -> list[Cost]:
        """What each thing costs that a view shows, before what they share, in the order of the text."""
        seen = zip(self.terms, self._see(view), strict=True)
        values = [Cost(value, "put in", self.value_bits(value)) for value in view.values() if value != HIDDEN]
        return [*(Cost(term.form, term.sort, term.bits) for term, is_seen in seen if is_seen), *values]

    def twice(self, view: View) -> float:
        """The bits that would count twice in the plain sum of what a view shows."""
        seen = self._see(view)
        return math.fsum(bits for first, second, bits in self.shared if seen[first] and seen[second])

    def _see(self, view: View) -> list[bool]:
        return [not term.owners or any(id not in view for id in term.owners) for term in self.terms]

    def costs(self, view: View) -> list[tuple[str, float]]:
        """What each visible word costs, dearest first, after what it shares with others."""
        seen = self._see(view)
        left = [term.bits if is_seen else 0.0 for term, is_seen in zip(self.terms, seen, strict=True)]
        for first, second, bits in self.shared:
            if seen[first] and seen[second]:
                left[first] -= bits / 2
                left[second] -= bits / 2
        told = [(term.form, bits) for term, bits in zip(self.terms, left, strict=True) if bits > 0]
        return sorted(told, key=lambda pair: (-pair[1], pair[0]))


def has_tables(document: Document) -> bool:
    """Whether there are tables for the language of a document, by its record and by its words."""
    guess = guess_language(document.text)
    spoken = document.language.lower().replace("_", "-").partition("-")[0]
    return spoken in ("", ENGLISH) and (guess.language == ENGLISH or not guess.is_sure)


def _hidden(view: View) -> frozenset[str]:
    return frozenset(id for id, value in view.items() if value == HIDDEN)


@dataclass
class Crowd(Spelled):
    """Risk 1 / n where n people of the group are expected to fit what is visible, or 1 where less than one is.

    `group` is a number of people, "world", a country or a city. Other tables than the shipped ones may be given. What
    identifies in combination is certain risk by itself unless at least one in 2^`many` people share it: somebody who
    knows a list of people looks up a date or a title, however many people there are in the world.
    """

    group: int | str = "world"
    many: float = MANY
    lives: Lives | None = field(default=None, repr=False, compare=False)
    memory_: Memory[Terms] = field(default_factory=Memory, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        group_size(self.group)  # a wrong group must be told before anything is read
        if not self.many >= 0.0:
            raise ConfigError(f"crowd: many must not be negative, got {self.many}")

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        """The risk of each view as a whole."""
        terms = self.crowd_terms(document)
        crowds = [2.0 ** (terms.group_bits - terms.visible_bits(view)) for view in views]
        risks = [1.0 / max(1.0, crowd) for crowd in crowds]
        few = self._find_few(document, terms)
        return [
            Risk(1.0 if few - _hidden(view) else risk, None, dict.fromkeys(few - _hidden(view), 1.0), (), risk, None, n)
            for view, risk, n in zip(views, risks, crowds, strict=True)
        ]

    def _find_few(self, document: Document, terms: Terms) -> frozenset[str]:
        """The entities that identify in combination and are shared by too few to be shown, whatever the crowd is."""
        bits = dict.fromkeys((entity.id for entity in document.entities), 0.0)
        for term in terms.terms:
            for id in term.owners:
                bits[id] += term.bits
        identifying = (entity.id for entity in document.entities if entity.role is not Role.NONE)
        return frozenset(id for id in identifying if bits[id] > self.many)

    def crowd_terms(self, document: Document) -> Terms:
        """All that a document says, as a sum; one in a language without tables is `Withheld`."""
        return self.memory_.recall(document, self._read)

    def estimate(self, document: Document, view: View | None = None) -> CrowdSize:
        """How many people fit a document, or a view of it."""
        terms = self.crowd_terms(document)
        view = view or {}
        n_seen = sum(not term.owners or any(id not in view for id in term.owners) for term in terms.terms)
        middle = (terms.group_bits - terms.visible_bits(view)) * math.log10(2)
        around = 1.64 * SPREAD * math.sqrt(n_seen) * math.log10(2)
        top = terms.group_bits * math.log10(2)
        return CrowdSize(middle, middle - around, min(top, middle + around), group_size(self.group))

    def explain(self, document: Document, view: View | None = None) -> list[tuple[str, float]]:
        """Which visible words cost how many bits, dearest first."""
        return self.crowd_terms(document).costs(view or {})

    def account(self, document: Document, view: View | None = None) -> Account:
        """Where the crowd of a document, or of a view of it, comes from: what costs how many bits, dearest first."""
        terms, view = self.crowd_terms(document), view or {}
        costs = sorted(terms.plain_costs(view), key=lambda cost: (-cost.bits, cost.words))
        named = (entity for entity in document.entities if entity.label == "PERSON" and entity.id not in view)
        n_named = sum(any(not says_nothing(document.text[slice(*m.span)]) for m in each.mentions) for each in named)
        return Account(
            self.estimate(document, view), terms.group_bits, tuple(costs), terms.rest, terms.twice(view), n_named
        )

    def fact_bits(self, word: str, kind: int) -> float:
        """What one word tells if it states a fact."""
        folded, number = fold(word), number_bits(word)
        # May is a month, too.
        if folded in FUNCTION_WORDS and number is None:
            return 0.0
        counted = float(self.lives_.word_bits(folded)[kind])
        return counted if number is None else min(counted, number) if counted < _UNCOUNTED else number

    @cached_property
    def lives_(self) -> Lives:
        """The reference lives, read when first asked for."""
        return shipped_lives() if self.lives is None else self.lives

    @cached_property
    def _place_of_group(self) -> float:
        """What it tells to be of the group, where it is those who live in a place."""
        return math.log2(WORLD / group_size(self.group)) if isinstance(self.group, str) else 0.0

    @cached_property
    def _shares(self) -> Shares:
        return shipped_shares()

    def _read(self, document: Document) -> Terms:
        if not has_tables(document):
            raise Withheld(f"document {document.id!r}: crowd not measured: no tables for this language")
        said = list(self._say(document))
        kind = self._find_kind([word for each in said for word in each.words])
        group_bits = math.log2(group_size(self.group))
        known: dict[tuple[str, bool], list[_Said]] = {}
        for each in said:
            # What is a name in one place may be a word in another.
            known.setdefault((each.form, each.label in _WHOLE), []).append(each)
        terms = []
        for (form, _), places in known.items():
            bits, dearest = max(((self._cost(each, kind), each) for each in places), key=lambda pair: pair[0])
            if bits > _TIGHT:
                free = any(not each.entities for each in places)
                owners = () if free else tuple(dict.fromkeys(id for each in places for id in each.entities))
                terms.append(Term(form, bits, owners, sort_of(dearest.found, dearest.surface)))
        kind_bits = float(self.lives_.kind_bits[kind])
        return Terms(group_bits, kind_bits, terms, self._share(terms, kind), self, kind)

    def _say(self, document: Document) -> "Iterator[_Said]":
        """Everything that is said, with the entities that hide it; what stands in a mask is nothing."""
        text = document.text
        bare = MASK.sub(lambda mask: " " * len(mask[0]), text) if has_masks(text) else text
        found = sorted(document.mentions, key=lambda mention: mention.span)
        facts = [mention for mention in found if mention.origin is not Origin.WORD]
        covering, done = _Cover(document), []
        for mention in facts:
            # What stands in brackets looks like a mask, but may be a name that detectors know better.
            surface = remove_masks(text[slice(*mention.span)].strip(_BRACKETS))
            if mention.label not in _WHOLE or not (inside := bare_words(surface)):
                continue
            if mention.label == "LOC" and self._shares.place_bits(surface) is None:
                continue
            done.append(mention.span)
            said = tuple(fold(surface[slice(*span)]) for span in inside)
            yield _Said(" ".join(said), mention.label, said, covering(mention.span), surface, mention.label)
        skipped, marked = _Inside(done), _Inside([mention.span for mention in facts])
        for span in bare_words(bare):
            if not skipped(span):
                word = text[slice(*span)]
                label = facts[marked.at].label if marked(span) else ""
                yield _Said(fold(word), "FACT" if label else "", (fold(word),), covering(span), word, label)

    def _cost(self, said: "_Said", kind: int) -> float:
        if said.label == "CODE":
            return CODE_BITS
        if said.label == "PERSON":
            return math.fsum(
                self._shares.name_bits(word) for word in said.words if word not in TITLES and word not in FUNCTION_WORDS
            )
        if said.label == "LOC":
            place = self._shares.place_bits(said.surface)
            # Whoever lives in the country that is looked at tells nothing by its name.
            return max(0.0, (SMALLEST_PLACE if place is None else place) - self._place_of_group)
        bits = self.fact_bits(said.surface, kind)
        return bits if said.label else bits * min(bits, RARE) / RARE

    def _find_kind(self, said: Sequence[str]) -> int:
        """The kind of life that explains best what is said, or (last) none in particular."""
        known = {word for word in said if word not in FUNCTION_WORDS and len(self.lives_.find(word))}
        if not known:
            return self.lives_.n_kinds
        return int(np.argmin(sum(self.lives_.word_bits(word) for word in known) + self.lives_.kind_bits))

    def _share(self, terms: Sequence[Term], kind: int) -> list[tuple[int, int, float]]:
        """What terms have in common, the most first; none shares more than it costs."""
        lives = self.lives_
        counted = [(number, lives.find(term.form)) for number, term in enumerate(terms)]
        counted = [(number, found) for number, found in counted if len(found)]
        counted.sort(key=lambda pair: -terms[pair[0]].bits)
        counted = counted[:MOST_PAIRED]
        bits_of = lives.pair_bits([found for _, found in counted], kind)
        found = [
            (float(bits_of[at, other]), counted[at][0], counted[other][0])
            for at, other in np.argwhere(np.triu(bits_of, 1) > _TIGHT)
        ]
        left = [term.bits for term in terms]
        shared = []
        for bits, first, second in sorted(found, reverse=True):
            bits = min(bits, left[first], left[second])
            if bits > _TIGHT:
                shared.append((first, second, bits))
                left[first] -= bits
                left[second] -= bits
        return shared


_WHOLE = frozenset({"PERSON", "LOC", "CODE"})
"""Labels of what is one fact, however many words it has."""

_BRACKETS = "[]<>{} "

_UNCOUNTED = 15.9
"""From here on a word is one that no reference life says."""


class _Said(NamedTuple):
    """Something said in one place: how it is counted, who hides it, and the label that detectors found, if any."""

    form: str
    label: str
    words: tuple[str, ...]
    entities: tuple[str, ...]
    surface: str
    found: str


@dataclass
class _Cover:
    """The entities whose mentions cover spans, which come in any order."""

    document: Document

    def __call__(self, span: Span) -> tuple[str, ...]:
        at = int(np.searchsorted(self._starts, span.end))
        near = self._spans[max(0, at - 50) : at]
        return tuple(dict.fromkeys(id for place, id in near if place.start <= span.start and span.end <= place.end))

    @cached_property
    def _spans(self) -> list[tuple[Span, str]]:
        placed = [(mention.span, entity.id) for entity in self.document.entities for mention in entity.mentions]
        return sorted(placed)

    @cached_property
    def _starts(self) -> "NDArray[np.int64]":
        return np.array([span.start for span, _ in self._spans], np.int64)


@dataclass
class _Inside:
    """Whether spans, which come in order, touch one of the sorted ones."""

    spans: Sequence[Span]
    at: int = 0

    def __call__(self, span: Span) -> bool:
        while self.at < len(self.spans) and self.spans[self.at].end <= span.start:
            self.at += 1
        return self.at < len(self.spans) and self.spans[self.at].start < span.end
