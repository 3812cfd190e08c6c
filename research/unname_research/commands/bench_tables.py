"""The results of benchmarks as tables on a terminal."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Result = Mapping[str, Any]


def print_result(name: str, result: Result) -> None:
    """Print a result in the form that suits what it holds."""
    if "recipe" in result:
        _print_strategies(name, result)
    elif "levels" in result:
        _print_levels(name, result)
    elif "attacks" in result:
        _print_rates(name, result)
    elif "by_kind" in result:
        _print_kinds(name, result)
    elif "masks_per_second" in result:
        _print_fills(name, result)
    else:
        rows = ((key, f"{value:.4g}" if isinstance(value, float) else str(value)) for key, value in _flatten(result))
        _print_table(name, ("measure", "value"), rows)


def _print_table(title: str, head: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(*head, title=title)
    for row in rows:
        table.add_row(*row)
    Console().print(table)


def _print_rates(name: str, result: Result) -> None:
    """Attacks by columns, with the seconds of each."""
    columns = list(result["suite"])
    rates = {"suite": result["suite"], **result["attacks"]}
    rates |= {key: result[key] for key in ("found_by_any", "assignment")}
    seconds = {attack: f"{spent:.1f}" for attack, spent in result["seconds"].items()}
    rows = (
        [attack, *(f"{found[each]:.2f}" for each in columns), f"{result['mean'][attack]:.3f}", seconds.get(attack, "")]
        for attack, found in rates.items()
    )
    _print_table(name, ["attack", *(column.removesuffix("_abstract") for column in columns), "mean", "s"], rows)
    print(f"{result['people']} people; rehearsals took {result['seconds']['rehearsal']:.1f} s")


def _print_strategies(name: str, result: Result) -> None:
    """Strategies by figures, each with the published figure in parentheses."""
    keys = ("precision", "weighted_precision", "recall_all", "recall_direct", "recall_quasi", "f1")
    rows = []
    for row in result["rows"]:
        published = row["paper"] or {}
        beside = {key: f" ({published[key]:.2f})" if key in published else "" for key in keys}
        rows.append([row["strategy"], *(_figure(row[key], ".3f") + beside[key] for key in keys)])
    _print_table(f"{name} {result['recipe']}", ["strategy", *(key.replace("_", " ") for key in keys)], rows)
    for stage, seconds in result.get("seconds_per_document", {}).items():
        print(f"{stage}: {seconds}")


def _print_levels(name: str, result: Result) -> None:
    """What each method masks below each level of re-identification, beside the published share."""
    head = "found below|method|setting|found by others|by all|words masked|paper|size lost|TPI".split("|")
    for key, judges in (("levels_by_others", "models that did not defend"), ("levels", "all models")):
        rows = (
            [level, method, *_level_cells(row, result["paper"]["levels"].get(level, {}).get(method))]
            for level, by_method in result[key].items()
            for method, row in by_method.items()
        )
        _print_table(f"{name}: found by {judges}", head, rows)
    print(f"{result['split']} part; {result['method']}")
    for model, rate in result["reid_original"].items():
        print(f"original documents found by {model}: {rate:.3f}")
    for model, cost in result["search"].items():
        figures = ", ".join(f"{key} {value:.4g}" for key, value in (cost or {}).items() if value is not None)
        print(f"search, {model}: {figures or '-'}")
    seconds = result["seconds_1000_documents"]
    print(f"1,000 documents to K = 10: {'-' if seconds is None else f'{seconds:.1f} s'}")
    for model, reason in result["missing"].items():
        print(f"without {model}: {reason}")


def _level_cells(row: Result | None, published: Result | None) -> list[str]:
    keys = ("setting", "found_by_others", "found_by_all", "masked", "info_loss", "tpi")
    cells = [_figure((row or {}).get(key), ".4g") for key in keys]
    return [*cells[:4], f"{published['masked']:.3f}" if published else "", *cells[4:]]


def _print_kinds(name: str, result: Result) -> None:
    """Each setting and tool by its figures, then each kind beside the other tools."""
    keys = ("direct", "quasi", "damaged", "precision")
    systems = {"unname": result, **{key: result[key] for key in ("f1", "clinical", "presidio", "rampart")}}
    known = {system: found for system, found in systems.items() if found}
    head = ["", *keys, "hidden", "withheld", "chars/s", "MB"]
    _print_table(f"{name} {result['split']}", head, (_kind_cells(system, found) for system, found in known.items()))
    limits = {key: each for key, each in result["intervals"].items() if each}
    print("95 of 100: " + ", ".join(f"{key} {low:.3f} to {high:.3f}" for key, (low, high) in limits.items()))
    lost = {key.replace("_", " "): f"{row['lost']} of {row['there']}" for key, row in result["lost"].items()}
    print("lost: " + ", ".join(f"{key} {told}" for key, told in lost.items()))
    tools = [system for system in ("unname", "presidio", "rampart") if system in known]
    rows = (
        [kind] + [" ".join(_figure(known[each]["by_kind"][kind][key], ".2f") for each in tools) for key in keys]
        for kind in result["by_kind"]
    )
    _print_table(f"by kind: {', '.join(tools)}", ["kind", *keys], rows)
    _print_further(result)


def _print_further(result: Result) -> None:
    for group, found in result["calibration"].items():
        print(f"calibration, {group}: ECE {_figure(found['ece'], '.3f')} of {found['mentions']} mentions")
    for part, row in (result["parts"] or {}).items():
        print(f"{part} adds " + ", ".join(f"{key} {value:+.3f}" for key, value in row["adds"].items()))
    for system, command in result["missing"].items():
        print(f"without {system}, which is not installed: {command}")


def _kind_cells(system: str, found: Result) -> list[str]:
    figures = [_figure(found[key], ".3f") for key in ("direct", "quasi", "damaged", "precision", "hidden")]
    costs = [_figure(found.get(key), ",.0f") for key in ("chars_per_second", "peak_mb")]
    return [system, *figures, str(found.get("withheld", "-")), *costs]


def _print_fills(name: str, result: Result) -> None:
    """What is put back of each corpus at each level beside the published shares, then retrieval, names and speed."""
    corpora = [corpus for corpus in result["about"] if corpus in result]
    rows = []
    for corpus in corpora:
        told = result["paper"].get(corpus, {}).get("infilling", {})
        for level, row in result[corpus].items():
            shares = [f"{row[key]:.3f}{_beside(told.get(level, {}).get(key))}" for key in ("exact", "token_recall")]
            roles = [_figure(found["exact"], ".3f") for found in result["by_role"][corpus][level].values()]
            found = result["retrieval"][corpus].get(level, {})
            names = result["identity"].get(corpus, {}).get(level, {})
            ranks = [_figure(found.get(key), ".3f") for key in ("sparse", "mrr", "acc1", "acc10")]
            named = [_figure(names.get(key), ".3f") for key in ("acc1", "acc10")]
            rows.append([corpus, level, str(row["n"]), *shares, " ".join(roles), *ranks, *named])
    head = "corpus|level|masks|exact (published)|token recall|by role|in documents|MRR|Acc@1|@10|named|in ten"
    _print_table(name, head.split("|"), rows)
    for system, row in result["anonymizations"].items():
        exact = ", ".join(f"{level} {found['exact']:.3f}" for level, found in row["levels"].items())
        print(f"{system}: hides {row['words_hidden']:.3f} of the words; put back {exact}")
    for reader, speed in result["masks_per_second"].items():
        print(f"{reader}: {speed:.1f} masks a second")


def _beside(published: float | None) -> str:
    return "" if published is None else f" ({published:.3f})"


def _figure(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def _flatten(result: Result, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in result.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, "-" if value is None else value
