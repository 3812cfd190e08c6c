"""One document on its way through a release: what is decided so far, and what became of it."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from unname.core.document import Document, Origin, Role
from unname.core.errors import ConfigError, InternalError, UnnameError, Withheld
from unname.core.policy import Policy
from unname.core.redaction import Plan, Redaction
from unname.core.results import KEPT, Combination, Outcome, PutBack, Sighting
from unname.pipeline import recipe
from unname.pipeline.crowd_demand import check_readable, measure_crowd
from unname.pipeline.document import Pipeline, leaks, write
from unname.pipeline.feedback import Clue, n_hidden
from unname.pipeline.language import check_language
from unname.pipeline.put_back import Attempt, Verdict, count, find_demanded, read_with, seen_entities, weigh
from unname.text.spans import Spans
from unname.text.words import words


@dataclass(eq=False)
class Case:
    """One document on its way: what is decided so far, and what became of it."""

    document: Document
    exposed: list[Combination] = field(default_factory=list, repr=False)
    plan: Plan | None = field(default=None, repr=False)
    redaction: Redaction | None = field(default=None, repr=False)
    reason: str = ""
    error: UnnameError | None = field(default=None, repr=False)
    rounds: int = 0
    is_assumed: bool = False
    before: Sequence[Sighting] = ()
    first: Sequence[Sighting] = ()
    after: Sequence[Sighting] = ()
    other_before: Sequence[Sighting] = ()
    other_after: Sequence[Sighting] = ()
    half_after: Sequence[Sighting] = ()
    n_hidden_first: int = 0
    clues: dict[str, float] = field(default_factory=dict, repr=False)
    policy: Policy = field(default_factory=Policy, repr=False)
    attempts: list[Attempt] = field(default_factory=list, repr=False)
    put_back_first: Sequence[PutBack] = ()
    put_back: Sequence[PutBack] = ()
    with_put_back: Verdict = field(default_factory=Verdict)
    given: Spans = field(default_factory=lambda: Spans(()), repr=False)

    @property
    def is_open(self) -> bool:
        """Whether it may still be released."""
        return not self.reason

    @property
    def read_text(self) -> str:
        """What is released of it as whoever has the fillers that feed back reads it."""
        return read_with(self.redaction, self.attempts) if self.redaction else ""

    def withhold(self, reason: str, error: UnnameError | None = None) -> None:
        """Do not release it; the first reason stays, with the error that led to it."""
        if self.is_open:
            self.reason, self.error = reason, error or Withheld(reason)

    def attempt(self, stage: str, work: Callable[[], object]) -> None:
        """Do the work; if it fails, the document is withheld: nothing of it is released, and others go on."""
        try:
            work()
        except ConfigError:
            raise  # no other document would fare better
        except UnnameError as error:
            # Whoever reads it knows which document it is about.
            self.withhold(str(error).replace(f"document {self.document.id!r}: ", ""), error)
        except Exception as error:
            # The message of an unexpected error may quote the text.
            reason = f"{stage} failed ({type(error).__name__})"
            self.withhold(reason, InternalError(f"document {self.document.id!r}: {reason}"))

    def detect(self, pipeline: Pipeline) -> None:
        """Find what identifies people in it, if it is in a language that is read."""
        self.is_assumed = check_language(self.document, pipeline.language_).is_assumed
        self.given = Spans(each.span for each in self.document.mentions if each.role is not Role.NONE)
        self.document = pipeline.detect(self.document)

    def decide(self, pipeline: Pipeline) -> None:
        """Plan and write one round."""
        self.rounds, self.policy = self.rounds + 1, pipeline.policy
        self.document, self.plan, self.redaction = write(pipeline, self.document, self.exposed)
        self.attempts, self.put_back, self.with_put_back = [], (), Verdict()
        if self.rounds == 1:
            self.n_hidden_first = n_hidden(self.document, self.redaction)

    def fill(self, filler: str, level: str, attempts: Sequence[Attempt], judges: bool = False) -> PutBack:
        """Note what a filler puts back; what one of the jury does is told, and not read by attacks."""
        told = count(attempts, find_demanded(self.document, self.policy, self.given), filler, level, judges)
        self.put_back = (*self.put_back, told)
        if not judges:
            self.attempts += attempts
            self.put_back_first = self.put_back if self.rounds == 1 else self.put_back_first
        return told

    def weigh(self, pipeline: Pipeline) -> None:
        """Tell whether it is at risk with what fillers put back."""
        if self.plan is not None and self.redaction is not None:
            demanded = find_demanded(self.document, self.policy, self.given)
            seen, risk = seen_entities(self.attempts), pipeline.risk_
            self.with_put_back = weigh(self.document, self.plan, seen, demanded, risk, pipeline.policy)

    def check(self, names: Sequence[tuple[str, str]] = ()) -> None:
        """Withhold it if something hidden can still be read in it or in the `names` with it, or nothing else."""
        if self.redaction is not None:
            check_readable(self.document, self.redaction, self.policy)
        if self.redaction is not None and (said := leaks(self.document, self.redaction, names)):
            self.withhold(said)

    def keep_hidden(self) -> None:
        """Let nothing that the plan hides be shown again because something else is hidden in the next round.

        Where words are hidden among those of others, other words may do; what a plain release hides is given there.
        """
        decisions = self.plan.decisions if self.plan else ()
        self.expose((each.option.entity for each in decisions if each.option.hides), "it was hidden before")

    def expose(self, entities: Iterable[str], reason: str) -> None:
        """Let these entities be hidden in the next round, each for itself."""
        known = {combination.entities for combination in self.exposed}
        new = dict.fromkeys(frozenset({id}) for id in entities)
        self.exposed += [Combination(each, reason) for each in new if each not in known]

    def remember(self, clues: Sequence[Clue]) -> None:
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
            changes=self._changes(),
            clues=tuple(strongest_first[: recipe.N_CLUES]),
            risk_before=self.plan.risk_before if self.plan else None,
            risk_after=self.plan.risk_after if self.plan else None,
            is_assumed=self.is_assumed,
            half_after=self.half_after,
            put_back_first=self.put_back_first,
            put_back=self.put_back,
            **self._crowd(),
        )

    def _crowd(self) -> dict[str, Any]:
        """How many people fit it, before and after; nothing in a language for which there are no tables."""
        told = measure_crowd(self.document, self.plan, self.policy) if self.plan else None
        if told is None:
            return {}
        return {"crowd_before": told.before, "crowd": told.after, "costs": told.costs, "shown": told.shown}

    def _changes(self) -> Counter[tuple[str, str, str]]:
        """What was done to each entity that identifies or was changed, counted by label, role and action."""
        actions = {each.option.entity: each.option.action for each in self.plan.decisions} if self.plan else {}
        counted = Counter[tuple[str, str, str]]()
        for entity in self.document.entities:
            # Where every word may be hidden, a word by itself was not found to identify.
            is_word = all(mention.origin is Origin.WORD for mention in entity.mentions)
            role = Role.NONE if is_word else entity.role
            if entity.id in actions or role is not Role.NONE:
                counted[entity.label, role.value, actions.get(entity.id, KEPT)] += 1
        return counted
