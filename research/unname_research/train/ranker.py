"""Trains the ranker of names with a margin ranking loss: first the network of names and words, then all weights.

As `infill2025`, which fine-tunes BERT with that loss; see `unname.attack.ranker` for where we differ.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from unname.attack.ranker import COLUMNS, Ranker
from unname.attack.written_names import FEATURES, NameBook
from unname.core.document import Document, Profile
from unname.core.errors import require
from unname.core.progress import Listener
from unname.models.name_network import FILE, name_pieces, text_words
from unname_research.train import ranker_sources
from unname_research.train.ranker_sources import Pair

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Schedule:
    """How to train: sizes, how often a feature must be seen to be kept, and for how long."""

    width: int = 16
    n_pieces: int = 12000
    n_words: int = 8000
    fewest: int = 4
    steps: int = 3000
    batch: int = 96
    rate: float = 0.01
    margin: float = 1.0
    forgets: float = 0.5
    keeps: tuple[float, float] = (0.3, 1.0)
    name_keeps: tuple[float, float] = (0.3, 1.0)
    courts: float = 0.5
    real: float = 0.2
    n_lives: int = 100
    sharpness: float = 40.0
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
    standing = learn_weights(opening_groups(courts, openings)) if openings else np.ones(len(FEATURES))
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
    torch = require("torch", "train")
    torch.manual_seed(schedule.seed)
    dice = np.random.default_rng(schedule.seed)
    pairs = [*courts, *headings, *lives]
    texts = [*(pair.text for pair in pairs), *(ranker_sources.stateless(pair) for pair in courts)]
    name_keys, name_rows = _numbered([name_pieces(pair.names) for pair in pairs], schedule.n_pieces, schedule.fewest)
    word_keys, word_rows = _numbered([text_words(text) for text in texts], schedule.n_words, schedule.fewest)
    sizes = len(courts), len(headings), len(lives)
    tables = [torch.nn.EmbeddingBag(len(keys), schedule.width, mode="sum") for keys in (name_keys, word_keys)]
    for table in tables:
        torch.nn.init.normal_(table.weight, std=0.1)
    optimizer = torch.optim.Adam([table.weight for table in tables], lr=schedule.rate)
    for step in range(schedule.steps):
        optimizer.param_groups[0]["lr"] = rate = schedule.rate * (1.0 - step / schedule.steps)
        batch = _batch(sizes, schedule, dice)
        kept = [_words_of(number, sizes, word_rows, schedule, dice) for number in batch]
        named = [_some(name_rows[number], schedule.name_keeps, dice) for number in batch]
        names = torch.nn.functional.normalize(_bags(torch, tables[0], named), eps=1e-6)
        fits = _bags(torch, tables[1], kept) @ names.T
        # The margin ranking loss: whoever is right must lead each other by the margin. Names of one state cannot be
        # told apart by it, and would be learned by heart.
        states = np.array([pairs[number].state or number for number in batch], dtype=object)
        rivals = torch.from_numpy((states[:, None] != states).astype(np.float32))
        behind = torch.relu(schedule.margin - fits.diagonal()[:, None] + fits) * rivals
        loss = (behind.sum(dim=1) / (1.0 + (behind > 0).sum(dim=1))).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            # A word that does not earn its place is forgotten whole, or long texts would be learned by heart.
            lengths = tables[1].weight.norm(dim=1, keepdim=True).clamp_min(1e-9)
            tables[1].weight.mul_((1.0 - rate * schedule.forgets / lengths).clamp_min(0.0))
        if report and step % 100 == 0:
            report("names", step, schedule.steps, float(loss.detach()))
    vectors = [table.weight.detach().numpy().astype(np.float16) for table in tables]
    return {"name_keys": name_keys, "name_vectors": vectors[0], "word_keys": word_keys, "word_vectors": vectors[1]}


def _numbered(
    lists: Sequence[Sequence[str]], most: int, fewest: int
) -> "tuple[NDArray[np.uint32], list[NDArray[np.int64]]]":
    """The hashes of the commonest features in order, and each list by the places of its features there."""
    counts = Counter(crc32(feature.encode()) for features in lists for feature in features)
    kept = sorted(key for key, count in counts.most_common(most) if count >= fewest)
    places = {key: place for place, key in enumerate(kept)}
    rows = [[places[key] for feature in each if (key := crc32(feature.encode())) in places] for each in lists]
    return np.array(kept, np.uint32), [np.array(each, np.int64) for each in rows]


def _batch(sizes: tuple[int, int, int], schedule: Schedule, dice: np.random.Generator) -> list[int]:
    """The numbers of pairs of one kind: judgments and headings, or lives."""
    n_courts, n_headings, n_lives = sizes
    if n_lives and dice.random() >= (schedule.courts if n_courts else 0.0):
        return [n_courts + n_headings + number for number in _draw(n_lives, schedule.batch, dice)]
    n_real = round(schedule.real * schedule.batch)
    drawn = _draw(n_headings, schedule.batch - n_real, dice)
    return [*_draw(n_courts, n_real, dice), *(n_courts + number for number in drawn)]


def _draw(n: int, most: int, dice: np.random.Generator) -> list[int]:
    return [int(number) for number in dice.choice(n, size=min(most, n), replace=False)] if n else []


def _words_of(
    number: int,
    sizes: tuple[int, int, int],
    rows: "Sequence[NDArray[np.int64]]",
    schedule: Schedule,
    dice: np.random.Generator,
) -> "NDArray[np.int64]":
    """A random share of the words of a text, as more or less is masked; of a heading, its own among those of a case."""
    n_courts, n_headings, n_lives = sizes
    share = dice.uniform(*schedule.keeps)
    if not n_courts <= number < n_courts + n_headings:
        return _some(rows[number], (share, share), dice)
    around = rows[n_courts + n_headings + n_lives + int(dice.integers(n_courts))] if n_courts else rows[number][:0]
    return np.concatenate([rows[number], _some(around, (share, share), dice)])


def _some(rows: "NDArray[np.int64]", keeps: tuple[float, float], dice: np.random.Generator) -> "NDArray[np.int64]":
    """A random share of features."""
    return rows[dice.random(len(rows)) < dice.uniform(*keeps)]


def _bags(torch: Any, table: Any, rows: "Sequence[NDArray[np.int64]]") -> Any:
    offsets = np.cumsum([0, *(len(each) for each in rows[:-1])])
    return table(torch.from_numpy(np.concatenate(rows)), torch.from_numpy(offsets))


def opening_groups(pairs: Sequence[Pair], openings: Sequence[Document]) -> list[Group]:
    """How the opening of each case names each of the applicants: whose it is can be learned from that."""
    book = NameBook.build([pair.names for pair in pairs])
    texts = {document.id: document.text for document in openings}
    groups = []
    for number, pair in enumerate(pairs):
        if pair.id in texts:
            features = np.zeros((len(pairs), len(FEATURES)))
            people, evidence = book.evidence(texts[pair.id])
            features[people] = evidence
            groups.append(Group(features, number))
    return groups


FILLS = ((0.0, 0.0), (0.0, 0.0), (0.0, 0.4), (0.0, 0.8), (0.2, 0.7), (0.5, 0.4), (0.9, 0.1), (1.0, 0.0))
"""Shares of masks that are filled rightly and wrongly, in the texts by which all weights are learned."""


def filled_groups(pairs: Sequence[Pair], openings: Sequence[Document], out: Path, schedule: Schedule) -> list[Group]:
    """What speaks for each name of the pairs with each of their texts: masked, and filled rightly and wrongly.

    Every second text is looked up in the openings.
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
