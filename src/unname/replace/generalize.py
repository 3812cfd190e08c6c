"""Say less instead of nothing: the month, the band, the country."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import ClassVar, NamedTuple

from unname.core.document import Document, Entity, Mention
from unname.core.errors import ConfigError
from unname.core.fold import fold
from unname.core.redaction import Option
from unname.core.registry import Spelled
from unname.replace.dates import DATE_LEVELS, find_date_steps, says_no_more_than
from unname.replace.places import find_place_steps, is_country
from unname.replace.quantities import (
    find_age_steps,
    find_amount_steps,
    find_duration_steps,
    find_high_age_steps,
    find_share_steps,
    is_age_up_to_89,
    is_written_as_age,
    tells_high_age,
)
from unname.replace.states import find_state_steps, is_state_or_larger
from unname.replace.step import SHARES, Step, count_hidden

Steps = Mapping[str, Step]
"""What may be written instead, by level, finest first."""

_READERS: Mapping[str, tuple[Callable[[str], list[Step]], ...]] = {
    "DATETIME": (find_date_steps, find_duration_steps),
    "DEM": (find_age_steps, find_amount_steps),
    "QUANTITY": (find_share_steps, find_amount_steps, find_duration_steps, find_age_steps),
    "LOC": (find_place_steps,),
}
"""What reads the mentions of a label, the first that can."""


class _Level(NamedTuple):
    """What reads a text to bring it to one level, and what tells that it says no more as it stands."""

    labels: frozenset[str]
    read: Callable[[str], list[Step]]
    is_plain: Callable[[str], bool]


_DATES, _PLACES, _AGES = frozenset({"DATETIME"}), frozenset({"LOC"}), frozenset({"DEM", "QUANTITY", "DATETIME"})
_LEVELS: Mapping[str, _Level] = {
    **{level: _Level(_DATES, find_date_steps, partial(says_no_more_than, level=level)) for level in DATE_LEVELS},
    "country": _Level(_PLACES, find_place_steps, is_country),
    "state": _Level(_PLACES, find_state_steps, is_state_or_larger),
    "age-89": _Level(_AGES, find_high_age_steps, is_age_up_to_89),
}
"""The levels at which something may stay as it stands."""

_BOUND = re.compile(
    r"\b(?:before|after|by|prior\s+to|over|under|above|below|exceeding|at\s+least|at\s+most|up\s+to|"
    r"(?:more|less|fewer|older|younger|later|earlier)\s+than)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
"""Words that make a bound of the date or number behind them."""

_NAME = re.compile(r"[^\W\d_]{3,}")
_LONGEST = 200
"""No date, number or place has more characters; reading on would take the square of the length."""


@dataclass
class Generalize(Spelled):
    """Offers the steps between keeping and hiding: month, year and decade; bands of numbers; country and continent.

    The last option hides, behind `text` or, if `labeled`, behind the label. The mention that says most gives the
    value of an option. Another mention of the entity is written in its own form where that says the same, as
    the value where it says less, and hidden otherwise: no mention shows more than the value of the option, and none
    shows its own original. What cannot be read for sure, a place that bears the name of a person of the document, what
    stands behind words like "before" and "more than" (a wider bound would say something else), and any text that is
    not English, can only be hidden.

    With a level `to`, or several of them, as in `generalize(to='year')`, that one step is what the user wants whatever
    the risk, and what says no more as it stands is spared: "17 March 1994" becomes "1994", "1994" stays, and what
    cannot be read is hidden. Levels: month, year and decade; country; and those of HIPAA's Safe Harbor, `state` (with
    three digits of the ZIP code) and `age-89` (ages above become "90 or older", and years so long ago are hidden).
    """

    text: str = "***"
    labeled: bool = False
    to: str | tuple[str, ...] = ()
    _last: "_Reading | None" = field(default=None, init=False, repr=False, compare=False)

    joins: ClassVar[bool] = True
    generalizes: ClassVar[bool] = True
    """What is written may share words with the original, and says strictly less."""

    def __post_init__(self) -> None:
        if unknown := [level for level in self.levels if level not in _LEVELS]:
            raise ConfigError(f"generalize: unknown level {unknown[0]!r}; known are {', '.join(_LEVELS)}")

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels to which everything is brought; none if that is for a risk model to say."""
        return (self.to,) if isinstance(self.to, str) else tuple(self.to)

    @property
    def settled(self) -> bool:
        """Whether the user has said how much may be told, so that its first option is taken without a risk model."""
        return bool(self.to)

    def spares(self, mention: Mention, document: Document) -> bool:
        """Whether a mention says no more than a level `to` as it stands."""
        reading = self._reading(document)
        surface = reading.surface(mention)
        return reading.is_readable(mention) and any(
            _LEVELS[level].is_plain(surface) for level in reading.levels_of(mention.label, surface)
        )

    def options(self, entity: Entity, document: Document) -> Sequence[Option]:
        """The steps, finest first, or the one that is wanted, and hiding; a step costs a share of what hiding does."""
        hidden = count_hidden(entity, document)
        steps = self._reading(document).shared(entity)
        generalized = [Option(entity.id, level, step.text, SHARES[level] * hidden) for level, step in steps.items()]
        action = "label" if self.labeled else "mask"
        return [*generalized, Option(entity.id, action, self._hidden(entity.label), hidden, hides=True)]

    def render(self, mention: Mention, option: Option, document: Document) -> str:
        """One mention as the option has it, in its own form if it can be."""
        if option.action not in SHARES:
            return option.value
        reading = self._reading(document)
        shared = reading.shared_by_id(option.entity).get(option.action)
        own = reading.steps(mention).get(option.action)
        if shared is None or shared.text != option.value or (own and own.meaning != shared.meaning):
            return self._hidden(mention.label)
        if reading.is_bound(mention):
            return self._hidden(mention.label)
        text = own.text if own else shared.text
        return self._hidden(mention.label) if shows(text, reading.surface(mention)) else text

    def _hidden(self, label: str) -> str:
        return f"[{label}]" if self.labeled else self.text

    def _reading(self, document: Document) -> "_Reading":
        # What was read of the last document is kept: reading all mentions again for each would take the square.
        reading = self._last
        if reading is None or reading.document is not document:
            reading = self._last = _Reading(document, self.levels)
        return reading


def shows(text: str, original: str) -> bool:
    """Whether a text shows an original: as it stands (but not within a word), or all its words, whatever is between.

    >>> shows("EUR 10,000 to 20,000", "EUR 10,000"), shows("March 1994", "17 March 1994"), shows("the 1990s", "1990")
    (True, False, False)
    """
    new, old = fold(text), fold(original).strip()
    return bool(re.search(rf"(?<!\w){re.escape(old)}(?!\w)", new)) or _words(old) <= _words(new)


def _words(text: str) -> set[str]:
    return {word.strip(".,;:()'\"") for word in text.split()}


@dataclass
class _Reading:
    """What the mentions of one document can be generalized to, each read once."""

    document: Document = field(repr=False)
    levels: tuple[str, ...] = ()
    by_surface: dict[tuple[str, str, bool], Steps] = field(default_factory=dict, repr=False)
    by_entity: dict[str, Steps] = field(default_factory=dict, repr=False)

    @cached_property
    def people(self) -> frozenset[str]:
        """The words of the names of people: "Lund" may be Dr Lund, of whom no country is written."""
        names = (self.surface(mention) for mention in self.document.mentions if mention.label == "PERSON")
        return frozenset(word for name in names for word in _NAME.findall(fold(name)))

    def surface(self, mention: Mention) -> str:
        return self.document.text[mention.span.start : mention.span.end]

    def is_bound(self, mention: Mention) -> bool:
        before = self.document.text[max(0, mention.span.start - 20) : mention.span.start]
        return mention.label != "LOC" and _BOUND.search(before) is not None

    def steps(self, mention: Mention) -> Steps:
        if self.is_bound(mention):
            return {}
        key = (mention.label, self.surface(mention), "zip" in mention.kinds)
        if key not in self.by_surface:
            self.by_surface[key] = self._read(*key) if self.is_readable(mention) else {}
        return self.by_surface[key]

    def shared(self, entity: Entity) -> Steps:
        """The steps of the mention that says most, without those that would show it."""
        if entity.id not in self.by_entity:
            richest = max(entity.mentions, key=lambda mention: len(self.steps(mention)))
            original = self.surface(richest)
            self.by_entity[entity.id] = {
                level: step for level, step in self.steps(richest).items() if not shows(step.text, original)
            }
        return self.by_entity[entity.id]

    def shared_by_id(self, id: str) -> Steps:
        if id not in self.by_entity:
            for entity in self.document.entities:
                self.shared(entity)
        return self.by_entity.get(id, {})

    def is_readable(self, mention: Mention) -> bool:
        surface = self.surface(mention)
        if not self.document.language.lower().startswith("en") or len(surface) > _LONGEST:
            return False
        return mention.label != "LOC" or self.people.isdisjoint(_NAME.findall(fold(surface)))

    def levels_of(self, label: str, surface: str) -> list[str]:
        """The levels that are wanted of a mention, of which some are not for every text.

        A bare number is an age only where nothing else is meant; with `age-89`, years long ago tell such an age.
        """
        levels = [level for level in self.levels if label in _LEVELS[level].labels]
        if label == "DATETIME" and "age-89" in levels and tells_high_age(surface):
            return []
        is_age = label != "DATETIME" or is_written_as_age(surface)
        return [level for level in levels if level != "age-89" or is_age]

    def _read(self, label: str, surface: str, is_zip: bool) -> Steps:
        if not self.levels:
            found = (reader(surface) for reader in _READERS.get(label, ()))
            return {step.level: step for step in next(filter(None, found), [])}
        steps: dict[str, Step] = {}
        for level in self.levels_of(label, surface):
            read = partial(find_state_steps, is_zip=is_zip) if level == "state" else _LEVELS[level].read
            steps |= {step.level: step for step in read(surface) if step.level == level}
        return steps
