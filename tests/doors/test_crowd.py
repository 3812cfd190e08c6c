"""`unname release --min-crowd --group`: what is shown fits so many people, or one line says why not."""

import json
import math

import pytest

from doors.files import written
from unname.core.document import Document
from unname.risk.crowd import Crowd

PEOPLE = [
    {"id": "p1", "name": "Tony Booth", "text": "a nurse sailing round Ruritania with an old parrot"},
    {"id": "p2", "name": "Ada Grey", "text": "a judge climbing in Graustark"},
    {"id": "p3", "name": "Tom White", "text": "a nurse climbing in Ruritania"},
    {"id": "p4", "name": "Eve Black", "text": "a cook sailing off Zenda"},
    {"id": "p5", "name": "Max Brown"},
]
REST = "and later she worked in film and television, and played in a series. The mimblewort regatta was won."
LETTERS = [{"id": "a", "subject": "p1", "text": f"This nurse went sailing with a parrot, {REST}"}]
RULES = ("--detector", "rules")
ALONE = ("--attack", "none", "--jury", "none", "--keep-ids", "--keep-order")


def texts(out: str) -> list[str]:
    return [json.loads(line)["text"] for line in out.splitlines()]


def test_a_crowd_and_a_population_both_hold(run, people, letters):
    code, out, err = run("release", letters, "--population", people, "--k", 2, "--min-crowd", 100_000, *ALONE, *RULES)
    assert code == 0
    assert "is hidden among at least 2 others of the 5 people" in err
    (text,) = texts(out)
    assert "mimblewort" not in text
    assert Crowd().estimate(Document("d", text)).log10 >= 5 - 1e-9


def test_rare_phrases_go_and_what_many_say_stays(run, letters):
    code, out, _ = run("release", letters, "--min-crowd", 100_000, *RULES)
    assert code == 0
    (text,) = texts(out)
    assert "mimblewort" not in text
    assert "film" in text
    assert Crowd().estimate(Document("d", text)).log10 >= math.log10(100_000) - 1e-9


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--min-crowd", 1), "min_crowd must be at least 2, got 1"),
        (("--min-crowd", -5), "min_crowd must be at least 2, got -5"),
        (("--min-crowd", 100, "--group", 50), "a group of 50 people cannot hide anybody among 100"),
        (("--min-crowd", 100, "--group", "Ruritania"), "unknown group 'Ruritania'"),
    ],
)
def test_what_cannot_be_demanded_is_refused_in_one_line(run, letters, options, said):
    code, out, err = run("release", letters, *options, *RULES)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_an_unreadable_text_is_withheld_and_no_word_of_it_is_told(run, tmp_path):
    path = written(tmp_path / "x.jsonl", [{"id": "x", "text": "Quorndle brastifex mimblewort."}])
    code, out, err = run("release", path, "--min-crowd", 10**9, *RULES)
    assert code == 1
    assert out == ""
    assert "nothing readable is left" in err
    assert not any(word in err.lower() for word in ("quorndle", "brastifex", "mimblewort"))


def test_a_german_text_is_released_or_withheld_with_a_reason(run, tmp_path):
    text = "Der Arzt wohnt in Berlin und mag den Garten. Er heißt Karl Beispiel."
    path = written(tmp_path / "x.jsonl", [{"id": "x", "text": text}])
    code, out, err = run("release", path, "--min-crowd", 100)
    assert "Beispiel" not in out + err
    assert code == 0 or "document 'x': " in err
