"""`unname release --min-crowd --group`: what is shown fits so many people, or one line says why not."""

import json
import math
import re
import sys

import pytest

from doors.files import written
from unname.cli.crowd_account import tell_account
from unname.core.document import Document
from unname.core.results import CrowdSize
from unname.risk.crowd import Crowd
from unname.risk.crowd_account import Account, Cost

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


GERMAN = "Der Arzt wohnt mit seiner Frau in Berlin und mag den Garten nicht sehr. Er heißt Karl Beispiel."


def test_a_german_text_is_withheld_with_the_reason(run, tmp_path):
    path = written(tmp_path / "x.jsonl", [{"id": "x", "text": GERMAN}])
    code, out, err = run("release", path, "--min-crowd", 100)
    assert (code, out) == (1, "")
    assert "crowd not measured: no tables for this language" in err
    assert "Beispiel" not in err


def test_a_text_that_is_said_to_be_english_has_no_crowd_all_the_same(run, tmp_path):
    text = "Это очень длинный русский текст о человеке, который жил в городе и работал врачом."
    path = written(tmp_path / "x.jsonl", [{"id": "x", "text": text}])
    code, out, err = run("release", path, "--min-crowd", 100, "--language", "en", *RULES)
    assert (code, out) == (1, "")
    assert "crowd not measured: no tables for this language" in err


@pytest.mark.parametrize("command", ["release", "decide"])
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--min-crowd", 10**9, "--group", "Lyon"), "people cannot hide anybody among min_crowd = 1000000000"),
        (("--min-crowd", 9 * 10**9), "people cannot hide anybody among min_crowd = 9000000000"),
        (("--group", "France"), "--group says whom --min-crowd"),
        (("--min-crowd", 0), "min_crowd must be at least 2, got 0"),
        (("--min-crowd", 5, "--group", 10**11), "a group has 1 to 8,100,000,000 people"),
    ],
)
def test_a_group_is_checked_once_before_any_work(run, letters, command, options, said):
    code, out, err = run(command, letters, letters, *options, *RULES)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_a_group_alone_steers_the_report(run, letters, tmp_path):
    page = tmp_path / "page.html"
    assert run("release", letters, "--group", "5000", "--report", page, *RULES)[0] == 0
    assert json.loads(page.with_suffix(".json").read_text())["crowd"]["group"] == 5000


def test_without_the_solver_the_extra_is_named(run, letters, monkeypatch):
    monkeypatch.setitem(sys.modules, "ortools.sat.python.cp_model", None)
    code, out, err = run("release", letters, "--min-crowd", 100, *RULES)
    assert (code, out) == (2, "")
    assert "pip install 'unname[decide]'" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("least", [1000, 10**9, 8 * 10**9])
def test_a_crowd_and_k_both_hold_or_nothing_is_released(run, people, letters, least):
    code, out, err = run("release", letters, "--population", people, "--k", 3, "--min-crowd", least, *ALONE, *RULES)
    if code == 0:
        assert "is hidden among at least 3 others of the 5 people" in err
        assert Crowd().estimate(Document("d", texts(out)[0])).log10 >= math.log10(least) - 1e-9
    else:
        assert (code, out) == (1, "")
        assert "document 'a': " in err


def test_risk_tells_where_the_crowd_comes_from(run):
    text = b"Anna Quill met a nurse at the mimblewort regatta. *** and [PERSON] saw it."
    code, out, err = run("risk", "-", "--detector", "capitals", "--risk", "crowd", stdin=text)
    assert (code, err) == (0, "")
    first, named, head, *rows, total = out.splitlines()
    assert named.startswith("it names 2 people")
    assert first.endswith("of 8,100,000,000")
    assert head.split() == ["words", "kind", "bits", "one", "in"]
    assert any(row.startswith("mimblewort") and "other words" in row and "16.00" in row for row in rows)
    assert not any("person" in row or "***" in row for row in rows)
    bits = [float(re.search(r"-?\d+\.\d\d", row)[0]) for row in rows]
    assert math.fsum(bits[:-1]) == pytest.approx(bits[-1], abs=0.1)
    assert bits[:-3] == sorted(bits[:-3], reverse=True)
    assert f"32.92 bits of the group - {bits[-1]:.2f} = " in total


def test_risk_tells_the_crowd_to_machines(run):
    code, out, _ = run("risk", "-", *RULES, "--measure", "crowd(group=1000)", "--format", "json", stdin=b"A nurse.")
    told = json.loads(out)["crowd"]["crowd(group=1000)"]
    assert code == 0
    assert told["group"] == 1000
    assert 2 ** (told["group_bits"] - told["visible_bits"]) == pytest.approx(10 ** told["log10"])
    assert [set(row) for row in told["words"]] == [{"words", "kind", "bits", "one_in"}]


@pytest.mark.parametrize("text", [b"", b"... !?", b"*** and ***"])
def test_everybody_fits_what_says_nothing(run, text):
    code, out, err = run("risk", "-", *RULES, "--measure", "crowd", stdin=text)
    assert (code, err) == (0, "")
    assert "about 8,100,000,000 people" in out
    assert "it says nothing that tells people apart" in out


def test_many_people_are_counted_as_one_and_that_is_told(run):
    letters = [chr(97 + n) for n in range(26)]
    names = [f"{a.upper()}{b}ora Quill{c}" for a in letters[:10] for b in letters[:10] for c in letters[:10]]
    text = ", ".join(names).encode()
    code, out, _ = run("risk", "-", "--detector", "capitals", "--measure", "crowd", stdin=text)
    assert code == 0
    assert "fewer than 1 person" in out.splitlines()[0]
    assert out.splitlines()[1].endswith("people; all that it says is counted as said of one person")
    assert " more)" in out


def test_risk_of_a_language_without_tables_says_so(run):
    code, out, err = run("risk", "-", *RULES, "--measure", "crowd", stdin=GERMAN.encode())
    assert (code, out) == (1, "")
    assert "crowd not measured: no tables for this language" in err


def test_the_table_as_it_is_printed():
    size = CrowdSize(3.1, 1.9, 4.0, 1_000_000)
    costs = (Cost("anna\tquill", "name", 9.0), Cost("regatta", "other words", 2.5))
    account = Account(size, 19.93, costs, 0.5, 2.37, 2)
    assert "\n".join(tell_account("d", account)) == GOLDEN


GOLDEN = """\
document d: about 1,300 people (between 79 and 10,000), of 1,000,000
it names 2 people; all that it says is counted as said of one person
words                   kind          bits  one in
anna quill              name          9.00     510
regatta                 other words   2.50     5.7
(a life of this kind)                 0.50     1.4
(shared, counted once)               -2.37
(sum)                                 9.63
19.93 bits of the group - 9.63 = 10.30: about 1,300 people"""
