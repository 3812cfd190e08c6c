"""The filling adversary: looks up what is known, and fills masks one after another, each being context for the next."""

import importlib
import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unname.attack.infilling.documents import Found, Shelves
from unname.attack.infilling.situation import MaskReader, Situation
from unname.attack.infilling.vote import vote
from unname.core.document import Document, Span
from unname.core.errors import ConfigError, InternalError, MissingModel
from unname.core.registry import parse, spelled
from unname.core.results import Fill, Filling
from unname.core.roles import AsksOutside
from unname.models.packaged import find_weights
from unname.text.masks import find_masks

if TYPE_CHECKING:
    from unname.attack.infilling.passages import Passages

READERS: Mapping[str, str] = {
    "align": "unname.attack.infilling.align:Align",
    "extract": "unname.attack.infilling.extract:Extract",
    "generate": "unname.attack.infilling.generate:Generate",
    "causal": "unname.attack.infilling.ask:Causal",
    "chat": "unname.attack.infilling.ask:Ask",
}
"""The readers by name; each is imported when first asked for."""

TRAINED = {"extract": "infilling/masks", "generate": "infilling/masks"}
"""The readers that need weights, by name; both need those of the retriever, too."""

ORDERS = ("confidence", "random")
"""In what order masks are filled: the surest first, or at random as in `infill2025`."""

SURE = 0.9
"""A filling that is at least so probable does not wait for its turn."""

DOUBTFUL = 0.2
"""A filling that is less probable is no context for others, unless the order is random."""


@dataclass
class Infilling:
    """Says what stands behind masks, after `infill2025`: retrieval of documents, then of passages, then reading.

    `readers` are names with settings, such as `align`, or objects; `weights` multiply what each of them (by its name
    without settings) takes for probable. At most `n_best` candidates are given for a mask.

    Each collection of the background (`documents.Shelves`) is read by itself, and a reader that needs none says what it
    would say without any: so whoever knows more has all the proposals of who knows less, and of them the most probable
    is chosen (`belief`).

    With the order `confidence`, masks are filled in `rounds`: in each, an equal share of those that are left, the
    surest first, and all that are sure; what was filled is context in the next round. With `random`, one mask after
    another is filled in an order that follows from `seed`, as published; that is slow.

    Readers that need passages get the best `n_passages` of the best `n_documents` for each mask; `retriever` is the
    model that chooses them (`models.late_interaction.TokenVectors`) among `n_considered` (`passages.Passages`).

    Where we differ from `infill2025`: the order, several readers, and documents that are aligned with the text as a
    whole.
    """

    readers: tuple[str | MaskReader, ...] = ("align",)
    n_documents: int = 100
    n_passages: int = 10
    order: str = "confidence"
    n_best: int = 5
    seed: int = 0
    weights: Mapping[str, float] | None = None
    rounds: int = 2
    n_considered: int | None = 200
    retriever: str | Path | None = None

    @property
    def name(self) -> str:
        """The name with its settings; a reader goes by its own name."""
        spelt = tuple(reader if isinstance(reader, str) else reader.name for reader in self.readers)
        return spelled("infilling", replace(self, readers=spelt))

    @cached_property
    def readers_(self) -> tuple[MaskReader, ...]:
        """The readers, made when first asked for."""
        return tuple(create_reader(each) if isinstance(each, str) else each for each in self.readers)

    @cached_property
    def shelves_(self) -> Shelves:
        """What finds documents."""
        return Shelves(self.n_documents)

    @cached_property
    def passages_(self) -> "Passages":
        """What finds passages of them."""
        from unname.attack.infilling.passages import Passages
        from unname.models.late_interaction import TokenVectors

        return Passages(self.n_passages, self.n_considered, vectors=TokenVectors(self.retriever))

    def check(self) -> None:
        """Refuse settings with which nothing could be filled, before any work is done."""
        for setting in ("n_documents", "n_passages", "n_best", "rounds"):
            value = getattr(self, setting)
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise ConfigError(f"infilling: {setting} must be a whole number from 1, got {value!r}")
        if self.n_considered is not None and self.n_considered < self.n_passages:
            raise ConfigError(f"infilling: n_considered must not be below n_passages, got {self.n_considered!r}")
        if self.order not in ORDERS:
            raise ConfigError(f"infilling: unknown order {self.order!r}; known are {', '.join(ORDERS)}")
        if not self.readers:
            raise ConfigError("infilling: it needs at least one reader")
        for reader in self.readers_:
            if isinstance(reader, AsksOutside):
                reader.check()

    def fill(
        self,
        texts: Sequence[str],
        background: Sequence[Document],
        without: Sequence[Collection[str]] | None = None,
    ) -> list[Fill]:
        """What may stand behind each mask of each text, in order."""
        self.check()
        if without is not None and len(without) != len(texts):
            raise InternalError(f"{len(texts)} texts came with {len(without)} sets of documents to do without")
        self.shelves_.fit(background)
        fills: list[Fill] = []
        for number, text in enumerate(texts):
            masks = find_masks(text)
            if masks:
                known = self.shelves_.find(text, without[number] if without else ())
                found = self._fill(_Sheet(text, masks), known)
                fills += [Fill(str(number), *pair) for pair in zip(masks, found, strict=True)]
        return fills

    def _fill(self, sheet: "_Sheet", known: Sequence[Found]) -> list[tuple[Filling, ...]]:
        """The candidates for each mask of one text."""
        if self.order == "random":
            order = list(range(len(sheet.masks)))
            random.Random(self.seed).shuffle(order)
            for number in order:
                [sheet.candidates[number]] = self._ask(sheet, [number], known)
                sheet.fill(number)
            return sheet.candidates
        self._fill_plain(sheet, known)
        for left in range(self.rounds if sheet.open else 0, 0, -1):
            asked = list(sheet.open)
            answers = self._ask(sheet, asked, known)
            for number, candidates in zip(asked, answers, strict=True):
                sheet.candidates[number] = candidates
            ranked = sorted(asked, key=lambda number: -sheet.confidence(number))
            taken = [
                number
                for place, number in enumerate(ranked)
                if sheet.confidence(number) >= (DOUBTFUL if place * left < len(ranked) else SURE)
            ]
            for number in taken:
                sheet.fill(number)
            if not taken or not sheet.open:
                break  # nothing new is known, so the next answers would be the same
        return sheet.candidates

    def _fill_plain(self, sheet: "_Sheet", known: Sequence[Found]) -> None:
        """Fill what readers that need no passages are sure of, so that the others are asked about less."""
        plain = [reader for reader in self.readers_ if not reader.needs_passages]
        if not known or not plain or len(plain) == len(self.readers_):
            return
        asked = list(sheet.open)
        for number, candidates in zip(asked, self._ask(sheet, asked, known, plain), strict=True):
            sheet.candidates[number] = candidates
            if sheet.confidence(number) >= SURE:
                sheet.fill(number)

    def _ask(
        self,
        sheet: "_Sheet",
        numbers: Sequence[int],
        known: Sequence[Found],
        readers: Sequence[MaskReader] | None = None,
    ) -> list[tuple[Filling, ...]]:
        readers = self.readers_ if readers is None else readers
        text, spans = sheet.now()
        masks = [spans[number] for number in numbers]
        proposed: list[list[Filling]] = [[] for _ in masks]
        for found in known or [Found()]:
            plain = Situation(text, masks, found.documents, trust=found.by_id)
            read = plain
            if found.documents and any(reader.needs_passages for reader in readers):
                read = replace(plain, passages=self.passages_.find(text, masks, found.documents))
            for reader in readers:
                answers = reader.propose(read if reader.needs_passages else plain)
                if len(answers) != len(masks):
                    raise InternalError(f"reader {reader.name} gave {len(answers)} answers for {len(masks)} masks")
                for into, answer in zip(proposed, answers, strict=True):
                    into += answer
        return [vote(each, self.weights or {}, self.n_best) for each in proposed]


def readers_at_hand() -> tuple[str, ...]:
    """The readers that need nothing from outside, as far as their weights are there: unname-research brings them."""
    return ("align", *(name for name, weights in TRAINED.items() if _are_there(weights, "infilling/passages")))


def _are_there(*weights: str) -> bool:
    try:
        return all((find_weights(name) / "model.onnx").exists() for name in weights)
    except MissingModel:
        return False


def create_reader(spec: str) -> MaskReader:
    """The reader that a name such as `extract(top=3)` stands for."""
    name, settings = parse(spec)
    if name not in READERS:
        raise ConfigError(f"unknown reader {name!r}; known are {', '.join(READERS)}")
    module, _, attribute = READERS[name].partition(":")
    factory: Any = getattr(importlib.import_module(module), attribute)
    try:
        made: MaskReader = factory(**settings)
    except TypeError as error:
        raise ConfigError(f"reader {spec!r}: {error}") from error
    return made


@dataclass
class _Sheet:
    """A text while its masks are being filled; masks go by their numbers."""

    text: str = field(repr=False)
    masks: Sequence[Span]
    candidates: list[tuple[Filling, ...]] = field(init=False, repr=False)
    written: dict[int, str] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        self.candidates = [()] * len(self.masks)

    @property
    def open(self) -> list[int]:
        """The masks that hide something still."""
        return [number for number in range(len(self.masks)) if number not in self.written]

    def confidence(self, number: int) -> float:
        """How probable the best candidate of a mask is."""
        candidates = self.candidates[number]
        return candidates[0].probability if candidates else 0.0

    def fill(self, number: int) -> None:
        """Write the best candidate of a mask in its place, if it has one."""
        if self.candidates[number]:
            self.written[number] = self.candidates[number][0].text

    def now(self) -> tuple[str, list[Span]]:
        """The text with what was written, and where each mask, or what took its place, stands in it."""
        pieces, spans = [], []
        at = length = 0
        for number, mask in enumerate(self.masks):
            before = self.text[at : mask.start]
            word = self.written.get(number, self.text[mask.start : mask.end])
            start = length + len(before)
            pieces += [before, word]
            length, at = start + len(word), mask.end
            spans.append(Span(start, length))
        return "".join([*pieces, self.text[at:]]), spans
