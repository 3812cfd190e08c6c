"""The two encoders of a linkage model over a pretrained encoder, in training.

Where we differ from `morris2022` 5: layers that are not trained are computed once for every text and kept; for that,
the masks of the first `views` epochs come again in later ones. Where all layers are trained, masks are always new.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.errors import ConfigError, require
from unname.models.linkage.transformer import whole_sums
from unname.models.linkage.windows import Reader, Reading, Special, Window
from unname.models.pieces import Tokenizer, tokenizer_file
from unname.people.profiles import labeled_text
from unname.training.ascent import DOCUMENT, PROFILE, Judgment, judged
from unname.training.encoder import load_base
from unname.training.linkage_network import Layer, Pool, Upper, lower_layers
from unname.training.linkage_readings import masked_reading
from unname.training.linkage_ties import Rows, Ties
from unname.training.linkage_views import Examples, Masking

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from unname.training.linkage_views import Visible

torch = require("torch", "train")
nn = torch.nn

_TOGETHER = 32
"""Texts of like length that pass through the network at once: with more, they would be less alike."""


ALL = 1000
"""More layers than any encoder has."""


@dataclass(frozen=True)
class Settings:
    """Which encoders, and what of them is trained.

    The first `frozen_layers` of a BERT stay as they are, the next `trained_layers` are trained, the rest is left out.
    Other encoders stay as they are or are trained whole. `hidden` is the width inside the sum over pieces, `width` that
    of the vectors; each fact of a profile is dropped in a share `drop_facts` of the epochs. The layers are left out of
    the first `sum_epochs`, which cost little and bring the sum over pieces to where it finds. Pieces and pairs of them
    that at least `ties` texts have get a vector of `tied` numbers that tells what they say of people; None is for none.
    `fast` computes with 16 bits where that does no harm.
    """

    document_encoder: str | None = None
    profile_encoder: str | None = None
    frozen_layers: int = 1
    trained_layers: int = 1
    hidden: int = 512
    width: int = 768
    views: int = 6
    drop_facts: float = 0.25
    sum_epochs: int = 0
    ties: int | None = None
    tied: int = 256
    fast: bool = False


class Side(nn.Module):  # type: ignore[name-defined, misc]
    """One encoder: lower layers, what is above them, and how it reads; vectors of profiles get one length."""

    def __init__(self, name: str | None, settings: Settings, has_length: bool, texts: Sequence[str] = ()):
        super().__init__()
        base = _load(name)
        self.reader = _reader(name)
        self.readings = [self.reader(text) for text in texts]
        config = base.config
        if config.model_type == "bert":
            kept = base.encoder.layer[settings.frozen_layers : settings.frozen_layers + settings.trained_layers]
            layers = [Layer(layer, config.num_attention_heads) for layer in kept]
            self.lower = lower_layers(base, settings.frozen_layers, bits=8)
            self.freezes = True
        else:
            layers, self.lower, self.freezes = [], lower_layers(base), settings.trained_layers == 0
        self.lower.requires_grad_(not self.freezes)
        self.rows: Rows | None = None
        if settings.ties is not None:
            self.rows = Rows.of(self.readings, config.vocab_size, settings.ties, pairs_too=not has_length)
        ties = Ties(self.rows, min(settings.tied, settings.width // 3), once=has_length) if self.rows else None
        pool = Pool(config.hidden_size, settings.hidden, settings.width, ties)
        self.upper = Upper(pool, config.hidden_size, layers)
        self.upper.fast = settings.fast
        self.log_length = nn.Parameter(torch.zeros(())) if has_length else None
        self.size, self.length = int(config.hidden_size), _longest(config)
        self.keeps = self.freezes and settings.frozen_layers > 0

    def train(self, mode: bool = True) -> "Side":
        """Let values be dropped, or no longer; never in layers that stay as they are."""
        super().train(mode)
        if self.freezes:
            self.lower.eval()
        return self

    def trained(self) -> list[Any]:
        """What learns."""
        return [parameter for parameter in self.parameters() if parameter.requires_grad]

    def states(self, windows: Sequence[Window]) -> list[Any]:
        """The states of the counted pieces of windows."""
        padding, opening, closing, _ = self.reader.specials
        ids = [torch.tensor([opening, *window.ids, closing]) for window in windows]
        padded = nn.utils.rnn.pad_sequence(ids, batch_first=True, padding_value=padding)
        mask = nn.utils.rnn.pad_sequence([torch.ones_like(each) for each in ids], batch_first=True)
        hidden, _ = self.lower(padded, mask, padded[:1, 0])
        return [rows[torch.from_numpy(window.at) + 1] for rows, window in zip(hidden, windows, strict=True)]

    def forward(
        self,
        windows: Sequence[Window],
        states: Sequence[Any],
        rows: Sequence[int],
        n_rows: int,
        folds: "Sequence[int] | NDArray[np.int64] | None" = None,
    ) -> Any:
        """One vector for each text, whose windows are told by `rows`; `folds` are those of the texts (`Ties`)."""
        total = self.upper.pool.bias.expand(n_rows, -1)
        if windows:
            inputs = self._inputs(windows, states)
            fold = None if folds is None else torch.tensor([int(folds[row]) for row in rows])
            if fold is not None:
                fold = fold.repeat_interleave(inputs[0].shape[1])
            total = total.index_add(0, torch.tensor(rows), self.upper(*inputs, fold)[0])
        if self.log_length is None:
            return total
        return nn.functional.normalize(total, dim=1) * self.log_length.exp()

    def _inputs(self, windows: Sequence[Window], states: Sequence[Any]) -> tuple[Any, ...]:
        types, inverse = np.unique(np.concatenate([window.types for window in windows]), return_inverse=True)
        pad = nn.utils.rnn.pad_sequence
        index = pad(torch.from_numpy(inverse.reshape(-1)).split([len(window.at) for window in windows]), True)
        seen = pad([torch.ones(len(window.at)) for window in windows], True)
        joined = pad([torch.from_numpy(window.joined).float() for window in windows], True)
        pieces = torch.from_numpy(types)
        embedded = self.lower.base.get_input_embeddings()(pieces)
        sums = torch.from_numpy(whole_sums(windows, seen.shape[1]))
        return pad(list(states), True), embedded, pieces, index, seen, joined, sums


class TransformerSides:
    """Both encoders over people to train on and held-out ones, numbered one after the other."""

    def __init__(
        self, examples: Examples, held_out: Examples, settings: Settings, masking: Masking, folder: Path, seed: int = 0
    ):
        torch.manual_seed(seed)
        self.settings, self.seed, self.epoch = settings, seed, 0
        self.n_examples, self.n_held_out = len(examples), len(held_out)
        self.facts = [labeled_text(profile) for profile in (*examples.profiles, *held_out.profiles)]
        texts = [*examples.texts, *held_out.texts]
        document, profile = settings.document_encoder, settings.profile_encoder or settings.document_encoder
        self.sides = nn.ModuleDict(
            {DOCUMENT: Side(document, settings, False, texts), PROFILE: Side(profile, settings, True, self.facts)}
        )
        self.sides.eval()
        dice = np.random.default_rng([seed, 13])
        self.redacted = {
            "redacted": [held_out.visible(number, masking, dice) for number in range(len(held_out))],
            "lexical": [~each for each in held_out.whole_in_profile],
            "capitals": [~each for each in held_out.capitals],
        }
        self.kept = Kept(folder / "states.f16")
        self.known: dict[str, Any] = {}

    def begin(self, epoch: int) -> None:
        """Take note of the epoch, on which masks and the facts that profiles lose depend."""
        self.epoch = epoch
        self.sides.train()
        for side in self.sides.values():
            side.upper.reads = epoch >= self.settings.sum_epochs

    def documents(self, numbers: "NDArray[np.int64]", visible: "Sequence[Visible]") -> Any:
        """Vectors of documents of which only some words are seen, with gradients."""
        view = self.epoch % self.settings.views
        return self._vectors(DOCUMENT, self._masked(("document", view), numbers, visible), folds=numbers % 2)

    def profiles(self, numbers: "NDArray[np.int64]") -> Any:
        """Vectors of profiles without the facts that this epoch has dropped, with gradients."""
        self.known.clear()
        dice = np.random.default_rng([self.seed, self.epoch, 11])
        drops = dice.random((self.n_examples + self.n_held_out, _most_lines(self.facts))) < self.settings.drop_facts
        return self._vectors(PROFILE, self._whole_texts(PROFILE, numbers), drops[numbers])

    def vectors(self, side: str) -> Any:
        """The vectors of all whole documents or profiles that are trained on, without gradients."""
        if side == PROFILE and side in self.known:
            return self.known[side][: self.n_examples]
        return self._all(side, np.arange(self.n_examples))

    def judge(self) -> Judgment:
        """How well held-out people are found among all people."""
        everybody = np.arange(self.n_examples + self.n_held_out)
        held_out = everybody[self.n_examples :]
        self.known[PROFILE] = self._all(PROFILE, everybody)
        hidden = {
            way: self._judged(DOCUMENT, self._masked((way, 0), held_out, visible))
            for way, visible in self.redacted.items()
        }
        return judged(self._all(DOCUMENT, held_out), hidden, self.known[PROFILE], held_out)

    def parameters(self, side: str) -> list[Any]:
        """What is trained of one encoder."""
        trained: list[Any] = self.sides[side].trained()
        return trained

    def state_dict(self) -> dict[str, Any]:
        """All that differs between runs, by name."""
        frozen = {f"{which}.lower" for which, side in self.sides.items() if side.freezes}
        found = self.sides.state_dict().items()
        return {name: value for name, value in found if not name.startswith(tuple(f"{each}." for each in frozen))}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Take up such a state."""
        self.known.clear()
        self.sides.load_state_dict(state, strict=False)

    def _whole_texts(self, side: str, numbers: "NDArray[np.int64]") -> "list[tuple[Key, Reading]]":
        return [((f"whole {side}", 0, int(number)), self.sides[side].readings[number]) for number in numbers]

    def _masked(
        self, view: tuple[str, int], numbers: "NDArray[np.int64]", visible: "Sequence[Visible]"
    ) -> "list[tuple[Key, Reading]]":
        side = self.sides[DOCUMENT]
        return [
            ((*view, int(number)), masked_reading(side.readings[number], seen, side.reader.specials.mask))
            for number, seen in zip(numbers, visible, strict=True)
        ]

    def _all(self, side: str, numbers: "NDArray[np.int64]") -> Any:
        return self._judged(side, self._whole_texts(side, numbers))

    def _judged(self, side: str, texts: "Sequence[tuple[Key, Reading]]") -> Any:
        """Vectors with nothing dropped and no gradients."""
        training = self.sides.training
        self.sides.eval()
        with torch.no_grad():
            vectors = self._vectors(side, texts)
        self.sides.train(training)
        return vectors

    def _vectors(self, side: str, texts: "Sequence[tuple[Key, Reading]]", drops: Any = None, folds: Any = None) -> Any:
        # Texts of like length go together, so that little room is filled up with nothing.
        order = np.argsort([int(reading.counted.sum()) for _, reading in texts], kind="stable")
        made = []
        for start in range(0, len(order), _TOGETHER):
            some = order[start : start + _TOGETHER]
            pairs = [
                (row, *each)
                for row, found in enumerate(self._read(self.sides[side], [texts[number] for number in some]))
                for each in (found if drops is None else _without_lines(found, drops[some[row]]))
            ]
            rows, windows, states = zip(*pairs, strict=True) if pairs else ((), (), ())
            made.append(self.sides[side](windows, states, rows, len(some), None if folds is None else folds[some]))
        return torch.cat(made)[torch.from_numpy(np.argsort(order))]

    def _read(self, side: Side, texts: "Sequence[tuple[Key, Reading]]") -> "list[list[tuple[Window, Any]]]":
        """The windows of each text that count anything with their states, which are kept where they cannot change."""
        found: dict[Key, list[tuple[Window, Any]]] = {}
        new: list[tuple[Key, Window]] = []
        for key, reading in texts:
            known = self.kept.get(key) if side.keeps else None
            if known is None:
                new += [(key, window) for window in reading.windows(side.length) if window.owned.any()]
            found[key] = known or []
        if new:
            with torch.set_grad_enabled(torch.is_grad_enabled() and not side.freezes):
                states = side.states([window for _, window in new])
            for (key, window), rows in zip(new, states, strict=True):
                # Rounded as they will be when they come back, so that it does not matter which time this is.
                found[key].append((window, rows.half().float() if side.keeps else rows))
            if side.keeps:
                self.kept.add({key: found[key] for key, _ in new})
        return [found[key] for key, _ in texts]


Key = tuple[str, int, int]
"""What a text is, the view of it, and its number."""


@dataclass
class Kept:
    """States that were computed before, in a file of 16-bit numbers that grows."""

    path: Path
    places: "dict[Key, list[tuple[Window, int, tuple[int, int]]]]" = field(default_factory=dict)

    def add(self, found: "dict[Key, list[tuple[Window, Any]]]") -> None:
        """Keep the states of some texts."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # States of an earlier process are of no use: which texts they belong to is known in memory alone.
        with self.path.open("ab" if self.places else "wb") as file:
            for key, pairs in found.items():
                places = []
                for window, rows in pairs:
                    places.append((window, file.tell(), tuple(rows.shape)))
                    file.write(rows.numpy().astype(np.float16).tobytes())
                self.places[key] = places
        self.path.chmod(0o600)

    def get(self, key: Key) -> "list[tuple[Window, Any]] | None":
        """What is kept of a text."""
        if key not in self.places:
            return None
        return [
            (window, torch.from_numpy(np.fromfile(self.path, np.float16, np.prod(shape), offset=at).astype(np.float32))
             .reshape(shape))
            for window, at, shape in self.places[key]
        ]  # fmt: skip


def _without_lines(found: "list[tuple[Window, Any]]", dropped: "NDArray[np.bool_]") -> "Iterator[tuple[Window, Any]]":
    """The windows without the lines that are dropped, unless nothing would be left."""
    for window, states in found:
        lines = window.reading.stretch
        counted = window.reading.counted & ~dropped[np.minimum(lines, len(dropped) - 1)]
        stays = counted[window.start + window.at]
        if not stays.any():
            yield window, states
            continue
        reading = type(window.reading)(window.reading.ids, counted, window.reading.word, lines, window.reading.spans)
        yield (
            Window(reading, window.start, window.end, window.own_start, window.own_end),
            states[torch.from_numpy(np.flatnonzero(stays))],
        )


def _most_lines(texts: Sequence[str]) -> int:
    return max(text.count("\n") for text in texts) + 1


def _load(name: str | None) -> Any:
    try:
        return load_base(name)
    except (OSError, ValueError) as error:
        raise ConfigError(f"cannot load the encoder {name!r} ({type(error).__name__})") from error


def _longest(config: Any) -> int:
    """How many pieces are read at once; encoders other than BERT may count positions from 2."""
    return min(510, int(getattr(config, "max_position_embeddings", 512)) - (2 if config.model_type == "bert" else 4))


def _reader(name: str | None) -> Reader:
    if name is None:
        from unname.models.packaged import WEIGHTS

        return Reader(Tokenizer(WEIGHTS / "tokenizer.json"))
    transformers = require("transformers", "train")
    known = transformers.AutoTokenizer.from_pretrained(name)
    if known.mask_token_id is None:
        raise ConfigError(f"the encoder {name!r} has no token that hides a word")
    special = Special(known.pad_token_id, known.cls_token_id, known.sep_token_id, known.mask_token_id)
    return Reader(Tokenizer(tokenizer_file(name)), special)
