"""Learns to find names by a conditional random field over words, their form and their neighbors."""

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from unname.core.errors import require
from unname.core.example import Example, Mark
from unname.core.registry import Spelled
from unname.training.learners.tagged_lines import Line, mark_tags, read_lines, tag_lines

_RUNS = re.compile(r"(.)\1+")


@dataclass(frozen=True)
class Crf(Spelled):
    """A linear chain, trained by L-BFGS with both penalties; it knows no chance, so that seeds change nothing."""

    c1: float = 0.1
    c2: float = 0.01
    iterations: int = 100

    tasks = ("ner",)
    is_drawn = False

    def fit(self, examples: Sequence[Example], seed: int = 0) -> "CrfModel":
        """Learn from the marks of the examples."""
        crfsuite = require("pycrfsuite", "crf")
        trainer = crfsuite.Trainer(verbose=False)
        for example in examples:
            for line, tags in tag_lines(example):
                trainer.append(crfsuite.ItemSequence(describe(line)), tags)
        trainer.select("lbfgs")
        trainer.set_params({"c1": self.c1, "c2": self.c2, "max_iterations": self.iterations})
        trainer.set("feature.possible_transitions", True)
        # The library writes files alone, and this one holds words of the texts.
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model"
            trainer.train(str(path))
            learned = path.read_bytes()
        tagger = crfsuite.Tagger()
        tagger.open_inmemory(learned)
        return CrfModel(tagger, learned)


@dataclass(frozen=True)
class CrfModel:
    """What a conditional random field has learned; the library reads from `learned` as long as it is used."""

    tagger: Any
    learned: bytes

    def predict(self, examples: Sequence[Example]) -> list[Example]:
        """The examples with the marks that the model finds in them."""
        crfsuite = require("pycrfsuite", "crf")
        found = []
        for example in examples:
            marks: list[Mark] = []
            for line in read_lines(example.text):
                marks += mark_tags(line, self.tagger.tag(crfsuite.ItemSequence(describe(line))))
            found.append(replace(example, marks=tuple(marks)))
        return found


def describe(line: Line) -> list[list[str]]:
    """What is told of each token: itself, its ending and form, and the same of its two neighbors on both sides."""
    own = [_describe(token) for token in line.tokens]
    lower = ["<"] + [token.lower() for token in line.tokens] + [">"]
    told = []
    for at, (word, shape, endings) in enumerate(own):
        features = ["bias", f"w={word}", f"s={shape}", *endings]
        features.append(f"w-1|w={lower[at]}|{word}")
        features.append(f"w|w+1={word}|{lower[at + 2]}")
        for step in (-2, -1, 1, 2):
            if 0 <= at + step < len(own):
                near, form, ends = own[at + step]
                features += (f"{step}w={near}", f"{step}s={form}", f"{step}{ends[-1]}")
            else:
                features.append(f"{step}edge")
        around = (own[at + step][1] if 0 <= at + step < len(own) else "" for step in (-1, 0, 1))
        features.append("sss=" + "|".join(around))
        told.append(features)
    return told


def _describe(token: str) -> tuple[str, str, list[str]]:
    word = token.lower()
    shape = "".join("X" if c.isupper() else "x" if c.isalpha() else "9" if c.isdigit() else c for c in token)
    beginnings = [f"p{size}={word[:size]}" for size in (2, 3) if len(word) > size]
    endings = [f"e{size}={word[-size:]}" for size in (1, 2, 4, 3) if len(word) > size]
    # The long form tells the length of short words, the short one what all long words have in common.
    return word, _RUNS.sub(r"\1", shape), [*beginnings, f"long={shape[:6]}", *(endings or [f"e3={word}"])]
