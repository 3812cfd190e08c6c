"""How many masks an outsider puts back, before and after the rounds: figures of all documents together, and no text."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from unname.core.results import Outcome, PutBack
from unname.report.page import Section, paragraph, table
from unname.report.values import NONE, count, mapping, number, percent

STAGES = {
    "first": "after the first round",
    "after": "after the last round",
    "released": "in what is released",
}
"""What the stages are called; before the first round nothing is masked."""

LEVELS = {
    "L1": "who has nothing to read beside the release (L1)",
    "L2": "who has read what the population tells (L2)",
    "L3": "who has read what the population tells, and the originals of the other documents (L3)",
    "L4": "who has read all that, and the original of the document itself (L4)",
}
"""What an outsider of each level has."""

_READING = (
    "A mask counts as put back if the first choice of the filler is what it hides, word for word, and more probable "
    "than the policy allows. Whoever holds the release alone cannot tell which of the choices are right. What is "
    "hidden as several things counts as put back only as a whole."
)


def put_back_facts(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """What each filler puts back at each stage, of all documents together; of the jury there is no first stage."""
    stages = {
        "first": [each for outcome in outcomes for each in outcome.put_back_first],
        "after": [each for outcome in outcomes for each in outcome.put_back],
        "released": [each for outcome in outcomes if outcome.is_released for each in outcome.put_back],
    }
    about = {each.filler: each for several in stages.values() for each in several}
    return {
        name: {
            "judges": one.judges,
            "level": one.level,
            **{
                stage: _sum(each for each in several if each.filler == name)
                for stage, several in stages.items()
                if not (stage == "first" and one.judges)
            },
        }
        for name, one in sorted(about.items(), key=lambda pair: (pair[1].judges, pair[0]))
    }


def _sum(told: Iterable[PutBack]) -> dict[str, Any]:
    several = list(told)
    n_masks, n_right = sum(each.n_masks for each in several), sum(each.n_right for each in several)
    surely = sum(each.surely * each.n_right for each in several)
    return {
        "documents": len(several),
        "masks": n_masks,
        "put_back": n_right,
        "share": round(n_right / n_masks, 4) if n_masks else None,
        "surely": round(surely / n_right, 2) if n_right else None,
        "direct": sum(each.n_direct for each in several),
    }


def n_named(facts: Mapping[str, Any]) -> float:
    """Behind how many masks of what is released something is put back that identifies alone."""
    told = mapping(facts, "put_back")
    return sum(number(mapping(told, name, "released").get("direct")) or 0 for name in told)


def masks(facts: Mapping[str, Any]) -> Section | None:
    """How many masks fillers put back, before and after what told them was hidden, too."""
    told = mapping(facts, "put_back")
    if not told:
        return None
    parts = []
    for name in told:
        level = mapping(told, name).get("level")
        knows = LEVELS.get(level, "of whom nobody knows what they have read") if isinstance(level, str) else NONE
        judges = mapping(told, name).get("judges") is True
        part = "jury" if judges else "feeds back, and what it feeds back is hidden by construction"
        rows = [
            _row(title, mapping(told, name, stage)) for stage, title in STAGES.items() if stage in mapping(told, name)
        ]
        head = ["", "masks", "put back", "share", "mean probability", "identify alone"]
        parts.append(table(f"Put back by {name} ({part}), {knows}", head, rows, kind="wrapped"))
    return Section("masks", "What can be put back behind masks", [*parts, paragraph(_READING, "note")])


def _row(title: str, told: Mapping[str, Any]) -> list[str]:
    surely = number(told.get("surely"))
    return [
        title,
        count(told.get("masks")),
        count(told.get("put_back")),
        percent(told.get("share")),
        NONE if surely is None else f"{surely:.2f}",
        count(told.get("direct")),
    ]
