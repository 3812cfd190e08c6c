"""TRIA on the fifty actors in many settings, with its encoder frozen: every text is read once by each encoder.

The published ablations (`tria2023` 5.2.3) with a linear layer in place of fine-tuning, which takes seconds and not an
hour: what changes between rows is what the layer learns from. The published abstracts `dev_abstract` choose pooling and
strength; 15 of the texts masked by spaCy are the same, so the mean is told without that column, too.
"""

import json
import os
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.attack import lemmas
from unname.core.document import Profile
from unname.core.errors import require
from unname.corpora.populations import Table, read_table
from unname.people.profiles import profile_text
from unname.text.masks import remove_masks
from unname_research.bench.wikiactors import BACKGROUND, DEVELOPMENT, NAME, ORIGINAL, table_file
from unname_research.papers.tria2023 import by_spacy

if TYPE_CHECKING:
    from numpy.typing import NDArray

torch = require("torch", "train")

CLEAR, HIDDEN = "BD", "BD'"
"""The background, and the same anonymized by spaCy."""

FORMS: Mapping[str, Callable[[list[str]], list[str]]] = {
    "as it is": list,
    "curated": lemmas.curate,
    "curated, masks removed": lambda texts: lemmas.curate([remove_masks(text) for text in texts]),
}
"""How texts are read; what is read alike is read once."""

AMONG = (1e-3,)
"""How much squared weights count among thousands of people, where the development set does not choose."""

SPACY = "spacy_abstract"
"""The column of which the development set copies some texts."""


@dataclass(frozen=True)
class Setting:
    """What the linear layer learns from, and how it is cut."""

    sources: tuple[str, ...] = (CLEAR, HIDDEN)
    form: str = "curated"
    window: int | str = 100
    overlap: int = 25
    base: str | None = None
    part: tuple[float, float] = (0.0, 1.0)
    people: float = 1.0
    """The part of each background text that is known, and the share of the people of whom anything is."""


@dataclass
class Actors:
    """The people, their background and their abstracts in every form; kept in a folder, readable by its owner alone."""

    data: Path
    folder: Path | None = None
    anonymize: Callable[[Sequence[str]], list[str]] = field(default_factory=lambda: by_spacy(), repr=False)

    @cached_property
    def table(self) -> Table:
        """The TRI table."""
        return read_table(table_file(self.data), NAME, BACKGROUND)

    def people(self, source: str) -> list[int]:
        """The number of the person each text of a source is about."""
        if source in (CLEAR, HIDDEN):
            return list(range(len(self.table.population)))
        number = {profile.id: place for place, profile in enumerate(self.table.population)}
        return [number[document.person or ""] for document in self.table.columns[source]]

    @property
    def columns(self) -> list[str]:
        """The sources that are judged: the anonymizations and the originals."""
        return [column for column, found in self.table.columns.items() if found and column != DEVELOPMENT]

    def texts(self, form: str) -> dict[str, list[str]]:
        """All texts by source, read in one way."""
        if form == "as it is":
            return self._kept("as it is", self._raw)
        raw = self.texts("as it is")
        if form == "curated":
            return self._kept(form, lambda: {source: FORMS[form](texts) for source, texts in raw.items()})
        curated = self.texts("curated")
        return self._kept(form, lambda: {source: _reread(form, raw[source], curated[source]) for source in raw})

    def others(self, people: Sequence[Profile]) -> list[tuple[int, str]]:
        """What is known of further people, as it is and anonymized, curated; with the number of the person."""
        curate = FORMS["curated"]

        def make() -> dict[str, list[str]]:
            clear = [profile_text(profile) for profile in people]
            return {CLEAR: curate(clear), HIDDEN: curate(self.anonymize(clear))}

        kept = self._kept(f"{len(people)} others", make)
        return [(number, text) for texts in kept.values() for number, text in enumerate(texts)]

    def _raw(self) -> dict[str, list[str]]:
        clear = [profile_text(profile) for profile in self.table.population]
        found = {column: [document.text for document in each] for column, each in self.table.columns.items() if each}
        return {CLEAR: clear, HIDDEN: self.anonymize(clear), **found}

    def _kept(self, form: str, make: Callable[[], dict[str, list[str]]]) -> dict[str, list[str]]:
        path = self.folder / f"texts, {form}.json" if self.folder else None
        if path and path.exists():
            kept: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8"))
            return kept
        made = make()
        if path:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                json.dump(made, file)
        return made


def _reread(form: str, raw: list[str], curated: list[str]) -> list[str]:
    """Texts in another form, those in which nothing is masked as they were curated."""
    changed = [number for number, text in enumerate(raw) if remove_masks(text) != text]
    made, new = list(curated), FORMS[form]([raw[number] for number in changed])
    for number, text in zip(changed, new, strict=True):
        made[number] = text
    return made


class Read:
    """All texts in one form and cut in one way, with the vectors that one encoder makes of their windows."""

    def __init__(self, actors: Actors, setting: Setting, encoder: Any):
        from unname.training.reading import Reader

        reader = Reader(setting.base)
        self.actors, self.encoder, self.special = actors, encoder, reader.special
        self.windows = {
            source: [_cut(reader, text, setting) for text in texts]
            for source, texts in actors.texts(setting.form).items()
        }
        sizes = [sum(map(len, texts)) for texts in self.windows.values()]
        ends = np.cumsum(sizes)
        self.places = {
            source: slice(int(end - size), int(end))
            for source, size, end in zip(self.windows, sizes, ends, strict=True)
        }

    @cached_property
    def pooled(self) -> dict[str, Any]:
        """The vectors of all windows in order, pooled in every way."""
        from unname.training.frozen import pooled_vectors

        flat = [window for texts in self.windows.values() for windows in texts for window in windows]
        return pooled_vectors(self.network(), flat, self.special, bfloat16=True)

    def network(self) -> Any:
        """The encoder with a layer that has learned nothing."""
        from unname.training.frozen import PooledIdentity

        return PooledIdentity(self.encoder, len(self.actors.table.population))

    def known(self, setting: Setting) -> tuple[list[int], list[int]]:
        """The places of the windows that a setting learns from, and whom each is about."""
        n_people = len(self.actors.table.population)
        able = set(random.Random(0).sample(range(n_people), round(setting.people * n_people)))
        places: list[int] = []
        people: list[int] = []
        for source in setting.sources:
            at = self.places[source].start
            for windows, number in zip(self.windows[source], self.actors.people(source), strict=True):
                first, after = (round(share * len(windows)) for share in setting.part)
                if number in able:
                    places += range(at + first, at + after)
                    people += [number] * (after - first)
                at += len(windows)
        return places, people

    def examples(self, setting: Setting) -> Any:
        """Windows to learn from, and the development set."""
        from unname.training.identity import Examples

        places, people = self.known(setting)
        flat = [window for texts in self.windows.values() for windows in texts for window in windows]
        checks = self.windows.get(DEVELOPMENT, [])
        return Examples(
            [flat[place] for place in places], people, checks, self.actors.people(DEVELOPMENT) if checks else []
        )

    def of(self, setting: Setting) -> dict[str, Any]:
        """The vectors of the same windows, and of those of the development set, pooled in every way."""
        places, _ = self.known(setting)
        checks = self.places.get(DEVELOPMENT, slice(0, 0))
        places += range(checks.start, checks.stop)
        return {pooling: vectors[places] for pooling, vectors in self.pooled.items()}

    def documents(self, network: Any, source: str) -> "NDArray[np.float64]":
        """The sum of the logits over the windows of each text of a source."""
        with torch.inference_mode():
            vectors = self.pooled[network.pooling][self.places[source]]
            logits = network.head((vectors - network.center) / network.spread).double()
        parts = logits.split([len(windows) for windows in self.windows[source]])
        return np.stack([part.sum(0).numpy() for part in parts])


def _cut(reader: Any, text: str, setting: Setting) -> list[Any]:
    from unname.training.reading import ranges

    tokens = reader(text)
    return [tokens.ids[a:b] for a, b in ranges(text, tokens, setting.window, setting.overlap)]


class Bench:
    """Settings tried on the actors; what an encoder has read is read once."""

    def __init__(self, actors: Actors):
        self.actors = actors
        self._read: dict[Setting, Read] = {}
        self._encoders: dict[str | None, Any] = {}

    def read(self, setting: Setting) -> Read:
        """The texts as a setting reads them, whatever it learns from."""
        from unname.training.encoder import load_base

        key, base = replace(setting, sources=(), part=(0.0, 1.0), people=1.0), setting.base
        if base not in self._encoders:
            self._encoders[base] = load_base(base)
        if key not in self._read:
            self._read[key] = Read(self.actors, key, self._encoders[base])
        return self._read[key]

    def fit(self, setting: Setting) -> Any:
        """The network with the layer that a setting learns."""
        from unname.training.frozen import fit_vectors

        read = self.read(setting)
        return fit_vectors(read.network(), read.of(setting), read.examples(setting))

    def frozen(self, setting: Setting) -> dict[str, Any]:
        """The row of one setting."""
        read, network = self.read(setting), self.fit(setting)
        return {
            "windows": len(read.known(setting)[0]),
            "pooling": network.pooling,
            **self.judge(lambda at: read.documents(network, at)),
        }

    def among(self, others: Sequence[Profile]) -> dict[str, Any]:
        """The row of the published window and background where the attacker has to tell further people apart."""
        from unname.training.frozen import PooledIdentity, fit_vectors, pooled_vectors
        from unname.training.identity import Examples
        from unname.training.reading import Reader

        setting = Setting()
        reader = Reader(setting.base)
        read = self.read(setting)
        places, people = read.known(setting)
        n_people = len(self.actors.table.population)
        told = self.actors.others(others)
        cut = [(window, n_people + number) for number, text in told for window in _cut(reader, text, setting)]
        windows, strangers = [window for window, _ in cut], [number for _, number in cut]
        more = pooled_vectors(read.network(), windows, read.special, bfloat16=True)
        whole = self.fit(setting)
        vectors = torch.cat([read.pooled[whole.pooling][places], more[whole.pooling]])
        network = PooledIdentity(read.encoder, n_people + len(others))
        # The development set has had its say among the fifty; here there is nothing to choose.
        fit_vectors(network, {whole.pooling: vectors}, Examples(windows, [*people, *strangers]), AMONG)
        row = self.judge(lambda source: read.documents(network, source))
        return {"people": n_people + len(others), "windows": len(vectors), **row}

    def judge(self, logits: Callable[[str], "NDArray[np.float64]"]) -> dict[str, Any]:
        """The share of people found in each column by what tells them apart, and on the development set."""
        from unname.training.identity import judged

        told = {column: judged(logits(column), self.actors.people(column)) for column in self.actors.columns}
        rates = {column: accuracy for column, (accuracy, _) in told.items()}
        hidden = {column: rate for column, rate in rates.items() if column != ORIGINAL}
        row: dict[str, Any] = {"columns": rates, "mean": fmean(hidden.values())}
        row["mean_without_spacy"] = fmean(rate for column, rate in hidden.items() if column != SPACY)
        if self.actors.table.columns.get(DEVELOPMENT):
            accuracy, log_probability = judged(logits(DEVELOPMENT), self.actors.people(DEVELOPMENT))
            row |= {"development": accuracy, "development_log_probability": log_probability}
        return row
