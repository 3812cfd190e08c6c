"""TRIA on the fifty actors, fine-tuned whole: pre-training, up to twenty epochs, and checkpoints to go on from."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from unname.core.progress import Listener
from unname_research.bench.tria_actors import CLEAR, HIDDEN, Bench, Read, Setting


@dataclass(frozen=True)
class Whole:
    """How the encoder is trained; all layers, with the published window and background."""

    pretraining_epochs: int = 3
    start: str = "frozen"
    layer_decay: float = 1.0
    attention_dropout: bool = False
    epochs: int = 20


SETTINGS: Mapping[str, Whole] = {
    "whole, from the frozen layer": Whole(layer_decay=0.9),
    "whole, from the frozen layer, without MLM": Whole(pretraining_epochs=0, layer_decay=0.9),
    "whole, as published": Whole(start="new", attention_dropout=True),
}
"""What is trained by `--train`; the first by itself, the others as time allows."""


@dataclass
class Run:
    """One training run in a folder, finished or not."""

    bench: Bench
    setting: Whole
    folder: Path
    report: Listener | None = field(default=None, repr=False)

    def row(self) -> dict[str, Any] | None:
        """What the best epoch finds, and the course of the run; None if no epoch is done."""
        if not (self.folder / "last.pt").exists():
            return None
        read, fit = self._fit()
        fit.resume(self.folder)
        fit.network.load_state_dict(fit.best)
        return {**self._judged(read, fit.network), **self._course(fit)}

    def train(self) -> None:
        """Go on until the run is finished."""
        _, fit = self._fit()
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if self.setting.start == "frozen":
            (self.folder / "start.json").write_text(json.dumps({"pooling": fit.network.pooling}))
        fit.run(self.folder, report=self.report)

    def _fit(self) -> tuple[Read, Any]:
        from unname.training.encoder import load_base
        from unname.training.frozen import PooledIdentity
        from unname.training.identity import Finetuning, Fit, new_identity

        chosen = Setting(base=self._encoder())
        read = self.bench.read(chosen)
        base, n_people = load_base(chosen.base), len(self.bench.actors.table.population)
        kept = self.folder / "start.json"
        if self.setting.start == "new":
            network = new_identity(base, n_people)
        elif kept.exists():  # begun before: weights come from there
            network = PooledIdentity(base, n_people, json.loads(kept.read_text())["pooling"])
        else:
            network = self.bench.fit(chosen)
            network.base = base  # its own: the vectors of the bench stay those of the frozen one
        schedule = Finetuning(
            epochs=self.setting.epochs,
            layer_decay=self.setting.layer_decay,
            attention_dropout=self.setting.attention_dropout,
            bfloat16=True,
        )
        return read, Fit(network, read.examples(chosen), schedule, read.special)

    def _encoder(self) -> str | None:
        """The folder of the pre-trained encoder, trained once for all runs beside this one."""
        from unname.training.mlm import Pretraining, pretrained

        if not self.setting.pretraining_epochs:
            return None
        kept = self.folder.parent / f"mlm{self.setting.pretraining_epochs}"
        if not (kept / "pretrained" / "losses.json").exists():
            kept.mkdir(parents=True, exist_ok=True, mode=0o700)
            texts = self.bench.actors.texts("curated")
            schedule = Pretraining(epochs=self.setting.pretraining_epochs, bfloat16=True)
            pretrained(None, [*texts[CLEAR], *texts[HIDDEN]], schedule, kept, self.report)
        return str(kept / "pretrained")

    def _judged(self, read: Read, network: Any) -> dict[str, Any]:
        from unname.training.identity import document_logits

        network.eval()
        return self.bench.judge(lambda source: document_logits(network, read.windows[source], read.special))

    def _course(self, fit: Any) -> dict[str, Any]:
        losses = Path(self._encoder() or "") / "losses.json"
        return {
            "setting": asdict(self.setting),
            "best_epoch": fit.best_epoch + 1,
            "finished": fit.finished,
            "pretraining_losses": json.loads(losses.read_text()) if self.setting.pretraining_epochs else [],
            "epochs": [asdict(epoch) for epoch in fit.history],
            "seconds": sum(epoch.seconds for epoch in fit.history),
        }
