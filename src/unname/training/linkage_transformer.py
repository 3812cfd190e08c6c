"""How linkage models over a pretrained encoder are trained, and written as files that need no torch.

Both encoders learn at once, as the shipped ones did; with `together` off, in turns as published.
"""

from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.errors import require
from unname.core.progress import Listener
from unname.models.linkage.folder import write_settings
from unname.models.linkage.transformer import VERSION
from unname.people.pairs import Parts
from unname.training.ascent import DOCUMENT, PROFILE, Ascent, Schedule, checked
from unname.training.linkage import Training, described, is_done
from unname.training.linkage_network import KINDS, export_lower, export_upper
from unname.training.linkage_readings import masked_reading
from unname.training.linkage_sides import ALL, Settings, Side, TransformerSides
from unname.training.linkage_ties import fit
from unname.training.linkage_views import Examples, Masking

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from unname.models.linkage.windows import Reading

torch = require("torch", "train")
nn = torch.nn

SPREAD = 4.0
"""How far the scores of one document are apart before training: about as far as a softmax over thousands needs."""

RATE, LAYER_RATE = 1e-3, 2e-4
"""Rates of the pool and of layers that are trained; in turns, those of layers are as published."""


WHOLE = Settings(frozen_layers=0, trained_layers=ALL, sum_epochs=6, ties=20, fast=True)
"""All layers of both encoders, after epochs in which the sum over pieces learns alone."""


def train(parts: Parts, out: Path, training: Training, report: Listener | None = None) -> Path:
    """Train an encoder for documents and one for profiles, layers and all; gives the folder of the weights."""
    return _train("transformer", WHOLE, parts, out, training, report)


def train_frozen(parts: Parts, out: Path, training: Training, report: Listener | None = None) -> Path:
    """Train a projection for documents and one for profiles over an encoder that stays as it is."""
    return _train("frozen", Settings(trained_layers=0), parts, out, training, report)


class InTurns(Ascent):
    """Trains one encoder an epoch, as published; each kind of weights has a rate that suits its size."""

    def set_rates(self, share: float) -> None:
        """Set the rates of both encoders for a point of the current epoch."""
        super().set_rates(share)
        for optimizer in self.optimizers.values():
            for group in optimizer.param_groups:
                group["lr"] *= group["factor"]


class Jointly(InTurns):
    """Trains both encoders at once: the profiles of a batch have gradients, the others are as last computed.

    Where this differs from `morris2022`: it alternates between encoders by epoch.
    """

    halves = False

    def turn(self, epoch: int) -> str:
        """It is always the turn of documents; profiles come along."""
        return DOCUMENT

    def _pass(self, side: str, report: Listener | None) -> float:
        epoch = len(self.history)
        if epoch >= self.schedule.profile_epochs:
            return super()._pass(side, report)
        self.sides.begin(epoch)
        population = self.sides.vectors(PROFILE).clone()
        return self.take_steps("both encoders", partial(self._step_both, population), report)

    def _step_both(self, population: Any, numbers: "NDArray[np.int64]", step: int) -> float:
        if step % self.schedule.profile_every:
            return self.step(DOCUMENT, numbers, population, step)
        self.seed(step)
        documents, profiles = self.masked_documents(numbers, step), self.sides.profiles(numbers)
        right = torch.from_numpy(numbers)
        scores = (documents @ population.T).index_copy(1, right, documents @ profiles.T)
        loss = nn.functional.cross_entropy(scores, right, label_smoothing=self.schedule.smoothing)
        value = checked(loss.item())
        for optimizer in self.optimizers.values():
            optimizer.zero_grad()
        loss.backward()
        for which, optimizer in self.optimizers.items():
            checked(float(nn.utils.clip_grad_norm_(self.sides.parameters(which), self.schedule.clip)))
            optimizer.step()
        population[right] = profiles.detach()
        return value


SCHEDULE = Schedule(epochs=12, batch=128, rate=RATE, profile_rate=RATE, profile_epochs=12, profile_every=2)
COORDINATE = Schedule(epochs=60, batch=128, rate=1e-4, profile_rate=1e-4, profile_epochs=10)
"""For both encoders at once, and in turns as published."""


def _train(kind: str, settings: Settings, parts: Parts, out: Path, training: Training, report: Listener | None) -> Path:
    examples, held_out = Examples.of(parts.train), Examples.of(parts.validation)
    settings = _chosen(settings, training)
    schedule = _schedule(settings, training)
    about = described(training, schedule, settings, parts)
    if is_done(out, about):
        return out
    out.mkdir(parents=True, exist_ok=True, mode=0o700)
    sides = TransformerSides(examples, held_out, settings, training.masking, out, training.seed)
    start(sides, examples, training.masking)
    ascent = (Jointly if training.together else InTurns)(
        sides, examples, schedule, training.masking, steered=len(held_out) > 0
    )
    _scale_rates(ascent, sides)
    ascent.run(out, training.minutes, report)
    sides.begin(ascent.best_epoch)  # a network that was best before it read with its layers is written without them
    best = asdict(ascent.history[ascent.best_epoch].judgment) if held_out else {}
    said = {"training": about, "epochs": len(ascent.history), "found": best}
    write(kind, sides.sides[DOCUMENT], sides.sides[PROFILE], out, said)
    (out / "states.f16").unlink(missing_ok=True)
    if ascent.finished:
        (out / "last.pt").unlink(missing_ok=True)
    return out


def start(sides: TransformerSides, examples: Examples, masking: Masking) -> None:
    """Bring both encoders to where they agree before any training, as far as they read alike.

    Embeddings are whitened by how often the pieces occur, gates begin at the root of the inverse document frequency,
    and encoders of one kind begin with the same weights, so that what a document and a profile share is found. What
    they say without sharing it is found by a regression, and counts as much at first.
    """
    n_seen = min(sides.n_examples, 2000)
    document, profile = sides.sides[DOCUMENT], sides.sides[PROFILE]
    texts = {DOCUMENT: document.readings[:n_seen], PROFILE: profile.readings[:n_seen]}
    alike = sides.settings.profile_encoder in (None, sides.settings.document_encoder)
    if alike:
        _whiten(document, [*texts[DOCUMENT], *texts[PROFILE]])
        own = {name: value for name, value in profile.state_dict().items() if "ties." in name or name == "log_length"}
        profile.load_state_dict({**document.state_dict(), **own})
    else:
        _whiten(document, texts[DOCUMENT])
        _whiten(profile, texts[PROFILE])
    numbers = np.arange(min(sides.n_examples, 500))
    with torch.no_grad():
        _standardize(document, texts[DOCUMENT][:50])
        _standardize(profile, texts[PROFILE][:50])
        length, profile.log_length = profile.log_length, None
        if document.upper.pool.ties is not None:
            _tie(sides, examples, masking)
        profile.upper.pool.bias.copy_(-sides._all(PROFILE, numbers).mean(0))
        profile.log_length = length
        scores = sides._all(DOCUMENT, numbers[:100]) @ sides._all(PROFILE, numbers).T
        document.upper.pool.scale.mul_(SPREAD / scores.std(1, correction=0).mean().clamp(min=1e-6))


def _tie(sides: TransformerSides, examples: Examples, masking: Masking) -> None:
    """Find the ties of both sides, and bring them to the scale of what both share."""
    both = sides.sides[DOCUMENT], sides.sides[PROFILE]
    n_examples = sides.n_examples
    documents, profiles = (side.readings[:n_examples] for side in both)
    dice = np.random.default_rng([sides.seed, 17])
    plain = replace(masking, lexical=0.0, capitals=0.0)
    views = [[examples.visible(number, plain, dice) for number in range(n_examples)]]
    views += [[~each for each in examples.whole_in_profile]] if masking.lexical else []
    views += [[~each for each in examples.capitals]] if masking.capitals else []
    mask = both[0].reader.specials.mask
    seen = [
        [masked_reading(reading, shown, mask) for reading, shown in zip(documents, view, strict=True)] for view in views
    ]
    ties = both[0].upper.pool.ties, both[1].upper.pool.ties
    fit(ties, (both[0].rows, both[1].rows), documents, profiles, seen, sides.seed)
    numbers = np.arange(min(n_examples, 500))
    found = {}
    for name, gain in (("both", 1.0), ("shared", 0.0)):
        for each in ties:
            each.gain.fill_(gain)
        found[name] = [_away(sides._all(PROFILE, numbers)), sides.documents(numbers, views[0][: len(numbers)])]
    shared, tied = found["shared"], [one - other for one, other in zip(found["both"], found["shared"], strict=True)]
    of_profiles = shared[0].norm(dim=1).mean() / tied[0].norm(dim=1).mean().clamp(min=1e-6)
    of_scores = _spread(*shared) / _spread(*tied).clamp(min=1e-6)
    ties[0].gain.fill_(float(of_scores / of_profiles))
    ties[1].gain.fill_(float(of_profiles))


def _away(vectors: Any) -> Any:
    return vectors - vectors.mean(0)


def _spread(profiles: Any, documents: Any) -> Any:
    """How far the scores of one document are apart."""
    return (documents @ profiles.T).std(1, correction=0).mean()


def _whiten(side: Side, read: "Sequence[Reading]") -> None:
    types, inverse = np.unique(np.concatenate([each.ids[each.counted] for each in read]), return_inverse=True)
    counts = torch.from_numpy(np.bincount(inverse)).float()
    holders = np.bincount(np.searchsorted(types, np.concatenate([np.unique(each.ids[each.counted]) for each in read])))
    pool, share = side.upper.pool, (counts / counts.sum())[:, None]
    with torch.no_grad():
        embedded = side.lower.base.get_input_embeddings()(torch.from_numpy(types))
        pool.center.copy_((share * embedded).sum(0))
        away = embedded - pool.center
        values, axes = torch.linalg.eigh((away * share).T @ away)
        pool.whiten.copy_(axes @ torch.diag((values.clamp(min=0) + 0.005 * values.mean()).rsqrt()) @ axes.T)
        white = nn.functional.normalize(away @ pool.whiten, dim=1)
        rarity = torch.from_numpy(np.log(len(read) / holders)).float().clamp(min=0.1).sqrt()
        wanted, weight = torch.log(torch.expm1(rarity)), counts.sqrt()[:, None]
        mean = (wanted[:, None] * weight).sum() / weight.sum()
        ridge = 0.01 * weight.sum() / len(pool.center) * torch.eye(len(pool.center))
        slope = torch.linalg.solve((white * weight).T @ white + ridge, (white * weight).T @ (wanted - mean)[:, None])
        pool.gate[:, KINDS : 2 * KINDS] = slope
        pool.gate_bias.fill_(float(mean))


def _standardize(side: Side, read: "Sequence[Reading]") -> None:
    windows = [window for each in read for window in each.windows(side.length) if window.owned.any()]
    states = torch.cat(side.states(windows))
    side.upper.center.copy_(states.mean(0))
    side.upper.spread.copy_(states.std(0).clamp(min=1e-6))


def _scale_rates(ascent: Ascent, sides: TransformerSides) -> None:
    """Give each kind of weights a rate that suits its size: set as a factor of that of its encoder."""
    for which, optimizer in ascent.optimizers.items():
        schedule = ascent.schedule
        full = schedule.rate if which == DOCUMENT else schedule.profile_rate
        factors = {"mix": 10.0, "trust": 5.0, "gain": 5.0}
        groups: dict[float, list[Any]] = {}
        for name, parameter in sides.sides[which].named_parameters():
            if parameter.requires_grad:
                deep = name.startswith(("lower.", "upper.layers.", "upper.norm."))
                factor = min(1.0, LAYER_RATE / full) if deep else factors.get(name.rsplit(".", 1)[-1], 1.0)
                groups.setdefault(factor, []).append(parameter)
        optimizer.param_groups.clear()
        for factor, parameters in groups.items():
            optimizer.add_param_group({"params": parameters, "lr": full * factor, "factor": factor})


def write(kind: str, document: Side, profile: Side, out: Path, said: dict[str, Any]) -> Path:
    """Write both encoders, with their lower layers once if both read alike."""
    sides = {DOCUMENT: document, PROFILE: profile}
    for side in sides.values():
        side.upper.fast = False
    same = document.freezes and profile.freezes and document.reader.special == profile.reader.special
    same = same and str(document.reader.tokenizer.path) == str(profile.reader.tokenizer.path)
    about: dict[str, Any] = {}
    for which, side in sides.items():
        lower = "lower" if same else f"{which}_lower"
        if not (same and which == PROFILE):
            export_lower(side.lower, out / lower / "model.onnx", 8 if side.freezes else 16)
            copyfile(side.reader.tokenizer.path, out / lower / "tokenizer.json")
        export_upper(side.upper, out / f"{which}.onnx", side.size)
        about[which] = {"lower": lower, "length": side.length, "special": list(side.reader.specials)}
    assert profile.log_length is not None
    length = float(profile.log_length.detach().exp())
    width = len(document.upper.pool.bias)
    write_settings(out, kind, {"version": VERSION, "width": width, "profile_length": length, **about, **said})
    return out


def _schedule(settings: Settings, training: Training) -> Schedule:
    """The schedule of a training; passes after those of the sum alone take long, so they are judged twice."""
    schedule = SCHEDULE if training.together else COORDINATE
    alone, parts = settings.sum_epochs, 2 if settings.sum_epochs else 1
    epochs = alone + parts * ((training.epochs or alone + schedule.epochs) - alone)
    shared = epochs if training.together else min(schedule.profile_epochs, epochs)
    return replace(
        schedule,
        epochs=epochs,
        profile_epochs=shared if training.train_profiles else 0,
        smoothing=training.smoothing,
        seed=training.seed,
        whole_epochs=alone,
        parts=parts,
        batch=schedule.batch // parts,
    )


def _chosen(settings: Settings, training: Training) -> Settings:
    """The settings with what was asked for; of an encoder that was named all layers are used, as published."""
    document, profile = training.document_encoder, training.profile_encoder
    settings = replace(settings, document_encoder=document, profile_encoder=profile or document)
    if document is not None:
        settings = replace(settings, frozen_layers=0 if settings.trained_layers else ALL)
        settings = replace(settings, trained_layers=settings.trained_layers and ALL)
    if training.frozen_layers is not None:
        settings = replace(settings, frozen_layers=training.frozen_layers)
    alone = settings.sum_epochs if training.epochs is None else min(settings.sum_epochs, training.epochs // 2)
    settings = replace(settings, sum_epochs=alone if training.together else 0)
    return settings if training.width is None else replace(settings, width=training.width)
