"""What an attacker who fills in masks has to read: the four levels of `infill2025`, from any corpus."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from unname.attack.infilling.documents import ORIGINALS
from unname.core.document import Document
from unname.core.errors import ConfigError, InputError, shown
from unname.core.policy import LEVELS
from unname.text.words import words_of

GENERAL, ORIGINAL = "general/", f"{ORIGINALS}/"
"""What the ids of the background begin with, so that the two kinds never clash, and who reads them tells them apart."""

N_WORDS = 5
"""So many words in a row are no coincidence."""

MOST_SHARED = 0.75
"""A document that has more than this share of the words of an original, in such rows, contains the original.

Texts of one form, such as judgments in like cases, share half and more without being the same.
"""


@dataclass(frozen=True)
class Knowledge:
    """The background of one level, and for each released text the ids of what its attacker does not have.

    `n_leaks` counts what was left out since it contains nearly all of a document's original, beside that original
    itself: pairs of a document of the background and a released text, in as many texts as `n_leaked` says.
    """

    level: str
    background: Sequence[Document] = field(repr=False)
    without: Sequence[Collection[str]] = field(repr=False)
    n_leaks: int = 0
    n_leaked: int = 0


def knowledge(
    level: str, general: Sequence[Document], originals: Sequence[Document], targets: Sequence[str] | None = None
) -> Knowledge:
    """What an attacker of this level knows of each target, which are ids of originals; of all of them by default.

    L1 knows nothing, L2 the general documents, L3 also the other originals, and L4 also the own original of each
    target. At L2 and L3 a document is left out for a target if it contains nearly all of the target's original
    (another version of it, or an article that quotes it): otherwise that level would be L4 under another name. What was
    marked in documents does not reach the attacker: the background is texts alone.

    >>> told = knowledge("L3", [Document("x", "All about Zenda.")], [Document("a", "Ada."), Document("b", "Bob.")])
    >>> [document.id for document in told.background], [sorted(ids) for ids in told.without]
    (['general/x', 'original/a', 'original/b'], [['original/a'], ['original/b']])
    """
    if level not in LEVELS:
        raise ConfigError(f"unknown level {level!r}; known are {', '.join(LEVELS)}")
    by_id = {original.id: original for original in originals}
    wanted = list(by_id) if targets is None else list(targets)
    _check_ids(general, "general documents")
    _check_ids(originals, "originals")
    for id in wanted:
        if id not in by_id:
            raise InputError(f"there is no original {shown(id)}")
    background = [_bare(document, GENERAL) for document in general] if level != "L1" else []
    if level in ("L3", "L4"):
        background += [_bare(document, ORIGINAL) for document in originals]
    if level in ("L1", "L4"):
        return Knowledge(level, background, [frozenset()] * len(wanted))
    own = [ORIGINAL + id for id in wanted]
    leaks = [
        found - {mine} for mine, found in zip(own, find_leaks([by_id[id] for id in wanted], background), strict=True)
    ]
    without = [found | {mine} if level == "L3" else found for mine, found in zip(own, leaks, strict=True)]
    return Knowledge(level, background, without, sum(map(len, leaks)), sum(map(bool, leaks)))


def find_leaks(originals: Sequence[Document], background: Sequence[Document]) -> list[frozenset[str]]:
    """For each original, the ids of the documents that contain three quarters of its words in rows of five or more.

    An original of fewer words is contained where all of them stand in a row; one without words nowhere.

    >>> told = Document("x", "Read this: Ada Grey was born in Zenda. The end.")
    >>> find_leaks([Document("a", "Ada Grey was born in Zenda"), Document("b", "Ada Grey was born")], [told])
    [frozenset({'x'}), frozenset({'x'})]
    """
    texts = [words_of(original.text) for original in originals]
    having: dict[tuple[str, ...], list[tuple[int, int]]] = {}
    for number, own in enumerate(texts):
        for start, each in enumerate(_runs(own, min(N_WORDS, len(own)))):
            having.setdefault(each, []).append((number, start))
    lengths = sorted({len(each) for each in having})
    leaks: list[set[str]] = [set() for _ in originals]
    for document in background:
        words = words_of(document.text)
        shared: dict[int, int] = {}
        for each in {each for n in lengths for each in _runs(words, n)} & having.keys():
            for number, start in having[each]:
                shared[number] = shared.get(number, 0) | ((1 << len(each)) - 1) << start
        for number, places in shared.items():
            if places.bit_count() > MOST_SHARED * len(texts[number]):
                leaks[number].add(document.id)
    return [frozenset(found) for found in leaks]


def _runs(words: Sequence[str], n: int) -> Iterator[tuple[str, ...]]:
    return (tuple(words[start : start + n]) for start in range(len(words) - n + 1) if n)


def _bare(document: Document, prefix: str) -> Document:
    return Document(prefix + document.id, document.text, document.language)


def _check_ids(documents: Sequence[Document], what: str) -> None:
    [*twice] = (id for id, count in Counter(document.id for document in documents).items() if count > 1)
    if twice:
        raise InputError(f"{what}: duplicate document id {shown(twice[0])}")
