"""How well our masked language model knows what to expect, on text that it never saw."""

import gzip
import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from unname.core.errors import InputError
from unname.core.fold import fold
from unname.models.information import WordModel, span_information
from unname.models.masked_lm import MaskedLM
from unname.text.sentences import sentences
from unname_research.bench.rounding import rounded
from unname_research.bench.yardsticks import SmolLM, Trigram, Unigram, words_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]

FEWEST, MOST = 6, 40
"""How many words a sentence has that is judged."""


class Judged(NamedTuple):
    """The words of all sentences, one after the other, as each model sees them, in nats."""

    ours: "Values"
    ours_so_far: "Values"
    unigram: "Values"
    trigram: "Values"
    causal: "Values"
    known: "Mapping[str, NDArray[np.bool_]]"


def run(
    data: str | Path, model: str | Path | None = None, n_sentences: int = 200, seed: int = 0, causal: bool = True
) -> dict[str, Any]:
    """Pseudo-perplexity per word against a unigram and a trigram, and agreement with a causal model on surprisal.

    `data` is the folder with db_bio, utility_tasks and ner_en; the sentences are drawn from parts that no model was
    trained on. Each word is masked alone, all its pieces at once, and its probability is their product; that tells
    our model how many pieces the word has, and the masked model sees both sides, where a trigram sees two words on
    the left. `perplexity` is over the words that all three know, `perplexity_all` over all words (the unigram with a
    floor). `spearman` compares with SmolLM2-135M over all words. That model has read no further than the word, so ours
    is asked the same (`ours_so_far`: all that follows is masked); with both sides in view (`ours`) a word is expected
    for what comes after it, too, which is another quantity.
    """
    by_source = {name: sorted(set(texts)) for name, texts in held_out(Path(data)).items()}
    drawn = {name: _draw(texts, share, seed) for (name, texts), share in _shares(by_source, n_sentences)}
    texts = [text for chosen in drawn.values() for text in chosen]
    judged = judge(texts, MaskedLM(model), causal=causal)
    both = judged.known["unigram"] & judged.known["trigram"]
    result = {
        "sentences": {name: len(chosen) for name, chosen in drawn.items()},
        "words": len(judged.ours),
        "coverage": {name: float(known.mean()) for name, known in judged.known.items()},
        "perplexity": {
            name: perplexity(values[both])
            for name, values in (("ours", judged.ours), ("unigram", judged.unigram), ("trigram", judged.trigram))
        },
        "perplexity_all": {"ours": perplexity(judged.ours), "unigram": perplexity(judged.unigram)},
    }
    if causal:
        names = ("ours_so_far", "ours", "unigram")
        agreement = {name: _spearman(getattr(judged, name), judged.causal) for name in names}
        common = {name: _spearman(getattr(judged, name)[both], judged.causal[both]) for name in (*names, "trigram")}
        result |= {
            "spearman": agreement,
            "spearman_gain": {name: agreement[name] - agreement["unigram"] for name in ("ours_so_far", "ours")},
            "spearman_words_all_know": common,
            "perplexity_causal": perplexity(judged.causal),
        }
    return rounded(result)  # type: ignore[no-any-return]


def judge(texts: Sequence[str], model: WordModel, causal: bool = True) -> Judged:
    """What every model says of every word of the sentences."""
    unigram, trigram, small = Unigram(), Trigram(), SmolLM()
    rows: list[tuple[Any, ...]] = []
    for text in texts:
        words = words_of(text)
        sides = ("both", "left") if causal else ("both", "both")
        ours = [span_information(text, words, model, rounds=None, pool="sum", context=side) for side in sides]
        told = small.surprisal(text, words) if causal else np.zeros(len(words))
        rows.append((*ours, *unigram.surprisal(text, words), *trigram.surprisal(text, words), told))
    both, so_far, frequency, listed, after_two, in_vocabulary, told = map(np.concatenate, zip(*rows, strict=True))
    known = {"unigram": listed.astype(bool), "trigram": in_vocabulary.astype(bool)}
    return Judged(both, so_far, frequency, after_two, told, known)


def perplexity(surprisal: "Values") -> float:
    """The number of equally likely words that would be as surprising on average.

    >>> round(perplexity(np.log([2.0, 8.0])))
    4
    """
    return float(np.exp(surprisal.mean())) if len(surprisal) else 1.0


def held_out(data: Path) -> dict[str, list[str]]:
    """Sentences of a fit length from biographies, encyclopedia paragraphs and web text, none of them trained on."""
    judged = {_plain(name) for name in _judged_people(data)}
    lives = (row for row in _lines(data / "db_bio" / "db_bio_test.jsonl.gz") if _plain(row["people"]) not in judged)
    articles = json.loads(_text(data / "utility_tasks" / "xquad_en.json.gz"))["data"]
    web = _text(data / "ner_en" / "uner_ewt_test.iob2.gz").splitlines()
    return {
        "biographies": [*_cut(row["text"].replace('\\"', '"') for row in lives)],
        "encyclopedia": [*_cut(part["context"] for article in articles for part in article["paragraphs"])],
        "web": [*_cut(line.removeprefix("# text = ") for line in web if line.startswith("# text = "))],
    }


def _cut(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        for start, end in sentences(text):
            if FEWEST <= len(words_of(text[start:end])) <= MOST:
                yield text[start:end]


def _shares(by_source: Mapping[str, list[str]], n: int) -> Iterator[tuple[tuple[str, list[str]], int]]:
    for number, item in enumerate(by_source.items()):
        yield item, n // len(by_source) + (number < n % len(by_source))


def _draw(texts: list[str], n: int, seed: int) -> list[str]:
    return random.Random(seed).sample(texts, min(n, len(texts)))


def _judged_people(data: Path) -> Iterator[str]:
    """The people of the evaluation sets, so that no text about one of them is read here."""
    for path in sorted((data / "wikiactors").glob("*_eval.json.gz")):
        yield from (row["name"] for row in json.loads(_text(path)))
    for path in sorted((data / "wiki553").glob("wiki553.jsonl.gz")):
        yield from (row["doc_id"] for row in _lines(path))


def _plain(name: str) -> str:
    """A name without what stands in brackets, and without blanks and signs."""
    return re.sub(r"[\W_]+", "", re.sub(r"\(.*?\)", "", fold(name)))


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in _text(path).splitlines() if line.strip()]


def _text(path: Path) -> str:
    if not path.exists():
        raise InputError(f"{path}: no such file")
    return gzip.decompress(path.read_bytes()).decode("utf-8")


def _spearman(one: "Values", other: "Values") -> float:
    from scipy.stats import spearmanr

    return float(spearmanr(one, other).statistic)
