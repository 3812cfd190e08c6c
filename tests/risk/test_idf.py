"""Rare words as risk."""

import json

import pytest

from unname.core.document import Document, Profile
from unname.core.errors import ConfigError, InputError
from unname.core.policy import Policy
from unname.pipeline.document import Pipeline
from unname.risk.idf import Idf

PEOPLE = [
    Profile("p1", "Ada Grey", {"town": "Zenda"}, "the judge with cellos"),
    Profile("p2", "Tom White", {}, "the judge who sings"),
    Profile("p3", "Eva Brown", {}, "the judge with a dog"),
]
LETTER = Document("a", "The judge of Zenda plays cellos with the dog.", person="p1")


def released(max_risk: float, **settings: object) -> str:
    risk = Idf(PEOPLE, **settings)  # type: ignore[arg-type]
    return Pipeline(detectors=("words",), risk=risk, policy=Policy(max_risk=max_risk)).release(LETTER).text


def hidden(text: str) -> set[str]:
    return {word for word in ("judge", "Zenda", "plays", "cellos", "dog") if word not in text}


def test_the_rarest_words_go_first() -> None:
    assert hidden(released(0.99)) == set()
    assert hidden(released(0.4)) == {"Zenda", "plays", "cellos", "dog"}
    assert hidden(released(0.0)) == {"Zenda", "plays", "cellos", "dog"}


def test_what_the_profile_says_goes_before_all_else() -> None:
    assert hidden(released(0.99, table_aware=True)) == {"judge", "Zenda", "cellos"}
    assert hidden(released(0.4, table_aware=True)) == {"judge", "Zenda", "plays", "cellos", "dog"}


def test_documents_count_where_they_are_given(tmp_path) -> None:
    path = tmp_path / "people.jsonl"
    rows = [{"id": f"p{n}", "name": f"Person {n}", "document": "plays cellos"} for n in range(5)]
    path.write_text("\n".join(map(json.dumps, rows)))
    risk = Idf(people=path)
    document = Pipeline(detectors=("words",)).detect(Document("a", "plays drums"))
    plays, drums = (risk.assess(document, [{other.id: "***"}])[0].total for other in reversed(document.entities))
    assert 0 < plays < drums < 1


def test_a_value_counts_by_its_own_words() -> None:
    risk = Idf(PEOPLE)
    document = Pipeline(detectors=("words",)).detect(Document("a", "cellos"))
    (entity,) = document.entities
    as_it_is, shown, rarer = risk.assess(document, [{}, {entity.id: "judge"}, {entity.id: "bassoons and violas"}])
    assert shown.total == 0.0
    assert rarer.total == as_it_is.total > 0.3


def test_what_is_missing_is_told() -> None:
    with pytest.raises(ConfigError, match="needs people"):
        Pipeline(detectors=("words",), risk=Idf(), policy=Policy(max_risk=0.5)).release(LETTER)
    detected = Pipeline(detectors=("words",)).detect(Document("b", "A judge.", person="p9"))
    with pytest.raises(InputError, match="not in the population"):
        Idf(PEOPLE, table_aware=True).assess(detected, [{}])
