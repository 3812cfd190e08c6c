"""Our release beside published anonymizations of the same texts: who is found, by whom, and what is left to read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from statistics import fmean
from typing import Any

from unname.attack.ranking import score_all
from unname.core.document import Document, Profile, Span
from unname.core.errors import ConfigError
from unname.core.policy import Policy
from unname.core.progress import Listener
from unname.core.registry import create
from unname.measure.information_terms import Terms
from unname.measure.sightings import place
from unname.measure.utility import Utility
from unname.models.information_cache import InformationCache
from unname.people.population import Population
from unname.pipeline.compose import NONE, compose, panels, scatter
from unname.pipeline.document import Pipeline
from unname.pipeline.recipe import LINKAGE, WORDS
from unname.pipeline.rounds import Rounds
from unname_research.bench.foretold import foretell
from unname_research.bench.other_knowledge import FULL_DATE, KNOWLEDGE, halves, known_by
from unname_research.bench.pieces import in_turn
from unname_research.bench.read_once import ReadOnce
from unname_research.bench.release_attackers import ENSEMBLE, Attackers, counting
from unname_research.bench.release_data import Cast, Column, Version, packed, read_cast, unpacked
from unname_research.bench.release_figures import (
    beaten_by,
    draw,
    draw_knowledge,
    draw_loop,
    figures,
    loop_figures,
    places,
    strangers,
    strongest,
    told_by_place,
)
from unname_research.bench.rounding import rounded
from unname_research.bench.tpi import MASKS

K = 12
"""Among how many others people are hidden."""

KEY = b"bench"
"""What draws lots, so that a run can be repeated."""

KS = (1, 30)
"""Other numbers of others, each without feedback."""

OURS, WRITTEN, PLAIN, UTILITY = "released", "before withholding", "plain", "utility"
HALF, BARE = "half of the background known", "the same without the floor"


def run(
    data: str | Path,
    fast: bool = False,
    k: int = K,
    ks: Sequence[int] = KS,
    left_out: str | None = None,
    out: str | Path | None = None,
    report: Listener | None = None,
) -> dict[str, Any]:
    """What `unname release --population --k` makes of texts beside what others made of them, before the same attacks.

    `data` is a TRI file, a folder with one, or that of Wiki553. Defender, attacks that feed back and jury are those of
    the command line (`pipeline.recipe`); TRIA with its encoder frozen and word vectors take no part in any release.
    Each attack that feeds back is also left out once, with all of its family; `left_out` leaves one out of the release
    that everything else is measured on. For other knowledge than the defender's, the release is made anew with every
    second sentence of each background, once without the floor of a plain release. `ks` are further settings, without
    feedback. `fast` leaves out whatever needs a neural network to attack. Each piece of work is kept in the folder
    `out`, if one is given, so that an interrupted run goes on where it was, and plots go there. Keys are explained in
    benchmarks/README.md.
    """
    cast = read_cast(data)
    if k >= len(cast.population):
        raise ConfigError(f"k = {k} needs a population of at least {k + 1} people, there are {len(cast.population)}")
    chosen = tuple(each for each in ks if each < len(cast.population))
    trial = Trial(cast, k, chosen, Attackers(fast, Path(out) if out else None), left_out)
    if left_out is not None and left_out not in trial.usual[0]:
        raise ConfigError(f"{left_out!r} feeds back nothing anyway; those that do are {', '.join(trial.usual[0])}")
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
        draw_knowledge(result["other_knowledge"], folder / "knowledge.svg")
    spent = {**seconds, **further}
    return rounded({**result, "seconds": sum(spent.values()), "seconds_by_piece": spent})  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Trial:
    """One set of people: our releases of the texts about them, and what attacks make of those and of others."""

    cast: Cast
    k: int
    ks: tuple[int, ...]
    attackers: Attackers
    left_out: str | None = None

    @cached_property
    def usual(self) -> tuple[tuple[str, ...], tuple[Any, ...]]:
        """The attacks that feed back at the command line, as far as they take part, and the jury."""
        feeding, jury = panels(Policy(k=self.k), self.cast.population)
        return tuple(name for name in feeding if name in self.attackers.by_name), jury

    @property
    def _n_people(self) -> int:
        return len(self.cast.population)

    @cached_property
    def plain(self) -> Pipeline:
        """What `unname release` does without a population; each text is read once, however often it is released."""
        plain = Pipeline()
        return replace(plain, detectors=tuple(ReadOnce(each) for each in plain.detectors_))

    def releases(self) -> dict[str, Callable[[], Any]]:
        """Our texts: alone, among others, with an attack left out, with less known, and for each of `ks`."""
        mine, _ = halves(self.cast.population)
        bare = replace(self.plain, detectors=(WORDS,))
        without = {_without(name): partial(self._released, left_out=name) for name in self.usual[0]}
        return {
            PLAIN: self._alone,
            OURS: partial(self._released, left_out=self.left_out),
            **without,
            HALF: partial(self._released, population=mine),
            BARE: partial(self._released, population=mine, plain=bare),
            **{_setting(k): partial(self._released, k=k, feedback=False) for k in self.ks},
        }

    def columns(self, made: Mapping[str, Any]) -> dict[str, Column]:
        """All texts to be judged, by the name of the column."""
        ours = {
            name: [
                Version(each.document, None) if each.document.id in found["withheld"] else each
                for each in self._versions(found["written"])
            ]
            for name, found in made.items()
        }
        return {**ours, WRITTEN: self._versions(made[OURS]["written"]), **self.cast.others}

    def judgments(self, columns: Mapping[str, Column]) -> dict[str, Callable[[], Any]]:
        """What is left to read, and how probably each attack finds the people of each column: with the background that
        the defender had, and with other knowledge."""
        found = {
            name: partial(self._found, attack, columns, self.cast.population)
            for name, attack in self.attackers.by_name.items()
        }
        elsewhere = {name: columns[name] for name in (HALF, BARE, PLAIN, *self.cast.others)}
        others = {_knowing(name): partial(self._found_knowing, name, elsewhere) for name in KNOWLEDGE}
        return {UTILITY: partial(self._utility, columns), **others, **found}

    def result(
        self, made: Mapping[str, Any], columns: Mapping[str, Column], judged: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The figures of all columns."""
        attacks = [name for name in judged if name in self.attackers.by_name]
        rows = {
            column: figures({name: judged[name][column]["found"] for name in attacks}, judged[UTILITY][column])
            for column in columns
        }
        feeding = tuple(name for name in self.usual[0] if name != self.left_out)
        taking_part = {
            OURS: (*feeding, *self.usual[1]),
            **{_without(name): tuple(each for each in self.usual[0] if each != name) for name in self.usual[0]},
        }
        settings = {PLAIN: rows[PLAIN], **{_setting(k): rows[_setting(k)] for k in self.ks}, OURS: rows[OURS]}
        return {
            "documents": len(self.cast.originals),
            "people": self._n_people,
            "withheld": len(made[OURS]["withheld"]),
            **rows[OURS],
            "strangers": strangers(rows[OURS], taking_part[OURS]),
            "before_withholding": rows[WRITTEN],
            "plain": {**rows[PLAIN], "withheld": len(made[PLAIN]["withheld"])},
            "left_out": {
                name: {
                    **rows[_without(name)],
                    "withheld": len(made[_without(name)]["withheld"]),
                    "strangers": strangers(rows[_without(name)], taking_part[_without(name)]),
                }
                for name in self.usual[0]
            },
            "other_knowledge": {
                column: {
                    **{
                        name: strongest(
                            {each: found[column]["found"] for each, found in judged[_knowing(name)].items()}
                        )
                        for name in KNOWLEDGE
                    },
                    **judged[UTILITY][column],
                }
                for column in (HALF, BARE, PLAIN, *self.cast.others)
            },
            "knows_the_algorithm": {
                "chance": 1.0 / self._n_people,
                **{
                    name: {
                        **told_by_place(judged[name][OURS]["places"], self.k, self._n_people),
                        "foretold": foretell(judged[name][OURS]["places"], self.k, self._n_people),
                    }
                    for name in attacks
                },
            },
            "loop": made[OURS]["loop"],
            "curve": [{"setting": name, **row} for name, row in settings.items()],
            "others": {name: {**rows[name], "beaten_by": beaten_by(rows[name], settings)} for name in self.cast.others},
            "settings": {
                "detectors": [each.name for each in self.plain.detectors_],
                "risk": list(LINKAGE),
                "k": self.k,
                "attacks": list(feeding),
                "jury": list(self.usual[1]),
            },
        }

    def _released(
        self,
        population: Sequence[Profile] | None = None,
        plain: Pipeline | None = None,
        k: int | None = None,
        left_out: str | None = None,
        feedback: bool = True,
    ) -> dict[str, Any]:
        """The texts as the command line releases them among a population, with what is said to be different.

        The suite counts words, as what ranks people and the jury do: where it is left out, so are they.
        """
        people = self.cast.population if population is None else population
        detectors, others = (plain or self.plain).detectors, self.k if k is None else k
        feeding = tuple(name for name in self.usual[0] if name != left_out) if feedback else ()
        jury = self.usual[1] if feedback and left_out != ENSEMBLE else ()
        make = self.attackers.of if population is None else _made
        rounds = compose(
            Population(people),
            None if left_out == ENSEMBLE else others,
            attacks=make(feeding) or (NONE,),
            jury=make(jury) or (NONE,),
            detectors=detectors,
        )
        if rounds.pipeline.policy.k is not None:
            rounds = replace(rounds, pipeline=scatter(rounds.pipeline, KEY, len(people)))
        return self._run(rounds)

    def _alone(self) -> dict[str, Any]:
        return self._run(compose(detectors=self.plain.detectors))

    def _run(self, rounds: Rounds) -> dict[str, Any]:
        cases = rounds.write(self.cast.originals)
        outcomes = rounds.judge(cases)
        return {
            "written": [packed(case.redaction) for case in cases],
            "withheld": [outcome.document for outcome in outcomes if outcome.redaction is None],
            "loop": loop_figures(outcomes),
        }

    def _versions(self, written: Sequence[Any]) -> list[Version]:
        pairs = zip(self.cast.originals, written, strict=True)
        return [Version(document, unpacked(document, kept)) for document, kept in pairs]

    def _found_knowing(self, knowledge: str, columns: Mapping[str, Column]) -> dict[str, Any]:
        """What attacks find who know something else about the same people; those that need no neural network."""
        population = known_by(knowledge, self.cast)
        return {name: self._found(attack, columns, population) for name, attack in counting().items()}

    def _found(
        self, attack: Any, columns: Mapping[str, Column], population: Sequence[Profile]
    ) -> dict[str, dict[str, Any]]:
        """For each text of each column, how probably the person is the first choice; of ours, also in which place."""
        numbers = {profile.id: number for number, profile in enumerate(population)}
        shown = {name: [each for each in column if each.redaction is not None] for name, column in columns.items()}
        # A text that stands in several columns is judged once.
        texts = list(dict.fromkeys(each.text for column in shown.values() for each in column))
        rows = dict(zip(texts, score_all(attack, texts, population), strict=True))

        def first(version: Version) -> float:
            if version.redaction is None:
                return 0.0
            number = numbers.get(version.document.person or "")
            return place("", version.document.id, rows[version.text], number).found

        def anywhere(version: Version) -> tuple[int, int] | None:
            number = numbers.get(version.document.person or "")
            return None if version.redaction is None or number is None else places(rows[version.text], number)

        return {
            name: {"found": list(map(first, column)), "places": list(map(anywhere, column)) if name == OURS else []}
            for name, column in columns.items()
        }

    def _utility(self, columns: Mapping[str, Column]) -> dict[str, dict[str, float]]:
        utility = Preserved(generalizations=False, masks=MASKS, cache=InformationCache(size=len(self.cast.originals)))
        return {
            name: {
                "masked": fmean(each.masked for each in column),
                "tpi": fmean(map(utility.share, column)),
                "full_dates": fmean(bool(FULL_DATE.search(each.text)) for each in column),
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


def _by_knowledge(column: str, judged: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: strongest({attack: found[column]["found"] for attack, found in judged[_knowing(name)].items()})
        for name in KNOWLEDGE
    }


def _made(names: Sequence[str]) -> tuple[Any, ...]:
    return tuple(create("attack", name) for name in names)


def _setting(k: int) -> str:
    return f"k = {k}, without feedback"


def _without(name: str) -> str:
    return f"without {name}"


def _knowing(knowledge: str) -> str:
    return f"knowing {knowledge}"
