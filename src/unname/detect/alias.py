"""Which names in a document mean the same person.

"Mr Tony Booth", "T. Booth" and "Booth's" are one person; "Tom Booth" and "Mrs Booth" are others. Names with at
least two parts found the people, in the order of the text; a single part goes to the person with that family
name (else given name) who was mentioned last, or, if there was none yet, who will be mentioned first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from unname.people.name_forms import Name, parse_name
from unname.text.russian import given_first, name_families


@dataclass(eq=False)
class Person:
    """Somebody named in the document, with the fullest form of the name so far."""

    number: int
    parts: tuple[str, ...]
    gender: str = ""

    def accepts(self, name: Name) -> bool:
        """Whether the name may be theirs: parts in the same order, initials allowed, no conflict of gender."""
        if self.gender and name.gender and self.gender != name.gender:
            return False
        short, long = sorted((self.parts, name.parts), key=len)
        return _fits(short, long)

    def learn(self, name: Name) -> None:
        """Take over a fuller form of the name."""
        self.gender = self.gender or name.gender
        longer = max(self.parts, name.parts, key=lambda parts: (len(parts), sum(map(len, parts))))
        self.parts = tuple(_fuller(part, self.parts + name.parts) for part in longer)


def _fits(short: Sequence[str], long: Sequence[str]) -> bool:
    rest = iter(long)
    return all(any(_agree(part, other) for other in rest) for part in short)


def _agree(part: str, other: str) -> bool:
    return part == other or (1 in (len(part), len(other)) and part[0] == other[0])


def _fuller(part: str, known: Sequence[str]) -> str:
    return max((other for other in known if _agree(part, other)), key=len) if len(part) == 1 else part


@dataclass
class _People:
    """Everybody found so far, by each part of their name; in each list the last mentioned comes last."""

    everybody: list[Person] = field(default_factory=list)
    by_part: dict[str, dict[int, Person]] = field(default_factory=dict)

    def add(self, name: Name) -> Person:
        person = Person(len(self.everybody), name.parts, name.gender)
        self.everybody.append(person)
        self.mention(person)
        return person

    def mention(self, person: Person) -> None:
        for part in _keys(person.parts):
            known = self.by_part.setdefault(part, {})
            known.pop(person.number, None)
            known[person.number] = person

    def _recent(self, part: str) -> Iterator[Person]:
        # Enough for any text by people; a register with thousands of one family name must not take the square.
        return islice(reversed(self.by_part.get(part, {}).values()), 50)

    def full(self, name: Name) -> Person | None:
        """The last mentioned person whom a name of several parts fits."""
        for part in sorted(_keys(name.parts), key=lambda part: (-len(part), part)):
            for person in self._recent(part) if len(part) > 1 else ():
                if person.accepts(name):
                    return person
        return None

    def single(self, name: Name) -> Person | None:
        """The last mentioned person with this family name, else with this given name."""
        other = None
        for person in self._recent(name.parts[-1]):
            if person.accepts(name):
                if person.parts[-1] == name.parts[-1]:
                    return person
                other = other or person
        return other if len(name.parts[-1]) > 1 else None


def _keys(parts: tuple[str, ...]) -> set[str]:
    """Where to look somebody up: by each part, and by the whole name."""
    return {*parts, " ".join(parts)}


def group_people(names: Sequence[str]) -> list[int]:
    """The number of the person behind each name, given in the order of the text.

    >>> group_people(["Mr Tony Booth", "Booth", "T. Booth", "Mr Tom Booth", "Mrs Booth"])
    [0, 0, 0, 1, 2]
    """
    known = {name: parse_name(name) for name in dict.fromkeys(names)}
    # In Russian, all cases of a name are that name, and the family name often stands first.
    families = name_families(part for name in known.values() for part in name.parts)
    ordered = {name: tuple(families[part] for part in given_first(read.parts)) for name, read in known.items()}
    parsed = [known[name]._replace(parts=ordered[name]) for name in names]
    people = _People()
    owners: dict[int, Person] = {}
    for index, name in enumerate(parsed):
        if len(name.parts) > 1:
            owners[index] = _found(people, people.full(name), name)
    for person in reversed(people.everybody):
        people.mention(person)
    for index, name in enumerate(parsed):
        if len(name.parts) > 1:
            people.mention(owners[index])
        elif name.parts:
            owners[index] = _found(people, people.single(name), name)
    return _numbered(names, owners)


def _found(people: _People, person: Person | None, name: Name) -> Person:
    if person is None:
        return people.add(name)
    person.learn(name)
    people.mention(person)
    return person


def _numbered(names: Sequence[str], owners: dict[int, Person]) -> list[int]:
    """Numbers in order of appearance; a name without any part goes by its spelling."""
    numbers: dict[object, int] = {}
    return [
        numbers.setdefault(owners[index] if index in owners else name.casefold(), len(numbers))
        for index, name in enumerate(names)
    ]
