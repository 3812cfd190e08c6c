"""Releases beside published anonymizations of the same texts: who is found in each, and what is left to read."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from statistics import fmean
from typing import Any

from unname.bench.kanon import Report, in_turn
from unname.bench.reidentify import SPARSE
from unname.bench.release_data import Cast, Column, Version, packed, read_cast, unpacked
from unname.bench.release_figures import beaten_by, draw, draw_loop, figures, loop_figures
from unname.bench.tab import rounded
from unname.bench.tpi import MASKS
from unname.bench.word_vectors import NAME as VECTORS
from unname.bench.word_vectors import word_vectors
from unname.core.document import Document, Span
from unname.core.errors import ConfigError, MissingModel, require
from unname.core.registry import create
from unname.loop import Loop
from unname.measure.reidentification import place_scores
from unname.measure.utility import Utility
from unname.models.information_cache import InformationCache
from unname.models.terms import Terms
from unname.recipes import morris2022, suite, tria2023

MODELS = ("sparse(stem=True)", "sparse(words=(1, 3), stop_words=True)")
"""What the defender hides from: n-grams of words by tf-idf, of meaningful ones by stem and of all as they stand."""

DETECTORS = ("words(types=True, function_words=True)",)
"""Every word type may be hidden; those that carry grammar too, since a text may be found by them alone."""

K = 12
"""Among how many others people are hidden in the release with feedback."""

KS = (1, 2, 3, 5, 7, 10, 15, 20, 30)
"""The settings of the curve, each without feedback."""

LIGHT = {"k = 1, characters alone": ("sparse(characters=(4, 6))",), "k = 1, stems alone": MODELS[:1]}
"""Settings before the first one of the curve, which hide less: from one model alone."""

SUITE, DENSE, CLASSIFIER = "suite", "dense", "classifier(frozen=True)"
FEEDING = (SUITE, DENSE, CLASSIFIER)
JURY = ("sparse(characters=(4, 6))", "sparse(stem=True, weighting='bmx')")

OURS, WRITTEN, UTILITY = "released", "before withholding", "utility"


def run(
    data: str | Path,
    fast: bool = False,
    k: int = K,
    ks: Sequence[int] = KS,
    left_out: str | None = None,
    out: str | Path | None = None,
    report: Report | None = None,
) -> dict[str, Any]:
    """Our release of the original texts beside what others made of them, before the same attacks.

    `data` is a TRI file, a folder with one, or that of Wiki553. People are hidden among `k` others of the background;
    the suite, `dense` and TRIA with its encoder frozen feed back, n-grams of characters and BMX are the jury, and
    word vectors take no part in what is released. `ks` are the settings of the curve. `left_out` names an attack that
    feeds back nothing, so that it tells how masks hold against one never seen. `fast` leaves out whatever needs a
    neural network to attack. Each piece of work is kept in the folder `out`, if one is given, so that an interrupted
    run goes on where it was, and plots go there. Keys are explained in benchmarks/README.md.
    """
    cast = read_cast(data)
    if k >= len(cast.population):
        raise ConfigError(f"k = {k} needs a population of at least {k + 1} people, there are {len(cast.population)}")
    chosen = tuple(each for each in ks if each < len(cast.population))
    feeding = tuple(name for name in FEEDING if name != left_out)
    if left_out is not None and len(feeding) == len(FEEDING):
        raise ConfigError(f"{left_out!r} feeds back nothing anyway; those that do are {', '.join(FEEDING)}")
    trial = Trial(cast, k, chosen, Attackers(fast, Path(out) if out else None), feeding)
    about = {"data": str(data), "fast": fast, "k": k, "ks": list(chosen), "left_out": left_out}
    folder = Path(out) / "release" if out else None
    tell = (lambda _, *rest: report("release", *rest)) if report else None
    made, seconds = in_turn(trial.releases(), folder, about, tell)
    columns = trial.columns(made)
    judged, further = in_turn(trial.judgments(columns), folder, about, tell)
    result = trial.result(made, columns, judged)
    if folder:
        draw(result, folder / "scatter.svg")
        draw_loop(result["loop"], folder / "loop.svg")
    spent = {**seconds, **further}
    return rounded({**result, "seconds": sum(spent.values()), "seconds_by_piece": spent})  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Attackers:
    """All attacks by name, made once, so that nobody reads the background twice."""

    fast: bool = False
    out: Path | None = None

    @cached_property
    def by_name(self) -> dict[str, Any]:
        """The suite, its members, further sparse ones, word vectors, and unless `fast` the neural ones."""
        whole: Any = suite()
        found = {SUITE: whole, **{member.name: member for member in whole.members_}}
        found |= {spec: create("attack", spec) for spec in SPARSE}
        # As in `reidentify`, some take part where their libraries are installed.
        with suppress(MissingModel):
            found[VECTORS] = word_vectors()
        if not self.fast:
            found[DENSE] = create("attack", DENSE)
            with suppress(MissingModel):
                require("torch", "train")
                folder = self.out / "classifier" if self.out else None
                found[CLASSIFIER] = tria2023(frozen=True, folder=folder)
        return found

    def of(self, names: Sequence[str]) -> dict[str, Any]:
        """Those of the named ones that take part."""
        return {name: self.by_name[name] for name in names if name in self.by_name}


@dataclass(frozen=True)
class Trial:
    """One set of people: our releases of the texts about them, and what attacks make of those and of others."""

    cast: Cast
    k: int
    ks: tuple[int, ...]
    attackers: Attackers
    feeding: tuple[str, ...] = FEEDING

    def releases(self) -> dict[str, Callable[[], Any]]:
        """Our texts: with feedback, and without for each k of the curve."""
        light = {name: partial(self._released, 1, False, models) for name, models in LIGHT.items()}
        by_k = {_setting(k): partial(self._released, k, False) for k in self.ks}
        return {"loop": partial(self._released, self.k, True), **light, **by_k}

    def columns(self, made: Mapping[str, Any]) -> dict[str, Column]:
        """All texts to be judged, by the name of the column."""
        written = self._versions(made["loop"]["written"])
        ours = {
            name: [
                Version(each.document, None) if each.document.id in found["withheld"] else each
                for each in self._versions(found["written"])
            ]
            for name, found in made.items()
        }
        return {OURS: ours.pop("loop"), WRITTEN: written, **ours, **self.cast.others}

    def judgments(self, columns: Mapping[str, Column]) -> dict[str, Callable[[], Any]]:
        """How probably each attack finds the people of each column, and what is left to read."""
        found = {name: partial(self._found, attack, columns) for name, attack in self.attackers.by_name.items()}
        return {**found, UTILITY: partial(self._utility, columns)}

    def result(
        self, made: Mapping[str, Any], columns: Mapping[str, Column], judged: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The figures of all columns."""
        attacks = [name for name in judged if name != UTILITY]
        rows = {
            column: figures({name: judged[name][column] for name in attacks}, judged[UTILITY][column])
            for column in columns
        }
        curve = {name: rows[name] for name in (*LIGHT, *map(_setting, self.ks))}
        settings = {**curve, f"{_setting(self.k)}, with feedback": rows[OURS]}
        others = {name: {**rows[name], "beaten_by": beaten_by(rows[name], settings)} for name in self.cast.others}
        return {
            "documents": len(self.cast.originals),
            "people": len(self.cast.population),
            "withheld": len(made["loop"]["withheld"]),
            **rows[OURS],
            "before_withholding": rows[WRITTEN],
            "loop": made["loop"]["loop"],
            "curve": [{"setting": name, **row} for name, row in curve.items()],
            "others": others,
            "settings": {
                "detectors": list(DETECTORS),
                "risk": list(MODELS),
                "k": self.k,
                "attacks": list(self.attackers.of(self.feeding)),
                "jury": list(self.attackers.of(JURY)),
            },
        }

    def _released(self, k: int, feedback: bool, models: Sequence[str] = MODELS) -> dict[str, Any]:
        pipeline = morris2022(self.cast.population, k, models, detectors=DETECTORS)
        feeding, jury = (self.attackers.of(names) if feedback else {} for names in (self.feeding, JURY))
        loop = Loop(pipeline, self.cast.population, tuple(feeding.values()), tuple(jury.values()))
        cases = loop.written(self.cast.originals)
        outcomes = loop.judged(cases)
        return {
            "written": [packed(case.redaction) for case in cases],
            "withheld": [outcome.document for outcome in outcomes if outcome.redaction is None],
            "loop": loop_figures(outcomes),
        }

    def _versions(self, written: Sequence[Any]) -> list[Version]:
        pairs = zip(self.cast.originals, written, strict=True)
        return [Version(document, unpacked(document, kept)) for document, kept in pairs]

    def _found(self, attack: Any, columns: Mapping[str, Column]) -> dict[str, list[float]]:
        places = {profile.id: number for number, profile in enumerate(self.cast.population)}
        shown = {name: [each for each in column if each.redaction is not None] for name, column in columns.items()}
        # A text that stands in several columns is judged once.
        texts = list(dict.fromkeys(each.text for column in shown.values() for each in column))
        rows = dict(zip(texts, attack.scores(texts, self.cast.population), strict=True))

        def chance(version: Version) -> float:
            if version.redaction is None:
                return 0.0
            subject = version.document.subject or ""
            return place_scores(version.document.id, rows[version.text], places.get(subject), subject).found

        return {name: [chance(each) for each in column] for name, column in columns.items()}

    def _utility(self, columns: Mapping[str, Column]) -> dict[str, dict[str, float]]:
        utility = Preserved(generalizations=False, masks=MASKS, cache=InformationCache(size=len(self.cast.originals)))
        return {
            name: {
                "masked": fmean(each.masked for each in column),
                "tpi": fmean(map(utility.share, column)),
            }
            for name, column in columns.items()
        }


@dataclass(frozen=True)
class Preserved(Utility):
    """TPI of many versions of the same documents, each of which is split into terms once."""

    @cached_property
    def terms_(self) -> "Once":
        """What splits texts into terms."""
        return Once(self.terms)

    def share(self, version: Version) -> float:
        """The information that is left in a version; none where it is withheld."""
        if version.redaction is None:
            return 0.0
        account = self.account(version.document, version.redaction)
        return account.released / account.original if account.original else 1.0


@dataclass(frozen=True)
class Once(Terms):
    """Terms that are found once for each text."""

    known_: dict[str, list[Span]] = field(default_factory=dict, repr=False, compare=False)

    def of(self, document: Document) -> list[Span]:
        """The terms of the text in order."""
        if document.text not in self.known_:
            self.known_[document.text] = super().of(document)
        return self.known_[document.text]


def _setting(k: int) -> str:
    return f"k = {k}"
