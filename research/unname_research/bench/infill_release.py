"""What it gains to feed the filling adversary back: masks put back, words masked and people found, with and without."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from statistics import fmean
from typing import Any

from unname.attack.infilling.infilling import Infilling
from unname.core.document import Document
from unname.core.policy import Policy
from unname.core.progress import Listener
from unname.core.redaction import Redaction
from unname.core.registry import create
from unname.core.results import Fill, Outcome, PutBack
from unname.measure.reidentification import share
from unname.measure.sightings import Lookup
from unname.people.population import Population
from unname.people.profiles import profile_text
from unname.pipeline.compose import NONE, compose, scatter
from unname.pipeline.document import Pipeline
from unname.pipeline.infill import fill_all, hidden_parts, recover, write_fills
from unname.pipeline.knowledge import knowledge
from unname_research.bench.pieces import in_turn
from unname_research.bench.read_once import ReadOnce
from unname_research.bench.release import KEY, K
from unname_research.bench.release_data import Cast, read_cast
from unname_research.bench.rounding import rounded

READERS = ("align",)
"""What fills by default: it needs no neural network."""

MAX_PUT_BACK = 0.1
"""The probability above which a right first choice counts."""

WITHOUT, WITH = "without", "with"
JUDGE = "sparse"
"""Who looks for people in what is released."""


def run_release(
    data: str | Path,
    level: str = "L2",
    readers: Sequence[str] = READERS,
    ks: Sequence[int | None] = (None, K),
    max_put_back: float = MAX_PUT_BACK,
    out: str | Path | None = None,
    report: Listener | None = None,
) -> dict[str, Any]:
    """Releases of the same texts with and without a filler among the attacks, nobody else feeding back or judging.

    `data` is a TRI file, a folder with one, or that of Wiki553; the backgrounds of the population are what the filler
    reads at its `level`. One release hides what identifies; with each k people are hidden among others beside. Of each
    release: the share of masks put back more surely than `max_put_back` (`put_back`) and by the first choice at all
    (`exact`), the share of words masked, and of people whom `sparse` finds in it as it is and as the filler reads it.
    """
    trial = Trial(read_cast(data), level, tuple(readers), max_put_back)
    about = {"level": level, "readers": list(readers), "ks": list(ks), "max_put_back": max_put_back}
    tell = (lambda _, *rest: report("infill-release", *rest)) if report else None
    made, seconds = in_turn(
        trial.pieces(ks), Path(out) / "infill_release" if out else None, {"data": str(data), **about}, tell
    )
    settings = {_named(k): {side: made[_piece(k, side)] for side in (WITHOUT, WITH)} for k in ks}
    return rounded(  # type: ignore[no-any-return]
        {
            **about,
            "documents": len(trial.cast.originals),
            "people": len(trial.cast.population),
            "settings": settings,
            "seconds": sum(seconds.values()),
        }
    )


@dataclass(frozen=True)
class Trial:
    """Texts about people, and a filler that has read their backgrounds."""

    cast: Cast = field(repr=False)
    level: str
    readers: tuple[str, ...]
    max_put_back: float

    @cached_property
    def filler(self) -> Infilling:
        """The filler, made once, so that nobody reads the background twice."""
        return Infilling(readers=self.readers)

    @cached_property
    def plain(self) -> Pipeline:
        """What hides without a population; each text is read once, however often it is released."""
        return Pipeline(detectors=tuple(ReadOnce(each) for each in Pipeline().detectors_))

    def pieces(self, ks: Sequence[int | None]) -> dict[str, Callable[[], Any]]:
        """The work: each release without feedback and with it."""
        return {_piece(k, side): partial(self.figures, k, side == WITH) for k in ks for side in (WITHOUT, WITH)}

    def figures(self, k: int | None, feeds: bool) -> dict[str, Any]:
        """What one release shows, whatever of it would be withheld in the end."""
        rounds = compose(
            Population(self.cast.population),
            k,
            attacks=(self.filler,) if feeds else (NONE,),
            jury=(NONE,) if feeds else (self.filler,),
            detectors=self.plain.detectors,
            policy=Policy(knowledge=self.level, max_put_back=self.max_put_back),
        )
        if k is not None:
            rounds = replace(rounds, pipeline=scatter(rounds.pipeline, KEY, len(self.cast.population)))
        cases = rounds.write(self.cast.originals)
        outcomes = rounds.judge(cases)
        pairs = [(case.document, case.redaction) for case in cases if case.redaction is not None]
        return {
            **told(outcomes),
            **self._judged([document for document, _ in pairs], [redaction for _, redaction in pairs]),
        }

    def _judged(self, documents: Sequence[Document], redactions: Sequence[Redaction]) -> dict[str, Any]:
        """What is put back at all, and who is found in the texts as they are and as the filler reads them."""
        general = [Document(profile.id, profile_text(profile)) for profile in self.cast.population]
        originals = [Document(str(number), document.text) for number, document in enumerate(documents)]
        fills = fill_all([each.text for each in redactions], knowledge(self.level, general, originals), self.filler)
        found = recover([hidden_parts(*pair) for pair in zip(documents, redactions, strict=True)], fills)
        read = [
            write_fills(redaction.text, [fill for fill in several if self._is_sure(fill)])
            for redaction, several in zip(redactions, fills, strict=True)
        ]
        people = [document.person or "" for document in documents]
        return {
            "exact": fmean(each.is_exact() for each in found) if found else 0.0,
            "found": self._found([each.text for each in redactions], people),
            "found_filled": self._found(read, people),
        }

    def _is_sure(self, fill: Fill) -> bool:
        return bool(fill.candidates) and fill.candidates[0].probability > self.max_put_back

    def _found(self, texts: Sequence[str], people: Sequence[str]) -> float:
        asked = [Document("", text, person=person) for text, person in zip(texts, people, strict=True)]
        seen = Lookup(self.cast.population).look(create("attack", JUDGE), asked, whole=True)
        return share([each.found for batch in seen for several in batch.values() for each in several]).value


def told(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """What rounds and withholding did: masks put back above the limit, words masked, rounds, reasons."""
    first = [each for outcome in outcomes for each in outcome.put_back_first]
    last = [each for outcome in outcomes for each in outcome.put_back]
    return {
        "put_back": _put_back(last),
        "put_back_first": _put_back(first) if first else None,
        "masked": fmean(outcome.n_hidden / max(outcome.n_words, 1) for outcome in outcomes),
        "masked_first": fmean(outcome.n_hidden_first / max(outcome.n_words, 1) for outcome in outcomes),
        "rounds": {str(n): count for n, count in sorted(Counter(outcome.rounds for outcome in outcomes).items())},
        "withheld": sum(not outcome.is_released for outcome in outcomes),
        "reasons": dict(Counter(outcome.reason for outcome in outcomes if outcome.reason)),
    }


def _put_back(several: Sequence[PutBack]) -> Mapping[str, Any]:
    n_masks, n_right = sum(each.n_masks for each in several), sum(each.n_right for each in several)
    return {
        "masks": n_masks,
        "right": n_right,
        "share": n_right / n_masks if n_masks else 0.0,
        "direct": sum(each.n_direct for each in several),
    }


def _named(k: int | None) -> str:
    return "plain" if k is None else f"k = {k}"


def _piece(k: int | None, side: str) -> str:
    return f"{_named(k)}, {side}"
