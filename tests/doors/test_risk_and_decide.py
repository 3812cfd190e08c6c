import json
import re

import pytest

from unname.cli.decide import _summary
from unname.core.redaction import Plan

CAPITALS = ("--detector", "capitals")
TEXT = b"Then Anna Quill met Bo Reed in the garden."


@pytest.fixture(autouse=True)
def _solver():
    pytest.importorskip("ortools")


def test_risk_tells_every_entity_and_why(run):
    code, out, err = run("risk", "-", *CAPITALS, "--measure", "named", "--measure", "surprisal", stdin=TEXT)
    assert (code, err) == (0, "")
    header, *rows = [line.split("\t") for line in out.splitlines()]
    assert header == ["document", "entity", "label", "role", "mentions", "nats", "named", "surprisal", "why", "text"]
    assert rows
    for row in rows:
        assert len(row) == len(header)
        assert float(row[5]) > 0
        assert 0 <= float(row[7]) <= 1


def test_risk_as_json(run):
    code, out, _ = run("risk", "-", *CAPITALS, "--measure", "surprisal", "--format", "json", stdin=TEXT)
    found = json.loads(out)
    assert code == 0
    assert set(found) == {"id", "total", "entities", "combinations"}
    assert found["total"]["surprisal"] == max(row["risk"]["surprisal"] for row in found["entities"])


def test_decide_tells_what_changes_and_what_stays(run):
    options = ("--risk", "surprisal", "--max-risk", "0.9", "--format", "json")
    code, out, err = run("decide", "-", *CAPITALS, *options, stdin=TEXT)
    plan = json.loads(out)
    assert code == 0
    assert plan["feasible"]
    assert plan["optimal"]
    assert plan["risk_after"] <= 0.9
    assert all(row["reason"] for row in plan["decisions"])
    assert "proven optimal" in err
    assert "Quill" not in err


def test_decide_as_lines(run):
    code, out, _ = run("decide", "-", *CAPITALS, "--risk", "surprisal", "--max-risk", "0", stdin=TEXT)
    assert code == 0
    assert {line.split("\t")[3] for line in out.splitlines()} == {"mask"}


def test_without_a_limit_all_that_identifies_is_hidden(run):
    code, _, err = run("decide", "-", *CAPITALS, stdin=TEXT)
    assert code == 0
    assert "all that identifies" in err


def test_a_policy_that_cannot_be_met_says_so_with_the_best_plan(run, tmp_path):
    policy = tmp_path / "policy.toml"
    policy.write_text('max_risk = 0.0\nnever_change = ["PERSON"]\n')
    arguments = ("--risk", "surprisal", "--policy", policy, *CAPITALS)
    code, out, err = run("decide", "-", *arguments, "--format", "json", stdin=TEXT)
    assert code == 1
    assert not json.loads(out)["feasible"]
    assert "never_change" in err
    assert "Quill" not in err
    code, out, err = run("release", "-", *arguments, stdin=TEXT)
    assert (code, out) == (1, "")


def test_release_under_a_limit(run):
    code, out, err = run(
        "release", "-", "--language", "en", *CAPITALS, "--risk", "surprisal", "--max-risk", "0", stdin=TEXT
    )
    assert (code, err) == (0, "")
    assert "Quill" not in out


@pytest.mark.parametrize(
    ("command", "option", "value", "message"),
    [
        ("decide", "--risk", "nonsense", "unknown risk"),
        ("decide", "--max-risk", "1.5", r"max_risk must lie in \[0, 1\]"),
        ("release", "--optimizer", "nonsense", "unknown optimizer"),
        ("decide", "--optimizer", "nonsense", "unknown optimizer"),
        ("release", "--price", "nonsense", "unknown price"),
        ("decide", "--price", "nonsense", "unknown price"),
        ("risk", "--measure", "nonsense", "unknown risk"),
        ("risk", "--max-risk", "-1", "max-risk must lie"),
    ],
)
def test_a_wrong_setting_is_told_before_anything_is_read(run, command, option, value, message):
    measure = ("--risk", "surprisal") if command == "release" else ()
    code, out, err = run(command, "-", *CAPITALS, option, value, *measure, stdin=TEXT)
    assert code == 2
    assert "Quill" not in out
    assert re.search(message, err)


@pytest.mark.parametrize(
    ("bound", "said"),
    [
        (None, "no bound proven"),
        (4.0, "proven optimal"),
        (1.0, "at most 75.0% could be spared"),
        (0.0, "at most 100.0%"),
    ],
)
def test_the_summary_claims_no_more_than_was_proven(bound, said):
    assert said in _summary(Plan("d", (), 1.0, 0.0, 4.0, bound))


@pytest.mark.parametrize("format", ["text", "json"])
@pytest.mark.parametrize(
    "address", ["http://user:Xanthippe@127.0.0.1:9/", "http://127.0.0.1:9/?key=Xanthippe", "ftp://u:Xanthippe@host"]
)
def test_the_password_of_an_address_is_not_shown(run, tmp_path, format, address):
    (tmp_path / "a.txt").write_text("Mr Tony Booth met Ada.")
    given = ["--measure", f"queries(engine='{address}')", "--detector", "capitals", "--format", format]
    code, out, err = run("risk", tmp_path / "a.txt", *given)
    assert code == 2
    assert "Xanthippe" not in out + err
    code, out, err = run("release", tmp_path / "a.txt", *given[2:4], "--risk", given[1], "--out", tmp_path / "rel")
    assert code != 0
    written = [path.read_text() for path in tmp_path.rglob("report.*")]
    assert "Xanthippe" not in out + err + "".join(written)


def test_measures_that_differ_in_what_is_not_shown_are_told_apart(run, tmp_path):
    (tmp_path / "a.txt").write_text("nobody is named here")
    measures = [f"queries(engine='http://{user}@127.0.0.1:9/')" for user in ("a", "b")]
    code, out, _ = run(
        "risk", tmp_path / "a.txt", "--measure", measures[0], "--measure", measures[1], "--detector", "capitals"
    )
    assert code == 0
    assert "engine='http://***@127.0.0.1:9/')\tqueries(engine='http://***@127.0.0.1:9/') (2)" in out
