"""Patterns with validation: identifiers, contact data, addresses, dates, quantities."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module

from unname.core.document import Document, Mention, Origin, Role, Span
from unname.core.errors import ConfigError
from unname.core.registry import spelled
from unname.detect.languages import CONFIDENCE as FOREIGN_CONFIDENCE
from unname.detect.languages import CYRILLIC, FOREIGN
from unname.detect.rules import accounts, codes, contact, dates, initials, places, quantities, spelled_out, writing
from unname.detect.rules.phones import Phones
from unname.detect.rules.rule import Anchors, Finder

ENGLISH = "en"
_REGIONS = ("US", "GB")

# The estimated probability that a careful annotator hides what the rule found: its precision on the training
# part of the Text Anonymization Benchmark where court cases have enough of it; what check digits or an
# unmistakable format confirm is above .95 whatever the corpus; the rest is judged by how ambiguous the form is.
CONFIDENCE: dict[str, float] = {
    "address": 0.9,
    "address-weak": 0.5,
    "age": 0.55,
    "announced": 0.95,
    "card": 0.99,
    "century": 0.05,
    "coordinates": 0.95,
    "corner": 0.7,
    "count": 0.35,
    "date": 0.98,
    "date-law": 0.19,
    "date-short": 0.8,
    "date-words": 0.92,
    "day-month": 0.55,
    "decade": 0.3,
    "docket": 0.9,
    "domain": 0.85,
    "duration": 0.23,
    "duration-adjective": 0.13,
    "duration-compound": 0.91,
    "duration-served": 0.74,
    "email": 0.99,
    "email-spoken": 0.95,
    "flight": 0.96,
    "flight-weak": 0.6,
    "handle": 0.85,
    "hash": 0.85,
    "height": 0.7,
    "holiday": 0.25,
    "iban": 0.99,
    "id-number": 0.98,
    "ip": 0.96,
    "ip-weak": 0.5,
    "life-sentence": 0.43,
    "long-number": 0.8,
    "mac": 0.97,
    "measure": 0.25,
    "media-file": 0.9,
    "military-address": 0.95,
    "mixed": 0.7,
    "money": 0.88,
    "month": 0.4,
    "month-year": 0.88,
    "name-elsewhere": 0.9,
    "nino": 0.97,
    "number": 0.33,
    "number-word": 0.22,
    "number-word-weak": 0.08,
    "numbered": 0.53,
    "other-script": 0.9,
    "part-of-year": 0.5,
    "percentage": 0.55,
    "phone": 0.97,
    "phone-spelled": 0.9,
    "phone-weak": 0.7,
    "plate": 0.8,
    "plus-code": 0.95,
    "po-box": 0.95,
    "postal-city": 0.85,
    "postcode-ca": 0.95,
    "postcode-uk": 0.95,
    "pronunciation": 0.9,
    "reference": 0.97,
    "reference-cited": 0.3,
    "reference-law": 0.1,
    "respelling": 0.9,
    "season": 0.45,
    "signed": 0.97,
    "spelled-out": 0.92,
    "ssn": 0.99,
    "ssn-weak": 0.8,
    "three-words": 0.95,
    "time": 0.3,
    "time-word": 0.1,
    "unit": 0.85,
    "url": 0.96,
    "user-name": 0.92,
    "uuid": 0.96,
    "vin": 0.9,
    "wallet": 0.98,
    "weekday": 0.4,
    "year": 0.76,
    "year-bare": 0.15,
    "year-born": 0.98,
    "year-law": 0.03,
    "year-words": 0.9,
    "zip": 0.9,
}

_WORDLESS = frozenset("iban card id-number wallet uuid hash vin plate mixed long-number".split())
"""The rules for identifiers that need no word of a language."""


@dataclass(frozen=True)
class Rules:
    """Detects by rules alone, those for English or for another language (`detect/languages/`).

    `regions` are the countries whose phone numbers are recognized without a country code; if none are named, some
    where the language is spoken.
    """

    regions: tuple[str, ...] | None = None
    language: str = ENGLISH

    @property
    def name(self) -> str:
        """The detector with its settings."""
        return spelled("rules", self)

    @cached_property
    def table(self) -> tuple[Finder, ...]:
        """Every rule."""
        if self.language != ENGLISH:
            return self._foreign()
        return (
            *contact.RULES,
            *accounts.RULES,
            Phones(_REGIONS if self.regions is None else tuple(self.regions)),
            *places.RULES,
            *codes.RULES,
            *dates.RULES,
            *spelled_out.RULES,
            *quantities.RULES,
            *initials.RULES,
            *writing.RULES,
        )

    @cached_property
    def confidence(self) -> dict[str, float]:
        """How far each rule is believed."""
        return CONFIDENCE if self.language == ENGLISH else {**CONFIDENCE, **FOREIGN_CONFIDENCE}

    def _foreign(self) -> tuple[Finder, ...]:
        if self.language not in FOREIGN:
            raise ConfigError(f"rules: there are none for the language {self.language!r}")
        # Here, since each takes a while to compile, and its module imports from this package.
        spoken = import_module(f"unname.detect.languages.{self.language}")
        return (
            *contact.RULES,
            *accounts.RULES,
            Phones(spoken.REGIONS if self.regions is None else tuple(self.regions)),
            *(rule for rule in codes.RULES if rule.name in _WORDLESS),
            *spoken.RULES,
            *(writing.CYRILLIC_RULES if self.language in CYRILLIC else writing.RULES),
        )

    def detect(self, document: Document) -> Sequence[Mention]:
        """Everything that a rule holds for, without what lies inside a finding that knows more."""
        return _outermost(self._found(document.text))

    def _found(self, text: str) -> list[Mention]:
        anchors = Anchors(text)
        return [
            _mention(Span(start, end), rule, name, self.confidence[name])
            for rule in self.table
            for name, start, end in rule.find(text, anchors)
        ]


def _mention(span: Span, rule: Finder, name: str, confidence: float) -> Mention:
    source, kinds = f"rules:{name}", frozenset({name})
    return Mention(span, rule.label, "", rule.role, confidence, source, Origin.PRIOR, kinds)


def _outermost(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    """Drop what lies inside another finding, unless it is a code or place found with more confidence.

    The longer finding has seen the context (a year inside the date of a law is no date of its own).
    """
    kept: list[Mention] = []
    outer: Mention | None = None
    for mention in sorted(mentions, key=lambda m: (m.span.start, -m.span.end, -m.confidence, m.source)):
        if outer is not None and mention.span.end <= outer.span.end:
            surer = mention.role is Role.DIRECT and mention.confidence > outer.confidence
            if not surer or mention.span == outer.span:
                continue
        else:
            outer = mention
        kept.append(mention)
    return tuple(kept)
