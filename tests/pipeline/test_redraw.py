"""Releases under several keys, and the whole way from examples to what a release costs."""

import pytest

from fakes import FakeDetector
from unname.core.document import Span
from unname.core.errors import ConfigError
from unname.core.example import Example, Mark
from unname.core.registry import create
from unname.pipeline.document import Pipeline
from unname.pipeline.redraw import Redraw, measure_downstream

NAMES = ("Anna Quill", "Bo Harrow", "Cilla Lund", "Dan Pell", "Eva Strand", "Finn Moss")


def sentence(n: int, said: str = "sang loudly") -> Example:
    name = NAMES[n % len(NAMES)]
    text = f"yesterday {name} {said} .\nNobody came ."
    return Example(str(n), text, (Mark(Span(10, 10 + len(name)), "PER"),))


TRAIN = [sentence(n) for n in range(12)]
VALID = [sentence(n, "slept well") for n in range(6)]


def released(spec: str, seed: int, examples: list[Example] = TRAIN, **settings: object) -> list[Example | None]:
    plain = Pipeline(detectors=(FakeDetector(r"\b[A-Z][a-z]+ [A-Z][a-z]+"),), **settings)  # type: ignore[arg-type]
    return Redraw(plain, examples).release(spec, seed)


def names_of(examples: list[Example | None]) -> list[str]:
    return [each.text[slice(*mark.span)] for each in examples if each for mark in each.marks]


def test_names_are_marked_in_the_release():
    assert names_of(released("label", 0)) == ["[PERSON]"] * 12
    drawn = names_of(released("pseudonym", 0))
    assert len(drawn) == 12
    assert not set(drawn) & set(NAMES)


def test_a_seed_draws_the_same_again_and_another_draws_others():
    assert names_of(released("pseudonym", 1)) == names_of(released("pseudonym", 1))
    assert names_of(released("pseudonym", 1)) != names_of(released("pseudonym", 2))


def test_what_is_in_a_language_that_nobody_reads_is_withheld_and_the_rest_is_not():
    swedish = "Jag vet inte vad det är som har hänt med honom, men vi ska nog få veta det i morgon när de kommer."
    mixed = [TRAIN[0], Example("sv", swedish), TRAIN[1]]
    assert [each is None for each in released("mask", 0, mixed)] == [False, True, False]
    assert [each is None for each in released("mask", 0, mixed, language="en")] == [False, False, False]


def test_the_whole_way(tmp_path):
    detectors = (FakeDetector(r"\b[A-Z][a-z]+ [A-Z][a-z]+"),)
    given = ("ner", create("learner", "crf"), TRAIN, VALID, ["pseudonym", "label"], 2, tmp_path)
    told = measure_downstream(*given, detectors=detectors)
    assert (told["original"]["valid"], told["original"]["std"]) == (1.0, 0.0)
    assert told["pseudonym"]["delta"] >= told["label"]["delta"]
    assert told["label"]["valid_anonymized"] == 1.0
    assert told["pseudonym"]["withheld"] == 0
    assert measure_downstream(*given, detectors=detectors) == told
    with pytest.raises(ConfigError, match="something else"):
        measure_downstream("ner", given[1], TRAIN[:6], VALID, ["label"], 2, tmp_path, detectors=detectors)


@pytest.mark.parametrize(
    ("replacers", "seeds", "says"),
    [(["label", "label"], 2, "named twice"), (["no-such"], 2, "no-such"), (["label"], 0, "at least one seed")],
)
def test_wrong_settings(replacers, seeds, says):
    with pytest.raises(ConfigError, match=says):
        measure_downstream("ner", create("learner", "crf"), TRAIN, VALID, replacers, seeds)
