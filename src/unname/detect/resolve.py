"""From the raw mentions of all detectors to the mentions of entities with their roles.

Overlaps are settled by union among what is hidden; what stays below its threshold never widens it and is kept
with the role `none`. Every further occurrence of a hidden name of a person, code or address is hidden too.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_

from unname.core.document import LABELS, Document, Mention, Origin, Role, Span
from unname.core.policy import Policy
from unname.detect.citations import citations
from unname.detect.cut import cut_apart, cut_mentions
from unname.detect.entities import entity_ids, subject_entity, surface_key
from unname.detect.kept import with_kinds, without_kept
from unname.detect.known_person import find_names
from unname.detect.measurements import measured
from unname.detect.normalize import Normalized, normalize
from unname.detect.propagate import Seed, denied, propagate
from unname.detect.transcribed import heard, spoken
from unname.detect.weigh import mean_opinion, weighed
from unname.detect.whole import widened
from unname.detect.word_by_word import apart_from_words, word_by_word
from unname.people.name_forms import natural_order, parse_name, without_possessive
from unname.text.spans import Spans

CERTAIN = frozenset({"PERSON", "CODE"})
"""Labels of which one sure mention makes all others of the same surface form sure."""


def as_given(mention: Mention) -> Mention:
    """The mention as one that came with the document."""
    return replace(mention, source="given", origin=Origin.GIVEN, kinds=frozenset())


def read_given(document: Document, normalized: Normalized) -> tuple[list[Mention], list[Mention]]:
    """The mentions that came with a document, in the clean text; and those of which nothing is left there."""
    given, lost = [], []
    for number, mention in enumerate(document.mentions):
        span = normalized.clean(mention.span)
        if span.start < span.end and normalized.text[span.start : span.end].strip():
            given.append(replace(as_given(mention), span=span))
        elif mention.role is not Role.NONE:
            lost.append(replace(as_given(mention), entity=mention.entity or f"given{number}"))
    return given, lost


def resolve(
    document: Document,
    mentions: Iterable[Mention],
    policy: Policy = Policy(),  # noqa: B008 (frozen)
    thresholds: Mapping[str, float] | None = None,
) -> tuple[Mention, ...]:
    """The mentions of a document: sorted, apart from each other, each with its entity and role.

    `thresholds` (by label, 0.5 where absent) decides with the policy what is hidden; the rest has the role
    `none`. Where single words are among the mentions, what does not identify alone goes word by word.
    """
    least = {**(thresholds or {}), **policy.thresholds}
    allow = frozenset(_folded(normalize(word).text) for word in policy.allow)
    cited = list(citations(document.text))
    words, others = apart_from_words(mentions)
    given, found = _apart_from_given(_trimmed(document, others))
    found = cut_apart(document.text, measured(document, found))
    found = without_kept(with_kinds(document, found) if policy.kinds else found, policy.keep)
    candidates = heard(document, pooled(document, weighed(given + found, cited)))
    passing = [m for m in candidates if _passes(document, m, policy, least, allow)]
    passing += denied(document, policy.deny)
    united = widened(document.text, unite(passing))
    seeds = list(_seeds(document, passing, united))
    again = [*propagate(document, seeds, allow), *spoken(document, seeds)]
    further = [m for m in again if m.label not in policy.never_change]
    united = _relabeled(united, further)
    hidden = unite(united + uncovered(further, united))
    if document.names and "PERSON" not in policy.never_change:
        hidden = with_names(hidden, find_names(document.text, document.names))
    hidden = [mention for mention in hidden if not _is_allowed(document, mention, allow)]
    if words:
        known = unite(m for m in candidates if m.confidence >= _least(m, least))
        hidden = word_by_word(
            document, words, hidden, known, policy, lambda word: _passes(document, word, policy, least, allow)
        )
    chosen = set(map(id, passing))
    rest = strongest([replace(m, role=Role.NONE) for m in candidates if id(m) not in chosen], hidden)
    resolved = _with_roles(document, sorted(hidden + rest, key=lambda mention: mention.span))
    # Last, so that the parts of a name that goes over two lines are one entity.
    return tuple(cut_mentions(document.text, resolved))


def with_names(hidden: Sequence[Mention], names: Iterable[Span]) -> list[Mention]:
    """The hidden mentions and these names of the person, who is known: as certain as if the user had given them."""
    known = [Mention(span, "PERSON", "", Role.DIRECT, 1.0, "name", Origin.GIVEN) for span in names]
    taken = Spans(span.span for span in known)
    exactly = {mention.span for mention in known}
    marked = [
        replace(m, origin=m.origin | Origin.GIVEN, role=Role.DIRECT if m.span in exactly else m.role)
        if taken.overlaps(m.span)
        else m
        for m in hidden
    ]
    return unite(marked + uncovered(known, marked))


def without_allowed(document: Document, policy: Policy) -> Document:
    """The document without the mentions of words that the policy allows: nothing may be done to them."""
    allow = frozenset(_folded(normalize(word).text) for word in policy.allow)
    kept = [mention for mention in document.mentions if not _is_allowed(document, mention, allow)]
    return document.with_mentions(kept) if len(kept) < len(document.mentions) else document


def pooled(document: Document, mentions: Sequence[Mention]) -> list[Mention]:
    """The same mentions, where those of one label and surface form share one confidence, and so one fate.

    Hiding two of three mentions protects nobody. They share the mean of their log-odds, or, for people and
    codes, the highest confidence.
    """
    groups: dict[tuple[str, str], list[float]] = {}
    keys = [
        (mention.label, surface_key(_surface(document, mention))) if mention.role is not Role.NONE else None
        for mention in mentions
    ]
    for key, mention in zip(keys, mentions, strict=True):
        if key:
            groups.setdefault(key, []).append(mention.confidence)
    shared = {key: max(group) if key[0] in CERTAIN else mean_opinion(group) for key, group in groups.items()}
    return [
        replace(mention, confidence=shared[key])
        if key and len(groups[key]) > 1 and shared[key] != mention.confidence
        else mention
        for key, mention in zip(keys, mentions, strict=True)
    ]


def unite(mentions: Iterable[Mention]) -> list[Mention]:
    """Overlapping mentions as one that covers them all; mentions that only touch stay apart.

    The most confident gives the label (the longest of equals; a word of the deny list only if it is alone),
    a direct one gives the role, and every source is named, with all origins and kinds.
    """
    clusters: list[list[Mention]] = []
    end = -1
    for mention in sorted(mentions, key=_reading_order):
        if mention.span.start < end:
            clusters[-1].append(mention)
        else:
            clusters.append([mention])
        end = max(end, mention.span.end)
    return [cluster[0] if len(cluster) == 1 else _union(cluster) for cluster in clusters]


def _union(cluster: list[Mention]) -> Mention:
    best = max(cluster, key=_strength)
    sources = dict.fromkeys(part for mention in cluster for part in mention.source.split("+") if part)
    return replace(
        best,
        span=Span(cluster[0].span.start, max(mention.span.end for mention in cluster)),
        entity=best.entity or next((mention.entity for mention in cluster if mention.entity), ""),
        role=Role.DIRECT if any(mention.role is Role.DIRECT for mention in cluster) else best.role,
        confidence=max(mention.confidence for mention in cluster),
        source="+".join(sources),
        origin=reduce(or_, (mention.origin for mention in cluster)),
        kinds=frozenset().union(*(mention.kinds for mention in cluster)),
    )


def _reading_order(mention: Mention) -> tuple[object, ...]:
    return (
        mention.span.start,
        -mention.span.end,
        -mention.confidence,
        LABELS.index(mention.label),
        mention.source,
    )


def _strength(mention: Mention) -> tuple[bool, float, int]:
    return (mention.origin is not Origin.DENIED, mention.confidence, mention.span.end - mention.span.start)


def uncovered(mentions: Iterable[Mention], united: Iterable[Mention]) -> list[Mention]:
    """The mentions that are not wholly inside one of `united`."""
    taken = Spans(mention.span for mention in united)
    return [mention for mention in mentions if not taken.covers(mention.span)]


def strongest(mentions: Iterable[Mention], hidden: Iterable[Mention]) -> list[Mention]:
    """Mentions that overlap neither each other nor `hidden` ones, the more confident first.

    Nothing is hidden by these, so a union would only claim more than anybody said.
    """
    taken = Spans(mention.span for mention in hidden)
    chosen: list[Mention] = []
    for mention in sorted((each for each in mentions if not taken.overlaps(each.span)), key=_reading_order):
        if not chosen or mention.span.start >= chosen[-1].span.end:
            chosen.append(mention)
        elif _strength(mention) > _strength(chosen[-1]):
            chosen[-1] = mention
    return chosen


def _seeds(document: Document, passing: Iterable[Mention], united: Sequence[Mention]) -> Iterator[Seed]:
    """What to search again: the subject, every name, and every mention whose label is that of the union around it.

    A name in something else, as in an address, is one all the same, but not the one word for which something is called.
    """
    for name in filter(None, (document.person, *map(natural_order, document.names))):
        # A register may write names in one case throughout; a text does not.
        for written in {name, name.title()}:
            yield Seed(written, "PERSON", Role.QUASI, 1.0)
    index = 0
    for mention in sorted(passing, key=_reading_order):
        while united[index].span.end <= mention.span.start:
            index += 1
        surface = _surface(document, mention)
        if united[index].label == mention.label or (mention.label == "PERSON" and len(parse_name(surface).parts) > 1):
            yield Seed(surface, mention.label, mention.role, mention.confidence)


def _relabeled(united: Iterable[Mention], further: Iterable[Mention]) -> list[Mention]:
    """The united mentions, of which those that are a known name or code in full are one, whatever else was said."""
    known = {mention.span: mention for mention in sorted(further, key=_strength) if mention.label in CERTAIN}
    return [_as_known(mention, known.get(mention.span)) for mention in united]


def _as_known(mention: Mention, known: Mention | None) -> Mention:
    if known is None or mention.label in CERTAIN or Origin.GIVEN in mention.origin:
        return mention
    role = Role.DIRECT if Role.DIRECT in (mention.role, known.role) else mention.role
    source, origin = f"{mention.source}+{known.source}", mention.origin | known.origin
    return replace(mention, label=known.label, role=role, source=source, origin=origin)


def _apart_from_given(mentions: Iterable[Mention]) -> tuple[list[Mention], list[Mention]]:
    """The mentions that came with the document, and all others."""
    given: list[Mention] = []
    found: list[Mention] = []
    for mention in mentions:
        (given if mention.origin is Origin.GIVEN else found).append(mention)
    return given, found


def _trimmed(document: Document, mentions: Iterable[Mention]) -> list[Mention]:
    """The mentions without blanks at their ends; one of nothing but blanks is dropped."""
    trimmed = []
    for mention in mentions:
        surface = _surface(document, mention)
        start = mention.span.start + len(surface) - len(surface.lstrip())
        span = Span(start, start + len(surface.strip()))
        if span.start < span.end:
            trimmed.append(mention if span == mention.span else replace(mention, span=span))
    return trimmed


def _passes(
    document: Document, mention: Mention, policy: Policy, least: Mapping[str, float], allow: frozenset[str]
) -> bool:
    """Whether a mention is to be hidden."""
    if mention.role is Role.NONE or mention.label in policy.never_change:
        return False
    if _is_allowed(document, mention, allow):
        return False
    if mention.label in policy.always_hide or mention.origin is Origin.GIVEN:
        return True
    return mention.confidence >= _least(mention, least)


def _least(mention: Mention, least: Mapping[str, float]) -> float:
    """The least confidence that hides a mention: that of its kind, where the policy has one, or of its label."""
    of_kind = [least[kind] for kind in mention.kinds if kind in least]
    return min(of_kind) if of_kind else least.get(mention.label, 0.5)


def _is_allowed(document: Document, mention: Mention, allow: frozenset[str]) -> bool:
    return bool(allow) and _folded(_surface(document, mention)) in allow


def _folded(word: str) -> str:
    return without_possessive(" ".join(word.split())).casefold()


def _surface(document: Document, mention: Mention) -> str:
    return document.text[mention.span.start : mention.span.end]


def _with_roles(document: Document, mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """Number the entities; the subject and what has a direct mention are direct, all else hidden is quasi."""
    entities = entity_ids(document, mentions)
    named = [replace(mention, entity=entity) for mention, entity in zip(mentions, entities, strict=True)]
    direct = {mention.entity for mention in named if mention.role is Role.DIRECT}
    direct.add(subject_entity(document, named))
    return tuple(
        replace(mention, role=Role.DIRECT) if mention.entity in direct and mention.role is not Role.NONE else mention
        for mention in named
    )
