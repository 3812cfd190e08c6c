"""Say less instead of nothing: the month, the band, the country, the kind of thing."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import ClassVar, NamedTuple

from unname.core.document import Document, Entity, Mention, Role, Span
from unname.core.errors import ConfigError
from unname.core.fold import fold
from unname.core.redaction import Option
from unname.core.registry import Spelled
from unname.replace.dates import DATE_LEVELS, find_date_steps, says_no_more_than
from unname.replace.english import with_article
from unname.replace.kinds import find_kind_steps, find_named_kind_steps, find_plain_kind_steps
from unname.replace.mend import Mending, Piece, is_function_word
from unname.replace.organizations import find_organization_steps
from unname.replace.places import find_country, find_origin_steps, find_place_steps, is_country, lies_in
from unname.replace.quantities import (
    find_age_steps,
    find_amount_steps,
    find_duration_steps,
    find_high_age_steps,
    find_share_steps,
    find_told_age_steps,
    is_age_up_to_89,
    is_measurement,
    is_written_as_age,
    tells_high_age,
)
from unname.replace.states import find_state_steps, is_state_or_larger
from unname.replace.step import SHARES, UNUSUAL, Step, count_hidden
from unname.replace.surroundings import Form, find_form, is_after_determiner, is_before_word, needs_article
from unname.text.sentences import starts_sentence
from unname.text.words import POSSESSIVE

Steps = Mapping[str, Step]
"""What may be written instead, by level, finest first."""

_READERS: Mapping[str, tuple[Callable[[str], list[Step]], ...]] = {
    "DATETIME": (find_date_steps, find_duration_steps, find_told_age_steps),
    "DEM": (find_age_steps, find_amount_steps, find_origin_steps, find_kind_steps),
    "QUANTITY": (find_share_steps, find_amount_steps, find_duration_steps, find_told_age_steps),
    "LOC": (find_place_steps, find_named_kind_steps),
    "ORG": (find_organization_steps,),
    "MISC": (find_named_kind_steps, find_plain_kind_steps),
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

_KINDS = frozenset({"kind", "wide-kind", "widest-kind"})
_BOUNDED = frozenset({"DATETIME", "QUANTITY", "DEM"})
_BOUND = re.compile(
    r"\b(?:before|after|by|prior\s+to|over|under|above|below|exceeding|at\s+least|at\s+most|up\s+to|"
    r"(?:more|less|fewer|older|younger|later|earlier)\s+than)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
"""Words that make a bound of the date or number behind them."""

_LANGUAGE = re.compile(
    r"\b(?:speaks?|spoke|speaking|spoken|fluent|in|into|from|languages?|learn\w*|taught|teach\w*|read|write|native)\s+$",
    re.IGNORECASE,
)
"""Words before "French" that make it a language, which no continent has."""

_OF_LANGUAGE = re.compile(r":|[- ](?:speaking|language|pronunciation|name|spelling|translation|script|alphabet)")
_OF_THINGS = re.compile(
    r"\b(?:(?:legal|minimum|voting|retirement|drinking|school|marriageable)\s+age\s+of|number|no\.?|top|round|channel)\s+$",
    re.IGNORECASE,
)
"""Words before a number that is nobody's age and counts nothing."""

_NUMBER = re.compile(r"[0-9.,]+|[a-z]+(?:-[a-z]+)?", re.IGNORECASE)
_AGE = re.compile(r"\bage[ds]?\s+(?:of\s+)?$", re.IGNORECASE)
_SCORE = re.compile(r"['’′″](?!s\b)|[–-]\w|\s?(?:ft|in|lbs?|m|cm|kg)\b(?![\s-][a-z])|\.[0-9]")
_PART_OF_NUMBER = re.compile(r"[#.\w/–-]$|\b(?:ft|feet|at)\s$")
"""What makes a number a score, a height, a rank or a part of a word: no band holds it."""


_ABOUT = re.compile(r"\b(?:about|around|approximately|nearly|almost|some|roughly)\s$", re.IGNORECASE)
_COMPARED = re.compile(r"(?:more|less) than|(?:one|five) to")
_NAME = re.compile(r"[^\W\d_]{3,}")
_LONGEST = 200
"""No date, number or place has more characters; reading on would take the square of the length."""


@dataclass
class Generalize(Spelled):
    """Offers the steps between keeping and hiding: month, year and decade; bands of numbers; kinds of things.

    The last option hides, behind `text` or, if `labeled`, behind the label. The mention that says most gives the
    value of an option. Another mention of the entity is written in its own form where that says the same, as
    the value where it says less, and hidden otherwise: no mention shows more than the value of the option, and none
    shows its own original. What cannot be read for sure, a place that bears the name of a person of the document, what
    stands behind words like "before" and "more than" (a wider bound would say something else), and any text that is
    not English, can only be hidden. Names of people and codes always are.

    Where no risk model decides, everything is brought to its usual level: dates to the year, places to their kind and
    country, numbers to a band, organizations and things to their kind; what is no finer than that goes one level
    further, and nothing is written that names what another entity of the document hides. Measurements and doses stay.

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
    def is_told(self) -> bool:
        """Whether the user has said how much may be told."""
        return bool(self.to)

    def settle(self, entity: Entity, options: Sequence[Option], document: Document) -> Option:
        """The option that is taken where no risk model decides: the level `to`, or the usual one."""
        if self.to:
            return options[0]
        reading = self._reading(document)
        fitting = [option for option in options if option.hides or not reading.names_hidden(entity, option)]
        usual = [option for option in fitting if option.action not in UNUSUAL]
        # A day without a year has no other level than its month.
        has_year = any(option.action in ("year", "decade") for option in options)
        is_day = usual[0].hides and fitting[0].action == "month" and not has_year
        return fitting[0] if is_day else usual[0]

    def spares(self, mention: Mention, document: Document) -> bool:
        """Whether a mention says no more than a level `to` as it stands, or tells of nobody: a dose, an article."""
        reading = self._reading(document)
        surface = reading.surface(mention)
        if not self.to:
            is_measured = mention.label == "QUANTITY" and "height" not in mention.kinds and is_measurement(surface)
            # "An" may be somebody's name, and "an" is not.
            tells_nothing = is_function_word(surface) and (mention.label != "PERSON" or surface.islower())
            return reading.is_english and (is_measured or tells_nothing)
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
        if not reading.can_change(mention):
            return self._hidden(mention.label)
        text = reading.write(mention, own or shared)
        return text if text and not shows(text, reading.surface(mention)) else self._hidden(mention.label)

    def mend(self, mention: Mention, new: str, document: Document) -> Sequence[Piece]:
        """What is written in place of one mention and the words around it, so that the sentence reads well."""
        reading = self._reading(document)
        if not reading.is_english:
            return [(mention.span, new)]
        if end := reading.repeats_place(mention):
            return [(Span(end, mention.span.end), "")]
        return reading.mending.mend(mention, new, is_hidden=new == self._hidden(mention.label))

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

    @cached_property
    def numbers(self) -> dict[Mention, int]:
        return {mention: number for number, mention in enumerate(self.document.mentions)}

    @cached_property
    def mending(self) -> Mending:
        return Mending(self.document)

    @cached_property
    def hidden_surfaces(self) -> dict[str, set[str]]:
        """What the entities that are not kept are called, folded, each with the entities that are called so."""
        found: dict[str, set[str]] = {}
        for entity in self.document.entities:
            for mention in entity.mentions if entity.role is not Role.NONE else ():
                surface = self.surface(mention)
                for name in {fold(surface).strip(), fold(find_country(surface))} - {""}:
                    found.setdefault(name, set()).add(entity.id)
        return found

    @cached_property
    def hidden_words(self) -> re.Pattern[str]:
        names = sorted((name for name in self.hidden_surfaces if len(name) > 2), key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names)) or '(?!)'})(?!\w)")

    def names_hidden(self, entity: Entity, option: Option) -> bool:
        """Whether an option would name what another entity hides: "a city in France" beside a hidden "French"."""
        told = self.hidden_words.findall(fold(option.value))
        return any(self.hidden_surfaces[name] - {entity.id} for name in told)

    def is_bound(self, mention: Mention) -> bool:
        before = self.document.text[max(0, mention.span.start - 30) : mention.span.start]
        is_number = mention.label in ("QUANTITY", "DEM") and _NUMBER.fullmatch(self.surface(mention)) is not None
        is_score = is_number and bool(
            _SCORE.match(self.document.text, mention.span.end) or _PART_OF_NUMBER.search(before)
        )
        if mention.label == "QUANTITY" and _AGE.search(before):
            return True
        return mention.label in _BOUNDED and (is_score or bool(_BOUND.search(before) or _OF_THINGS.search(before)))

    def can_change(self, mention: Mention) -> bool:
        """Whether a mention may be written in another way at all, going by what stands before it."""
        if mention.label == "DEM" and find_country(self.surface(mention)):
            before = self.document.text[max(0, mention.span.start - 20) : mention.span.start]
            behind = self.document.text[mention.span.end : mention.span.end + 20]
            return not _LANGUAGE.search(before) and not _OF_LANGUAGE.match(behind)
        return not self.is_bound(mention)

    def repeats_place(self, mention: Mention) -> int:
        """Where the place before a mention ends that is said to lie in it, as in "Lyon, France"; else 0.

        What the first is said to be leaves nothing to say of the second.
        """
        if mention.label != "LOC":
            return 0
        at = self.numbers[mention]
        last = self.document.mentions[at - 1] if at else None
        if last is None or last.label != "LOC" or self.document.text[last.span.end : mention.span.start] != ", ":
            return 0
        is_home = lies_in(self.surface(last), self.surface(mention))
        return last.span.end if is_home and self.steps(last) and self.can_change(mention) else 0

    def write(self, mention: Mention, step: Step) -> str:
        """A step as it is written in the place of a mention; an empty text if it cannot be."""
        text = self.document.text
        form = find_form(text, mention.span, has_article=mention.label == "ORG")
        surface = self.surface(mention)
        ending = POSSESSIVE.search(surface)
        if step.level in _KINDS and form is Form.TITLE:
            return ""
        is_capital = surface[:1].isupper() and not starts_sentence(text, mention.span.start)
        if mention.label == "DEM" and step.level in _KINDS and is_capital and is_before_word(text, mention.span):
            # "Republican" before a noun is no politician.
            return ""
        if step.owner and (ending or form is Form.OWNER):
            return with_article(step.owner) + ("'s" if ending else "")
        if mention.label in ("LOC", "ORG"):
            if ending or form in (Form.OWNER, Form.JOINED, Form.TITLE):
                return ""
            if form is Form.BEFORE_NOUN:
                return step.before_noun
        is_compared = _COMPARED.match(step.text) and step.level in ("band", "bound")
        if is_compared and (is_after_determiner(text, mention.span) or _ABOUT.search(text[: mention.span.start][-20:])):
            return ""
        is_bare = mention.label in ("DEM", "MISC") and step.level in _KINDS and step.text == step.meaning
        if is_bare and needs_article(text, mention.span):
            return with_article(step.text)
        return step.text

    def steps(self, mention: Mention) -> Steps:
        if not self.can_change(mention):
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

    @property
    def is_english(self) -> bool:
        return self.document.language.lower().startswith("en")

    def is_readable(self, mention: Mention) -> bool:
        surface = self.surface(mention)
        if not self.is_english or len(surface) > _LONGEST:
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
