"""Training of models that link documents with profiles: what all kinds share, and the one way to start it."""

import importlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from unname.core.errors import ConfigError, InputError
from unname.core.progress import Listener
from unname.models.linkage.folder import SETTINGS
from unname.people.pairs import Pair, Parts, split
from unname.training.ascent import Schedule
from unname.training.linkage_views import Masking

TRAINERS = {
    "bag": "unname.training.bag:train",
    "facts": "unname.training.facts:train",
    "transformer": "unname.training.linkage_transformer:train",
    "frozen": "unname.training.linkage_transformer:train_frozen",
}
"""What trains each kind of model: called with the parts, the folder, the `Training` and the report."""


@dataclass(frozen=True)
class Training:
    """What can be set of any linkage model; None is what suits the model.

    The switches of Table 3 of `morris2022`: `dropout` of words, `smoothing` of labels, `width` of the vectors, and
    `train_profiles`. With `redactions`, some examples lose the words that usual redactions take (`Masking`); without,
    word dropout is as published. With `together`, a model that can trains both encoders at once. The encoders are names
    or folders of Hugging Face's, by default the packaged one, and for profiles the same as for documents; the lowest
    `frozen_layers` stay as they are. `bag` has none.
    """

    seed: int = 0
    epochs: int | None = None
    minutes: float | None = None
    dropout: str = "uniform"
    smoothing: float = 0.1
    width: int | None = None
    train_profiles: bool = True
    redactions: bool = True
    together: bool = True
    document_encoder: str | None = None
    profile_encoder: str | None = None
    frozen_layers: int | None = None

    @property
    def masking(self) -> Masking:
        """How words are hidden."""
        return Masking(self.dropout) if self.redactions else Masking(self.dropout, lexical=0.0, capitals=0.0)


def described(training: Training, schedule: Schedule, settings: Any, parts: Parts) -> dict[str, Any]:
    """What a folder of weights says of how they were trained."""
    return {
        "schedule": asdict(schedule),
        "settings": asdict(settings),
        "masking": asdict(training.masking),
        "together": training.together,
        "people": len(parts.train),
        "held_out": len(parts.validation),
    }


def is_done(out: Path, training: dict[str, Any]) -> bool:
    """Whether the folder holds the finished result of this very training; that of another one is an error."""
    path = out / SETTINGS
    if not path.exists() or (out / "last.pt").exists():
        return False
    if json.loads(path.read_text()).get("training") != training:
        raise ConfigError(f"the folder {str(out)!r} holds a model that was trained otherwise; name another one")
    return True


def train_linkage(
    people: Iterable[Pair],
    out: str | Path,
    model: str = "bag",
    report: Listener | None = None,
    **settings: Any,
) -> Path:
    """Train a model that links documents with profiles; gives the folder, which `open_biencoder` reads.

    Test people (`people.pairs.split`) are never looked at. A run that was interrupted goes on where it was. The other
    settings are those of `Training`.
    """
    if model not in TRAINERS:
        raise ConfigError(f"unknown linkage model {model!r}; known are {', '.join(TRAINERS)}")
    unknown = [name for name in settings if name not in Training.__dataclass_fields__]
    if unknown:
        raise ConfigError(f"training a linkage model has no setting {unknown[0]!r}")
    training = Training(**settings)
    _check(training)
    parts = split(people)
    if len(parts.train) < 2:
        raise InputError(
            f"there must be at least 2 people to train on, and there are {len(parts.train)}: "
            f"{len(parts.validation) + len(parts.test)} more are kept to steer and to judge"
        )
    module, _, attribute = TRAINERS[model].partition(":")
    trained: Path = getattr(importlib.import_module(module), attribute)(parts, Path(out), training, report)
    return trained


def _check(training: Training) -> None:
    training.masking  # noqa: B018 (checks the dropout)
    for name, value in (("epochs", training.epochs), ("width", training.width)):
        if value is not None and value < 1:
            raise ConfigError(f"{name} must be a whole number from 1, got {value!r}")
    if not 0 <= training.smoothing < 1:
        raise ConfigError(f"smoothing must be in [0, 1), got {training.smoothing!r}")
