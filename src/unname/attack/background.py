"""What an attacker learns from: background documents, the same anonymized, and a development set made of them.

Method of `tria2023` 3.2. Where we differ: unless documents to check with are given, as published, the development set
is a few sentences spread over a document, taken out of what is learned from, since abstracts of articles or summaries
suppose a second source; and these are never taken from protected documents.
"""

import json
import os
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from unname.core.document import Document, Profile
from unname.core.errors import ConfigError
from unname.core.progress import Listener
from unname.core.roles import Rewrite
from unname.people.profiles import profile_text
from unname.text.sentences import sentences

KINDS = ("both", "clear", "anonymized")
"""Which background is learned from: as it is and anonymized, or one of the two."""

FEWEST_SENTENCES = 6
"""Texts that are shorter lose no sentence."""


@dataclass(frozen=True)
class Background:
    """Texts with the number of the person each is about: to learn from, and to check what was learned."""

    texts: tuple[str, ...]
    people: tuple[int, ...]
    development: tuple[str, ...] = ()
    development_people: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"Background({len(self.texts)} texts, {len(self.development)} to check)"


def gather(
    people: Sequence[Profile],
    kind: str,
    anonymize: Rewrite | None,
    curate: Rewrite,
    share: float = 0.3,
    summary_words: int = 200,
    seed: int = 0,
    report: Listener | None = None,
) -> Background:
    """Everything to learn from about the people, ready to be read by a model."""
    if kind not in KINDS:
        raise ConfigError(f"unknown background {kind!r}; known are {', '.join(KINDS)}")
    if kind == "anonymized" and anonymize is None:
        raise ConfigError("background='anonymized' needs `anonymize`, a function that anonymizes texts")
    kept, held, held_people = hold_out(people, share, summary_words, seed)
    clear = [profile_text(profile) for profile in kept]
    hidden = [*clear, *held]
    if anonymize:
        hidden = _rewrite(anonymize, hidden, "anonymizing", report)
    texts = clear if kind != "anonymized" else []
    texts = texts + hidden[: len(clear)] if anonymize and kind != "clear" else texts
    curated = tuple(_rewrite(curate, [*texts, *hidden[len(clear) :]], "curating", report))
    numbers = tuple(range(len(people))) * (len(texts) // max(1, len(people)))
    return Background(curated[: len(texts)], numbers, curated[len(texts) :], tuple(held_people))


def check_with(
    gathered: Background, people: Sequence[Profile], documents: Sequence[Document], curate: Rewrite
) -> Background:
    """The same texts to learn from, checked with documents about some of the people."""
    number = {profile.id: place for place, profile in enumerate(people)}
    known = [document for document in documents if document.person in number]
    texts = tuple(_rewrite(curate, [document.text for document in known], "curating", None))
    told = tuple(number[document.person or ""] for document in known)
    return replace(gathered, development=texts, development_people=told)


def hold_out(
    people: Sequence[Profile], share: float, summary_words: int, seed: int
) -> tuple[list[Profile], list[str], list[int]]:
    """Take a few sentences of some people's text away: what is left of everybody, what was taken, and of whom.

    At most a third of a text is taken; people with fewer than six sentences are left alone.
    """
    return take_sentences(people, with_sentences(people), round(share * len(people)), summary_words, seed)


def with_sentences(people: Sequence[Profile]) -> list[int]:
    """The numbers of the people from whose text sentences can be taken."""
    return [number for number, profile in enumerate(people) if len(sentences(profile.text)) >= FEWEST_SENTENCES]


def take_sentences(
    people: Sequence[Profile], able: Sequence[int], wanted: int, summary_words: int, seed: int, beside: int = 0
) -> tuple[list[Profile], list[str], list[int]]:
    """The same from `wanted` of those who are `able`.

    `beside` is how many sentences on either side of one that was taken are lost too, as long as two fifths stay.
    """
    dice = random.Random(seed)
    kept, held, numbers = list(people), [], []
    for number in sorted(dice.sample(able, min(wanted, len(able)))):
        text = people[number].text
        ranges = sentences(text)
        chosen = _spread(text, ranges, summary_words, dice)
        left = text
        for start, end in (ranges[i] for i in sorted(_and_beside(chosen, beside, len(ranges)), reverse=True)):
            left = left[:start] + left[end:]
        kept[number] = replace(people[number], text=left)
        held.append(" ".join(text[slice(*ranges[i])] for i in chosen))
        numbers.append(number)
    return kept, held, numbers


def _spread(text: str, ranges: Sequence[tuple[int, int]], n_words: int, dice: random.Random) -> list[int]:
    """Sentences from all parts of the text, in random order, of about `n_words` words but at most a third of it."""
    total = sum(len(text[start:end].split()) for start, end in ranges)
    n = len(ranges)
    n_chosen = max(1, min(round(n_words * n / max(1, total)), n // 3))
    chosen = [dice.randrange(i * n // n_chosen, (i + 1) * n // n_chosen) for i in range(n_chosen)]
    dice.shuffle(chosen)
    return chosen


def _and_beside(chosen: Sequence[int], beside: int, n: int) -> set[int]:
    lost = set(chosen)
    for number in sorted(chosen):
        if len(lost) < 0.6 * n:
            lost.update(range(max(0, number - beside), min(n, number + beside + 1)))
    return lost


def _rewrite(rewrite: Rewrite, texts: Sequence[str], stage: str, report: Listener | None) -> list[str]:
    result: list[str] = []
    for start in range(0, len(texts), 10):
        some = texts[start : start + 10]
        made = rewrite(some)
        if len(made) != len(some):
            raise ConfigError(f"{stage}: the function for it gave {len(made)} texts for {len(some)}")
        result += made
        if report:
            report(stage, len(result), len(texts), 0.0)
    return result


def save_background(path: Path, background: Background) -> None:
    """Keep the background beside the checkpoints, readable by its owner alone."""
    partial = path.with_suffix(".partial")
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        json.dump(asdict(background), file)
    partial.replace(path)


def load_background(path: Path) -> Background:
    """The background that `save_background` kept."""
    kept = json.loads(path.read_text(encoding="utf-8"))
    return Background(**{name: tuple(values) for name, values in kept.items()})
