"""Everyday text: what a release hides, misses and damages in invented documents of many kinds, beside other tools.

A string counts as hidden if all its letters and digits are, as damaged if one is; precision is the share of hidden
letters and digits that stand inside direct or quasi strings (`unname.measure.strings`). What was hidden is what a
release really changed; where the output check withholds a document, what detection would have hidden.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from unname.core.errors import ConfigError
from unname.core.policy import list_policies, read_policy
from unname.pipeline import recipe
from unname_research.bench.detector_run import Run, presidio, rampart
from unname_research.bench.everyday_data import LANGUAGES, Sample, read_everyday
from unname_research.bench.everyday_figures import MAIN, calibrate, differences, score_all
from unname_research.bench.everyday_form import lost_form
from unname_research.bench.everyday_plots import draw_calibration, draw_kinds
from unname_research.bench.rampart import INSTALL
from unname_research.bench.release_run import ReleaseRun, run_release
from unname_research.bench.rounding import rounded

CLINICAL = "clinical"
"""The group of kinds, and the policy, that have figures of their own."""


def run(
    data: str | Path | None = None,
    split: str = "dev",
    compare: bool = True,
    full: bool = False,
    out: str | Path | None = None,
    examples: int = 0,
    report: Callable[..., None] | None = None,
    **settings: Any,
) -> dict[str, Any]:
    """Figures of the pipeline by kind, group and label, of `f1` and of the policy `clinical`, and of other tools.

    With `full` also what each detector adds. Into the folder `out` go two plots, and as many `examples` of releases,
    one a kind, for reading.
    """
    if examples and out is None:
        raise ConfigError("--examples needs a folder to write to, --out")
    samples = read_everyday(data, split)
    is_english = split not in LANGUAGES
    n_parts = len(settings.get("detectors", recipe.DETECTORS)) if full else 0
    step = _steps(report, 3 + n_parts + 2 * compare)
    mine = step(_release(samples, settings))
    result = {"split": split, "settings": settings, **tell(samples, mine), **mine.costs}
    result["calibration"] = calibrate(samples, [each.mentions for each in mine.released])
    result["f1"] = step(_figures(samples, {**settings, "balance": "f1"}))
    result["clinical"] = step(_clinical(samples, settings))
    result["parts"] = _parts(samples, settings, result, step) if full else None
    result |= _others(samples, mine, compare, is_english, step)
    result = dict(rounded(result))
    if out is not None:
        draw_kinds(result, Path(out) / "everyday_kinds.svg")
        draw_calibration(result["calibration"], Path(out) / "everyday_calibration.svg")
        _write_examples(samples, mine, Path(out), examples)
    return result


def _steps(report: Callable[..., None] | None, n: int) -> Callable[[Any], Any]:
    """A function that hands through what a step gave, and tells that it is done."""
    done = count(1)

    def step(result: Any) -> Any:
        if report:
            report("everyday", next(done), n, 0.0)
        return result

    return step


def tell(samples: Sequence[Sample], mine: ReleaseRun) -> dict[str, Any]:
    """The figures of one run of ours: of strings, of lost form, and of what was withheld."""
    reasons = Counter(each.reason for each in mine.released if each.reason)
    return {
        **score_all(samples, [each.hidden for each in mine.released]),
        "lost": lost_form(samples, mine.released),
        "withheld": reasons.total(),
        "reasons": dict(reasons),
    }


def _release(samples: Sequence[Sample], settings: Mapping[str, Any]) -> ReleaseRun:
    return run_release([sample.plain for sample in samples], settings)


def _figures(samples: Sequence[Sample], settings: Mapping[str, Any]) -> dict[str, Any]:
    return tell(samples, _release(samples, settings))


def _clinical(samples: Sequence[Sample], settings: Mapping[str, Any]) -> dict[str, Any] | None:
    """The figures of clinical kinds under the policy for them; None where there are none, or no such policy."""
    chosen = [sample for sample in samples if sample.group == CLINICAL]
    if not chosen or CLINICAL not in list_policies():
        return None
    return _figures(chosen, {**settings, "policy": read_policy(CLINICAL)})


def _parts(
    samples: Sequence[Sample], settings: Mapping[str, Any], whole: Mapping[str, Any], step: Callable[[Any], Any]
) -> dict[str, Any]:
    """What each detector adds: by how much the figures change if it is left out."""
    detectors = settings.get("detectors", recipe.DETECTORS)
    rows = {}
    for left_out in detectors if len(detectors) > 1 else ():
        rest = tuple(each for each in detectors if each != left_out)
        figures = step(_figures(samples, {**settings, "detectors": rest}))
        rows[str(left_out)] = {"without": {name: figures[name] for name in MAIN}, "adds": differences(whole, figures)}
    return rows


def _others(
    samples: Sequence[Sample], mine: ReleaseRun, compare: bool, is_english: bool, step: Callable[[Any], Any]
) -> dict[str, Any]:
    """What other tools hide in the same texts; Presidio, as it comes, reads English alone."""
    texts = [sample.gold.text for sample in samples]
    runs: dict[str, Run | None] = {"presidio": None, "rampart": None}
    if compare:
        runs["presidio"] = step(presidio(texts) if is_english else None)
        runs["rampart"] = step(rampart(texts))
    told: dict[str, Any] = {name: _tell_other(samples, other, mine) for name, other in runs.items()}
    missing = {
        "presidio": "pip install 'unname-research[bench]'; make bench-setup brings its model",
        "rampart": INSTALL,
    }
    wanted = ("presidio", "rampart") if is_english else ("rampart",)
    told["missing"] = {name: missing[name] for name in wanted if compare and runs[name] is None}
    return told


def _tell_other(samples: Sequence[Sample], other: Run | None, mine: ReleaseRun) -> dict[str, Any] | None:
    if other is None:
        return None
    speed = other.chars_per_second
    return {
        **other.about,
        **score_all(samples, other.spans),
        "chars_per_second": speed,
        "speed_ratio": mine.costs["chars_per_second"] / speed if speed else None,
        "peak_mb": other.peak_mb,
    }


def _write_examples(samples: Sequence[Sample], mine: ReleaseRun, folder: Path, n: int) -> None:
    """Write the first release of each of so many kinds, one group after the other."""
    by_group: dict[str, dict[str, str]] = {}
    for sample, result in zip(samples, mine.released, strict=True):
        if not result.reason:
            by_group.setdefault(sample.group, {}).setdefault(sample.kind, result.text)
    # Round by round, so that few examples are of many groups.
    turns = [kinds[turn] for turn in range(len(samples)) for kinds in map(list, by_group.values()) if turn < len(kinds)]
    texts = {kind: text for kinds in by_group.values() for kind, text in kinds.items()}
    for kind in turns[:n]:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{kind}.txt").write_text(texts[kind], encoding="utf-8", newline="")
