"""The tables of README.md and of docs/papers, made from the raw results: `make tables` writes them anew.

A table stands between `<!-- table: NAME -->` and `<!-- end -->`. To add one: keep the result with
`unname bench ... --save benchmarks/results/NAME.json`, write a function here that makes rows of it, put the two marks
into the page, and run `make tables`. A test compares the page with the results.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unname.measure.e5 import e5
from unname_research.papers.replace2021 import TABLE_3 as PAPER_3
from unname_research.papers.replace2021 import TABLE_4 as PAPER_4

FOLDER = Path(__file__).parent
PAGE, RESULTS = FOLDER / "README.md", FOLDER / "results"
PAPERS = sorted((FOLDER.parent / "docs" / "papers").glob("*.md"))
LINKS = {PAGE: "results", **dict.fromkeys(PAPERS, "../../benchmarks/results")}
"""Each page with tables, and how it links to the results."""

BLOCK = re.compile(r"(<!-- table: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
NONE = "-"

Cell = str | float | None
Row = Mapping[str, Cell]
"""Cells by the heads of their columns. Text stands as it is, whole numbers with commas, others as shares."""


@dataclass(frozen=True)
class Table:
    """Rows from one or more kept results, which are named like their files."""

    sources: tuple[str, ...]
    rows: Callable[..., Iterable[Row]]


TABLES: dict[str, Table] = {}


def table(*sources: str) -> Callable[[Callable[..., Iterable[Row]]], Callable[..., Iterable[Row]]]:
    """Register a function under its own name; it is called with the results of the sources."""

    def register(rows: Callable[..., Iterable[Row]]) -> Callable[..., Iterable[Row]]:
        TABLES[rows.__name__.replace("_", "-")] = Table(sources, rows)
        return rows

    return register


def share(value: float | None) -> str:
    """A share with three digits.

    >>> share(0.9367), share(1.0), share(0.0), share(None)
    ('.937', '1.000', '.000', '-')
    """
    return NONE if value is None else f"{value:.3f}".removeprefix("0")


def times(value: float | None, digits: int = 2) -> str:
    """Any other number.

    >>> times(1.588), times(22231.4, 0), times(None)
    ('1.59', '22,231', '-')
    """
    return NONE if value is None else f"{value:,.{digits}f}"


def between(ends: Sequence[float] | None) -> str:
    """An interval beside a share.

    >>> between([0.144, 0.19])
    ' (.144-.190)'
    """
    return "" if ends is None else f" ({share(ends[0])}-{share(ends[1])})"


def named(row: Mapping[str, Any], columns: Mapping[str, str]) -> dict[str, Cell]:
    """Figures of a row by the heads of their columns."""
    return {head: row.get(key) for head, key in columns.items()}


# --- Detection ---------------------------------------------------------------------------------------------------

TAB = {
    "direct": "recall_direct",
    "quasi": "recall_quasi",
    "token recall": "token_recall",
    "token precision": "token_precision",
    "token F1": "token_f1",
}
WORDS = {"recall": "recall", "precision": "precision", "F2": "f2"}


@table("tab", "tab-f1")
def tab(default: Any, balanced: Any) -> Iterable[Row]:
    """TAB, reconstructed dev: ours in three settings, Presidio as it comes, and what is published of it."""
    for name, result in {"(default)": default, "`--balance f1`": balanced}.items():
        yield {"": f"unname {name}", **named(result, TAB), **_cost(result, result["speed_ratio"])}
    theirs = _cost(default, 1.0, "presidio_")
    yield {"": f"{_presidio(default)} (same run as the first row)", **named(default["presidio"], TAB), **theirs}
    yield {"": "Presidio, published output", **named(default["presidio_published"], TAB)}


def _cost(result: Any, ratio: float, whose: str = "") -> dict[str, Cell]:
    speed, memory = result[f"{whose}chars_per_second"], result[f"{whose}peak_mb"]
    return {"characters/s": f"{times(speed / 1000, 1)}k", "times Presidio": times(ratio), "peak MB": round(memory)}


@table("presidio-synthetic", "ambientmeta")
def everyday(synthetic: Any, ambientmeta: Any) -> Iterable[Row]:
    """Sets of everyday text, by words."""
    sets = {"presidio-research synthetic v2": synthetic}
    sets |= {f"AmbientMeta {name}": result for name, result in ambientmeta["sets"].items()}
    for name, result in sets.items():
        version = result["presidio"]["version"]
        theirs = {f"Presidio {version} {head}": cell for head, cell in named(result["presidio"], WORDS).items()}
        yield {"set": name, "texts": result["documents"], **named(result, WORDS), **theirs}


STRINGS = {
    "direct hidden": "direct",
    "quasi hidden": "quasi",
    "must stay, but damaged": "damaged",
    "precision by characters": "precision",
}


@table("everyday")
def everyday_own(result: Any) -> Iterable[Row]:
    """Our own everyday text, kinds that nobody learned from."""
    rows = {
        "unname (default)": result,
        "unname `--balance f1`": result["f1"],
        "unname `--policy clinical`, clinical kinds": result["clinical"],
        _presidio(result): result["presidio"],
        "Rampart 1.4.0": result["rampart"],
    }
    for name, row in rows.items():
        yield {"": name, **named(row, STRINGS)}


@table("everyday")
def everyday_kinds(result: Any) -> Iterable[Row]:
    """The default setting, by kind."""
    for kind, row in sorted(result["by_kind"].items()):
        yield {"kind": kind.replace("_", " "), **named(row, STRINGS)}


@table("languages", "languages-ru")
def languages(result: Any, russian: Any) -> Iterable[Row]:
    """German, French, Spanish and Russian, by the kinds that nobody learned from."""
    for code in ("de", "fr", "es", "ru"):
        figures = {**result, **russian}[code]
        yield {"": code, "kind": "all", **named(figures, STRINGS)}
        for kind, row in sorted(figures["by_kind"].items()):
            yield {"": code, "kind": kind.replace("_", " "), **named(row, STRINGS)}


NAMES = {
    "F1": "f1",
    "all-or-nothing: mention": "mention_recall",
    "entity": "entity_recall",
    "document": "document_recall",
    "hidden": "hidden_share",
}
SYSTEMS = {
    "natasha": "natasha, as it comes",
    "our natasha": "detector `natasha` at .5",
    "ours, f1": "unname `--balance f1`",
    "ours": "unname (default)",
    "crf": "CRF on Collection3",
    "union": "all of these",
}


@table("recognition")
def recognition(result: Any) -> Iterable[Row]:
    """Names in Russian: strict F1 by type, and all-or-nothing recall."""
    for name, row in result["factrueval"]["systems"].items():
        types = {label: share(row["by_type"][label]["f1"]) for label in ("PER", "LOC", "ORG")}
        speed = {"characters per second": row["chars_per_second"]}
        yield {"": SYSTEMS[name], **named(row, {"F1": "f1"}), **types, **named(row, NAMES), **speed}


@table("recognition")
def recognition_others(result: Any) -> Iterable[Row]:
    """The same on corpora that nothing was chosen on: strict F1, and all-or-nothing recall of mentions."""
    for corpus, figures in result.get("others", {}).items():
        for name, row in figures["systems"].items():
            shown = named(row, {"F1": "f1", "all-or-nothing: mention": "mention_recall", "hidden": "hidden_share"})
            yield {"": corpus, "texts": figures["documents"], "system": SYSTEMS[name], **shown}


@table("recognition")
def recognition_tab(result: Any) -> Iterable[Row]:
    """All-or-nothing recall on TAB, by detector."""
    heads = {"documents": "all_or_nothing_document", "people": "all_or_nothing_person", "mentions": "mention_recall"}
    for name, row in result.get("tab", {}).items():
        yield {"detector": name, **named(row, heads)}


@table("recognition")
def recognition_growth(result: Any) -> Iterable[Row]:
    """Seconds for one text by its length."""
    for row in result.get("growth", ()):
        seconds = {f"seconds, {SYSTEMS[name]}": times(row[name], 1) for name in ("natasha", "our natasha", "ours")}
        yield {"characters": row["characters"], **seconds}


@table("growth")
def growth(result: Any) -> Iterable[Row]:
    """Time per character by the length of a document."""
    for row in result["rows"]:
        yield {
            "characters": row["characters"],
            "seconds per million characters": times(row["seconds_per_million"], 1),
            "peak MB": row["peak_mb"],
        }


@table("wiki100")
def wiki100(result: Any) -> Iterable[Row]:
    """The typed summaries of Wiki553, with the TAB metrics."""
    rows = {"unname (default)": result, _presidio(result): result["presidio"]}
    rows["Presidio, published output"] = result["presidio_published"]
    for name, row in rows.items():
        yield {"": name, "texts": row.get("documents", result["documents"]), **named(row, TAB)}


def _presidio(result: Any) -> str:
    about = result["presidio"]
    return f"Presidio {about['version']} as it comes, on {about['model']}"


# --- K-anonymity -------------------------------------------------------------------------------------------------

METHODS = {
    "none": "nothing",
    "lexical": "words of the profile",
    "named_entities": "named entities",
    "named_entities_and_dates": "named entities and dates",
    "idf": "IDF",
    "idf_table_aware": "IDF, table-aware",
    "ours": "**ours** (bag + facts + sparse)",
    "ours_bag": "ours (bag alone)",
}


@table("kanon")
def kanon_plain(result: Any) -> Iterable[Row]:
    """Table 1 of `morris2022`: who is found after plain redaction, by model."""
    for method, row in result["table1"].items():
        found = {"by others": row["found_by_others"], "by all": row["found_by_all"]}
        raw, paper = "bm25, raw profiles", result["paper"]["table1"].get(method, {})
        theirs = {f"paper: {key}": paper.get(key) for key in ("masked", "sparse", "neural")}
        cells = {"words masked": row["masked"], **row["by_model"], **found, raw: row[raw]}
        yield {"redaction": METHODS[method], **cells, **theirs}


@table("kanon")
def kanon_by_others(result: Any) -> Iterable[Row]:
    """Table 2 with the setting that masks least below each level before the judges that did not defend."""
    return _levels(result, "levels_by_others")


@table("kanon")
def kanon_by_all(result: Any) -> Iterable[Row]:
    """Table 2 with the setting that masks least below each level before all judges."""
    return _levels(result, "levels")


def _levels(result: Any, key: str) -> Iterable[Row]:
    for level, rows in result[key].items():
        for method in METHODS:
            if method not in rows:
                continue
            row = rows[method] or {}
            paper = result["paper"]["levels"][level].get(method, {})
            yield {
                "found below": share(float(level)).rstrip("0"),
                "method": METHODS[method],
                "setting": _setting(method, row),
                "found by others (95 %)": _found(row, "found_by_others", "interval_by_others"),
                "found by all (95 %)": _found(row, "found_by_all", "interval"),
                "words masked": row.get("masked"),
                "size lost": row.get("info_loss"),
                "TPI": row.get("tpi"),
                "E5": e5(row["tpi"], row["found_by_all"]) if row else None,
                "paper: found": paper.get("reid"),
                "paper: masked": paper.get("masked"),
            }


@table("kanon")
def kanon_judges(result: Any) -> Iterable[Row]:
    """Who still finds people in the rows of Table 2, by model; levels before the judges that did not defend."""
    for level, rows in result["levels_by_others"].items():
        for method in ("lexical", "idf_table_aware", "ours", "ours_bag"):
            if row := rows.get(method):
                yield {"found below": share(float(level)).rstrip("0"), "masked by": METHODS[method], **row["by_model"]}


def _found(row: Mapping[str, Any], key: str, interval: str) -> str:
    return share(row.get(key)) + between(row.get(interval)) if row else NONE


def _setting(method: str, row: Mapping[str, Any]) -> str:
    if not row:
        return "never"
    setting = row["setting"]
    if setting is None:
        return NONE
    return f"K = {setting:,}" if method.startswith("ours") else f"idf {setting:.2f}"


MORRIS2022 = "paper-morris2022"


@table(MORRIS2022)
def morris2022_levels(result: Any) -> Iterable[Row]:
    """Table 2 with intervals, before judges that did not defend, and how much less ours masks."""
    ours, published = _both(result, "table_2")
    for level, rows in ours.items():
        for method, row in rows.items():
            if row is None:
                continue
            paper = published[level].get(method, {})
            yield {
                "found below": share(float(level)).rstrip("0"),
                "method": METHODS.get(method, method),
                "found by others (95 %)": _found(row, "found_by_others", "interval_by_others"),
                "words masked (95 %)": share(row["masked"]) + between(row.get("masked_interval")),
                "found by all": row.get("found_by_all"),
                "paper: found": paper.get("reid"),
                "paper: masked": paper.get("masked"),
            }


@table(MORRIS2022)
def morris2022_ablations(result: Any) -> Iterable[Row]:
    """Table 3: whole documents and with 30 % of words masked, for the sum and for the network."""
    bag, published = _both(result, "table_3")
    network = _both(result, "table_3_transformer")[0]
    for name, row in bag["found"].items():
        models = {"bag": row, "transformer": network["found"][name], "paper": published.get(name, {})}
        cells = {
            f"{model}, {view}": each.get(view) for model, each in models.items() for view in ("original", "masked")
        }
        yield {"training": name, **cells}


@table(MORRIS2022)
def morris2022_counting(result: Any) -> Iterable[Row]:
    """Masks that show how many words they hide, before a model that can count them and one that cannot."""
    for name, row in _both(result, "limits")[0]["counting"]["found"].items():
        yield {"a model that": name, **row}


@table(MORRIS2022)
def morris2022_diversity(result: Any) -> Iterable[Row]:
    """What others find in documents that are hidden from one model (8.3), and a beam against greedy search (B)."""
    beam = _both(result, "appendix_b")[0]
    searches = {"greedy": beam["greedy"], f"beam of {beam['width']}": beam["beam"]}
    for name, row in searches.items():
        yield {
            "hidden from bag, K = 1": name,
            "words masked": row["masked"],
            "by others": row["found_by_others"],
        } | row["by_model"]


# --- Releases ----------------------------------------------------------------------------------------------------


@table("release-wikiactors")
def release_wikiactors(result: Any) -> Iterable[Row]:
    """Releases of the actors' abstracts beside published anonymizations."""
    return _releases(result)


@table("release-wiki553")
def release_wiki553(result: Any) -> Iterable[Row]:
    """Releases of the lives of Wiki553 beside published anonymizations."""
    return _releases(result)


def _releases(result: Any) -> Iterable[Row]:
    k, withheld = result["settings"]["k"], result["withheld"]
    ours = {"unname, plain: no population": result["plain"]}
    ours |= {f"unname, {row['setting']}": row for row in result["curve"] if row["setting"].startswith("k = ")}
    ours |= {f"**unname**, k = {k} with feedback, {withheld} withheld": result}
    ours |= {"the same before withholding": result["before_withholding"]}
    for name, row in result["left_out"].items():
        ours[f"the same with `{name}` and its family left out, {row['withheld']} withheld"] = row
    for name, row in {**result["others"], **ours}.items():
        yield {
            "released by": name.removesuffix("_abstract"),
            "found by the strongest attack (95 %)": share(row["max_trir"]) + between(row["max_interval"]),
            "which": f"`{row['strongest']}`",
            "found by any (95 %)": share(row["found_by_any"]) + between(row["any_interval"]),
            "by attacks that took no part": _strangers(row),
            "full dates": row["full_dates"],
            "words masked": row["masked"],
            "TPI": row["tpi"],
            "E5": e5(row["tpi"], row["max_trir"]),
        }


def _strangers(row: Any) -> str:
    found = (row.get("strangers") or {}).get("families", {})
    return ", ".join(f"{name} {share(most)}" for name, most in found.items())


@table("release-wikiactors")
def knowledge_wikiactors(result: Any) -> Iterable[Row]:
    """Who is found in the actors' abstracts by attackers who know something else than the defender did."""
    return _by_knowledge(result)


@table("release-wiki553")
def knowledge_wiki553(result: Any) -> Iterable[Row]:
    """Who is found in the lives of Wiki553 by attackers who know something else than the defender did."""
    return _by_knowledge(result)


OURS = {
    "half of the background known": "**unname**, told every other sentence of each background",
    "the same without the floor": "the same without the floor of a plain release (as `morris2022`)",
    "plain": "unname, plain: no population",
}


def _by_knowledge(result: Any) -> Iterable[Row]:
    for name, row in result["other_knowledge"].items():
        found = {level: each for level, each in row.items() if isinstance(each, Mapping)}
        cells = {f"knows {level}": share(each["found"]) + between(each["interval"]) for level, each in found.items()}
        last = next(reversed(found.values()))
        about = {"by any, with the dates": last["found_by_any"], "words masked": row["masked"], "TPI": row["tpi"]}
        about |= {"E5, of any with the dates": e5(row["tpi"], last["found_by_any"])}
        yield {"masked by": OURS.get(name, name.removesuffix("_abstract")), **cells, **about}


@table("release-wikiactors", "release-wiki553")
def algorithm(actors: Any, lives: Any) -> Iterable[Row]:
    """Whoever knows the algorithm names the person behind the first k, or in the place where most of them stand."""
    for set, result in {"50 actors": actors, "553 lives": lives}.items():
        told = {name: row for name, row in result["knows_the_algorithm"].items() if name != "chance"}
        behind, best = (max(told, key=lambda name, key=key: told[name][key]) for key in ("behind_k", "best"))
        yield {
            "set": set,
            "by chance": result["knows_the_algorithm"]["chance"],
            "behind the first k": told[behind]["behind_k"],
            "as ranked by": f"`{behind}`",
            "in the best place": told[best]["best"],
            "as ranked by ": f"`{best}`, place {told[best]['best_place']}",
        }


@table("release-tab")
def release_tab(result: Any) -> Iterable[Row]:
    """Court cases through the whole release, without a population."""
    for name, row in {"all cases": result, "those that are released": result["released"]}.items():
        withheld = result["withheld"] if row is result else ""
        yield {"": name, **named(row, TAB), "withheld": withheld}


@table("disguises")
def disguises(result: Any) -> Iterable[Row]:
    """What was hidden, planted again in every disguise: how often it is seen by nobody."""
    kinds = f"{len(result['disguises'])} disguises"
    yield {"": f"the check alone, {kinds}", "planted": result["planted"], "passed": result["passed"], "withheld": ""}
    whole, bare = result["release"], result["unplanted"]
    yield {"": f"a whole release, {kinds}", "planted": whole["planted"], "passed": whole["passed"], "withheld": ""}
    yield {"": f"TAB dev, nothing planted, {bare['documents']} cases", "withheld": bare["withheld"]}


# --- The page ----------------------------------------------------------------------------------------------------


def markdown(rows: Iterable[Row]) -> str:
    """Rows as a table; the first one names the columns, and a row may leave cells out.

    >>> print(markdown([{"who": "a", "n": 1200, "found": 0.5}, {"who": "b", "found": None}]))
    | who | n | found |
    |---|---|---|
    | a | 1,200 | .500 |
    | b |  | - |
    """
    told = list(rows)
    heads = list(told[0])
    if unknown := {head for row in told for head in row} - set(heads):
        raise SystemExit(f"columns that the first row does not have: {', '.join(sorted(unknown))}")
    lines = [heads, ["---"] * len(heads), *([_cell(row.get(head, "")) for head in heads] for row in told)]
    return "\n".join("|" + "|".join(line) + "|" if line[0] == "---" else f"| {' | '.join(line)} |" for line in lines)


# --- Replacement -------------------------------------------------------------------------------------------------


@table("pseudonyms")
def pseudonyms(result: Any) -> Iterable[Row]:
    """Whether names are in step, and nobody's."""
    for corpus in ("tab", "wiki553"):
        row = result[corpus]
        yield {
            "": corpus,
            "documents": row["documents"],
            "mentions of people": row["mentions of people"],
            "masked instead": row["hidden instead"],
            "names": row["names"],
            "in step": row["names in step"],
            "surrogates that are an original": row["surrogates that are an original of the corpus"],
            "surrogates of two people": row["surrogates of two people"],
        }


@table("inflection")
def inflection(result: Any) -> Iterable[Row]:
    """Whether Russian surrogates stand as the mentions did, and whether they are in step."""
    for mode, name in (("detected", "mentions as detected"), ("given", "mentions as annotated")):
        row = result[mode]
        yield {
            "": name,
            "judged": row["n"],
            "agree in case and number": row["agreement"],
            "people": row["by label"].get("PERSON"),
            "places": row["by label"].get("LOC"),
            "organizations": row["by label"].get("ORG"),
            "forms of people as petrovich has them": row.get("petrovich"),
            "reread the same": row.get("reread"),
            "in step": row["consistency"],
            "hidden instead": row.get("hidden", 0),
            "no case to judge": row["not told"],
            "not found as annotated": row.get("not found as annotated", 0),
        }


@table("pseudonyms")
def missed(result: Any) -> Iterable[Row]:
    """Whom attacks find where mentions were missed, and how often a name that stands there is real."""
    found = result["missed"]
    for column, suite in found["suite"].items():
        yield {
            "": column,
            "found by the suite": suite,
            "found by any attack": found["found_by_any"][column],
            "names that are real": found["real"][column],
        }


@table("restore")
def restore(result: Any) -> Iterable[Row]:
    """Documents that came back, by corpus."""
    for corpus, row in result["by_corpus"].items():
        yield {"corpus": corpus, "documents": row["documents"], "not as they were": row["different"]}
    for corpus, row in result["released"].items():
        yield {
            "corpus": f"{corpus}, as released",
            "documents": row["released"],
            "not as they were": row["different"],
        }


@table("vault")
def vault(result: Any) -> Iterable[Row]:
    """What a vault costs by its size."""
    for row in result["rows"]:
        yield {
            "surrogates": row["mappings"],
            "look-up, µs": times(row["found_seconds"] * 1e6, 0),
            "not there, µs": times(row["missed_seconds"] * 1e6, 0),
            "claim, µs": times(row["claimed_seconds"] * 1e6, 0),
            "document kept, ms": times(row["kept_seconds"] * 1e3, 1),
            "opened in s": times(row["open_seconds"], 3),
            "bytes each": times(row["bytes_each"], 0),
        }


@table("generalize")
def generalize(result: Any) -> Iterable[Row]:
    """Generalizations by label: how many, how true, and how they compare with what people chose."""
    for label, generalized in result["generalized"].items():
        yield {
            "": label,
            "generalized": generalized,
            "true, of those judged": result["truthful"].get(label),
            "no finer than people's choice": result["no_finer_than_people"].get(label),
        }


@table("generalize")
def generalize_gain(result: Any) -> Iterable[Row]:
    """What generalizing gains over masks."""
    for name in ("mask", "generalize"):
        yield {
            "": name,
            "TPI": result["tpi"][name],
            "found by the suite": result["found_by_suite"][name],
            "found by any attack": result["found_by_any"][name],
        }
    yield {"": "generalize, found no more often than masks", "TPI": result["tpi"]["generalize, found as seldom"]}


@table("suite")
def suite(result: Any) -> Iterable[Row]:
    """The suite beside the member that turned out best, by population."""
    for name, row in result["populations"].items():
        best = row["best_member"]
        yield {
            "population": name,
            "people": row["people"],
            "texts": row["texts"],
            "found by the suite": row["mean"]["suite"],
            "by its best member": row["mean"][best],
            "which is": f"`{best}`",
        }


@table("crowd")
def crowd_readers(result: Any) -> Iterable[Row]:
    """How well counts tell whom a reader names."""
    readers = result["readers"]
    for name, told in {"open": "named without a list", "closed": "named from the list"}.items():
        gain = readers[f"{name}_gain_over_idf"]
        yield {
            "AUC for": told,
            "the crowd": share(readers[f"{name}_auc"]) + between(readers[f"{name}_interval"]),
            "sum of idf": readers[f"{name}_baselines"]["idf"],
            "number of words": readers[f"{name}_baselines"]["visible_words"],
            "gain over idf": share(gain["gain"]) + between(gain["interval"]),
        }


@table("crowd")
def crowd_release(result: Any) -> Iterable[Row]:
    """Every fifth life."""
    return _crowds(result)


def _crowds(result: Any) -> Iterable[Row]:
    for name, row in result["release"].items():
        yield {
            "masked by": f"`{name}`" if name.startswith("release") else name,
            "withheld": row["withheld"],
            "words masked": row["masked"],
            "TPI": row["tpi"],
            "E5, of the suite": e5(row["tpi"], row["trir"]),
            "median crowd": _people(row["crowd_median"]),
            "smallest crowd": _people(row["crowd_smallest"]),
            "suite": row["trir"],
            "dense": row["trir_dense"],
            "other half": row["other_half"],
            "whole and dates": row["whole_and_dates"],
        }


@table("infill")
def infill_levels(result: Any) -> Iterable[Row]:
    """What is put back at each level, beside the published figures."""
    for corpus in (name for name in ("wiki553", "tab", "wikiactors") if name in result):
        told = result["paper"].get(corpus, {}).get("infilling", {})
        rows = [(level, row, told.get(level, {})) for level, row in result[corpus].items()]
        rows += [
            (f"{level}, nothing left out", row, told.get(level, {}))
            for level, row in result["unchecked"].get(corpus, {}).items()
        ]
        rows += [
            (f"{level}, without `align`", row, told.get(level, {}))
            for level, row in result["without_align"].get(corpus, {}).items()
        ]
        for level, row, paper in rows:
            yield {
                "corpus": corpus,
                "level": level,
                "exact": _within(row, "exact"),
                "paper's": share(paper.get("exact")),
                "token recall": _within(row, "token_recall"),
                "the paper's": share(paper.get("token_recall")),
                "conventional": share(row["token_recall_conventional"]),
                "among five": share(row["exact_at_5"]),
                "masks": row["n"],
            }


@table("infill")
def infill_roles(result: Any) -> Iterable[Row]:
    """What is put back of what identifies alone and in combination, where that is known."""
    for corpus, levels in result["by_role"].items():
        for level, roles in levels.items():
            for role, row in roles.items():
                yield {
                    "corpus": corpus,
                    "level": level,
                    "role": role,
                    "exact": row["exact"],
                    "token recall": row["token_recall"],
                    "masks": row["n"],
                }


@table("infill")
def infill_retrieval(result: Any) -> Iterable[Row]:
    """Whether what is hidden stands in what is found, beside the published figures."""
    for corpus, levels in result["retrieval"].items():
        told = result["paper"].get(corpus, {})
        for level, row in levels.items():
            paper = told.get("retrieval", {}).get(level, {})
            yield {
                "corpus": corpus,
                "level": level,
                "in 100 documents": row["sparse"],
                "paper's": share(told.get("sparse", {}).get(level)),
                **{
                    head: f"{share(row.get(key))} ({share(paper.get(key))})"
                    for head, key in (("MRR", "mrr"), ("Acc@1", "acc1"), ("Acc@5", "acc5"), ("Acc@10", "acc10"))
                },
                "masks": row["n"],
            }


@table("infill")
def infill_identity(result: Any) -> Iterable[Row]:
    """How often the right name comes first, and among ten, when masked and filled texts are ranked."""
    for corpus, levels in result["identity"].items():
        paper = result["paper"].get(corpus, {}).get("identity", {})
        for level, row in levels.items():
            yield {
                "corpus": corpus,
                "text": level,
                "first": row["without_background"]["acc1"],
                "among ten": row["without_background"]["acc10"],
                "paper's": share(paper.get(level)),
                "first, documents read": row["with_background"]["acc1"],
                "among ten, documents read": row["with_background"]["acc10"],
                "texts": row.get("n"),
            }


@table("infill")
def infill_anonymizations(result: Any) -> Iterable[Row]:
    """Which anonymization gives most back."""
    systems = result["anonymizations"]
    for system in sorted(systems, key=lambda system: -systems[system]["levels"]["L2"]["exact"]):
        row = systems[system]
        yield {
            "anonymization": system,
            "words hidden": row["words_hidden"],
            **{
                f"{level} {head}": row["levels"][level][key]
                for level in row["levels"]
                for head, key in (("exact", "exact"), ("token recall", "token_recall"))
            },
            "masks": row["levels"]["L2"]["n"],
        }


@table("infill")
def infill_speed(result: Any) -> Iterable[Row]:
    """How many masks are filled in a second."""
    for readers, speed in result["masks_per_second"].items():
        yield {"readers": readers, "masks a second": times(speed, 1)}


def _within(row: Any, key: str) -> str:
    low, high = row["intervals"][key]
    return f"{share(row[key])} ({share(low)}-{share(high)})"


@table("infill-release")
def infill_release(result: Any) -> Iterable[Row]:
    """What is put back of releases that know nothing of a filler, and of those in which it is an attack."""
    for setting, sides in result["settings"].items():
        for side, row in sides.items():
            yield {
                "release": setting,
                "feedback": side,
                "masks": row["put_back"]["masks"],
                "put back": row["put_back"]["right"],
                "right first choices": row["exact"],
                "words masked": row["masked"],
                "found by `sparse`": row["found"],
                "found in filled texts": row["found_filled"],
                "withheld": row["withheld"],
            }


@table("infill-growth")
def infill_growth(result: Any) -> Iterable[Row]:
    """What filling masks costs by the size of the background."""
    for row in result["rows"]:
        yield {
            "passages": row["passages"],
            "documents": row["documents"],
            "postings": row["postings"],
            "index, s": times(row["index_seconds"]),
            "find documents, ms": times(row["find_seconds"] * 1e3, 1),
            "for a strange text, ms": times(row["find_strange_seconds"] * 1e3, 1),
            "read them, ms": times(row["read_seconds"] * 1e3, 0),
            "`align`, ms": times(row["align_seconds"] * 1e3, 1),
            "choose passages, s": times(row["choose_seconds"]),
            "passages of what was found": row["passages_at_hand"],
            "read by the network": row["passages_read"],
            "own document first": row["found_first"],
            "copied right": row["copied_right"],
            "text, MB": times(row["text_mb"], 0),
            "peak MB": row["peak_mb"],
        }


@table("infill-growth")
def infill_growth_ratios(result: Any) -> Iterable[Row]:
    """The same as multiples of the smallest background."""
    heads = {
        "postings": "postings",
        "index_seconds": "index",
        "find_seconds": "find documents",
        "find_strange_seconds": "for a strange text",
        "align_seconds": "`align`",
        "choose_seconds": "choose passages",
        "passages_read": "read by the network",
        "peak_mb": "peak MB",
    }
    for row in result["times_smallest"]:
        yield {
            "passages, times the smallest": times(row["passages"], 0),
            **{head: times(row[key], 1) for key, head in heads.items()},
        }


# --- risk2022 ----------------------------------------------------------------------------------------------------

RISK2022 = "paper-risk2022"


def beside(ours: float | None, theirs: float | None) -> str:
    """A figure of ours, and the published one in brackets.

    >>> beside(0.537, 0.57), beside(0.5, None)
    ('.537 (.57)', '.500')
    """
    return share(ours) if theirs is None else f"{share(ours)} ({theirs:.2f})".replace("(0.", "(.")


def triple(figures: Mapping[str, float] | None) -> str:
    """Precision, recall and F1 with two digits."""
    return NONE if figures is None else " / ".join(share(figures[key])[:-1] for key in ("precision", "recall", "f1"))


def _recognizers(ours: Any, published: Any) -> Iterable[Row]:
    for name, figures in ours.items():
        yield {"P / R / F1": name, **{label: triple(row) for label, row in figures.items()}}
        if published and name in published:
            theirs = {label: triple(published[name].get(label)) for label in figures}
            yield {"P / R / F1": f"{name}: published", **theirs}


@table(RISK2022)
def risk2022_recognizers_tab(result: Any) -> Iterable[Row]:
    """Table 2 on TAB."""
    yield from _recognizers(*_both(result, "table_2_tab"))


@table(RISK2022)
def risk2022_recognizers_lives(result: Any) -> Iterable[Row]:
    """Table 2 on Wikipedia, where nothing is published."""
    yield from _recognizers(*_both(result, "table_2_wikipedia"))


@table(RISK2022)
def risk2022_strategies(result: Any) -> Iterable[Row]:
    """Table 3, ours and in brackets as published."""
    for part in ("zero_shot", "zero_shot_emulated", "trained", "trained_emulated"):
        ours, published = _both(result, f"table_3_{part}")
        for name, row in ours["rows"].items():
            theirs = published.get(name, {})
            yield {
                "strategy": f"{name} (ours)" if row["ours"] else name,
                "P": beside(row["precision"], theirs.get("precision")),
                "WP by MiniLM": share(row["weighted_precision"]),
                "WP by BERT": f"({theirs['weighted_precision']:.2f})".replace("0.", ".") if theirs else NONE,
                "R all": beside(row["recall_all"], theirs.get("recall_all")),
                "R direct": beside(row["recall_direct"], theirs.get("recall_direct")),
                "R quasi": beside(row["recall_quasi"], theirs.get("recall_quasi")),
                "F1": beside(row["f1"], theirs.get("f1")),
            }


@table(RISK2022)
def risk2022_emulators(result: Any) -> Iterable[Row]:
    """How well searches are foretold."""
    for entities, emulators in _both(result, "emulator")[0].items():
        for name, sizes in emulators.items():
            for size, row in sizes.items():
                yield {
                    "entities": entities,
                    "emulator": name,
                    "searches": size,
                    "n": row["n"],
                    "find the person": f"{row['base_rate']:.2%}",
                    **{head: row[head.lower()] for head in ("AUC", "precision", "recall", "F1")},
                }


@table(RISK2022)
def risk2022_ours(result: Any) -> Iterable[Row]:
    """Rows of Table 3 that could be ours, on the training cases."""
    for name, row in _both(result, "ours_on_training")[0].items():
        yield {"zero-shot": name, "P": row["precision"], "R all": row["recall_all"], "F1": row["f1"]}


@table(RISK2022)
def risk2022_kinds(result: Any) -> Iterable[Row]:
    """Figure 2: the share of each category in silver labels."""
    for name, shares in _both(result, "figure_2")[0].items():
        yield {"texts": name, **shares}


@table("judges")
def risk2022_judges(result: Any) -> Iterable[Row]:
    """What judges add over the detectors' confidence."""
    for name, row in result["rows"].items():
        lowest, highest = row["gain_interval"]
        yield {
            "judge": name,
            "AUC": row["auc"],
            "log loss": row["log_loss"],
            "P": row["precision"],
            "R all": row["recall_all"],
            "F1": row["f1"],
            "more F1 than the detectors alone": f"{row['gain']:+.4f} ({lowest:+.4f} to {highest:+.4f})",
        }


TRIA2023 = "paper-tria2023"


def _actors(columns: Mapping[str, float]) -> dict[str, Cell]:
    """The share found in each anonymization of the actors, by its short name; the original last."""
    short = {name.removesuffix("_abstract").replace("word2vec_t=", "W2V "): rate for name, rate in columns.items()}
    original = short.pop("original")
    return {**short, "(original)": original}


@table(TRIA2023)
def tria2023_whole(result: Any) -> Iterable[Row]:
    """Who is found by TRIA: published, its encoder frozen, and fine-tuned whole."""
    whole, published = _both(result, "whole")
    frozen = result["tables"].get("figure_9", {}).get("ours", {})
    rows = {"published: DistilBERT, a GPU": published["DistilBERT"]}
    rows |= {f"{name}, frozen": row for name, row in frozen.items()}
    rows |= {f"all-MiniLM-L6-v2, {name}": row for name, row in whole.items()}
    for name, row in rows.items():
        epochs = f"{row['best_epoch']} of {len(row['epochs'])}" if "best_epoch" in row else NONE
        yield {
            "TRIA": name,
            **_actors(row["columns"]),
            "mean": row["mean"],
            "mean without spaCy": row.get("mean_without_spacy"),
            "development": row.get("development"),
            "best epoch": epochs,
            "minutes": times(row["seconds"] / 60, 0) if "seconds" in row else times(row.get("minutes"), 0),
        }


@table(TRIA2023)
def tria2023_ablations(result: Any) -> Iterable[Row]:
    """Figures 6 to 8, with the encoder frozen."""
    for figure in ("figure_6", "figure_7", "figure_8"):
        for name, row in _both(result, figure)[0].items():
            yield {
                "figure": figure.removeprefix("figure_"),
                "setting": name,
                "windows": row["windows"],
                **_actors(row["columns"]),
                "mean": row["mean"],
                "development": row["development"],
            }


@table(TRIA2023)
def tria2023_knowledge(result: Any) -> Iterable[Row]:
    """Figure 4 as far as the data allow, with the encoder frozen."""
    for name, row in _both(result, "figure_4")[0]["frozen"].items():
        yield {"background": name, "windows": row["windows"], **_actors(row["columns"]), "mean": row["mean"]}


@table(TRIA2023)
def tria2023_scenarios(result: Any) -> Iterable[Row]:
    """Figure 4 as far as the data allow, by the suite."""
    for name, row in _both(result, "figure_4")[0]["scenarios"].items():
        yield {
            "background": name,
            "people": row["people"],
            **_actors(row["suite"]),
            "mean": row["mean"],
            "at most": row["upper_bound"],
        }


@table(TRIA2023)
def tria2023_strangers(result: Any) -> Iterable[Row]:
    """What an attacker finds who cannot know whether the person is among those known."""
    told = _both(result, "figure_4")[0]["strangers"]
    for key, head in {
        "told_apart": "AUC of the lead",
        "found_when_sure": "found, if at most 5 % are wrongly named",
    }.items():
        yield {"": head, **_actors({column: row[key] for column, row in told.items()})}


@table(TRIA2023)
def tria2023_utility(result: Any) -> Iterable[Row]:
    """Figures 5 and 10: TPI, precision, recall and who is found."""
    rows, trir = _both(result, "figure_10")[0]["columns"], _both(result, "figure_5")[0]["trir"]
    for column, row in rows.items():
        yield {
            "anonymized by": column.removesuffix("_abstract"),
            "TPI": share(row["tpi"]) + f" ± {share(row['tpi_deviation'])}",
            "precision": share(row["precision"]) + f" ± {share(row['precision_deviation'])}",
            "weighted precision": share(row["weighted_precision"]) + f" ± {share(row['weighted_precision_deviation'])}",
            "1 - recall": 1 - row["recall"],
            **{f"found: {name}": found[column] for name, found in trir.items()},
        }


@table(TRIA2023)
def tria2023_strategies(result: Any) -> Iterable[Row]:
    """Figure 11 and Table 2: N-TA for N from 1 to 10, and S-TA."""
    ours, published = _both(result, "figure_11")
    for name, row in ours["strategies"].items():
        theirs = published["strategies"].get(name, {})
        yield {
            "masked": name,
            "seconds": times(row["seconds"], 1),
            "windows": row["windows"],
            "mean TPI": sum(row["tpi"].values()) / len(row["tpi"]),
            "mean difference": f"{row['mean_difference']:+.4f}",
            "largest difference": f"{row['largest_difference']:+.4f}",
            "error of a term": row["term_error"],
            "IC multiplier": times(sum(row["multiplier"].values()) / len(row["multiplier"])),
            "paper: seconds": times(theirs.get("seconds"), 0),
        }


@table("release-wikiactors", TRIA2023)
def tria2023_e5(release: Any, paper: Any) -> Iterable[Row]:
    """Figure 13: the anonymizations of the actors in the order of E5 by the published TRIR."""
    rows = release["others"]
    found = {
        "published": _both(paper, "whole")[1]["DistilBERT"]["columns"],
        "ours, frozen": {column: row["trir"]["classifier(frozen=True)"] for column, row in rows.items()},
        "of the strongest attack": {column: row["max_trir"] for column, row in rows.items()},
    }
    scores = {name: {column: e5(rows[column]["tpi"], trir[column]) for column in rows} for name, trir in found.items()}
    places = {name: sorted(rows, key=lambda column: -told[column]) for name, told in scores.items()}
    for column in places["published"]:
        told = {name: f"{share(told[column])} ({places[name].index(column) + 1})" for name, told in scores.items()}
        yield {
            "anonymized by": column.removesuffix("_abstract"),
            "TPI": rows[column]["tpi"],
            **{f"E5 with TRIR {name} (place)": cell for name, cell in told.items()},
        }


@table("release-wiki553")
def tria2023_e5_lives(release: Any) -> Iterable[Row]:
    """The published sets of Wiki553 in the order of E5, by the strongest attack."""
    rows = {system: {**row, "e5": e5(row["tpi"], row["max_trir"])} for system, row in release["others"].items()}
    for system, row in sorted(rows.items(), key=lambda each: -each[1]["e5"]):
        cells = {"masked by": system, "TPI": row["tpi"], "found by the strongest attack": row["max_trir"]}
        yield {**cells, "E5": row["e5"]}


# --- What a release is worth, and replace2021 ----------------------------------------------------------------------

RUSSIAN_TASKS = ("utility-factrueval", "utility-rurebus", "utility-xquad-ru", "utility-rusentne")
ENGLISH_TASKS = ("utility-wikineural", "utility-xquad-en", "utility-sst2", "utility-db_bio")
LEARNED_FROM = {
    "original": "the originals",
    "pseudonym": "pseudonyms",
    "label": "labels (sanitized)",
    "mask": "masks",
    "apart": "pseudonyms that stand in no text",
}
IN_PAPER = {
    "factrueval": "FactRuEval",
    "rurebus": "RuReBus",
    "xquad-ru": "SberQuAD",
    "rusentne": "legal documents",
}
"""The tasks of ours that stand beside those of Table 3."""

DELTAS = {"pseudonym": "pseudonymized", "label": "sanitized"}


@table(*RUSSIAN_TASKS, *ENGLISH_TASKS)
def utility(*results: Any) -> Iterable[Row]:
    """What models lose that learn from a release: the usual learner of each task."""
    for result in results:
        head = {"task": f"{result['task']} ({result['language']})", "model": result["model"], "seeds": result["seeds"]}
        yield from _learned(result, head)


def _learned(result: Any, head: dict[str, Cell]) -> Iterable[Row]:
    for name, said in LEARNED_FROM.items():
        if name in result:
            row = result[name]
            yield {**head, "learned from": said, **_tried(row), "delta": _delta(row)}


def _tried(row: Any) -> dict[str, Cell]:
    known = {"M'(T')": row["train"], "M'(V')": row["valid_anonymized"]}
    return {**known, "M'(V)": f"{share(row['valid'])} ± {share(row['std'])}"}


def _delta(row: Any) -> str:
    if "delta" not in row:
        return NONE
    low, high = row["interval"]
    return f"{signed(row['delta'])} ({signed(low)} to {signed(high)})"


def signed(value: float) -> str:
    """A difference of shares.

    >>> signed(-0.0931), signed(0.004), signed(0.0)
    ('-.093', '+.004', '+.000')
    """
    return f"{value:+.3f}".replace("0.", ".", 1)


@table(*(source for source in (*RUSSIAN_TASKS, *ENGLISH_TASKS) if "xquad" not in source))
def utility_macro(*results: Any) -> Iterable[Row]:
    """Deltas by the mean over labels or classes beside those over all of them."""
    for result in results:
        for each in (result, *result["architectures"].values()):
            yield {
                "task": result["task"],
                "model": each["model"],
                **{
                    f"{said}, {metric}": signed(rows[name]["delta"]) if name in rows else NONE
                    for name, said in (*DELTAS.items(), ("mask", "masked"))
                    for metric, rows in (("micro", each), ("macro", each["macro_f1"]))
                },
            }


@table(*RUSSIAN_TASKS)
def replace2021_3(*results: Any) -> Iterable[Row]:
    """Table 3, ours and in brackets as published; of classes with the learner of the paper, too."""
    for result in results:
        theirs = PAPER_3[IN_PAPER[result["task"]]]
        boosting = result["architectures"].get("boosting")
        for ours in (result, boosting) if boosting else (result,):
            yield {
                "ours (paper)": f"{result['task']} ({IN_PAPER[result['task']]})",
                "model (BERT; boosting for the last)": ours["model"],
                "M(V)": beside(ours["original"]["valid"], theirs["original"]["valid"]),
                **{
                    f"{what}, {said}": told(ours[name], theirs[name])
                    for name, said in DELTAS.items()
                    for what, told in (("M'(V)", _valid_beside), ("delta", _delta_beside))
                },
            }


@table("utility-factrueval")
def replace2021_4(result: Any) -> Iterable[Row]:
    """Table 4: architectures on FactRuEval, ours and the paper's."""
    for each in (result, *result["architectures"].values()):
        yield _architecture(f"{each['model']} (ours)", each)
    for name, rows in PAPER_4.items():
        yield _architecture(name, rows)


@table("absence")
def absence(result: Any) -> Iterable[Row]:
    """Common names in the originals, by whether a release shows them."""
    for spec, row in result["rows"].items():
        yield {
            "": f"`{spec}`",
            "common names": result["common_names"],
            "of these in an original": result["in_originals"],
            "shown": row["shown"],
            "of these in an original ": row["shown_in_originals"],
            "never shown": row["never_shown"],
            "of these in an original  ": row["never_shown_in_originals"],
        }


def _architecture(name: str, rows: Any) -> Row:
    deltas = {f"delta, {said}": signed(rows[row]["delta"]) for row, said in DELTAS.items()}
    return {"": name, "M(T)": rows["original"]["train"], "M(V)": rows["original"]["valid"], **deltas}


def _valid_beside(ours: Any, theirs: Any) -> str:
    return f"{share(ours['valid'])} ({share(theirs['valid'])})"


def _delta_beside(ours: Any, theirs: Any) -> str:
    both = (f"{signed(each['delta'])} ± {share(each['delta_std'])}" for each in (ours, theirs))
    return "{} ({})".format(*both)


def _both(result: Any, name: str) -> tuple[Any, Any]:
    made = result["tables"][name]
    return made["ours"], made["paper"]


def _people(crowd: float) -> str:
    return f"{crowd:,.0f}" if crowd >= 1 else "below 1"


def _cell(value: Cell) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,}" if isinstance(value, int) else share(value)


def origin(source: str, kept: Mapping[str, Any], link: str = "results") -> str:
    """Where a result comes from, in one line."""
    machine = kept["machine"]
    eight = ", ".join(machine["eight_bit"] or ["no 8-bit instructions"])
    where = f"{machine['processor']}, {machine['cores']} cores ({eight}), load {machine['load_before']}"
    return f"- [{source}.json]({link}/{source}.json): `{kept['command']}`, {kept['date']}, {where}."


def made(name: str, results: Path = RESULTS, link: str = "results") -> str:
    """A table as it stands on the page, with where it comes from."""
    if name not in TABLES:
        raise SystemExit(f"no table is called {name!r}; known are {', '.join(TABLES)}")
    kept = {source: _kept(results / f"{source}.json", name) for source in TABLES[name].sources}
    rows = TABLES[name].rows(*(each["result"] for each in kept.values()))
    origins = "\n".join(origin(source, each, link) for source, each in kept.items())
    return f"{markdown(rows)}\n\n{origins}\n"


def _kept(path: Path, name: str) -> dict[str, Any]:
    if not path.exists():
        raise SystemExit(f"the table {name!r} needs {path.name}, which is not kept")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def filled(page: str, results: Path = RESULTS, link: str = "results") -> str:
    """The page with every table made anew."""
    return BLOCK.sub(lambda block: f"{block[1]}{made(block[2], results, link)}{block[3]}", page)


if __name__ == "__main__":
    for path, link in LINKS.items():
        path.write_text(filled(path.read_text(encoding="utf-8"), link=link), encoding="utf-8")
