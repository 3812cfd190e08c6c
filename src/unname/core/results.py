"""What is known about risk, what attackers answered, what became of documents, and how it scored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from unname.core.document import Span
from unname.core.errors import InternalError
from unname.core.redaction import Redaction

KEPT = "kept"
"""The action of what stays as it is."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """Where one attack places the person whom a text is about.

    `found` is the chance that its first choice is right. `rank` is 1 + the number of people who match better + half the
    number of `ties`, the others who match equally well; None where the person is not in the population, or nobody knows
    who it is. If `at_least`, the attack listed its best choices alone, and the person stands at `rank` or behind.
    `candidates` are its best choices with their scores, as far as they were wanted. `judges` says that the attack
    belongs to the jury, which never feeds back; for somebody with several documents, all of them were read as one text.
    Where it could not judge the text, `declined` says why; that nobody is `found` then is no evidence.
    """

    attack: str
    found: float = 0.0
    rank: float | None = None
    judges: bool = False
    ties: int = 0
    at_least: bool = False
    candidates: tuple[tuple[str, float], ...] = field(default=(), repr=False)
    declined: str = ""


@dataclass(frozen=True, slots=True)
class PutBack:
    """What one filler puts back behind the masks of one released text, with what it knows at a level.

    Of `n_masks` it puts back `n_right`: its best candidate is what was hidden there, and more probable than the policy
    allows; `surely` is its mean probability for those. Behind `n_direct` masks it puts back something that identifies
    alone, or that the user has always hidden. `judges` says that the filler belongs to the jury.
    """

    filler: str
    level: str
    n_masks: int = 0
    n_right: int = 0
    n_direct: int = 0
    surely: float = 0.0
    judges: bool = False


@dataclass(frozen=True, slots=True)
class CrowdSize:
    """How many people fit what a text shows: log10 of their expected number, and an interval around it.

    `group` is how many people were looked at; below 0, less than one is expected.
    """

    log10: float
    low: float
    high: float
    group: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """One document: what is released of it, or why nothing is, and how that came about.

    `reason` says in one line why a document is withheld, without a word of it; then `redaction` is None, and `after`
    tells of the text that was not released. `redaction` is None, too, where released texts are kept elsewhere. `before`
    tells of the original, `first` of the text after the first round.
    `other_before` and `other_after` are what the same attacks find in the original and in what is released with other
    knowledge about the people, which took no part in the release; empty where none was given. `half_after` is what the
    jury finds in the last text with halves of what is known, one sighting for each half and attack.

    Words are counted in the original; `n_hidden` of them are not in what is (or would have been) released.
    `n_unshared_before` and `n_unshared` count the things that nobody else of the corpus says, in the original among
    originals and in what is released among all that is released; None where there is nobody to compare with.
    `unread` are signs that what is released is of a kind that nobody looked at (`measure/unfamiliar.py`).
    `changes` counts entities that identify, and others that were changed, by label, role and action; the action is
    KEPT where they stay as they are. `is_assumed` says that its language could not be told, and was taken as English,
    or as Russian where its letters are Cyrillic.
    `clues` are the words that gave the person away, strongest first. `crowd_before` and `crowd` are how many people fit
    the original and what is (or would have been) released; `costs` says which visible words make that few, in bits.
    `shown` counts, by label, what a plain release would have hidden, and was shown since many share it.
    `put_back_first` and `put_back` are what fillers put back behind the masks of the text after the first round and of
    the last one; where a filler feeds back, `first` and `after` tell of the texts with that put back.
    """

    document: str
    redaction: Redaction | None = field(default=None, repr=False)
    reason: str = ""
    rounds: int = 0
    before: Sequence[Sighting] = ()
    first: Sequence[Sighting] = ()
    after: Sequence[Sighting] = ()
    other_before: Sequence[Sighting] = ()
    other_after: Sequence[Sighting] = ()
    n_words: int = 0
    n_hidden_first: int = 0
    n_hidden: int = 0
    n_unshared_before: int | None = None
    n_unshared: int | None = None
    unread: frozenset[str] = frozenset()
    changes: Mapping[tuple[str, str, str], int] = field(default_factory=dict)
    clues: Sequence[str] = field(default=(), repr=False)
    risk_before: float | None = None
    risk_after: float | None = None
    is_assumed: bool = False
    crowd_before: CrowdSize | None = None
    crowd: CrowdSize | None = None
    costs: Sequence[tuple[str, float]] = field(default=(), repr=False)
    shown: Mapping[str, int] = field(default_factory=dict)
    half_after: Sequence[Sighting] = ()
    put_back_first: Sequence[PutBack] = ()
    put_back: Sequence[PutBack] = ()

    @property
    def is_released(self) -> bool:
        """Whether something of it is released."""
        return not self.reason


@dataclass(frozen=True, slots=True)
class Release:
    """A corpus as it may leave: texts in order, why others are withheld (by their original ids), and the evidence.

    Each redaction bears the id under which it leaves; `map` gives the original id for it, and stays with whoever
    released it. `outcomes` and `about` are what a report is made of (`report.release_facts`).
    """

    released: Sequence[Redaction] = field(repr=False)
    map: Mapping[str, str] = field(repr=False)
    withheld: Mapping[str, str] = field(repr=False)
    outcomes: Sequence[Outcome] = field(repr=False)
    about: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Combination:
    """Entities that identify when they are visible together, and how surely, as a probability."""

    entities: frozenset[str]
    reason: str
    risk: float = 1.0


@dataclass(frozen=True, slots=True)
class Risk:
    """The estimated risk of one view of one document.

    `total` is a probability in [0, 1]: that of the riskiest entity or combination still visible. `rank` is the
    position of the true person among the population (1 is the best match), or None where there is no population.
    `whole` is the risk of the view as one, where the model gives such a risk beside or without naming entities.
    `probability` is that of the true person among the population, where the model ranks people; it may be rounded in
    another way when more views are asked about, and so takes no part in comparisons. `crowd` is how many people are
    expected to fit what is visible, where the model counts them.
    """

    total: float
    rank: int | None = None
    by_entity: Mapping[str, float] = field(default_factory=dict)
    combinations: tuple[Combination, ...] = ()
    whole: float = 0.0
    probability: float | None = field(default=None, compare=False)
    crowd: float | None = None


@dataclass(frozen=True, slots=True)
class Guess:
    """An attacker's answer to who a document is about: profile ids with scores, best first.

    Of a namer, names with confidences, and the `words` of the text that it went by. `declined` is empty, or the kind of
    answer that there was in place of a guess.
    """

    document: str
    ranking: tuple[tuple[str, float], ...] = field(repr=False)
    words: tuple[str, ...] = field(default=(), repr=False)
    declined: str = ""


@dataclass(frozen=True, slots=True)
class Filling:
    """One thing that may stand behind a mask, and how probable the attacker takes it to be.

    `reader` proposed it. Where it was copied or read from background, `source` is the id of that document and `passage`
    the range of it that was read.
    """

    text: str = field(repr=False)
    probability: float
    reader: str = ""
    source: str = field(default="", repr=False)
    passage: Span | None = None


@dataclass(frozen=True, slots=True)
class Fill:
    """What an attacker puts in the place of one mask of a text: candidates, best first, or none.

    `document` is the number of the text, `mask` the range of it that hides something.
    """

    document: str
    mask: Span
    candidates: tuple[Filling, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Score:
    """One number about one document; the corpus value is the weighted mean."""

    metric: str
    value: float
    document: str
    weight: float = 1.0


def pool(scores: "list[Score] | tuple[Score, ...]") -> dict[str, float]:
    """The weighted mean per metric; a metric whose weights are all zero is 0.

    >>> pool([Score("recall", 1.0, "a", 1), Score("recall", 0.0, "b", 3)])
    {'recall': 0.25}
    """
    sums: dict[str, list[float]] = {}
    for score in scores:
        if score.weight < 0:
            raise InternalError(f"metric {score.metric!r} has a negative weight")
        total = sums.setdefault(score.metric, [0.0, 0.0])
        total[0] += score.value * score.weight
        total[1] += score.weight
    return {metric: value / weight if weight else 0.0 for metric, (value, weight) in sums.items()}
