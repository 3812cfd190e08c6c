"""A classifier over people, trained on what is known about them: the published attack."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.attack import lemmas
from unname.attack.background import Background, check_with, gather, load_background, save_background
from unname.attack.occlusion import log_softmax, occlude
from unname.attack.ranking import check_population, same_population
from unname.core.document import Document, Profile
from unname.core.errors import ConfigError
from unname.core.progress import Listener
from unname.core.registry import spelled
from unname.core.roles import Rewrite
from unname.people.profiles import profile_text
from unname.text import masks

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass
class Classifier:
    """Names people by a fine-tuned transformer, as published: TRIA of `tria2023` (3.2, 3.3, 5.2.2).

    What is known about each person (`background`: "clear", "anonymized" by `anonymize`, or "both") is reduced to
    lemmas of meaningful words (`curate`, `lemmas`) and cut into windows; the encoder `base` (a Hugging Face name or
    folder, by default the packaged all-MiniLM-L6-v2) is first pre-trained on it as a masked language model and then
    fine-tuned to say whom a window is about. The logits of all windows of a text are summed. Fine-tuning stops
    `patience` epochs after the best accuracy on a development set made from the background (`development`: the share
    of people, `summary_words`). `frozen` leaves the encoder as it is, skips pre-training and learns a linear layer
    in seconds; `start="frozen"` fine-tunes from there, where "new" starts with a new layer at the opening token.
    `layer_decay` lets lower layers learn slower, `attention_dropout` drops attention weights as published,
    `bfloat16` takes little more than half the time where the processor knows how; `window="sentence"` makes
    every sentence a window. `development_documents`, about people of the population and anonymized as the attacker
    expects them, stand in for the sentences taken from the background.

    With a `folder`, every epoch is kept there and an interrupted run goes on to the same result; `epochs` and
    `patience` may grow between calls, and a folder that holds more epochs than asked for is used as it is. `minutes`
    ends a run early, at the end of an epoch; pre-training and one epoch are always done. `keep_epochs` keeps the
    weights of all epochs.

    Where we differ: see `attack.background` (development set), `models.curate`, `training.mlm` and
    `training.identity`. People about whom nothing is known come last.
    """

    base: str | None = None
    background: str = "both"
    anonymize: Rewrite | None = field(default=None, repr=False)
    curate: bool = True
    lemmas: str = "spacy"
    remove_masks: bool = False
    development: float = 0.3
    summary_words: int = 200
    pretraining_epochs: int = 3
    pretraining_batch: int = 8
    pretraining_rate: float = 5e-5
    pretraining_window: int = 512
    pretraining_overlap: int = 128
    masking: float = 0.15
    window: int | str = 100
    overlap: int = 25
    epochs: int = 20
    batch: int = 16
    rate: float = 5e-5
    patience: int = 5
    freeze_embeddings: bool = False
    layer_decay: float = 1.0
    attention_dropout: bool = False
    bfloat16: bool = False
    frozen: bool = False
    start: str = "new"
    seed: int = 0
    development_documents: Sequence[Document] = field(default=(), repr=False)
    folder: str | Path | None = field(default=None, repr=False)
    minutes: float | None = field(default=None, repr=False)
    keep_epochs: bool = field(default=False, repr=False)
    report: Listener | None = field(default=None, repr=False)
    population_: tuple[Profile, ...] | None = field(default=None, init=False, repr=False, compare=False)
    known_: tuple[int, ...] = field(default=(), init=False, repr=False, compare=False)
    history_: tuple[Any, ...] = field(default=(), init=False, repr=False, compare=False)
    best_epoch_: int = field(default=-1, init=False, repr=False, compare=False)
    finished_: bool = field(default=False, init=False, repr=False, compare=False)
    _network: Any = field(default=None, init=False, repr=False, compare=False)
    _reader: Any = field(default=None, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("classifier", self)

    def fit(self, population: Sequence[Profile]) -> "Classifier":
        """Learn to tell the people of the population apart, or go on learning where the folder says so."""
        check_population(population)
        self.population_, self._network = None, None
        self.history_, self.best_epoch_, self.finished_ = (), -1, True
        known = _known(population)
        if len(known) > 1:
            self._learn([population[number] for number in known])
        self.known_, self.population_ = known, tuple(population)
        if self.frozen and self.folder and self._network is not None:
            self.save(self.folder)
        return self

    def scores(self, texts: Sequence[str], population: Sequence[Profile]) -> "NDArray[np.float64]":
        """The log-probability of every person for every text; equal for all where a text says nothing."""
        if not same_population(self.population_, population):
            self.fit(population)
        result = np.zeros((len(texts), len(population)))
        if self._network is None or not len(texts):
            return result
        documents = [self._windows(text) for text in self._read(texts)]
        logits = self._identity().document_logits(self._network, documents, self._reader.special)
        said = log_softmax(logits)
        silent = np.array([not document for document in documents])
        # Nobody is likelier than another by a text without words, known or not.
        result[:] = (said.min(axis=1) - ~silent)[:, None]
        result[:, list(self.known_)] = said
        return result

    def with_anonymizer(self, anonymize: Rewrite) -> "Classifier":
        """The same attack, which learns from background as this function releases it."""
        return replace(self, anonymize=anonymize)

    def explain(self, text: str, profile: Profile) -> Mapping[str, float]:
        """By how much the log-odds of the person fall when a word is left out wherever it stands.

        Words are as they stand in the text, in lower case; those that curation drops count for nothing, and where
        the person is not among those learned no word tells them from anybody. See `attack.occlusion` for what is
        done with very long texts.
        """
        ready, words = self._words(text)
        types = sorted({word for word, _ in words})
        known = [(self.population_ or ())[number] for number in self.known_] if self._network else []
        if profile not in known or not types:
            return dict.fromkeys(types, 0.0)
        tokens = self._reader(ready)
        number = {word: i for i, word in enumerate(types)}
        of_word = np.array([number[word] for word, _ in words])
        starts = np.array([start for _, start in words])
        word_of = of_word[np.maximum(np.searchsorted(starts, tokens.starts, side="right") - 1, 0)]
        windows = [(tokens.ids[a:b], word_of[a:b]) for a, b in self._ranges(ready, tokens)]
        falls = occlude(windows, len(types), self._window_logits, known.index(profile))
        return {word: float(fall) for word, fall in zip(types, falls, strict=True)}

    def save(self, folder: str | Path) -> None:
        """Keep the fitted classifier in a folder, for `load`."""
        if self._network is None or self.population_ is None:
            raise ConfigError("nothing to save: fit the classifier to two or more people first")
        folder = _private(folder)
        self._identity().save_network(folder / "classifier.safetensors", self._network.state_dict())
        pooling = self._network.pooling if self._pools else None
        said = {"print": self._print(self.population_), "pooling": pooling}
        (folder / "classifier.json").write_text(json.dumps(said))

    def load(self, folder: str | Path, population: Sequence[Profile]) -> "Classifier":
        """Take up a classifier that was saved after being fitted to the same people with the same settings."""
        from unname.training.encoder import load_base
        from unname.training.reading import Reader

        said = json.loads((Path(folder) / "classifier.json").read_text())
        if said["print"] != self._print(population):
            raise ConfigError(f"{str(folder)!r} holds a classifier with other settings or for other people")
        self.known_ = _known(population)
        base, n_people = load_base(self.base), len(self.known_)
        if said["pooling"]:
            self._network = self._frozen().PooledIdentity(base, n_people, said["pooling"])
        else:
            self._network = self._identity().Identity(base, n_people)
        self._network.load_state_dict(self._identity().load_network(Path(folder) / "classifier.safetensors"))
        self._reader, self.population_ = Reader(self.base), tuple(population)
        return self

    def _learn(self, people: Sequence[Profile]) -> None:
        from unname.training.reading import Reader

        folder = self._claimed(people)
        if self.frozen and folder and (folder / "classifier.json").exists():
            self.load(folder, people)
            return
        if self.start not in STARTS:
            raise ConfigError(f"unknown start {self.start!r}; known are {', '.join(STARTS)}")
        self._reader = Reader(self.base)
        self._check_windows()
        gathered = self._gathered(people, folder)
        examples = self._examples(gathered)
        if not examples.windows:
            return
        encoder = self._encoder(gathered, folder)
        if self._pools:
            fit_frozen = self._frozen().fit_frozen
            network = fit_frozen(encoder, len(people), examples, self._reader.special, self.report, self.bfloat16)
        else:
            network = self._identity().new_identity(encoder, len(people), self.seed)
        if self.frozen:
            self._network = network
            return
        fit = self._identity().Fit(network, examples, self._schedule(), self._reader.special)
        self._network = fit.run(folder, self.keep_epochs, self.minutes, self.report)
        self.history_, self.best_epoch_, self.finished_ = tuple(fit.history), fit.best_epoch, fit.finished

    def _check_windows(self) -> None:
        longest = self._reader.longest
        for length in (self.window, self.pretraining_window if self._pretrains else 0):
            if isinstance(length, int) and length > longest:
                raise ConfigError(f"a window of {length} tokens is too long for this encoder, which reads {longest}")

    @property
    def _pools(self) -> bool:
        return self.frozen or self.start == "frozen"

    @property
    def _pretrains(self) -> bool:
        return self.pretraining_epochs > 0 and not self.frozen

    def _gathered(self, people: Sequence[Profile], folder: Path | None) -> Background:
        kept = folder / "background.json" if folder else None
        if kept and kept.exists():
            return load_background(kept)
        gathered = gather(
            people,
            self.background,
            self.anonymize,
            self._read,
            0.0 if self.development_documents else self.development,
            self.summary_words,
            self.seed,
            self.report,
        )
        if self.development_documents:
            gathered = check_with(gathered, people, self.development_documents, self._read)
        if kept:
            save_background(kept, gathered)
        return gathered

    def _examples(self, gathered: Background) -> Any:
        texts = [self._windows(text) for text in gathered.texts]
        return self._identity().Examples(
            [window for windows in texts for window in windows],
            [number for windows, number in zip(texts, gathered.people, strict=True) for _ in windows],
            [self._windows(text) for text in gathered.development],
            gathered.development_people,
        )

    def _encoder(self, gathered: Background, folder: Path | None) -> Any:
        from unname.training.encoder import load_base
        from unname.training.mlm import Pretraining, pretrained

        if not self._pretrains:
            return load_base(self.base)
        schedule = Pretraining(
            epochs=self.pretraining_epochs,
            batch=self.pretraining_batch,
            rate=self.pretraining_rate,
            window=self.pretraining_window,
            overlap=self.pretraining_overlap,
            masking=self.masking,
            attention_dropout=self.attention_dropout,
            bfloat16=self.bfloat16,
            seed=self.seed,
        )
        return pretrained(self.base, gathered.texts, schedule, folder, self.report).base

    def _schedule(self) -> Any:
        same = {setting.name: getattr(self, setting.name) for setting in fields(self._identity().Finetuning)}
        return self._identity().Finetuning(**same)

    def _read(self, texts: Sequence[str]) -> list[str]:
        """Texts as the model gets them."""
        texts = [masks.remove_masks(text) for text in texts] if self.remove_masks else list(texts)
        return lemmas.curate(texts, self.lemmas) if self.curate else texts

    def _words(self, text: str) -> tuple[str, list[tuple[str, int]]]:
        """The text as the model gets it, with every word of the original and where it begins in it."""
        text = masks.remove_masks(text) if self.remove_masks else text
        if self.curate:
            words = lemmas.curate_words([text], self.lemmas)[0]
            ready, starts = lemmas.join_words(words)
            return ready, [(word.surface.lower(), start) for word, start in zip(words, starts, strict=True)]
        return text, [(found.group().lower(), found.start()) for found in re.finditer(r"\w+|[^\w\s]", text)]

    def _ranges(self, text: str, tokens: Any) -> list[tuple[int, int]]:
        from unname.training.reading import ranges

        return ranges(text, tokens, self.window, self.overlap)

    def _windows(self, text: str) -> list["NDArray[np.int64]"]:
        tokens = self._reader(text)
        return [tokens.ids[start:end] for start, end in self._ranges(text, tokens)]

    def _window_logits(self, windows: Sequence[Any]) -> "NDArray[np.float64]":
        result: NDArray[np.float64] = self._identity().window_logits(self._network, windows, self._reader.special)
        return result

    def _claimed(self, people: Sequence[Profile]) -> Path | None:
        """The folder, once it is sure that nothing else was begun in it."""
        if self.folder is None:
            return None
        folder, mark = _private(self.folder), self._print(people)
        if (folder / "settings.json").exists() and json.loads((folder / "settings.json").read_text())["print"] != mark:
            raise ConfigError(f"{str(self.folder)!r} holds a run with other settings or over other people")
        (folder / "settings.json").write_text(json.dumps({"print": mark, "name": self.name}))
        return folder

    def _print(self, population: Sequence[Profile]) -> str:
        """What tells a run from others: the settings that change its course, and the people."""
        settings = {
            f.name: repr(getattr(self, f.name)) for f in fields(self) if f.init and f.repr and f.name not in _ENDS
        }
        settings["anonymize"] = str(self.anonymize is not None)
        settings["development_documents"] = repr([(each.person, each.text) for each in self.development_documents])
        known = [(profile.id, text) for profile in population if (text := profile_text(profile)).strip()]
        return hashlib.sha256(json.dumps([settings, known], sort_keys=True).encode()).hexdigest()

    def _identity(self) -> Any:
        from unname.training import identity

        return identity

    def _frozen(self) -> Any:
        from unname.training import frozen

        return frozen


STARTS = ("new", "frozen")
"""What fine-tuning starts from: a new layer of classification, or the one learned over the frozen encoder."""

_ENDS = ("epochs", "patience")
"""Settings that only say when a run ends, so that it can be taken up with others."""


def _known(population: Sequence[Profile]) -> tuple[int, ...]:
    """The numbers of the people about whom there is anything to read."""
    return tuple(number for number, profile in enumerate(population) if profile_text(profile).strip())


def _private(folder: str | Path) -> Path:
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder
