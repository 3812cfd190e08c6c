"""A network that fills masks by a script: it points at pieces that it is told to like, and writes what it is told."""

from dataclasses import dataclass, field
from types import SimpleNamespace

import numpy as np

from unname.models.infiller import END, Infiller
from unname.models.packaged import WEIGHTS
from unname.models.pieces import Tokenizer

TOKENIZER = Tokenizer(WEIGHTS / "tokenizer.json")
N_PIECES = 30522


@dataclass
class Script:
    """Scores for the pieces at which ranges begin and end, and the pieces that are written one after another."""

    begins: dict[int, float] = field(default_factory=dict)
    ends: dict[int, float] = field(default_factory=dict)
    written: tuple[int, ...] = ()
    fed: list[dict[str, np.ndarray]] = field(default_factory=list)

    def run(self, _, feed):
        self.fed.append(feed)
        begins, ends = (self._scores(feed, liked) for liked in (self.begins, self.ends))
        nth = feed["inside"][feed["row"], feed["place"]] - 1
        scores = np.zeros((len(nth), N_PIECES), np.float32)
        for line, number in enumerate(nth.tolist()):
            scores[line, self.written[number] if 0 <= number < len(self.written) else END] = 20.0
            scores[line, 2000:2010] += 8.0 - np.arange(10)  # the runners-up
        return begins, ends, scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))

    def _scores(self, feed, liked):
        table = np.zeros(N_PIECES, np.float32)
        table[list(liked)] = list(liked.values())
        return table[feed["ids"]][feed["line"]]


def infiller(script: Script, **settings: int) -> Infiller:
    """The reader of that script."""
    made = Infiller(**settings)
    made.__dict__["_opened"] = SimpleNamespace(tokenizer=TOKENIZER, session=script)
    return made


def pieces(text: str) -> list[int]:
    """A text as ids."""
    return [int(number) for number in TOKENIZER(text).ids]


def likes(text: str, score: float = 12.0) -> dict[str, dict[int, float]]:
    """What a script likes that points at a text: its first piece, and its last one."""
    ids = pieces(text)
    return {"begins": {ids[0]: score}, "ends": {ids[-1]: score}}
