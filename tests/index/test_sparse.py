"""The index against a small independent computation, and every way to a score against every other."""

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from unname.core.errors import ConfigError, InputError
from unname.index.sparse import BM25, BMX, SparseIndex, search, weighting_from
from unname.index.sparse import build as building
from unname.index.sparse.weighting import Likelihood
from unname.text.ngrams import NGrams

PEOPLE = [
    "Ada Grey is a judge in Zenda. She plays chess in Zenda",
    "Tom White, a nurse, left Ruritania for Zenda",
    "",
    "chess chess chess chess and a little tennis",
    "Ada Grey is a judge in Zenda. She plays chess in Zenda",
]
TEXTS = ["A judge of Zenda who plays chess chess", "", "unknown wording", "nurse [PERSON] Ruritania", "chess"]
WEIGHTINGS = [
    "tfidf",
    "bm25",
    "bm25(k1=0.5, b=0.2)",
    "bmx",
    "bmx(alpha=0.7, beta=0.3)",
    "likelihood",
    "likelihood(own=0.6)",
]
NGRAMS = [NGrams(), NGrams(words=(1, 3), stop_words=True), NGrams(characters=(3, 5))]

words = st.sampled_from("ada zenda judge chess nurse grey tom tennis".split())
texts = st.lists(words, max_size=12).map(" ".join)


def counted(texts: list[str], ngrams: NGrams) -> list[Counter[str]]:
    return [Counter(ngrams.terms(text)) for text in texts]


def expected(name: str, texts: list[str], people: list[str], ngrams: NGrams) -> np.ndarray:
    documents = counted(people, ngrams)
    rows = []
    for query in counted(texts, ngrams):
        known = {term: n for term, n in query.items() if any(term in document for document in documents)}
        rows.append([score(name, known, len(query), document, documents) for document in documents])
    return np.array(rows)


def score(
    name: str, query: dict[str, int], n_terms: int, document: Counter[str], documents: list[Counter[str]]
) -> float:
    n = len(documents)
    mean = sum(d.total() for d in documents) / n
    df = {term: sum(term in d for d in documents) for d in [*documents, query] for term in d}
    if name == "tfidf":
        idf = {term: math.log((1 + n) / (1 + df[term])) + 1 for term in df}
        vectors = [{term: (1 + math.log(tf)) * idf[term] for term, tf in d.items()} for d in (query, document)]
        norms = [math.sqrt(sum(value**2 for value in vector.values())) for vector in vectors]
        dot = sum(value * vectors[1].get(term, 0.0) for term, value in vectors[0].items())
        return dot / (norms[0] * norms[1]) if dot else 0.0
    weighting = weighting_from(name)
    if isinstance(weighting, Likelihood):
        everything: Counter[str] = sum(documents, Counter())
        odds = weighting.own / (1 - weighting.own)
        ratios = {
            t: document[t] / document.total() / (everything[t] / everything.total()) for t in query if document[t]
        }
        return sum(query[t] * math.log(1 + odds * ratio) for t, ratio in ratios.items())
    idf = {term: math.log(1 + (n - df[term] + 0.5) / (df[term] + 0.5)) for term in df}
    shared = [term for term in query if term in document]
    relative = document.total() / mean
    if isinstance(weighting, BM25):
        k1, b = weighting.k1, weighting.b
        return sum(idf[t] * document[t] / (document[t] + k1 * (1 - b + b * relative)) for t in shared)
    assert isinstance(weighting, BMX)
    alpha = min(max(mean / 100, 0.5), 1.5) if weighting.alpha is None else weighting.alpha
    beta = 1 / math.log(1 + n) if weighting.beta is None else weighting.beta
    entropy = {}
    for term in query:
        p = [1 / (1 + math.exp(-d[term])) for d in documents if term in d]
        entropy[term] = -sum(x * math.log(x) for x in p)
    entropy = {term: value / max(entropy.values()) for term, value in entropy.items()}
    mean_entropy = sum(entropy.values()) / len(entropy) if entropy else 0.0
    total = 0.0
    for t in shared:
        total += idf[t] * document[t] * (alpha + 1) / (document[t] + alpha * relative + alpha * mean_entropy)
        total += beta * entropy[t] * len(shared) / n_terms
    return total


@pytest.mark.parametrize("ngrams", NGRAMS, ids=str)
@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_scores_follow_the_formula(weighting: str, ngrams: NGrams) -> None:
    found = SparseIndex.build(PEOPLE, ngrams).scores(TEXTS, weighting)
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, expected(weighting, TEXTS, PEOPLE, ngrams), rtol=1e-12, atol=1e-15)
    assert found[0, 0] == found[0, 4] > 0
    assert not found[1].any()
    assert not found[2].any()
    assert not found[:, 2].any()


@given(people=st.lists(texts, min_size=1, max_size=6), query=texts)
@settings(max_examples=50)
def test_tfidf_of_any_population(people: list[str], query: str) -> None:
    ngrams = NGrams()
    found = SparseIndex.build(people, ngrams).scores([query])
    np.testing.assert_allclose(found, expected("tfidf", [query], people, ngrams), rtol=1e-10, atol=1e-12)


def test_tfidf_is_that_of_scikit_learn() -> None:
    text = pytest.importorskip("sklearn.feature_extraction.text")
    ngrams = NGrams(words=(1, 3), stop_words=True)
    vectorizer = text.TfidfVectorizer(sublinear_tf=True, analyzer=ngrams.terms)
    people = vectorizer.fit_transform(PEOPLE)
    theirs = (vectorizer.transform(TEXTS) @ people.T).toarray()
    np.testing.assert_allclose(SparseIndex.build(PEOPLE, ngrams).scores(TEXTS), theirs, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("weighting", WEIGHTINGS)
@pytest.mark.parametrize("common", [0, 1, 3])
@given(
    people=st.lists(texts, min_size=1, max_size=30),
    query=texts,
    n=st.integers(1, 12),
    seed=st.none() | st.integers(0, 9),
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_best_are_the_best_of_all(
    monkeypatch: pytest.MonkeyPatch,
    weighting: str,
    common: int,
    people: list[str],
    query: str,
    n: int,
    seed: int | None,
) -> None:
    monkeypatch.setattr(search, "COMMON", common)
    index = SparseIndex.build(people, NGrams())
    order = None if seed is None else np.random.default_rng(seed).permutation(len(people))
    scores = index.scores([query], weighting)[0]
    places = np.arange(len(people)) if order is None else order
    best = np.lexsort((places, -scores))[:n]
    numbers, found = index.top([query, query], n, weighting, order)
    assert numbers.tolist() == [best.tolist()] * 2
    assert found.tolist() == [scores[best].tolist()] * 2


def test_common_terms_are_not_read_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    people = [f"zenda chess name{number}" for number in range(400)]
    index = SparseIndex.build(people, NGrams(words=(1, 1)))
    monkeypatch.setattr(search, "COMMON", 10)
    read: list[int] = []
    add = search.Search._add
    monkeypatch.setattr(search.Search, "_add", lambda self, i, docs, n: read.append(len(docs)) or add(self, i, docs, n))
    assert index.top(["zenda chess name7"], 1)[0].tolist() == [[7]]
    assert read == [1, 1]
    assert index.scores(["zenda chess name7"])[0].argmax() == 7
    assert read == [1, 1, 400, 400]


@pytest.mark.parametrize("ngrams", NGRAMS, ids=str)
@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_contributions_sum_to_the_score(weighting: str, ngrams: NGrams) -> None:
    index = SparseIndex.build(PEOPLE, ngrams)
    scores = index.scores(TEXTS, weighting)
    for row, text in enumerate(TEXTS):
        for document in range(len(PEOPLE)):
            parts = index.contributions(text, document, weighting)
            assert sum(parts.values()) == pytest.approx(scores[row, document], abs=1e-12)
            assert set(parts) == set(ngrams.terms(text)) & set(ngrams.terms(PEOPLE[document]))
            assert list(parts.values()) == sorted(parts.values(), reverse=True)


def test_contributions_of_nobody() -> None:
    with pytest.raises(InputError, match="no document 5"):
        SparseIndex.build(PEOPLE).contributions("chess", 5)


@given(
    people=st.lists(texts, max_size=12),
    size=st.integers(1, 60),
    split=st.integers(0, 12),
    merged=st.sampled_from([4, 1 << 24]),
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_chunks_and_appending_change_nothing(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
    people: list[str],
    size: int,
    split: int,
    merged: int,
) -> None:
    whole = SparseIndex.build(people)
    monkeypatch.setattr(building, "CHUNK_CHARACTERS", size)
    monkeypatch.setattr(building, "_MAX_MERGED", merged)
    folder = tmp_path_factory.mktemp("index")
    in_folder = SparseIndex.build(people[:split], folder=folder)
    in_folder.append(people[split:])
    in_memory = SparseIndex.build(people[:split])
    in_memory.append(people[split:])
    for index in (in_folder, in_memory, SparseIndex.load(folder)):
        for name in index.postings.ARRAYS:
            found, wanted = getattr(index.postings, name), getattr(whole.postings, name)
            assert found.dtype == wanted.dtype
            np.testing.assert_allclose(found, wanted, rtol=1e-12)


def test_many_repetitions_are_counted() -> None:
    people = ["chess " * 300, "chess tennis"]
    index = SparseIndex.build(people, NGrams(words=(1, 1)))
    np.testing.assert_allclose(
        index.scores(["chess tennis"]), expected("tfidf", ["chess tennis"], people, index.ngrams), rtol=1e-12
    )


def test_nobody_is_a_population_too() -> None:
    index = SparseIndex.build([])
    assert index.scores(TEXTS).shape == (len(TEXTS), 0)
    assert index.top(TEXTS, 3)[0].shape == (len(TEXTS), 0)


def test_progress_counts_documents() -> None:
    done: list[int] = []
    SparseIndex.build(PEOPLE, progress=done.append)
    assert sum(done) == len(PEOPLE)


@pytest.mark.parametrize(
    "name", ["cosine", "bm25(k2=1)", "bm25(b=2)", "bmx(alpha=-1)", "bm25(", "bm25(k1=-0.1)", "likelihood(own=1)"]
)
def test_unknown_weightings(name: str) -> None:
    with pytest.raises(ConfigError):
        SparseIndex.build(PEOPLE).scores(["chess"], name)


@pytest.mark.parametrize("name", WEIGHTINGS)
def test_a_weighting_is_named_with_its_settings(name: str) -> None:
    assert weighting_from(name).name == name


def test_a_saved_index_keeps_its_settings(tmp_path: Path) -> None:
    ngrams = NGrams(characters=(3, 4), stop_words=True)
    built = SparseIndex.build(PEOPLE, ngrams, tmp_path / "deep" / "index", digest="d1")
    loaded = SparseIndex.load(tmp_path / "deep" / "index")
    assert (loaded.ngrams, loaded.digest, loaded.n_documents) == (ngrams, "d1", len(PEOPLE))
    assert (loaded.scores(TEXTS) == built.scores(TEXTS)).all()
    assert not list(tmp_path.rglob("unname-index-*"))


def test_a_crash_leaves_the_old_index(tmp_path: Path) -> None:
    SparseIndex.build(PEOPLE, folder=tmp_path)
    before = SparseIndex.load(tmp_path).scores(TEXTS)

    def broken() -> "iter[str]":
        yield "one more"
        raise RuntimeError("power cut")

    with pytest.raises(RuntimeError):
        SparseIndex.load(tmp_path).append(broken())
    assert (SparseIndex.load(tmp_path).scores(TEXTS) == before).all()
    again = SparseIndex.load(tmp_path)
    again.append(["one more"])
    assert SparseIndex.load(tmp_path).n_documents == len(PEOPLE) + 1
    assert len(list(tmp_path.glob("arrays-*"))) == 1


@pytest.mark.parametrize(
    ("damage", "error"),
    [
        (lambda folder: (folder / "manifest.json").unlink(), InputError),
        (lambda folder: (folder / "manifest.json").write_text("{"), InputError),
        (lambda folder: (folder / "manifest.json").write_text("[]"), InputError),
        (lambda folder: (folder / "manifest.json").write_text('{"format": "unname sparse index"}'), ConfigError),
        (lambda folder: (folder / "arrays-1" / "counts.npy").unlink(), InputError),
        (lambda folder: (folder / "arrays-1" / "counts.npy").write_bytes(b"nothing"), InputError),
        (lambda folder: np.save(folder / "arrays-1" / "lengths.npy", np.zeros(2, np.uint32)), InputError),
    ],
)
def test_a_damaged_index_is_refused(tmp_path: Path, damage, error: type[Exception]) -> None:
    SparseIndex.build(PEOPLE, folder=tmp_path)
    damage(tmp_path)
    with pytest.raises(error):
        SparseIndex.load(tmp_path)


@pytest.mark.parametrize("weighting", ["tfidf", "bm25", "bmx", "likelihood"])
def test_a_word_that_is_repeated_without_end_has_a_score(weighting: str) -> None:
    index = SparseIndex.build(["na " * 800, "chess"], NGrams(words=(1, 1)))
    [scores] = index.scores(["na"], weighting)
    assert np.isfinite(scores).all()
    assert scores[0] > scores[1] == 0


def test_an_index_is_its_owners_alone(tmp_path: Path) -> None:
    SparseIndex.build(["a judge"], folder=tmp_path / "new")
    assert (tmp_path / "new").stat().st_mode & 0o077 == 0
    [arrays] = (tmp_path / "new").glob("arrays-*")
    assert arrays.stat().st_mode & 0o077 == 0, "also where the folder was there before"


def test_what_others_keep_in_the_folder_stays(tmp_path: Path) -> None:
    (tmp_path / "arrays-of-mine").mkdir()
    SparseIndex.build(["a judge"], folder=tmp_path)
    assert (tmp_path / "arrays-of-mine").is_dir()
