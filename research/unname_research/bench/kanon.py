"""K-anonymity for text: `morris2022` on documents of people that no model has seen, beside its published figures."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from unname.core.document import Profile
from unname.core.errors import InputError
from unname.core.progress import Listener
from unname.core.registry import create
from unname.core.results import Sighting
from unname.core.roles import RiskModel
from unname.corpora.populations import read_pairs
from unname.measure.reidentification import share
from unname.models.linkage import BiEncoder
from unname.people.pairs import Pair, split
from unname.people.profiles import profile_text
from unname.text.word_rarity import Rarity
from unname_research.bench.kanon_figures import Information, limits, parts_of_speech, ranks
from unname_research.bench.kanon_judges import ENSEMBLE, PUBLISHED, SPARSE, Counting, Ensemble
from unname_research.bench.kanon_search import hide, search_costs, seconds_to_release
from unname_research.bench.pareto import Evaluation, Method, Redact, Sweep
from unname_research.bench.pieces import in_turn
from unname_research.bench.read_once import ReadOnce
from unname_research.bench.redactions import (
    NAMES,
    Biography,
    lexical,
    named_entities,
    nothing,
    rarest,
    share_masked,
    table_aware,
    thresholds,
)
from unname_research.bench.rounding import rounded
from unname_research.papers.morris2022 import PUBLISHED as PAPER

FILE = "bioguide_profiles.jsonl.gz"

LEVELS = (0.25, 0.05, 0.01)
"""The shares of people found below which Table 2 of `morris2022` compares methods."""

KS = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000)
"""Among how many others people are hidden, as far as there are as many."""

BESIDE = 1000
"""The most others for methods beside the one that the tables are about: among thousands, each search takes seconds."""

DEFENDERS: Mapping[str, tuple[str, ...]] = {"ours": ("bag", "facts", SPARSE), "ours_bag": ("bag",)}
"""The models that our redactions are made against; transformers judge what they have not made."""

FULL: Mapping[str, tuple[str, ...]] = {"ours_transformer": ("bag", "facts", SPARSE, "transformer")}
"""A further one, which takes hours."""

DEFENDING: Collection[str] = ("bag", "facts", "bag+facts")
"""The judges that redactions are made against, or that are made of such.

Not among them is the sparse judge, tf-idf of one to three words: the sparse model that defends is another one of the
same family, the likelihood of single words.
"""

RECOGNIZER = "tagger(weights='silver', floor=1.0, threads=2)"
"""What finds named entities: the tagger that saw no decision of an annotator, by its categories alone."""

FAST = {"n_documents": 200, "n_others": 100, "n_searched": 10}
"""What `fast` does with fewer documents."""

N_POINTS = 6
"""How many settings a curve has at least."""

CONDITIONS: Mapping[str, Any] = {
    "split": "test",
    "floor": False,
    "method": "morris2022 as published: words are masked only until K others of the population fit as well. What plain "
    "release would hide is not hidden besides, unlike in unname release --k.",
    "chosen_on": {
        "test": "the setting (K, least rarity) for each level, as in the paper: the one that masks least below it",
        "validation": "which models defend",
        "train": "the weights of the models",
    },
}
"""What whoever reads the figures must know."""

Models = Mapping[str, str | Path | BiEncoder]


@dataclass(frozen=True)
class Trial:
    """The people of a run: everybody who may be meant, and the documents of those whom no model saw in training."""

    population: Sequence[Profile] = field(repr=False)
    biographies: Sequence[Biography] = field(repr=False)
    texts: Sequence[str] = field(repr=False)
    n_added: int = 0
    n_repeated: int = 0

    @cached_property
    def rarity(self) -> Rarity:
        """How rare words are in the documents and profiles of all people."""
        return Rarity.of([*self.texts, *map(profile_text, self.population)])

    @property
    def groups(self) -> dict[str, slice]:
        """Where the test people of the data stand, and those of the other file."""
        first = len(self.biographies) - self.n_added
        return {"test": slice(0, first), "people": slice(first, None)} if self.n_added and first else {}


def run(
    data: str | Path,
    people: str | Path | None = None,
    fast: bool = False,
    full: bool = False,
    models: Models | None = None,
    n_documents: int = 1000,
    n_others: int = 300,
    n_searched: int = 50,
    processes: int = 2,
    out: str | Path | None = None,
    report: Listener | None = None,
) -> dict[str, Any]:
    """Who is found at what share of words masked, for every method, and what the search for masks costs.

    `data` is a file of people with a document each, or the folder of the Congress biographies. The people judged are
    the first `n_documents` of the test part, whom no shipped model saw in training, and everybody in `people`, another
    such file. They are looked for among all people of both files, and found if any of the `models` (by default the
    shipped ones and the sparse one) names them first. `n_others` documents judge what is beside the tables,
    `n_searched` show what a search costs. `fast` takes fewer of all, `full` also lets a transformer defend. Each piece
    of work is kept in the folder `out`, if one is given, so that an interrupted run goes on where it was. Keys are
    explained in benchmarks/README.md.
    """
    if fast:
        n_documents, n_others, n_searched = FAST.values()
    trial = read_trial(data, people, n_documents)
    defending = (*DEFENDING, "transformer") if full else DEFENDING
    ensemble = Ensemble.of(trial.population, models or {name: name for name in ENSEMBLE}, defending)
    defenders = made_defenders(ensemble, full)
    every, others, searched = trial.biographies, trial.biographies[:n_others], trial.biographies[:n_searched]
    comparison = Comparison(trial, ensemble, defenders, n_others, n_searched, processes)
    work: dict[str, Callable[[], Any]] = {
        "table1": comparison.table1,
        **{f"sweep {name}": partial(comparison.swept, name) for name in comparison.sweeps},
        "search": lambda: search_costs(trial.population, ensemble.encoders, searched),
        "release": lambda: seconds_to_release(defenders, every, processes),
        "ranks": lambda: ranks(ensemble, defenders, every, processes),
        "parts_of_speech": lambda: parts_of_speech(defenders, trial.rarity, others, processes),
        "limits": lambda: limits(ensemble, defenders, others, processes),
    }
    about = {"data": str(data), "people": str(people), "documents": len(every), "fast": fast, "full": full}
    found, seconds = in_turn(work, Path(out) / "kanon" if out else None, about, report)
    swept = {name: found.pop(f"sweep {name}") for name in comparison.sweeps}
    result: dict[str, Any] = {
        "reid_original": found["table1"]["none"]["by_model"],
        "levels": joined_levels(found["table1"], swept, "levels", "found_by_all"),
        "levels_by_others": joined_levels(found["table1"], swept, "levels_by_others", "found_by_others"),
        "curves": {name: [row] for name, row in found["table1"].items()}
        | {n: each["curve"] for n, each in swept.items()},
        **found,
        "seconds_1000_documents": found["release"] and found["release"]["seconds"],
        "population": len(trial.population),
        "population_file": Path(data).name,
        "documents": len(every),
        "people": {"added": trial.n_added, "repeated": trial.n_repeated},
        "missing": dict(ensemble.missing),
        "judges": {"others": list(ensemble.others), "all": list(ensemble.judges)},
        "defenders": {name: list(members) for name, members in {**DEFENDERS, **FULL}.items() if name in defenders},
        **CONDITIONS,
        "seconds": {**seconds, **{f"population, {name}": spent for name, spent in ensemble.seconds.items()}},
        "paper": PAPER,
    }
    return rounded(result)  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Comparison:
    """All methods on the same documents, before the same judges."""

    trial: Trial
    ensemble: Ensemble
    defenders: Mapping[str, RiskModel] = field(repr=False)
    n_others: int = 300
    n_told: int = 50
    processes: int = 1
    tells_each: bool = False
    """Whether rows also have the share of words masked of each document."""

    def table1(self) -> dict[str, Any]:
        """The methods without a setting; beside the judges, what the sparse model as published finds."""
        published = Ensemble(self.trial.population, {PUBLISHED: Counting.as_published(self.trial.population)})
        rows = {}
        for method in plain_methods():
            evaluation = Evaluation(method, None, self.ensemble, self.trial.biographies).complete()
            texts = [each.text for each in evaluation.redactions]
            placed = published.place(PUBLISHED, self.trial.biographies, texts)
            rows[method.name] = {**self._row(evaluation), PUBLISHED: share(each.found for each in placed).value}
        return rows

    def swept(self, name: str) -> dict[str, Any]:
        """A method at the setting that masks least below each level, None where there is none; and all it tried.

        Below a level by the judges that did not defend, and by all.
        """
        sweep, others = self.sweeps[name], self.ensemble.others
        chosen = {
            "levels_by_others": sweep.levels(LEVELS, others) if others else dict.fromkeys(LEVELS),
            "levels": sweep.levels(LEVELS),
        }
        rows = {
            by: {str(level): None if one is None else self._row(one) for level, one in found.items()}
            for by, found in chosen.items()
        }
        return {**rows, "curve": sweep.curve(N_POINTS, self.n_others // 3)}

    @cached_property
    def sweeps(self) -> dict[str, Sweep]:
        """The methods that can mask more or less, by name."""
        ours = our_methods(self.defenders, len(self.trial.population), self.processes)
        return {
            method.name: Sweep(method, self.ensemble, self._judged(method.name))
            for method in (*rarity_methods(self.trial), *ours)
        }

    def _judged(self, method: str) -> Sequence[Biography]:
        is_beside = method in {*DEFENDERS, *FULL} - {"ours"}
        return self.trial.biographies[: self.n_others] if is_beside else self.trial.biographies

    def _row(self, evaluation: Evaluation) -> dict[str, Any]:
        row = {**evaluation.row(), **self._each(evaluation), "tpi": self._information.preserved(evaluation.redactions)}
        if evaluation.method.name in self.defenders:
            placed = evaluation.sightings.get("bag", ())
            # Where all words that may be masked are, and it is still not enough.
            n_left = sum(n_others(each) < (evaluation.setting or 0) for each in placed)
            row["not_hidden"] = n_left / max(len(placed), 1)
        found = {name: evaluation.found()[part] for name, part in self.trial.groups.items()}
        row["reid_by_source"] = {name: share(chances).value for name, chances in found.items() if chances}
        return row

    def _each(self, evaluation: Evaluation) -> dict[str, Any]:
        pairs = zip(evaluation.biographies, evaluation.redactions, strict=True)
        return {"masked_each": [share_masked(*pair) for pair in pairs]} if self.tells_each else {}

    @cached_property
    def _information(self) -> Information:
        return Information(self.trial.biographies[: self.n_told])


def n_others(placed: Sighting) -> float:
    """How many others fit at least as well as the person, as K counts them: ties whole, where a rank has half of them.

    >>> n_others(Sighting("bag", rank=2.0, ties=2))
    2.0
    """
    return (placed.rank or 1.0) - 1.0 + placed.ties / 2


def joined_levels(
    plain: Mapping[str, Any], swept: Mapping[str, Any], key: str, found: str
) -> dict[str, dict[str, Any]]:
    """The rows of all methods by level; those without a setting where they get there, by the named share found."""
    return {
        str(level): {name: row for name, row in plain.items() if row[found] is not None and row[found] < level}
        | {name: each[key][str(level)] for name, each in swept.items()}
        for level in LEVELS
    }


def read_trial(data: str | Path, people: str | Path | None, n_documents: int) -> Trial:
    """The people of the data, with those of another file as further ones to be judged."""
    path = Path(data)
    pairs = read_pairs(path / FILE if path.is_dir() else path)
    ids, texts = {pair.profile.id for pair in pairs}, {pair.document.text for pair in pairs}
    others = read_pairs(people) if people is not None else []
    # With the same document, it is the same person by another id: seen in training, and there twice to hide among.
    new = [pair for pair in others if pair.profile.id not in ids and pair.document.text not in texts]
    judged = [*split(pairs).test[:n_documents], *new]
    if not judged:
        raise InputError(f"{path}: none of its people falls into the test part")
    every: list[Pair] = [*pairs, *new]
    return Trial(
        [pair.profile for pair in every],
        [Biography.of(pair) for pair in judged],
        [pair.document.text for pair in every],
        len(new),
        len(others) - len(new),
    )


def made_defenders(ensemble: Ensemble, full: bool = False) -> dict[str, RiskModel]:
    """The risk models that our redactions are made against, as far as their models are there."""
    wanted = {**DEFENDERS, **(FULL if full else {})}
    models: dict[str, Any] = {**ensemble.encoders, SPARSE: SPARSE}
    return {
        # One thread: documents are hidden in several processes.
        name: create(
            "risk", "linkage", population=ensemble.population, model=tuple(map(models.get, members)), threads=1
        )
        for name, members in wanted.items()
        if all(each in models for each in members)
    }


def plain_methods() -> list[Method]:
    """The methods without a setting."""
    recognizer = ReadOnce(create("detector", RECOGNIZER))
    ways = {
        "none": nothing,
        "lexical": lexical,
        "named_entities": named_entities(recognizer),
        "named_entities_and_dates": named_entities(recognizer, NAMES | {"DATETIME"}),
    }
    return [Method(name, _always(way)) for name, way in ways.items()]


def rarity_methods(trial: Trial) -> list[Method]:
    """The methods that mask by rarity."""
    rarities = thresholds(trial.rarity, trial.biographies)
    ways = {"idf": rarest(trial.rarity), "idf_table_aware": table_aware(trial.rarity)}
    return [Method(name, _from(way), rarities) for name, way in ways.items()]


def _always(way: Callable[[Biography], Any]) -> Redact:
    return lambda them, _: [each.hiding(way(each)) for each in them]


def _from(way: Callable[[Biography, float], Any]) -> Redact:
    return lambda them, least: [each.hiding(way(each, least or 0.0)) for each in them]


def our_methods(defenders: Mapping[str, RiskModel], n_people: int, processes: int) -> list[Method]:
    """Our redactions against each defender, over the number of others to be hidden among."""
    # A transformer has threads of its own, without which a copy of the process would wait forever.
    shares = {name: processes if name in DEFENDERS else 1 for name in defenders}
    return [Method(name, _to_k(risk, shares[name]), _ks(n_people, name)) for name, risk in defenders.items()]


def _to_k(risk: RiskModel, processes: int) -> Redact:
    return lambda them, k: hide(risk, int(k or 1), them, processes)


def _ks(n_people: int, method: str) -> list[int]:
    most = n_people - 1 if method == "ours" else min(BESIDE, n_people - 1)
    return [k for k in KS if k <= most]
