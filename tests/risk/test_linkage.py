"""The rank of the true person among invented people."""

import json
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linking import Summing, Whole, add_up
from unname.core.document import Document, Mention, Profile, Span
from unname.core.errors import ConfigError, InputError
from unname.core.policy import Policy
from unname.core.redaction import Option
from unname.core.registry import create
from unname.core.sums import RanksBySums
from unname.decide.cover.implicit import Implicit
from unname.decide.ranks.linear import Linear
from unname.models.linkage.terms import place
from unname.risk.linkage import Linkage

PEOPLE = [
    Profile("ada", text="judge chess Zenda harp"),
    Profile("ben", text="judge chess Strelsau"),
    Profile("cid", text="nurse harp Zenda Zenda"),
    Profile("dot", text="sailor"),
]
TEXT = "The judge from Zenda plays chess and the harp."
WORDS = ["judge", "Zenda", "chess", "harp"]


def about(subject: str | None = "ada", text: str = TEXT) -> Document:
    mentions = [Mention(Span(text.index(word), text.index(word) + len(word)), "MISC", word) for word in WORDS]
    return Document("note", text, person=subject, mentions=tuple(mentions))


def rank(risk: Linkage, document: Document, *hidden: str) -> int | None:
    return risk.assess(document, [dict.fromkeys(hidden, "***")])[0].rank


@pytest.mark.parametrize(
    ("hidden", "expected"),
    [((), 1), (("Zenda", "harp"), 2), (("judge", "chess"), 2), (("judge", "Zenda", "chess", "harp"), 4)],
)
def test_the_rank_counts_who_fits_at_least_as_well(hidden: tuple[str, ...], expected: int) -> None:
    risk = Linkage(PEOPLE)
    assert rank(risk, about(), *hidden) == expected
    assert risk.assess(about(), [dict.fromkeys(hidden, "***")])[0].total == 1 / expected


def test_a_generalization_counts_by_its_words() -> None:
    risk = Linkage(PEOPLE)
    hidden = dict.fromkeys(["judge", "chess", "harp"], "***")
    vague, whole = risk.assess(about(), [hidden | {"Zenda": "a sailor's town"}, hidden])
    assert (vague.rank, whole.rank) == (4, 2)


@pytest.mark.parametrize("monotone", [False, True])
def test_risk_is_the_sum_of_what_is_seen(monotone: bool) -> None:
    risk, document = Linkage(PEOPLE, monotone=monotone), about()
    terms = risk.entity_terms(document)
    assert terms is not None
    everybody = np.arange(4)
    parts = [terms.contributions(everybody), terms.values([(word, "a sailor") for word in WORDS], everybody)]
    rows = np.concatenate([part - part[:, [terms.person]] for part in parts])
    rest = terms.rest(everybody) - terms.rest(everybody)[terms.person]
    for choices in product(("as it stands", "a sailor", None), repeat=4):
        seen = [n + 4 * (choice == "a sailor") for n, choice in enumerate(choices) if choice]
        view = {word: choice or "***" for word, choice in zip(WORDS, choices, strict=True) if choice != "as it stands"}
        (judged,) = risk.assess(document, [view])
        assert judged.rank == np.count_nonzero(rest + rows[seen].sum(axis=0) >= 0)


def test_the_monotone_form_never_rises_and_is_never_below() -> None:
    free, bound, document = Linkage(PEOPLE), Linkage(PEOPLE, monotone=True), about()
    views = [dict.fromkeys(words, "***") for size in range(5) for words in combinations(WORDS, size)]
    totals = [answer.total for answer in bound.assess(document, views)]
    assert all(a.total <= b for a, b in zip(free.assess(document, views), totals, strict=True))
    for view, total in zip(views, totals, strict=True):
        assert all(t <= total for v, t in zip(views, totals, strict=True) if view.keys() <= v.keys())
    assert (free.may_rise, bound.may_rise) == (True, False)


def test_the_best_plan_is_found_in_both_ways() -> None:
    risk = Linkage(PEOPLE, monotone=True)
    losses = dict(zip(WORDS, [1.0, 2.0, 1.5, 0.5], strict=True))
    options = [Option(word, "mask", "***", loss, hides=True) for word, loss in losses.items()]
    plans = [chooser.plan(about(), options, risk, Policy(k=1)) for chooser in (Linear(), Implicit())]
    assert [plan.loss for plan in plans] == [2.5, 2.5]
    assert all(plan.lower_bound == plan.loss for plan in plans)


@pytest.mark.parametrize("model", ["sparse", Summing(), Whole()])
@pytest.mark.parametrize("brackets", ["[]", "<>", "{}"])
@pytest.mark.parametrize("hidden", [(), ("harp",), ("judge", "chess")])
def test_what_stands_in_brackets_is_visible(model: Any, brackets: str, hidden: tuple[str, ...]) -> None:
    risk = Linkage(PEOPLE, model=model)
    round_ones = "The judge (from Zenda) plays (chess). (Harp and Zenda.)"
    text = round_ones.replace("(", brackets[0]).replace(")", brackets[1])
    views = [dict.fromkeys(hidden, "***")]
    for mentions in (WORDS[:3], []):
        spans = [Span(round_ones.index(word), round_ones.index(word) + len(word)) for word in mentions]
        found = tuple(Mention(span, "MISC", word) for span, word in zip(spans, mentions, strict=True))
        one, other = (Document("note", each, person="ada", mentions=found) for each in (text, round_ones))
        assert risk.assess(one, views) == risk.assess(other, views)
        sums = [
            [add_up(terms, np.ones(len(terms.members), bool)) for terms in risk.terms(each)] for each in (one, other)
        ]
        assert np.array_equal(*sums)


def test_without_a_subject_it_is_about_who_fits_best() -> None:
    assert rank(Linkage(PEOPLE), about(None)) == 1


def test_errors_do_not_tell_who_it_is_about() -> None:
    with pytest.raises(InputError, match="its subject is not in the population") as caught:
        Linkage(PEOPLE).assess(about("Zenobia"), [{}])
    assert "Zenobia" not in str(caught.value)


@pytest.mark.parametrize("model", ["sparse", Summing()])
@pytest.mark.parametrize("population", [None, [], PEOPLE[:1]])
def test_a_population_is_needed(population: list[Profile] | None, model: Any) -> None:
    with pytest.raises(ConfigError, match="linkage needs a population"):
        Linkage(population, model).assess(about(), [{}])


@pytest.mark.parametrize("subject", ["ada", None])
def test_nobody_may_be_there_twice(subject: str | None) -> None:
    with pytest.raises(InputError, match="1 ids of the population stand for more than one person"):
        Linkage([*PEOPLE, Profile("ada")]).assess(about(subject), [{}])


@pytest.mark.parametrize(
    ("model", "monotone", "told"),
    [
        ((), False, "at least one model"),
        (3, False, "a model is a name, a folder or a bi-encoder, got int"),
        (Summing(), True, "monotone is for"),
        (("sparse", Summing()), True, "monotone is for"),
        ("no/such/folder", False, "no linkage model"),
    ],
)
def test_what_is_no_model_is_told(model: Any, monotone: bool, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        Linkage(PEOPLE, model, monotone=monotone).assess(about(), [{}])


@pytest.mark.parametrize(
    ("model", "name", "is_linear"),
    [
        ("sparse", "linkage", True),
        (Summing(), "linkage(model='summing')", False),
        (("sparse",), "linkage", False),
        (["sparse", Whole()], "linkage(model=('sparse', 'whole'))", False),
        (Path("some") / "folder", "linkage(model='some/folder')", False),
    ],
)
def test_the_name_tells_the_models_and_only_one_is_linear(model: Any, name: str, is_linear: bool) -> None:
    risk = Linkage(PEOPLE, model)
    assert risk.name == name
    assert isinstance(risk, RanksBySums)
    if not isinstance(model, Path):
        assert (risk.entity_terms(about()) is not None) is is_linear
    assert risk.may_rise


def test_the_worst_of_several_models_counts() -> None:
    models = ("sparse", Summing())
    views = [dict.fromkeys(words, "***") for size in range(5) for words in combinations(WORDS, size)]
    alone = [Linkage(PEOPLE, model).assess(about(), views) for model in models]
    for risk, *others in zip(Linkage(PEOPLE, models).assess(about(), views), *alone, strict=True):
        assert risk.rank == min(other.rank for other in others)
        assert risk.total == 1 / risk.rank
        assert risk.probability == max(other.probability for other in others)


def test_terms_add_up_to_the_answers() -> None:
    risk, document = Linkage(PEOPLE, ("sparse", Summing())), about()
    for size in range(5):
        for hidden in combinations(range(4), size):
            found = []
            for terms in risk.terms(document):
                assert (terms.exact, terms.person, terms.n_people) == (True, 0, 4)
                alive = [not set(members) & set(hidden) for members in terms.members]
                found.append(place(add_up(terms, np.array(alive, bool)), terms.person)[0])
            assert rank(risk, document, *(WORDS[i] for i in hidden)) == min(found)


def test_sparse_terms_near_a_view_that_shows_something() -> None:
    risk, document = Linkage(PEOPLE), about()
    view = {"Zenda": "a sailor's town", "harp": "***"}
    (terms,) = risk.terms(document, view)
    assert list(terms.members) == [(0,), (2,), (3,)]
    found = add_up(terms, np.array([True, True, False]))
    assert place(found, terms.person)[0] == risk.assess(document, [view])[0].rank


def test_the_probability_is_a_softmax_over_everybody() -> None:
    for model in ("sparse", Summing()):
        answers = [Linkage(PEOPLE, model).assess(about(person.id), [{}])[0] for person in PEOPLE]
        assert sum(answer.probability for answer in answers) == pytest.approx(1.0, abs=1e-5)


def test_people_may_be_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "people.jsonl"
    file.write_text("".join(json.dumps({"id": p.id, "name": p.id, "text": p.text}) + "\n" for p in PEOPLE))
    risk = create("risk", f"linkage(population={str(file)!r})")
    assert risk.assess(about(), [{}])[0].rank == 1
    assert risk.name == "linkage"
