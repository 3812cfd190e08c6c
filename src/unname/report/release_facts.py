"""What a release has to answer for, as plain values that can be written as JSON: no text unless asked for."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import version
from statistics import fmean, median
from typing import Any

from unname.core.results import CrowdSize, Outcome, Sighting
from unname.core.versions import VERSIONS
from unname.measure.e5 import e5
from unname.measure.reidentification import share
from unname.measure.unfamiliar import KINDS
from unname.report.release_masks import put_back_facts
from unname.report.verdict import checks, insiders, judge, most_found, n_below, n_found, n_risky

KIND = "release"
"""What the JSON of a release says it is."""

N_WORST = 10
STAGES = ("before", "first", "after", "released")
"""The original text, the text after the first round, that after the last, and those of the last that are released."""

_WORDS_OF_THE_USER = ("deny", "allow")
_TOLD_OF_EACH = ("document", "status", "reason", "rounds", "found_by", "unshared", "unread")
"""What is told of each document. All else (words of the original, ranks, chances, risks) can be looked up by whoever
has the originals or the population, and so would tell who it is about."""

_TOLD_OF_THE_WORST = ("document", "status", "found_after", "found_by", "rank_after", "risk_after")

Facts = dict[str, Any]


def release_facts(outcomes: Sequence[Outcome], about: Mapping[str, Any], include_text: bool = False) -> Facts:
    """The facts of a release: the verdict, what each attack finds, what became of each document, how it was made.

    `about` tells what the release was made with. Words of documents are told only if `include_text`; words that a
    policy denies or allows are counted, never told. Documents stand in the order in which they are given. Figures of
    single ones are told only beside their words, in a report that must not go with the release.
    """
    ordered = sorted(outcomes, key=_badness, reverse=True)
    judged, most = [outcome for outcome in ordered if _is_judged(outcome)], most_found(about)
    verdict, reasons = judge(outcomes, about)
    return {
        "kind": KIND,
        "version": VERSIONS["report"],
        "unname": version("unname"),
        "verdict": verdict,
        "reasons": reasons,
        "counts": counts(outcomes, about),
        "check": checks(ordered, about),
        "attacks": {name: _attack(name, outcomes, about) for name in _names(outcomes)},
        "any": _together(outcomes),
        "other_knowledge": _other(outcomes),
        "put_back": put_back_facts(outcomes),
        "unique": _unique(outcomes),
        "crowd": _crowd(outcomes, about, include_text),
        "e5": _e5(outcomes, about),
        "unread": _unread(outcomes),
        "taken_as_english": sum(outcome.is_assumed and outcome.is_released for outcome in outcomes),
        "words": _words(outcomes),
        "rounds": _rounds(outcomes, most),
        "categories": _categories(outcomes),
        "estimated": sum(each.is_released and each.risk_after is not None for each in outcomes),
        "documents": [_each(outcome, most) for outcome in outcomes],
        "worst": [_worst(outcome, most) for outcome in judged[:N_WORST]] if include_text else [],
        "about": _public(about),
    }


def counts(outcomes: Sequence[Outcome], about: Mapping[str, Any]) -> Facts:
    """How many documents are released, withheld, attacked, and beyond what the policy allows."""
    released = [outcome for outcome in outcomes if outcome.is_released]
    return {
        "documents": len(outcomes),
        "released": len(released),
        "withheld": len(outcomes) - len(released),
        "attacked": sum(bool(outcome.after) for outcome in released),
        "found": n_found(released, about),
        "above_limit": n_risky(released, about),
    }


def _names(outcomes: Iterable[Outcome]) -> list[str]:
    """The attacks in the order in which they are first met, those that feed back before the jury."""
    judges: dict[str, bool] = {}
    for sighting in (each for outcome in outcomes for stage in _stages(outcome) for each in stage):
        judges[sighting.attack] = judges.get(sighting.attack, False) or sighting.judges
    return sorted(judges, key=judges.__getitem__)


def _stages(outcome: Outcome) -> tuple[Sequence[Sighting], ...]:
    """What was sighted at each of the stages; nothing of a withheld document is released."""
    return outcome.before, outcome.first, outcome.after, outcome.after if outcome.is_released else ()


def _attack(name: str, outcomes: Sequence[Outcome], about: Mapping[str, Any]) -> Facts:
    sightings = [each for outcome in outcomes for stage in _stages(outcome) for each in stage if each.attack == name]
    judges = any(each.judges for each in sightings)
    return {
        "judges": judges,
        "by_construction": ["released"] if judges and name not in insiders(about) else ["after", "released"],
        **_declined(name, outcomes),
        "not_in_population": _n_absent(name, [outcome.before for outcome in outcomes]),
        **_by_stage(outcomes, lambda each: each.attack == name),
    }


def _declined(name: str, outcomes: Sequence[Outcome]) -> Facts:
    """In how many documents an attack could not judge the text, which is told of those alone that may be unable to."""
    n = sum(any(each.attack == name and each.declined for each in outcome.after) for outcome in outcomes)
    return {"declined": n} if n else {}


def _n_absent(name: str, told: Iterable[Sequence[Sighting]]) -> int:
    """In how many documents an attack could not look for the person, of whom it knows nothing."""
    return sum(any(each.attack == name and each.rank is None for each in sightings) for sightings in told)


def _other(outcomes: Sequence[Outcome]) -> Facts | None:
    """What attacks find that know other things, among the documents whose person they know; None if there are none."""
    names = dict.fromkeys((each.attack, each.judges) for outcome in outcomes for each in outcome.other_before)
    if not names:
        return None
    return {
        "any": _with_other(outcomes),
        "attacks": {
            name: {
                "judges": judges,
                "not_known": _n_absent(name, [outcome.other_before for outcome in outcomes]),
                **_with_other(outcomes, name),
            }
            for name, judges in names
        },
    }


def _with_other(outcomes: Sequence[Outcome], attack: str | None = None) -> Facts:
    """What is found of the people whom it knows by one attack, or by at least one of all."""
    stages = {"before": [outcome.other_before for outcome in outcomes]}
    stages["released"] = [outcome.other_after for outcome in outcomes]
    return _found_at(stages, lambda each: each.rank is not None and attack in (None, each.attack))


def _unique(outcomes: Sequence[Outcome]) -> Facts:
    """How many documents say something that nobody else in the corpus says, and how many such things in the median."""
    said = {"before": [outcome.n_unshared_before for outcome in outcomes]}
    said["released"] = [outcome.n_unshared for outcome in outcomes]
    told = {stage: [n for n in counted if n is not None] for stage, counted in said.items()}
    return {
        stage: {**_interval([float(n > 0) for n in counted]), "median": median(counted) if counted else None}
        for stage, counted in told.items()
    }


def _crowd(outcomes: Sequence[Outcome], about: Mapping[str, Any], include_text: bool) -> Facts:
    """How many people fit what is released: the smallest and the median crowd; sizes of single ones beside words alone.

    Crowds of originals are told to whole orders of magnitude: a closer one may tell which original it is.
    """
    released = [outcome for outcome in outcomes if outcome.is_released]
    measured = [(each.crowd, each) for each in released if each.crowd is not None]
    measured.sort(key=lambda pair: pair[0].log10)
    shown = sum((Counter(each.shown) for each in released), Counter[str]())
    return {
        "measured": len(measured),
        "not_measured": len(released) - len(measured),
        "group": measured[0][0].group if measured else None,
        "before": _sizes([each.crowd_before for each in released if each.crowd_before is not None], digits=0),
        "released": _sizes([crowd for crowd, _ in measured], digits=1),
        "below": n_below(released, about),
        "shown": dict(sorted(shown.items())),
        "dearest": [_dearest(crowd, each) for crowd, each in measured[:N_WORST]] if include_text else [],
    }


def _sizes(crowds: Sequence[CrowdSize], digits: int) -> Facts:
    """The smallest and the median crowd as log10 with their intervals, rounded so that they promise no more."""
    if not crowds:
        return {"smallest": None, "median": None}
    least = min(crowds, key=lambda each: each.log10)
    low, high = median(each.low for each in crowds), median(each.high for each in crowds)
    return {
        "smallest": _size(least.log10, least.low, least.high, digits),
        "median": _size(median(each.log10 for each in crowds), low, high, digits),
    }


def _size(log10: float, low: float, high: float, digits: int) -> Facts:
    unit, hair = 10**digits, 1e-6
    return {
        "log10": math.floor(log10 * unit + hair) / unit,
        "low": math.floor(low * unit + hair) / unit,
        "high": math.ceil(high * unit - hair) / unit,
    }


def _dearest(crowd: CrowdSize, outcome: Outcome) -> Facts:
    """The visible words that leave a document so small a crowd, with their bits."""
    words = [{"word": word, "bits": round(bits, 1)} for word, bits in outcome.costs]
    return {"document": outcome.document, "crowd": _size(crowd.log10, crowd.low, crowd.high, 1), "words": words}


def _unread(outcomes: Sequence[Outcome]) -> Facts:
    """How many released documents are of each kind that nobody looked at."""
    return {kind: sum(kind in outcome.unread for outcome in outcomes) for kind in KINDS}


def _together(outcomes: Sequence[Outcome]) -> Facts:
    """What is found by at least one: of all attacks, of those that feed back, and of the jury."""
    return {
        "all": _by_stage(outcomes, lambda each: True),
        "attacks": _by_stage(outcomes, lambda each: not each.judges),
        "jury": _by_stage(outcomes, lambda each: each.judges),
    }


def _by_stage(outcomes: Sequence[Outcome], counts: Callable[[Sighting], bool]) -> Facts:
    told = [_stages(outcome) for outcome in outcomes]
    return _found_at({stage: [each[place] for each in told] for place, stage in enumerate(STAGES)}, counts)


def _found_at(stages: Mapping[str, Sequence[Sequence[Sighting]]], counts: Callable[[Sighting], bool]) -> Facts:
    """The share of documents found at each stage, by the best sighting that counts; those without one are left out."""
    chosen = {
        stage: [[each.found for each in one if counts(each) and not each.declined] for one in told]
        for stage, told in stages.items()
    }
    return {stage: _interval([max(found) for found in told if found]) for stage, told in chosen.items()}


def _interval(found: Sequence[float]) -> Facts:
    """A share of documents with its Wilson interval; without documents there is none."""
    if not found:
        return {"share": None, "low": None, "high": None, "documents": 0}
    value, low, high, n = share(found)
    return {"share": value, "low": low, "high": high, "documents": n}


def _words(outcomes: Sequence[Outcome]) -> Facts:
    """Mean shares of words hidden; in `hidden` a withheld document counts as hidden whole, in `hidden_last` as it was.

    A document that failed before there was a text to attack is hidden whole in all of them.
    """
    if not outcomes:
        return {"hidden_first": None, "hidden_last": None, "hidden": None, "changed_after_first": 0}
    return {
        "hidden_first": _mean(_share_hidden(outcome, outcome.n_hidden_first) for outcome in outcomes),
        "hidden_last": _mean(_share_hidden(outcome, outcome.n_hidden) for outcome in outcomes),
        "hidden": _mean(
            1.0 if not outcome.is_released else _share_hidden(outcome, outcome.n_hidden) for outcome in outcomes
        ),
        "changed_after_first": sum(outcome.rounds > 1 for outcome in outcomes),
    }


def _e5(outcomes: Sequence[Outcome], about: Mapping[str, Any]) -> Facts | None:
    """What is kept and who is found in one number, where both were measured.

    Found is whom the jury finds before anybody is withheld; what feeds back finds little by construction. A withheld
    document keeps nothing, and counts as it was found: the number is never too good.
    """
    kept, found = about.get("kept"), _together(outcomes)["jury"]["after"]
    if not kept:
        return None
    value = e5(kept["tpi"], found["share"]) if found["documents"] else None
    return {**kept, "trir": found["share"], "e5": None if value is None else round(value, 2)}


def _mean(shares: Iterable[float]) -> float:
    """The mean to whole percents: of few documents, an exact one tells how many words the originals have."""
    return round(fmean(shares), 2)


def _share_hidden(outcome: Outcome, n_hidden: int) -> float:
    if not outcome.is_released and not outcome.rounds:
        return 1.0
    return n_hidden / outcome.n_words if outcome.n_words else 0.0


def _rounds(outcomes: Sequence[Outcome], most: float) -> list[Facts]:
    """How many documents went through each round, and in how many of them the person was found before and after.

    Only attacks that feed back count: a document goes another round because one of them found the person.
    """
    last = max((outcome.rounds for outcome in outcomes), default=0)
    told = []
    for number in range(1, last + 1):
        through = [outcome for outcome in outcomes if outcome.rounds >= number]
        told.append(
            {
                "round": number,
                "documents": len(through),
                "found_before": sum(number > 1 or _feeds(outcome.before, most) for outcome in through),
                "found_after": sum(outcome.rounds > number or _feeds(outcome.after, most) for outcome in through),
            }
        )
    return told


def _feeds(sightings: Sequence[Sighting], most: float) -> bool:
    return any(sighting.found > most for sighting in sightings if not sighting.judges)


def _categories(outcomes: Sequence[Outcome]) -> dict[str, dict[str, dict[str, int]]]:
    """How many entities of each label were found in which role, and what was done to them, in what is released."""
    found: dict[str, dict[str, Counter[str]]] = {}
    for outcome in outcomes:
        for (label, role, action), n in outcome.changes.items() if outcome.is_released else ():
            told = found.setdefault(label, {"roles": Counter(), "actions": Counter()})
            told["roles"][role] += n
            told["actions"][action] += n
    return {
        label: {key: dict(sorted(each.items())) for key, each in told.items()} for label, told in sorted(found.items())
    }


def _each(outcome: Outcome, most: float) -> Facts:
    """What may be told of one document to anybody."""
    whole = _document(outcome, most)
    return {key: whole[key] for key in _TOLD_OF_EACH if key in whole}


def _document(outcome: Outcome, most: float) -> Facts:
    return {
        "document": outcome.document,
        "status": "withheld" if not outcome.is_released else "released",
        "reason": outcome.reason,
        "rounds": outcome.rounds,
        "found_after": _found(outcome.after),
        "found_by": [each.attack for each in outcome.after if each.found > most],
        "rank_after": _rank(outcome.after),
        "other_found": _found(outcome.other_after),
        "risk_after": outcome.risk_after,
        "unshared": outcome.n_unshared,
        "unread": sorted(outcome.unread),
    }


def _worst(outcome: Outcome, most: float) -> Facts:
    whole = _document(outcome, most)
    return {**{key: whole[key] for key in _TOLD_OF_THE_WORST}, "words": list(outcome.clues)}


def _is_judged(outcome: Outcome) -> bool:
    return bool(outcome.after) or outcome.risk_after is not None


def _badness(outcome: Outcome) -> tuple[float, ...]:
    """What is found stands first, then what nearly is, then what is estimated to be risky."""
    rank = _rank(outcome.after)
    return (
        _found(outcome.after, 0.0),
        -math.inf if rank is None else -rank,
        outcome.risk_after or 0.0,
        float(not outcome.is_released),
        float(outcome.n_unshared or 0),
    )


def _found(sightings: Sequence[Sighting], none: Any = None) -> Any:
    """The best chance of any attack; `none` where there is no attack."""
    return max((sighting.found for sighting in sightings), default=none)


def _rank(sightings: Sequence[Sighting]) -> float | None:
    """The best place that any attack gives the person."""
    return min((sighting.rank for sighting in sightings if sighting.rank is not None), default=None)


def _public(about: Mapping[str, Any]) -> Facts:
    """What the release was made with; of the words that a policy lists, their number."""
    told = {key: _plain(value) for key, value in about.items()}
    for key in _WORDS_OF_THE_USER:
        if key in (about.get("policy") or {}):
            words = about["policy"][key]
            told["policy"][key] = words if isinstance(words, int) else len(words)
    return told


def _plain(value: Any) -> Any:
    """Mappings as objects, other groups as lists, so that JSON can hold them; a set is put in order."""
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(_plain(each) for each in value)
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value
