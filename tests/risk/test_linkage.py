"""The rank of the true person among invented people."""

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from unname.core.document import Document, Mention, Profile, Span
from unname.core.errors import ConfigError, InputError
from unname.core.redaction import Option, Policy
from unname.core.registry import create
from unname.decide.implicit import Implicit
from unname.decide.linear import Linear
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
    return Document("note", text, subject=subject, mentions=tuple(mentions))


def rank(risk: Linkage, document: Document, *hidden: str) -> int | None:
    return risk.assess(document, [dict.fromkeys(hidden, "***")])[0].rank


@pytest.mark.parametrize(
    ("hidden", "expected"),
    [((), 1), (("Zenda", "harp"), 2), (("judge", "chess"), 2), (("judge", "Zenda", "chess", "harp"), 4)],
)
def test_the_rank_counts_who_fits_at_least_as_well(hidden: tuple[str, ...], expected: int) -> None:
    risk = Linkage(PEOPLE)
    assert rank(risk, about(), *hidden) == expected
    assert risk.assess(about(), [dict.fromkeys(hidden, "[MISC]")])[0].total == 1 / expected


def test_a_generalization_counts_by_its_words() -> None:
    risk = Linkage(PEOPLE)
    hidden = dict.fromkeys(["judge", "chess", "harp"], "***")
    vague, whole = risk.assess(about(), [hidden | {"Zenda": "a sailor's town"}, hidden])
    assert (vague.rank, whole.rank) == (4, 2)


@pytest.mark.parametrize("monotone", [False, True])
def test_risk_is_the_sum_of_the_leads(monotone: bool) -> None:
    risk, document = Linkage(PEOPLE, monotone=monotone), about()
    rows = risk.leads(document, [(word, None) for word in WORDS])
    for size in range(5):
        for hidden in combinations(range(4), size):
            left = rows[[0, *(i + 1 for i in range(4) if i not in hidden)]].sum(axis=0)
            assert rank(risk, document, *(WORDS[i] for i in hidden)) == 1 + np.sum(left <= 0)


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
    options = [Option(word, "mask", "***", loss) for word, loss in zip(WORDS, [1.0, 2.0, 1.5, 0.5], strict=True)]
    plans = [chooser.plan(about(), options, risk, Policy(k=2)) for chooser in (Linear(), Implicit())]
    assert [plan.loss for plan in plans] == [2.5, 2.5]
    assert all(plan.lower_bound == plan.loss for plan in plans)


def test_without_a_subject_it_is_about_who_fits_best() -> None:
    assert rank(Linkage(PEOPLE), about(None)) == 1


def test_errors_do_not_tell_who_it_is_about() -> None:
    with pytest.raises(InputError, match="its subject is not in the population") as caught:
        Linkage(PEOPLE).assess(about("Zenobia"), [{}])
    assert "Zenobia" not in str(caught.value)


@pytest.mark.parametrize("population", [None, []])
def test_a_population_is_needed(population: list[Profile] | None) -> None:
    with pytest.raises(ConfigError, match="linkage needs a population"):
        Linkage(population).assess(about(), [{}])


def test_people_may_be_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "people.jsonl"
    file.write_text("".join(json.dumps({"id": p.id, "name": p.id, "text": p.text}) + "\n" for p in PEOPLE))
    risk = create("risk", f"linkage(population={str(file)!r})")
    assert risk.assess(about(), [{}])[0].rank == 1
    assert risk.name == "linkage"
