"""The page of `unname bench kanon`: privacy against words masked, and the tables of `morris2022` beside its own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from unname.core.errors import InputError
from unname.report.page import Origin, Section, figure, folded, page, paragraph, table
from unname.report.plain import escape
from unname.report.plots import Curve, Drawn, Point, curves, legend
from unname.report.values import NONE, count, mapping, number, percent, rows
from unname_research.bench.kanon_page_figures import limits, parts_of_speech, ranks

RAW = "bm25, raw profiles"
"""The sparse model as it was published, which is shown beside the judges."""

KEYS = ("reid_original", "levels", "curves", "table1", "search", "ranks", "parts_of_speech", "limits")
"""What the page is made of; one of them must be there."""

METHODS = {
    "ours": "unname",
    "ours_bag": "unname, one model",
    "ours_transformer": "unname, with transformer",
    "idf_table_aware": "IDF, table-aware",
    "idf": "IDF",
    "lexical": "words of the profile",
    "named_entities": "named entities",
    "named_entities_and_dates": "named entities and dates",
    "none": "no redaction",
}
"""What methods are called, in the order in which they are told."""

LEVELS = (0.25, 0.05, 0.01)
SPARSE = "sparse"
_CAREFUL = 0.05
"""Where fewer than this share are found at best, a linear scale would hide the differences."""


def kanon_page(result: Any, origin: Origin) -> str:
    """The whole page; parts whose figures are missing are left out."""
    if not any(mapping(result, key) for key in KEYS):
        raise InputError(f"{origin.file}: these are not the figures of unname bench kanon --json")
    made = (pareto(result), levels(result), table1(result), ranks(result), parts_of_speech(result), search(result))
    sections = [section for section in (*made, limits(result)) if section is not None]
    people, documents = count(result.get("population")), count(result.get("documents"))
    lead = escape(
        f"How well the people in {documents} documents are hidden among {people}, and how many words that takes."
        if number(result.get("population"))
        else "How well people are hidden, and how many words that takes."
    )
    return page("Hidden among others", lead, _facts(result), [_promise(result), *sections], _end(origin))


def method_name(method: str) -> str:
    """What a method is called on the page.

    >>> method_name("ours"), method_name("some_new_way")
    ('unname', 'some new way')
    """
    return METHODS.get(method, method.replace("_", " "))


def in_order(methods: Mapping[str, Any]) -> list[str]:
    """Methods in the order in which they are told, unknown ones last."""
    known = list(METHODS)
    return sorted(methods, key=lambda method: known.index(method) if method in known else len(known))


@dataclass(frozen=True)
class Panel:
    """Models that judge together: the keys of what they find, and what they are called."""

    found: str
    interval: str
    levels: str
    name: str


APART = Panel("found_by_others", "interval_by_others", "levels_by_others", "models that did not defend")
EVERY = Panel("reid", "interval", "levels", "all models")


def pareto(result: Mapping[str, Any]) -> Section | None:
    """Every method as a curve (Figure 2): before the judges that did not defend, and before all."""
    drawings = [drawn for panel in (APART, EVERY) if (drawn := _pareto(result, panel))]
    if not drawings:
        return None
    found = mapping(result, "curves")
    told = [(method, row) for method in in_order(found) for row in _rising(rows(found[method]))]
    head = ["method", "setting", "masked", "found by others", "95%", "found by all", "95%", "information lost"]
    cells = [[method_name(method), *_cells(method, row)] for method, row in told]
    caption = "Others are the models that did not defend, the same for all methods."
    points = folded("All points as a table", table(caption, [*head, "documents"], cells))
    return Section("pareto", "Privacy against words masked", [*drawings, points])


def _pareto(result: Mapping[str, Any], panel: Panel) -> str | None:
    found = mapping(result, "curves")
    lines = []
    for method in in_order(found):
        points = [point for row in _rising(rows(found[method])) if (point := _point(method, row, panel))]
        if points:
            lines.append(Curve(method_name(method), points, main=method == "ours"))
    if not lines:
        return None
    lowest = min(point.y for line in lines for point in line.points)
    least = _edge(number(result.get("documents")) or 1000.0) if lowest < _CAREFUL else None
    drawn = Drawn(
        f"People found by {panel.name} against words masked",
        "Each method is a line or a point: the further to the lower left, the better. "
        "Dashed lines mark 25%, 5% and 1% of people found.",
    )
    caption = (
        f"People found by at least one of {panel.name}, against the share of words masked. Lower and further "
        "left is better." + (" The vertical scale is logarithmic." if least else "")
    )
    return figure(curves(drawn, lines, "words masked", "people found", LEVELS, least), caption, legend(lines))


def levels(result: Mapping[str, Any]) -> Section | None:
    """What each method masks at the same level of privacy (Table 2), beside the published figures."""
    parts = [part for panel in (APART, EVERY) for part in _levels(result, panel)]
    if not parts:
        return None
    parts.append(paragraph(_BESIDE.format(people=count(mapping(result, "paper").get("population"))), "note"))
    return Section("levels", "The same privacy, fewer words", parts)


def _levels(result: Mapping[str, Any], panel: Panel) -> list[str]:
    parts = []
    for level, found in sorted(mapping(result, panel.levels).items(), key=lambda pair: pair[0], reverse=True):
        published = mapping(result, "paper", "levels", level)
        methods = in_order({**mapping(found), **published})
        if methods:
            share = f"{100 * float(level):g}%" if number(_parsed(level)) is not None else level
            lines = [_level_line(method, mapping(found, method), mapping(published, method)) for method in methods]
            strong = [place for place, method in enumerate(methods) if method == "ours"]
            head = ["method", "setting", "found by others", "found by all", "masked", "information lost", "TPI"]
            head += ["paper: found", "paper: masked", "paper: lost"]
            parts.append(table(f"Below {share} of people found by {panel.name}", head, lines, strong))
    return parts


def table1(result: Mapping[str, Any]) -> Section | None:
    """Who is found after plain redactions, by each model (Table 1)."""
    methods = reversed(in_order(mapping(result, "table1")))
    found = {method: row for method in methods if (row := mapping(result, "table1", method))}
    if not found:
        return None
    models = list(dict.fromkeys(model for row in found.values() for model in mapping(row, "by_model")))
    published = mapping(result, "paper", "table1")
    head = ["redaction", "masked", *models, "any of them", RAW, "paper: masked", "paper: sparse", "paper: neural"]
    lines = []
    for method, row in found.items():
        paper = mapping(published, method)
        by_model = [percent(mapping(row, "by_model").get(model)) for model in models]
        cells = [percent(row.get("masked")), *by_model, percent(row.get("reid")), percent(row.get(RAW))]
        lines.append(
            [method_name(method), *cells, *(percent(paper.get(key)) for key in ("masked", "sparse", "neural"))]
        )
    return Section("table1", "Plain redaction is not enough", [table("People found, by model", head, lines)])


def search(result: Mapping[str, Any]) -> Section | None:
    """What the search for masks costs, against the plain algorithm and against the optimum."""
    found = mapping(result, "search")
    told: list[tuple[str, str, Callable[[Any], str]]] = [
        ("documents", "documents", count),
        ("speedup", "times faster", count),
        ("fewer_calls", "times fewer texts read", count),
        ("longer_masks", "longer masks", percent),
    ]
    lines = [
        [model, *(shown(mapping(found, model).get(key)) for key, _, shown in told)]
        for model in found
        if any(key in mapping(found, model) for key in ("speedup", "fewer_calls"))
    ]
    parts = [table("Against plain greedy search, same model", ["model", *(name for _, name, _ in told)], lines)]
    best = mapping(found, "optimal")
    if best:
        parts.append(
            paragraph(
                f"On {count(best.get('documents'))} documents the optimal search masks fewer words than greedy search "
                f"in {percent(best.get('strictly_better'))}, more in {percent(best.get('worse'))}, and saves "
                f"{percent(best.get('saved'))} of the masked words; {percent(best.get('proven'))} are proven optimal."
            )
        )
    seconds, release = number(result.get("seconds_1000_documents")), mapping(result, "release")
    if seconds is not None:
        words = number(release.get("mean_words"))
        size = f" of {count(round(words))} words" if words else ""
        goal = f" to K = {count(release.get('k'))}" if number(release.get("k")) else ""
        parts.append(paragraph(f"1,000 documents{size}{goal} take {count(round(seconds, 1))} s, from text to release."))
    return Section("search", "What the search costs", parts if lines else parts[1:]) if lines or parts[1:] else None


_NO_FLOOR = (
    "This is the published method: it hides words only until K others fit as well. What unname release hides "
    "whatever the population says, such as names and full dates, may be in view here, so these are not releases."
)
_BESIDE = (
    "Beside ours stand the published figures of morris2022, on other data: Wikipedia biographies, {people} people. "
    "Information lost is how much smaller the texts are when compressed; TPI is the share of information preserved."
)


def _promise(result: Mapping[str, Any]) -> Section:
    people = number(result.get("population"))
    size = f" of {count(people)} people" if people else ""
    name = result.get("population_file")
    supplied = f" ({name})" if isinstance(name, str) else ""
    said = (
        f"K is measured against the population{size} that was supplied{supplied}: that many others in it fit a "
        "released document at least as well as the person it is about, by the models named here. It says nothing "
        "about people who are not in that population, nor about an attacker who knows more about them than it does."
    )
    missing = list(mapping(result, "missing"))
    parts = [paragraph(said, "caution")]
    if result.get("floor") is False:
        parts.append(paragraph(_NO_FLOOR, "caution"))
    if missing:
        parts.append(paragraph(f"Not measured, since their weights are not there: {', '.join(missing)}.", "note"))
    return Section("promise", "What K says", parts)


def _facts(result: Mapping[str, Any]) -> list[tuple[str, str]]:
    original = [share for value in mapping(result, "reid_original").values() if (share := number(value)) is not None]
    panel = APART if mapping(result, APART.levels) else EVERY
    ours = mapping(result, panel.levels, "0.01", "ours")
    paper = mapping(result, "paper", "levels", "0.01", "ours")
    facts = [
        ("found in the original texts, best model", max(original, default=None), percent),
        (f"words masked, below 1% found by {panel.name}", ours.get("masked"), percent),
        ("the same in the paper, other data", paper.get("masked"), percent),
        ("faster search, bag", mapping(result, "search", "bag").get("speedup"), lambda value: f"{count(value)}\u00d7"),
    ]
    return [(name, shown(value)) for name, value, shown in facts if number(value) is not None]


def _edge(n_documents: float) -> float:
    """What stands for 0 on a logarithmic scale: less than one document, and clearly below the lowest level."""
    return min(max(0.0005, 0.5 / max(n_documents, 1.0)), 0.4 * min(LEVELS))


def _rising(found: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Rows that say how much is masked, from the one that masks least."""
    told = [row for row in found if number(row.get("masked")) is not None and number(row.get("reid")) is not None]
    return sorted(told, key=lambda row: number(row["masked"]) or 0.0)


def _point(method: str, row: Mapping[str, Any], panel: Panel) -> Point | None:
    masked, found = number(row.get("masked")), number(row.get(panel.found))
    if masked is None or found is None:
        return None
    setting = _setting(method, row)
    note = f"{setting}: " if setting else ""
    return Point(masked, found, f"{note}{percent(masked)} of words masked, {percent(found)} of people found")


def _cells(method: str, row: Mapping[str, Any]) -> Sequence[str]:
    found = [text for panel in (APART, EVERY) for text in (percent(row.get(panel.found)), _interval(row, panel))]
    lost, documents = percent(row.get("info_loss")), count(row.get("documents"))
    return [_setting(method, row), percent(row.get("masked")), *found, lost, documents]


def _interval(row: Mapping[str, Any], panel: Panel) -> str:
    """Where the share found lies, as the number of documents lets one tell."""
    ends = row.get(panel.interval)
    if not isinstance(ends, list) or len(ends) != 2 or None in map(number, ends):
        return NONE
    return f"{percent(ends[0])} to {percent(ends[1])}"


def _level_line(method: str, row: Mapping[str, Any], paper: Mapping[str, Any]) -> list[str]:
    ours = [percent(row.get(key)) for key in (APART.found, EVERY.found, "masked", "info_loss")]
    published = [percent(paper.get(key)) for key in ("reid", "masked", "info_loss")]
    tpi = number(row.get("tpi"))
    return [method_name(method), _setting(method, row), *ours, NONE if tpi is None else f"{tpi:.2f}", *published]


def _setting(method: str, row: Mapping[str, Any]) -> str:
    setting = number(row.get("setting"))
    if setting is None:
        return ""
    return f"K = {count(setting)}" if method.startswith("ours") else f"from {setting:.1f}"


def _parsed(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _end(origin: Origin) -> str:
    said = f"Drawn by unname {origin.version} on {origin.date} from {origin.file} (SHA-256 {origin.hash})."
    return paragraph(said)
