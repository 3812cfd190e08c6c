"""What a release shows, in one of three words with the reasons for it, and what to look at before it is signed.

- "holds": something is released; all of it was attacked by people in a population, and judged by a jury of which at
  least one member took no part in hiding; nobody is found in it above the limit, no estimated risk is above that of the
  policy, nothing that identifies alone is put back behind a mask, and no crowd is smaller than it demands. Documents
  that are withheld are not part of it. It is said of these attacks and this population alone.
- "does not hold": in something that is released an attack or the jury finds the person, a filler puts back what
  identifies alone, the estimated risk is above the limit, or fewer people fit than the policy demands. `unname release`
  withholds such documents, so this means that figures come from elsewhere or are damaged.
- "not shown": neither. Nobody looked (no population, attack or jury), nobody apart from those who hid looked, or what
  is released could not be looked at: nobody knows who it is about, it seems to be in another language, or a crowd that
  the policy demands could not be estimated.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from unname.core.results import KEPT, Outcome, Sighting
from unname.measure.unfamiliar import ENCODED, LANGUAGE, MARKUP, PASSAGE, SCRIPT

HOLDS, FAILS, OPEN = "holds", "does not hold", "not shown"

UNTRIED = "not attacked: "
"""What the reason begins with where nobody looked for the people."""

FOUND = 0.5
"""The chance above which somebody is found, where `about` does not tell as `max_found`."""

N_NAMED = 5
"""How many documents are named beside something to look at."""

UNREAD = {
    LANGUAGE: "seem{s} to be in another language than English, which the detectors were not made for",
    PASSAGE: "hold{s} a sentence that seems to be in another language than English",
    SCRIPT: "hold{s} words in another script than Latin",
    MARKUP: "hold{s} markup, which was read as plain text: its tags and attributes were not understood",
    ENCODED: "hold{s} long runs of letters and digits, such as an encoded picture or file, which nobody looked into",
}
"""What is said of documents of a kind that nobody looked at."""


def judge(outcomes: Sequence[Outcome], about: Mapping[str, Any]) -> tuple[str, list[str]]:
    """The verdict, and why it is not that the policy holds; no reason where it does."""
    released = [outcome for outcome in outcomes if outcome.is_released]
    failures, gaps = list(_failures(released, about)), list(_gaps(released, about))
    return (FAILS if failures else OPEN if gaps else HOLDS), failures + gaps


def most_found(about: Mapping[str, Any]) -> float:
    """The chance above which an attack has found somebody."""
    return float(about.get("max_found", FOUND))


def n_found(released: Sequence[Outcome], about: Mapping[str, Any]) -> int:
    """How many of the released documents an attack or the jury finds the person in."""
    return sum(any(each.found > most_found(about) for each in outcome.after) for outcome in released)


def n_risky(released: Sequence[Outcome], about: Mapping[str, Any]) -> int:
    """How many of the released documents have an estimated risk above what the policy allows."""
    limit = _limit(about)
    return sum(outcome.risk_after is not None and outcome.risk_after > limit for outcome in released)


def n_named(released: Sequence[Outcome]) -> int:
    """How many of the released documents have a mask behind which a filler puts back what identifies alone."""
    return sum(any(each.n_direct for each in outcome.put_back) for outcome in released)


def n_below(released: Sequence[Outcome], about: Mapping[str, Any]) -> int | None:
    """How many of the released documents fewer people fit than the policy demands; None where it demands no crowd."""
    least = _min_crowd(about)
    if least is None:
        return None
    # A hair less, for rounding; what is no number is not enough.
    limit = math.log10(least) - 1e-9
    return sum(outcome.crowd is not None and not outcome.crowd.log10 >= limit for outcome in released)


def insiders(about: Mapping[str, Any]) -> set[str]:
    """The members of the jury that go by a model that also hides or feeds back."""
    parts = [part for several in (about.get("same_models") or {}).values() for part in several]
    return {name for part, name in parts if part == "jury"}


def checks(outcomes: Sequence[Outcome], about: Mapping[str, Any]) -> list[str]:
    """What a reader should look at before signing, each in one sentence made from facts."""
    released = [outcome for outcome in outcomes if outcome.is_released]
    if not released:
        return []
    said = list(_looked_for(released, about))
    for kind, what in UNREAD.items():
        if those := [outcome for outcome in released if kind in outcome.unread]:
            said.append(f"{_documents(those)} {what.format(s='s' * (len(those) == 1))}. Read {_named(those)}.")
    if n_kept := sum(n for each in released for (*_, action), n in each.changes.items() if action == KEPT):
        things = "thing that detectors take" if n_kept == 1 else "things that detectors take"
        left = "is left" if n_kept == 1 else "are left"
        said.append(f"{n_kept:,} {things} for identifying {left} visible, as the policy allows: see what was found.")
    if n_right := sum(each.n_right for outcome in released for each in outcome.put_back):
        said.append(
            f"Behind {n_right:,} mask{'s' * (n_right != 1)} of what is released a filler puts back what was hidden, as "
            "the policy allows: see what can be put back."
        )
    said += _kept(about.get("policy") or {})
    if alone := sorted((each for each in released if each.n_unshared), key=lambda each: -(each.n_unshared or 0)):
        say = "says" if len(alone) == 1 else "say"
        said.append(
            f"{_documents(alone)} {say} something that nobody else in the corpus says. Would somebody who knows the "
            f"person recognize them by it? Begin with {_named(alone)}."
        )
    said.append(
        "Look at pictures, attachments and the properties of files that go with the release: only text was read."
    )
    return said


def _kept(policy: Mapping[str, Any]) -> Iterator[str]:
    """What the user wants to be visible, whatever it tells."""
    if labels := sorted(policy.get("never_change") or ()):
        yield f"The policy keeps what is of these kinds visible, whatever it tells: {', '.join(labels)}."
    if allowed := policy.get("allow"):
        n = allowed if isinstance(allowed, int) else len(allowed)
        yield f"The policy keeps {n:,} word{'s' * (n != 1)} or phrase{'s' * (n != 1)} visible, whatever they tell."


def _failures(released: Sequence[Outcome], about: Mapping[str, Any]) -> Iterator[str]:
    if n := n_found(released, about):
        yield f"an attack or the jury still finds the person in {n:,} released document{'s' * (n != 1)}"
    if n := n_risky(released, about):
        yield f"the estimated risk of {n:,} released document{'s' * (n != 1)} is above what the policy allows"
    if n := n_named(released):
        yield f"what identifies alone is put back behind a mask of {n:,} released document{'s' * (n != 1)}"
    if below := n_below(released, about):
        yield f"fewer people than the policy demands fit {below:,} released document{'s' * (below != 1)}, by estimate"


def _gaps(released: Sequence[Outcome], about: Mapping[str, Any]) -> Iterator[str]:
    if not released:
        yield "nothing is released"
        return
    if not about.get("population"):
        yield f"{UNTRIED}no population was given{_estimated(released)}"
    elif not any(outcome.after for outcome in released):
        yield f"{UNTRIED}no attack was named"
    else:
        yield from _unseen(released, about)
    if n := sum(LANGUAGE in outcome.unread for outcome in released):
        seem = "seems" if n == 1 else "seem"
        yield f"{n:,} released document{'s' * (n != 1)} {seem} to be in another language than English"
    if _min_crowd(about) is not None and (n := sum(outcome.crowd is None for outcome in released)):
        yield f"how many people fit {n:,} released document{'s' * (n != 1)}, as the policy demands, was not estimated"


def _estimated(released: Sequence[Outcome]) -> str:
    """What is known without a population: an estimate, where there is one."""
    n, n_all = sum(outcome.crowd is not None for outcome in released), len(released)
    if not n:
        return ""
    those = f"{n:,} of {n_all:,} released documents" if n < n_all else "all that is released"
    return f", but how many people fit was estimated for {those}"


def _unseen(released: Sequence[Outcome], about: Mapping[str, Any]) -> Iterator[str]:
    """What attacks that were run leave open."""
    jury = {each.attack for outcome in released for each in outcome.after if each.judges}
    if not jury:
        yield "there was no jury: whoever looked for the people took part in hiding them"
    elif not jury - insiders(about):
        yield "every member of the jury is a model that also took part in hiding"
    if n := sum(not _is_placed(outcome.after) for outcome in released):
        yield f"in {n:,} released document{'s' * (n != 1)} nobody could look for the person, who is not known"


def _looked_for(released: Sequence[Outcome], about: Mapping[str, Any]) -> Iterator[str]:
    if not any(outcome.after for outcome in released):
        yield (
            "Nobody tried to find the people. Read some of the released documents as somebody who knows them would, or "
            "release again with --population."
        )
        return
    if unplaced := [outcome for outcome in released if not _is_placed(outcome.after)]:
        nobody = f"No attack could look for the person of {_documents(unplaced)}, who is not known"
        yield f"{nobody}. Read {_named(unplaced)}."
    if not any(outcome.other_after for outcome in released):
        yield (
            "Who may get the release and knows other things about the people than the population says? Whom they could "
            "find was not measured; --other-knowledge FILE measures it."
        )
    elif those := [each for each in released if any(one.found > most_found(about) for one in each.other_after)]:
        yield (
            f"With other knowledge the person is found in {_documents(those)}. May anybody who gets the release know "
            f"such things? Look at {_named(those)}."
        )


def _is_placed(sightings: Sequence[Sighting]) -> bool:
    return any(sighting.rank is not None for sighting in sightings)


def _min_crowd(about: Mapping[str, Any]) -> float | None:
    """How many people have to fit each document, if the policy demands it."""
    return (about.get("policy") or {}).get("min_crowd")


def _limit(about: Mapping[str, Any]) -> float:
    """The highest estimated risk that the policy allows anything to pose; a hair more, for rounding."""
    policy = about.get("policy") or {}
    most = policy.get("max_risk")
    return math.inf if most is None else max(most, *(policy.get("limits") or {}).values(), 0.0) + 1e-9


def _documents(several: Sequence[Outcome]) -> str:
    return "1 document" if len(several) == 1 else f"{len(several):,} documents"


def _named(several: Sequence[Outcome]) -> str:
    more = len(several) - N_NAMED
    return ", ".join(each.document for each in several[:N_NAMED]) + (f" and {more:,} more" if more > 0 else "")
