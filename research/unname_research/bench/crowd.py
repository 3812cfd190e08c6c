"""The crowd that texts leave: whether it is right, whether readers name whom it says, and what asking for one costs."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import fmean, median
from typing import Any

from unname.core.document import Document, Span
from unname.core.progress import Listener
from unname.pipeline.document import Pipeline, write
from unname.risk.crowd import Crowd
from unname_research.bench.crowd_calibration import calibrate, read_members, read_pantheon, score
from unname_research.bench.crowd_plots import draw_calibration, draw_readers, draw_releases
from unname_research.bench.crowd_readers import judge_readers
from unname_research.bench.crowd_release import SETTINGS, Trial
from unname_research.bench.pieces import in_turn
from unname_research.bench.release_data import read_cast
from unname_research.bench.rounding import rounded

SOURCES = {"pantheon": read_pantheon, "congress_bioguide": read_members}
"""People with facts that can be counted, by the folder of the data."""

N_TIMED = 100
"""Lives on which time is taken."""

FEW = 10
"""How many people are next to nobody."""


def run(
    data: str | Path,
    full: bool = False,
    settings: Sequence[str] = tuple(SETTINGS),
    out: str | Path | None = None,
    report: Listener | None = None,
) -> dict[str, Any]:
    """Calibration, readers, releases and time.

    `data` is a folder with the folders `pantheon`, `congress_bioguide`, `reader`, `wikiactors` and `wiki553`. Every
    fifth life is released, or with `full` all of them. Each piece of work is kept in the folder `out`, if one is
    given, so that an interrupted run goes on where it was, and plots go there.
    """
    folder = Path(data)
    trial = Trial(read_cast(folder / "wiki553"), 1 if full else 5)
    work: dict[str, Callable[[], Any]] = {
        **{name: partial(_calibrate, folder / name, read) for name, read in SOURCES.items()},
        "readers": lambda: judge_readers(folder),
        "actors": lambda: _actors(folder / "wikiactors"),
        "time": lambda: _time(trial.originals[:N_TIMED]),
        **trial.pieces(settings),
    }
    about = {"data": folder.name, "full": full, "settings": list(settings)}
    tell = (lambda _, *rest: report("crowd", *rest)) if report else None
    found, seconds = in_turn(work, Path(out) / "crowd" if out else None, about, tell)
    result = {
        "calibration": {name: found[name]["score"] for name in SOURCES},
        "readers": found["readers"],
        "actors": found["actors"],
        "release": trial.result(found),
        "time": found["time"],
        "documents": len(trial.originals),
        "seconds_by_piece": seconds,
    }
    if out:
        draw_calibration({name: found[name]["pairs"] for name in SOURCES}, Path(out) / "crowd_calibration.svg")
        draw_readers(result["readers"]["reliability"], Path(out) / "crowd_readers.svg")
        draw_releases(result["release"], Path(out) / "crowd_releases.svg")
    return rounded(result)  # type: ignore[no-any-return]


def _calibrate(folder: Path, read: Any) -> dict[str, Any]:
    pairs = calibrate([facts for facts in read(folder) if facts])
    return {"score": score(pairs), "pairs": pairs}


def _actors(folder: Path) -> dict[str, float]:
    """The crowds of the actors' abstracts after a plain release, as the release tells them and as read anew."""
    pipeline, crowd = Pipeline(), Crowd()
    told, anew = [], []
    for document in read_cast(folder).originals:
        detected, plan, redaction = write(pipeline, pipeline.detect(document))
        view = {each.option.entity: each.option.seen for each in plan.decisions}
        told.append(10 ** crowd.estimate(detected, view).log10)
        anew.append(10 ** crowd.estimate(pipeline.detect(replace(document, text=redaction.text, language="en"))).log10)
    return {
        "n": len(told),
        "below_10": fmean(size < FEW for size in told),
        "below_10_read_anew": fmean(size < FEW for size in anew),
        "crowd_median": median(told),
    }


def _time(documents: Sequence[Document]) -> dict[str, Any]:
    """Processor time of the crowd beyond detection, by document and by length; tables are read before."""
    pipeline = Pipeline()
    found = [pipeline.detect(document) for document in documents]
    Crowd().estimate(found[0])
    began = time.process_time()
    crowd = Crowd()
    for document in found:
        crowd.estimate(document)
    by_document = 1000 * (time.process_time() - began) / len(found)
    growth = {}
    for n in (1, 2, 4, 8, 16, 32):
        if n <= len(found):
            joined = _join(found[:n])
            began = time.process_time()
            Crowd().estimate(joined)
            growth[f"{len(joined.text):,}"] = 1000 * (time.process_time() - began)
    return {"ms_per_document": by_document, "documents": len(found), "ms_by_characters": growth}


def _join(documents: Sequence[Document]) -> Document:
    """One long document with all mentions of several."""
    text = ""
    mentions = []
    for number, document in enumerate(documents):
        start = len(text)
        for mention in document.mentions:
            span = Span(mention.span.start + start, mention.span.end + start)
            mentions.append(replace(mention, span=span, entity=f"{number} {mention.entity}"))
        text += document.text + "\n"
    return Document("all", text, mentions=tuple(mentions))
