"""Bi-encoders over a pretrained encoder: lower layers that may be shared, and what was trained above them.

Method of `morris2022` 5. Where we differ: a vector is no state of an opening token but a sum over the pieces of the
text, each bound with its neighbors, so that dates and numbers survive in texts of any length and each word's part in
the vector is known without a gradient.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.document import Profile
from unname.core.registry import Spelled
from unname.models.linkage.folder import read_settings, weights_folder
from unname.models.linkage.lower import Lower, States, open_lower, run
from unname.models.linkage.protocol import MEMBERS, Parts
from unname.models.linkage.windows import Special, Window
from unname.models.session import open_session
from unname.people.profiles import labeled_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

VERSION = 1
"""Goes up when the reading of texts or the rendering of profiles change, since weights depend on them."""

KINDS = 3
"""What is summed: pieces alone, with the piece before, and with both neighbors."""


@dataclass
class Transformer(Spelled):
    """Links documents with profiles by an encoder, layers of it or a projection trained for each of the two.

    `weights` is a folder that training wrote, or the name of shipped weights: `transformer`, with layers trained, or
    `frozen`, with a projection alone. Parts are not exact: they hold for the text as it is, since hiding a word also
    changes how its surroundings are read.
    """

    weights: str | Path = "transformer"
    threads: int = 2

    exact = False

    @property
    def width(self) -> int:
        """How many numbers a vector has."""
        return int(self._settings["width"])

    def documents(self, texts: Sequence[str]) -> "Vectors":
        """One row for each text."""
        return documents_of([self], texts)[0]

    def profiles(self, profiles: Sequence[Profile]) -> "Vectors":
        """One row for each profile."""
        side = self.profile_side
        total = _summed(side.lower, [side], [labeled_text(profile) for profile in profiles])[0]
        norms = np.linalg.norm(total, axis=1, keepdims=True)
        length = np.float32(self._settings["profile_length"])
        return np.asarray(total / np.maximum(norms, 1e-12) * length, np.float32)

    def parts(self, text: str) -> Parts:
        """The vector of one text, taken apart: what one, two or three words add, read as the text is now."""
        side = self.document_side
        reading = side.lower.reader(text)
        members, vectors = [np.zeros((0, MEMBERS), np.int32)], [np.zeros((0, self.width), np.float32)]
        for window in reading.windows(side.lower.length):
            if window.owned.any():
                sums, group_members = _groups(window)
                members.append(group_members)
                vectors.append(side.sums(side.lower.states([window]), sums))
        return Parts(list(reading.spans), *_merged(np.concatenate(members), np.concatenate(vectors)), side.rest)

    @cached_property
    def _settings(self) -> Mapping[str, Any]:
        return read_settings(self.weights, VERSION)

    @cached_property
    def document_side(self) -> "Side":
        """The encoder of documents."""
        return self._side("document")

    @cached_property
    def profile_side(self) -> "Side":
        """The encoder of profiles."""
        return self._side("profile")

    def _side(self, which: str) -> "Side":
        folder, said = weights_folder(self.weights), self._settings[which]
        special = Special(*said["special"]) if said.get("special") else None
        lower = open_lower((folder / said["lower"]).resolve(), self.threads, special, int(said["length"]))
        return Side(lower, folder / f"{which}.onnx", self.threads)


@dataclass
class Side:
    """One of the two encoders: shared lower layers, and the file with what is above them."""

    lower: Lower
    path: Path
    threads: int

    @cached_property
    def _session(self) -> Any:
        return open_session(self.path, self.threads)

    @cached_property
    def rest(self) -> "Vectors":
        """The vector of a text without words."""
        size = int(self._session.get_inputs()[0].shape[-1])
        nothing = np.zeros((1, 1, size), np.float32)
        flat = np.zeros((1, 1), np.float32)
        empty = States([], nothing, nothing[0], np.zeros(1, np.int64), flat.astype(np.int64), flat, flat)
        return self._run(empty, np.zeros((1, 1, 1), np.float32))[1]

    def sums(self, states: States, sums: "Vectors") -> "Vectors":
        """The sums over pieces that the rows of `sums` ask for, kind by kind, without the vector of no words."""
        return self._run(states, sums)[0]

    def _run(self, states: States, sums: "Vectors") -> "tuple[Vectors, Vectors]":
        vectors, rest = run(self._session, {**states.inputs(), "sums": sums})
        return vectors, rest


def documents_of(encoders: Sequence[Transformer], texts: Sequence[str]) -> "list[Vectors]":
    """The vectors that each of several encoders gives the texts; layers that they share are computed once."""
    found: dict[int, Vectors] = {}
    by_lower: dict[int, list[int]] = {}
    for number, encoder in enumerate(encoders):
        by_lower.setdefault(id(encoder.document_side.lower), []).append(number)
    for numbers in by_lower.values():
        sides = [encoders[number].document_side for number in numbers]
        found.update(zip(numbers, _summed(sides[0].lower, sides, texts), strict=True))
    return [found[number] for number in range(len(encoders))]


def _summed(lower: Lower, sides: Sequence[Side], texts: Sequence[str]) -> "list[Vectors]":
    """One row for each text from each of the sides."""
    totals = [np.repeat(side.rest[None], len(texts), axis=0) for side in sides]
    for rows, states in lower.batches(texts):
        sums = whole_sums(states.windows, states.seen.shape[1])
        for total, side in zip(totals, sides, strict=True):
            np.add.at(total, rows, side.sums(states, sums))
    return totals


def whole_sums(windows: Sequence[Window], n_pieces: int) -> "Vectors":
    """What asks for the sum over all pieces that each window owns, where each has room for `n_pieces`."""
    sums = np.zeros((1, len(windows), len(windows), n_pieces), np.float32)
    for row, window in enumerate(windows):
        sums[0, row, row, : len(window.at)] = window.owned
    return sums.reshape(1, len(windows), -1)


def _groups(window: Window) -> "tuple[Vectors, NDArray[np.int32]]":
    """The sums over the pieces of each group of words, kind by kind, and the words of each group."""
    groups: dict[tuple[int, ...], int] = {}
    cells = [
        (kind, groups.setdefault(words, len(groups)), piece)
        for piece, neighbors in _neighbors(window)
        for kind, words in enumerate(neighbors)
    ]
    sums = np.zeros((KINDS, len(groups), len(window.at)), np.float32)
    sums[tuple(np.array(cells).T)] = 1
    members = np.full((len(groups), MEMBERS), -1, np.int32)
    for words, row in groups.items():
        members[row, : len(words)] = words
    return sums, members


def _neighbors(window: Window) -> "Iterator[tuple[int, list[tuple[int, ...]]]]":
    """For every piece that counts here, the words that it is made of alone, with one neighbor, and with two."""
    word, joined = [int(each) for each in window.word], [*map(bool, window.joined), False]
    for piece in np.flatnonzero(window.owned):
        alone = {word[piece]}
        yes, no = joined[piece], joined[piece + 1]
        two = alone | {word[piece - 1]} if yes else alone
        three = two | {word[piece + 1]} if yes and no else two
        yield int(piece), [tuple(sorted(words)) for words in (alone, two, three)]


def _merged(members: "NDArray[np.int32]", vectors: "Vectors") -> "tuple[NDArray[np.int32], Vectors]":
    """Parts of the same words as one."""
    distinct, inverse = np.unique(members, axis=0, return_inverse=True)
    total = np.zeros((len(distinct), vectors.shape[1]), np.float32)
    np.add.at(total, inverse.reshape(-1), vectors)
    return distinct, total
