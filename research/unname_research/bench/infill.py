"""The filling adversary: how much of what masks hide it puts back, with what it knows, and whom that names."""

import importlib
import importlib.util
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from unname.attack.infilling.passages import passages_of
from unname.core.errors import ConfigError, InputError, MissingModel
from unname.core.policy import LEVELS
from unname.core.progress import Listener
from unname.core.redaction import Redaction
from unname.core.registry import create
from unname.core.results import Fill
from unname.core.roles import Filler
from unname.measure.recovery import Recovery
from unname.models.infiller import MODEL as MASKS
from unname.models.late_interaction import MODEL as PASSAGES
from unname.models.late_interaction import TokenVectors
from unname.models.packaged import find_weights
from unname.pipeline.infill import HiddenParts, fill_all, hidden_parts, recover, write_fills
from unname.pipeline.knowledge import Knowledge, knowledge
from unname.text.words import words
from unname_research.bench.infill_data import READ, Corpus, release_with
from unname_research.bench.infill_figures import calibration, figures, figures_by_label, figures_by_role, pack, unpack
from unname_research.bench.infill_plots import draw_anonymizations, draw_levels
from unname_research.bench.infill_retrieval import retrieve
from unname_research.bench.parallel import each
from unname_research.bench.pieces import in_turn
from unname_research.bench.rounding import rounded
from unname_research.papers.infill2025 import published

READERS = ("align", "extract", "generate")

EVERY = {"wiki553": 6, "tab": 5, "wikiactors": 4}
"""Of each corpus, every so many-th document is attacked; with `full` all are, with `fast` a third of these."""

FAST = 3
"""How many times fewer documents are attacked with `fast`."""

IDENTITY = "unname_research.bench.infill_identity"
"""What names people: `identity(corpus, texts)`, of texts by `masked` and levels, gives figures by the same."""

UNCHECKED = "L2"
"""The level that is tried again with all general documents, also those that hold nearly all of a text, as published."""

N_READ = 64
"""Passages that are read at a time."""

COMPARED = ("L2", "L4")
"""The levels at which anonymizations are compared."""

OWN: Mapping[str, Mapping[str, str]] = {
    "unname": {},
    "unname, f1": {"balance": "f1"},
    "unname, minimal": {"policy": "minimal"},
    "unname, strict": {"policy": "strict"},
}
"""Plain releases of our own beside the published ones, by their settings."""

N_APART, N_COMPARED, N_TIMED = 30, 12, 16
"""How many documents are enough, without `full`, for retrieval and readers that do not align, for each anonymization,
and for taking time."""


def run(
    data: str | Path,
    levels: str | Sequence[str] = LEVELS,
    readers: Sequence[str] = READERS,
    full: bool = False,
    fast: bool = False,
    out: str | Path | None = None,
    report: Listener | None = None,
) -> dict[str, Any]:
    """What is put back of each corpus at each level, retrieval, identity, speed, and the published figures beside.

    `data` is a folder with some of the folders `wiki553`, `tab` and `wikiactors`. Every sixth life (the first, the
    seventh, ...), every fifth case and every fourth actor is attacked, or with `full` all, or with `fast` a third of
    these; knowledge and the people to name are always whole. Readers that are not there are left out. Each piece of
    work is kept in the folder `out`, if one is given, so that an interrupted run goes on where it was; plots go there.
    """
    chosen = tuple(levels.split(",")) if isinstance(levels, str) else tuple(levels)
    if not chosen or not set(chosen) <= set(LEVELS):
        raise ConfigError(f"unknown levels {','.join(chosen)!r}; known are {', '.join(LEVELS)}")
    if full and fast:
        raise ConfigError("a bench is either --full or --fast")
    trial = Trial(read_corpora(Path(data), full, fast), chosen, usable(readers), full, fast)
    sizes = {name: len(corpus.redactions) for name, corpus in trial.corpora.items()}
    about = {"levels": list(chosen), "readers": list(trial.readers), "full": full, "documents": sizes}
    tell = (lambda _, *rest: report("infill", *rest)) if report else None
    folder = Path(out) / "infill" if out else None
    found, seconds = in_turn(trial.pieces(), folder, about, tell)
    named, more = in_turn(trial.identities(found), folder, about, tell)
    result = trial.result(found, named) | {"seconds_by_piece": seconds | more}
    if out:
        draw_levels({name: result[name] for name in trial.corpora}, result["paper"], Path(out) / "infill_levels.svg")
        if result["anonymizations"]:
            draw_anonymizations(result["anonymizations"], Path(out) / "infill_anonymizations.svg")
    return rounded(result)  # type: ignore[no-any-return]


def read_corpora(folder: Path, full: bool = False, fast: bool = False) -> dict[str, Corpus]:
    """The corpora whose folders are there, as far as they are attacked."""
    corpora = {name: read(folder / name) for name, read in READ.items() if (folder / name).is_dir()}
    if not corpora:
        raise InputError(f"{folder}: there is none of the folders {', '.join(READ)}")
    if full:
        return corpora
    return {name: corpus.every(EVERY[name] * (FAST if fast else 1)) for name, corpus in corpora.items()}


def usable(readers: Sequence[str]) -> tuple[str, ...]:
    """The readers whose networks are there."""
    for name in readers:
        if name not in READERS:
            raise ConfigError(f"unknown reader {name!r}; known are {', '.join(READERS)}")
    there = has_weights(MASKS) and has_weights(PASSAGES)
    return tuple(name for name in readers if name == "align" or there)


def has_weights(name: str) -> bool:
    """Whether the weights of a network are there."""
    try:
        return find_weights(name).is_dir()
    except MissingModel:
        return False


@dataclass
class Trial:
    """Corpora, and what is tried on them, piece by piece."""

    corpora: Mapping[str, Corpus]
    levels: Sequence[str]
    readers: Sequence[str]
    full: bool = False
    fast: bool = False
    processes: int = 2
    _known: dict[tuple[str, str], Knowledge] = field(default_factory=dict, init=False, repr=False)
    _vectors: "OrderedDict[str, Any]" = field(default_factory=OrderedDict, init=False, repr=False)

    def pieces(self) -> dict[str, Callable[[], Any]]:
        """The work by name; what is found can be kept as JSON."""
        work: dict[str, Callable[[], Any]] = {}
        for name, corpus in self.corpora.items():
            for level in self.levels:
                work[f"{name} {level}"] = partial(self._fill, corpus, level, self.readers)
            if UNCHECKED in self.levels and self._knowledge(corpus, UNCHECKED).n_leaks:
                work[f"{name} unchecked"] = partial(self._fill, corpus, UNCHECKED, self.readers, True)
            if "L4" in self.levels and self.other_readers:
                work[f"{name} without align"] = partial(self._fill, self._some(corpus), "L4", self.other_readers)
            if has_weights(PASSAGES):
                for level in self.levels:
                    if level != "L1":
                        work[f"{name} {level} retrieval"] = partial(self._retrieve, self._some(corpus), level)
        for system, corpus in self.anonymizations.items():
            for level in self.compared:
                work[f"{corpus.name} {system} {level}"] = partial(self._fill, corpus, level, self.readers)
        return work | {"speed": self._time}

    def identities(self, found: Mapping[str, Any]) -> dict[str, Callable[[], Any]]:
        """Whom masked and filled texts name, where it is known whom they are about; after all else was found."""
        if importlib.util.find_spec(IDENTITY) is None:
            return {}
        identity = importlib.import_module(IDENTITY).identity
        work: dict[str, Callable[[], Any]] = {}
        for name, corpus in self.corpora.items():
            texts = {"masked": [redaction.text for redaction in corpus.redactions]}
            for level in self.levels:
                pairs = zip(texts["masked"], unpack(found[f"{name} {level}"]), strict=True)
                texts[level] = [write_fills(text, fills) for text, fills in pairs]
            if corpus.people:
                work[f"{name} identity"] = partial(identity, corpus, texts)
        return work

    def result(self, found: Mapping[str, Any], named: Mapping[str, Any]) -> dict[str, Any]:
        """All figures."""
        by_level = {
            name: {level: self._recoveries(corpus, found[f"{name} {level}"]) for level in self.levels}
            for name, corpus in self.corpora.items()
        }
        retrieval = {
            name: {level: found[key] for level in self.levels if (key := f"{name} {level} retrieval") in found}
            for name in self.corpora
        }
        return {
            **_of_each(by_level, figures),
            "retrieval": retrieval,
            "sparse": {name: {level: row["sparse"] for level, row in rows.items()} for name, rows in retrieval.items()},
            "identity": {name: named[f"{name} identity"] for name in self.corpora if f"{name} identity" in named},
            "masks_per_second": found["speed"],
            "by_role": _of_each(by_level, figures_by_role),
            "by_label": _of_each(by_level, figures_by_label),
            "calibration": _of_each(by_level, calibration),
            "without_align": {
                name: {"L4": figures(self._recoveries(self._some(corpus), found[f"{name} without align"]))}
                for name, corpus in self.corpora.items()
                if f"{name} without align" in found
            },
            "unchecked": {
                name: {UNCHECKED: figures(self._recoveries(corpus, found[f"{name} unchecked"]))}
                for name, corpus in self.corpora.items()
                if f"{name} unchecked" in found
            },
            "anonymizations": {
                system: {
                    **_shape(corpus),
                    "levels": {
                        level: figures(self._recoveries(corpus, found[f"{corpus.name} {system} {level}"]))
                        for level in self.compared
                    },
                }
                for system, corpus in self.anonymizations.items()
            },
            "paper": {name: told for name in self.corpora if (told := published(name))},
            "about": {"readers": list(self.readers), **{name: self._about(name) for name in self.corpora}},
        }

    @property
    def compared(self) -> list[str]:
        """The levels at which anonymizations are compared."""
        return [level for level in self.levels if level in COMPARED]

    @property
    def other_readers(self) -> tuple[str, ...]:
        """The readers that do not align texts."""
        return tuple(name for name in self.readers if name != "align")

    @cached_property
    def anonymizations(self) -> dict[str, Corpus]:
        """Each published release of the same documents and our own, for fewer of them."""
        made: dict[str, Corpus] = {}
        for corpus in self.corpora.values():
            some = self._some(corpus, N_COMPARED)
            made |= {system: some.released_by(system) for system in some.others}
            if some.others:
                chosen = {redaction.document for redaction in some.redactions}
                texts = [original for original in corpus.originals if original.id in chosen]
                for name, settings in OWN.items():
                    made[name] = replace(some, redactions=release_with(texts, **settings), others={})
        return made

    def _some(self, corpus: Corpus, n: int = N_APART) -> Corpus:
        """So many documents of a corpus at most, from all of it, or a third with `fast`; with `full` all."""
        if self.full:
            return corpus
        return corpus.every(max(1, -(-len(corpus.redactions) * (FAST if self.fast else 1) // n)))

    def _knowledge(self, corpus: Corpus, level: str) -> Knowledge:
        """What is known at a level about the documents that are released, made once for all of them."""
        key = corpus.name, level
        if key not in self._known:
            targets = [redaction.document for redaction in self.corpora[corpus.name].redactions]
            self._known[key] = knowledge(level, corpus.general, corpus.originals, targets)
        known = self._known[key]
        targets = [redaction.document for redaction in self.corpora[corpus.name].redactions]
        without = dict(zip(targets, known.without, strict=True))
        return replace(known, without=[without[redaction.document] for redaction in corpus.redactions])

    def _fill(self, corpus: Corpus, level: str, readers: Sequence[str], unchecked: bool = False) -> Any:
        return pack([fills for fills, _ in self._filled(corpus, level, readers, unchecked)])

    def _filled(
        self, corpus: Corpus, level: str, readers: Sequence[str], unchecked: bool = False
    ) -> list[tuple[list[Fill], float]]:
        """The fills of each text, and the seconds that they took."""
        known = self._knowledge(corpus, level)
        if unchecked:
            known = replace(known, without=[frozenset()] * len(corpus.redactions))
        if set(readers) - {"align"}:
            self._encode(known)
        made: list[Filler] = []

        def work(item: tuple[str, frozenset[str]]) -> tuple[list[Fill], float]:
            # Made in the process that fills: a model that keeps threads of its own cannot be copied.
            if not made:
                made.append(create("filler", "infilling", readers=tuple(readers)))
                made[0].passages_.kept_ = self._vectors  # type: ignore[attr-defined]
            began = time.perf_counter()
            [fills] = fill_all([item[0]], Knowledge(level, known.background, [item[1]]), made[0])
            return fills, time.perf_counter() - began

        texts = [redaction.text for redaction in corpus.redactions]
        without = [frozenset(ids) for ids in known.without]
        return each(work, list(zip(texts, without, strict=True)), self.processes)

    def _encode(self, known: Knowledge) -> None:
        """Read the passages of all documents once, for all that is tried: the processes that fill start with them."""
        texts = {passage.text: None for document in known.background for passage in passages_of(document)}
        new = [text for text in texts if text not in self._vectors]
        made: list[TokenVectors] = []

        def read(some: Sequence[str]) -> list[Any]:
            if not made:
                made.append(TokenVectors())
            return [rows.astype(np.float16) for rows in made[0](some)]

        parts = [new[start : start + N_READ] for start in range(0, len(new), N_READ)]
        for some, rows in zip(parts, each(read, parts, self.processes), strict=True):
            self._vectors.update(zip(some, rows, strict=True))

    def _retrieve(self, corpus: Corpus, level: str) -> dict[str, Any]:
        known = self._knowledge(corpus, level)
        self._encode(known)
        return retrieve(corpus.redactions, self._hidden(corpus), known, self.processes, self._vectors)

    def _time(self) -> dict[str, float]:
        """Masks a second on as many cores as there are processes, for each reader and for some together.

        The knowledge is that of L3 (or of the highest level below); what each process does first is not counted.
        """
        first = next(iter(self.corpora.values()))
        corpus = first.every(max(1, len(first.redactions) // N_TIMED))
        level = max((level for level in self.levels if level <= "L3"), default=self.levels[0])
        together = [self.readers[: n + 1] for n in range(1, len(self.readers))]
        speeds = {}
        for readers in [*([name] for name in self.readers), *together]:
            timed = self._filled(corpus, level, readers)[self.processes :]
            n = sum(len(fills) for fills, _ in timed)
            speeds["+".join(readers)] = self.processes * n / max(sum(seconds for _, seconds in timed), 1e-9)
        return speeds

    def _hidden(self, corpus: Corpus) -> list[HiddenParts]:
        by_id = {original.id: original for original in corpus.originals}
        return [hidden_parts(by_id[redaction.document], redaction) for redaction in corpus.redactions]

    def _recoveries(self, corpus: Corpus, kept: Any) -> list[Recovery]:
        return recover(self._hidden(corpus), unpack(kept))

    def _about(self, name: str) -> dict[str, Any]:
        """How large a corpus is, and how much of it cannot be judged or was left out."""
        corpus = self.corpora[name]
        hidden = self._hidden(corpus)
        known = [self._known[name, level] for level in self.levels if (name, level) in self._known]
        return {
            "documents": len(corpus.redactions),
            "general": len(corpus.general),
            "originals": len(corpus.originals),
            "no_masks": sum(each.n_other for each in hidden),
            "unclear_masks": sum(each.n_unclear for each in hidden),
            "leaks": {each.level: each.n_leaks for each in known},
        }


def _of_each(
    by_level: Mapping[str, Mapping[str, list[Recovery]]], told: Callable[[list[Recovery]], dict[str, Any]]
) -> dict[str, Any]:
    return {name: {level: told(found) for level, found in rows.items()} for name, rows in by_level.items()}


def _shape(corpus: Corpus) -> dict[str, float]:
    """How much a release hides: words, and masks a document."""
    by_id = {original.id: original for original in corpus.originals}
    n_words = sum(len(words(by_id[redaction.document].text)) for redaction in corpus.redactions)
    n_hidden = sum(_n_hidden(by_id[redaction.document].text, redaction) for redaction in corpus.redactions)
    n_masks = sum(len(redaction.edits) for redaction in corpus.redactions)
    return {"words_hidden": n_hidden / max(n_words, 1), "masks": n_masks / max(len(corpus.redactions), 1)}


def _n_hidden(text: str, redaction: Redaction) -> int:
    return sum(len(words(text[slice(*edit.old)])) for edit in redaction.edits)
