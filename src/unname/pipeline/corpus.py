"""From many documents to their release: each is decided, named anew, put in order and accounted for."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from unname.core.document import Document, Mention, Profile
from unname.core.errors import InputError, UnnameError, Withheld
from unname.core.policy import Policy, read_policy
from unname.core.progress import Listener
from unname.core.redaction import Redaction
from unname.core.results import Outcome, Release
from unname.people.population import Population
from unname.pipeline.case import Case
from unname.pipeline.compose import compose, scatter
from unname.pipeline.document import as_document
from unname.pipeline.kept import N_DOCUMENTS
from unname.pipeline.key import Key
from unname.pipeline.order import Item, Spool, arrange, name_items, neutral_id
from unname.pipeline.rounds import Rounds
from unname.replace.book import RunBook, note_text
from unname.replace.restore import Kept, changes_of

if TYPE_CHECKING:
    from unname.replace.vault import Vault

UNKNOWN = "its subject is not in the population"
NAMED = "a field of --keep-fields holds the id or the name of a person of the population"
NAMES = ("PERSON", "CODE")
"""What everything hidden is taken for where it is looked for in an id."""

Failed = Callable[[UnnameError, Item | None], None]
"""Told of a document that is not released, and why; the item is None where it could not even be read."""


def release_all(
    documents: Iterable[Document | str],
    population: Sequence[Profile] | None = None,
    policy: Policy | str | None = None,
    *,
    k: int | None = None,
    subjects: Mapping[str, str] | None = None,
    linkage: str | None = None,
    attacks: Sequence[str] | None = None,
    jury: Sequence[str] | None = None,
    other_knowledge: Sequence[Profile] = (),
    key: bytes | None = None,
    keep_ids: bool = False,
    keep_order: bool = False,
    measure_kept: bool = False,
    vault: "Vault | None" = None,
    report: Listener | None = None,
    **settings: Any,
) -> Release:
    """Release a corpus: the texts that may leave, under neutral ids in an order that tells nothing, and the evidence.

    Without a population each document is released by itself. With one, the texts are attacked before they leave: whom
    `attacks` find is hidden better, in rounds; whom the `jury` finds in the end is withheld. With `k`, the fewest words
    beside are hidden until that many other people fit each document at least as well as the person it is about: the
    one that `subjects` (by the id of the document) or the document itself names, else the person with the same id.
    `policy` is a `Policy`, the name of one that is shipped, or a file. A `key` repeats the order of an earlier run.
    A `vault` keeps the originals and remembers surrogates. With `measure_kept`, what `about` tells has the share of
    the information that is kept (TPI) of the first documents, which E5 joins with who is found. The other settings
    are those of `Pipeline`. A document that fails is withheld, and the others go on.
    """
    demands = read_policy(policy) if isinstance(policy, str) else policy or Policy()
    known = None if population is None else Population(population, subjects or {})
    rounds = compose(known, k, linkage, attacks, jury, other_knowledge, policy=demands, **settings)
    corpus = Corpus(
        rounds,
        Key() if key is None else Key(key),
        known,
        keep_ids,
        keep_order,
        gives_evidence=True,
        keeps_edits=True,
        n_compared=N_DOCUMENTS if measure_kept else 0,
        vault=vault,
        report=report,
    )
    for document in documents:
        corpus.add(as_document(document))
    corpus.finish()
    corpus.keep_originals()
    return corpus.release()


@dataclass(eq=False)
class Corpus:
    """A release in the making: documents are added one by one, and after `finish` it tells what leaves.

    Only what must be judged together is held: all documents where there is a population, or where a risk measure is to
    count what only one of them says. Where surrogates are drawn, all wait until every word is known, since none may be
    drawn. Otherwise each is released as it comes, and its text waits in the `spool`.

    `gives_evidence` says that documents are compared with each other for a report, `keeps_edits` that the map back is
    wanted. A `vault` keeps what it takes to restore each document. `in_groups` keeps documents together that were added
    with the same group. `compared` are the first `n_compared` documents, each with its text as released, if it is.
    """

    rounds: Rounds
    key: Key
    population: Population | None = field(default=None, repr=False)
    keep_ids: bool = False
    keep_order: bool = False
    in_groups: bool = False
    gives_evidence: bool = False
    keeps_edits: bool = False
    n_compared: int = 0
    vault: "Vault | None" = field(default=None, repr=False)
    spool: Spool = field(default_factory=Spool, repr=False)
    failed: Failed | None = field(default=None, repr=False)
    report: Listener | None = field(default=None, repr=False)
    items: list[Item] = field(default_factory=list, repr=False)
    failures: list[UnnameError] = field(default_factory=list)
    withheld: dict[str, str] = field(default_factory=dict, repr=False)
    n_unknown: int = 0
    n_assumed: int = 0
    compared: list[tuple[Document, str | None]] = field(default_factory=list, repr=False)
    _held: list[tuple[Item, Document, str]] = field(default_factory=list, repr=False)
    _waiting: list[tuple[Item, Document]] = field(default_factory=list, repr=False)
    _outcomes: dict[Item, Outcome] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.population is not None and self.rounds.pipeline.policy.k is not None:
            # Nobody may stand in a place that can be foretold: right behind the others.
            lots, n_people = self.key.part("lots"), len(self.population.people)
            self.rounds = replace(self.rounds, pipeline=scatter(self.rounds.pipeline, lots, n_people))
        if self.rounds.pipeline.replacers_.draw and self.rounds.pipeline.book is None:
            # Surrogates come by the key of the run, so that a run can be repeated.
            book = self.vault or RunBook(self.key.part("surrogates"))
            self.rounds = replace(self.rounds, pipeline=replace(self.rounds.pipeline, book=book))
        if self.gives_evidence:
            from unname.pipeline.uniqueness import Comparison  # here, since it computes with arrays

            self._comparison = Comparison(holds_texts=False)

    @property
    def is_held(self) -> bool:
        """Whether documents are judged together, and nothing is released before all of them are there."""
        return self.population is not None or (self.gives_evidence and self.rounds.pipeline.risk_ is not None)

    @property
    def documents(self) -> list[Document]:
        """The documents that are held and may be released."""
        return [document for _, document, reason in self._held if not reason]

    def add(self, document: Document, group: Hashable = None) -> None:
        """Take a document; it is released at once, or held until all are there."""
        number = len(self.items) + 1
        place = self.key.place(number, document)
        item = Item(group, document.id, place, neutral_id(number), document.own_id, number)
        self.items.append(item)
        if self.rounds.pipeline.replacers_.draw:
            note_text(self.rounds.pipeline.book_, document.text)
        if self.is_held:
            self._held.append((item, *self._place(item, document)))
        elif self.rounds.pipeline.replacers_.draw:
            self._waiting.append((item, document))
        else:
            self._release_alone(item, document)

    def finish(self) -> None:
        """Judge what is held, and put everything into the order of the release."""
        for done, (item, document) in enumerate(self._waiting, start=1):
            self._release_alone(item, document)
            if self.report is not None:
                self.report("release", done, len(self._waiting), len(self.failures))
        in_order = arrange(self.items, self.in_groups, self.keep_order)
        if self.is_held:
            self._held = [(item, replace(document, id=item.neutral), why) for item, document, why in self._held]
            self._release_together()
        elif self.gives_evidence:
            for item, outcome in zip(self.items, self._comparison.outcomes(), strict=True):
                self._outcomes[item] = replace(outcome, document=item.neutral, redaction=None)
        self.items = in_order
        name_items(self.items)

    @property
    def n_released(self) -> int:
        """How many documents leave."""
        return sum(item.is_released for item in self.items)

    def outcomes(self) -> list[Outcome]:
        """What became of each document, in the order of the release; without texts."""
        return [self._outcomes[item] for item in self.items]

    def released(self, group: Hashable = None) -> Iterator[Redaction]:
        """What leaves, in order, under its new ids: all of it, or what was added with a group."""
        for item in self.items:
            if item.text is not None and group in (None, item.group):
                yield Redaction(item.id, self.spool.get(item.text), item.edits, item.fields)

    def keep_originals(self, sources: Mapping[Hashable, str] | None = None) -> None:
        """Let the vault keep what it takes to restore what leaves; `sources` are the files of each group."""
        if self.vault is None:
            return
        run = self.key.part("run")[:8].hex()
        self.vault.keep(
            Kept(
                item.id,
                self.spool.get(item.text),
                item.changes,
                item.document,
                (sources or {}).get(item.group, ""),
                item.number,
                item.person,
                run,
            )
            for item in self.items
            if item.text is not None
        )

    def release(self) -> Release:
        """All of it as one value."""
        from unname.pipeline.about import about

        originals = {item.id: item.document for item in self.items if item.is_released}
        outcomes = tuple(self.outcomes())
        return Release(tuple(self.released()), originals, dict(self.withheld), outcomes, about(self))

    def fail(self, error: UnnameError, item: Item | None = None) -> None:
        """Note a document that is not released, and go on."""
        self.failures.append(error)
        if item is not None:
            self.withheld[item.document] = str(error).replace(f"document {item.neutral!r}: ", "")
        if self.failed is not None:
            self.failed(error, item)

    def _release_alone(self, item: Item, document: Document) -> None:
        # No other id goes further, so that none can come out anywhere.
        document = replace(document, id=item.neutral)
        pipeline, case = self.rounds.pipeline, Case(document)
        for stage, work in {
            "detect": partial(case.detect, pipeline),
            "round 1": partial(case.decide, pipeline),
            "check": partial(case.check, self.rounds.names),
        }.items():
            if case.is_open:
                case.attempt(stage, work)
        self.n_assumed += case.is_assumed and case.is_open
        if self.gives_evidence:
            self._comparison.add(case)
        self._settle(item, document, case.redaction if case.is_open else None, case.error)

    def _release_together(self) -> None:
        """Release all that is held."""
        from unname.pipeline.uniqueness import count_uniqueness

        if self.population is None:
            pipeline = count_uniqueness(self.rounds.pipeline, self.documents)
            self.rounds = replace(self.rounds, pipeline=pipeline)
        cases = self.rounds.write(self.documents, self.report)
        judged = self.rounds.judge(cases, self.report)
        self.n_assumed = sum(case.is_assumed and case.is_open for case in cases)
        known = {outcome.document: (outcome, case.error) for outcome, case in zip(judged, cases, strict=True)}
        for item, document, reason in self._held:
            outcome, error = known.get(item.neutral, (Outcome(item.neutral, reason=reason), None))
            self._outcomes[item] = replace(outcome, redaction=None)
            if not reason:
                self._settle(item, document, outcome.redaction, error)

    def _settle(self, item: Item, document: Document, redaction: Redaction | None, error: UnnameError | None) -> None:
        """Let the release of a document wait for its turn, or note why there is none."""
        if len(self.compared) < self.n_compared:
            self.compared.append((document, None if redaction is None else redaction.text))
        if redaction is None:
            self.fail(error or Withheld("nothing was written"), item)
            return
        item.text, item.fields = self.spool.put(redaction.text), document.fields
        item.edits = redaction.edits if self.keeps_edits else ()
        if self.vault is not None:
            item.changes, item.person = changes_of(document, redaction), document.person
        item.keeps_id = self.keep_ids and item.own_id and not self._tells(item.document, document, redaction)

    def _place(self, item: Item, document: Document) -> tuple[Document, str]:
        """The document with the person it is about, and why it cannot be released, if that is known already."""
        if self.population is None:
            return document, ""
        if self.population.calls(list(document.fields.values())):
            self.fail(Withheld(NAMED), item)
            return document, NAMED
        try:
            placed = self.population.place(document)
        except InputError as error:
            self.fail(error, item)
            return document, UNKNOWN
        self.n_unknown += placed.person is None
        return placed, ""

    def _tells(self, id: str, document: Document, redaction: Redaction) -> bool:
        """Whether an id says who a document is about."""
        from unname.measure.leaks.check import find_leaks
        from unname.measure.leaks.ids import id_tells

        if id_tells(replace(document, id=id), redaction) or (self.population is not None and self.population.knows(id)):
            return True
        # Whatever is hidden is taken for a name, and for a number, so that parts of it are looked for, too.
        hidden = [edit for edit in redaction.edits if edit.old.end > edit.old.start]
        marked = (document.with_mentions([Mention(each.old, label, each.entity) for each in hidden]) for label in NAMES)
        return any(find_leaks(each, redaction, [("id", id)]) for each in marked)
