"""Policies at the command line: shipped ones by name, one's own, and what each does."""

import json

NOTE = b"Marigold Thistlewood, SSN 219-09-9999, was admitted on 14 February 2021."


def test_a_shipped_policy_is_taken_by_name(run):
    code, out, err = run("release", "-", "--policy", "hipaa-safe-harbor", "--language", "en", stdin=NOTE)
    assert (code, err) == (0, "")
    assert "admitted" in out
    assert not [word for word in ("Marigold", "Thistlewood", "219-09-9999", "14 February") if word in out]
    assert "2021" in out


def test_a_shipped_policy_may_be_spelled_as_a_file(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    policies = [
        run("release", "-", "--policy", name, "--detector", "rules", stdin=b"two men, twelve cows")
        for name in ("strict", "strict.toml")
    ]
    assert policies[0].code == 0
    assert policies[0].out == policies[1].out == "*** men, *** cows"


def test_a_file_of_that_name_goes_first(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "strict.toml").write_text('never_change = ["QUANTITY"]')
    result = run("release", "-", "--policy", "strict.toml", "--detector", "rules", stdin=b"two men, twelve cows")
    assert result.out == "two men, twelve cows"


def test_an_unknown_policy_is_told_what_is_shipped(run):
    code, out, err = run("release", "-", "--policy", "lenient", stdin=NOTE)
    assert (code, out) == (2, "")
    assert "'lenient'" in err
    assert "clinical, gdpr, hipaa-safe-harbor, minimal, most-specific, research, strict" in err
    assert err.count("\n") == 1


def test_generalizing_is_a_way_to_change(run):
    result = run("release", "-", "--replace", "generalize", "--detector", "rules", stdin=b"Born on 17 March 1994.")
    assert result.code == 0
    assert result.out.strip() == "Born in 1994."


def test_policies_are_listed_with_a_line_each(run):
    code, out, err = run("policies")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert [line.split()[0] for line in lines] == [
        "clinical",
        "gdpr",
        "hipaa-safe-harbor",
        "minimal",
        "most-specific",
        "research",
        "strict",
    ]
    assert all(len(line.split()) > 5 for line in lines)
    assert [each["name"] for each in json.loads(run("policies", "--json").out)] == [line.split()[0] for line in lines]


def test_a_policy_is_shown_with_what_it_does_to_the_example(run):
    code, out, err = run("policies", "hipaa-safe-harbor", "--json")
    assert (code, err) == (0, "")
    shown = json.loads(out)
    assert shown["settings"]["replace"]["LOC"] == "generalize(to='state')"
    became = {each["text"]: (each["outcome"], each["becomes"]) for each in shown["example"]["strings"]}
    assert became["Marigold Thistlewood"] == ("hidden", "***")
    assert became["14 February 2021"] == ("changed", "2021")
    assert became["12601"] == ("changed", "126")
    assert became["Ohio"] == ("kept", "Ohio")
    assert became["metoprolol 25 mg"] == ("kept", "metoprolol 25 mg")
    assert "Thistlewood" not in shown["example"]["released"]
    table = run("policies", "hipaa-safe-harbor").out
    assert "changed  14 February 2021       2021" in table


def test_every_shipped_policy_can_be_shown(run):
    for name in ("clinical", "gdpr", "minimal", "strict"):
        code, out, _ = run("policies", name)
        assert code == 0
        assert "hidden Marigold Thistlewood" in " ".join(out.split())


def test_a_policy_of_ones_own_is_shown_without_its_words(run, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        'deny = ["Zanzibar"]\nreplace."*" = "label"\n[[pattern]]\nlabel = "CODE"\nexpression = "Zanzibar|metoprolol"'
    )
    code, out, err = run("policies", str(path))
    assert (code, err) == (0, "")
    assert "patterns = 1" in out
    assert "deny = 1" in out
    assert "[CODE] 25 mg" in out
    assert "Zanzibar" not in out


def test_what_is_wrong_with_a_pattern_is_told_by_file_and_label(run, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[[pattern]]\nlabel = "CODE"\nexpression = "(?=Zanzibar)"')
    for command in (("policies", str(path)), ("release", "-", "--policy", str(path))):
        code, out, err = run(*command, stdin=NOTE)
        assert (code, out) == (2, "")
        assert "mine.toml" in err
        assert "pattern 1 (CODE)" in err
        assert "linear time" in err
        assert "Zanzibar" not in err
        assert err.count("\n") == 1


def test_patterns_and_replacers_of_a_policy_are_used(run, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        'replace.CODE = "label"\n[[pattern]]\nlabel = "CODE"\nexpression = "H[0-9]{4}"\ncontext = ["hospital number"]'
    )
    text = b"Hospital number H1234, room H9999 at the other end of the corridor. Born on 17 March 1994."
    given = ("release", "-", "--policy", str(path), "--detector", "rules(regions=())")
    assert run(*given, stdin=text).out.startswith("Hospital number [CODE], room ")
    hashes = run(*given, "--replace", "mask(text='#')", stdin=text).out
    assert "[CODE]" in hashes
    assert "Born on #." in hashes
