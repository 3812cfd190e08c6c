"""How the bag of words is trained.

After `morris2022` 5 and A, with both tables at once unless told otherwise (in turns, as published, the same number of
epochs finds fewer people). Where we differ: gradient descent learns what a match is worth and how far to trust the
soft vectors; these come from a regression (`bag_soft`), and random directions are drawn anew in every epoch, so that
nobody is learned by heart.
"""

from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.errors import require
from unname.core.progress import Listener
from unname.models.linkage.bag import save_tables
from unname.models.linkage.bag_features import Features, document_features, mixed, profile_features, signs
from unname.people.pairs import Parts
from unname.training.ascent import DOCUMENT, PROFILE, REDACTED, Ascent, Judgment, Schedule, judged
from unname.training.bag_soft import Soft, soft_vectors
from unname.training.bag_tables import BagSettings, Packed, Prepared, starting_sides
from unname.training.feature_counts import counts
from unname.training.linkage import Training, described, is_done
from unname.training.linkage_views import Examples, Masking

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from unname.training.linkage_views import Visible

torch = require("torch", "train")

_BLOCK = 2048


class BagSides:
    """Both tables in training, as `Ascent` wants them.

    Features that are too rare for a row of their own have a random direction. It is drawn anew in every epoch, so that
    a match can be learned but nobody can be learned by heart from what only one profile has.
    """

    def __init__(self, examples: Examples, held_out: Examples, settings: BagSettings, masking: Masking, seed: int = 0):
        self.settings, self.seed, self.n_examples, self.n_held_out = settings, seed, len(examples), len(held_out)
        texts, profiles = [*examples.texts, *held_out.texts], [*examples.profiles, *held_out.profiles]
        features = {DOCUMENT: document_features(texts), PROFILE: profile_features(profiles)}
        trained = {side: each.taken(each.rows < len(examples)) for side, each in features.items()}
        soft = partial(self._soft, trained, examples, masking)
        document, profile = starting_sides(trained[DOCUMENT], trained[PROFILE], len(examples), settings, soft)
        self.sides = {DOCUMENT: document, PROFILE: profile}
        self.shared = self._shared(features)
        self.packed = {
            side: Packed(each, len(texts), self.sides[side].hashes, self.shared) for side, each in features.items()
        }
        dice = np.random.default_rng([seed, 7])
        self.redacted = [held_out.visible(number, masking, dice) for number in range(len(held_out))]
        self.directions = signs(self.shared, settings.match)
        self.population: Prepared | None = None

    def _soft(
        self, features: dict[str, Features], examples: Examples, masking: Masking, documents: Any, profiles: Any
    ) -> Soft:
        """Soft vectors: a regression for each redaction that training knows, and one for documents as it shows them."""
        n_examples, each = len(examples), features[DOCUMENT]
        dice = np.random.default_rng([self.seed, 17])
        plain = replace(masking, lexical=0.0, capitals=0.0)
        visible = [[examples.visible(number, plain, dice) for number in range(n_examples)]]
        if masking.lexical:
            visible.append([~hidden for hidden in examples.whole_in_profile])
        if masking.capitals:
            visible.append([~hidden for hidden in examples.capitals])
        views = [counts(each.taken(whole_features(each, seen)), documents, n_examples) for seen in visible]
        whole, keyed = counts(each, documents, n_examples), counts(features[PROFILE], profiles, n_examples)
        return soft_vectors(whole, views, keyed, self.settings.soft, self.settings.ridge, self.seed)

    def _shared(self, features: dict[str, Features]) -> "NDArray[np.uint64]":
        """All features that are too rare for a row, and of a kind that is of use."""
        kinds = self.sides[DOCUMENT].table().kinds != 0
        found = [
            np.setdiff1d(each.hashes[kinds[each.kinds]], self.sides[side].hashes) for side, each in features.items()
        ]
        return np.union1d(*found)

    def begin(self, epoch: int) -> None:
        """Draw new directions for rare features."""
        dice = np.random.default_rng([self.seed, epoch, 11])
        self.directions = signs(mixed(self.shared + dice.integers(1, 2**63, dtype=np.uint64)), self.settings.match)
        places, rows = self.packed[PROFILE].places(np.arange(self.n_examples))
        self.population = self._prepare(PROFILE, places, rows, self.n_examples)

    def documents(self, numbers: "NDArray[np.int64]", visible: "Sequence[Visible]") -> Any:
        """Vectors of documents of which only some words are seen, with gradients."""
        packed = self.packed[DOCUMENT]
        places, rows = packed.places(numbers)
        whole = whole_features(packed.features.taken(places)._replace(rows=rows.astype(np.int32)), visible)
        prepared = self._prepare(DOCUMENT, places[whole], rows[whole], len(numbers))
        return self.sides[DOCUMENT](self._folded(prepared, numbers))

    def profiles(self, numbers: "NDArray[np.int64]") -> Any:
        """Vectors of profiles, with gradients."""
        assert self.population is not None, "an epoch must begin first"
        if len(numbers) == self.n_examples and (np.diff(numbers) == 1).all():
            return self.sides[PROFILE](self.population)
        return self.sides[PROFILE](self.population.taken(numbers))

    def vectors(self, side: str) -> Any:
        """The vectors of all documents or profiles that are trained on, without gradients."""
        with torch.no_grad():
            return self.profiles(np.arange(self.n_examples)) if side == PROFILE else self._whole(side, self.n_examples)

    def judge(self) -> Judgment:
        """How well held-out people are found among all people."""
        drawn, self.directions = self.directions, signs(self.shared, self.settings.match)
        n_all = self.n_examples + self.n_held_out
        held_out = np.arange(self.n_examples, n_all)
        with torch.no_grad():
            population = self._whole(PROFILE, n_all)
            whole = self._whole(DOCUMENT, n_all, self.n_examples)
            redacted = self.documents(held_out, self.redacted)
        self.directions = drawn
        return judged(whole, {REDACTED: redacted}, population, held_out)

    def parameters(self, side: str) -> list[Any]:
        """What is trained of one table."""
        return list(self.sides[side].trained.values())

    def state_dict(self) -> dict[str, Any]:
        """All that is trained, by name."""
        return {
            f"{side}.{name}": value.detach()
            for side, table in self.sides.items()
            for name, value in table.trained.items()
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Take up such a state."""
        with torch.no_grad():
            for name, value in self.state_dict().items():
                value.copy_(state[name])

    def _prepare(self, side: str, places: Any, rows: Any, n_rows: int) -> Prepared:
        return self.sides[side].prepare(self.packed[side], places, rows, n_rows, self.directions)

    def _whole(self, side: str, end: int, start: int = 0) -> Any:
        blocks = [np.arange(at, min(at + _BLOCK, end)) for at in range(start, end, _BLOCK)]
        found = []
        for numbers in blocks:
            prepared = self._prepare(side, *self.packed[side].places(numbers), len(numbers))
            found.append(self.sides[side](self._folded(prepared, numbers) if side == DOCUMENT else prepared))
        return torch.cat(found)

    def _folded(self, prepared: Prepared, numbers: "NDArray[np.int64]") -> Prepared:
        """With the soft vectors of the other half for people that are trained on."""
        trained = len(numbers) > 0 and int(numbers.max()) < self.n_examples
        return replace(prepared, odd=torch.from_numpy(numbers % 2 == 1)) if trained else prepared


def whole_features(features: Features, visible: "Sequence[Visible]") -> "NDArray[np.bool_]":
    """Which features of documents are made of visible words alone; their rows are places in `visible`."""
    begins = np.cumsum([0, *map(len, visible)])
    seen = np.concatenate([[0], np.cumsum(np.concatenate(visible))])
    first, last = features.first + begins[features.rows], features.last + begins[features.rows] + 1
    found: NDArray[np.bool_] = seen[last] - seen[first] == last - first
    return found


class Together(Ascent):
    """Trains both tables at once.

    Where this differs from `morris2022`: in all of the first `profile_epochs`, the profile table takes a step after
    every few of the document table, along the exact gradient of what these have lost, and all profile vectors are
    computed anew.
    """

    every: int = 8

    def turn(self, epoch: int) -> str:
        """It is always the turn of documents; profiles come along."""
        return DOCUMENT

    def _pass(self, side: str, report: Listener | None) -> float:
        epoch = len(self.history)
        if epoch >= self.schedule.profile_epochs:
            return super()._pass(side, report)
        self.sides.begin(epoch)
        last = len(self.batches(epoch)) - 1
        population: Any = None
        fixed: Any = None

        def take(numbers: "NDArray[np.int64]", step: int) -> float:
            nonlocal population, fixed
            if step % self.every == 0:
                population = self.sides.profiles(np.arange(len(self.examples)))
                fixed = population.detach().requires_grad_()
            loss = self.step(DOCUMENT, numbers, fixed, step)
            if step == last or (step + 1) % self.every == 0:
                self.take_step(PROFILE, partial(population.backward, fixed.grad))
            return loss

        return self.take_steps("both encoders", take, report)


SCHEDULE = Schedule(epochs=10, batch=256, rate=4e-3, profile_rate=4e-3, profile_epochs=10)
COORDINATE = Schedule(epochs=10, batch=256, rate=4e-3, profile_rate=3e-4, profile_epochs=10)
"""Rates that suit embeddings, for both tables at once and in turns; other values as published."""


def train(parts: Parts, out: Path, training: Training, report: Listener | None = None) -> Path:
    """Train a bag of words on the people to train on, steered by those to steer by; gives the folder of its weights.

    An interrupted run goes on where it was; one that is finished is not done again.
    """
    examples, held_out = Examples.of(parts.train), Examples.of(parts.validation)
    schedule, settings = _schedule(training), _settings(training, len(examples))
    about = described(training, schedule, settings, parts)
    if is_done(out, about):
        return out
    sides = BagSides(examples, held_out, settings, training.masking, training.seed)
    kind = Together if training.together else Ascent
    ascent = kind(sides, examples, schedule, training.masking, steered=len(held_out) > 0)
    ascent.run(out, training.minutes, report)
    document, profile = (sides.sides[side].table() for side in (DOCUMENT, PROFILE))
    best = asdict(ascent.history[ascent.best_epoch].judgment) if held_out else {}
    save_tables(out, (document, profile), {"training": about, "epochs": len(ascent.history), "held_out": best})
    if ascent.finished:
        (out / "last.pt").unlink(missing_ok=True)
    return out


def _schedule(training: Training) -> Schedule:
    schedule = SCHEDULE if training.together else COORDINATE
    epochs = training.epochs or schedule.epochs
    shared = (epochs if training.together else schedule.profile_epochs) if training.train_profiles else 0
    return replace(schedule, epochs=epochs, profile_epochs=shared, smoothing=training.smoothing, seed=training.seed)


def _settings(training: Training, n_examples: int) -> BagSettings:
    """Of few people, what fewer of them share is learned, too."""
    known = BagSettings()
    few = max(2, n_examples // 100)
    settings = replace(
        known,
        n_documents=min(known.n_documents, few),
        n_profiles=min(known.n_profiles, few),
        n_soft_documents=min(known.n_soft_documents, 2 * few),
        n_soft_profiles=min(known.n_soft_profiles, 2 * few),
    )
    if training.width is None:
        return settings
    return replace(settings, width=training.width, soft=training.width // 4)
