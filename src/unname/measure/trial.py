"""Several attacks tried on the same documents: who is found, by which of them, and by what words."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from unname.core.document import Document, Profile
from unname.core.errors import InputError
from unname.core.roles import Attack
from unname.measure.reidentification import (
    Placement,
    Share,
    Summary,
    found_by_any,
    known_people,
    place,
    place_scores,
    share,
    summarize,
    widened,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CELLS = 4_000_000  # scores held at a time
_TEXTS = 64  # texts given to an attack at a time


@dataclass(frozen=True, slots=True)
class Finding:
    """What one attack says of one document: where its person stands, its best choices, and how clear the first is.

    `margin` is the score of the first choice less that of the second; None if there is but one.
    """

    placement: Placement
    candidates: tuple[tuple[str, float], ...] = field(repr=False)
    margin: float | None = None


class Clue(NamedTuple):
    """A word or n-gram that spoke for a person: how much it counted, and its share of all that spoke for them."""

    word: str
    contribution: float
    share: float


@dataclass(frozen=True)
class Trial:
    """The findings of every attack on one set of documents, in their order.

    `apart` names the attacks that judge documents together; they count in no sum. `seconds` is by attack.
    """

    documents: Sequence[Document] = field(repr=False)
    n_people: int
    findings: Mapping[str, Sequence[Finding]] = field(repr=False)
    apart: frozenset[str] = frozenset()
    seconds: Mapping[str, float] = field(default_factory=dict)

    @property
    def n_judged(self) -> int:
        """How many documents have a person known to us; the others enter no rate."""
        return sum(document.person is not None for document in self.documents)

    def placements(self, attack: str) -> list[Placement]:
        """Where an attack placed each person known to us."""
        return [f.placement for f in self.findings[attack] if f.placement.person is not None]

    def summaries(self) -> dict[str, Summary]:
        """What each attack achieved; nothing where nobody is known to us."""
        if not self.n_judged:
            return {}
        return {attack: summarize(self.placements(attack), self.n_people) for attack in self.findings}

    def any(self) -> Share | None:
        """The share of documents whose person at least one attack finds (`morris2022`), those apart left out."""
        counted = [self.placements(attack) for attack in self.findings if attack not in self.apart]
        return share(found_by_any(counted)) if counted and self.n_judged else None

    def found(self) -> Iterator[tuple[Document, dict[str, Finding]]]:
        """The documents whose person is first choice of an attack that can tell people apart, with those attacks."""
        for number, document in enumerate(self.documents):
            mine = {attack: findings[number] for attack, findings in self.findings.items()}
            first = {attack: finding for attack, finding in mine.items() if _tells(finding.placement, self.n_people)}
            if first:
                yield document, first


def try_attacks(
    attacks: Sequence[Attack],
    documents: Sequence[Document],
    population: Sequence[Profile],
    top: int = 1,
    step: Callable[[], None] = lambda: None,
) -> Trial:
    """Try each attack on each document; an attack with `member_scores` (and `combined`) shows its members, too.

    `top` is how many candidates each finding keeps. `step` is called `n_steps` times.
    """
    crowd = _Crowd.of(population)
    findings: dict[str, list[Finding]] = {}
    seconds: dict[str, float] = {}
    for attack in attacks:
        start = time.perf_counter()
        for batch in _batches(attack, documents, len(population)):
            for name, found in _attacked(attack, batch, crowd, top).items():
                findings.setdefault(name, []).extend(found)
            step()
        seconds[attack.name] = time.perf_counter() - start
    apart = frozenset(attack.name for attack in attacks if is_joint(attack))
    return Trial(documents, len(population), findings, apart, seconds)


def n_steps(attacks: Sequence[Attack], documents: Sequence[Document], n_people: int) -> int:
    """How many steps `try_attacks` takes."""
    return sum(sum(1 for _ in _batches(attack, documents, n_people)) for attack in attacks)


def is_joint(attack: Attack) -> bool:
    """Whether the attack judges documents together: one to a person, so that others change the answer."""
    return bool(getattr(attack, "joint", attack.name.partition("(")[0] == "assignment"))


def clues(attack: Attack, text: str, profile: Profile, n_words: int = 10) -> list[Clue]:
    """What in the text spoke most for the person, as the attack explains it."""
    contributions = attack.explain(text, profile)
    total = sum(value for value in contributions.values() if value > 0)
    best = sorted(contributions.items(), key=lambda item: (-item[1], item[0]))[:n_words]
    return [Clue(word, float(value), float(value / total)) for word, value in best if value > 0]


@dataclass(frozen=True)
class _Crowd:
    population: Sequence[Profile]
    positions: Mapping[str, int]
    known: frozenset[str]
    order: "NDArray[np.intp]"

    @classmethod
    def of(cls, population: Sequence[Profile]) -> "_Crowd":
        positions = {profile.id: number for number, profile in enumerate(population)}
        if not positions:
            raise InputError("the population is empty")
        if len(positions) < len(population):
            raise InputError("two people of the population have the same id")
        order = np.array(sorted(range(len(population)), key=lambda number: population[number].id), dtype=np.intp)
        return cls(population, positions, known_people(population), order)

    def finding(self, document: Document, scores: "NDArray[np.float64]", top: int) -> Finding:
        subject = document.person
        position = None if subject is None else self.positions.get(subject)
        placement = place_scores(document.id, scores, position, subject, subject in self.known)
        return Finding(placement, *self._best(scores, top))

    def _best(self, scores: "NDArray[np.float64]", top: int) -> tuple[tuple[tuple[str, float], ...], float | None]:
        n = min(len(scores), max(2, top))
        # All who match at least as well as the last one wanted, so that equal ones come in order of id.
        limit = np.partition(scores, len(scores) - n)[len(scores) - n]
        among = self.order[scores[self.order] >= limit]
        best = among[np.argsort(-scores[among], kind="stable")][:n]
        ranking = tuple((self.population[number].id, float(scores[number])) for number in best)
        return ranking[:top], _margin(ranking)


def _attacked(attack: Attack, batch: Sequence[Document], crowd: _Crowd, top: int) -> dict[str, list[Finding]]:
    # An attack that looks for the best few alone need not score everybody.
    if not hasattr(attack, "scores") or getattr(attack, "top", None) is not None:
        return {attack.name: _guessed(attack, batch, crowd, top)}
    scored = _scored(attack, [document.text for document in batch], crowd.population)
    return {
        name: [crowd.finding(document, row, top) for document, row in zip(batch, rows, strict=True)]
        for name, rows in scored.items()
    }


def _scored(attack: Any, texts: Sequence[str], population: Sequence[Profile]) -> "dict[str, NDArray[np.float64]]":
    if not hasattr(attack, "member_scores"):
        return {attack.name: attack.scores(texts, population)}
    members = attack.member_scores(texts, population)
    # Where the members can be put together as they are, they are not asked twice.
    combined = getattr(attack, "combined", None)
    whole = attack.scores(texts, population) if combined is None else combined(members, population)
    return {attack.name: whole, **members}


def _guessed(attack: Attack, batch: Sequence[Document], crowd: _Crowd, top: int) -> list[Finding]:
    found = []
    guesses = attack.guess([document.text for document in batch], crowd.population)
    for document, short in zip(batch, guesses, strict=True):
        guess = widened(short, attack, document.text, crowd.population)
        placement = place(guess, document.person, len(crowd.population), document.person in crowd.positions)
        placement = replace(placement, document=document.id, reachable=document.person in crowd.known)
        ranking = tuple(guess.ranking[: max(2, top)])
        found.append(Finding(placement, ranking[:top], _margin(ranking)))
    return found


def _margin(ranking: Sequence[tuple[str, float]]) -> float | None:
    if len(ranking) < 2:
        return None
    margin = ranking[0][1] - ranking[1][1]
    return margin if np.isfinite(margin) else None


def _batches(attack: Attack, documents: Sequence[Document], n_people: int) -> Iterator[Sequence[Document]]:
    size = len(documents) if is_joint(attack) else max(1, min(_TEXTS, _CELLS // max(1, n_people)))
    for start in range(0, len(documents), max(1, size)):
        yield documents[start : start + size]


def _tells(placement: Placement, n_people: int) -> bool:
    """Whether the person is first choice; where all match alike, nobody is."""
    return placement.found > 0 and (placement.ties + 1 < n_people or n_people == 1)
