"""A judge of Russian inflection that had no part in it: the recurrent tagger of maru, whose steps are computed here.

maru (Vladislav Blinov, MIT; by its page .977 of the words of the news in MorphoRuEval-2017 right in all features) reads
the letters of each word, what the dictionary of OpenCorpora says of it, and the sentence in both directions. It was
trained by others and on other text than natasha's tagger, from which surrogates get their case. The dictionary is the
one that pymorphy3 inflects by; the judge can do without it for the words that are judged: then it has their letters and
the words around them, and nothing that generated them.

Of the package only the weights are read, since its code needs libraries that are gone: `pip install --no-deps maru`.
"""

import json
import pickle
import re
import zlib
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from unname.core.errors import MissingModel, require
from unname.text.russian import morphology

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

_FOLDER = "maru/resource/rnn"
_LONGEST = 32
"""The letters of a word that are read: its last ones."""

_EPSILON = 0.001


Slots = Mapping[tuple[str, str], float]
"""Cases and numbers, as Universal Dependencies name them, each with how far the judge believes in it."""


def judge_words(words: Sequence[str], blind: Collection[int] = ()) -> list[Slots]:
    """Where each word of a sentence stands; of those at the places in `blind` the dictionary is not asked."""
    if not words:
        return []
    return _judge().read([re.sub(r"\d", "D", word.strip().lower()) for word in words], blind)


def best_slot(slots: Slots, among: Collection[tuple[str, str]] = ()) -> tuple[str, str]:
    """The case and number that is believed most, of those that there are or of some."""
    known = [slot for slot in slots if slot[0] and (slot in among or not among)]
    return max(known, key=lambda slot: slots[slot], default=("", ""))


class _Judge(NamedTuple):
    weights: dict[str, "Array"]
    letters: dict[str, int]
    grammemes: dict[str, int]
    tags: dict[int, tuple[str, str]]

    def read(self, words: Sequence[str], blind: Collection[int]) -> list[Slots]:
        said = np.stack([self._dictionary(word, number in blind) for number, word in enumerate(words)])
        spelled = np.stack([self._spelling(word) for word in words])
        state = _relu(self._dense(np.concatenate([_relu(self._dense(said, "dense_1")), spelled], axis=1), "dense_4"))
        for number in (1, 2):
            state = self._both_ways(state, f"bidirectional_{number}/", f"LSTM_{number - 1}")
        state = self._dense(state, "time_distributed_2")
        state = _relu(self._normalized(state))
        return [self._slots(row) for row in self._dense(state, "dense_6")]

    def _slots(self, row: "Array") -> Slots:
        """The best score of any tag of each case and number; without either, a word has none."""
        best: dict[tuple[str, str], float] = {}
        for label in row.argsort():
            best[self.tags.get(int(label), ("", ""))] = float(row[label])
        return best

    def _dictionary(self, word: str, is_blind: bool) -> "Array":
        vector = np.zeros(len(self.grammemes), dtype=np.float32)
        seen: set[str] = set()
        for number, parse in enumerate(morphology().parse(word) if not is_blind else ()):
            new = parse.tag.grammemes - seen
            for name, value in (("score", parse.score), *((grammeme, 1.0) for grammeme in new)) if new else ():
                if (at := self.grammemes.get(f"pymorphy:{number}:{name}")) is not None:
                    vector[at] = value
            seen |= new
        return vector

    def _spelling(self, word: str) -> "Array":
        numbers = [self.letters.get(letter, 0) for letter in word[-_LONGEST:]]
        padded = [0] * (_LONGEST - len(numbers)) + numbers
        vector = self._weight("time_distributed_1", "embeddings")[padded].reshape(1, -1)
        vector = _relu(self._dense(vector, "time_distributed_1/dense_2"))
        return self._dense(vector, "time_distributed_1/dense_3")[0]  # type: ignore[no-any-return]

    def _both_ways(self, state: "Array", layer: str, name: str) -> "Array":
        forward = self._remember(state, f"{layer}.*forward_{name}")
        backward = self._remember(state[::-1], f"{layer}.*backward_{name}")[::-1]
        return np.concatenate([forward, backward], axis=1)

    def _remember(self, state: "Array", layer: str) -> "Array":
        """A layer of long short-term memory over the words of a sentence."""
        inputs = state @ self._weight(layer, "/kernel") + self._weight(layer, "bias")
        recurrent = self._weight(layer, "recurrent_kernel")
        hidden = cell = np.zeros(recurrent.shape[0], dtype=np.float32)
        steps = []
        for step in inputs:
            enters, keeps, new, leaves = np.split(step + hidden @ recurrent, 4)
            cell = _gate(keeps) * cell + _gate(enters) * np.tanh(new)
            hidden = _gate(leaves) * np.tanh(cell)
            steps.append(hidden)
        return np.stack(steps)

    def _normalized(self, state: "Array") -> "Array":
        mean, spread = (self._weight("time_distributed_4", name) for name in ("moving_mean", "moving_variance"))
        scaled = (state - mean) / np.sqrt(spread + _EPSILON)
        return scaled * self._weight("time_distributed_4", "gamma") + self._weight("time_distributed_4", "beta")  # type: ignore[no-any-return]

    def _dense(self, state: "Array", layer: str) -> "Array":
        return state @ self._weight(layer, "kernel") + self._weight(layer, "bias")  # type: ignore[no-any-return]

    def _weight(self, layer: str, name: str) -> "Array":
        return next(value for key, value in self.weights.items() if re.search(f"{layer}.*{name}", key))


def _relu(state: "Array") -> "Array":
    return np.maximum(state, 0.0)


def _gate(state: "Array") -> "Array":
    """The hard sigmoid of Keras 2."""
    return np.clip(0.2 * state + 0.5, 0.0, 1.0)  # type: ignore[no-any-return]


@cache
def _judge() -> _Judge:
    letters, grammemes = (
        json.loads(_file(f"{name}_vocabulary.json").read_text("utf-8")) for name in ("char", "grammeme")
    )
    packed = zlib.decompress(_file("tags.joblib").read_bytes())
    tags = {int(label): _slot(tag) for label, tag in _Reader(BytesIO(packed)).load().items() if label != ""}
    return _Judge(_read_weights(), letters, grammemes, tags)


def _read_weights() -> dict[str, "Array"]:
    weights: dict[str, Any] = {}

    def keep(name: str, thing: Any) -> None:
        if hasattr(thing, "shape"):
            weights[name] = np.asarray(thing, dtype=np.float32)

    with require("h5py", "bench").File(_file("tagger.h5")) as file:
        file["model_weights"].visititems(keep)
    return weights


def _file(name: str) -> Path:
    try:
        return Path(str(distribution("maru").locate_file(f"{_FOLDER}/{name}")))
    except PackageNotFoundError as error:
        raise MissingModel("maru is not installed; run: pip install --no-deps maru") from error


def _slot(tag: tuple[Any, ...]) -> tuple[str, str]:
    said: dict[str, str] = dict(each for each in tag if isinstance(each, tuple))
    return said.get("Case", ""), said.get("Number", "")


class _Reader(pickle.Unpickler):
    """Reads tags as plain tuples: nothing of the package is imported, and nothing else is let in."""

    def find_class(self, module: str, name: str) -> Any:
        if not module.startswith("maru."):
            raise pickle.UnpicklingError("maru: a file of tags holds something else")
        return type(name, (), {"__new__": lambda cls, *values: values if name == "Tag" else (name, *values)})
