"""Ranks by vectors: algebra where it is exact, whole texts where it is not."""

import stat
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linking import Summing, Whole, add_up
from unname.core.document import Document, Mention, Profile, Span
from unname.core.errors import ConfigError, InternalError
from unname.index.matrix import on_grid
from unname.models.linkage.terms import place
from unname.risk.encoded import EncodedScorer
from unname.risk.view_texts import write_view

PEOPLE = [
    Profile("ada", text="judge chess Zenda harp"),
    Profile("ben", text="judge chess Strelsau"),
    Profile("cid", text="nurse harp Zenda Zenda"),
    Profile("dot", text="sailor"),
    Profile("eve"),
    Profile("fay", fields={"town": ["Zenda", "Strelsau"], "job": "nurse"}),
]
TEXT = "The judge from Zenda plays chess and the harp, a judge."
ENTITIES = ["judge", "Zenda", "chess", "harp"]


def about(text: str = TEXT) -> Document:
    mentions = [
        Mention(Span(start, start + len(word)), "MISC", word)
        for word in ENTITIES
        for start in range(len(text))
        if text.startswith(word, start)
    ]
    return Document("note", text, mentions=tuple(mentions))


def brute(document: Document, view: Mapping[str, str], person: int) -> tuple[int, float]:
    """What everybody scores by the text that the view shows, worked out one by one."""
    model = Summing()
    vector = on_grid(model.documents([write_view(document, view).text]))[0]
    scores = np.array([vector @ model.profiles([p])[0].astype(np.float16).astype(np.float64) for p in PEOPLE])
    return place(np.round(scores, 3), person)[0], place(scores, person)[1]


views = st.dictionaries(st.sampled_from(ENTITIES), st.sampled_from(["***", "[MISC]", "", "a sailor", "Strelsau"]))


@pytest.mark.parametrize("exact", [True, False])
@settings(max_examples=40)
@given(st.lists(views, max_size=4), st.integers(0, len(PEOPLE) - 1))
def test_ranks_are_those_of_the_texts(exact: bool, several: list[Mapping[str, str]], person: int) -> None:
    scorer, document = EncodedScorer(Summing(exact=exact), PEOPLE), about()
    ranks, probabilities = scorer.rank_views(document, person, several)
    for view, found, share in zip(several, ranks.tolist(), probabilities.tolist(), strict=True):
        expected, chance = brute(document, view, person)
        assert found == expected
        assert share == pytest.approx(chance, rel=1e-2)


def test_masking_is_algebra_where_parts_are_exact() -> None:
    scorer = EncodedScorer(Summing(), PEOPLE)
    every = [dict.fromkeys(ids, "***") for size in range(5) for ids in combinations(ENTITIES, size)]
    scorer.rank_views(about(), 0, every)
    scorer.terms(about(), 0, every[3])
    assert scorer.n_encoded == 0
    scorer.rank_views(about(), 0, [*every, {"Zenda": "a town"}])
    assert scorer.n_encoded == 1


def test_each_text_is_encoded_once_in_one_batch() -> None:
    model = Whole()
    scorer = EncodedScorer(model, PEOPLE)
    scorer.rank_views(about(), 0, [{}, {"Zenda": "***"}, {"Zenda": "a town"}, {"Zenda": "***"}])
    assert scorer.n_encoded == 3
    assert model.read == [TEXT, TEXT.replace("Zenda", "***"), TEXT.replace("Zenda", "a town")]


def test_a_word_that_is_hidden_in_part_is_judged_as_it_is_left() -> None:
    text = "The chess-loving Strelsau judge."
    document = Document("d", text, mentions=(Mention(Span(10, 16), "MISC", "loving"),))
    scorer = EncodedScorer(Summing(), PEOPLE)
    (found,) = scorer.rank_views(document, 1, [{"loving": "***"}]).probabilities
    assert found == pytest.approx(brute(document, {"loving": "***"}, 1)[1], rel=1e-2)
    assert scorer.n_encoded == 1
    assert not scorer.terms(document, 1, {}).exact


@pytest.mark.parametrize("model", [Summing(), Summing(exact=False), Whole()])
@pytest.mark.parametrize("view", [{}, {"Zenda": "***"}, {"Zenda": "Strelsau", "harp": "***"}])
def test_terms_add_up_to_the_text_that_the_view_shows(model: Summing | Whole, view: dict[str, str]) -> None:
    document = about()
    scorer = EncodedScorer(model, PEOPLE)
    terms = scorer.terms(document, 0, view)
    gone = {n for n, entity in enumerate(document.entities) if entity.id in view}
    alive = np.array([gone.isdisjoint(members) for members in terms.members], bool)
    totals = add_up(terms, alive)
    found = place(np.round(totals, 3), 0)[0], place(totals, 0)[1]
    assert found == pytest.approx(brute(document, view, 0), rel=1e-2)
    assert terms.exact is getattr(model, "exact", False)
    if not terms.exact:
        assert alive.all()


@pytest.mark.parametrize("view", [{}, {"harp": "***"}, {"harp": "a sailor"}])
def test_without_parts_each_term_is_what_hiding_one_entity_changes(view: dict[str, str]) -> None:
    document, scorer = about(), EncodedScorer(Whole(), PEOPLE)
    terms = scorer.terms(document, 2, view)
    assert list(terms.members) == [(n,) for n, entity in enumerate(document.entities) if entity.id not in view]
    assert scorer.n_encoded == 1 + len(terms.members)
    for number, (entity,) in enumerate(terms.members):
        alive = np.arange(len(terms.members)) != number
        shown = {**view, document.entities[entity].id: "***"}
        assert place(add_up(terms, alive), 2)[1] == pytest.approx(brute(document, shown, 2)[1], rel=1e-2)


def test_near_a_view_words_are_found_where_they_were() -> None:
    document = about()
    exact, near = EncodedScorer(Summing(), PEOPLE), EncodedScorer(Summing(exact=False), PEOPLE)
    whole, shifted = exact.terms(document, 0, {}), near.terms(document, 0, {"judge": "a very old person"})
    people = np.arange(len(PEOPLE))
    kept = dict(zip(whole.members, whole.contributions(people), strict=True))
    found = dict(zip(shifted.members, shifted.contributions(people), strict=True))
    assert set(found) == {members for members in kept if 0 not in members}
    for members, contributions in found.items():
        assert contributions == pytest.approx(kept[members], abs=1e-3)
    assert near.n_encoded == 1


def test_who_fits_best() -> None:
    scorer = EncodedScorer(Summing(), PEOPLE)
    assert scorer.find_best(Document("d", "nurse harp Zenda Zenda")) == 2


@pytest.mark.parametrize("text", ["", "... ***", "[PERSON]"])
def test_a_text_without_words_is_judged(text: str) -> None:
    scorer = EncodedScorer(Summing(), PEOPLE)
    ranks, probabilities = scorer.rank_views(Document("d", text), 4, [{}])
    assert 1 <= ranks[0] <= len(PEOPLE)
    assert 0 < probabilities[0] < 1


def test_vectors_of_people_are_kept_for_the_next_time(tmp_path: Path) -> None:
    cache, views = tmp_path / "cache", [{}, {"Zenda": "***"}]
    first, second = Summing(), Summing()
    told = EncodedScorer(first, PEOPLE, cache).rank_views(about(), 0, views)
    again = EncodedScorer(second, PEOPLE, cache).rank_views(about(), 0, views)
    assert (first.n_profiles, second.n_profiles) == (4 + len(PEOPLE), 4)
    assert [side.tolist() for side in told] == [side.tolist() for side in again]
    (file,) = cache.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not any(word.encode() in file.name.encode() + file.read_bytes() for word in (*ENTITIES, "ada", "nurse"))


def test_other_people_and_other_models_are_not_taken_for_these(tmp_path: Path) -> None:
    class Other(Summing):
        def profiles(self, profiles):
            return super().profiles(profiles) * 2

    changed = [*PEOPLE[:-1], Profile("fay", text="nurse")]
    for model, people in ((Summing(), PEOPLE), (Other(), PEOPLE), (Summing(), changed), (Summing("new"), PEOPLE)):
        EncodedScorer(model, people, tmp_path).rank_views(about(), 0, [{}])
    assert len(list(tmp_path.iterdir())) == 4


def test_a_damaged_file_of_the_cache_is_made_anew(tmp_path: Path) -> None:
    told = EncodedScorer(Summing(), PEOPLE, tmp_path).rank_views(about(), 0, [{}])
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-3])
    assert EncodedScorer(Summing(), PEOPLE, tmp_path).rank_views(about(), 0, [{}]) == told


@pytest.mark.parametrize(
    ("answer", "error"), [(np.full((1, 24), np.nan), ConfigError), (np.zeros((3, 24)), InternalError)]
)
def test_a_model_that_fails_fails_the_document(answer: np.ndarray, error: type[Exception]) -> None:
    class Broken(Whole):
        def documents(self, texts):
            return answer

    with pytest.raises(error) as caught:
        EncodedScorer(Broken(), PEOPLE).rank_views(about(), 0, [{}])
    assert "Zenda" not in str(caught.value)
