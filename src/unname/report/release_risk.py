"""What attacks find before and after, what that costs in words, and what the rounds add."""

from collections.abc import Mapping
from typing import Any

from unname.report.page import Section, figure, folded, paragraph, table
from unname.report.plots import Curve, Drawn, Point, Range, bar_legend, bars, curves, intervals, legend
from unname.report.values import NONE, count, mapping, number, percent, rows

STAGES = {
    "before": "original text",
    "first": "after the first round",
    "after": "after the last round",
    "released": "what is released",
}
"""What the stages are called, in their order."""

_HOLDS = "\u00a0"
"""A blank at which no line breaks."""

_PARTS = {
    "attacks": "Attacks that feed back: what they find goes into the next round",
    "jury": "Jury: judges what comes out, before anybody is withheld, and never feeds back",
}


def risk(facts: Mapping[str, Any]) -> Section:
    """Who is found at each stage by each attack, the jury told apart."""
    found = mapping(facts, "attacks")
    drawn = _drawing(found)
    if not drawn:
        people = mapping(facts, "about", "population")
        why = "no attack was named" if people else "no population was given"
        said = f"Not attacked: {why}, so that nobody looked for the people. Whether they can be found was not measured."
        return Section("risk", "Who can be found", [paragraph(said, "caution"), *_estimated(facts)])
    parts = [paragraph(_promise(facts), "caution"), drawn]
    for part, caption in _PARTS.items():
        chosen = [name for name in found if (mapping(found, name).get("judges") is True) is (part == "jury")]
        lines = [[name, *_shares(mapping(found, name)), _constructed(mapping(found, name))] for name in chosen]
        if len(chosen) > 1:
            lines.append(["at least one of them", *_shares(mapping(facts, "any", part)), ""])
        if lines:
            strong = [len(chosen)] if len(chosen) > 1 else []
            head = ["attack", *STAGES.values(), "by construction"]
            parts.append(table(caption, head, lines, strong, "wrapped"))
        else:
            parts.append(paragraph(_NOBODY[part], "caution"))
    whole = [["attacks and jury, at least one of them", *_shares(mapping(facts, "any", "all"))]]
    parts.append(table("Found by any of them", ["", *STAGES.values()], whole, [0], "wrapped"))
    parts += [paragraph(_CONSTRUCTION), *_same(facts), *_other(facts), paragraph(_READING, "note"), *_estimated(facts)]
    return Section("risk", "Who can be found", parts)


def curve(facts: Mapping[str, Any]) -> Section | None:
    """People found against words hidden: other settings as a line, this release and its stages as points."""
    settings = [
        (point, row) for row in rows(mapping(facts, "about").get("curve")) if (point := _setting(row)) is not None
    ]
    settings.sort(key=lambda pair: pair[0].x)
    places = _places(facts)
    lines = [
        Curve(name, [Point(x, y, f"{percent(x)} of words hidden, {percent(y)} of people found")], name == _THIS)
        for name, x, y in places
    ]
    if len(lines) < 2:
        return None
    lines += [Curve("other settings", [point for point, _ in settings])] if settings else []
    drawn = Drawn("People found against words hidden", "The further to the lower left, the better.")
    caption = (
        "People found by at least one attack against the mean share of words hidden: lower and further left is better. "
        "A withheld document counts as hidden whole in this release; nobody is found in the rest, by construction."
    )
    if len({place[1:] for place in places}) < len(places):
        caption += " Equal points lie on top of each other."
    cells = [[name, percent(x), percent(y)] for name, x, y in places]
    cells += [[str(row.get("setting", "")), percent(point.x), percent(point.y)] for point, row in settings]
    strong = [place for place, each in enumerate(places) if each[0] == _THIS]
    parts = [
        figure(curves(drawn, lines, "words hidden", "people found", ()), caption, legend(lines)),
        folded(
            "The points as a table",
            table(caption, ["setting", "words hidden", "people found"], cells, strong, "wrapped"),
        ),
    ]
    return Section("curve", "Privacy against words", parts)


def rounds(facts: Mapping[str, Any]) -> Section | None:
    """What the loop adds to the first decision."""
    found = rows(facts.get("rounds"))
    words = mapping(facts, "words")
    if not found:
        return None
    lines = [
        [count(row.get("round")), *(count(row.get(key)) for key in ("documents", "found_before", "found_after"))]
        for row in found
    ]
    attacked = bool(mapping(facts, "attacks"))
    parts = [paragraph(_added(words))]
    if attacked and len(found) > 1:
        parts.append(_progress(facts, found))
    if attacked:
        head = ["round", "documents in it", "found before it", "found after it"]
        parts.append(table("Documents whose person an attack that feeds back finds", head, lines))
    return Section("rounds", "What the rounds add", parts)


_THIS = "this release"
_NOBODY = {"attacks": "No attack fed back.", "jury": "There was no jury."}
_CONSTRUCTION = (
    "What an attack that feeds back finds was hidden, so it finds little after the last round, by construction. "
    "Whoever it or the jury still finds then is withheld, so nobody is found in what is released, by construction. The "
    "only measurement here of how well people are hidden is what the jury finds after the last round."
)
_READING = (
    "Shares of documents whose person is the first choice of the attack, with 95% intervals (Wilson), which take "
    "documents for independent. People who match alike share their place: one of two counts as half found. The "
    "documents of one person are attacked together. The first three columns are of all documents, also of those that "
    "are then withheld; the last one leaves them out."
)


def _promise(facts: Mapping[str, Any]) -> str:
    people = number(mapping(facts, "about", "population").get("people"))
    size = f" of {count(people)} people" if people else ""
    absent = max(
        (number(mapping(facts, "attacks", name).get("not_in_population")) or 0 for name in mapping(facts, "attacks")),
        default=0,
    )
    unknown = (
        f" In {count(absent)} document{'s' * (absent != 1)} the person is not in that population, so that no "
        "attack can find them; they count as not found."
        if absent
        else ""
    )
    return (
        f"Measured against the population{size} that was supplied, by the attacks named here. It says nothing about "
        f"people who are not in it, nor about an attacker who knows other things about them.{_crowd(facts)}{unknown}"
    )


def _crowd(facts: Mapping[str, Any]) -> str:
    k = number(mapping(facts, "about", "policy").get("k"))
    if k is None:
        return ""
    others = f"{count(k)} other{'s' * (k != 1)}"
    return (
        " What a plain release hides is hidden in any case; beyond it, words were hidden until at least "
        f"{others} of the population fit each document as well as the person does."
    )


def _same(facts: Mapping[str, Any]) -> list[str]:
    """Which models look for people whom they helped to hide."""
    said = []
    for model, parts in mapping(facts, "about", "same_models").items():
        several = parts if isinstance(parts, list) else []
        played = [f"{part[0]} ({part[1]})" for part in several if isinstance(part, list) and len(part) == 2]
        said += [f"{model} is {' and '.join(played)}."] * (len(played) > 1)
    warning = (
        "The same model with the same settings plays several parts here. That it does not find whom it helped to hide "
        "says nothing about other attackers:"
    )
    return [paragraph(f"{warning} {' '.join(said)}", "caution")] if said else []


def _other(facts: Mapping[str, Any]) -> list[str]:
    """What attackers find who know other things."""
    told = mapping(facts, "other_knowledge")
    attacks = mapping(told, "attacks")
    if not attacks:
        said = (
            "Not measured here: against knowledge other than the supplied population. The option --other-knowledge "
            "FILE measures it, with other facts about the same people."
        )
        return [paragraph(said, "caution")]
    lines = [
        [f"{name} (jury)" if mapping(attacks, name).get("judges") is True else name, *_apart(mapping(attacks, name))]
        for name in attacks
    ]
    lines.append(["at least one of them", *_apart(mapping(told, "any"))])
    people = number(mapping(facts, "about", "other_knowledge").get("people"))
    size = f" about {count(people)} people" if people else ""
    caption = f"Against other knowledge{size}, which took no part in the release and by which nothing was withheld"
    head = ["attack", STAGES["before"], STAGES["released"]]
    absent = max((number(mapping(attacks, name).get("not_known")) or 0 for name in attacks), default=0)
    unknown = (
        f" It says nothing about the people of {count(absent)} document{'s' * (absent != 1)}, left out here."
        if absent
        else ""
    )
    said = "If few are found in the original texts, this knowledge tells little about how well people are hidden."
    return [table(caption, head, lines, [len(lines) - 1], "wrapped"), paragraph(f"{said}{unknown}", "note")]


def _apart(told: Mapping[str, Any]) -> list[str]:
    return [_share(mapping(told, stage)) for stage in ("before", "released")]


def _constructed(told: Mapping[str, Any]) -> str:
    """Which of its figures an attack does not measure, since what it found was hidden or withheld."""
    stages = told.get("by_construction")
    return ", ".join(STAGES[stage] for stage in STAGES if isinstance(stages, list) and stage in stages) or NONE


def _drawing(found: Mapping[str, Any]) -> str:
    groups = {}
    for name in found:
        told = mapping(found, name)
        ranges = {title: value for stage, title in STAGES.items() if (value := _range(mapping(told, stage)))}
        if ranges:
            groups[f"{name} (jury)" if told.get("judges") is True else name] = ranges
    if not groups:
        return ""
    names = [name for name in STAGES.values() if any(name in ranges for ranges in groups.values())]
    drawn = Drawn("People found by each attack", "A dot for each share, on the line of its 95% interval.")
    caption = "People found by each attack at each stage; lines are 95% intervals."
    return figure(intervals(drawn, groups, names), caption, legend([Curve(name, [Point(0, 0)]) for name in names]))


def _range(told: Mapping[str, Any]) -> Range | None:
    values = [number(told.get(key)) for key in ("share", "low", "high")]
    return None if None in values else Range(*(min(max(value or 0.0, 0.0), 1.0) for value in values))


def _shares(told: Mapping[str, Any]) -> list[str]:
    return [_share(mapping(told, stage)) for stage in STAGES]


def _share(told: Mapping[str, Any]) -> str:
    if number(told.get("share")) is None:
        return NONE
    interval = f"({percent(told.get('low'))} to {percent(told.get('high'))})"
    return f"{percent(told.get('share'))} {interval.replace(' ', _HOLDS)}"


def _estimated(facts: Mapping[str, Any]) -> list[str]:
    """What the risk model of the defender says, which is no attack."""
    n, limit = number(facts.get("estimated")) or 0, number(mapping(facts, "about", "policy").get("max_risk"))
    if not n:
        return []
    allowed = f"; the policy allows {percent(limit)} for each" if limit is not None else ""
    said = f"The estimate behind the decisions judged {count(n)} released document{'s' * (n != 1)}{allowed}"
    return [paragraph(f"{said}. An estimate decides; it is not evidence, as an attack is.", "note")]


def _setting(row: Mapping[str, Any]) -> Point | None:
    hidden, found = number(row.get("masked")), number(row.get("found"))
    if hidden is None or found is None:
        return None
    note = f"{row.get('setting', '')}: {percent(hidden)} of words hidden, {percent(found)} of people found"
    return Point(hidden, found, note)


def _places(facts: Mapping[str, Any]) -> list[tuple[str, float, float]]:
    """Where the original, the stages and this release stand."""
    words, found = mapping(facts, "words"), mapping(facts, "any", "all")
    places = [
        ("original text", 0.0, number(mapping(found, "before").get("share"))),
        ("after the first round", number(words.get("hidden_first")), number(mapping(found, "first").get("share"))),
        ("after the last round", number(words.get("hidden_last")), number(mapping(found, "after").get("share"))),
        (_THIS, number(words.get("hidden")), number(mapping(found, "released").get("share"))),
    ]
    return [(name, x, y) for name, x, y in places if x is not None and y is not None]


def _added(words: Mapping[str, Any]) -> str:
    changed = number(words.get("changed_after_first")) or 0
    if not changed:
        return (
            f"One round was enough for every document; {percent(words.get('hidden_last'))} of their words are hidden."
        )
    one = changed == 1
    return (
        f"{count(changed)} document{'s' * (not one)} went through more than one round. After the first round "
        f"{percent(words.get('hidden_first'))} of words were hidden, after the last "
        f"{percent(words.get('hidden_last'))} (means over all documents); "
        f"with withheld documents counted as hidden whole, {percent(words.get('hidden'))}."
    )


def _progress(facts: Mapping[str, Any], found: list[Mapping[str, Any]]) -> str:
    n = number(mapping(facts, "counts").get("documents")) or 1.0
    names = ["found before", "found after"]
    groups = {
        f"round {count(row.get('round'))}": {
            name: min(1.0, (number(row.get(key)) or 0.0) / max(n, 1.0))
            for name, key in zip(names, ("found_before", "found_after"), strict=True)
        }
        for row in found
    }
    drawn = Drawn("People found before and after each round", "Two bars for each round.")
    caption = "Documents whose person an attack that feeds back finds before and after each round, as shares of all."
    return figure(bars(drawn, groups, names), caption, bar_legend(names))
