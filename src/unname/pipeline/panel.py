"""Attacks that look for the people of a population in texts, each text alone and all about one person together."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from unname.core.document import Document, Profile
from unname.core.errors import ConfigError, guarded
from unname.core.registry import create
from unname.core.results import Sighting
from unname.core.roles import AsksOutside, Attack
from unname.measure.sightings import Lookup
from unname.pipeline.feedback import Clue, clues, joined

Tell = Callable[[int, int], None]
"""Told how much is done, and of how much."""


def untold(done: int, total: int) -> None:
    """For work of which nobody wants to know how far it is."""


@dataclass
class Panel:
    """Several attacks on the same population; `judges` says that what they find is not fed back."""

    members: Sequence[str | Attack]
    population: Sequence[Profile] = field(repr=False)
    judges: bool = False

    @cached_property
    def attacks(self) -> list[Attack]:
        """The attacks, created when first asked for."""
        made = [create("attack", each) if isinstance(each, str) else each for each in self.members]
        names = [each.name for each in made]
        if len(set(names)) < len(names):
            raise ConfigError("the same attack is named twice")
        return made

    def sightings(
        self,
        texts: Mapping[int, str],
        subjects: Mapping[int, str],
        tell: Tell = untold,
        outside: Mapping[int, str] | None = None,
    ) -> dict[int, list[Sighting]]:
        """What each attack says of each document (by number); of all about one person together, if that is worse.

        Attacks that ask outside are shown the texts in `outside` alone (None: the same), and say nothing of others.
        """
        found: dict[int, list[Sighting]] = {number: [] for number in texts}
        for done, attack in enumerate(self.attacks, start=1):
            shown = texts
            if outside is not None and isinstance(attack, AsksOutside):
                shown = {number: outside[number] for number in texts if number in outside}
            together = self._together(shown, subjects)
            alone = self._seen(attack, [(text, subjects.get(number)) for number, text in shown.items()])
            all_about = self._seen(attack, [(joined(several), person) for person, several in together.items()])
            by_person = dict(zip(together, all_about, strict=True))
            for number, one in zip(shown, alone, strict=True):
                found[number].append(_worse(one, by_person.get(subjects.get(number, ""), one)))
            tell(done, len(self.attacks))
        return found

    def explain(self, name: str, texts: Sequence[str], person: str, outside: Sequence[str] | None = None) -> list[Clue]:
        """The words by which an attack found a person in texts about them, strongest first.

        One that asks outside is shown the texts in `outside` instead, if there are any.
        """
        attack = next(each for each in self.attacks if each.name == name)
        text = joined(texts if outside is None or not isinstance(attack, AsksOutside) else outside)
        profile = self.population[self._lookup.columns[person]]
        return clues(guarded(f"attack {attack.name}", lambda: attack.explain(text, profile)), text)

    @cached_property
    def _lookup(self) -> Lookup:
        return Lookup(self.population)

    def _together(self, texts: Mapping[int, str], subjects: Mapping[int, str]) -> dict[str, list[str]]:
        """All texts about each person who has several."""
        by_person: dict[str, list[str]] = {}
        for number, text in texts.items():
            if person := subjects.get(number):
                by_person.setdefault(person, []).append(text)
        return {person: several for person, several in by_person.items() if len(several) > 1}

    def _seen(self, attack: Attack, asked: Sequence[tuple[str, str | None]]) -> list[Sighting]:
        """Where an attack places the person of each text, among everybody."""
        documents = [Document("", text, person=person) for text, person in asked]
        batches = guarded(f"attack {attack.name}", lambda: [*self._lookup.look(attack, documents, whole=True)])
        return [replace(sighting, judges=self.judges) for batch in batches for sighting in batch[attack.name]]


def _worse(one: Sighting, other: Sighting) -> Sighting:
    """The sighting that speaks more against a release; where nobody is found, one that could not be had does."""
    return max(one, other, key=lambda each: (each.found, bool(each.declined), -(each.rank or 0.0)))
