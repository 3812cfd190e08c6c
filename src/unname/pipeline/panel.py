"""Attacks that look for the people of a population in texts, each text alone and all about one person together."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from unname.core.document import Profile
from unname.core.errors import ConfigError, guarded
from unname.core.registry import create
from unname.core.results import Sighting
from unname.core.roles import Attack
from unname.measure.reidentification import Placement, place, place_scores
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
        self, texts: Mapping[int, str], subjects: Mapping[int, str], tell: Tell = untold
    ) -> dict[int, list[Sighting]]:
        """What each attack says of each document (by number); of all about one person together, if that is worse."""
        found: dict[int, list[Sighting]] = {number: [] for number in texts}
        together = self._together(texts, subjects)
        for done, attack in enumerate(self.attacks, start=1):
            alone = self._placed(attack, [(text, subjects.get(number)) for number, text in texts.items()])
            all_about = self._placed(attack, [(joined(several), person) for person, several in together.items()])
            by_person = dict(zip(together, all_about, strict=True))
            for (number, sightings), placed in zip(found.items(), alone, strict=True):
                union = by_person.get(subjects.get(number, ""))
                worst = union if union and _order(union) > _order(placed) else placed
                sightings.append(Sighting(attack.name, worst.found, worst.rank, self.judges))
            tell(done, len(self.attacks))
        return found

    def told(self, name: str, texts: Sequence[str], person: str) -> list[Clue]:
        """The words by which an attack found a person in their released texts, strongest first."""
        attack = next(each for each in self.attacks if each.name == name)
        text = joined(texts)
        profile = self._by_id[person]
        return clues(guarded(f"attack {attack.name}", lambda: attack.explain(text, profile)), text)

    @cached_property
    def _by_id(self) -> dict[str, Profile]:
        return {profile.id: profile for profile in self.population}

    @cached_property
    def _columns(self) -> dict[str, int]:
        return {profile.id: number for number, profile in enumerate(self.population)}

    def _together(self, texts: Mapping[int, str], subjects: Mapping[int, str]) -> dict[str, list[str]]:
        """All texts about each person who has several."""
        by_person: dict[str, list[str]] = {}
        for number, text in texts.items():
            if person := subjects.get(number):
                by_person.setdefault(person, []).append(text)
        return {person: several for person, several in by_person.items() if len(several) > 1}

    def _placed(self, attack: Attack, asked: Sequence[tuple[str, str | None]]) -> list[Placement]:
        if not asked:
            return []
        texts, people = [text for text, _ in asked], [person for _, person in asked]
        scores = getattr(attack, "scores", None)
        if scores is not None:
            rows = guarded(f"attack {attack.name}", lambda: scores(texts, self.population))
            placed = zip(people, rows, strict=True)
            return [place_scores("", row, self._columns.get(person or ""), person) for person, row in placed]
        guesses = guarded(f"attack {attack.name}", lambda: attack.guess(texts, self.population))
        n_people = len(self.population)
        return [place(guess, person, n_people) for person, guess in zip(people, guesses, strict=True)]


def _order(placed: Placement) -> tuple[float, float]:
    return placed.found, -(placed.rank or 0.0)
