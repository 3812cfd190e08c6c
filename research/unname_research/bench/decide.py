"""How good and how fast decisions are: against every plan, on court cases, on random covers, and against attackers."""

import gzip
import json
import math
import random
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from unname.core.document import Document, Profile
from unname.core.errors import InfeasiblePlan, InputError
from unname.core.policy import Policy
from unname.core.redaction import Option, Plan
from unname.core.results import Risk
from unname.core.roles import Optimizer, RiskModel, View
from unname.corpora.tab import read_tab
from unname.decide.cover.exact import Exact
from unname.decide.cover.implicit import Implicit
from unname.decide.ranks.greedy import Greedy
from unname.decide.ranks.linear import Linear
from unname.detect.words import Words
from unname.index.web import LocalIndex
from unname.pipeline.document import Pipeline
from unname.risk.linkage import Linkage
from unname.risk.queries import Queries
from unname_research.bench.puzzles import MASK, Table, least_loss, letter, puzzle
from unname_research.bench.rounding import rounded

BACKGROUND = "background_TAB_train_dev_BK_Public10pct.json.gz"
PEOPLE = Path("congress_bioguide", "bioguide_profiles.jsonl.gz")
_SAME = 1e-6
_WORD = re.compile(r"[^\W_]+")


def run(
    data: str | Path | None = None,
    split: str = "dev",
    n_instances: int = 2000,
    n_documents: int | None = None,
    n_entities: int = 300,
    n_combinations: int = 5000,
    n_people: int | None = 2000,
    n_biographies: int = 50,
    max_risk: float = 0.1,
    time_limit: float = 10.0,
    implicit_time_limit: float = 60.0,
    seed: int = 1,
    **settings: Any,
) -> dict[str, Any]:
    """Measure all optimizers; `data` is the folder of TAB, and biographies are looked for beside it.

    Other settings are those of the pipeline that detects the entities of court cases.

    - `brute_force`: on `n_instances` invented puzzles, how often `exact` equals the best of all plans, or finds like
      it that there is none.
    - `recorded` (with data): detected entities of court cases, and up to three of them risky if the ten best pages for
      them hold one about the person (`queries`). The web is the background of all cases and the cases themselves, as
      they are published; the loss of hiding is the information of the words, in nats, by their frequency there.
      Processor seconds of `exact`, the share proven optimal, the largest gap, and what it saves over `greedy`.
    - `random`: the gap of `exact` on one cover of `n_entities` by `n_combinations` of two or three, after `time_limit`.
    - `linear` and `implicit` (with biographies): every other clause of a biography against a population that knows the
      rest, words as entities, a risk of at most `max_risk` by `linkage`. `linear` faces the model as it is, `implicit`
      asks its monotone form view by view. The share of documents strictly cheaper than `greedy` and dearer, the median
      saving of all and of those, the share proven optimal, seconds, and the views that were judged.
    """
    result: dict[str, Any] = {
        "brute_force": _against_brute_force(n_instances),
        "random": _random_cover(n_entities, n_combinations, time_limit, seed),
    }
    if data is not None:
        result["recorded"] = _recorded(Path(data), split, n_documents, time_limit, settings)
        if (file := Path(data).resolve().parent / PEOPLE).exists():
            documents, population = biographies(file, n_biographies, n_people, seed)
            limits = {"linear": time_limit, "implicit": implicit_time_limit}
            result |= _against_attackers(documents, population, Policy(max_risk=max_risk), limits)
    chosen = {"max_risk": max_risk, "time_limit": time_limit, "implicit_time_limit": implicit_time_limit}
    return {"settings": {**chosen, "people": n_people, "seed": seed, **settings}, **rounded(result)}


def _against_brute_force(n_instances: int) -> dict[str, Any]:
    equal = infeasible = 0
    for seed in range(n_instances):
        case = puzzle(seed)
        best = least_loss(case)
        infeasible += best is None
        try:
            plan = Exact().plan(case.document, case.options, case.risk, case.policy)
            equal += best is not None and abs(plan.loss - best) <= _SAME
        except InfeasiblePlan:
            equal += best is None
    return {"instances": n_instances, "equal": equal, "infeasible": infeasible}


def _random_cover(n_entities: int, n_combinations: int, time_limit: float, seed: int) -> dict[str, Any]:
    dice = random.Random(seed)
    ids = [f"e{number}" for number in range(n_entities)]
    options = [Option(id, "mask", MASK, dice.uniform(1.0, 10.0), hides=True) for id in ids]
    rows = [(dict.fromkeys(dice.sample(ids, dice.choice([2, 3])), 2), 1.0) for _ in range(n_combinations)]
    document, risk = letter(n_entities), Table(rows)
    plan, seconds = _timed(Exact(time_limit), document, options, risk, Policy())
    greedy, _ = _timed(Greedy(), document, options, risk, Policy())
    return {
        "entities": n_entities,
        "combinations": n_combinations,
        "loss": plan.loss,
        "lower_bound": plan.lower_bound,
        "gap": gap(plan),
        "greedy_loss": greedy.loss,
        "seconds": seconds,
    }


def _recorded(
    data: Path, split: str, n_documents: int | None, time_limit: float, settings: dict[str, Any]
) -> dict[str, Any]:
    web = judgments(data)
    information = informant(web.values())
    pipeline, risk = Pipeline(**settings), Queries(LocalIndex(web), max_arity=3, top=10, on_limit="stop")
    rows: list[dict[str, Any]] = []
    for case in read_tab(data, split=split)[:n_documents]:
        document = pipeline.detect(replace(case.document, person=case.document.id))
        try:
            (before,) = risk.assess(document, [{}])
        except InputError:  # nobody is named, so nobody can be searched for
            continue
        options = losses(document, information)
        exact, seconds = _timed(Exact(time_limit), document, options, risk, Policy())
        greedy, _ = _timed(Greedy(), document, options, risk, Policy())
        sizes = len(document.entities), len(before.combinations)
        rows.append({"seconds": seconds, "gap": gap(exact), "sizes": sizes, "saving": saving(exact, greedy)})
    if not rows:
        raise InputError(f"{data}: no case of which the person is known")
    return {
        "documents": len(rows),
        "median_entities": statistics.median(row["sizes"][0] for row in rows),
        "median_combinations": statistics.median(row["sizes"][1] for row in rows),
        "max_combinations": max(row["sizes"][1] for row in rows),
        "median_seconds": statistics.median(row["seconds"] for row in rows),
        "max_seconds": max(row["seconds"] for row in rows),
        "optimal": statistics.fmean(row["gap"] <= _SAME for row in rows),
        "max_gap": max(row["gap"] for row in rows),
        "cheaper_than_greedy": statistics.fmean(row["saving"] > _SAME for row in rows),
        "dearer_than_greedy": statistics.fmean(row["saving"] < -_SAME for row in rows),
        "mean_saving": statistics.fmean(row["saving"] for row in rows),
    }


def judgments(data: Path) -> dict[str, str]:
    """What would be on the web: the background of all cases, and with it the text of those that are at hand."""
    pages = json.loads(gzip.decompress((data / BACKGROUND).read_bytes()))
    texts = {case.document.id: case.document.text for case in read_tab(data)}
    return {id: f"{pages.get(id, '')}\n{texts.get(id, '')}" for id in {**pages, **texts}}


def _against_attackers(
    documents: Sequence[Document], population: Sequence[Profile], policy: Policy, limits: dict[str, float]
) -> dict[str, Any]:
    information = informant(profile.text for profile in population)
    contests: dict[str, tuple[Optimizer, _Counting]] = {
        "linear": (Linear(limits["linear"]), _Counting(population)),
        "implicit": (Implicit(limits["implicit"]), _Counting(population, monotone=True)),
    }
    return {
        name: _contest(optimizer, risk, documents, information, policy) for name, (optimizer, risk) in contests.items()
    }


def _contest(
    optimizer: Optimizer,
    risk: "_Counting",
    documents: Sequence[Document],
    information: "Callable[[str], float]",
    policy: Policy,
) -> dict[str, Any]:
    rows = []
    for document in documents:
        options, before = losses(document, information), risk.n_views
        plan, seconds = _timed(optimizer, document, options, risk, policy)
        n_views = risk.n_views - before
        greedy, _ = _timed(Greedy(), document, options, risk, policy)
        if greedy.decisions:  # others are hidden well enough as they stand
            rows.append((saving(plan, greedy), gap(plan), seconds, n_views))
    if not rows:
        raise InputError("nobody can be found by the clauses of a biography, so there is nothing to decide")
    savings, gaps, seconds_each, views = zip(*rows, strict=True)
    return {
        "documents": len(rows),
        "cheaper_than_greedy": statistics.fmean(value > _SAME for value in savings),
        "dearer_than_greedy": statistics.fmean(value < -_SAME for value in savings),
        "median_saving": statistics.median(savings),
        "median_saving_where_cheaper": statistics.median([value for value in savings if value > _SAME] or [0.0]),
        "optimal": statistics.fmean(value <= _SAME for value in gaps),
        "median_gap": statistics.median(gaps),
        "median_seconds": statistics.median(seconds_each),
        "median_calls": statistics.median(views),
    }


def biographies(file: Path, n_documents: int, n_people: int | None, seed: int) -> tuple[list[Document], list[Profile]]:
    """Documents of every other clause about random people, and what a population knows: the clauses between."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    random.Random(seed).shuffle(records)
    clauses = {record["id"]: str(record["profile_text"] or "").split(";") for record in records}
    known = [id for id, parts in clauses.items() if len(parts) >= 4][:n_people]
    population = [Profile(id, text=";".join(clauses[id][1::2])) for id in known]
    documents = [Document(id, ";".join(clauses[id][::2]), person=id) for id in known[:n_documents]]
    return [_with_words(document) for document in documents], population


def _with_words(document: Document) -> Document:
    """Every content word a mention, equal words one entity."""
    found = Words().detect(document)
    words = [document.text[mention.span.start : mention.span.end].lower() for mention in found]
    numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
    return document.with_mentions(
        [replace(mention, entity=f"w{numbers[word]}") for mention, word in zip(found, words, strict=True)]
    )


def informant(texts: Iterable[str]) -> "Callable[[str], float]":
    """Tells the information of a text in nats: minus the logarithm of the share of each of its words in all texts."""
    counts = Counter(word for text in texts for word in _WORD.findall(text.lower()))
    total = sum(counts.values()) + len(counts) + 1
    return lambda text: -sum(math.log((counts[word] + 1) / total) for word in _WORD.findall(text.lower()))


def losses(document: Document, information: "Callable[[str], float]") -> list[Option]:
    """Hiding each entity, at the information of all its mentions."""
    return [
        Option(
            entity.id,
            "mask",
            MASK,
            sum(information(document.text[mention.span.start : mention.span.end]) for mention in entity.mentions),
            hides=True,
        )
        for entity in document.entities
    ]


def gap(plan: Plan) -> float:
    """The share of the loss that might be saved, as far as is proven; 1 where nothing is."""
    if plan.lower_bound is None:
        return 1.0
    return (plan.loss - plan.lower_bound) / plan.loss if plan.loss else 0.0


def saving(plan: Plan, other: Plan) -> float:
    """The share of the other plan's loss that the first one saves."""
    return (other.loss - plan.loss) / other.loss if other.loss else 0.0


class _Counting(Linkage):
    """Counts the views that it judges."""

    n_views = 0

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        self.n_views += len(views)
        return super().assess(document, views)


def _timed(
    optimizer: Optimizer, document: Document, options: Sequence[Option], risk: RiskModel, policy: Policy
) -> tuple[Plan, float]:
    """The plan, and the processor seconds it took."""
    began = time.process_time()
    plan = optimizer.plan(document, options, risk, policy)
    return plan, time.process_time() - began
