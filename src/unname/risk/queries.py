"""What would a search engine tell? Entities whose results are pages about the person give the person away.

Method of `risk2022` 3.2.2, Algorithm 1. Where we differ:
- The pages about the person are gathered over all queries before the last judgment, so the order of the entities does
  not matter; the paper judges each combination by the pages known up to then.
- No superset of a risky combination is asked; nor, as terms are joined by AND, one with a part that finds nothing.
- A name that is found nowhere is searched by its last word: a list of pages is not the whole web, and many texts call a
  person by the family name alone. A `subject` that is itself the id of a page counts as a page about the person.
- The names of the person are risky alone and are not asked. An entity is searched by its longest form, without an
  article in front or a possessive at the end.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations as subsets

from unname.core.document import Document
from unname.core.errors import ConfigError, InputError
from unname.core.results import Combination, Risk
from unname.core.roles import View
from unname.index.web import KnowsPages, SearchEngine, SearchFailed
from unname.people.names import Person, family_name, protected_person, searchable, surfaces
from unname.risk.engines import AsksEngine, open_engine
from unname.risk.questions import Questions
from unname.risk.views import Memory, find_visible, sum_up

_log = logging.getLogger(__name__)

LIMITS = ("raise", "stop")
"""What may happen where the next size of combinations would exceed `max_queries`."""

Group = tuple[str, ...]
"""Ids of entities that are searched together, in the order of the document."""


@dataclass
class Searched:
    """What the queries about one document brought.

    `judged` holds every combination that was asked with the verdict, `risky` the smallest risky ones; `arity` is the
    size up to which all combinations are judged.
    """

    questions: Questions
    person: Person
    terms: Mapping[str, str] = field(repr=False)
    name: str = field(default="", repr=False)
    pages: set[str] = field(default_factory=set, repr=False)
    results: dict[Group, frozenset[str]] = field(default_factory=dict, repr=False)
    arity: int = 0

    @property
    def judged(self) -> dict[Group, bool]:
        """Whether each combination finds a page about the person."""
        return {group: not self.pages.isdisjoint(found) for group, found in self.results.items()}

    @cached_property
    def risky(self) -> frozenset[Group]:
        """The risky combinations of which no part is risky, the names of the person among them."""
        found = [*((id,) for id in self.person.entities), *(group for group, risky in self.judged.items() if risky)]
        return frozenset(_keep_smallest(found))


@dataclass(repr=False)
class Queries(AsksEngine):
    """Risk by search: an entity or combination is risky (1) if its results hold a page about the person, else not (0).

    `engine` is a search engine, a folder or file to search in, or the address of an endpoint (see `open_engine`).
    Combinations have up to `max_arity` entities, and each query brings the `top` best pages. If the combinations of one
    size could bring a document over `max_queries`, it fails (`on_limit="raise"`), or they and all larger ones are
    left unjudged, which is logged and told by `search(document).arity` (`"stop"`). A document that names nobody
    cannot be judged and fails. A value that is shown in place of an entity is searched in its place, on top of that
    limit, and is never riskier than the entity; views that only hide cost no query.
    """

    max_arity: int = 2
    top: int = 50
    max_queries: int = 100_000
    on_limit: str = "raise"
    memory_: Memory[Searched] = field(default_factory=Memory, init=False, repr=False, compare=False)

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        """The risk of each view: 1 if a visible entity or combination finds the person, else 0."""
        if not document.entities:
            return [Risk(0.0) for _ in views]
        searched = self.search(document)
        return [self._assess(searched, find_visible(document, view)) for view in views]

    def search(self, document: Document) -> Searched:
        """Everything that was asked about a document; asked once, and kept for the last few documents."""
        return self.memory_.recall(document, self._ask_all)

    @cached_property
    def _engine(self) -> SearchEngine:
        if self.on_limit not in LIMITS:
            raise ConfigError(f"queries: on_limit must be one of {', '.join(LIMITS)}, got {self.on_limit!r}")
        if min(self.max_arity, self.top, self.max_queries) < 1:
            raise ConfigError("queries: max_arity, top and max_queries are whole numbers from 1")
        return open_engine(self.engine)

    def _ask_all(self, document: Document) -> Searched:
        searched = self._begin(document)
        for size in range(1, self.max_arity + 1):
            groups = list(_grow_groups(searched, size))
            if not self._fits(searched, size, len(groups)):
                break
            for group in groups:
                terms = [searched.terms[id] for id in group]
                searched.results[group] = searched.questions.ask(terms)
                if searched.results[group]:
                    searched.pages |= searched.questions.ask([searched.name, *terms])
            searched.arity = size
        return searched

    def _begin(self, document: Document) -> Searched:
        engine = self._engine
        person = protected_person(document)
        if not person.names:
            raise InputError(
                f"document {document.id!r}: queries need to know the person; give a subject, or mark a name as direct"
            )
        others = [entity for entity in document.entities if entity.id not in person.entities]
        terms = {entity.id: surfaces(document, entity)[0] for entity in others}
        searched = Searched(Questions(engine, document.id, self.top), person, terms, person.names[0])
        searched.pages.update(*(searched.questions.ask([name]) for name in person.names))
        if not searched.pages:
            searched.name = family_name(searched.name)
            searched.pages |= searched.questions.ask([searched.name])
        if document.person and isinstance(engine, KnowsPages) and document.person in engine:
            searched.pages.add(document.person)
        return searched

    def _fits(self, searched: Searched, size: int, n_groups: int) -> bool:
        n_asked = searched.questions.n_asked
        if n_asked + 2 * n_groups <= self.max_queries:
            return True
        problem = (
            f"document {searched.questions.document!r}: {n_groups} combinations of {size} could need "
            f"{2 * n_groups} queries after {n_asked}; max_queries is {self.max_queries}"
        )
        if self.on_limit == "raise":
            raise SearchFailed(f"{problem}; raise it, lower max_arity, or set on_limit='stop'")
        _log.warning("%s, so that combinations from %d on are not judged", problem, size)
        return False

    def _assess(self, searched: Searched, shown: Mapping[str, str | None]) -> Risk:
        values = {id: searchable(value) for id, value in shown.items() if value is not None}
        groups = [group for group in searched.risky if shown.keys() >= set(group)]
        if values:
            groups = self._find_risky(searched, [*shown], values, groups)
        alone = {group[0] for group in groups if len(group) == 1}
        together = sorted(group for group in groups if len(group) > 1)
        return sum_up(
            {id: float(id in alone) for id in shown},
            [Combination(frozenset(group), _explain(len(group))) for group in together],
        )

    def _find_risky(
        self, searched: Searched, shown: Sequence[str], values: Mapping[str, str], risky: Iterable[Group]
    ) -> list[Group]:
        """The smallest risky groups where some entities are shown as values.

        A group can be risky only if it was so before, that is if it has a part that was; so only these are asked.
        """
        unchanged, changed = list[Group](), list[Group]()
        for group in risky:
            (unchanged if values.keys().isdisjoint(group) else changed).append(group)
        found = unchanged
        terms = {**searched.terms, **values}
        for size in range(1, self.max_arity + 1):
            for group in _list_containing(changed, shown, size):
                if not any(set(part) <= set(group) for part in found) and _finds(searched, [terms[id] for id in group]):
                    found = [*found, group]
        return found


def _finds(searched: Searched, terms: Sequence[str]) -> bool:
    """Whether terms that are no part of the document find a page about the person."""
    questions = searched.questions
    if any(questions.is_empty(part) for size in range(1, len(terms)) for part in subsets(terms, size)):
        return False
    found = questions.ask(terms)
    return bool(found) and not found.isdisjoint(searched.pages | questions.ask([searched.name, *terms]))


def _grow_groups(searched: Searched, size: int) -> Iterator[Group]:
    """The groups of a size whose parts all find something, and none of them the person."""
    ids = list(searched.terms)
    if size == 1:
        yield from ((id,) for id in ids)
        return
    place = {id: number for number, id in enumerate(ids)}
    smaller = [group for group in searched.results if len(group) == size - 1]
    extendable = {
        group: None
        for group in smaller
        if searched.results[group] and searched.pages.isdisjoint(searched.results[group])
    }
    for group in extendable:
        for id in ids[place[group[-1]] + 1 :]:
            if all((*group[:at], *group[at + 1 :], id) in extendable for at in range(len(group))):
                yield (*group, id)


def _list_containing(parts: Iterable[Group], ids: Sequence[str], size: int) -> Iterator[Group]:
    """Every group of a size that holds at least one of the parts, once."""
    place = {id: number for number, id in enumerate(ids)}
    seen: set[Group] = set()
    for part in parts:
        others = [id for id in ids if id not in part]
        for more in subsets(others, size - len(part)) if len(part) <= size else ():
            group = tuple(sorted((*part, *more), key=place.__getitem__))
            if group not in seen:
                seen.add(group)
                yield group


def _keep_smallest(groups: Iterable[Group]) -> Iterator[Group]:
    """The groups that hold no other."""
    kept: set[Group] = set()
    for group in sorted(groups, key=len):
        if not any(part in kept for size in range(1, len(group)) for part in subsets(group, size)):
            kept.add(group)
            yield group


def _explain(n: int) -> str:
    return f"a search for these {n} together finds a page about the person"
