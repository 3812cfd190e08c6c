"""What does a text say that nobody else in the corpus says? All that is visible counts, found by detectors or not."""

import re
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from unname.core.redaction import Redaction
from unname.text.masks import says_nothing
from unname.text.ngrams import NGrams

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEWEST = 2
"""People below whom nothing can be compared: alone, everything is unique."""

_THINGS = NGrams(words=(1, 2), remove_masks=False, stem=True)
_END = re.compile(r"[.!?;:]+(?=\s|$)|\n+")


def visible_parts(redaction: Redaction) -> list[str]:
    """The parts of a released text between its masks; what stands in the place of something else can be read, too.

    Only edits are taken for masks: other words in brackets or capitals are as visible as any.
    """
    parts, at = [], 0
    for edit in redaction.edits:
        if says_nothing(redaction.text[edit.new.start : edit.new.end]):
            parts.append(redaction.text[at : edit.new.start])
            at = edit.new.end
    parts.append(redaction.text[at:])
    return [part for part in parts if part.strip()]


def hash_things(parts: Sequence[str]) -> "NDArray[np.int64]":
    """Hashes of the things that a text (in parts) says, each once.

    A thing is a word or two words in a row within a sentence, in any case, function words left out and English endings
    cut off.
    """
    hashes, _ = _THINGS.batch([sentence for part in parts for sentence in _END.split(part)])
    return _distinct(hashes.astype(np.int64))


def count_unshared(said: "Sequence[NDArray[np.int64]]", people: Sequence[Hashable]) -> list[int] | None:
    """How many things each text says that no text of another person says; None for fewer than two people.

    The work grows with the length of the texts, not with their number squared.

    >>> texts = ["He juggles chainsaws.", "He juggles.", "She juggled torches."]
    >>> count_unshared([hash_things([text]) for text in texts], "abb")
    [2, 0, 2]
    """
    if len(set(people)) < FEWEST:
        return None
    numbers = {person: number for number, person in enumerate(dict.fromkeys(people))}
    person_of = np.repeat([numbers[person] for person in people], [len(each) for each in said])
    _, everything = np.unique(np.concatenate(said), return_inverse=True)
    # A pair is one number: sorting those is quick.
    who_says = _distinct(everything * len(numbers) + person_of) // len(numbers)
    n_people = np.bincount(who_says, minlength=1)
    ends = np.cumsum([len(each) for each in said])[:-1]
    return [int((n_people[each] == 1).sum()) for each in np.split(everything, ends)]


def _distinct(values: "NDArray[np.int64]") -> "NDArray[np.int64]":
    ordered = np.sort(values)
    is_new = np.ones(len(ordered), dtype=bool)
    is_new[1:] = ordered[1:] != ordered[:-1]
    return np.asarray(ordered[is_new])
