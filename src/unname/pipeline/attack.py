"""Released documents attacked as an adversary would: who is found, by which attack, and by what words."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from unname.core.batches import split
from unname.core.document import Document, Profile
from unname.core.registry import create
from unname.core.results import Sighting
from unname.core.roles import Attack, JudgesTogether, LearnsFromReleases, Rewrite, Wraps
from unname.measure.paired import Comparison, compare
from unname.measure.reidentification import Share, Summary, found_by_any, known_people, share, summarize
from unname.measure.sightings import Lookup
from unname.pipeline.document import Pipeline

ATTACKS = ("ensemble",)
"""What looks for people where nothing else is named: the suite."""


class Clue(NamedTuple):
    """A word or n-gram that spoke for a person: how much it counted, and its share of all that spoke for them."""

    word: str
    contribution: float
    share: float


@dataclass(frozen=True)
class Trial:
    """What every attack, and each of its members, sees in one set of documents, in their order.

    `known` are the ids of the people of whom an attacker knows anything. `apart` names the attacks that judge documents
    together; they count in no sum. `seconds` is by attack.
    """

    documents: Sequence[Document] = field(repr=False)
    n_people: int
    known: frozenset[str] = field(repr=False)
    sightings: Mapping[str, Sequence[Sighting]] = field(repr=False)
    apart: frozenset[str] = frozenset()
    seconds: Mapping[str, float] = field(default_factory=dict)

    @property
    def n_judged(self) -> int:
        """How many documents have a person known to us; the others enter no rate."""
        return sum(document.person is not None for document in self.documents)

    def judged(self, attack: str) -> dict[str, Sighting]:
        """Where an attack places each person known to us, by document; those that it could not judge are left out."""
        pairs = zip(self.documents, self.sightings[attack], strict=True)
        return {
            document.id: sighting
            for document, sighting in pairs
            if document.person is not None and not sighting.declined
        }

    def n_declined(self, attack: str) -> int:
        """How many documents an attack could not judge; they enter none of its rates."""
        return sum(bool(sighting.declined) for sighting in self.sightings[attack])

    def summaries(self) -> dict[str, Summary]:
        """What each attack achieved; nothing of one that judged nobody who is known to us."""
        is_known = {document.id: document.person in self.known for document in self.documents}
        judged = {attack: self.judged(attack) for attack in self.sightings}
        return {
            attack: summarize(list(seen.values()), self.n_people, [is_known[id] for id in seen])
            for attack, seen in judged.items()
            if seen
        }

    def any(self) -> Share | None:
        """The share of documents whose person at least one attack finds (`morris2022`), those apart left out."""
        counted = [self.judged(attack) for attack in self.sightings if attack not in self.apart]
        answers = [[seen[document.id] for seen in counted if document.id in seen] for document in self.documents]
        found = [found_by_any([[each] for each in told])[0] for told in answers if told]
        return share(found) if found else None

    def each(self) -> Iterator[tuple[Document, dict[str, Sighting]]]:
        """Every document with what each attack sees in it."""
        for number, document in enumerate(self.documents):
            yield document, {attack: seen[number] for attack, seen in self.sightings.items()}

    def found(self) -> Iterator[tuple[Document, dict[str, Sighting]]]:
        """The documents whose person is first choice of an attack that can tell people apart, with those attacks."""
        for document, seen in self.each():
            first = {attack: sighting for attack, sighting in seen.items() if self._is_first(sighting)}
            if first:
                yield document, first

    def _is_first(self, sighting: Sighting) -> bool:
        """Whether the person is first choice; where all match alike, nobody is."""
        return sighting.found > 0 and (sighting.ties + 1 < self.n_people or self.n_people == 1)

    def compare(self, other: "Trial") -> dict[str, Comparison]:
        """Under each attack, these documents against another anonymization of them, as far as they are in both."""
        both = {document.id for document in self.documents} & {document.id for document in other.documents}
        pairs = {attack: (self.judged(attack), other.judged(attack)) for attack in self.sightings}
        return {
            attack: compare(*({id: seen for id, seen in each.items() if id in both} for each in pair))
            for attack, pair in pairs.items()
            if all(pair)
        }


def attack_all(
    documents: Sequence[Document],
    population: Sequence[Profile],
    attacks: Sequence[str | Attack] = ATTACKS,
    n_candidates: int = 3,
    step: Callable[[], None] = lambda: None,
) -> Trial:
    """Let each attack look for the people of the population in each document, alone.

    An attack that has members shows them, too. A sighting keeps the best `n_candidates` people, two at least; `step` is
    called `n_steps` times.

    >>> people = [Profile("p1", text="a nurse of Zenda"), Profile("p2", text="a judge of Lutha")]
    >>> attack_all([Document("a", "*** is a judge.", person="p2")], people, ["sparse"]).any().value
    1.0
    """
    lookup = Lookup(population)
    made = make_attacks(attacks)
    sightings: dict[str, list[Sighting]] = {}
    seconds: dict[str, float] = {}
    for attack in made:
        start = time.perf_counter()
        for batch in lookup.look(attack, documents, max(2, n_candidates)):
            for name, seen in batch.items():
                sightings.setdefault(name, []).extend(seen)
            step()
        seconds[attack.name] = time.perf_counter() - start
    apart = frozenset(attack.name for attack in made if isinstance(attack, JudgesTogether))
    return Trial(documents, len(population), known_people(population), sightings, apart, seconds)


def n_steps(attacks: Sequence[Attack], n_documents: int, n_people: int) -> int:
    """How many steps `attack_all` takes."""
    return sum(sum(1 for _ in split(attack, range(n_documents), n_people)) for attack in attacks)


def make_attacks(named: Sequence[str | Attack]) -> list[Attack]:
    """The attacks that the names describe, each once; a wrong name is told before anything is read.

    Those that learn from background as a release would show it get our own detectors to make it. What was learned once
    need not be learned again: an attack within another is the one beside it, if they are the same.
    """
    made: dict[str, Attack] = {}
    for each in named:
        attack = _teach(create("attack", each)) if isinstance(each, str) else each
        made.setdefault(attack.name, attack)
    return [
        attack.around(made[attack.inner.name]) if isinstance(attack, Wraps) and attack.inner.name in made else attack
        for attack in made.values()
    ]


def _teach(attack: Attack) -> Attack:
    if isinstance(attack, Wraps):
        return attack.around(_teach(attack.inner))
    if isinstance(attack, LearnsFromReleases) and attack.anonymize is None:
        return attack.with_anonymizer(by_label())
    return attack


def by_label(**settings: Any) -> Rewrite:
    """A function that puts the name of its type in place of everything that identifies; settings as of `Pipeline`."""
    pipeline = Pipeline(**{"replace": "label", **settings})

    def anonymize(text: str) -> str:
        # Whoever looks for people practices on this and releases none of it, so nothing is withheld.
        detected = pipeline.detect(Document("text", text))
        return pipeline.apply(detected, pipeline.plan(detected)).text

    return lambda texts: [anonymize(text) for text in texts]


def explain_found(
    trial: Trial, attacks: Sequence[Attack], population: Sequence[Profile], n_words: int = 10
) -> dict[str, dict[str, list[Clue]]]:
    """The words that gave each found person away, by document and by the attacks that found them.

    A person whom a member of the suite alone found is explained by the suite.
    """
    profiles = {profile.id: profile for profile in population}
    explained = {}
    for document, found in trial.found():
        speaking = [attack for attack in attacks if attack.name in found] or attacks
        profile = profiles[document.person or ""]
        explained[document.id] = {each.name: find_clues(each, document.text, profile, n_words) for each in speaking}
    return explained


def find_clues(attack: Attack, text: str, profile: Profile, n_words: int = 10) -> list[Clue]:
    """What in the text spoke most for the person, as the attack explains it."""
    contributions = attack.explain(text, profile)
    total = sum(value for value in contributions.values() if value > 0)
    best = sorted(contributions.items(), key=lambda item: (-item[1], item[0]))[:n_words]
    return [Clue(word, float(value), float(value / total)) for word, value in best if value > 0]
