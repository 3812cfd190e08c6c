"""The rank of the true person by shared n-grams, against the attack of the same name."""

from itertools import combinations

import numpy as np
import pytest

from linking import add_up
from unname.attack.sparse import Sparse
from unname.core.document import Document, Mention, Profile, Span
from unname.core.errors import ConfigError
from unname.core.policy import Policy
from unname.core.redaction import Option
from unname.core.registry import parse
from unname.decide.ranks.greedy import Greedy
from unname.detect.words import Words
from unname.models.linkage.terms import place
from unname.risk.linkage import Linkage
from unname.risk.view_texts import write_view

PEOPLE = [
    Profile("ada", text="Judge of the high court at Zenda, who plays the harp and chess. The judge restored the harp."),
    Profile("ben", text="A judge from Strelsau who plays chess and restores old clocks by the river."),
    Profile("cid", text="The nurse from Zenda plays the harp at night and is by the river often."),
    Profile("dot", text="A sailor, and then a clerk of the high court."),
    Profile("eve", text=""),
]
TEXT = "The judge from Zenda restores the harp and plays chess by a river."
SPECS = [
    "sparse(words=(1, 2), stem=True)",
    "sparse(words=(1, 3), stop_words=True)",
    "sparse(words=(2, 2), stop_words=True, stem=True)",
    "sparse(characters=(4, 6))",
    "sparse(stem=True, weighting='bm25(b=1.0)')",
    "sparse(stop_words=True, stem=True, weighting='likelihood')",
]


def detected(text: str = TEXT, subject: str = "ada", function_words: bool = False) -> Document:
    document = Document("note", text, person=subject)
    detector = Words(types=True, function_words=function_words)
    return document.with_mentions(detector.detect(document))


def views(document: Document) -> list[dict[str, str]]:
    ids = [entity.id for entity in document.entities]
    return [dict.fromkeys(some, "***") for size in range(len(ids) + 1) for some in combinations(ids, size)]


@pytest.mark.parametrize("spec", SPECS)
def test_the_rank_is_that_of_the_attack_on_the_written_text(spec: str) -> None:
    document, attack = detected(), Sparse(**parse(spec)[1])
    risk = Linkage(PEOPLE, model=(spec,))
    every = views(document)
    scores = np.round(attack.scores([write_view(document, view).text for view in every], PEOPLE), 9)
    expected = [int(np.sum(row >= row[0])) for row in scores]
    assert [answer.rank for answer in risk.assess(document, every)] == expected
    assert len(set(expected)) > 2


@pytest.mark.parametrize("spec", SPECS)
def test_terms_add_up_to_the_answers(spec: str) -> None:
    document, risk = detected(function_words=True), Linkage(PEOPLE, model=spec)
    (terms,) = risk.terms(document)
    numbers = {entity.id: number for number, entity in enumerate(document.entities)}
    every = views(document)[::7]
    for view, answer in zip(every, risk.assess(document, every), strict=True):
        hidden = {numbers[id] for id in view}
        alive = np.array([hidden.isdisjoint(members) for members in terms.members], bool)
        assert place(add_up(terms, alive), terms.person)[0] == answer.rank


def test_a_phrase_is_gone_with_any_of_its_words() -> None:
    document = detected("high court", "dot")
    (terms,) = Linkage(PEOPLE, model="sparse(words=(2, 2))").terms(document)
    assert list(terms.members) == [(0, 1)]


def test_a_word_left_out_of_n_grams_breaks_them_if_it_is_masked() -> None:
    document = Document("d", "court at Zenda", person="ada", mentions=(Mention(Span(6, 8), "MISC", "at"),))
    risk = Linkage(PEOPLE, model="sparse(words=(2, 2))")
    seen, hidden = risk.assess(document, [{}, {"at": "***"}])
    assert (seen.rank, hidden.rank) == (1, len(PEOPLE))


def test_a_mention_inside_a_hyphenated_word_hides_its_part() -> None:
    document = Document("d", "Zenda-river", person="cid", mentions=(Mention(Span(0, 5), "LOC", "town"),))
    (terms,) = Linkage(PEOPLE, model="sparse(words=(1, 1))").terms(document)
    assert list(terms.members) == [(0,)]
    assert terms.table[0].any()


def test_a_generalization_counts_by_its_own_n_grams() -> None:
    document, spec = detected("The harp", "ada"), "sparse(words=(1, 2))"
    (entity,) = document.entities
    risk = Linkage(PEOPLE, model=spec)
    vague, gone = ({entity.id: value} for value in ("a sailor", "***"))
    assert [answer.rank for answer in risk.assess(document, [vague, gone])] == [5, 5]
    (terms,) = risk.terms(document, vague)
    assert list(terms.members) == []
    assert add_up(terms, np.zeros(0, bool)).argmax() == 3


def test_optimizers_hide_from_several_at_once() -> None:
    document, risk = detected(), Linkage(PEOPLE, model=(SPECS[0], SPECS[1]))
    options = [Option(entity.id, "mask", "***", 1.0, hides=True) for entity in document.entities]
    plan = Greedy().plan(document, options, risk, Policy(k=2))
    view = {decision.option.entity: "***" for decision in plan.decisions}
    for spec in SPECS[:2]:
        assert Linkage(PEOPLE, model=spec).assess(document, [view])[0].rank > 2


def test_without_a_subject_it_is_about_who_fits_best() -> None:
    document = Document("d", "a sailor and a clerk")
    assert Linkage(PEOPLE, model="sparse(words=(1, 2))").assess(document, [{}])[0].rank == 1


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("sparse(weighting='bmx')", "no sum of terms"),
        ("sparse(pages=3)", "pages"),
        ("sparse(words=(0, 1))", "two whole numbers"),
        ("sparse(weighting='guess')", "unknown weighting"),
        ("sparse(words=", "cannot read"),
    ],
)
def test_what_is_no_sum_of_terms_is_told(spec: str, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        Linkage(PEOPLE, model=spec).assess(detected(), [{}])


def test_the_name_tells_the_settings() -> None:
    assert Linkage(PEOPLE, model=SPECS[0]).name == f"linkage(model={SPECS[0]!r})"
