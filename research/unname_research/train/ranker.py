"""Trains the ranker of names: the network of names and words with a margin ranking loss, then the weights of all.

As `infill2025`, which fine-tunes BERT with that loss (at a rate of 3e-6); see `unname.attack.ranker` for where we
differ. The weights are those under which the right names are likeliest, as in a conditional logit.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from unname.attack.ranker import COLUMNS, Ranker
from unname.attack.written_names import FEATURES, NameBook
from unname.core.document import Document, Profile
from unname.core.errors import require
from unname.core.progress import Listener
from unname.models.name_network import CALLED, FILE, in_8_bits, name_pieces, text_words
from unname_research.train import ranker_sources
from unname_research.train.ranker_sources import Pair

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Schedule:
    """How to train: sizes, how often a feature must be seen to be kept, and for how long."""

    width: int = 12
    parts: int = 2
    n_pieces: int = 11000
    n_words: int = 7000
    fewest: int = 4
    steps: int = 2000
    batch: int = 96
    rate: float = 0.01
    margin: float = 1.0
    forgets: float = 0.5
    keeps: tuple[float, float] = (0.3, 1.0)
    name_keeps: tuple[float, float] = (0.3, 1.0)
    courts: float = 0.5
    real: float = 0.2
    n_lives: int = 100
    sharpness: float = 60.0
    seed: int = 0


def train_ranker(
    data: str | Path, out: str | Path, schedule: Schedule | None = None, report: Listener | None = None
) -> Path:
    """Train the ranker on the training cases, headings and lives, and write its weights into a folder.

    The weights that combine all evidence are learned from cases that the network has not seen: half of them each time.
    """
    schedule, data, out = schedule or Schedule(), Path(data), Path(out)
    courts = ranker_sources.court_pairs(data)
    headings = ranker_sources.heading_pairs(data)
    lives = ranker_sources.life_pairs(data)
    return train(courts, headings, lives, ranker_sources.openings(data), out, schedule, report)


def train(
    courts: Sequence[Pair],
    headings: Sequence[Pair],
    lives: Sequence[Pair],
    openings: Sequence[Document],
    out: Path,
    schedule: Schedule,
    report: Listener | None = None,
) -> Path:
    """The same from pairs at hand; `openings` are the background in which cases are looked up."""
    out.mkdir(parents=True, exist_ok=True)
    standing = learn_weights(opening_groups(courts, openings)) if openings else np.ones(len(FEATURES) + 1)
    learned = {"standing": standing, "sharpness": np.array(schedule.sharpness), "weights": np.ones(len(COLUMNS))}
    groups: list[Group] = []
    for half in (0, 1):
        held, seen = courts[half::2], courts[1 - half :: 2]
        ids = {pair.id for pair in held}
        others = [pair for pair in headings if pair.id not in ids]
        network = learn_network(seen, others, lives[1 - half :: 2], schedule, report)
        write(out, network | learned)
        groups += filled_groups(held, openings, out, schedule)
        groups += filled_groups(lives[half::2][: schedule.n_lives], (), out, schedule)
    network = learn_network(courts, headings, lives, schedule, report)
    return write(out, network | learned | {"weights": learn_weights(groups)})


def write(out: Path, arrays: "Arrays") -> Path:
    """Write weights into a folder, the same bytes for the same arrays."""
    named: dict[str, Any] = {name: arrays[name] for name in sorted(arrays)}
    np.savez_compressed(out / FILE, **named)
    return out / FILE


@dataclass(frozen=True)
class Group:
    """What speaks for each name of a list with one text, a row each, and which of them is right."""

    features: "NDArray[np.float64]"
    right: int


def learn_network(
    courts: Sequence[Pair],
    headings: Sequence[Pair],
    lives: Sequence[Pair],
    schedule: Schedule,
    report: Listener | None = None,
) -> "Arrays":
    """Vectors of name pieces and of words such that a text fits its own name better than others of its batch.

    The words of headings stand among those of some judgment, another one each time.
    """
    lessons = Lessons.build(courts, headings, lives, schedule)
    learned = [_learn_part(lessons, replace(schedule, seed=schedule.seed + n), report) for n in range(schedule.parts)]
    names, words = (np.concatenate(vectors, axis=1) for vectors in zip(*learned, strict=True))
    result: Arrays = {"parts": np.array(schedule.parts)}
    for kind, keys, vectors in (("name", lessons.name_keys, names), ("word", lessons.word_keys, words)):
        whole, scales = in_8_bits(vectors)
        result |= {f"{kind}_keys": keys, f"{kind}_vectors": whole, f"{kind}_scales": scales}
    return result


@dataclass(frozen=True)
class Lessons:
    """Pairs as rows of features: `sizes` of them are judgments, headings and lives, in this order.

    Behind the words of all pairs are those of judgments without capitals. `states` tells judgments against one apart
    from others; lives have none. `genders` are known of judgments with text.
    """

    sizes: tuple[int, int, int]
    states: "NDArray[Any]"
    genders: "NDArray[Any]"
    name_keys: "NDArray[np.uint32]"
    name_rows: "Sequence[NDArray[np.int64]]"
    word_keys: "NDArray[np.uint32]"
    word_rows: "Sequence[NDArray[np.int64]]"

    @classmethod
    def build(
        cls, courts: Sequence[Pair], headings: Sequence[Pair], lives: Sequence[Pair], schedule: Schedule
    ) -> "Lessons":
        """Number the features of pairs, those that are seen often enough."""
        pairs = [*courts, *headings, *lives]
        texts = [*(pair.text for pair in pairs), *(ranker_sources.stateless(pair) for pair in courts)]
        states = np.array([pair.state or number for number, pair in enumerate(pairs)], dtype=object)
        called = [next((name for name in CALLED if name in text_words(pair.text)), "") for pair in courts]
        genders = np.array([*called, *[""] * (len(pairs) - len(courts))], dtype=object)
        names = _numbered([name_pieces(pair.names) for pair in pairs], schedule.n_pieces, schedule.fewest)
        words = _numbered([text_words(text) for text in texts], schedule.n_words, schedule.fewest)
        return cls((len(courts), len(headings), len(lives)), states, genders, *names, *words)

    def draw(self, schedule: Schedule, dice: np.random.Generator) -> list[int]:
        """The numbers of pairs of one kind: judgments and headings, or lives."""
        n_courts, n_headings, n_lives = self.sizes
        if n_lives and dice.random() >= (schedule.courts if n_courts else 0.0):
            return [n_courts + n_headings + number for number in _draw(n_lives, schedule.batch, dice)]
        n_real = round(schedule.real * schedule.batch)
        drawn = _draw(n_headings, schedule.batch - n_real, dice)
        return [*_draw(n_courts, n_real, dice), *(n_courts + number for number in drawn)]

    def rivals(self, batch: Sequence[int]) -> "NDArray[np.bool_]":
        """Which names each text of a batch can be told from.

        Those of one state and gender cannot be told apart, and would be learned by heart.
        """
        states, genders = self.states[batch], self.genders[batch]
        known = genders != ""
        others: NDArray[np.bool_] = (genders[:, None] != genders) & known[:, None] & known
        others |= states[:, None] != states
        return others

    def words(self, number: int, schedule: Schedule, dice: np.random.Generator) -> "NDArray[np.int64]":
        """A random share of the words of a text, as more or less is masked; of a heading, among those of a case."""
        n_courts, n_headings, n_lives = self.sizes
        own, share = self.word_rows[number], dice.uniform(*schedule.keeps)
        if not n_courts or not n_courts <= number < n_courts + n_headings:
            return _some(own, share, dice)
        around = self.word_rows[n_courts + n_headings + n_lives + int(dice.integers(n_courts))]
        return np.concatenate([own, _some(around, share, dice)])


def _learn_part(lessons: Lessons, schedule: Schedule, report: Listener | None) -> "tuple[NDArray[Any], ...]":
    torch = require("torch", "train")
    torch.manual_seed(schedule.seed)
    dice = np.random.default_rng(schedule.seed)
    sizes = len(lessons.name_keys), len(lessons.word_keys)
    names, words = (torch.nn.EmbeddingBag(size, schedule.width, mode="sum") for size in sizes)
    for table in (names, words):
        torch.nn.init.normal_(table.weight, std=0.1)
    optimizer = torch.optim.Adam([names.weight, words.weight], lr=schedule.rate)
    for step in range(schedule.steps):
        optimizer.param_groups[0]["lr"] = rate = schedule.rate * (1.0 - step / schedule.steps)
        batch = lessons.draw(schedule, dice)
        named = [_some(lessons.name_rows[n], dice.uniform(*schedule.name_keeps), dice) for n in batch]
        told = [lessons.words(number, schedule, dice) for number in batch]
        directions = torch.nn.functional.normalize(_bags(torch, names, named), eps=1e-6)
        fits = _bags(torch, words, told) @ directions.T
        # The margin ranking loss: whoever is right must lead each rival by the margin.
        rivals = torch.from_numpy(lessons.rivals(batch).astype(np.float32))
        behind = torch.relu(schedule.margin - fits.diagonal()[:, None] + fits) * rivals
        loss = (behind.sum(dim=1) / (1.0 + (behind > 0).sum(dim=1))).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            # A word that does not earn its place is forgotten whole, or long texts would be learned by heart.
            lengths = words.weight.norm(dim=1, keepdim=True).clamp_min(1e-9)
            words.weight.mul_((1.0 - rate * schedule.forgets / lengths).clamp_min(0.0))
        if report and step % 100 == 0:
            report("names", step, schedule.steps, float(loss.detach()))
    return tuple(table.weight.detach().numpy() for table in (names, words))


def _numbered(
    lists: Sequence[Sequence[str]], most: int, fewest: int
) -> "tuple[NDArray[np.uint32], list[NDArray[np.int64]]]":
    """The hashes of the commonest features in order, and each list by the places of its features there."""
    counts = Counter(crc32(feature.encode()) for features in lists for feature in features)
    kept = sorted(key for key, count in counts.most_common(most) if count >= fewest)
    places = {key: place for place, key in enumerate(kept)}
    rows = [[places[key] for feature in each if (key := crc32(feature.encode())) in places] for each in lists]
    return np.array(kept, np.uint32), [np.array(each, np.int64) for each in rows]


def _draw(n: int, most: int, dice: np.random.Generator) -> list[int]:
    return [int(number) for number in dice.choice(n, size=min(most, n), replace=False)] if n else []


def _some(rows: "NDArray[np.int64]", share: float, dice: np.random.Generator) -> "NDArray[np.int64]":
    """A random share of features."""
    return rows[dice.random(len(rows)) < share]


def _bags(torch: Any, table: Any, rows: "Sequence[NDArray[np.int64]]") -> Any:
    offsets = np.cumsum([0, *(len(each) for each in rows[:-1])])
    return table(torch.from_numpy(np.concatenate(rows)), torch.from_numpy(offsets))


def opening_groups(pairs: Sequence[Pair], openings: Sequence[Document]) -> list[Group]:
    """How each opening names each of the applicants, and, in a last row, nobody, who is right where none of them is.

    Whose a document is can be learned from that.
    """
    book = NameBook.build([pair.names for pair in pairs])
    places = {pair.id: number for number, pair in enumerate(pairs)}
    groups = []
    for document in openings:
        features = np.zeros((len(pairs) + 1, len(FEATURES) + 1))
        people, evidence = book.evidence(document.text)
        features[people, :-1] = evidence
        # Of those who are not named at all nothing would be learned.
        rows = [*people.tolist(), len(pairs)]
        features[-1, -1] = 1.0
        right = places.get(document.id, len(pairs))
        groups.append(Group(features[rows], rows.index(right if right in rows else len(pairs))))
    return groups


FILLS = ((0.0, 0.0), (0.0, 0.0), (0.0, 0.4), (0.0, 0.8), (0.2, 0.7), (0.5, 0.4), (0.9, 0.1), (1.0, 0.0))
"""Shares of masks that are filled rightly and wrongly, in the texts by which all weights are learned."""


def filled_groups(pairs: Sequence[Pair], openings: Sequence[Document], out: Path, schedule: Schedule) -> list[Group]:
    """What speaks for each name of the pairs with each of their texts: masked, and filled rightly and wrongly.

    About every second text is looked up in the openings.
    """
    dice = random.Random(schedule.seed)
    people = [Profile(pair.id, pair.names[0]) for pair in pairs]
    ranker = Ranker(openings, str(out))
    groups = []
    for number, pair in enumerate(pairs):
        for right, wrong in FILLS:
            features = ranker.features(ranker_sources.fill(pair, right, wrong, pairs, dice), people)
            if dice.random() < 0.5:
                features[:, -1] = 0.0
            groups.append(Group(features, number))
    return groups


def learn_weights(groups: Sequence[Group], penalty: float = 1e-3) -> "NDArray[np.float64]":
    """The weights under which those who are right are likeliest among all.

    Not with a margin: a text in which another person's name was filled in would count by how far that one leads.
    """
    from scipy.optimize import minimize

    width = groups[0].features.shape[1]

    def loss(weights: "NDArray[np.float64]") -> "tuple[float, NDArray[np.float64]]":
        total, gradient = penalty * float(weights @ weights), 2 * penalty * weights
        for group in groups:
            scores = group.features @ weights
            shares = np.exp(scores - scores.max())
            shares /= shares.sum()
            total -= float(np.log(max(shares[group.right], 1e-12))) / len(groups)
            gradient = gradient + (shares @ group.features - group.features[group.right]) / len(groups)
        return total, gradient

    found = minimize(loss, np.zeros(width), jac=True, method="L-BFGS-B", options={"maxiter": 200})
    weights: NDArray[np.float64] = found.x
    return weights
