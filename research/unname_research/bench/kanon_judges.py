"""Several models that try to find the person behind a document: the ensemble that judges in `morris2022`."""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from unname.attack.sparse import Sparse
from unname.core.document import Profile
from unname.core.errors import ConfigError, MissingModel
from unname.core.results import Sighting
from unname.index.matrix import ProfileMatrix
from unname.measure.sightings import place
from unname.models.linkage import BiEncoder, Parted, Parts, open_biencoder
from unname.models.linkage.transformer import Transformer, documents_of
from unname_research.bench.redactions import Biography

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Scores = NDArray[np.float64]
    Vectors = NDArray[np.float32]

SPARSE = "sparse"
ENSEMBLE = (SPARSE, "bag", "facts", "bag+facts", "frozen", "transformer")
"""The models that judge, the cheapest first: what it finds need not be searched for by those that cost more."""

PUBLISHED = "bm25, raw profiles"
"""The sparse model of `morris2022`: single words by BM25, against what the table of a person says as it stands."""

_BATCH = 100


class Judge(Protocol):
    """Whatever scores every person of a population for a text."""

    def scores(self, texts: Sequence[str]) -> "Scores":
        """One row for each text, one column for each person."""


@dataclass(frozen=True)
class Counting:
    """A judge that shares out the rare n-grams of one to three words."""

    population: Sequence[Profile] = field(repr=False)
    attack: Sparse = field(default_factory=lambda: Sparse(words=(1, 3)))

    def scores(self, texts: Sequence[str]) -> "Scores":
        """The scores of the attack."""
        return self.attack.scores(texts, self.population)

    @classmethod
    def as_published(cls, population: Sequence[Profile]) -> "Counting":
        """The judge that `morris2022` calls sparse, which does not know how a date or an office is written."""
        return cls([unrendered(profile) for profile in population], Sparse(words=(1, 1), weighting="bm25"))


def unrendered(profile: Profile) -> Profile:
    """A profile that says what its table says, as it stands there.

    >>> unrendered(Profile("p1", "Ada Grey", {"born": "1957-03-29", "towns": ["Ruritz", "Zenda"]})).text
    'Ada Grey 1957-03-29 Ruritz Zenda'
    """
    return Profile(profile.id, "", {}, " ".join([profile.name, *_values(profile.fields), profile.text]).strip())


def _values(value: object) -> Iterator[str]:
    if isinstance(value, Mapping | list | tuple):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from _values(each)
    elif value is not None:
        yield str(value)


@dataclass
class Together:
    """Transformers that read the same texts one after another: what they share of the work is done once."""

    encoders: list[Transformer] = field(default_factory=list)
    waiting: "dict[int, dict[str, Vectors]]" = field(default_factory=dict, repr=False)

    def documents(self, encoder: Transformer, texts: Sequence[str]) -> "Vectors":
        """What one of them makes of texts; what the others make of the last ones asked for is kept for them."""
        known = self.waiting.get(id(encoder), {})
        if any(text not in known for text in texts):
            found = documents_of(self.encoders, texts)
            each = zip(self.encoders, found, strict=True)
            self.waiting = {id(one): dict(zip(texts, vectors, strict=True)) for one, vectors in each}
            known = self.waiting[id(encoder)]
        return np.stack([known[text] for text in texts])


@dataclass
class Whole:
    """A bi-encoder for somebody who can only have whole texts read, as in `morris2022`."""

    encoder: BiEncoder

    @property
    def name(self) -> str:
        """The name of the encoder."""
        return self.encoder.name

    @property
    def width(self) -> int:
        """The width of the encoder."""
        return self.encoder.width

    def documents(self, texts: Sequence[str]) -> "Vectors":
        """What the encoder makes of texts."""
        return self.encoder.documents(texts)

    def profiles(self, profiles: Sequence[Profile]) -> "Vectors":
        """The vectors of profiles."""
        return self.encoder.profiles(profiles)


@dataclass
class Remembered(Whole):
    """A bi-encoder that has read a population and need not do so again; it counts what else it reads.

    `n_read` counts the texts of which it made a vector, `n_parted` those that it took apart.
    """

    encoder: Parted
    population: Sequence[Profile] = field(repr=False)
    together: Together = field(default_factory=Together, repr=False)
    n_read: int = 0
    n_parted: int = 0

    @property
    def exact(self) -> bool:
        """Whether the parts of the encoder are exact."""
        return self.encoder.exact

    def documents(self, texts: Sequence[str]) -> "Vectors":
        """What the encoder makes of texts."""
        self.n_read += len(texts)
        return self.encoder.documents(texts)

    def parts(self, text: str) -> Parts:
        """What the encoder says of the words of one text."""
        self.n_parted += 1
        return self.encoder.parts(text)

    def profiles(self, profiles: Sequence[Profile]) -> "Vectors":
        """The vectors of profiles, known for those of the population."""
        rows = [self._rows.get(profile.id, -1) for profile in profiles]
        if any(row < 0 or self.population[row] != profile for row, profile in zip(rows, profiles, strict=True)):
            return self.encoder.profiles(profiles)
        return self.vectors_[rows]

    @cached_property
    def vectors_(self) -> "Vectors":
        """One row for each person."""
        return self.encoder.profiles(self.population)

    @cached_property
    def matrix_(self) -> ProfileMatrix:
        """The same, to be compared with."""
        return ProfileMatrix.build([self.vectors_])

    def scores(self, texts: Sequence[str]) -> "Scores":
        """How well each text (rows) fits each person (columns)."""
        if isinstance(self.encoder, Transformer) and self.encoder in self.together.encoders and texts:
            return self.matrix_.scores(self.together.documents(self.encoder, texts))
        return self.matrix_.scores(self.documents(texts))

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {profile.id: number for number, profile in enumerate(self.population)}


@dataclass(frozen=True)
class Ensemble:
    """The judges by name, the cheapest first; `seconds` is what it took to read the population.

    `defending` names those that a redaction under judgment was made against, or that are made of such.
    """

    population: Sequence[Profile] = field(repr=False)
    judges: Mapping[str, Judge] = field(repr=False)
    missing: Mapping[str, str] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)
    defending: Collection[str] = ()

    @classmethod
    def of(
        cls,
        population: Sequence[Profile],
        models: Mapping[str, str | Path | BiEncoder],
        defending: Collection[str] = (),
    ) -> "Ensemble":
        """Let each model read the population; a model whose weights are not there is left out, and named."""
        judges: dict[str, Judge] = {}
        together = Together()
        missing: dict[str, str] = {}
        seconds: dict[str, float] = {}
        for name, model in models.items():
            began = time.perf_counter()
            try:
                judges[name] = _judge(model, population, together)
                seconds[name] = time.perf_counter() - began
            except MissingModel as error:
                missing[name] = str(error)
        if not judges:
            raise MissingModel(f"none of the models that judge is there: {'; '.join(missing.values())}")
        return cls(population, judges, missing, seconds, defending)

    @property
    def others(self) -> tuple[str, ...]:
        """The judges that took no part in any redaction: the same ones for all that is compared."""
        return tuple(name for name in self.judges if name not in self.defending)

    @property
    def encoders(self) -> dict[str, Remembered]:
        """Those of the judges that are bi-encoders."""
        return {name: judge for name, judge in self.judges.items() if isinstance(judge, Remembered)}

    def place(self, name: str, biographies: Sequence[Biography], texts: Sequence[str]) -> list[Sighting]:
        """Where one judge places the person of each text."""
        numbers = self._numbers(biographies)
        found = []
        for start in range(0, len(texts), _BATCH):
            scores = self.judges[name].scores(texts[start : start + _BATCH])
            for row, number in enumerate(numbers[start : start + _BATCH]):
                found.append(place(name, biographies[start + row].document.id, scores[row], number))
        return found

    def _numbers(self, biographies: Sequence[Biography]) -> list[int]:
        numbers = {profile.id: number for number, profile in enumerate(self.population)}
        return [numbers[biography.profile.id] for biography in biographies]


def _judge(model: str | Path | BiEncoder, population: Sequence[Profile], together: Together) -> Judge:
    if model == SPARSE:
        counting = Counting(population)
        counting.scores([""])  # which builds the index
        return counting
    encoder = open_biencoder(model) if isinstance(model, str | Path) else model
    if not isinstance(encoder, Parted):
        raise ConfigError(f"the model {encoder.name} does not say what each word adds")
    judge = Remembered(encoder, population, together)
    judge.scores([""])  # which reads the population
    if isinstance(encoder, Transformer):
        together.encoders.append(encoder)
    return judge
