"""How the cost of filling masks grows with what the adversary knows; background and texts are invented."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.attack.infilling.align import Align
from unname.attack.infilling.documents import Documents
from unname.attack.infilling.infilling import Infilling
from unname.attack.infilling.keys import tokens_of, tokens_of_document
from unname.attack.infilling.passages import Passages, passage_ranges
from unname.attack.infilling.situation import Situation
from unname.core.document import Document
from unname.core.errors import InternalError
from unname.core.progress import Listener
from unname.models.late_interaction import MODEL, TokenVectors
from unname.models.packaged import find_weights
from unname.text.masks import find_masks
from unname.text.vocabulary import GRAMMAR_WORDS
from unname_research.bench.memory import peak_mb
from unname_research.bench.pieces import in_turn
from unname_research.bench.rounding import rounded

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]
    Read = Callable[[Sequence[str]], Sequence[Vectors]]

SIZES = (1_000, 10_000, 100_000, 1_000_000)
N_FAST = 3
"""With `fast`, only so many sizes are measured."""

PASSAGE, EACH = 100, 10
"""Words of a passage, and passages of a document."""

N_VOCABULARY, BLOCK = 500_000, 200
SHORTEST, LONGEST = 10, 30
"""Words of a sentence."""

N_KNOWN, N_NEW = 12, 6
"""Sentences of a text that stand in a document of the background, and others; each hides one word."""

MASK = "***"

COMPARED = (
    *("postings", "index_seconds", "find_seconds", "find_strange_seconds", "align_seconds", "choose_seconds"),
    *("passages_read", "peak_mb"),
)
"""What is compared with the smallest size."""


def run(
    data: str | Path | None = None,
    sizes: Sequence[int] = SIZES,
    n_texts: int = 10,
    seed: int = 1,
    fast: bool = False,
    out: str | Path | None = None,
    report: Listener | None = None,
) -> dict[str, Any]:
    """Counts, seconds and memory at each size, in passages of 100 words; each is measured in a process of its own.

    No data is read. Seconds are processor time on one core, the median over texts where they are for a text. Words
    follow Zipf's law; a document has ten passages, a text 18 sentences, of which 12 stand in one of the documents.
    `fast` leaves out the largest size. Sizes that are done are kept in the folder `out`, if one is given.
    """
    find_weights(MODEL)  # refused before any work is done
    chosen = list(sizes)[:N_FAST] if fast else list(sizes)
    settings = {"n_texts": n_texts, "seed": seed}
    work = {str(size): partial(_apart, {"n_passages": size, **settings}) for size in chosen}
    tell = (lambda _, *rest: report("infill-growth", *rest)) if report else None
    found, _ = in_turn(work, Path(out) / "infill-growth" if out else None, settings, tell)
    rows = [found[str(size)] for size in chosen]
    about = {"words_of_a_passage": PASSAGE, "passages_of_a_document": EACH, "vocabulary": N_VOCABULARY}
    result = {
        "settings": {**settings, **about},
        "rows": rows,
        "times_smallest": [_beside(row, rows[0]) for row in rows],
    }
    return rounded(result)  # type: ignore[no-any-return]


def measure(n_passages: int, n_texts: int, seed: int, vectors: "Read | None" = None) -> dict[str, Any]:
    """Index one background and attack a few texts with it, in this process."""
    background = [Document(str(number), text) for number, text in enumerate(invent(n_passages // EACH, seed))]
    invented_mb = peak_mb() or 0.0
    documents = Documents()
    began = time.process_time()
    documents.fit(background)
    index_seconds = time.process_time() - began
    index = documents.index_
    if index is None:
        raise InternalError("there is nothing to index")
    trial = Trial(Infilling(), documents, vectors or TokenVectors())
    for question in questions(background, n_texts, seed):
        trial.attack_one(question)
    for text in strangers(n_texts, seed):
        trial.find_only(text)
    return {
        "passages": len(background) * EACH,
        "documents": len(background),
        "words": len(background) * EACH * PASSAGE,
        "text_mb": sum(len(document.text) for document in background) / 1024**2,
        "postings": len(index.postings.documents),
        "index_seconds": index_seconds,
        "index_microseconds_each": index_seconds / (len(background) * EACH) * 1e6,
        **trial.figures(),
        "background_mb": round(invented_mb),
        "peak_mb": round(peak_mb() or 0.0),
    }


@dataclass(frozen=True)
class Question:
    """A text with masks, the document that most of it stands in, and what its masks hide; None for what is new."""

    text: str = field(repr=False)
    document: str
    hidden: Sequence[str | None] = field(repr=False)


@dataclass
class Counted:
    """Vectors of texts, how many were made, and the seconds that took."""

    vectors: "Read"
    n: int = 0
    seconds: float = 0.0

    def __call__(self, texts: Sequence[str]) -> "Sequence[Vectors]":
        """The vectors."""
        began = time.process_time()
        made = self.vectors(texts)
        self.n += len(texts)
        self.seconds += time.process_time() - began
        return made


@dataclass
class Trial:
    """What attacks on texts cost, stage by stage; nothing is remembered from one text to the next."""

    attack: Infilling
    documents: Documents
    vectors: "Read"
    kept: list[dict[str, float]] = field(default_factory=list)
    strange: list[float] = field(default_factory=list)

    def attack_one(self, question: Question) -> None:
        """Find documents for a text, read them, copy from them, and choose passages for its masks."""
        masks = find_masks(question.text)
        began = time.process_time()
        documents = self.documents.find(question.text)
        found = time.process_time()
        for document in documents:
            # As one who never saw them: others are remembered, which would favor small backgrounds.
            _ = tokens_of(document.text).begins
        read = time.process_time()
        at_hand = sum(len(passage_ranges(tokens_of_document(document))) for document in documents)
        aligned = time.process_time()
        candidates = Align().propose(Situation(question.text, masks, documents))
        copied = time.process_time()
        counted = Counted(self.vectors)
        Passages(self.attack.n_passages, self.attack.n_considered, vectors=counted).find(
            question.text, masks, documents
        )
        first = [each[0].text if each else None for each in candidates]
        known = [pair for pair in zip(first, question.hidden, strict=True) if pair[1] is not None]
        self.kept.append(
            {
                "find_seconds": found - began,
                "read_seconds": read - found,
                "align_seconds": copied - aligned,
                "choose_seconds": time.process_time() - copied,
                "network_seconds": counted.seconds,
                "documents_found": len(documents),
                "passages_at_hand": at_hand,
                "passages_read": counted.n - len(masks),
                "found_first": float(bool(documents) and documents[0].id == question.document),
                "copied_right": fmean(copy == word for copy, word in known),
            }
        )

    def find_only(self, text: str) -> None:
        """Find documents for a text of which no sentence is known."""
        began = time.process_time()
        self.documents.find(text)
        self.strange.append(time.process_time() - began)

    def figures(self) -> dict[str, float]:
        """The median of seconds, the most of counts, and the mean of shares."""
        told: dict[str, float] = {"first_find_seconds": self.kept[0]["find_seconds"]}
        told["find_strange_seconds"] = median(self.strange)
        for key, value in self.kept[0].items():
            all = [row[key] for row in self.kept]
            told[key] = median(all) if key.endswith("_seconds") else max(all) if isinstance(value, int) else fmean(all)
        return told


def invent(n_documents: int, seed: int) -> Iterator[str]:
    """Invented documents of ten passages of 100 words; the same for the same seed, however many there are."""
    vocabulary, shares = _vocabulary()
    for start in range(0, n_documents, BLOCK):
        random = np.random.default_rng([seed, start])
        size = min(BLOCK, n_documents - start)
        for numbers in _draw(random, (BLOCK, EACH * PASSAGE), shares)[:size]:
            yield " ".join(_sentences([vocabulary[number] for number in numbers.tolist()], random))


def questions(background: Sequence[Document], n: int, seed: int) -> list[Question]:
    """Texts for which a document of the background has most sentences; in each sentence a long word is hidden."""
    vocabulary, shares = _vocabulary()
    random = np.random.default_rng([seed, len(background), n])
    made = []
    for number in random.choice(len(background), min(n, len(background)), replace=False).tolist():
        document = background[number]
        told = document.text.split(". ")
        start = int(random.integers(max(1, len(told) - N_KNOWN)))
        others = _new_sentences(N_NEW, random, vocabulary, shares)
        pieces: list[str] = []
        hidden: list[str | None] = []
        for place, sentence in enumerate(told[start : start + N_KNOWN]):
            text, word = _hide(sentence.removesuffix("."))
            pieces, hidden = [*pieces, text], [*hidden, word]
            if place % (N_KNOWN // N_NEW) == 1 and others:
                pieces, hidden = [*pieces, _hide(others.pop().removesuffix("."))[0]], [*hidden, None]
        made.append(Question(". ".join(pieces) + ".", document.id, hidden))
    return made


def strangers(n: int, seed: int) -> list[str]:
    """Texts with as many sentences, none of which stands in a document."""
    vocabulary, shares = _vocabulary()
    random = np.random.default_rng([seed, n, 1, 1])
    texts = (_new_sentences(N_KNOWN + N_NEW, random, vocabulary, shares) for _ in range(n))
    return [". ".join(_hide(sentence.removesuffix("."))[0] for sentence in text) + "." for text in texts]


def _new_sentences(
    n: int, random: np.random.Generator, vocabulary: Sequence[str], shares: "NDArray[np.float64]"
) -> list[str]:
    drawn = _draw(random, (n, LONGEST), shares).tolist()
    return [_sentences([vocabulary[number] for number in row], random)[0] for row in drawn]


def _hide(sentence: str) -> tuple[str, str]:
    """A sentence with the longest of its inner words hidden, and that word."""
    words = sentence.split()
    place = max(range(1, len(words) - 1), key=lambda number: len(words[number]))
    return " ".join([*words[:place], MASK, *words[place + 1 :]]), words[place]


def _sentences(words: Sequence[str], random: np.random.Generator) -> list[str]:
    """Words cut into sentences; what is left over goes to the last one."""
    ends = np.cumsum(random.integers(SHORTEST, LONGEST, len(words) // SHORTEST)).tolist()
    starts = [0, *(end for end in ends if end <= len(words) - SHORTEST)]
    texts = (" ".join(words[start:end]) for start, end in zip(starts, [*starts[1:], len(words)], strict=True))
    return [f"{text[0].upper()}{text[1:]}." for text in texts]


def _draw(random: np.random.Generator, shape: tuple[int, int], shares: "NDArray[np.float64]") -> "NDArray[np.int64]":
    drawn = np.searchsorted(shares, random.random(shape), side="right")
    return np.minimum(drawn, N_VOCABULARY - 1)


def _vocabulary() -> "tuple[list[str], NDArray[np.float64]]":
    """Words by falling frequency, the frequent ones English, and the running sum of their shares."""
    syllables = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]
    longer = [a + b for a in syllables for b in syllables]
    words = [*sorted(GRAMMAR_WORDS), *longer]
    while len(words) < N_VOCABULARY:
        longer = list(islice((a + b for a in longer for b in syllables), N_VOCABULARY))
        words += longer
    shares = np.cumsum(1.0 / (np.arange(N_VOCABULARY) + 2.7))
    return words[:N_VOCABULARY], shares / shares[-1]


def _beside(row: dict[str, Any], smallest: dict[str, Any]) -> dict[str, float]:
    """How many times the figures of the smallest size the figures of another are."""
    return {key: row[key] / smallest[key] for key in ("passages", *COMPARED) if smallest[key]}


def _apart(settings: dict[str, Any]) -> dict[str, Any]:
    command = [sys.executable, "-m", "unname_research.bench.infill_growth", json.dumps(settings)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise InternalError(f"measuring {settings['n_passages']} passages failed with code {done.returncode}")
    result: dict[str, Any] = json.loads(done.stdout)
    return result


if __name__ == "__main__":
    print(json.dumps(measure(**json.loads(sys.argv[1]))))
