"""Rounds of deciding, writing and attacking, until nobody is found or the document is withheld."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from unname.core.document import Document, Profile, Role
from unname.core.errors import ConfigError, UnnameError
from unname.core.redaction import Plan, Redaction
from unname.core.results import KEPT, Combination, Outcome, Sighting
from unname.core.roles import Attack
from unname.detect.word_by_word import WORDS
from unname.measure.leaks.check import survivors
from unname.measure.leaks.repair import told_survivors
from unname.measure.unread import unread
from unname.measure.unshared import n_unshared, visible
from unname.pipeline.document import Pipeline, released_names, write
from unname.pipeline.feedback import Clue, n_hidden, prices_of, strongest, with_clues
from unname.pipeline.panel import Panel, Tell, untold
from unname.text.masks import says_nothing
from unname.text.words import words

Report = Callable[[str, int, int, int], None]
"""Told the stage, how many documents are done, how many there are, and how many failed."""

N_CLUES = 20
"""How many of the words that gave a person away are kept for the report."""


@dataclass(eq=False)
class Case:
    """One document on its way: what is decided so far, and what became of it."""

    document: Document
    told: list[Combination] = field(default_factory=list, repr=False)
    plan: Plan | None = field(default=None, repr=False)
    redaction: Redaction | None = field(default=None, repr=False)
    reason: str = ""
    rounds: int = 0
    before: Sequence[Sighting] = ()
    first: Sequence[Sighting] = ()
    after: Sequence[Sighting] = ()
    other_before: Sequence[Sighting] = ()
    other_after: Sequence[Sighting] = ()
    n_hidden_first: int = 0
    n_unshared_before: int | None = None
    n_unshared: int | None = None
    unread: frozenset[str] = frozenset()
    clues: dict[str, float] = field(default_factory=dict, repr=False)

    @property
    def is_open(self) -> bool:
        """Whether it may still be released."""
        return not self.reason

    def withhold(self, reason: str) -> None:
        """Do not release it; the first reason stays."""
        self.reason = self.reason or reason

    def keep_hidden(self) -> None:
        """Let nothing that the plan hides be shown again because something else is hidden in the next round.

        Where words are hidden among those of others, other words may do; what a plain release hides is given there.
        """
        told = {combination.entities for combination in self.told}
        for decision in self.plan.decisions if self.plan else ():
            option = decision.option
            if says_nothing(option.value) and frozenset({option.entity}) not in told:
                self.told.append(Combination(frozenset({option.entity}), "it was hidden before"))

    def tell(self, clues: Sequence[Clue]) -> None:
        """Remember which words gave the person away."""
        for word, weight in clues:
            self.clues[word] = max(weight, self.clues.get(word, 0.0))

    def outcome(self) -> Outcome:
        """What became of it."""
        strongest_first = sorted(self.clues, key=lambda word: (-self.clues[word], word))
        return Outcome(
            self.document.id,
            self.redaction if self.is_open else None,
            self.reason,
            self.rounds,
            self.before,
            self.first,
            self.after,
            self.other_before,
            self.other_after,
            n_words=len(words(self.document.text)),
            n_hidden_first=self.n_hidden_first,
            n_hidden=n_hidden(self.document, self.redaction) if self.redaction else 0,
            n_unshared_before=self.n_unshared_before,
            n_unshared=self.n_unshared,
            unread=self.unread,
            changes=self._changes(),
            clues=tuple(strongest_first[:N_CLUES]),
            risk_before=self.plan.risk_before if self.plan else None,
            risk_after=self.plan.risk_after if self.plan else None,
        )

    def _changes(self) -> Counter[tuple[str, str, str]]:
        """What was done to each entity that identifies or was changed, counted by label, role and action."""
        actions = {each.option.entity: each.option.action for each in self.plan.decisions} if self.plan else {}
        counted = Counter[tuple[str, str, str]]()
        for entity in self.document.entities:
            # Where every word may be hidden, a word by itself was not found to identify.
            is_word = all(mention.source == WORDS for mention in entity.mentions)
            role = Role.NONE if is_word else entity.role
            if entity.id in actions or role is not Role.NONE:
                counted[entity.label, role.value, actions.get(entity.id, KEPT)] += 1
        return counted


@dataclass(frozen=True)
class Loop:
    """Releases a corpus: what `attacks` still find goes another round, what the `jury` finds is withheld.

    An attack finds somebody if its first choice is right with a chance above 1 / (k + 1), or above the policy's
    `max_risk` where there is no k (0.5 without either). What it went by is fed back: of the words that spoke for the
    person, those that carry `share` of it, the cheapest for their weight, are hidden in the next round. With `ahead`,
    that goes on until each attack places as many others before the person, so that others may be misled, too. After
    `max_rounds` (by default the policy's), or where nothing is left to hide, the document is withheld. What the jury
    finds is never fed back, so that it tells how masks hold against others than those they were made for. Documents
    about the same person are attacked together, too, and share their fate.

    Without a population nobody can be looked for: there is one round, and the output is checked. `names` are kinds and
    names of files that are written beside the text, in which nothing hidden may stand.

    `other` is other knowledge about the same people (by id), which takes no part: when all is decided, attacks and jury
    look with it at the originals and at what is released, and it is told what they find.
    """

    pipeline: Pipeline
    population: Sequence[Profile] = field(default=(), repr=False)
    attacks: tuple[str | Attack, ...] = ()
    jury: tuple[str | Attack, ...] = ()
    max_rounds: int | None = None
    share: float = 0.25
    ahead: int = 0
    names: Sequence[tuple[str, str]] = field(default=(), repr=False)
    other: Sequence[Profile] = field(default=(), repr=False)

    def run(self, documents: Sequence[Document], report: Report | None = None) -> list[Outcome]:
        """What becomes of each document, in order."""
        return self.judged(self.written(documents, report), report)

    def written(self, documents: Sequence[Document], report: Report | None = None) -> list[Case]:
        """The documents after the last round, before the jury sees them; what failed on the way is withheld already."""
        self._check()
        cases = [Case(document) for document in documents]
        self._each("detect", cases, self._detect, report)
        self._look_before(cases, report)
        active = [number for number, case in enumerate(cases) if case.is_open]
        for round in range(1, self._max_rounds + 1):
            self._each(f"round {round}", [cases[number] for number in active], self._decide, report)
            found = self._found(cases, active, round, report)
            if not found or round == self._max_rounds:
                break
            active = self._fed_back(cases, found, round, report)
        return cases

    def judged(self, cases: Sequence[Case], report: Report | None = None) -> list[Outcome]:
        """What becomes of documents that were written: whom an attack or the jury finds is withheld."""
        self._judge(cases, report)
        self._each("check", [case for case in cases if case.is_open], self._check_output, report)
        self._look_with_other_knowledge(cases, report)
        _compare(cases)
        return [case.outcome() for case in cases]

    @cached_property
    def panel(self) -> Panel:
        """The attacks whose findings are fed back."""
        return Panel(self.attacks, self.population)

    @cached_property
    def jurors(self) -> Panel:
        """The attacks that only judge."""
        return Panel(self.jury, self.population, judges=True)

    @cached_property
    def outsiders(self) -> tuple[Panel, Panel]:
        """The attacks and the jury with other knowledge."""
        return Panel(self.attacks, self.other), Panel(self.jury, self.other, judges=True)

    @property
    def limit(self) -> float:
        """The chance above which an attack has found somebody."""
        policy = self.pipeline.policy
        if policy.k is not None:
            return 1.0 / (policy.k + 1)
        return 0.5 if policy.max_risk is None else policy.max_risk

    @property
    def _max_rounds(self) -> int:
        return self.pipeline.policy.max_rounds if self.max_rounds is None else self.max_rounds

    def _check(self) -> None:
        if self._max_rounds < 1:
            raise ConfigError(f"max_rounds must be at least 1, got {self._max_rounds}")
        if self.ahead < 0:
            raise ConfigError(f"ahead must not be negative, got {self.ahead}")
        if not 0.0 < self.share <= 1.0:
            raise ConfigError(f"share must lie above 0 and at most at 1, got {self.share}")
        if (self.attacks or self.jury) and not self.population:
            raise ConfigError("attacks need a population: the people whom they look for")
        if self.other and not (self.attacks or self.jury):
            raise ConfigError("other knowledge needs attacks or a jury that look with it")
        both = {each.name for each in self.panel.attacks} & {each.name for each in self.jurors.attacks}
        if both:
            raise ConfigError(f"{min(both)} is named among the attacks and in the jury, which must be apart")

    def _each(
        self, stage: str, cases: Sequence[Case], work: Callable[[Case], None], report: Report | None = None
    ) -> None:
        """Do the work on each document; one that fails is withheld, and the others go on."""
        for done, case in enumerate(cases, start=1):
            try:
                work(case)
            except ConfigError:
                raise
            except UnnameError as error:
                # Whoever reads it knows which document it is about.
                case.withhold(str(error).replace(f"document {case.document.id!r}: ", ""))
            except Exception as error:
                # The message of an unexpected error may quote the text.
                case.withhold(f"{stage} failed ({type(error).__name__})")
            if report:
                report(stage, done, len(cases), sum(not each.is_open for each in cases))

    def _detect(self, case: Case) -> None:
        case.document = self.pipeline.detect(case.document)

    def _decide(self, case: Case) -> None:
        case.rounds += 1
        case.document, case.plan, case.redaction = write(self.pipeline, case.document, case.told)
        if case.rounds == 1:
            case.n_hidden_first = n_hidden(case.document, case.redaction)

    def _look_before(self, cases: Sequence[Case], report: Report | None) -> None:
        """Let all attacks look at the originals."""
        texts = {number: case.document.text for number, case in enumerate(cases) if case.is_open}
        subjects = _subjects(cases)
        panels = {"attack originals": self.panel, "jury on originals": self.jurors}
        feeding, judging = (
            panel.sightings(texts, subjects, _teller(stage, cases, report)) for stage, panel in panels.items()
        )
        for number in texts:
            cases[number].before = (*feeding[number], *judging[number])

    def _found(self, cases: Sequence[Case], active: Sequence[int], round: int, report: Report | None) -> list[int]:
        """The documents, of those that changed and of others about the same people, in which attacks find somebody."""
        subjects = _subjects(cases)
        people = {subjects.get(number) for number in active} - {None}
        texts = {
            number: case.redaction.text
            for number, case in enumerate(cases)
            if case.redaction and (number in active or subjects.get(number) in people)
        }
        tell = _teller(f"attack {round}", cases, report)
        for number, sightings in self.panel.sightings(texts, subjects, tell).items():
            cases[number].after = sightings
            if round == 1:
                cases[number].first = sightings
        return [number for number in texts if cases[number].is_open and any(map(self._is_near, cases[number].after))]

    def _is_near(self, sighting: Sighting) -> bool:
        """Whether an attack finds the person, or places too few others before them."""
        is_near = sighting.rank is not None and sighting.rank <= self.ahead
        return is_near or sighting.found > self.limit

    def _fed_back(self, cases: Sequence[Case], found: Sequence[int], round: int, report: Report | None) -> list[int]:
        """Those of the documents in which something more can be hidden in another round."""
        tell, active = _teller(f"explain {round}", cases, report), []
        for done, number in enumerate(found, start=1):
            if self._feed_back(cases, number):
                active.append(number)
            tell(done, len(found))
        return active

    def _feed_back(self, cases: Sequence[Case], number: int) -> bool:
        """Whether what the attacks went by can be hidden in another round."""
        case, subjects = cases[number], _subjects(cases)
        person = subjects.get(number)
        if person is None or case.redaction is None:
            return False
        texts = [
            other.redaction.text
            for at, other in enumerate(cases)
            if other.redaction and subjects.get(at) == person and other.is_open
        ]
        if self.pipeline.policy.k is None:
            case.keep_hidden()
        told = {combination.entities for combination in case.told}
        n_before = len(told)
        for sighting in case.after:
            if not self._is_near(sighting):
                continue
            clues = self.panel.told(sighting.attack, texts, person)
            case.tell(clues)
            case.document = with_clues(case.document, clues)
            chosen = strongest(case.document, case.redaction, clues, prices_of(case.document), self.share)
            new = [frozenset({id}) for id in chosen if frozenset({id}) not in told]
            case.told += [Combination(each, f"{sighting.attack} went by it") for each in new]
            told.update(new)
        return len(told) > n_before

    def _judge(self, cases: Sequence[Case], report: Report | None) -> None:
        """Withhold whom an attack still finds, and whom the jury finds."""
        texts = {number: case.redaction.text for number, case in enumerate(cases) if case.redaction}
        judged = self.jurors.sightings(texts, _subjects(cases), _teller("jury", cases, report))
        for number, sightings in judged.items():
            case = cases[number]
            for each in case.after:
                if each.found > self.limit:
                    case.withhold(f"{each.attack} still finds the person after {case.rounds} rounds")
            for each in sightings:
                if each.found > self.limit:
                    case.withhold(f"the jury ({each.attack}) finds the person")
            case.after = (*case.after, *sightings)

    def _look_with_other_knowledge(self, cases: Sequence[Case], report: Report | None) -> None:
        """Tell what all attacks find who know other things; nothing is decided by it."""
        if not self.other:
            return
        subjects, tell = _subjects(cases), _teller("other knowledge", cases, report)
        originals = {number: case.document.text for number, case in enumerate(cases) if case.before}
        released = {number: case.redaction.text for number, case in enumerate(cases) if case.redaction and case.is_open}
        for panel in self.outsiders:
            for number, sightings in panel.sightings(originals, subjects, tell).items():
                cases[number].other_before = (*cases[number].other_before, *sightings)
            for number, sightings in panel.sightings(released, subjects, tell).items():
                cases[number].other_after = (*cases[number].other_after, *sightings)

    def _check_output(self, case: Case) -> None:
        if case.redaction is None:
            return
        left = survivors(case.document, case.redaction, released_names(case.document, self.names))
        if left:
            case.withhold(told_survivors(left))


def _teller(stage: str, cases: Sequence[Case], report: Report | None) -> Tell:
    """Tells how far a stage is."""
    if report is None:
        return untold
    return lambda done, total: report(stage, done, total, sum(not case.is_open for case in cases))


def _compare(cases: Sequence[Case]) -> None:
    """Tell what nobody else of the corpus says, and what nobody looked at: of all that is visible, found or not."""
    people = [case.document.person or case.document.text for case in cases]
    counts = n_unshared([[case.document.text] for case in cases], people)
    for number, case in enumerate(cases):
        case.n_unshared_before = counts[number] if counts else None
    shown = {number: visible(case.redaction) for number, case in enumerate(cases) if case.redaction and case.is_open}
    counts = n_unshared(list(shown.values()), [people[number] for number in shown])
    for place, (number, parts) in enumerate(shown.items()):
        cases[number].n_unshared = counts[place] if counts else None
        cases[number].unread = unread(parts)


def _subjects(cases: Sequence[Case]) -> dict[int, str]:
    return {number: case.document.person for number, case in enumerate(cases) if case.document.person}
