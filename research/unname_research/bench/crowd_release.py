"""Releases of lives that must leave a crowd, beside published masks of the same texts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from statistics import fmean, median
from typing import Any

from unname.attack.ensemble import Ensemble
from unname.core.document import Document
from unname.core.errors import InfeasiblePlan, Withheld
from unname.core.policy import Policy
from unname.core.registry import create
from unname.models.information_cache import InformationCache
from unname.pipeline.document import Pipeline, write
from unname.risk.crowd import Crowd
from unname_research.bench.attack_contest import Contest
from unname_research.bench.outsider import Outsider
from unname_research.bench.read_once import ReadOnce
from unname_research.bench.release import Preserved
from unname_research.bench.release_data import Cast, Column, Version
from unname_research.bench.tpi import MASKS

SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "release": {},
    "release --min-crowd 100": {"policy": Policy(min_crowd=100)},
    "release --min-crowd 1e4": {"policy": Policy(min_crowd=10**4)},
    "release --min-crowd 1e6": {"policy": Policy(min_crowd=10**6)},
    "release --min-crowd 1e7": {"policy": Policy(min_crowd=10**7)},
    "release --min-crowd 1e4 --replace generalize": {"policy": Policy(min_crowd=10**4), "replace": "generalize"},
}
"""What `unname release` is asked for, without any population, by the words of the command."""

DENSE = "dense"


@dataclass(frozen=True)
class Trial:
    """Every n-th life of a cast: our releases, published masks, and whoever looks for the people."""

    cast: Cast = field(repr=False)
    every: int

    @cached_property
    def originals(self) -> list[Document]:
        """The lives that are released."""
        return list(self.cast.originals[:: self.every])

    def pieces(self, settings: Sequence[str]) -> dict[str, Callable[[], Any]]:
        """The work: a release for each setting, and figures of it; figures of each set of published masks."""
        judged = {f"judge {name}": partial(self._judge, name) for name in (*settings, *self.others)}
        return {**judged, "attack": partial(self._attack, settings)}

    @cached_property
    def _made(self) -> dict[str, Column]:
        """What was released with each setting so far."""
        return {}

    @cached_property
    def others(self) -> dict[str, Column]:
        """What others made of the same lives."""
        ids = {document.id for document in self.originals}
        return {
            name: [version for version in column if version.document.id in ids]
            for name, column in self.cast.others.items()
        }

    def result(self, found: Mapping[str, Any]) -> dict[str, Any]:
        """All figures, by setting."""
        return {
            name.removeprefix("judge "): {**figures, **found["attack"][name.removeprefix("judge ")]}
            for name, figures in found.items()
            if name.startswith("judge ")
        }

    @cached_property
    def _plain(self) -> Pipeline:
        """Each text is read once, however often it is released."""
        plain = Pipeline()
        return replace(plain, detectors=tuple(ReadOnce(each) for each in plain.detectors_))

    def _column(self, name: str) -> Column:
        if name in self.others:
            return self.others[name]
        if name not in self._made:
            pipeline = replace(self._plain, **SETTINGS[name])
            self._made[name] = [_release(pipeline, document) for document in self.originals]
        return self._made[name]

    @cached_property
    def _utility(self) -> Preserved:
        return Preserved(generalizations=False, masks=MASKS, cache=InformationCache(size=len(self.originals)))

    def _judge(self, name: str) -> dict[str, Any]:
        column = self._column(name)
        crowd = Crowd()
        released = [each for each in column if each.redaction is not None]
        # Read anew, as whoever gets the text would, so that our own masks and those of others are measured alike.
        # Where most words are masked, the language cannot be told any more.
        anew = [replace(each.document, text=each.text, language="en") for each in released]
        detected = [self._plain.detect(document) for document in anew]
        sizes = sorted(10 ** crowd.estimate(document).log10 for document in detected)
        texts = [(each.document.person or "", each.text.replace("***", " ")) for each in column]
        return {
            "masked": fmean(each.masked for each in column),
            "tpi": fmean(map(self._utility.share, column)),
            "withheld": sum(each.redaction is None for each in column),
            "crowd_median": median(sizes) if sizes else None,
            "crowd_smallest": sizes[0] if sizes else None,
            "other_half": self._outsider.other_half(texts),
            "whole_and_dates": self._outsider.whole_and_dates(texts),
        }

    @cached_property
    def _outsider(self) -> Outsider:
        return Outsider(self.cast.population, self.cast.originals)

    def _attack(self, settings: Sequence[str]) -> dict[str, dict[str, float]]:
        """The share found by the suite and by a dense encoder, in the article bodies of all lives."""
        names = (*settings, *self.others)
        columns = {name: [replace(each.document, text=each.text) for each in self._column(name)] for name in names}
        contest = Contest(self.cast.population, columns)
        contest.enter_suite(Ensemble())
        contest.enter(DENSE, create("attack", DENSE))
        found = contest.result("")
        return {name: {"trir": found["suite"][name], "trir_dense": found["attacks"][DENSE][name]} for name in names}


def _release(pipeline: Pipeline, document: Document) -> Version:
    try:
        return Version(document, write(pipeline, pipeline.detect(document))[2])
    except (InfeasiblePlan, Withheld):
        return Version(document, None)
