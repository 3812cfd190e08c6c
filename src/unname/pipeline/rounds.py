"""Rounds of deciding, writing and attacking, until nobody is found or the document is withheld."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from unname.core.document import Document, Profile
from unname.core.errors import ConfigError
from unname.core.progress import Listener
from unname.core.results import Outcome, PutBack, Sighting
from unname.core.roles import AsksOutside
from unname.people.halves import split_knowledge
from unname.pipeline import recipe
from unname.pipeline.case import Case
from unname.pipeline.document import Pipeline
from unname.pipeline.feedback import Clue, prices_of, strongest, with_clues
from unname.pipeline.fillers import Fillers, Library, Member, attacks_of, fillers_of
from unname.pipeline.panel import Panel, Tell, untold
from unname.pipeline.uniqueness import Comparison


@dataclass(frozen=True)
class Rounds:
    """Releases a corpus: what `attacks` still find goes another round, what the `jury` finds is withheld.

    An attack finds somebody if its first choice is right with a chance above 1 / (k + 1), or above the policy's
    `max_risk` where there is no k (0.5 without either). What it went by is fed back: of the words that spoke for the
    person, those that carry `share` of it, the cheapest for their weight, are hidden in the next round. With `ahead`,
    that goes on until each attack places as many others before the person, so that others may be misled, too. Both are
    the policy's if they are not given. After `max_rounds` (by default the policy's, too), or where nothing is left to
    hide, the document is withheld. What the jury finds is never fed back, so that it tells how masks hold against
    others than those they were made for. Documents about the same person are attacked together, too, and share their
    fate.

    Attacks and jury may hold fillers, which put back what masks hide with the knowledge of the policy's level. Attacks
    read the texts with that put back, the risk model judges it as visible, and the words beside it that told are fed
    back while a document is found or at risk. Whoever is put back as what identifies alone is withheld.

    Without a population nobody can be looked for: there is one round, and the output is checked. `names` are kinds and
    names of files that are written beside the text, in which nothing hidden may stand.

    In each of `n_draws` draws what is known is split into halves, and the jury looks with either, too: whoever is
    found by less than all is withheld.

    `other` is other knowledge about the same people (by id), which takes no part: when all is decided, attacks and jury
    look with it at the originals and at what is released, and it is told what they find.
    """

    pipeline: Pipeline
    population: Sequence[Profile] = field(default=(), repr=False)
    attacks: tuple[Member, ...] = ()
    jury: tuple[Member, ...] = ()
    max_rounds: int | None = None
    share: float | None = None
    ahead: int | None = None
    names: Sequence[tuple[str, str]] = field(default=(), repr=False)
    other: Sequence[Profile] = field(default=(), repr=False)
    n_draws: int = 0

    def run(self, documents: Sequence[Document], report: Listener | None = None) -> list[Outcome]:
        """What becomes of each document, in order."""
        return self.judge(self.write(documents, report), report)

    def write(self, documents: Sequence[Document], report: Listener | None = None) -> list[Case]:
        """The documents after the last round, before the jury sees them; what failed on the way is withheld already."""
        self._check()
        cases = [Case(document) for document in documents]
        self._each("detect", cases, lambda case: case.detect(self.pipeline), report)
        self._look_before(cases, report)
        library = self.fillers.read([case.document for case in cases])
        active = [number for number, case in enumerate(cases) if case.is_open]
        for round in range(1, self._max_rounds + 1):
            self._each(
                f"round {round}", [cases[number] for number in active], lambda case: case.decide(self.pipeline), report
            )
            self._fill(cases, active, library, round, report)
            found = self._found(cases, active, round, report)
            if not found or round == self._max_rounds:
                break
            active = self._fed_back(cases, found, library, round, report)
        return cases

    def judge(self, cases: Sequence[Case], report: Listener | None = None) -> list[Outcome]:
        """What becomes of documents that were written: whom an attack or the jury finds is withheld."""
        self._withhold_found(cases)
        # Before the jury, since whoever asks outside is shown nothing that cannot be released.
        self._each("check", [case for case in cases if case.is_open], lambda case: case.check(self.names), report)
        self._ask_jury(cases, report)
        self._ask_filling_jury(cases, report)
        self._ask_with_halves(cases, report)
        self._look_with_other_knowledge(cases, report)
        return Comparison.of(cases).outcomes()

    @cached_property
    def panel(self) -> Panel:
        """The attacks whose findings are fed back."""
        return Panel(attacks_of(self.attacks), self.population)

    @cached_property
    def jurors(self) -> Panel:
        """The attacks that only judge."""
        return Panel(attacks_of(self.jury), self.population, judges=True)

    @cached_property
    def fillers(self) -> Fillers:
        """Those among the attacks that put back what masks hide."""
        return Fillers(fillers_of(self.attacks), self.population, self.pipeline.policy.knowledge)

    @cached_property
    def filling_jurors(self) -> Fillers:
        """Those in the jury that do."""
        return Fillers(fillers_of(self.jury), self.population, self.pipeline.policy.knowledge, judges=True)

    @property
    def names_feeding(self) -> list[str]:
        """The names of all whose findings are fed back."""
        return [*(each.name for each in self.panel.attacks), *(each.name for each in self.fillers.fillers)]

    @property
    def names_judging(self) -> list[str]:
        """The names of all who only judge."""
        return [*(each.name for each in self.jurors.attacks), *(each.name for each in self.filling_jurors.fillers)]

    @cached_property
    def outsiders(self) -> tuple[Panel, Panel]:
        """The attacks and the jury with other knowledge."""
        return Panel(self.panel.members, self.other), Panel(self.jurors.members, self.other, judges=True)

    @cached_property
    def half_jurors(self) -> list[Panel]:
        """The jury with each half of what is known, of each draw; whoever asks outside has no use for halves."""
        pairs = zip(self.jurors.members, self.jurors.attacks, strict=True)
        members = tuple(each for each, made in pairs if not isinstance(made, AsksOutside))
        if not members:
            return []
        halves = [half for draw in range(self.n_draws) for half in split_knowledge(self.population, draw)]
        return [Panel(members, half, judges=True) for half in halves]

    @property
    def limit(self) -> float:
        """The chance above which an attack has found somebody."""
        policy = self.pipeline.policy
        if policy.k is not None:
            return 1.0 / (policy.k + 1)
        return recipe.MAX_FOUND if policy.max_risk is None else policy.max_risk

    @property
    def most_sure(self) -> float:
        """The probability above which a right first choice for a mask counts as put back."""
        told = self.pipeline.policy.max_put_back
        return self.limit if told is None else told

    @property
    def _max_rounds(self) -> int:
        return self.pipeline.policy.max_rounds if self.max_rounds is None else self.max_rounds

    @property
    def _ahead(self) -> int:
        return self.pipeline.policy.ahead if self.ahead is None else self.ahead

    @property
    def _share(self) -> float:
        told = self.pipeline.policy.share if self.share is None else self.share
        return recipe.SHARE if told is None else told

    def _check(self) -> None:
        if self._max_rounds < 1:
            raise ConfigError(f"max_rounds must be at least 1, got {self._max_rounds}")
        if self._ahead < 0:
            raise ConfigError(f"ahead must not be negative, got {self._ahead}")
        if not 0.0 < self._share <= 1.0:
            raise ConfigError(f"share must lie above 0 and at most at 1, got {self._share}")
        if self.n_draws < 0:
            raise ConfigError(f"n_draws must not be negative, got {self.n_draws}")
        if (self.attacks or self.jury) and not self.population:
            raise ConfigError("attacks need a population: the people whom they look for")
        if self.other and not (self.attacks or self.jury):
            raise ConfigError("other knowledge needs attacks or a jury that look with it")
        for attack in (*self.panel.attacks, *self.jurors.attacks):
            if isinstance(attack, AsksOutside):
                attack.check()
        self.fillers.check()
        self.filling_jurors.check()
        both = set(self.names_feeding) & set(self.names_judging)
        if both:
            raise ConfigError(f"{min(both)} is named among the attacks and in the jury, which must be apart")

    def _each(
        self, stage: str, cases: Sequence[Case], work: Callable[[Case], None], report: Listener | None = None
    ) -> None:
        """Do the work on each document; one that fails is withheld, and the others go on."""
        for done, case in enumerate(cases, start=1):
            case.attempt(stage, partial(work, case))
            if report:
                report(stage, done, len(cases), sum(not each.is_open for each in cases))

    def _look_before(self, cases: Sequence[Case], report: Listener | None) -> None:
        """Let all attacks look at the originals."""
        texts = {number: case.document.text for number, case in enumerate(cases) if case.is_open}
        subjects = _subjects(cases)
        panels = {"attack originals": self.panel, "jury on originals": self.jurors}
        feeding, judging = (
            panel.sightings(texts, subjects, _teller(stage, cases, report), outside={})
            for stage, panel in panels.items()
        )
        for number in texts:
            cases[number].before = (*feeding[number], *judging[number])

    def _fill(
        self, cases: Sequence[Case], active: Sequence[int], library: Library, round: int, report: Listener | None
    ) -> None:
        """Let the fillers that feed back say what they put back in the documents that changed."""
        changed = [number for number in active if cases[number].is_open]
        if not self.fillers.members or not changed:
            return
        self._put_back(cases, changed, library, f"fill {round}", report)
        self._each(f"weigh {round}", [cases[number] for number in changed], lambda case: case.weigh(self.pipeline))

    def _put_back(
        self, cases: Sequence[Case], numbers: Iterable[int], library: Library, stage: str, report: Listener | None
    ) -> None:
        """Note what each filler puts back in what is written of these documents."""
        tell, panel = _teller(stage, cases, report), library.panel
        written = {number: (cases[number].document, each) for number in numbers if (each := cases[number].redaction)}
        found = library.attempts(written, self.most_sure, _open(cases))
        for done, (filler, attempts) in enumerate(found, start=1):
            for number, several in attempts.items():
                cases[number].fill(filler, panel.level, several, panel.judges)
            tell(done, len(panel.fillers))

    def _found(self, cases: Sequence[Case], active: Sequence[int], round: int, report: Listener | None) -> list[int]:
        """Those of the documents that changed, and of others about the same people, in which too much is found."""
        subjects = _subjects(cases)
        people = {subjects.get(number) for number in active} - {None}
        texts = {
            number: case.read_text
            for number, case in enumerate(cases)
            if case.redaction and (number in active or subjects.get(number) in people)
        }
        tell = _teller(f"attack {round}", cases, report)
        for number, sightings in self.panel.sightings(texts, subjects, tell, _open(cases)).items():
            cases[number].after = sightings
            if round == 1:
                cases[number].first = sightings
        return [number for number in texts if cases[number].is_open and self._needs_more(cases[number])]

    def _needs_more(self, case: Case) -> bool:
        """Whether an attack finds the person, or what fillers put back leaves a document at risk."""
        return case.with_put_back.is_at_risk or any(map(self._is_near, case.after))

    def _is_near(self, sighting: Sighting) -> bool:
        """Whether an attack finds the person, or places too few others before them."""
        is_near = sighting.rank is not None and sighting.rank <= self._ahead
        return is_near or sighting.found > self.limit

    def _fed_back(
        self, cases: Sequence[Case], found: Sequence[int], library: Library, round: int, report: Listener | None
    ) -> list[int]:
        """Those of the documents in which something more can be hidden in another round."""
        tell, active = _teller(f"explain {round}", cases, report), []
        for done, number in enumerate(found, start=1):
            if self._feed_back(cases, number, library):
                active.append(number)
            tell(done, len(found))
        return active

    def _feed_back(self, cases: Sequence[Case], number: int, library: Library) -> bool:
        """Whether what the attacks and fillers went by can be hidden in another round."""
        case = cases[number]
        if case.redaction is None:
            return False
        if self.pipeline.policy.k is None:
            case.keep_hidden()
        n_before = len(case.exposed)
        for attack, clues in self._clues(cases, number):
            self._expose(case, clues, f"{attack} went by it")
        for attempt in case.attempts:
            if attempt.entities:
                self._expose(case, library.clues(case.redaction.text, attempt), "it told what a mask beside it hides")
        return len(case.exposed) > n_before

    def _clues(self, cases: Sequence[Case], number: int) -> Iterator[tuple[str, list[Clue]]]:
        """The words by which each attack found the person of a document, in all that is written about them."""
        subjects = _subjects(cases)
        person = subjects.get(number)
        if person is None:
            return
        about = [each for at, each in enumerate(cases) if subjects.get(at) == person and each.is_open]
        texts = [(case.read_text, case.redaction.text) for case in about if case.redaction]
        for sighting in cases[number].after:
            if self._is_near(sighting):
                read, released = zip(*texts, strict=True)
                yield sighting.attack, self.panel.explain(sighting.attack, read, person, released)

    def _expose(self, case: Case, clues: Sequence[Clue], reason: str) -> None:
        """Let those that carry a share of what counted be hidden in the next round, the cheapest for it first."""
        assert case.redaction is not None
        case.remember(clues)
        case.document = with_clues(case.document, clues)
        case.expose(strongest(case.document, case.redaction, clues, prices_of(case.document), self._share), reason)

    def _withhold_found(self, cases: Sequence[Case]) -> None:
        """Withhold whom an attack still finds, what it could not judge, and what fillers put at risk."""
        for case in cases:
            self._withhold_put_back(case, case.put_back)
            for each in case.after if case.redaction else ():
                if each.found > self.limit:
                    case.withhold(f"{each.attack} still finds the person after {case.rounds} rounds")
                if each.declined:
                    case.withhold(f"{each.attack} could not judge it: {each.declined}")

    def _withhold_put_back(self, case: Case, told: Sequence[PutBack]) -> None:
        """Withhold a document of which fillers put back what identifies alone, or more than the policy bears."""
        for each in told:
            if each.n_direct:
                who = f"the jury ({each.filler})" if each.judges else each.filler
                case.withhold(f"{who} puts back what must be hidden")
        if case.with_put_back.is_beyond:
            case.withhold(f"with what is put back it is still at risk after {case.rounds} rounds")

    def _ask_filling_jury(self, cases: Sequence[Case], report: Listener | None) -> None:
        """Withhold documents of which the jury puts back what identifies alone."""
        if not self.filling_jurors.members:
            return
        library = self.filling_jurors.read([case.document for case in cases])
        self._put_back(cases, range(len(cases)), library, "jury on masks", report)
        for case in cases:
            self._withhold_put_back(case, [each for each in case.put_back if each.judges])

    def _ask_jury(self, cases: Sequence[Case], report: Listener | None) -> None:
        """Withhold whom the jury finds, and what it could not judge."""
        texts = {number: case.redaction.text for number, case in enumerate(cases) if case.redaction}
        tell = _teller("jury", cases, report)
        for number, sightings in self.jurors.sightings(texts, _subjects(cases), tell, _open(cases)).items():
            case = cases[number]
            for each in sightings:
                if each.found > self.limit:
                    case.withhold(f"the jury ({each.attack}) finds the person")
                if each.declined:
                    case.withhold(f"the jury ({each.attack}) could not judge it: {each.declined}")
            case.after = (*case.after, *sightings)

    def _ask_with_halves(self, cases: Sequence[Case], report: Listener | None) -> None:
        """Withhold whom the jury finds with half of what is known."""
        texts = {number: case.redaction.text for number, case in enumerate(cases) if case.redaction and case.is_open}
        for panel in self.half_jurors if texts else ():
            judged = panel.sightings(texts, _subjects(cases), _teller("jury with halves", cases, report))
            for number, sightings in judged.items():
                case = cases[number]
                case.half_after = (*case.half_after, *sightings)
                for each in sightings:
                    if each.found > self.limit:
                        case.withhold(f"the jury ({each.attack}) finds the person with half of what is known")

    def _look_with_other_knowledge(self, cases: Sequence[Case], report: Listener | None) -> None:
        """Tell what all attacks find who know other things; nothing is decided by it."""
        if not self.other:
            return
        subjects, tell = _subjects(cases), _teller("other knowledge", cases, report)
        originals = {number: case.document.text for number, case in enumerate(cases) if case.before}
        released = {number: case.redaction.text for number, case in enumerate(cases) if case.redaction and case.is_open}
        for panel in self.outsiders:
            for number, sightings in panel.sightings(originals, subjects, tell, outside={}).items():
                cases[number].other_before = (*cases[number].other_before, *sightings)
            for number, sightings in panel.sightings(released, subjects, tell).items():
                cases[number].other_after = (*cases[number].other_after, *sightings)


def _teller(stage: str, cases: Sequence[Case], report: Listener | None) -> Tell:
    """Tells how far a stage is."""
    if report is None:
        return untold
    return lambda done, total: report(stage, done, total, sum(not case.is_open for case in cases))


def _open(cases: Sequence[Case]) -> dict[int, str]:
    """What is written of the documents that may still be released."""
    return {number: case.redaction.text for number, case in enumerate(cases) if case.is_open and case.redaction}


def _subjects(cases: Sequence[Case]) -> dict[int, str]:
    return {number: case.document.person for number, case in enumerate(cases) if case.document.person}
