"""From one document to its release: detect, plan, write, check."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from unname.core import registry
from unname.core.document import Document, Entity, Mention, Profile, Role
from unname.core.errors import ConfigError, InputError, InternalError, Withheld, guarded
from unname.core.policy import Policy
from unname.core.redaction import Decision, Option, Plan, Redaction, Replacement, rewrite
from unname.core.results import Combination
from unname.core.roles import Detector, Mends, Optimizer, Replacer, RiskModel, Tidies
from unname.detect.cut import cut_mentions, fit_replacements
from unname.detect.normalize import normalize
from unname.detect.resolve import read_given, resolve, without_allowed
from unname.detect.structure import read_structure
from unname.detect.thresholds import BALANCES, thresholds_of
from unname.pipeline import recipe
from unname.pipeline.crowd_demand import add_phrases, check_readable, crowd_measures, hold_crowd
from unname.pipeline.demands import below_certainty, with_exposed
from unname.pipeline.guess_back import write_unguessed
from unname.pipeline.language import check_language, in_language, known_language
from unname.pipeline.replacers import Replacers, make_replacers
from unname.pipeline.second_language import read_second
from unname.pipeline.settling import settle, spare
from unname.replace.book import Book, RunBook
from unname.text.words import words

if TYPE_CHECKING:
    from unname.measure.leaks.check import Leak

Result = TypeVar("Result")


@dataclass(frozen=True)
class Pipeline:
    """Finds what identifies people in a document, and hides it.

    Components are named as in the registry (`"mask(per_word=True)"`) or given as objects. `balance` chooses
    the thresholds ("recall" hides more, "f1" keeps more), which the policy overrides by label. `replace`
    names the replacer of all labels to which the policy gives none, or replacers by label, which come before the
    policy's: "PERSON=label,*=mask".

    Without a risk model, everything above its threshold is hidden. With one (`risk`, or a policy with a `max_risk`,
    `limits` or `k`), the optimizer chooses the changes that lose least information and keep the risk below the limit;
    what surely identifies alone or was given by the user is hidden in any case. `price` says what a change costs:
    "information", in nats, a mention by its least likely word piece; "information_sum", by all its pieces, as
    `risk2022`; or the number of "words" it takes, which needs no language model. `language` is that of the
    texts, whatever they look like; without it, a document that seems to be in a language that is not read is withheld.
    `book` remembers surrogates beyond this pipeline, as a vault does; with `same_name`, whoever has the same name gets
    the same surrogate in all documents.
    `people` are those whom a reader may look up to guess what a generalization stands for.
    """

    detectors: tuple[str | Detector, ...] = recipe.DETECTORS
    replace: str | Replacer | None = None
    policy: Policy = field(default_factory=Policy)
    balance: str = recipe.BALANCE
    risk: str | RiskModel | None = None
    optimizer: str | Optimizer = recipe.OPTIMIZER
    price: str = recipe.PRICE
    language: str | None = None
    book: Book | None = field(default=None, repr=False)
    same_name: bool = False
    people: Sequence[Profile] = field(default=(), repr=False)

    def detect(self, document: Document) -> Document:
        """The document with every mention found in it, resolved into entities with roles.

        Mentions that the document already has are honored: what they cover is hidden.
        """
        document = in_language(document, self.language_)
        normalized = _guarded(document, "normalize", lambda: normalize(document.text))
        person = normalize(document.person).text if document.person else None
        names = tuple(normalize(name).text for name in document.names)
        clean = replace(document, text=normalized.text, person=person, names=names, mentions=())
        found = [
            m for each in (*self.patterns_, *self.detectors_of(document.language)) for m in self._found(each, clean)
        ]
        if self.detectors == recipe.DETECTORS:
            found = _guarded(document, "second language", lambda: read_second(clean, found, self.detectors_of))
        given, lost = read_given(document, normalized)
        least = thresholds_of(clean, self.balance_)
        resolved = _guarded(document, "resolve", lambda: resolve(clean, found + given, self.policy, least))
        back = [replace(mention, span=normalized.original(mention.span)) for mention in resolved]
        whole = document.with_mentions(cut_mentions(document.text, back) + lost)
        return spare(add_phrases(whole, self.policy), self.replacers_.of)

    def plan(self, document: Document, exposed: Sequence[Combination] = ()) -> Plan:
        """What to change in a detected document: all that identifies, or what the risk model and policy demand.

        `exposed` are combinations of entities that gave the person away before: of each, something is hidden.
        """
        open_to_change = without_allowed(document, self.policy)
        if self.risk_ is None:
            return self._hide_all(open_to_change, {id for each in exposed for id in each.entities})
        risk, optimizer = with_exposed(self.risk_, document, exposed), self.optimizer_
        options = self.options(open_to_change)
        stage = f"optimizer {optimizer.name} with risk {risk.name}"
        policy = below_certainty(self.policy)
        return _guarded(document, stage, lambda: optimizer.plan(open_to_change, options, risk, policy))

    def options(self, document: Document) -> list[Option]:
        """Everything that could be done to the entities of a detected document, at what it loses: nats, or words.

        Hiding an entity loses what all its mentions say; anything else loses the share of it that the replacer tells.
        """
        entities = document.entities
        offered = [self.options_of(entity, document) for entity in entities]
        prices = self._prices(document)
        return [
            replace(option, loss=prices[entity.id] * option.loss / (max(each.loss for each in options) or 1.0))
            for entity, options in zip(entities, offered, strict=True)
            for option in options
        ]

    def options_of(self, entity: Entity, document: Document) -> list[Option]:
        """What its replacer offers for one entity, at what it loses by itself."""
        replacer = self.replacers_.of(entity.label)
        return _guarded(document, f"replacer {replacer.name}", lambda: list(replacer.options(entity, document)))

    def _prices(self, document: Document) -> Mapping[str, float]:
        """What hiding each entity costs."""
        if self.price_ == "words":
            return {entity.id: float(n_words(document, entity)) for entity in document.entities}
        pool = recipe.POOLS[self.price_]
        from unname.models.information import entity_information  # here, since it loads a language model

        return _guarded(document, "information content", lambda: entity_information(document, pool=pool))

    def _hide_all(self, document: Document, exposed: Collection[str] = ()) -> Plan:
        decisions = tuple(
            Decision(self._option(entity, document, entity.id in exposed), _reason(entity))
            for entity in document.entities
            if entity.role is not Role.NONE or entity.id in exposed
        )
        return Plan(document.id, decisions, loss=sum(decision.option.loss for decision in decisions))

    def apply(self, document: Document, plan: Plan) -> Redaction:
        """Write a plan into the text of the detected document it was made for; with another one nothing is written."""
        strange = {decision.option.entity for decision in plan.decisions} - {entity.id for entity in document.entities}
        if plan.document != document.id or strange:
            raise InternalError(f"document {document.id!r}: the plan was made for another document")
        stage = f"replacer {self.replacers_.name}"
        return _guarded(document, stage, lambda: self._write(document, plan))

    def _write(self, document: Document, plan: Plan) -> Redaction:
        # Whoever decided, and however often: what is written never takes the form of the text with it.
        fitting = fit_replacements(document.text, self._replacements(document, plan))
        return rewrite(document, fitting, read_structure(document.text).signs.spans)

    def release(self, document: Document | str, names: Sequence[tuple[str, str]] = ()) -> Redaction:
        """Detect, plan, write and check: the released text of a document, or of a text without an id.

        What was hidden in one place is hidden wherever else it stands; if something hidden can still be read, also in
        one of the `names` that go with the text (each with its kind) or in its fields, nothing is: `Withheld`.
        """
        document = as_document(document)
        check_language(document, self.language_)
        detected, _, redaction = write(self, self.detect(document))
        check_readable(detected, redaction, self.policy)
        if said := leaks(detected, redaction, names):
            raise Withheld(f"document {document.id!r}: {said}")
        return redaction

    @cached_property
    def balance_(self) -> str:
        """The setting by which thresholds are chosen, which the policy overrides by label."""
        if self.balance not in BALANCES:
            raise ConfigError(f"unknown balance {self.balance!r}; known are {', '.join(BALANCES)}")
        self._check_kinds()
        return self.balance

    @cached_property
    def price_(self) -> str:
        """What a change costs, which is one of those that there are."""
        if self.price not in recipe.PRICES:
            raise ConfigError(f"unknown price {self.price!r}; known are {', '.join(recipe.PRICES)}")
        return self.price

    @cached_property
    def language_(self) -> str | None:
        """The language of all texts as a code that is read, if the user named one."""
        return known_language(self.language)

    @cached_property
    def detectors_(self) -> tuple[Detector, ...]:
        """The detectors, created when first asked for."""
        return tuple(_created("detector", detector, {}) for detector in self.detectors)

    def detectors_of(self, language: str) -> tuple[Detector, ...]:
        """The detectors that read a language; those that the user named read all."""
        if self.detectors != recipe.DETECTORS or language not in recipe.DETECTORS_OF:
            return self.detectors_
        return _created_once(recipe.DETECTORS_OF[language])

    @cached_property
    def patterns_(self) -> tuple[Detector, ...]:
        """What finds the patterns of the policy, if it has any."""
        if not self.policy.patterns:
            return ()
        from unname.detect.patterns import Patterns  # here, since most policies have none

        patterns = Patterns(self.policy.patterns)
        _ = patterns.compiled_  # a wrong expression must be told before anything is read
        return (patterns,)

    @cached_property
    def replacers_(self) -> Replacers:
        """The replacers: as given, or as the policy has it."""
        return make_replacers(self.replace, self.policy, self.book_, self.same_name)

    @cached_property
    def book_(self) -> Book:
        """What remembers surrogates, the same for all replacers."""
        return RunBook() if self.book is None else self.book

    @cached_property
    def risk_(self) -> RiskModel | None:
        """The risk model, created when first asked for; None where everything identifying is hidden."""
        limited = self.policy.max_risk is not None or self.policy.k is not None or bool(self.policy.limits)
        if self.risk is None and not limited and self.policy.min_crowd is None:
            return None
        from unname.risk.combined import combine  # here, since most releases need no risk model

        measures: list[RiskModel] = []
        if self.risk is not None or limited:
            measures = [_created("risk", each, {}) for each in ("named", self.risk or recipe.RISK)]
        return combine([*measures, *crowd_measures(self.policy)])

    @cached_property
    def optimizer_(self) -> Optimizer:
        """The optimizer, created when first asked for."""
        optimizer: Optimizer = _created("optimizer", self.optimizer, {})
        return optimizer

    def _replacements(self, document: Document, plan: Plan) -> Iterator[Replacement]:
        options = {decision.option.entity: decision.option for decision in plan.decisions}
        for entity in without_allowed(document, self.policy).entities:
            if option := options.get(entity.id):
                replacer = self.replacers_.of(entity.label)
                tidy = isinstance(replacer, Tidies) and replacer.tidy
                for mention in entity.mentions:
                    new = replacer.render(mention, option, document)
                    mended = replacer.mend(mention, new, document) if isinstance(replacer, Mends) else None
                    for span, text in mended or [(mention.span, new)]:
                        yield Replacement(span, text, entity.id, replacer.joins, tidy)

    def _check_kinds(self) -> None:
        """Refuse kinds of findings that none of our own detectors knows; those of plug-ins are not known here."""
        if not self.policy.kinds or not all(_is_built_in(each) for each in self.detectors):
            return
        from unname.detect.gazetteer import PRIORS
        from unname.detect.rules import CONFIDENCE

        known = {*PRIORS, *CONFIDENCE}
        if unknown := sorted(self.policy.kinds - known):
            raise ConfigError(f"policy: unknown kind of finding {unknown[0]!r}; known are {', '.join(sorted(known))}")

    def _found(self, detector: Detector, clean: Document) -> list[Mention]:
        mentions = _guarded(clean, f"detector {detector.name}", lambda: list(detector.detect(clean)))
        if any(mention.span.end > len(clean.text) for mention in mentions):
            raise InternalError(f"document {clean.id!r}: detector {detector.name} went outside the text")
        return mentions

    def _option(self, entity: Entity, document: Document, is_exposed: bool = False) -> Option:
        options, replacer = self.options_of(entity, document), self.replacers_.of(entity.label)
        if not options:
            raise InternalError(f"document {document.id!r}: replacer {replacer.name} has no option for {entity.id}")
        settled = None if is_exposed else settle(replacer, entity, options, document)
        if settled:
            return settled
        # Without a risk model nobody could tell whether a generalization is enough: if nothing hides, the strongest is.
        hiding = [option for option in options if option.hides]
        return min(hiding, key=_loss) if hiding else max(options, key=_loss)


def _is_built_in(detector: str | Detector) -> bool:
    return isinstance(detector, str) and registry.parse(detector)[0] in registry.BUILT_INS["detector"]


def _loss(option: Option) -> float:
    return option.loss


def release(document: Document | str, **settings: Any) -> Redaction:
    """Release one text or document, with the output check; the settings are those of `Pipeline`."""
    return build_pipeline(**settings).release(document)


def build_pipeline(**settings: Any) -> Pipeline:
    """The pipeline with these settings; one that it does not know is a mistake of the user."""
    try:
        return Pipeline(**settings)
    except TypeError as error:
        raise ConfigError(f"release: {error}") from None


def write(
    pipeline: Pipeline, document: Document, exposed: Sequence[Combination] = ()
) -> tuple[Document, Plan, Redaction]:
    """Decide and write, so that the crowd that is demanded fits the release, too, when it is read anew.

    Gives the detected document with the mentions that this took.
    """

    def attempt(policy: Policy) -> tuple[Document, Plan, Redaction]:
        demanding = pipeline if policy is pipeline.policy else replace(pipeline, policy=policy)
        return _write_repaired(demanding, document, exposed)

    return hold_crowd(document, pipeline.policy, attempt, pipeline.detect)


def _write_repaired(
    pipeline: Pipeline, document: Document, exposed: Sequence[Combination]
) -> tuple[Document, Plan, Redaction]:
    """Decide and write; what was hidden in one place and stands in another is hidden there as well."""
    from unname.measure.leaks.repair import mark_leaks  # here, since the check computes with arrays

    for _ in range(recipe.MAX_REPAIRS):
        plan, redaction = write_unguessed(pipeline, document, pipeline.plan(document, exposed))
        if not (left := _left(document, redaction)):
            break
        document = mark_leaks(document, redaction, left)
        hidden = sorted({each.entity for each in left} & {entity.id for entity in document.entities})
        exposed = [*exposed, *(Combination(frozenset({id}), "it is hidden elsewhere") for id in hidden)]
    return document, plan, redaction


def leaks(document: Document, redaction: Redaction, names: Sequence[tuple[str, str]] = ()) -> str:
    """The output check: what that was hidden can still be read in the release, in one line without a word of it.

    `names` are those of files that go with it, each with its kind; the fields of the document go with it, too.
    """
    from unname.measure.leaks.repair import describe_leaks

    fields = document.fields.values()
    values = (value if isinstance(value, str) else json.dumps(value, ensure_ascii=False) for value in fields)
    left = _left(document, redaction, [*names, *(("metadata", value) for value in values)])
    return describe_leaks(left) if left else ""


def _left(document: Document, redaction: Redaction, names: Sequence[tuple[str, str]] = ()) -> list["Leak"]:
    from unname.measure.leaks.check import find_leaks

    form = read_structure(document.text).kept
    return _guarded(document, "the output check", lambda: find_leaks(document, redaction, names, form))


def as_document(given: object) -> Document:
    """What is to be released as a document; a text gets an id that says nothing."""
    if isinstance(given, Document):
        return given
    if not isinstance(given, str):
        raise InputError(f"what is released is a text or a Document, got {type(given).__name__}")
    return Document("text", given)


@lru_cache(maxsize=8)
def _created_once(detectors: tuple[str, ...]) -> tuple[Detector, ...]:
    return tuple(_created("detector", detector, {}) for detector in detectors)


def _created(role: str, component: Any, settings: Mapping[str, Mapping[str, Any]]) -> Any:
    if not isinstance(component, str):
        return component
    return registry.create(role, component, **settings.get(registry.parse(component)[0], {}))


def n_words(document: Document, entity: Entity) -> int:
    """How many words all mentions of an entity have; something without a word counts as one."""
    return sum(max(1, len(words(document.text[m.span.start : m.span.end]))) for m in entity.mentions)


def _reason(entity: Entity) -> str:
    count = len(entity.mentions)
    kinds = {
        Role.DIRECT: "identifies alone",
        Role.QUASI: "identifies in combination",
        Role.NONE: "gave the person away",
    }
    kind = kinds[entity.role]
    return f"{entity.label} {kind}, {count} mention{'s' * (count > 1)}"


def _guarded(document: Document, stage: str, work: Callable[[], Result]) -> Result:
    return guarded(f"document {document.id!r}: {stage}", work)
