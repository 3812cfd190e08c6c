"""The further figures of the page: ranks by two models, parts of speech, and what masks themselves tell."""

from collections.abc import Mapping, Sequence
from typing import Any

from unname.report.page import Section, figure, folded, paragraph, table
from unname.report.plots import Drawn, bar_legend, bars, heat_map
from unname.report.values import count, mapping, matrix, number, percent

PARTS = {
    "PROPN": "names",
    "NUM": "numbers",
    "NOUN": "nouns",
    "ADJ": "adjectives",
    "VERB": "verbs",
    "ADV": "adverbs",
    "PRON": "pronouns",
    "ADP": "prepositions",
    "DET": "determiners",
    "AUX": "auxiliaries",
    "CCONJ": "conjunctions",
    "PART": "particles",
    "X": "other",
}
"""Parts of speech by their tags; tags that are not here are not drawn."""

SERIES = {"ours": "unname", "idf_table_aware": "IDF, table-aware"}


def ranks(result: Mapping[str, Any]) -> Section | None:
    """Where two models rank the same people after one of them has hidden them (Figure 3)."""
    found = mapping(result, "ranks")
    counts, models = matrix(found.get("counts")), _strings(found.get("models"))
    edges = [int(edge) for edge in map(number, found.get("edges") or []) if edge is not None]
    if len(models) != 2 or not counts or len(edges) < len(counts) or len(counts[0]) != len(counts):
        return None
    used = 1 + max((max(y, x) for y, row in enumerate(counts) for x, cell in enumerate(row) if cell), default=0)
    # The first model lies across, as in the figure of the paper.
    turned = [[counts[x][y] for x in range(used)] for y in range(used)]
    names = [_short(edge) for edge in edges[:used]]
    one, other = models
    k = count(found.get("k"))
    drawn = Drawn(
        f"Ranks of the true person by {one} and by {other}",
        f"Documents hidden to K = {k} from {one}, counted by the rank that each of the two models gives to the person.",
    )
    drawing = heat_map(drawn, turned, names, names, f"rank by {one}, from", f"rank by {other}, from")
    caption = (
        f"Hidden to K = {k} from {one} alone, how do both models rank the true person? Squares count documents; "
        f"what stands at 1 is found. {_medians(found, models)}"
    )
    head = [f"rank by {other}, from", *names]
    lines = [[name, *(f"{cell:g}" for cell in row)] for name, row in zip(names, turned, strict=True)]
    parts = [figure(drawing, caption), folded("The counts as a table", table(f"Columns: rank by {one}", head, lines))]
    return Section("ranks", "What another model sees", parts)


def parts_of_speech(result: Mapping[str, Any]) -> Section | None:
    """Which kinds of words are masked (Figure 4)."""
    found = mapping(result, "parts_of_speech")
    series = [name for name in SERIES if mapping(found, name)]
    common = mapping(found, "words")
    tags = [tag for tag in PARTS if any(number(mapping(found, name).get(tag)) is not None for name in series)]
    if not series or not tags:
        return None
    tags.sort(key=lambda tag: -(number(mapping(found, series[0]).get(tag)) or 0.0))
    shares = {PARTS[tag]: _shares(found, series, tag) for tag in tags}
    named = [SERIES[name] for name in series]
    drawn = Drawn("Share of words masked by part of speech", "For each part of speech, one bar for each method.")
    caption = (
        f"The share of words of each kind that is masked at K = {count(found.get('k'))}, and by rarity at about the "
        "same share of all words."
    )
    lines = [[PARTS[tag], count(common.get(tag)), *_told(found, series, tag)] for tag in tags]
    parts = [
        figure(bars(drawn, shares, named), caption, bar_legend(named)),
        folded("The shares as a table", table(caption, ["part of speech", "words", *named], lines)),
    ]
    return Section("parts", "Which words are masked", parts)


def limits(result: Mapping[str, Any]) -> Section | None:
    """How many are found when masks tell how many words they hide, and when not."""
    found = mapping(result, "limits")
    ways = [name for name in found if number(mapping(found, name).get("reid")) is not None]
    if not ways:
        return None
    models = list(dict.fromkeys(model for name in ways for model in mapping(found, name, "by_model")))
    lines = [
        [
            name,
            percent(mapping(found, name).get("reid")),
            *(percent(mapping(found, name, "by_model").get(model)) for model in models),
        ]
        for name in ways
    ]
    caption = f"People found at K = {count(found.get('k'))}, {count(found.get('documents'))} documents"
    said = "Masks in a row count as one for every model here, so that the number of hidden words does not show."
    return Section(
        "limits",
        "What the masks themselves tell",
        [table(caption, ["masks", "any model", *models], lines), paragraph(said, "note")],
    )


def _strings(value: Any) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _short(edge: int) -> str:
    return f"{edge // 1024}k" if edge >= 1024 else str(edge)


def _medians(found: Mapping[str, Any], models: Sequence[str]) -> str:
    said = [
        f"{model} finds {percent(mapping(found, 'found').get(model))} (median rank {count(median)})"
        for model in models
        if (median := number(mapping(found, "median").get(model))) is not None
    ]
    return f"{'; '.join(said)}." if said else ""


def _shares(found: Mapping[str, Any], series: Sequence[str], tag: str) -> dict[str, float]:
    values = {SERIES[name]: number(mapping(found, name).get(tag)) for name in series}
    return {name: share for name, share in values.items() if share is not None}


def _told(found: Mapping[str, Any], series: Sequence[str], tag: str) -> list[str]:
    return [percent(mapping(found, name).get(tag)) for name in series]
