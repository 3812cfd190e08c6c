"""A language model that reads: it names people from what it knows of the world, or picks them from a short list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.attack.ranking import check_population
from unname.attack.reading import (
    AGAIN,
    EMPTY,
    FAILED,
    MALFORMED,
    REFUSED,
    SYSTEM,
    Reading,
    has_words,
    read_answer,
    weigh_words,
    write_question,
)
from unname.core.document import Profile
from unname.core.errors import ConfigError
from unname.core.registry import create, spelled
from unname.core.results import Guess
from unname.core.roles import AsksOutside, Attack, JudgesTogether
from unname.models.chat import Chat, ChatFailed
from unname.people.names import profile_names
from unname.people.same_name import is_name_of

if TYPE_CHECKING:
    from unname.core.roles import Matrix

_REASONS = {REFUSED: "the model refused to answer", MALFORMED: "the model gave no answer that could be read"}


@dataclass(repr=False)
class Reader:
    """Asks a language model at a chat endpoint (see `models.chat.Chat` for the settings) whom a text is about.

    It is a namer, which needs no population, and an attack. As an attack it names people first (`names_first`); whom it
    names, and whom `retrieval` ranks best, are on a list of `n_candidates`, in alphabetical order, from which it picks.
    Whom it picks come first, in its order; the others follow as `retrieval` ranks them. Where it picks nobody, all fit
    alike. The text, and of people the names on the list alone, are sent; a person without a name is never picked.

    A malformed answer is asked for once more. A text that the model refuses, answers with rubbish or cannot be asked
    about has no scores: that is no evidence that nobody is found. What the model quotes counts where it truly stands
    in the text.
    """

    endpoint: str = ""
    model: str = ""
    retrieval: str | Attack = "sparse"
    n_candidates: int = 20
    names_first: bool = True
    options: Mapping[str, Any] = field(default_factory=dict)
    max_tokens: int = 800
    allow_remote: bool = field(default=False, repr=False)
    key_variable: str | None = field(default=None, repr=False)
    timeout: float = field(default=120.0, repr=False)
    retries: int = field(default=2, repr=False)
    backoff: float = field(default=1.0, repr=False)
    per_second: float = field(default=0.0, repr=False)
    cache: str | Path | None = field(default=None, repr=False)
    readings_: dict[bytes, Reading] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name with the settings that answers depend on; passwords are left out."""
        inner = self.retrieval if isinstance(self.retrieval, str) else self.retrieval.name
        return spelled("reader", replace(self, retrieval=inner))

    def __repr__(self) -> str:
        """The name: an address as it was given may hold a password."""
        return self.name

    @cached_property
    def chat(self) -> Chat:
        """The one client through which everything is asked."""
        return Chat(
            self.endpoint,
            self.model,
            self.allow_remote,
            self.key_variable,
            self.max_tokens,
            self.timeout,
            self.retries,
            self.backoff,
            self.per_second,
            self.cache,
            self.options,
        )

    @cached_property
    def retrieval_(self) -> Attack:
        """The attack that gives the short list, created when first asked for."""
        made: Attack = create("attack", self.retrieval) if isinstance(self.retrieval, str) else self.retrieval
        if isinstance(made, AsksOutside | JudgesTogether):
            raise ConfigError(f"reader: {made.name!r} cannot give a short list")
        return made

    @property
    def costs(self) -> dict[str, float]:
        """Calls, tokens and seconds so far."""
        return self.chat.costs

    def check(self) -> None:
        """Refuse settings with which the endpoint cannot be asked, or must not be."""
        if not isinstance(self.n_candidates, int) or self.n_candidates < 2:
            raise ConfigError(f"reader: n_candidates must be a whole number from 2, got {self.n_candidates!r}")
        self.chat.check()
        _ = self.retrieval_

    def name_people(self, texts: Sequence[str]) -> list[Guess]:
        """Whom the model takes each text to be about, from its own knowledge."""
        self.check()
        guesses = []
        for number, text in enumerate(texts):
            reading = self._read(text)
            guesses.append(Guess(str(number), reading.guesses, reading.words, reading.declined))
        return guesses

    def scores(self, texts: Sequence[str], population: Sequence[Profile]) -> "Matrix":
        """Who fits each text (rows): picks first, then as retrieval ranks; all NaN where the model did not answer."""
        self.check()
        check_population(population)
        retrieved = self.retrieval_.scores(texts, population)
        rows = [self._score(text, row, population) for text, row in zip(texts, retrieved, strict=True)]
        return np.array(rows, dtype=np.float64).reshape(len(texts), len(population))

    def explain(self, text: str, profile: Profile) -> Mapping[str, float]:
        """The words that the model says it went by, each quotation alike, if it picked or named this person.

        Where it picked them and quoted nothing that stands in the text, what retrieval went by.
        """
        readings = [self.readings_[key] for key in (self._key(text, "list"), self._key(text)) if key in self.readings_]
        chosen = [each for each in readings if any(is_name_of(profile, name) for name, _ in each.guesses)]
        words = tuple(dict.fromkeys(word for each in chosen for word in each.words))
        if not chosen or not has_words(text):
            return {}
        return weigh_words(words) or self.retrieval_.explain(text, profile)

    def declined(self, text: str) -> str:
        """Why the last reading of a text gave no answer, in a line; empty where it gave one."""
        reading = self.readings_.get(self._key(text, "list")) or self.readings_.get(self._key(text))
        return reading.reason if reading is not None else ""

    def _score(self, text: str, retrieved: "Matrix", population: Sequence[Profile]) -> "Matrix":
        if not has_words(text):
            return np.zeros(len(population))
        named = self._read(text) if self.names_first else Reading()
        listed = self._shortlist(named, retrieved, population)
        if not listed:
            return np.zeros(len(population))
        names = sorted({profile_names(population[person])[0] for person in listed})
        reading = self._read(text, names)
        if reading.declined:
            return np.full(len(population), np.nan)
        return _rank(reading, listed, retrieved, population)

    def _shortlist(self, named: Reading, retrieved: "Matrix", population: Sequence[Profile]) -> list[int]:
        """Whom to choose from: those named and those retrieved first; equal ones in order of id."""
        can_be = [number for number, profile in enumerate(population) if profile_names(profile)]
        first = {number for number in can_be if any(is_name_of(population[number], name) for name, _ in named.guesses)}
        order = sorted(can_be, key=lambda number: (number not in first, -retrieved[number], population[number].id))
        return order[: self.n_candidates]

    def _read(self, text: str, names: Sequence[str] = ()) -> Reading:
        """One reading; what is malformed is asked for once more, and whatever fails is told as that."""
        if not has_words(text):
            return Reading(declined=EMPTY)
        question = write_question(text, names)
        try:
            reading = self._ask(question, text)
            if reading.declined == MALFORMED:
                reading = self._ask(question + AGAIN, text)
            reading = replace(reading, reason=_REASONS.get(reading.declined, ""))
        except ChatFailed as failure:
            reading = Reading(declined=FAILED, reason=str(failure))
        self.readings_[self._key(text, "list" if names else "")] = reading
        return reading

    def _ask(self, question: str, text: str) -> Reading:
        answer = self.chat.ask(SYSTEM, question)
        return Reading(declined=REFUSED) if answer.is_refusal else read_answer(answer.text, text)

    def _key(self, text: str, kind: str = "") -> bytes:
        return blake2b(f"{kind}\n{text}".encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _rank(reading: Reading, listed: Sequence[int], retrieved: "Matrix", population: Sequence[Profile]) -> "Matrix":
    """Whom the model picked above all others, in its order and by confidence; others as retrieved, below 1."""
    picked: dict[int, float] = {}
    for place, (name, confidence) in enumerate(reading.guesses):
        for person in listed:  # two of one name cannot be told apart
            if is_name_of(population[person], name):
                picked.setdefault(person, len(reading.guesses) - place + confidence / 2)
    if not picked:
        return np.zeros(len(population))
    finite = np.where(np.isfinite(retrieved), retrieved, retrieved[np.isfinite(retrieved)].min(initial=0.0))
    spread = float(finite.max() - finite.min())
    scores = (finite - finite.min()) / (2 * spread) if spread > 0 else np.zeros(len(population))
    for person, score in picked.items():
        scores[person] = score
    return scores
