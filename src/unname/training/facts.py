"""How the model of facts is trained: one logistic model for each trait of profiles, then one space for all.

Where this differs from `morris2022`: people are not learned as classes but described by what many of them share, so
nobody can be learned by heart, and what a word says of a fact carries over to people who were never seen.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix
from scipy.sparse.linalg import svds
from scipy.special import log_softmax, logsumexp

from unname.core.errors import InputError
from unname.core.progress import Listener
from unname.core.whole_file import whole_file
from unname.models.linkage.bag_features import PIECE, Features, document_features
from unname.models.linkage.facts import Values, save_facts, value_hash
from unname.models.linkage.traits import IS, traits
from unname.people.pairs import Parts
from unname.training.ascent import Diverged
from unname.training.feature_counts import found_in, frequent
from unname.training.linkage import Training, is_done
from unname.training.linkage_views import Examples, Masking, hidden_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Trait = tuple[str, str]

LEXICAL = 0.6
"""The share of documents that lose all words of their profile: what is left has to do."""

_SCALE = np.float32(1 / 15)
_DECAY = 1e-6
_STEPS = 30
_TOO_LITTLE = "there is no model of facts to learn: profiles have too few values in common, or documents too few words"
_SPREAD = 1.0
"""How far, in steps from one value to the next, numbers pass for each other."""


@dataclass(frozen=True)
class FactsSettings:
    """How many documents must have a feature, how many people a value, what share of people a trait; the width."""

    n_documents: int = 5
    n_people: int = 15
    share: float = 0.1
    width: int = 256


def train(parts: Parts, out: Path, training: Training, report: Listener | None = None) -> Path:
    """Train the model on the people to train on, weigh its traits by those to steer by; gives the folder.

    Each trait is kept when it is learned, so that an interrupted run goes on where it was; one with other people or
    settings does not take it up.
    """
    examples = Examples.of(parts.train)
    settings = _settings(training, len(examples))
    about = {"people": len(examples), "seed": training.seed, "settings": asdict(settings)}
    if is_done(out, about):
        return out
    masking = Masking(training.dropout, lexical=LEXICAL if training.redactions else 0.0, capitals=0.0)
    dice = np.random.default_rng(training.seed)
    found = _features([_masked(examples, number, masking, dice) for number in range(len(examples))])
    features, _ = frequent(found, len(examples), settings.n_documents)
    known = _traits(examples, settings)
    if len(features) < 2 or not known:
        raise InputError(_TOO_LITTLE)
    fitted = _fitted(_matrix(found, features, len(examples)), features, examples, known, out, report)
    weights = _weighed(fitted, features, known, parts, masking, training.seed)
    words, values = _joined(fitted, known, weights, settings.width)
    folder = save_facts(out, features, words, values, {"training": about})
    for path in out.glob("trait_*.npy"):
        path.unlink()
    return folder


def _settings(training: Training, n_people: int) -> FactsSettings:
    least = max(2, min(FactsSettings.n_people, n_people // 20))
    n_documents = max(1, min(FactsSettings.n_documents, n_people // 100))
    return FactsSettings(n_documents, least, width=training.width or FactsSettings.width)


def _masked(examples: Examples, number: int, masking: Masking, dice: np.random.Generator) -> str:
    visible = examples.visible(number, masking, dice)
    return hidden_text(examples.texts[number], examples.spans[number], visible)


def _features(texts: Sequence[str]) -> Features:
    """Words, pairs of words and years; longer n-grams and pieces of words teach little about facts."""
    features = document_features(texts)
    return features.taken((features.last - features.first <= 1) & (features.kinds != PIECE))


def _matrix(features: Features, known: "NDArray[np.uint64]", n_rows: int) -> Any:
    at, here = found_in(known, features.hashes)
    counts = np.full(int(here.sum()), _SCALE, np.float32)
    return csr_matrix((counts, (features.rows[here], at[here])), shape=(n_rows, len(known)))


def _traits(examples: Examples, settings: FactsSettings) -> "dict[Trait, list[int | str]]":
    """The values of each trait that enough people share; a trait of few people, or of one value, is left out."""
    counts: dict[Trait, Counter[int | str]] = {}
    for profile in examples.profiles:
        for trait, value in traits(profile).items():
            counts.setdefault(trait, Counter())[value] += 1
    found: dict[Trait, list[int | str]] = {}
    for trait, counted in sorted(counts.items()):
        least = settings.n_people if trait[1] == IS else 1
        values = sorted(
            (value for value, n in counted.items() if n >= least), key=lambda value: (str(type(value)), value)
        )
        if sum(counted[value] for value in values) >= settings.share * len(examples):
            found[trait] = values
    return found


def _fitted(
    matrix: Any,
    features: "NDArray[np.uint64]",
    examples: Examples,
    known: "dict[Trait, list[int | str]]",
    out: Path,
    report: Listener | None,
) -> "list[Floats]":
    out.mkdir(parents=True, exist_ok=True, mode=0o700)
    each = [traits(profile) for profile in examples.profiles]
    transposed = matrix.T.tocsr()
    key = blake2b(repr((known, each)).encode("utf-8", "surrogatepass"), digest_size=8)
    for array in (features, matrix.indptr, matrix.indices):
        key.update(array.tobytes())
    fitted = []
    for number, (trait, values) in enumerate(known.items()):
        path = out / f"trait_{key.hexdigest()}_{number}.npy"
        if not path.exists():
            with whole_file(path) as partial:
                weights = _fit(matrix, transposed, _targets(each, trait, values))
                np.save(partial, weights.astype(np.float16), allow_pickle=False)
        fitted.append(np.load(path, allow_pickle=False))
        if report:
            report("facts", number + 1, len(known), 0.0)
    return fitted


def _targets(each: Sequence[dict[Any, Any]], trait: "Trait", values: Sequence[int | str]) -> "Floats":
    """For every person, how much of each value to expect, having none being the first; neighbors of a number count."""
    numbers = {value: number for number, value in enumerate(values, start=1)}
    own = np.array([numbers.get(found[trait], -1) if trait in found else 0 for found in each])
    shares = np.eye(len(values) + 1, dtype=np.float32)
    if trait[1] != IS:
        places = np.array([float(value) for value in values])
        step = np.median(np.diff(places)) if len(places) > 1 else 1.0
        near = np.exp(-0.5 * ((places[:, None] - places[None]) / (_SPREAD * step)) ** 2)
        shares[1:, 1:] = near / near.sum(axis=1, keepdims=True)
    targets = shares[own]
    targets[own < 0] = 0.0
    return np.asarray(targets, np.float32)


def _fit(matrix: Any, transposed: Any, targets: "Floats") -> "Floats":
    """The weights of a logistic model; a person whose value is too rare teaches nothing."""
    shape = (matrix.shape[1], targets.shape[1])
    taught = targets.sum(axis=1, keepdims=True) > 0
    n_taught = max(1, int(taught.sum()))
    prior = np.log(targets.sum(axis=0) / n_taught + 1e-6).astype(np.float32)

    def loss(flat: Any) -> tuple[float, Any]:
        weights = flat.reshape(shape).astype(np.float32)
        logs = log_softmax(matrix @ weights + prior, axis=1)
        wrong = ((np.exp(logs) * taught - targets) / n_taught).astype(np.float32)
        slope = transposed @ wrong + 2 * _DECAY * weights
        total = -float((targets * logs).sum()) / n_taught + _DECAY * float((weights**2).sum())
        return total, slope.astype(np.float64).ravel()

    found = minimize(
        loss, np.zeros(shape).ravel(), jac=True, method="L-BFGS-B", options={"maxiter": _STEPS, "maxcor": 4}
    )
    if not np.isfinite(found.fun):
        raise Diverged("training of facts gave no number; nothing is written")
    return np.asarray(found.x.reshape(shape), np.float32)


def _weighed(
    fitted: "Sequence[Floats]",
    features: "NDArray[np.uint64]",
    known: "dict[Trait, list[int | str]]",
    parts: Parts,
    masking: Masking,
    seed: int,
) -> "Floats":
    """How much each trait counts, so that held-out people are likeliest among all; traits that say the same share."""
    if not parts.validation:
        return np.ones(len(fitted), np.float32)
    held_out = Examples.of(parts.validation)
    dice = np.random.default_rng([seed, 1])
    texts = [_masked(held_out, number, masking, dice) for number in range(len(held_out))]
    matrix = _matrix(_features(texts), features, len(texts))
    people = [traits(pair.profile) for pair in (*parts.validation, *parts.train)]
    scores = []
    for (trait, values), weights in zip(known.items(), fitted, strict=True):
        own = np.argmax(_targets(people, trait, values), axis=1)
        scores.append((matrix @ weights.astype(np.float32))[:, own])
    return _likeliest(np.stack(scores))


def _likeliest(scores: "Floats") -> "Floats":
    """Weights of scores (trait, document, person), the person of a document being the one of its number."""
    rows = np.arange(scores.shape[1])

    def loss(weights: Any) -> tuple[float, Any]:
        total = np.tensordot(weights.astype(np.float32), scores, axes=1)
        logs = total - logsumexp(total, axis=1, keepdims=True)
        expected = np.exp(logs)
        slope = [float((expected * score).sum() - score[rows, rows].sum()) for score in scores]
        return -float(logs[rows, rows].sum()), np.array(slope)

    found = minimize(loss, np.full(len(scores), 0.5), jac=True, method="L-BFGS-B", bounds=[(0, None)] * len(scores))
    return np.asarray(found.x, np.float32)


def _joined(
    fitted: "Sequence[Floats]", known: "dict[Trait, list[int | str]]", weights: "Floats", width: int
) -> "tuple[Floats, Values]":
    """One space for all traits: the directions that matter most, words and values having vectors in it."""
    used = [number for number, weight in enumerate(weights) if weight > 0]
    if not used:
        raise InputError(_TOO_LITTLE)
    names = [list(known)[number] for number in used]
    whole = np.concatenate([fitted[number].astype(np.float32) * weights[number] for number in used], axis=1) * _SCALE
    left, sizes, right = svds(whole, k=min(width, *(size - 1 for size in whole.shape)), random_state=0)
    hashes = [value_hash(trait, value) for trait in names for value in (None, *known[trait])]
    order = np.argsort(np.array(hashes, np.uint64))
    rows = right.T.astype(np.float32)[order]
    return (left * sizes).astype(np.float32), Values(tuple(names), np.array(hashes, np.uint64)[order], rows)
