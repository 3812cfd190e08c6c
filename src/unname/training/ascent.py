"""How models that link documents with profiles are trained: coordinate ascent over two encoders.

Method of `morris2022` 5 and A: the document encoder is trained against fixed profile vectors, and on every second of
the first epochs the profile encoder against fixed document vectors; the softmax is over all profiles. Where we differ:
what steers the rate and the stop is the mean reciprocal rank of held-out people in redacted documents, which moves
more smoothly than the share that come first.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from unname.core.errors import ConfigError, UnnameError, require
from unname.core.progress import Listener
from unname.training.checkpoints import save_state
from unname.training.linkage_views import Examples, Masking

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from unname.training.linkage_views import Visible

torch = require("torch", "train")

DOCUMENT, PROFILE = "document", "profile"
"""The two encoders."""

_SECONDS_BETWEEN_CHECKPOINTS = 30.0


class Diverged(UnnameError):
    """The loss is no longer a number; what was best before is kept."""


@dataclass(frozen=True)
class Schedule:
    """How long and how fast to train: the published values, but for the number of epochs and the rates.

    `profile_epochs` is how many of the first epochs are shared between the encoders, every second one going to that of
    profiles; 0 leaves it as it is. The rate warms up over the first epoch of each encoder, falls linearly to
    `last_rate` of itself, and is halved whenever held-out people are found less well than before; after `patience`
    epochs that bring nothing, training ends. An epoch after the first `whole_epochs` takes one of `parts` of the
    examples, so that what takes long is judged and kept more often. Where both encoders learn at once, that of profiles
    does in every so many steps.
    """

    epochs: int = 60
    batch: int = 128
    rate: float = 5e-5
    profile_rate: float = 5e-5
    profile_epochs: int = 10
    smoothing: float = 0.1
    clip: float = 5.0
    last_rate: float = 0.1
    patience: int = 5
    seed: int = 0
    whole_epochs: int = 0
    parts: int = 1
    profile_every: int = 1

    def side(self, epoch: int) -> str:
        """The encoder whose turn it is."""
        return PROFILE if epoch % 2 and epoch < self.profile_epochs else DOCUMENT

    def warmth(self, epoch: int, share: float) -> float:
        """How much of its full rate an encoder has, `share` of the way through an epoch."""
        first = epoch == 0 or (epoch == 1 and self.side(1) == PROFILE)
        return share if first else 1.0


class Sides(Protocol):
    """Two encoders in training, over a fixed list of examples that are asked for by number."""

    def begin(self, epoch: int) -> None:
        """Draw what is drawn anew for every epoch; the same epoch gives the same."""

    def documents(self, numbers: "NDArray[np.int64]", visible: "Sequence[Visible]") -> Any:
        """Vectors of documents of which only some words are seen, with gradients."""

    def profiles(self, numbers: "NDArray[np.int64]") -> Any:
        """Vectors of profiles, with gradients."""

    def vectors(self, side: str) -> Any:
        """The vectors of all whole documents or of all profiles, without gradients."""

    def parameters(self, side: str) -> list[Any]:
        """What is trained of one encoder."""

    def judge(self) -> "Judgment":
        """How well held-out people are found among all people, held-out or not."""

    def state_dict(self) -> dict[str, Any]:
        """All that is trained, by name."""

    def load_state_dict(self, state: dict[str, Any]) -> Any:
        """Take up such a state."""


@dataclass(frozen=True)
class Judgment:
    """How well held-out people are found: in whole documents, and in redacted ones, which steer the training."""

    found: float
    """The share of whole documents whose person comes first."""
    redacted: float
    """The same for redacted ones."""
    reciprocal: float
    """The mean of 1 / rank over the redacted ones."""
    others: dict[str, float] = field(default_factory=dict)
    """The share for documents that were redacted in other ways, by the way."""


@dataclass(frozen=True)
class Epoch:
    """What one epoch brought."""

    side: str
    loss: float
    seconds: float
    judgment: Judgment = field(default_factory=lambda: Judgment(0.0, 0.0, 0.0))


REDACTED = "redacted"
"""The redaction that steers: that of the training."""


def judged(documents: Any, redacted: "Mapping[str, Any]", profiles: Any, people: Any) -> Judgment:
    """How well people are found, given by their numbers among the rows of `profiles`; by the way of redaction."""
    if not len(people):
        return Judgment(0.0, 0.0, 0.0)
    whole = ranks(documents, profiles, people)
    hidden = {way: ranks(vectors, profiles, people) for way, vectors in redacted.items()}
    found = {way: float((each == 1).mean()) for way, each in hidden.items()}
    steers = hidden[REDACTED]
    return Judgment(float((whole == 1).mean()), found.pop(REDACTED), float((1 / steers).mean()), found)


def ranks(documents: Any, profiles: Any, people: Any, batch: int = 512) -> "NDArray[np.int64]":
    """The rank of the right person for each document; others that score the same come first."""
    found = [np.zeros(0, np.int64)]
    documents, profiles = np.asarray(documents), np.asarray(profiles)
    for start in range(0, len(documents), batch):
        scores = documents[start : start + batch] @ profiles.T
        right = np.asarray(people[start : start + batch])
        found.append((scores >= scores[np.arange(len(right)), right][:, None]).sum(axis=1))
    return np.concatenate(found)


def smoothed_loss(vectors: Any, all_others: Any, right: "NDArray[np.int64]", smoothing: float) -> Any:
    """The mean cross entropy over all rows of the other side, with smoothed labels."""
    return torch.nn.functional.cross_entropy(vectors @ all_others.T, torch.from_numpy(right), label_smoothing=smoothing)


class Ascent:
    """A training run that can be interrupted at any time and goes on to the same result.

    With a folder, `last.pt` holds the state to go on from; the best state is the one with the highest mean reciprocal
    rank of held-out people, or the last where there are none.
    """

    halves = True
    """Whether the rate is halved when held-out people are found less well."""

    def __init__(self, sides: Sides, examples: Examples, schedule: Schedule, masking: Masking, steered: bool = True):
        self.sides, self.examples, self.schedule, self.masking, self.steered = (
            sides,
            examples,
            schedule,
            masking,
            steered,
        )
        self.optimizers = {
            side: torch.optim.Adam(sides.parameters(side), lr=rate, fused=True)
            for side, rate in ((DOCUMENT, schedule.rate), (PROFILE, schedule.profile_rate))
        }
        self.history: list[Epoch] = []
        self.best: dict[str, Any] = {}
        self.halvings = 0

    @property
    def best_epoch(self) -> int:
        """The number of the best epoch so far, from 0; -1 before the first."""
        if not self.steered:
            return len(self.history) - 1
        return max(
            range(len(self.history)), key=lambda epoch: (self.history[epoch].judgment.reciprocal, epoch), default=-1
        )

    @property
    def finished(self) -> bool:
        """Whether all epochs are done, or too many in a row brought nothing."""
        done = len(self.history)
        waited = done - 1 - max(self.best_epoch, self.schedule.profile_epochs - 1)
        return done >= self.schedule.epochs or waited >= self.schedule.patience

    def run(
        self, folder: Path | None = None, minutes: float | None = None, report: Listener | None = None
    ) -> Sequence[Epoch]:
        """Train until finished or out of time, at least one epoch; leaves the sides in their best state."""
        started = saved = time.monotonic()
        if folder:
            self.resume(folder)
        while not self.finished:
            try:
                self._epoch(report)
            except Diverged:
                self._stop(folder)
                raise
            now = time.monotonic()
            over = minutes is not None and now - started > 60 * minutes
            if folder and (now - saved > _SECONDS_BETWEEN_CHECKPOINTS or over or self.finished):
                self.save(folder)
                saved = now
            if over:
                break
        self.sides.load_state_dict(self.best)
        return self.history

    def resume(self, folder: Path) -> None:
        """Take up the state of an interrupted run, if the folder holds one."""
        if not (folder / "last.pt").exists():
            return
        state = torch.load(folder / "last.pt", weights_only=True)
        if state["settings"] != self._settings():
            raise ConfigError(f"the run in {str(folder)!r} has other settings; take these or name another folder")
        self.sides.load_state_dict(state["sides"])
        for side, optimizer in self.optimizers.items():
            optimizer.load_state_dict(state["optimizers"][side])
        self.history = [Epoch(**{**epoch, "judgment": Judgment(**epoch["judgment"])}) for epoch in state["history"]]
        self.best, self.halvings = state["best"], state["halvings"]

    def save(self, folder: Path) -> None:
        """Write the state to go on from."""
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        state = {
            "settings": self._settings(),
            "sides": self.sides.state_dict(),
            "optimizers": {side: optimizer.state_dict() for side, optimizer in self.optimizers.items()},
            "history": [asdict(epoch) for epoch in self.history],
            "best": self.best,
            "halvings": self.halvings,
        }
        save_state(folder / "last.pt", state)

    def _settings(self) -> dict[str, Any]:
        # The number of epochs may not change either: the rates depend on it.
        return {**asdict(self.schedule), **asdict(self.masking), "n_examples": len(self.examples)}

    def _stop(self, folder: Path | None) -> None:
        """Keep the best state and forget the broken one."""
        if self.best:
            self.sides.load_state_dict(self.best)
        if folder and self.history and not (folder / "last.pt").exists():
            self.save(folder)

    def _epoch(self, report: Listener | None) -> None:
        started, epoch = time.monotonic(), len(self.history)
        side = self.turn(epoch)
        loss = self._pass(side, report)
        judgment = self.sides.judge() if self.steered else Judgment(0.0, 0.0, 0.0)
        # A falling rate is for the encoder that learns: the other one always loses something at first.
        before = [each.judgment.reciprocal for each in self.history if each.side == side][-1:]
        self.halvings += bool(self.halves and before and judgment.reciprocal < before[0] and side == DOCUMENT)
        self.history.append(Epoch(side, loss, time.monotonic() - started, judgment))
        if self.best_epoch == epoch:
            self.best = {name: value.clone() for name, value in self.sides.state_dict().items()}
        if report and self.steered:
            report("held-out people found", epoch + 1, self.schedule.epochs, judgment.found)

    def _pass(self, side: str, report: Listener | None) -> float:
        self.sides.begin(len(self.history))
        others = self.sides.vectors(PROFILE if side == DOCUMENT else DOCUMENT)
        return self.take_steps(f"{side} encoder", lambda numbers, step: self.step(side, numbers, others, step), report)

    def take_steps(
        self, stage: str, take: "Callable[[NDArray[np.int64], int], float]", report: Listener | None
    ) -> float:
        """Take a step for every batch of an epoch, with the rates that are due; gives the mean loss."""
        epoch = len(self.history)
        batches = self.batches(epoch)
        total = 0.0
        for step, numbers in enumerate(batches):
            self.set_rates((step + 1) / len(batches))
            loss = take(numbers, step)
            total += loss * len(numbers)
            if report:
                report(stage, epoch * len(batches) + step + 1, self.schedule.epochs * len(batches), loss)
        return total / sum(map(len, batches))

    def turn(self, epoch: int) -> str:
        """The encoder that an epoch goes to."""
        return self.schedule.side(epoch)

    def batches(self, epoch: int) -> "list[NDArray[np.int64]]":
        """The numbers of the examples of an epoch, in an order of its own."""
        n_parts = self.schedule.parts if epoch >= self.schedule.whole_epochs else 1
        part = (epoch - self.schedule.whole_epochs) % n_parts
        # A pass is drawn by the epoch that it begins with.
        whole = np.random.default_rng([self.schedule.seed, epoch - part]).permutation(len(self.examples))
        order = np.array_split(whole, n_parts)[part]
        return np.array_split(order, -(-len(order) // self.schedule.batch))

    def step(self, side: str, numbers: "NDArray[np.int64]", others: Any, step: int) -> float:
        """Train one encoder on one batch against the vectors of the other; gives the loss."""
        self.seed(step)
        vectors = self.masked_documents(numbers, step) if side == DOCUMENT else self.sides.profiles(numbers)
        loss = smoothed_loss(vectors, others, numbers, self.schedule.smoothing)
        value = checked(loss.item())
        self.take_step(side, loss.backward)
        return value

    def seed(self, step: int) -> None:
        """Let chance be what it is at this step, so that a resumed run draws what a whole one would."""
        torch.manual_seed((self.schedule.seed * 1_000_003 + len(self.history)) * 100_003 + step)

    def masked_documents(self, numbers: "NDArray[np.int64]", step: int) -> Any:
        """Vectors of documents of which only the words are seen that this step does not hide, with gradients."""
        dice = np.random.default_rng([self.schedule.seed, len(self.history), step])
        visible = [self.examples.visible(int(number), self.masking, dice) for number in numbers]
        return self.sides.documents(numbers, visible)

    def take_step(self, side: str, backward: Callable[[], None]) -> None:
        """Let one encoder follow the gradients that `backward` computes, clipped."""
        self.optimizers[side].zero_grad()
        backward()
        checked(float(torch.nn.utils.clip_grad_norm_(self.sides.parameters(side), self.schedule.clip)))
        self.optimizers[side].step()

    def set_rates(self, share: float) -> None:
        """Set the rates of both encoders for a point of the current epoch."""
        schedule, epoch = self.schedule, len(self.history)
        done = min((epoch + share) / schedule.epochs, 1.0)
        factor = schedule.warmth(epoch, share) * (1 - (1 - schedule.last_rate) * done) * 0.5**self.halvings
        for side, rate in ((DOCUMENT, schedule.rate), (PROFILE, schedule.profile_rate)):
            for group in self.optimizers[side].param_groups:
                group["lr"] = rate * factor


def checked(value: float) -> float:
    """A loss or the norm of a gradient; where it is no number, training is over."""
    if not np.isfinite(value):
        raise Diverged(
            "the loss is no longer a number, so training stopped; the last good state is kept. A lower rate may help"
        )
    return value
