"""The roles. They are protocols: a plug-in fits by its methods and need not import unname.

Each component has a `name` that includes its settings, such as `greedy(width=8)`. What some components can do beyond
their role is a protocol of its own, below the roles; nobody has to offer it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, Self, runtime_checkable

from unname.core.document import Document, Entity, Mention, Profile, Span
from unname.core.errors import InputError
from unname.core.example import Example
from unname.core.policy import Policy
from unname.core.redaction import HIDDEN, Option, Plan, Redaction
from unname.core.results import Fill, Guess, Risk, Score

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]
    """Scores of attacks: one row for each text, one column for each person."""

View = Mapping[str, str]
"""What a reader would see in place of some entities, by entity id; HIDDEN where an entity is hidden whole."""

Contributions = Mapping[str, float]
"""How much each word or n-gram of a text counted in a match."""

Rewrite = Callable[[Sequence[str]], Sequence[str]]
"""Gives one text for every text: anonymized, curated, or as it is."""


def is_hidden(entity: str, view: View) -> bool:
    """Whether a view hides an entity (by id) whole.

    >>> is_hidden("e1", {"e1": HIDDEN}), is_hidden("e1", {"e1": "the 1990s"}), is_hidden("e1", {})
    (True, False, False)
    """
    return view.get(entity) == HIDDEN


@runtime_checkable
class Detector(Protocol):
    """Finds mentions: inside the text, never empty, the same for the same input."""

    @property
    def name(self) -> str: ...

    def detect(self, document: Document) -> Sequence[Mention]: ...


@runtime_checkable
class RiskModel(Protocol):
    """Judges views of a document: one answer per view, in order; hiding more never raises `total`, unless `MayRise`."""

    @property
    def name(self) -> str: ...

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]: ...


@runtime_checkable
class Optimizer(Protocol):
    """Chooses at most one option per entity such that the policy holds, or raises `InfeasiblePlan`."""

    @property
    def name(self) -> str: ...

    def plan(self, document: Document, options: Sequence[Option], risk: RiskModel, policy: Policy) -> Plan: ...


@runtime_checkable
class Replacer(Protocol):
    """Proposes and writes replacements; the original never appears in what is rendered.

    `joins` says whether equal replacements that stand side by side become one.
    """

    @property
    def name(self) -> str: ...

    @property
    def joins(self) -> bool: ...

    def options(self, entity: Entity, document: Document) -> Sequence[Option]: ...

    def render(self, mention: Mention, option: Option, document: Document) -> str: ...


@runtime_checkable
class Attack(Protocol):
    """Says how well texts fit people, from strings and profiles alone.

    Of the scores, higher fits better; each row comes from its text alone, and an empty text fits everybody alike.
    Whoever asks hands over few texts at a time (`core/batches.py`). What an attack can do beyond that is a protocol of
    its own, below.
    """

    @property
    def name(self) -> str: ...

    def scores(self, texts: Sequence[str], population: Sequence[Profile]) -> "Matrix": ...

    def explain(self, text: str, profile: Profile) -> Contributions: ...


@runtime_checkable
class Namer(Protocol):
    """Says whom texts are about without a population: one guess for each text, in order, from its text alone.

    A guess ranks names with confidences, best first; its `words` truly stand in the text. A text without words names
    nobody. One that could not be read says so (`declined`), which is not the same as a guess without names.
    """

    @property
    def name(self) -> str: ...

    def name_people(self, texts: Sequence[str]) -> Sequence[Guess]: ...


@runtime_checkable
class Filler(Protocol):
    """Says what may stand behind each mask of texts, from the texts and from background documents, never an original.

    One fill for every mask, in the order of texts and of masks; each text is filled alone. `without` names for each
    text the documents of the background (by id) that its attacker does not have. A mask of which nothing is known has
    no candidates.
    """

    @property
    def name(self) -> str: ...

    def fill(
        self,
        texts: Sequence[str],
        background: Sequence[Document],
        without: Sequence[Collection[str]] | None = None,
    ) -> Sequence[Fill]: ...


@runtime_checkable
class AsksOutside(Protocol):
    """An attack or namer that hands texts to a service: it is shown what is to be released, and no original ever.

    `check` refuses settings with which it could not be asked, before any work is done. A text that it could not judge
    (the service is down, refuses, answers rubbish) has a row of scores that are all NaN, which is no evidence that
    nobody is found; `declined` says why, without a word of the text. `costs` counts what was asked so far.
    """

    def check(self) -> None: ...

    def declined(self, text: str) -> str: ...

    @property
    def costs(self) -> Mapping[str, float]: ...


@runtime_checkable
class ReadsWith(Filler, Protocol):
    """A filler that combines readers, of which some may ask outside; `check` refuses settings that cannot work."""

    @property
    def readers_(self) -> Sequence[object]: ...

    def check(self) -> None: ...


@runtime_checkable
class Shortlists(Attack, Protocol):
    """An attack that lists the best `top` people, which is quicker among very many than to score all; or all if None.

    A list is what sorting the scores would give: best first, and equal ones in order of id.
    """

    @property
    def top(self) -> int | None: ...

    def shortlist(self, texts: Sequence[str], population: Sequence[Profile]) -> Sequence[Guess]: ...


@runtime_checkable
class JudgesTogether(Attack, Protocol):
    """An attack that judges texts together: a row depends on the others, so it gets all at once and is told apart."""

    @property
    def joint(self) -> Literal[True]: ...


@runtime_checkable
class Wraps(Attack, Protocol):
    """An attack that makes something of the scores of another one; `around` gives the same one around another."""

    @property
    def inner(self) -> Attack: ...

    def around(self, inner: Attack) -> Self: ...


@runtime_checkable
class HasMembers(Attack, Protocol):
    """An attack that combines others: its scores are `combine` of `member_scores`, which are by name."""

    @property
    def members_(self) -> Sequence[Attack]: ...

    def member_scores(self, texts: Sequence[str], population: Sequence[Profile]) -> "Mapping[str, Matrix]": ...

    def combine(self, by_member: "Mapping[str, Matrix]", population: Sequence[Profile]) -> "Matrix": ...


@runtime_checkable
class LearnsFromReleases(Attack, Protocol):
    """An attack that learns from background as a release would show it, if it is told how to `anonymize` texts."""

    @property
    def anonymize(self) -> Rewrite | None: ...

    def with_anonymizer(self, anonymize: Rewrite) -> Self: ...


@runtime_checkable
class Metric(Protocol):
    """Scores one redaction of one document; finite, with the weight that pooling needs."""

    @property
    def name(self) -> str: ...

    def score(self, document: Document, redaction: Redaction) -> Sequence[Score]: ...


class Learned(Protocol):
    """What was learned: gives each example back with the marks or the class that it finds, and looks at no others."""

    def predict(self, examples: Sequence[Example]) -> Sequence[Example]: ...


@runtime_checkable
class Learner(Protocol):
    """Learns one of its `tasks` from examples: the same under the same seed, whatever the seed unless it `is_drawn`."""

    @property
    def name(self) -> str: ...

    @property
    def tasks(self) -> Sequence[str]: ...

    @property
    def is_drawn(self) -> bool: ...

    def fit(self, examples: Sequence[Example], seed: int = 0) -> Learned: ...


class Readable(Protocol):
    """A file as a format gets it: packed or not, in any encoding; what is no text is refused without a word of it.

    Errors begin with `path`. `lines` come with numbers from 1 and without line ends; one that cannot be decoded is
    passed over if it `skips`. `document` checks and builds one from a record, whose fields the user may have named.
    `failed` takes what is wrong with one document, so that the others can be read, or raises it.
    """

    @property
    def path(self) -> str | Path: ...

    def text(self) -> str: ...

    def lines(self, skips: bool = False) -> Iterator[tuple[int, str]]: ...

    def document(self, record: object, where: str, default_id: str) -> Document: ...

    def failed(self, error: InputError) -> None: ...


@runtime_checkable
class Format(Protocol):
    """Reads the documents of a file; what is not its own is refused by file and place, without a word of it.

    `endings` are those of its files, `holds_one` says that each of them is one document.
    """

    @property
    def name(self) -> str: ...

    @property
    def endings(self) -> Sequence[str]: ...

    @property
    def holds_one(self) -> bool: ...

    def read(self, file: Readable) -> Iterator[Document]: ...


@runtime_checkable
class WritableFormat(Format, Protocol):
    """A format in which texts may be released: it reads what it writes, and writes nothing that points back.

    Of a redaction that is the text, its id and the fields that are kept; of a document also what was found in it, where
    the format has a place for it. The first of `endings` is what a new file gets.
    """

    def write(self, items: Iterable[Document | Redaction]) -> Iterator[str]: ...


@runtime_checkable
class MayRise(Protocol):
    """A risk model that declares whether hiding more may raise its total; others are taken never to."""

    @property
    def may_rise(self) -> bool: ...


@runtime_checkable
class Generalizes(Protocol):
    """A replacer that declares whether it may say less instead of nothing; what it writes may then share words."""

    @property
    def generalizes(self) -> bool: ...


@runtime_checkable
class Settles(Generalizes, Protocol):
    """A replacer that knows how much is enough where no risk model decides: `settle` takes one of its options.

    `spares` says of a mention that it tells no more than that as it stands, so that nothing is changed. What the user
    has said to be enough (`is_told`) is so whatever may be guessed from it.
    """

    @property
    def is_told(self) -> bool: ...

    def settle(self, entity: Entity, options: Sequence[Option], document: Document) -> Option: ...

    def spares(self, mention: Mention, document: Document) -> bool: ...


@runtime_checkable
class Mends(Protocol):
    """A replacer that makes the words around a mention fit what it writes there.

    `mend` gives what is written in place of the mention, or of a wider range, and of words beside it; it changes none
    that another mention covers.
    """

    def mend(self, mention: Mention, new: str, document: Document) -> Sequence[tuple[Span, str]]: ...


@runtime_checkable
class Tidies(Protocol):
    """A replacer that declares whether equal replacements become one over the punctuation between them, too."""

    @property
    def tidy(self) -> bool: ...
