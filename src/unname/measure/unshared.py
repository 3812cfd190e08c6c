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


def visible(redaction: Redaction) -> list[str]:
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


def n_unshared(texts: Sequence[Sequence[str]], people: Sequence[Hashable]) -> list[int] | None:
    """How many things each text (in parts) says that no text of another person says; None for fewer than two people.

    A thing is a word or two words in a row within a sentence, in any case, function words left out and English endings
    cut off. The work grows with the length of the texts, not with their number squared.

    >>> n_unshared([["He juggles chainsaws."], ["He juggles."], ["She juggled torches."]], "abb")
    [2, 0, 2]
    """
    if len(set(people)) < FEWEST:
        return None
    sentences = [(number, each) for number, parts in enumerate(texts) for part in parts for each in _END.split(part)]
    hashes, places = _THINGS.batch([sentence for _, sentence in sentences])
    said_in = np.array([number for number, _ in sentences], np.int64)[places]
    numbers = {person: number for number, person in enumerate(dict.fromkeys(people))}
    person_of = np.array([numbers[person] for person in people], np.int64)
    _, things = np.unique(hashes, return_inverse=True)
    # A pair is one number: sorting those is quick.
    who_says = _distinct(things * len(numbers) + person_of[said_in]) // len(numbers)
    n_people = np.bincount(who_says, minlength=1)
    said, where = np.divmod(_distinct(things * len(texts) + said_in), len(texts))
    return [int(count) for count in np.bincount(where[n_people[said] == 1], minlength=len(texts))]


def _distinct(values: "NDArray[np.int64]") -> "NDArray[np.int64]":
    ordered = np.sort(values)
    is_new = np.diff(ordered, prepend=-1) != 0
    return np.asarray(ordered[is_new])
