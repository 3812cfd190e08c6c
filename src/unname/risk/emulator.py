"""What a search engine would tell, foretold without asking: nothing leaves the machine and no index is needed.

After `risk2022` 3.2.2, where a network learns which combinations of entities lead to the person. The paper's reads each
entity in context with BERT and an LSTM, and learned from Google's answers on 20 documents. Where we differ: how terms
look is what decides here. The network that comes with unname is small and learned from 1,014 pages (see
`query_network`). `unname train queries` makes trees that also know how common terms are in a web of 35,000 pages (see
`query_forest`), or with `--reads` a network that reads each entity in its context, as published (see `query_reader`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from itertools import combinations as subsets
from pathlib import Path
from typing import Any

from unname.core.document import Document
from unname.core.errors import ConfigError, MissingModel
from unname.core.registry import Spelled
from unname.core.results import Combination, Risk
from unname.core.roles import View
from unname.models.packaged import find_weights
from unname.people.names import protected_person, searchable, surfaces
from unname.risk.queries import Group, Queries
from unname.risk.query_forest import FILE, QueryForest, load_forest
from unname.risk.query_network import Clue, ClueNetwork, Example
from unname.risk.query_reader import QueryReader
from unname.risk.views import Memory, find_visible, sum_up


@dataclass
class _Forecast:
    """Clues of one document, the risk of each entity, and that of combinations that are riskier than their parts."""

    document: Document = field(repr=False)
    clues: Mapping[str, Clue] = field(repr=False)
    alone: Mapping[str, float]
    together: Mapping[Group, float]


@dataclass
class Emulator(Spelled):
    """The probability that a search would find the person, for entities and combinations up to `max_arity`.

    The names of the person are risky alone, as they are for `queries`. `top` is how many results of a search would be
    looked at. Combinations below the probability `least` are not reported, so `max_risk` must not be set below it.
    `weights` is a file that `unname train emulator` wrote, or the folder that `unname train queries` wrote; the small
    shipped network by default. What those of `unname train queries` say is no probability: 0.5 is where F1 was best on
    texts that they did not learn from.
    """

    weights: str | Path | None = None
    max_arity: int = 2
    top: int = 50
    least: float = 0.02
    memory_: Memory[_Forecast] = field(default_factory=Memory, init=False, repr=False, compare=False)

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        """The risk of each view."""
        if not document.entities:
            return [Risk(0.0) for _ in views]
        forecast = self.memory_.recall(document, self._foretell)
        return [self._assess(forecast, find_visible(document, view)) for view in views]

    def judge(self, document: Document, groups: Sequence[Group]) -> list[float]:
        """The probability that a search for each group of entities would find the person."""
        clues = collect_clues(document)
        rows = self._network.describe(document, clues, {})
        return [risk for _, risk in self._judge(rows, clues, groups)]

    @cached_property
    def _network(self) -> ClueNetwork | QueryForest | QueryReader:
        if self.max_arity < 1 or self.top < 1 or not 0 < self.least <= 1:
            raise ConfigError("emulator: max_arity and top are whole numbers from 1, and least lies in (0, 1]")
        if self.weights is None or Path(self.weights).suffix == ".npz":
            return ClueNetwork.load(self.weights)
        folder = find_weights(self.weights)
        if not folder.is_dir():
            raise MissingModel(f"no weights at {folder!s}; run: unname train queries --out {folder.parent!s}")
        return load_forest(folder) if (folder / FILE).exists() else QueryReader(folder)

    def _foretell(self, document: Document) -> _Forecast:
        clues = collect_clues(document)
        named = protected_person(document).entities
        rows = self._network.describe(document, clues, {})
        alone = {group[0]: risk for group, risk in self._judge(rows, clues, ((id,) for id in clues))}
        alone |= dict.fromkeys(named, 1.0)
        others = [id for id in clues if id not in named]
        groups = chain.from_iterable(subsets(others, size) for size in range(2, self.max_arity + 1))
        together = {
            group: risk
            for group, risk in self._judge(rows, clues, groups)
            if risk >= self.least and risk > max(alone[id] for id in group)
        }
        return _Forecast(document, clues, alone, together)

    def _judge(self, rows: Any, clues: Iterable[str], groups: Iterable[Group]) -> Iterator[tuple[Group, float]]:
        ids = list(clues)
        place = {id: number for number, id in enumerate(ids)}
        numbered = (tuple(place[id] for id in group) for group in groups)
        for group, risk in self._network.judge(rows, numbered, self.top):
            yield tuple(ids[number] for number in group), risk

    def _assess(self, forecast: _Forecast, shown: Mapping[str, str | None]) -> Risk:
        alone = {id: forecast.alone[id] for id in shown}
        together = {group: risk for group, risk in forecast.together.items() if shown.keys() >= set(group)}
        values = {id: value for id, value in shown.items() if value is not None}
        if values:
            together = {group: risk for group, risk in together.items() if values.keys().isdisjoint(group)}
            for group, risk in self._judge_values(forecast, shown, values):
                if len(group) == 1:
                    alone[group[0]] = risk
                else:
                    together[group] = risk
        reason = "a search for these together would probably find a page about the person"
        return sum_up(alone, [Combination(frozenset(group), reason, risk) for group, risk in together.items()])

    def _judge_values(
        self, forecast: _Forecast, shown: Mapping[str, str | None], values: Mapping[str, str]
    ) -> Iterator[tuple[Group, float]]:
        """The groups in which something is shown as a value; none is riskier than it was before."""
        clues = {
            id: replace(clue, term=searchable(values[id])) if id in values else clue
            for id, clue in forecast.clues.items()
            if id in shown
        }
        groups: Iterable[Group] = chain.from_iterable(subsets(clues, size) for size in range(1, self.max_arity + 1))
        rows = self._network.describe(forecast.document, clues, {id: searchable(value) for id, value in values.items()})
        groups = (group for group in groups if not values.keys().isdisjoint(group))
        for group, risk in self._judge(rows, clues, groups):
            capped = min(risk, _find_before(forecast, group))
            if len(group) == 1 or capped >= self.least:
                yield group, capped


def _find_before(forecast: _Forecast, group: Group) -> float:
    """The risk of a group as it stood: that of its riskiest part."""
    parts = (part for size in range(2, len(group) + 1) for part in subsets(group, size))
    return max(*(forecast.alone[id] for id in group), *(forecast.together.get(part, 0.0) for part in parts), 0.0)


def collect_clues(document: Document) -> dict[str, Clue]:
    """What the emulator knows of each entity."""
    among = Counter(entity.label for entity in document.entities)
    seen: Counter[str] = Counter()
    clues = {}
    for entity in document.entities:
        term, position = surfaces(document, entity)[0], entity.mentions[0].span.start / len(document.text)
        clues[entity.id] = Clue(
            entity.label, term, len(entity.mentions), position, seen[entity.label], among[entity.label]
        )
        seen[entity.label] += 1
    return clues


def record_examples(documents: Iterable[Document], queries: Queries) -> Iterator[Example]:
    """Every search that `queries` makes for the documents, to train an emulator with."""
    for document in documents:
        clues = collect_clues(document)
        for group, risky in queries.search(document).judged.items():
            yield Example(tuple(clues[id] for id in group), queries.top, risky, document.id)
